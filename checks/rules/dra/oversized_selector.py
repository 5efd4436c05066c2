"""A selector is no longer than Kubernetes takes."""

from __future__ import annotations

from checks.cel.environment import MAX_BYTES
from checks.context import Context
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds selectors of more than 10,240 bytes.

    The API server refuses the object. Source: `CELSelectorExpressionMaxLength` in k8s.io/api/resource.
    """
    for use in selectors(context):
        size = len(use.expression.encode())
        if size > MAX_BYTES:
            message = f"This selector has {size:,} bytes; Kubernetes takes {MAX_BYTES:,}."
            yield use.defect(context, message, about=use.expression[:200])
