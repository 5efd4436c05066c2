"""GitHub's GraphQL API, executed by graphql-core against a cut of GitHub's own schema."""

from bot.sandbox.graphql.endpoint import blueprint

__all__ = ["blueprint"]
