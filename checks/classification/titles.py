"""Words of a title that say what kind of change its author meant, where the diff leaves that open."""

from __future__ import annotations

import re

from checks.pattern import lazy

FIXES = lazy(
    r"\b(?:fix(?:e[sd])?|bug\w*|crash\w*|panic\w*|regress\w*|races?|leak\w*|deadlock\w*|hang\w*|wrong|incorrect"
    r"|prevent|avoid|ensure|don't|do not|missing|dropped|lost|restor\w+)\b",
    re.I,
)
RESHAPES = lazy(
    r"^chore\b|\b(?:refactor\w*|restruct\w*|renam\w+|simplif\w+|deprecated|redundant|unused|log(?:s|ging)?|typos?"
    r"|lint\w*|formatting|gofmt|gofumpt)\b",
    re.I,
)
BUMPS = lazy(
    r"\b(?:bump\w*|updat\w+|upgrad\w+|vendor\w*|pull in|(?:mov|switch|migrat)\w* to)\b|\bv?\d+\.\d+", re.I
)
