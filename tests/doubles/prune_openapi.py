"""Cuts GitHub's OpenAPI description down to the operations that a review bot and its double share.

Get the description with `npm pack @octokit/openapi@23` and unpack `generated/api.github.com.json`, then:
`python tests/doubles/prune_openapi.py api.github.com.json tests/doubles/github-openapi.json.gz`
"""

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

OPERATIONS = Path(__file__).with_name("openapi_operations.txt")
PROSE = {"description", "example", "examples", "externalDocs", "summary", "x-github", "tags", "operationId"}


def kept_paths(paths: dict[str, Any], operations: list[str]) -> dict[str, Any]:
    """Return the path items of `operations` alone; one that GitHub does not describe is a KeyError."""
    kept: dict[str, Any] = {}
    for operation in operations:
        method, path = operation.split()
        item = kept.setdefault(path, {})
        item[method.lower()] = paths[path][method.lower()]
    return kept


def without_prose(node: Any, *, names: bool = False) -> Any:
    """Drop what only people read; `names` says that the keys of `node` name properties."""
    if isinstance(node, list):
        return [without_prose(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: without_prose(value, names=not names and key == "properties")
        for key, value in node.items()
        if names or key not in PROSE or (key == "description" and "content" in node)
    }


def reachable(node: Any, components: dict[str, Any], found: dict[str, dict[str, Any]]) -> None:
    """Collect into `found` every component that `node` refers to, directly or not."""
    if isinstance(node, list):
        for item in node:
            reachable(item, components, found)
    elif isinstance(node, dict):
        reference = node.get("$ref")
        if isinstance(reference, str):
            _, _, kind, name = reference.split("/", 3)
            if name not in found.setdefault(kind, {}):
                found[kind][name] = components[kind][name]
                reachable(components[kind][name], components, found)
        for value in node.values():
            reachable(value, components, found)


def described(responses: Any) -> None:
    """Give each response object the description that OpenAPI requires of it."""
    if isinstance(responses, dict):
        for response in responses.values():
            if isinstance(response, dict) and "$ref" not in response:
                response.setdefault("description", "")


def pruned(source: dict[str, Any]) -> dict[str, Any]:
    """Return the smaller OpenAPI description."""
    paths = without_prose(kept_paths(source["paths"], OPERATIONS.read_text().splitlines()), names=True)
    components: dict[str, dict[str, Any]] = {}
    reachable(paths, source["components"], components)
    components = {
        kind: {name: without_prose(value) for name, value in found.items()}
        for kind, found in components.items()
        if kind not in ("examples",)
    }
    described(components.get("responses"))
    for item in paths.values():
        for operation in item.values():
            described(operation["responses"])
    return {
        "openapi": source["openapi"],
        "info": {"title": source["info"]["title"], "version": source["info"]["version"]},
        "servers": [{"url": "/api/v3"}],
        "paths": paths,
        "components": components,
    }


def main() -> None:
    """Read the whole description and write the pruned one; the same input gives the same bytes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    arguments = parser.parse_args()
    text = json.dumps(pruned(json.loads(arguments.source.read_text())), separators=(",", ":"), sort_keys=True)
    arguments.target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
