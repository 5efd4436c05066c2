"""The layers that might own the change are weighed."""

from __future__ import annotations

from collections.abc import Sequence

from checks.answers import answer, asked_for, document_prose, gap, goes_by_name
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import listed, names_any, prose
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from config.profile import Layer

NEIGHBOURS = ("device-plugin", "gpu-operator")  # what hands out or prepares the same devices
ENOUGH = 2  # a comparison with two neighbours is one; a third that is plausible may still be missing


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a case for this layer that compares no other one, or leaves out one that the design makes
    plausible.

    "Wrong layer" is how many proposals end. A layer counts as weighed where the section or the alternatives
    name it; whether the reasons convince is for people. With one layer weighed, and that neither the device
    plugin nor the GPU Operator, it asks for these. It blocks only where no neighbour is named at all,
    under the template's own heading. Source: the template's list of layers.
    """
    section = answer(proposal, "layer")
    if section is None:
        return
    layers = context.profile.layers
    here = [layer for layer in layers if names_any(prose(section), layer.words)]
    if not here and layers:
        message = f"{section.title} compares no other layer; say why not {_names(layers)}."
        evidence = asked_for(context, "State why this change lives here", "upstream")
        severity = BLOCKING if goes_by_name(proposal, "layer") else OPTIONAL
        yield gap(proposal, section, message, evidence, about="layers", severity=severity)
        return
    missing = [] if len(here) >= ENOUGH else _plausible(proposal, layers)
    if missing:
        message = f"{section.title} does not weigh {_names(missing)}; the design makes it a plausible owner."
        if len(missing) > 1:
            message = (
                f"{section.title} does not weigh {_names(missing)}; the design makes them plausible owners."
            )
        evidence = asked_for(context, "State why this change lives here", "upstream")
        yield gap(proposal, section, message, evidence, about=_names(missing), severity=OPTIONAL)
        return
    nearest = [] if len(here) >= ENOUGH else _unweighed(proposal, [n for n in layers if n.id in NEIGHBOURS])
    if len(nearest) == len(NEIGHBOURS):
        message = (
            f"{section.title} weighs neither {_names(nearest).replace(' or ', ' nor ')}; say why not there."
        )
        evidence = asked_for(context, "the device plugin", "State why this change lives here")
        yield gap(proposal, section, message, evidence, about=_names(nearest), severity=OPTIONAL)


def _plausible(proposal: Proposal, layers: Sequence[Layer]) -> list[Layer]:
    document = document_prose(proposal)
    return [layer for layer in _unweighed(proposal, layers) if names_any(document, layer.plausible)]


def _unweighed(proposal: Proposal, layers: Sequence[Layer]) -> list[Layer]:
    weighed = prose(proposal.section("layer"), proposal.section("alternatives"))
    return [layer for layer in layers if not names_any(weighed, layer.words)]


def _names(layers: Sequence[Layer]) -> str:
    return listed([layer.name for layer in layers], "or")
