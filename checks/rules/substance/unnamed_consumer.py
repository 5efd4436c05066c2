"""The motivation names who needs the change."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap, goes_by_name
from checks.context import Context
from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import names_any, sentences
from checks.rule import BLOCKING, OPTIONAL, Found, rule

USER_CLASS = lazy(
    r"\b(?:operators?|admins?|administrators?|SREs?|tenants?|researchers?|scientists?|engineers?|maintainers?"
    r"|(?:cloud|service|infrastructure|managed|GPU) providers?|vendors?|integrators?|labs?|universit(?:y|ies)"
    r"|(?:platform|infrastructure|inference|training|ML|AI|application|workload|device|driver) "
    r"(?:teams?|owners?|authors?|developers?|builders?|users?)"
    r"|(?:training|inference|serving|batch|HPC|rendering|graphics|simulation|fine-tuning|MPI|LLM|CI"
    r"|analytics|VM"
    r"|multi-node|notebook|interactive|distributed|streaming|latency-sensitive)\b(?: \w+)? ?"
    r"(?:workloads?|jobs?|pods?|servers?|services?|clusters?|platforms?|fleets?|applications?|users)"
    r"|virtual machines?|(?:asked|requested|reported|raised|wanted|needed) by)\b|(?<![\w/])@[A-Za-z][\w-]+",
    re.I,
)
SOME_USERS = lazy(
    r"\b(?!(?:some|many|most|all|the|our|other|several|various|few|these|those|new|potential|future|any|to"
    r"|for|by"
    r"|and|or|of|that|so|lets?|help|certain|different|more|when|if|as|where|what|how|end|because|since"
    r"|which|with)\b)"
    r"[A-Za-z][\w-]{1,40} (?:users|customers)\b",
    re.I,
)
BY_CLAUSE = lazy(
    r"\b(?:users|customers|teams|people|sites|clusters|organi[sz]ations|companies|enterprises)"
    r" (?:of|who|that|which|with|running|using|on|at|in)\b(?P<clause>[^.;:,—]{0,120})",
    re.I,
)
BY_TRAIT = lazy(
    r"\b(?P<trait>[A-Za-z]\w*(?:ed|-\w+)) (?:clusters|fleets|sites|data ?cent(?:er|re)s|installations"
    r"|racks)\b",
    re.I,
)
WISHES = lazy(
    r"\b(?:needs?|wants?|wish(?:es)?|requires?|ask(?:s|ed)?|would|could|can(?:not)?|must|are|is|have|has"
    r"|benefit\w*|struggle\w*|expect\w*|expressed)\b.*",
    re.I,
)
EVERYBODY = frozenset(  # what holds for every user of such a driver tells none from the others
    "ai ml dl gpu gpus kubernetes k8s dra cluster clusters scale workload workloads accelerated accelerator"
    " accelerators compute computing modern large small big many more the their a an and or at in on with of"
    " for to running run runs using use uses production environments environment infrastructure nodes node"
    " pods pod containers applications apps today everywhere different various".split()
)

STORY = lazy(r"\bAs an? [\w-]+", re.I)
PROPER = lazy(r"(?<=[a-z,;] )[A-Z][a-z]{2,}(?=\W)")
OURS = frozenset(
    "Kubernetes Pod Pods Node Nodes Helm Prepare Unprepare Ready Alpha Beta Stable Kubelet Deployment "
    "Service Linux"
    " Secret Event Events Multi Graduation".split()
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a motivation that names no workload, no downstream consumer and no class of users.

    Need in the abstract cannot be weighed, and nobody can be asked. "Users" alone is nobody, and so is
    whoever runs AI at scale; "operators of NVL72 racks" or a project's name is somebody. It is optional where
    the template's own question is missing. Source: the template's question who is asking.
    """
    section = answer(proposal, "consumer")
    if section is None and proposal.section("consumer") is None:
        section = answer(proposal, "motivation")
    if section is None or _names_somebody(_case(proposal, section), context.profile.vocabulary.consumers):
        return
    message = (
        f"{section.title.rstrip('?')} names no workload, downstream consumer or class of users; say who "
        f"needs this."
    )
    asked = goes_by_name(proposal, "consumer")
    evidence = asked_for(context, "Name a concrete workload", "consumer")
    yield gap(proposal, section, message, evidence, about="consumer", severity=None if asked else OPTIONAL)


def _case(proposal: Proposal, section: Section) -> str:
    """What a section says but for goals and non-goals, which may stand below it."""
    apart = {id(s) for s in map(proposal.section, ("goals", "non-goals")) if s}
    return " \n".join(s.text for s in sentences(section) if id(s.section) not in apart)


def _names_somebody(text: str, consumers: tuple[str, ...]) -> bool:
    """Whether a known consumer, a class of users, a role or a proper name stands in the text."""
    if names_any(text, consumers) or any(p.search(text) for p in (USER_CLASS, SOME_USERS, STORY)):
        return True
    told = [*(m["clause"] for m in BY_CLAUSE.finditer(text)), *(m["trait"] for m in BY_TRAIT.finditer(text))]
    if any(map(_tells_apart, told)):
        return True
    return any(m[0] not in OURS for m in PROPER.finditer(text))


def _tells_apart(clause: str) -> bool:
    """Whether a trait or relative clause says more of people than that they run something on GPUs."""
    words = re.findall(r"[a-z0-9][\w-]*", WISHES.sub("", clause).casefold())
    return any(word.split("-")[0] not in EVERYBODY and not word.endswith("ly") for word in words)
