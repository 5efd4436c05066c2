"""Holds every exchange with the sandbox, and every webhook, against GitHub's own OpenAPI description."""

import gzip
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from openapi_core import OpenAPI
from openapi_core.exceptions import OpenAPIError
from openapi_core.testing import MockRequest, MockResponse

from bot.sandbox.journal import Exchange

DESCRIPTION = Path(__file__).with_name("github-openapi.json.gz")
PAYLOADS = Path(__file__).with_name("github-webhooks.json.gz")
HOST = "http://sandbox"
# What GitHub's description forbids and GitHub does: an outdated comment has no line, a single line no start.
FORGOTTEN = {"pull-request-review-comment": ("line", "original_line", "position", "start_side")}
# Parameters that hold slashes, which the description has no word for.
TAIL = re.compile(
    r"(/(?:git/ref|git/matching-refs|contents|compare|commits|branches)/)(.+?)(/check-\w+|/pulls)?$"
)


@cache
def description() -> OpenAPI:
    """Return GitHub's description of the operations that we use, with what it forgot put right."""
    whole: dict[str, Any] = json.loads(gzip.decompress(DESCRIPTION.read_bytes()))
    schemas = whole["components"]["schemas"]
    for name, fields in FORGOTTEN.items():
        for field in fields:
            schemas[name]["properties"][field]["nullable"] = True
    labels = whole["paths"]["/repos/{owner}/{repo}/issues/{issue_number}/labels"]["post"]["requestBody"]
    labels["content"]["application/json"]["schema"]["oneOf"].append(
        {"type": "array"}
    )  # the older, plain form
    listed = whole["paths"]["/app/installations"]["get"]["responses"]["200"]["content"]["application/json"]
    listed["schema"]["items"] = {
        "$ref": "#/components/schemas/installation"
    }  # asks for user and enterprise at once
    return OpenAPI.from_dict(nullable(whole))


def nullable(node: Any) -> Any:
    """Let what is nullable be null also beside an `enum`, `anyOf` or `oneOf`; drop discriminators.

    The discriminator of `contents` looks for a property of an array, which no validator finds there.
    """
    if isinstance(node, list):
        return [nullable(item) for item in node]
    if not isinstance(node, dict):
        return node
    found = {key: nullable(value) for key, value in node.items() if key != "discriminator"}
    if found.get("nullable") is True:
        if "enum" in found:
            found["enum"] = [*(value for value in found["enum"] if value is not None), None]
        for key in ("anyOf", "oneOf"):
            if key in found:
                found[key] = [*found[key], {"nullable": True, "enum": [None]}]
    return found


def request_of(one: Exchange) -> MockRequest:
    """Return the exchange's request as openapi-core reads it."""
    path = TAIL.sub(lambda m: m[1] + m[2].replace("/", "%2F") + (m[3] or ""), one.route)
    arguments = dict(pair.partition("=")[::2] for pair in one.query.split("&") if pair)
    return MockRequest(
        HOST,
        one.method.lower(),
        f"/api/v3{path}",
        args=arguments,
        data=one.body or None,
        content_type="application/json",
    )


def violations(journal: Iterable[Exchange]) -> list[str]:
    """Return one line for each request or answer that GitHub's description does not allow.

    Answers that a fault made, refusals (their requests are often wrong on purpose) and 304 are left out.
    """
    return [f"{one.method} {one.route} {one.status}: {why}" for one in journal for why in faults_of(one)]


def faults_of(one: Exchange) -> list[str]:
    """Return what is wrong with one exchange."""
    if one.fault or one.status >= 300:
        return []
    if one.route == "/graphql":
        return document_errors(one)
    found = []
    try:
        description().validate_request(request_of(one))
    except OpenAPIError as error:
        found.append(f"request: {said(error)}")
    kind = one.answer_headers.get("Content-Type", "").partition(";")[0]
    answer = MockResponse(one.answer, status_code=one.status, content_type=kind or "application/json")
    try:
        description().validate_response(request_of(one), answer)
    except OpenAPIError as error:
        found.append(f"answer: {said(error)}")
    return found


def said(error: OpenAPIError) -> str:
    """Return what a validator said, down to the schema's own errors."""
    cause = error.__cause__ or error
    parts = getattr(cause, "schema_errors", None)
    return "; ".join(f"{list(p.absolute_path)} {p.message[:200]}" for p in parts) if parts else str(cause)


def document_errors(one: Exchange) -> list[str]:
    """Return the errors of a GraphQL document that the schema does not allow; a typed error is a refusal."""
    errors = json.loads(one.answer).get("errors", [])
    return [f"document: {error['message']}" for error in errors if "type" not in error]


def unreachable(routes: Iterable[str]) -> list[str]:
    """Return the operations of the description that no rule of `routes` (`METHOD /path/{}`) serves."""
    served = set(routes)
    paths = json.loads(gzip.decompress(DESCRIPTION.read_bytes()))["paths"]
    operations = [f"{method.upper()} {path}" for path, item in paths.items() for method in item]
    return [one for one in operations if re.sub(r"{[^}]*}", "{}", one) not in served]


@cache
def payload_validator(name: str) -> jsonschema_rs.Validator:
    """Return the validator of a payload such as `pull-request-opened`."""
    whole = json.loads(gzip.decompress(PAYLOADS.read_bytes()))
    schema = whole["payloads"][name] | {"components": whole["components"]}
    validator: jsonschema_rs.Validator = jsonschema_rs.validator_for(schema)
    return validator


def payload_faults(event: str, payload: dict[str, Any]) -> list[str]:
    """Return what GitHub's description does not allow in a webhook's payload."""
    name = "-".join(filter(None, (event, payload.get("action")))).replace("_", "-")
    forgotten = '"merge_group" is not one of'  # an event that an App may well have
    errors = [one for one in payload_validator(name).iter_errors(payload) if forgotten not in one.message]
    return [f"{name} {list(error.instance_path)}: {error.message[:200]}" for error in errors]
