"""Every text of ours that people read on GitHub: check, comment, inline comments and answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.publish.decisions import SETTLE, decision_blocks
from bot.publish.escape import code, prose
from checks.model import Evidence, Finding, Reason, Review, Severity, State, Verdict
from checks.rule import Rule

VERDICTS = {
    Verdict.REQUIRED: "This change needs a design proposal.",
    Verdict.DIRECT: "This change can go straight to review: no design proposal is needed.",
    Verdict.UNDECIDED: "People must judge whether this change needs a design proposal.",
}
MEND = "For the author to mend"
MAX_NOTE, MAX_QUOTE = 400, 300
SHOWN_IN_COMMENT = 10
Block = str


def fit(blocks: Sequence[Block], limit: int, rest: str = "More was found than fits here.") -> str:
    """The blocks in order, as many as fit into so many bytes, with `rest` in place of those left out."""
    said: list[Block] = []
    size = len(rest) + 2
    for block in blocks:
        size += len(block.encode()) + 2
        if size > limit:
            return "\n\n".join([*said, rest])
        said.append(block)
    return "\n\n".join(said)


def summary(review: Review, limit: int) -> str:
    """The verdict with its reasons, decisions, the checklist and what moves the proposal on."""
    return fit([*_verdict(review), *decision_blocks(review), *_advance(review), *_unread(review)], limit)


def details(review: Review, limit: int) -> str:
    """Every finding with its evidence, in descending impact."""
    groups = (
        (f"Blocking. {MEND}", [f for f in review.findings if f.needs_mending]),
        (f"Blocking. {SETTLE}", [f for f in review.findings if _awaits(f)]),
        ("Optional", [f for f in review.findings if _is_optional(f)]),
        ("Preview, never blocking", [f for f in review.findings if f.preview and not f.waived]),
        ("Waived", [f for f in review.findings if f.waived]),
    )
    blocks = [b for title, found in groups if found for b in (f"### {title}", *map(finding_block, found))]
    return fit(blocks, limit)


def markdown(review: Review) -> str:
    """The whole review as one Markdown page: summary, then details."""
    return f"## {prose(review.readiness.headline)}\n\n" + "\n\n".join(
        part for part in (summary(review, 10**9), details(review, 10**9)) if part
    )


def _awaits(finding: Finding) -> bool:
    return finding.open_blocking and not finding.needs_mending


def _is_optional(finding: Finding) -> bool:
    return finding.severity is Severity.OPTIONAL and not finding.waived and not finding.preview


def _verdict(review: Review) -> list[Block]:
    said = review.classification
    blocks = [f"**{VERDICTS[said.verdict]}**"]
    if said.override:
        blocks.append(f"{code(said.override.by)} decided so: {prose(said.override.reason)}")
    blocks += [
        f"- {prose(because)}\n  Seen at " + ",\n  ".join(map(_seen, reasons))
        for because, reasons in groupby(said.reasons, key=lambda r: r.because)
    ]
    blocks += [f"- {prose(e.because)} {prose(e.detail)}".rstrip() for e in said.exemptions]
    return blocks


def _seen(reason: Reason) -> str:
    place = code(f"{reason.path}:{reason.line}")
    detail = f": {prose(reason.detail)}" if reason.detail else ""
    return f"{place} ({code(reason.symbol)}{detail})" if reason.symbol else place


def _advance(review: Review) -> list[Block]:
    if not review.to_advance:
        return []
    following = review.readiness.next_status or "the next status"
    return [f"### To reach {code(following)}", "\n".join(f"- {prose(item)}" for item in review.to_advance)]


def _unread(review: Review) -> list[Block]:
    if not review.unread:
        return []
    rows = (f"- {code(u.path)}: {prose(u.why)}" for u in review.unread)
    return ["### Not read", "\n".join(rows)]


def finding_block(finding: Finding) -> Block:
    """One finding as a list item with its place and evidence."""
    place = code(f"{finding.path}:{finding.line}")
    section = f", {prose(finding.section)}" if finding.section else ""
    said = f"- **{finding.rule}** at {place}{section}\n  {prose(finding.message)}"
    waived = (
        f"\n  Waived by {code(finding.waived.by)}: {prose(finding.waived.reason)}" if finding.waived else ""
    )
    return f"{said}{_evidence(finding)}{waived}\n  <sub>id {code(finding.id)}</sub>"


def _evidence(finding: Finding) -> str:
    """The lines that show it; of its own line, whose place was just said, the words alone."""
    own = (finding.path, finding.line)
    said = (_quote(e) if (e.path, e.line) == own else _placed(e, " ") for e in finding.evidence)
    return "".join(f"\n  {quoted}" for quoted in said if quoted)


def _placed(evidence: Evidence, between: str) -> str:
    """A place and its line; of a line without a word, such as `{`, the place alone says more."""
    return between.join(part for part in (code(f"{evidence.path}:{evidence.line}"), _quote(evidence)) if part)


def _quote(evidence: Evidence) -> str:
    text = evidence.text if len(evidence.text) <= MAX_QUOTE else f"{evidence.text[:MAX_QUOTE]}…"
    return code(text) if any(map(str.isalnum, text)) else ""


def finding_text(finding: Finding, under: range | None = None) -> str:
    """A finding as a comment says it; one that stands right under some lines does not repeat them."""
    lines = under or range(0)
    told = [e for e in finding.evidence if e.path != finding.path or e.line not in lines]
    evidence = "".join(f"\n- {_placed(e, ': ')}" for e in told)
    asks = f"<sub>{_weight(finding)} {code(finding.rule)}, id {code(finding.id)}</sub>"
    return f"{prose(finding.message)}" + (f"\n{evidence}" if evidence else "") + f"\n\n{asks}"


def _weight(finding: Finding) -> str:
    if finding.severity is Severity.OPTIONAL:
        return "Optional."
    return f"Blocking. {SETTLE if finding.awaits_others else MEND}."


def needs_comment(review: Review) -> bool:
    """Whether there is anything for people to act on."""
    return review.readiness.state is not State.READY


def comment_text(review: Review) -> str:
    """The one comment: headline, verdict, what is open and whose it is, and where the rest stands."""
    blocks = [f"**{prose(review.readiness.headline)}**", *_verdict(review)]
    blocks += _to_mend([f for f in review.findings if f.needs_mending])
    blocks += decision_blocks(review)
    blocks.append(
        "<sub>The check run has every finding. `/design help` in a comment lists the commands.</sub>"
    )
    return fit(blocks, 60_000)


def _to_mend(findings: Sequence[Finding]) -> Iterable[Block]:
    if not findings:
        return []
    shown = findings[:SHOWN_IN_COMMENT]
    rows = [f"- {code(f'{f.path}:{f.line}')} **{f.rule}**: {prose(f.message)}" for f in shown]
    more = len(findings) - len(shown)
    return [f"### {MEND}", "\n".join([*rows, *([f"- and {more} more"] if more else [])])]


def change_note(review: Review) -> str:
    """One short line for a change of state, within 400 characters."""
    return f"Design review: {prose(review.readiness.headline)}"[: MAX_NOTE - 60]


def status_text(review: Review) -> str:
    """The answer to `status`."""
    return fit([f"**{prose(review.readiness.headline)}**", *_verdict(review), *_checklist(review)], 60_000)


def _checklist(review: Review) -> list[Block]:
    return ["\n".join(f"- [ ] {prose(item)}" for item in review.checklist)] if review.checklist else []


def next_text(review: Review) -> str:
    """The answer to `next`."""
    if not review.to_advance:
        return f"Nothing is left to do here: {prose(review.readiness.headline)}"
    return fit(_advance(review), 60_000)


def rule_text(rule: Rule) -> str:
    """The answer to `explain` for a rule: its own page."""
    return f"**{rule.name}** ({rule.severity.value}, {rule.family})\n\n{rule.doc}"
