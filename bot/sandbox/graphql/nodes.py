"""How a GraphQL field finds its value: in the node that shows a thing, else in the thing itself."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from graphql import GraphQLError, GraphQLResolveInfo

from bot.sandbox.auth import Caller
from bot.sandbox.model import Account
from bot.sandbox.site import Site, timestamp
from bot.sandbox.state import node_id

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

MISSING = object()
KINDS: dict[type, type["Node"]] = {}


@dataclass(frozen=True)
class Context:
    """What every field may need: the server and who is asking."""

    sandbox: "Sandbox"
    caller: Caller

    @property
    def site(self) -> Site:
        """Return what the server holds."""
        return self.sandbox.site

    @property
    def viewer(self) -> Account:
        """Return the account that is asking."""
        return self.caller.account

    def show(self, thing: Any) -> Any:
        """Return a thing of the state as its node, a moment as text, and anything else as it is."""
        if isinstance(thing, datetime):
            return timestamp(thing)
        if type(thing) in KINDS:
            return KINDS[type(thing)](self, thing)
        return [self.show(item) for item in thing] if isinstance(thing, list) else thing


class Node:
    """Shows one thing of the state as a GraphQL type; a subclass adds what the thing itself lacks."""

    typename: ClassVar[str]

    def __init__(self, context: Context, of: Any) -> None:
        """Keep the thing, and who is looking at it."""
        self.context, self.of = context, of

    @property
    def id(self) -> str:
        """Return the global id."""
        return node_id(self.of)

    @property
    def database_id(self) -> int:
        """Return the number by which REST knows the thing."""
        number: int = self.of.id
        return number

    @property
    def full_database_id(self) -> str:
        """Return the same number as a BigInt."""
        return str(self.of.id)


def shows(kind: type) -> Callable[[type[Node]], type[Node]]:
    """Register the node that shows a kind of thing."""

    def register(node: type[Node]) -> type[Node]:
        KINDS[kind] = node
        return node

    return register


def snake(name: str) -> str:
    """Return a GraphQL name in Python's spelling."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def resolve(source: Any, info: "GraphQLResolveInfo[Any]", **arguments: Any) -> Any:
    """Return a field's value; a field that the sandbox does not serve is an error that says so."""
    name, context = snake(info.field_name), info.context
    if isinstance(source, dict):
        value = source.get(info.field_name, source.get(name, MISSING))
    else:
        value = getattr(source, name, MISSING)
        if value is MISSING:
            value = getattr(getattr(source, "of", None), name, MISSING)
    if value is MISSING:
        raise GraphQLError(f"The sandbox does not serve {info.parent_type.name}.{info.field_name}.")
    if callable(value):
        value = value(**{snake(key): given for key, given in arguments.items()})
    return context.show(value)


def type_of(value: Any, *_: Any) -> str:
    """Return the GraphQL type of a value whose field promises only an interface."""
    return str(value.typename)
