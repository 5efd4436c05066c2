"""Takes `POST /graphql`, runs the document, and answers in GitHub's way: 200, with typed errors."""

from functools import cache
from importlib.resources import files

from flask import Blueprint, Response, g, jsonify
from graphql import ExecutionResult, GraphQLError, GraphQLSchema, build_schema, graphql_sync

from bot.sandbox.errors import RefusedError
from bot.sandbox.graphql.nodes import Context, resolve, type_of
from bot.sandbox.graphql.roots import Mutation, Query
from bot.sandbox.rest.request import caller, fields, sandbox
from bot.sandbox.site import Json

blueprint = Blueprint("graphql", __name__)


@cache
def schema() -> GraphQLSchema:
    """Return the cut of GitHub's schema that the sandbox serves."""
    return build_schema((files("bot.sandbox.graphql") / "github.graphql").read_text("utf-8"))


@blueprint.post("/graphql")
def execute() -> Response:
    """Answer one document."""
    sent = fields()
    if not isinstance(sent.get("query"), str):
        raise RefusedError(400, "A query attribute must be specified and must be a string.")
    context = Context(sandbox(), caller())
    result = graphql_sync(
        schema(),
        sent["query"],
        Root(context),
        context,
        sent.get("variables"),
        sent.get("operationName"),
        field_resolver=resolve,
        type_resolver=type_of,
    )
    g.graphql_errors = result.errors
    return jsonify(answer(result))


class Root(Query, Mutation):
    """Where both kinds of operation begin."""


def answer(result: ExecutionResult) -> Json:
    """Return GitHub's JSON of a result."""
    errors = [typed(error) for error in result.errors or ()]
    body: Json = {} if result.data is None and errors else {"data": result.data}
    return body | ({"errors": errors} if errors else {})


def typed(error: GraphQLError) -> Json:
    """Return an error as GitHub spells it, with a `type` where the sandbox refused something."""
    shape: Json = dict(error.formatted)
    shape.pop("extensions", None)
    cause = error.original_error
    return ({"type": cause.kind} if isinstance(cause, RefusedError) else {}) | shape
