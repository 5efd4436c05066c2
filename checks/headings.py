"""Which of a document's headings serves which section of the template, though it is called otherwise."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from checks.parse.markdown import Section, same_title
from checks.pattern import lazy
from checks.process import Process, TemplateSection

LIKELY = 0.6  # below this, a heading that shares words with the template's is another section
MOST_GUESSED = 200  # headings that are weighed; nobody writes more, and each is weighed against each section
SMALL = frozenset(("a", "an", "and", "the", "of", "for", "to", "in", "is", "this", "on", "by", "with", "or"))

RELEASE = lazy(r"[\s(:–—-]+v?\d+(?:\.\d+)+\)?\s*\Z")  # behind a title, as in `GA v1.10`
LONGEST_RELEASE = 40  # characters; the pattern takes the square of what it is shown


class Placed(Struct, frozen=True):
    """A section of the document that serves a section of the template; `exact` where it bears its title."""

    section: Section
    exact: bool


def place(process: Process, sections: Sequence[Section]) -> Mapping[str, Placed]:
    """What serves each section of the template, by its key.

    The template's own title comes first, then the titles that the profile knows, then the nearest heading
    that serves nothing else. A heading inside a section that the template does not divide serves nothing.
    """
    placed = dict(_by_title(process, sections))
    taken = {id(p.section) for p in placed.values()}
    leaves = {id(p.section) for key, p in placed.items() if not _holds_others(process, key)}
    free = [s for s in sections if s.level > 1 and id(s) not in taken and not _inside(s, leaves)][
        :MOST_GUESSED
    ]
    scores = [
        (_score(process, wanted, candidate), order, number, wanted, candidate)
        for order, wanted in enumerate(process.sections)
        if wanted.key not in placed and not wanted.is_heading_only
        for number, candidate in enumerate(free)
    ]
    for score, _, _, wanted, candidate in sorted(scores, key=lambda s: (-s[0], s[1], s[2])):
        if score >= LIKELY and wanted.key not in placed and id(candidate) not in taken:
            placed[wanted.key] = Placed(candidate, exact=False)
            taken.add(id(candidate))
    return placed


def _by_title(process: Process, sections: Sequence[Section]) -> Iterable[tuple[str, Placed]]:
    first: dict[str, Section] = {}
    for section in sections:
        first.setdefault(same_title(section.title), section)
    for section in sections:
        first.setdefault(same_title(_without_release(section.title)), section)
    known = process.profile.proposals.sections
    keys = dict.fromkeys((*(s.key for s in process.sections), *known))
    for key in keys:
        asked = process.by_key.get(key)
        own = [same_title(asked.title)] if asked else []
        others = [same_title(t) for t in (known[key].titles if key in known else ())]
        title = next((t for t in (*own, *others) if t in first), None)
        if title is not None:
            yield key, Placed(first[title], exact=not own or title == own[0])


def _without_release(title: str) -> str:
    found = RELEASE.search(title, max(len(title) - LONGEST_RELEASE, 0))
    return title[: found.start()] if found else title


def _holds_others(process: Process, key: str) -> bool:
    asked = process.by_key.get(key)
    return asked is not None and any(s.parent == asked.title for s in process.sections)


def _inside(section: Section, leaves: set[int]) -> bool:
    above = section.parent
    while above is not None:
        if id(above) in leaves:
            return True
        above = above.parent
    return False


def _score(process: Process, wanted: TemplateSection, candidate: Section) -> float:
    """How likely `candidate` is the wanted section under another name, from 0 to 1."""
    known = process.profile.proposals.sections.get(wanted.purpose or "")
    titles = (wanted.title, *(known.titles if known else ()))
    said = stems(candidate.title)
    best = max(_alike(title, candidate.title, said) for title in titles)
    if known and any(set(stems(hint)) <= set(said) for hint in known.hints):
        best = max(best, LIKELY + 0.05)
    if wanted.purpose == "example" and shows_object(candidate):
        best = max(best, LIKELY)
    return best


def _alike(title: str, other: str, said: Sequence[str]) -> float:
    words = stems(title)
    shared = len(set(words) & set(said)) / max(len(set(words)), 1)
    if len(words) == 1 and len(said) > 4:
        shared = 0
    ratio = difflib.SequenceMatcher(None, same_title(title), same_title(other)).ratio()
    return max(shared, ratio if ratio >= 0.8 else 0)


def stems(title: str) -> list[str]:
    """The telling words of a heading without plural and case."""
    words = re.findall(r"[a-z0-9]+", title.casefold())
    return [re.sub(r"(?<=\w[^s])s\Z", "", w) for w in words if w not in SMALL]


def shows_object(section: Section) -> bool:
    """Whether an object that a user applies stands in a fence of the section itself."""
    fences = (b for b in section.blocks if b.kind == "fence")
    return any(re.search(r"^kind:\s*\w", b.content, re.M) for b in fences)


def heading_lines(lines: Sequence[str], section: Section) -> tuple[int, int]:
    """First and last line of a heading: two or more where it is underlined."""
    first = section.line
    if re.match(r" {0,3}#", lines[first - 1]):
        return first, first
    last = first
    while last < len(lines) and not re.match(r" {0,3}(=+|-+)[ \t]*\Z", lines[last]):
        last += 1
    return first, last + 1
