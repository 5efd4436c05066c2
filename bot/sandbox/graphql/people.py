"""Accounts and the App as GraphQL nodes."""

from typing import Any

from bot.sandbox.graphql.nodes import Node, shows
from bot.sandbox.model import Account, App
from bot.sandbox.shapes import accounts


@shows(Account)
class AccountNode(Node):
    """A User, a Bot or an Organization; a bot's login has no `[bot]` here, unlike in REST."""

    @property
    def typename(self) -> str:  # type: ignore[override]
        """Return which of the three it is."""
        return str(self.of.kind)

    @property
    def login(self) -> str:
        """Return the name."""
        return str(self.of.login).removesuffix("[bot]")

    name = None

    @property
    def url(self) -> str:
        """Return the page's address."""
        return f"{self.context.site.url}/{self.login}"

    @property
    def resource_path(self) -> str:
        """Return the page's path."""
        return f"/{self.login}"

    @property
    def updated_at(self) -> Any:
        """Return when it last changed."""
        return self.of.created_at

    def avatar_url(self, **_: Any) -> str:
        """Return the picture's address."""
        return str(accounts.user(self.context.site, self.of)["avatar_url"])


class ResolverNode(AccountNode):
    """Whoever resolved a thread, whom GitHub shows as a User even when it was a bot."""

    typename = "User"


@shows(App)
class AppNode(Node):
    """A GitHub App."""

    typename = "App"
    description = None

    @property
    def client_id(self) -> str:
        """Return the client id."""
        return f"Iv23li{self.of.id}"

    @property
    def url(self) -> str:
        """Return the page's address."""
        return f"{self.context.site.url}/apps/{self.of.slug}"

    @property
    def updated_at(self) -> Any:
        """Return when it last changed."""
        return self.of.created_at
