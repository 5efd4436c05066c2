"""Who is calling: the App by its signed JWT, an installation by its token, or a person; what each may do."""

import base64
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.sandbox.app_jwt import verified
from bot.sandbox.errors import bad_credentials, forbidden, not_found
from bot.sandbox.model import Account, App, Installation, Repository, now
from bot.sandbox.shapes.accounts import role
from bot.sandbox.site import Site

LEVELS = ("read", "write", "admin")
TOKEN_LENGTH, LIFETIME = 520, timedelta(hours=1)
EDITORS = ("admin", "maintain", "write")


@dataclass(frozen=True)
class Caller:
    """Whoever sent a request; `permissions` are those of an installation's token."""

    account: Account
    app: App | None = None
    installation: Installation | None = None
    permissions: dict[str, str] | None = None
    repository_ids: frozenset[int] | None = None
    expires_at: datetime | None = None

    @property
    def name(self) -> str:
        """Return under which name the caller's rate is counted."""
        return (
            f"installation ID {self.installation.id}" if self.installation else f"user {self.account.login}"
        )

    def sees(self, repository: Repository) -> bool:
        """Say whether the caller may know that the repository exists."""
        if self.installation:
            chosen = self.repository_ids
            inside = chosen is None or repository.id in chosen
            return not repository.private or (inside and self.installation.account is repository.owner)
        return role(repository, self.account) != "none"

    def may(self, repository: Repository, *needs: str) -> bool:
        """Say whether the caller has one of `needs`, each spelt `permission:level`."""
        return any(self._has(repository, *need.split(":")) for need in needs)

    def require(self, repository: Repository, *needs: str) -> None:
        """Raise the 404 or 403 of a caller who may not see the repository or has none of `needs`."""
        if not self.sees(repository):
            raise not_found()
        if not self.may(repository, *needs):
            raise forbidden() if self.installation or self.app else forbidden("Must have write access")

    def _has(self, repository: Repository, permission: str, level: str) -> bool:
        if self.installation:
            inside = self.repository_ids is None or repository.id in self.repository_ids
            if not inside or self.installation.account is not repository.owner:
                return not repository.private and level == "read"
            held = (self.permissions or {}).get(permission)
            return held is not None and LEVELS.index(held) >= LEVELS.index(level)
        if self.app or permission == "checks":
            return level == "read" and self.app is None
        if level == "read" or permission in ("issues", "pull_requests"):
            return True
        return role(repository, self.account) in EDITORS


class Credentials:
    """The tokens that the sandbox gave out."""

    def __init__(self) -> None:
        """Begin with none."""
        self.lifetime = LIFETIME
        self._installations: dict[str, Caller] = {}
        self._people: dict[str, Account] = {}

    def personal(self, account: Account) -> str:
        """Return a person's token."""
        token = f"ghp_{secrets.token_hex(18)}"
        self._people[token] = account
        return token

    def mint(
        self, installation: Installation, permissions: dict[str, str], repository_ids: frozenset[int] | None
    ) -> tuple[str, datetime]:
        """Return a new installation token in the long form of 2026, and when it expires."""
        app = installation.app
        head = f"ghs_{app.id}_" + base64.urlsafe_b64encode(b'{"alg":"RS256","typ":"JWT"}').decode().rstrip(
            "="
        )
        token = (
            f"{head}.{secrets.token_urlsafe(TOKEN_LENGTH)}"[: TOKEN_LENGTH - 87]
            + "."
            + secrets.token_urlsafe(64)
        )
        expires = now() + self.lifetime
        self._installations[token] = Caller(app.bot, None, installation, permissions, repository_ids, expires)
        return token, expires

    def caller(self, site: Site, header: str) -> Caller | None:
        """Return who an `Authorization` header stands for, None for no header; a bad one is a 401."""
        if not header:
            return None
        scheme, _, token = header.partition(" ")
        if scheme.lower() == "basic":
            token = self._basic(token)
        if token in self._people:
            return Caller(self._people[token])
        if token in self._installations:
            return self._living(self._installations[token])
        if token.count(".") == 2 and scheme.lower() == "bearer":
            return Caller(site.app.bot, app=verified(site, token))
        raise bad_credentials()

    def _living(self, caller: Caller) -> Caller:
        if caller.expires_at is None or caller.expires_at <= now():
            raise bad_credentials()
        if caller.installation and caller.installation.suspended_at:
            raise forbidden("This installation has been suspended")
        return caller

    @staticmethod
    def _basic(encoded: str) -> str:
        try:
            return base64.b64decode(encoded, validate=True).decode().partition(":")[2]
        except ValueError:
            raise bad_credentials() from None
