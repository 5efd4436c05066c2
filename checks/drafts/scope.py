"""A scope analysis: problem, gap, layer, classification, components, slice and what is still to decide."""

from __future__ import annotations

from checks.context import Context
from checks.drafts.known import bullets, changed, components, deciding, quoted, sentence, unknown
from checks.model import Verdict

MOST = 12
EXISTING = "CEL selectors, matchAttribute, DeviceClasses, opaque config, CRDs, Helm values, gates"
VERDICTS = {
    Verdict.REQUIRED: "A proposal is required",
    Verdict.DIRECT: "A direct pull request is enough",
    Verdict.UNDECIDED: "People must judge whether a proposal is required",
}


def draft(context: Context) -> str:
    """The seven conclusions of a scope analysis; facts come from the diff, each with its line.

    Source: the seed text's "Scope analysis".
    """
    layers = ", ".join(layer.name for layer in context.profile.layers) or "the neighbouring projects"
    return f"""## Scope: {context.subject.title or unknown("what the change is about")}

**Problem and consumer.** {unknown("the user problem, and a named workload or consumer")}

**Current behaviour and gap (facts).**
{bullets((sentence(f) for f in changed(context)[:MOST]), "what happens today, with a path and a line")}

**Owning layer.** {unknown(f"why here and not in {layers}")}
Tried with what exists: {unknown(EXISTING)}

**Classification.** {VERDICTS[context.classification.verdict]}.
{bullets(quoted(context), "the sentence of the process page that decides")}

**Affected components and contracts (facts).**
{bullets((f"`{c.id}`" for c in components(context)), "the components that change")}
{bullets((sentence(f) for f in deciding(context)), "the contracts that change; none was seen")}

**Smallest valuable slice.** {unknown("what could ship alone")}
**Non-goals.** {unknown("what this does not do")}

**Still to decide (open questions).**
- {unknown("a decision, and who takes it")}"""
