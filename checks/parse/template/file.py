"""A template file: its text, its actions, and what is worked out from them when asked."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from checks.model import Unread
from checks.parse.template.actions import Action, Broken, scan
from checks.parse.template.guards import Refusal, conditions_at, lines_of, refusals
from checks.parse.template.mask import PLACEHOLDER, mask
from checks.parse.template.uses import Use, uses
from checks.parse.text import Text
from checks.parse.yaml import Node, YamlFile
from checks.parse.yaml import parse as parse_yaml


class Template(Struct, dict=True):
    """A parsed template. `broken` says where its actions could not be followed further, if anywhere."""

    path: str
    text: Text
    actions: tuple[Action, ...]
    broken: Broken | None = None

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """What it reads of its data, in order."""
        return tuple(uses(self.actions))

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        """Where it stops rendering with a message of its own."""
        return tuple(refusals(self.actions))

    @cached_property
    def refusing_lines(self) -> frozenset[int]:
        """Lines of the blocks that end in `fail`."""
        return lines_of(self.refusals)

    def conditions_at(self, line: int) -> tuple[str, ...]:
        """Under which conditions a line is rendered, outermost first."""
        return conditions_at(self.actions, line)

    @cached_property
    def yaml(self) -> YamlFile | None:
        """The YAML around its actions, or None where there is too much of it.

        All branches stand in it where that parses, else the first of each. Scalars that an action prints
        into hold a placeholder; `source` gives the action back.
        """
        every = self._parse(first_branch=False)
        if every is None or not every.faults:
            return every
        first = self._parse(first_branch=True)
        return first if first and len(first.faults) < len(every.faults) else every

    def source(self, node: Node) -> str:
        """A scalar's words with its placeholders turned back into the actions.

        A variable that is set once gives what it is set to.
        """
        return PLACEHOLDER.sub(lambda m: self._action(int(m[1])), node.text)

    def is_literal(self, node: Node) -> bool:
        """Whether no action prints into the scalar."""
        return PLACEHOLDER.search(node.text) is None

    def _action(self, number: int) -> str:
        body = self.actions[number].body if number < len(self.actions) else ""
        return "{{ " + self._variables.get(body, body) + " }}" if body else ""

    @cached_property
    def _variables(self) -> dict[str, str]:
        """Variables that are set once, each to its expression."""
        found: dict[str, list[str]] = {}
        for action in self.actions:
            name, _, value = action.body.partition(":=" if ":=" in action.body else "=")
            if action.keyword == "set":
                found.setdefault(name.strip(), []).append(value.strip())
        return {name: values[0] for name, values in found.items() if len(values) == 1}

    def _parse(self, *, first_branch: bool) -> YamlFile | None:
        masked = mask(self.text.text, self.actions, first_branch=first_branch)
        parsed = parse_yaml(Text(self.path, masked))
        return None if isinstance(parsed, Unread) else parsed


def parse(text: Text) -> Template:
    """The template; a text without actions is one too."""
    return Template(text.path, text, *scan(text.text))
