"""What needs a device is not tested on a simulated one alone."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, said_wrong
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import denies, names_any, prose, sentences
from checks.rule import OPTIONAL, Found, rule
from checks.rules.substance.kinds_of_test import HARDWARE

COVERS = lazy(r"\b(?:cover|exercise|run|validat|verif|test|check)\w*\b", re.I)
LEFT_OUT = lazy(r"\bskip\w*|\bleaves? out|\bexclud\w+|\bonly\b", re.I)
JOBS = lazy(r"\btests-gpu[\w-]*|\bpull-[\w-]+|\bnvkind\b|\bdynmig\b", re.I)


@rule(OPTIONAL, Proposal, preview=True)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a test plan by which the job on simulated devices covers what it leaves out, such as dynamic
    MIG or CUDA, and that names no job on real ones.

    The job is green because it skips these tests. A target or job with real GPUs, anywhere in the plan, is
    enough.

    Source: the tags that the project's job on mock NVML filters out.
    """
    simulation = context.profile.contracts.simulation
    section = answer(proposal, "tests")
    words = tuple(w for several in simulation.lacks.values() for w in several)
    if section is None or not words:
        return
    text = prose(section)
    code = " ".join(c for b in section.all_blocks() for c in b.code)
    if HARDWARE.search(text) or JOBS.search(f"{text} {code}"):
        return
    for sentence in sentences(section):
        said = sentence.text
        simulated = names_any(said, simulation.words) or re.search(r"\bCI\b", said)
        claims = simulated and names_any(said, words) and COVERS.search(said)
        if claims and not denies(said) and not LEFT_OUT.search(said):
            message = "The job on simulated devices leaves this out; name the job or target with real GPUs."
            yield said_wrong(proposal, sentence, message, asked_for(context, "Mock NVML", "CPU-only"))
            return
