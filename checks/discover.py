"""Finds how a repository writes its proposals, where its profile does not say: folder, names and statuses."""

from __future__ import annotations

from checks.snapshot import Source
from config.profile import Profile


def discover(base: Source, profile: Profile) -> Profile:
    """The profile with what the tree at the base shows."""
    return profile
