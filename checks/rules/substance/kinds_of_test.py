"""What kinds of test a plan names, and whether it names where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.parse.markdown import Block
from checks.pattern import lazy
from checks.prose import names_any

UNIT = lazy(
    r"\bunit[- ]?(?:level |and property )?tests?\b|\bunit\b|\btable[- ]driven\b|\bgo test\b|_test\.go\b"
    r"|\bfuzz\w*",
    re.I,
)
BEYOND_UNIT = lazy(
    r"\bintegration\b|\be2e\b|\bend[- ]to[- ]end\b|\bBATS\b|\bmock[- ]?NVML|\bnvml-mock\b|\benvtest\b"
    r"|\bfake[- ](?:API|client)|\bharness\b"
    r"|\bkind\b(?: cluster| mock|,|\.|\)|;|-)|\bKind\b|\bhelm (?:template|lint|unittest|test|render)"
    r"|\brender(?:s|ed|ing)?\b[^.]{0,40}\bcharts?\b|\bcharts?\b[^.]{0,40}\brender"
    r"|\bcontroller tests?\b|\bLambda\b|\breal[- ](?:GPU|hardware|node|cluster|fabric)|\bgenuine\b"
    r"|\bhardware\b|\bon (?:a |an )?(?:(?-i:[A-Z]{1,2}\d{2,3})|GB200|DGX|HGX|GPU)"
    r"|\bconformance\b|\bscale tests?\b|\bperformance\b|\bbenchmark\w*|\bsoak\b|\bupgrade tests?\b"
    r"|\bsystem tests?\b|\bsmoke\b|\bchaos\b|\bload tests?\b|\bcluster\b",
    re.I,
)
HARDWARE = lazy(
    r"\bLambda\b|\breal[- ](?:GPUs?|hardware|nodes?|fabric)|\bgenuine\b|\b(?:GPU|physical|NVL72|GB200|H100"
    r"|A100|A10|B200|L40S?) (?:nodes?|hardware|machines?|clusters?|boxes|runners?)\b"
    r"|\bon (?:a |an |real )?(?:(?-i:[A-Z]{1,2}\d{2,3})|GB200|DGX|HGX|GPUs?|hardware)\b|\bhardware[- ]only\b"
    r"|\bbare[- ]metal\b",
    re.I,
)
WITHOUT_HARDWARE = lazy(
    r"\bunit\b|_test\.go|\bmock\w*|\bno GPUs?\b|\bwithout (?:a |any )?(?:GPUs?|hardware)|\bCPU[- ]only\b"
    r"|\bkind\b|\benvtest\b|\bfake\w*|\bsimulat\w*|\bemulat\w*|\bstub\w*"
    r"|\bhelm (?:template|lint|unittest)|\brender\w*",
    re.I,
)
CANNOT_MOCK = lazy(
    r"\b(?:cannot|can't|can not|not possible|impossible|no way|does not (?:model|support|simulate|emulate"
    r"|provide)|doesn't)\b[^.]{0,80}",
    re.I,
)
END_TO_END = lazy(
    r"\be2e\b|\bend[- ]to[- ]end\b|\bBATS\b|\.bats\b|\bLambda\b|\bpull-[\w-]+|\bautomated\b|\btests/|\btest/",
    re.I,
)
MANUAL = lazy(r"\bmanual(?:ly)?\b|\bby hand\b|\beyeball\w*", re.I)
FOLDERS = (
    r"(?:cmd|pkg|api|tests?|hack|internal|demo|deployments|docs|\.github|e2e|config|charts?|src|scripts)"
)
PLACE = lazy(
    rf"(?<![\w/]){FOLDERS}/[\w.*{{}},/-]+|\b[\w*-]{1, 80}\.(?:go|bats|sh|yaml|yml|py|tmpl)\b|\bTest[A-Z]\w+"
    r"|\b(?:pull|ci|periodic)-[a-z][\w*-]+|\bsame (?:package|file|suite|job|folder)\b|\bmake [\w-]+"
    r"|\bgo test\b|\b\w+_test\b|\btest_\w+",
)


def names_place(text: str, code: Iterable[str], suites: tuple[str, ...]) -> bool:
    """Whether a file, test, job, target or suite is named."""
    return bool(PLACE.search(text)) or any(PLACE.search(c) for c in code) or names_any(text, suites)


def all_code(blocks: Iterable[Block]) -> list[str]:
    """Inline code and links of blocks: a link to a test names it as well."""
    return [c for b in blocks for c in (*b.code, *(link.target for link in b.links), b.content)]
