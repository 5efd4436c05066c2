"""Cuts GitHub's description of its webhooks down to the payloads that the App takes and the sandbox sends.

Get it with `npm pack @octokit/openapi-webhooks@12`, unpack `generated/api.github.com.json`, then:
`python -m tests.doubles.prune_webhooks api.github.com.json tests/doubles/github-webhooks.json.gz`
"""

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

from tests.doubles.prune_openapi import reachable, without_prose

EVENTS = (
    "check-run",
    "check-suite",
    "installation",
    "issue-comment",
    "merge-group",
    "ping",
    "pull-request",
    "push",
)


def pruned(source: dict[str, Any]) -> dict[str, Any]:
    """Return the payload schemas by name, such as `pull-request-opened`, and what they refer to."""
    kept = {
        name: hook["post"]["requestBody"]["content"]["application/json"]["schema"]
        for name, hook in source["webhooks"].items()
        if name.startswith(EVENTS)
    }
    payloads = {name: without_prose(schema) for name, schema in kept.items()}
    found: dict[str, dict[str, Any]] = {}
    reachable(payloads, source["components"], found)
    schemas = {name: without_prose(schema) for name, schema in found["schemas"].items()}
    return {"payloads": payloads, "components": {"schemas": schemas}}


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
