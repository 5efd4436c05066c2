"""Settings of this review that could not be used once they are merged."""

from __future__ import annotations

from collections.abc import Iterable

from checks.model import Defect, Evidence
from checks.registry import rule_names
from checks.rule import BLOCKING, rule
from checks.snapshot import Snapshot
from config.load import SETTINGS_PATH


@rule(BLOCKING, Snapshot)
def check(snapshot: Snapshot, _: object) -> Iterable[Defect]:
    """The change edits `.github/design-review.yaml`, and what it leaves there has faults.

    Settings are read at the base: a fault would first show on everybody else's pull requests. Each fault
    is named with its line and key.

    Left alone: settings without a fault, and a change that takes them away.

    Source: the JSON Schema that `design-review config schema --settings` prints.
    """
    change = snapshot.changed(SETTINGS_PATH)
    text = snapshot.head.text(SETTINGS_PATH) if change and change.new_path else None
    if text is None:
        return
    from config.overrides import settings_faults  # slow to load, and few changes touch settings

    for fault in settings_faults(text.text, rule_names())[1]:
        yield Defect(
            path=SETTINGS_PATH,
            line=fault.line,
            message=f"`{fault.key}`: {fault.message}"
            if fault.key
            else f"The file cannot be used: {fault.message}",
            anchor=fault.key,
            text=fault.message,
            evidence=(Evidence(SETTINGS_PATH, fault.line, text.line(fault.line)),),
        )
