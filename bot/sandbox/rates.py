"""Counts each caller's requests against GitHub's hourly limit."""

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field

from bot.sandbox.errors import RefusedError

HOUR, MINUTE = 3_600, 60


@dataclass
class Quota:
    """What one caller has used of one resource until `reset`."""

    used: int = 0
    reset: int = field(default_factory=lambda: int(time.time()) + HOUR)


class Rates:
    """The quotas of all callers; `limit` is what each has an hour."""

    def __init__(self, limit: int = 5_000) -> None:
        """Begin with nothing used; GitHub's 80 texts a minute hold when `content_a_minute` says so."""
        self.limit = limit
        self.content_a_minute: int | None = None
        self._contents: dict[str, deque[float]] = defaultdict(deque)
        self._quotas: dict[tuple[str, str], Quota] = {}

    def quota(self, caller: str, resource: str) -> Quota:
        """Return the caller's quota of `core` or `graphql`, begun anew when its hour is over."""
        quota = self._quotas.setdefault((caller, resource), Quota())
        if quota.reset <= time.time():
            quota = self._quotas[caller, resource] = Quota()
        return quota

    def use(self, caller: str, resource: str) -> None:
        """Count one request, or raise the 403 of a caller who has none left."""
        quota = self.quota(caller, resource)
        if quota.used >= self.limit:
            raise RefusedError(403, f"API rate limit exceeded for {caller}.")
        quota.used += 1

    def use_content(self, caller: str) -> None:
        """Count one text that people are told of, or raise the 403 of the secondary limit."""
        if self.content_a_minute is None:
            return
        recent, moment = self._contents[caller], time.monotonic()
        while recent and recent[0] <= moment - MINUTE:
            recent.popleft()
        if len(recent) >= self.content_a_minute:
            refused = RefusedError(403, "You have exceeded a secondary rate limit.")
            refused.headers["Retry-After"] = str(int(recent[0] + MINUTE - moment) + 1)
            raise refused
        recent.append(moment)

    def give_back(self, caller: str, resource: str) -> None:
        """Take a request out of the count: GitHub does not count a 304."""
        self.quota(caller, resource).used -= 1

    def shape(self, caller: str, resource: str) -> dict[str, int]:
        """Return GitHub's *rate limit*."""
        quota = self.quota(caller, resource)
        left = max(self.limit - quota.used, 0)
        return {"limit": self.limit, "remaining": left, "reset": quota.reset, "used": quota.used}

    def headers(self, caller: str, resource: str) -> dict[str, str]:
        """Return the `X-RateLimit-*` headers."""
        shape = self.shape(caller, resource)
        named = {f"X-RateLimit-{name.capitalize()}": str(value) for name, value in shape.items()}
        return named | {"X-RateLimit-Resource": resource}
