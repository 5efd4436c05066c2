"""YAML to nodes with places. `parse` reads a file, `parse_fragment` text that stands inside another file.

Values are read as Kubernetes reads them, tags construct nothing, aliases share their node, and a document
that cannot be read leaves the others of its file standing.
"""

from __future__ import annotations

from checks.model import Unread
from checks.parse.text import Text
from checks.parse.yaml.nodes import Duplicate, Entry, Fault, Node, YamlDocument, YamlFile

__all__ = ["Duplicate", "Entry", "Fault", "Node", "YamlDocument", "YamlFile", "parse", "parse_fragment"]


def parse(text: Text) -> YamlFile | Unread:
    """The file's documents, or why none of it is read."""
    return parse_fragment(text)


def parse_fragment(text: Text, line: int = 1) -> YamlFile | Unread:
    """Documents of text whose first line is `line` of its file (front matter, a fence, a block scalar)."""
    from checks.parse.yaml.compose import compose  # slow to load, and many changes hold no YAML

    return compose(text, line)
