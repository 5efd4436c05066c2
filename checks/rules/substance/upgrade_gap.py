"""Upgrade, way back, claims in flight and version skew are spoken of."""

from __future__ import annotations

import re

from checks.answers import NAMED_ONLY, answer, asked_for, gap, has_boxes, ticked
from checks.context import Context
from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import listed, prose, sentences
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from checks.rules.substance.gate_as_upgrade_story import only_the_gate

UPGRADE = lazy(
    r"\bup-?grad\w*|\broll(?:ing|s|ed)?[- ]?(?:out|over|restart|update)\w*|\bnewer|\bnew (?:release"
    r"|version|driver|chart|binar\w+)|\bmigrat\w+|\bhelm upgrade",
    re.I,
)
BACK = lazy(
    r"\bdown-?grad\w*|\broll(?:s|ed|ing)?[- ]?back\w*|\brevert\w*|\bprevious (?:driver|release|version)"
    r"|\bolder (?:driver|release|version|binar\w+|plugin|chart|controller)s? (?:then |will )?(?:ignores?"
    r"|rejects?|drops?"
    r"|reads?|finds?|fails?|cannot|does not|do not|sees?)|\bgo(?:es|ing)? back\b|\bway back\b"
    r"|\bbackwards?\b(?![- ](?:and[- ]forward\w*[- ])?compatib)",
    re.I,
)
EACH_WAY = lazy(
    r"\bfrom\W* \| \W*to\b|\b(?:both|either) (?:directions?|ways?)\b|\d\s?(?:→|->)[\s\S]{0,400}\d\s?(?:→|->)",
    re.I,
)
IN_FLIGHT = lazy(
    r"\bin[- ]flight|\b(?:prepared|allocated|existing|running|active|live|current|bound|open|outstanding"
    r"|in-use|persisted"
    r"|already[- ]prepared|started)\b[^.;]{0,40}\b(?:claims?|pods?|workloads?|jobs?|allocations?|devices?"
    r"|objects?|Compute ?Domains?"
    r"|domains?|containers?|VMs?|sessions?|reconcil\w+|partitions?)"
    r"|\b(?:claims?|pods?|workloads?|jobs?|Compute ?Domains?|objects?)\b[^.;]{0,60}\b(?:keep|kept"
    r"|unaffected|continue|survive|stay|remain"
    r"|drain\w*|prepared|running|not touched|untouched|undisturbed|unchanged|finish|complete|continues?"
    r"|affected|disrupted|interrupted|restarted|evicted|re-?prepared|lose|lost"
    r"|exist\w*|deleted?|recreat\w+)"
    r"|\bprepares? (?:the )?claims?|\bdrain\w*|\bunprepare\w*|\bwhile (?:any|a|claims?|pods?|workloads?)\b"
    r"|\b(?:no|without|not)\b[^.;]{0,30}\bstate\b|\bstateless\b|\bnothing (?:is )?(?:persisted|written|stored"
    r"|recorded|kept)"
    r"|\b(?:prepare|prepared state|prepare path)\b[^.;]{0,40}\b(?:unchanged|not (?:touched|changed"
    r"|affected))",
    re.I,
)
SKEW = lazy(
    r"\bskew\w*|\bmixed[- ]versions?|\bmixed (?:cluster|fleet|state|release|version)\w*"
    r"|\b(?:old|older|newer|new|previous|different|updated|not[- ]yet[- ]updated|un-?upgraded"
    r"|upgraded)\b[^.;]{0,25}"
    r"\b(?:plugins?|controllers?|daemons?|nodes?|kubelets?|binar(?:y|ies)|components?|webhooks?|agents?"
    r"|chart|schedulers?|readers?|drivers?|replicas?|pods?|side|peers?|clients?)\b"
    r"|\bn ?[-−–] ?[12]\b|\b(?:rolls?|rolled|upgraded|updated|restarts?) (?:independently|separately|first"
    r"|before|after|in any order|one by one|node by node)"
    r"|\bin any order\b|\border of (?:the )?(?:roll|upgrade)\w*|\bpartially (?:upgraded|rolled)"
    r"|\bhalf[- ](?:upgraded|rolled)|\bboth versions\b"
    r"|\b(?:before|after) the (?:plugin|controller|daemon|webhook|other)s?\b|\bdisagree\w*"
    r"|\bdoes not (?:know|understand)"
    r"|\b(?:during|while) (?:the |a )?roll(?:ing|out)\b[^.;]{0,30}\b(?:some|nodes?|others?|both)\b",
    re.I,
)
SWITCH = lazy(
    r"\b(?:switch(?:es|ing)?|chang(?:es?|ing)|mov(?:es?|ing)|flip(?:s|ping)?|toggl(?:es?"
    r"|ing))\b[^.;]{0,40}\bmodes?\b"
    r"|\bmode (?:change|switch)",
    re.I,
)
BOTH_WAYS = lazy(
    r"\bbetween\b|\b(?:in|for) (?:both|either) (?:directions?|ways?)|\bvice versa|\beither (?:way"
    r"|direction)|\bback\b|\bboth ways"
    r"|\bfrom\b[^.]{0,60}\bto\b[^.]{0,200}\bfrom\b[^.]{0,60}\bto\b|\breverse\w*|\bother direction",
    re.I,
)
PARTS = frozenset(
    {
        "gpu-kubelet-plugin",
        "compute-domain-kubelet-plugin",
        "compute-domain-controller",
        "compute-domain-daemon",
        "webhook",
    }
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Names which of upgrade, downgrade or rollback, claims in flight and version skew the section leaves
    out.

    Skew counts where two or more running components are ticked, and is optional when it alone is missing. A
    switch of modes needs both directions. Any plain statement is an answer, also that a case is
    unsupported; "compatible" and a bare "N/A" are none. Source: the template's question what happens while
    claims are in flight.
    """
    section = answer(proposal, "upgrade")
    if section is None or only_the_gate(section):
        return
    text = _said(section)
    blocking = []
    both = bool(EACH_WAY.search(text))
    if not both and not UPGRADE.search(text) and not BACK.search(text):
        blocking.append("what an upgrade does")
    if not both and not BACK.search(text):
        blocking.append("what a downgrade or rollback does")
    if not IN_FLIGHT.search(text):
        blocking.append("what happens to claims in flight")
    if SWITCH.search(text) and not BOTH_WAYS.search(text):
        blocking.append("what switching the mode back does")
    optional = (
        []
        if SKEW.search(text) or not _several_parts(proposal, context)
        else ["how components of different versions get along"]
    )
    missing = blocking + optional
    if missing:
        message = f"{section.title} does not say {listed(missing)}."
        evidence = asked_for(context, "What happens if a cluster upgrades", "in flight")
        severity = BLOCKING if blocking else OPTIONAL
        yield gap(proposal, section, message, evidence, about="; ".join(missing), severity=severity)


def _said(section: Section) -> str:
    text = prose(section)
    for sentence in sentences(section):
        text = text.replace(sentence.text, "") if NAMED_ONLY.fullmatch(sentence.text) else text
    return text


def _several_parts(proposal: Proposal, context: Context) -> bool:
    return has_boxes(proposal) and len(ticked(proposal, context) & PARTS) > 1
