"""A request of v1 nests what it asks for."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import NESTED_VERSIONS, claim_of
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import DEVICE_FIELDS, REQUESTS
from checks.manifests import Manifest
from checks.model import Suggestion
from checks.parse.yaml import Node
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds requests in `resource.k8s.io/v1` or `v1beta2` with `deviceClassName`, `count` and the like beside
    their name.

    There they belong below `exactly:`. `kubectl` refuses the flat form as unknown fields; Helm and client
    libraries drop the fields, and the API server then misses "exactly one of `exactly` or `firstAvailable`".
    Subrequests of `firstAvailable` are flat in every version and pass, as do objects of `v1beta1` and those
    whose version a template decides.

    Source: `DeviceRequest` in k8s.io/api/resource/v1.
    """
    claim = claim_of(manifest)
    if claim is None or claim.version not in NESTED_VERSIONS or not is_judged(manifest, context):
        return
    for entry in claim.entries[:REQUESTS]:
        flat = [e.key for e in entry.entries if e.key in DEVICE_FIELDS]
        if flat and entry.entry("exactly") is None:
            name = manifest.root.get("apiVersion")
            yield fault(
                manifest,
                entry,
                f"In {name.text if name else 'v1'} a request nests `{flat[0]}` below `exactly:`; the flat "
                "form is that of v1beta1 and is refused here.",
                context,
                about=f"flat {_name(entry)}",
                suggestion=_nested(manifest, entry, context),
            )


def _name(entry: Node) -> str:
    name = entry.get("name")
    return name.text if name else ""


def _nested(manifest: Manifest, entry: Node, context: Context) -> Suggestion | None:
    """The request with all but its name below `exactly:`, where it is written one field a line."""
    text = context.snapshot.head.text(manifest.path)
    own = [e.key for e in entry.entries]
    if text is None or own[0] != "name" or "firstAvailable" in own or manifest.form == "heredoc":
        return None
    lines = [text.line(n) for n in range(entry.line, entry.end_line + 1)]
    first = entry.entries[1]
    indent = " " * (entry.column - 1)
    if first.line != entry.line + 1 or "{" in lines[0] or not all(_inside(li, indent) for li in lines[1:]):
        return None
    nested = [f"  {line}" if line.strip() else line for line in lines[1:]]
    return Suggestion(
        manifest.path, entry.line, entry.end_line, "\n".join([lines[0], f"{indent}exactly:", *nested])
    )


def _inside(line: str, indent: str) -> bool:
    return not line.strip() or line.startswith(indent)
