"""How much YAML is read: nodes, documents, depth, and what aliases stand for."""

from __future__ import annotations

from checks.parse.yaml.nodes import Node

MAX_NODES = 80_000  # in one file; less than a second of work on a small machine
MAX_EXPANDED = 200_000  # in one file, each alias counted with all that it stands for
MAX_DEPTH = 100
MAX_DOCUMENTS = 1_000


class Faulty(Exception):
    """One document breaks a bound; its fellows may be read."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class TooMuch(Exception):
    """The file as a whole is more than is read."""


class Budget:
    """Counts what one file costs, and refuses more than is read."""

    def __init__(self) -> None:
        self.nodes = 0
        self.expanded = 0
        self.documents = 0

    def count_document(self) -> None:
        """Counts one document."""
        self.documents += 1
        if self.documents > MAX_DOCUMENTS:
            raise TooMuch(f"more than {MAX_DOCUMENTS:,} YAML documents")

    def count_node(self) -> None:
        """Counts one node."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TooMuch(f"more than {MAX_NODES:,} YAML nodes")

    def count_alias(self, node: Node, line: int) -> None:
        """Counts what an alias stands for: a few lines of aliases can stand for millions of nodes."""
        self.expanded += node.size
        if self.expanded > MAX_EXPANDED:
            raise Faulty(f"aliases stand for more than {MAX_EXPANDED:,} nodes", line)
