"""The GraphQL documents that we send; each stands in a file of its own, so that tools can check it."""

from functools import cache
from importlib.resources import files


@cache
def query(name: str) -> str:
    """The document in `<name>.graphql`."""
    return (files("bot.github") / f"{name}.graphql").read_text("utf-8")
