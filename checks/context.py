"""What every rule may ask: the change, its facts, the project's process and its proposals."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from checks.facts.observe import Facts
from checks.manifests import Manifest, changed_manifests
from checks.model import Classification
from checks.process import Process
from checks.proposal import Proposal, proposals_at
from checks.snapshot import Snapshot
from checks.subject import Subject
from config.profile import Profile


class Context(Struct, dict=True):
    """One change with all that was learnt of it before the rules run.

    `proposals` are the documents that the change adds or edits, `linked` those at the base that its title,
    body or branch point at.
    """

    snapshot: Snapshot
    profile: Profile
    process: Process
    subject: Subject
    facts: Facts
    classification: Classification
    proposals: tuple[Proposal, ...] = ()
    linked: tuple[Proposal, ...] = ()

    @cached_property
    def manifests(self) -> tuple[Manifest, ...]:
        """Kubernetes objects that the change writes or touches."""
        return tuple(changed_manifests(self.snapshot))

    @cached_property
    def proposals_at_base(self) -> tuple[str, ...]:
        """Paths of every proposal at the merge base."""
        return proposals_at(self.snapshot.base, self.process)

    @cached_property
    def proposals_at_tip(self) -> tuple[str, ...]:
        """Paths of every proposal of the base branch as it is now."""
        return proposals_at(self.snapshot.tip, self.process)

    @cached_property
    def proposals_at_head(self) -> tuple[str, ...]:
        """Paths of every proposal at the head."""
        return proposals_at(self.snapshot.head, self.process)
