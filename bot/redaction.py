"""Takes secrets out of whatever is about to be shown: tokens, keys and passwords."""

import re

REDACTED = "[redacted]"
_SHAPES = re.compile(
    r"gh[a-z]_[A-Za-z0-9._-]+"  # installation tokens are now long, with dots (github.blog, 2026-05-15)
    r"|github_pat_[A-Za-z0-9_]+"
    r"|eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|(?<=://)[^/\s@]+(?=@)"
    r"|(?i:(?<=bearer )|(?<=basic ))[A-Za-z0-9+/._=-]{8,}",
    re.DOTALL,
)


class Redactor:
    """Replaces what looks like a secret, and the secrets of this installation whatever they look like."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        lines = {line for secret in secrets for line in (secret, *secret.splitlines()) if len(line) >= 6}
        known = sorted(lines, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, known))) if known else None

    def text(self, text: str) -> str:
        """The text without secrets."""
        if self._known:
            text = self._known.sub(REDACTED, text)
        return _SHAPES.sub(REDACTED, text)

    def value(self, value: object) -> object:
        """A value of a log line without secrets, however deep they stand."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.value(key): self.value(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self.value(inner) for inner in value]
        if value is None or isinstance(value, bool | int | float):
            return value
        return self.text(str(value))
