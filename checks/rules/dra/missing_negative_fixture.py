"""A gate comes with a test of what is refused."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claims import claims_in
from checks.globs import matches
from checks.manifests import NEGATIVE_NAME
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.rule import OPTIONAL, Found, rule

REFUSAL = lazy(
    r"\brun ! |\brefute|assert_failure|ExpectError|HaveOccurred|wantErr|expectErr|FailedPrepare|Unschedulable"
    r"|\bPending\b|should (?:fail|reject|refuse)|not be (?:scheduled|allocated)|\bno match",
    re.I,
)


@rule(OPTIONAL, Context, preview=True)
def check(context: Context, _: Context) -> Found:
    """Finds new gates whose tests apply claims and never one that is refused: no device fits, an unknown
    field, the gate off.

    Names of files and words of the changed tests count. Source: the negative fixtures that the target's
    suites have.
    """
    gate = next(iter(context.facts.of("feature-gate-added")), None)
    if gate is None:
        return
    paths = [
        c.new_path
        for c in context.snapshot.changes
        if c.new_path and not c.binary and matches(c.new_path, context.profile.paths.tests)
    ]
    tests = [m for m in context.manifests if m.path in set(paths)]
    if not any(claims_in(tests)) or any(NEGATIVE_NAME.search(p.rpartition("/")[2]) for p in paths):
        return
    texts = (context.snapshot.head.text(p) for p in paths)
    if not any(REFUSAL.search(t.text) for t in texts if t):
        message = (
            "The new tests apply claims that work; add one that is refused: no match, an unknown "
            "field, the gate off."
        )
        yield at_fact(gate, context, message, about="negative fixture")
