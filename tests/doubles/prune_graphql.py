"""Cuts GitHub's GraphQL schema down to the types that a review bot and the sandbox share.

Get the schema with `npm pack @octokit/graphql-schema@15` and unpack `schema.graphql`, then:
`python tests/doubles/prune_graphql.py schema.graphql bot/sandbox/graphql/github.graphql`
"""

import argparse
import re
from pathlib import Path
from typing import Any

from graphql import (
    DocumentNode,
    FieldDefinitionNode,
    InterfaceTypeDefinitionNode,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    ObjectTypeDefinitionNode,
    TypeNode,
    parse,
    print_ast,
)
from graphql.language import ast, visit
from graphql.language.visitor import REMOVE, Visitor

DESCRIPTION = re.compile(r'"""(?s:.*?)"""\n?')
KEPT = Path(__file__).with_name("graphql_types.txt")
COMPOSITE = (ObjectTypeDefinitionNode, InterfaceTypeDefinitionNode)


class Deprecations(Visitor):
    """Removes directives: what is deprecated is served all the same."""

    def enter_directive(self, *_: Any) -> Any:
        """Remove the node."""
        return REMOVE


def kept_types() -> dict[str, set[str] | None]:
    """Return type name to the fields kept of it, None for all."""
    lines = (line.partition(":") for line in KEPT.read_text().splitlines())
    return {name: set(fields.split()) if colon else None for name, colon, fields in lines}


def named(node: TypeNode) -> str:
    """Return the name of the type under lists and non-null marks."""
    while isinstance(node, NonNullTypeNode | ListTypeNode):
        node = node.type
    assert isinstance(node, NamedTypeNode)
    return node.name.value


def pruned(document: DocumentNode) -> DocumentNode:
    """Return the smaller schema: the kept types, and every scalar, enum and input that they use."""
    kept, nodes = (
        kept_types(),
        {node.name.value: node for node in document.definitions if hasattr(node, "name")},
    )
    payloads = {named(f.type) for f in nodes["Mutation"].fields if f.name.value in (kept["Mutation"] or ())}
    kept.update(dict.fromkeys(payloads))
    used: dict[str, Any] = {}

    def servable(field: FieldDefinitionNode) -> bool:
        target = nodes.get(named(field.type))
        return named(field.type) in kept or not isinstance(target, (*COMPOSITE, ast.UnionTypeDefinitionNode))

    def use(name: str) -> None:
        node = nodes.get(name)
        if node is None or name in used:
            return
        if isinstance(node, COMPOSITE):
            chosen = kept[name]
            fields = [
                f for f in node.fields or () if servable(f) and (chosen is None or f.name.value in chosen)
            ]
            faces = [i for i in node.interfaces or () if i.name.value in kept]
            used[name] = type(node)(name=node.name, fields=tuple(fields), interfaces=tuple(faces))
            for field in fields:
                use(named(field.type))
                for argument in field.arguments or ():
                    use(named(argument.type))
        else:
            used[name] = node
            for field in getattr(node, "fields", None) or ():
                use(named(field.type))

    for name in kept:
        use(name)
    return visit(DocumentNode(definitions=tuple(used[name] for name in sorted(used))), Deprecations())


def main() -> None:
    """Read the whole schema and write the pruned one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    arguments = parser.parse_args()
    document = parse(DESCRIPTION.sub("", arguments.source.read_text()), no_location=True)
    arguments.target.write_text(print_ast(pruned(document)) + "\n")


if __name__ == "__main__":
    main()
