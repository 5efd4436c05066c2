"""Finds how a repository writes its proposals, where its profile leaves that open."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from checks.globs import matches
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Profile, Proposals

NEVER = "(?!)"
DATED = r"\d{4}-\d{2}-\d{2}[-_].+\.md"
NAMINGS = (
    DATED,
    r"(?P<number>\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.md",
    r"(?P<number>\d{3,5})[-_].+\.md",
    r"(?P<number>\d{1,5})[-_ ].+\.md",
    r"(?i:adr|kep|proposal|rfc)[-_]?(?P<number>\d{1,5})[-_].+\.md",
)
EARLY = ("draft", "proposed", "provisional", "pending", "review", "discussion")
AGREED = ("accepted", "approved", "agreed", "implementable", "active")
SHIPPED = ("implemented", "completed", "done", "shipped", "final", "stable")
CLOSED = (
    *("deferred", "postponed", "rejected", "declined", "withdrawn", "abandoned"),
    *("deprecated", "superseded", "replaced", "obsolete"),
)
OWN_FOLDER = lazy(r"(?:.+/)?(?P<folder>[^/]+)/(?P<file>[\w-]+\.md)")
LIFE = (*EARLY, *AGREED, *SHIPPED, *CLOSED)
STATUS_LINE = lazy(r"^\W*status\W+(.+)$", re.I | re.M)
STATUS_HEADING = lazy(r"^#+ .*\b(?:status(?:es)?|lifecycle)\b.*\n((?:(?!#).*\n?)*)", re.I | re.M)
LISTED = lazy(r"^\s*(?:[-*+]|\d+\.|\|)\s*[`*_]*([a-z]+)", re.I | re.M)
PROPOSALS = lazy(r"\b(?:proposals?|rfcs?|keps?|adrs?|enhancements?|decision records?)\b", re.I)
READ_AT_MOST = 30


class Survey(Struct, frozen=True):
    """What one folder shows: its template and process page, its documents, and how they are named.

    `document` is the file name of those that have a folder of their own, where they have.
    `speaks_of_proposals` holds where the folder's name or its page does.
    """

    folder: str
    template: str | None
    page: str | None
    documents: tuple[str, ...]
    naming: str
    document: str | None
    speaks_of_proposals: bool

    @property
    def holds_proposals(self) -> bool:
        """Whether proposals are written here: by template, by documents named alike, or by a page on them."""
        return self.template is not None or bool(self.documents) or self.speaks_of_proposals


def discover(base: Source, profile: Profile) -> Profile:
    """The profile with what the tree at the base shows; unchanged where the profile says it all itself.

    Where no folder holds proposals, nothing needs one: a project without the process is not held to it.
    """
    said = profile.proposals
    if not said.discover:
        return profile
    surveys = [_survey(base, said, f) for f in said.folders if base.under(f)]
    found = sorted((s for s in surveys if s.holds_proposals), key=_weight, reverse=True)
    if not found:
        return replace(profile, criteria=(), proposals=replace(said, folders=(), file_name=NEVER))
    return _settled(base, profile, found)


def discover_since(start: Source, tip: Source, profile: Profile) -> Profile:
    """The same for a change that began at `start` of a branch that is now at `tip`.

    Where the branch has moved its proposals since, the change is held to the process that it began under,
    and both places hold proposals.
    """
    now = discover(tip, profile)
    folders = now.proposals.folders
    if not now.proposals.discover or not folders or start.under(folders[0]):
        return now
    then = discover(start, profile)
    if not then.proposals.folders:
        return now
    both = tuple(dict.fromkeys((*then.proposals.folders, *folders)))
    return replace(then, proposals=replace(then.proposals, folders=both))


def _weight(survey: Survey) -> tuple[bool, bool, int]:
    return survey.template is not None, survey.page is not None, len(survey.documents)


def _survey(base: Source, said: Proposals, folder: str) -> Survey:
    start = len(folder.rstrip("/")) + 1
    names = [path[start:] for path in base.under(folder)]
    template = next((n for n in names if matches(n, said.template)), None)
    page = next((n for n in names if matches(n, said.process_page)), None)
    direct = [n for n in names if n.endswith(".md") and "/" not in n and n not in (template, page)]
    naming = max(NAMINGS, key=lambda form: len(_named(form, direct)))
    documents = _named(naming, direct)
    document = _document(names, template, len(documents))
    if document:
        owned = {f"{n.split('/')[-2]}.md": n for n in names if n != template and n.endswith(f"/{document}")}
        naming = max(NAMINGS, key=lambda form: len(_named(form, owned)))
        documents = tuple(owned[n] for n in _named(naming, owned))
    speaks = page is not None and bool(PROPOSALS.search(f"{folder}\n{_text(base, folder, page)}"))
    if not documents:
        naming = _first_naming(template) if template or speaks else NEVER
    return Survey(folder, template, page, documents, naming, document, speaks)


def _document(names: Iterable[str], template: str | None, direct: int) -> str | None:
    """The file name of documents in folders of their own: the template's, else that of most numbered folders.

    None where more documents stand in the folder itself.
    """
    own = OWN_FOLDER.fullmatch(template or "")
    found = (OWN_FOLDER.fullmatch(n) for n in names)
    owned = Counter(m["file"] for m in found if m and re.match(r"\d", m["folder"]))
    file = own["file"] if own else max(owned, key=lambda f: (owned[f], f), default="")
    return file if owned[file] > direct or (own and not direct) else None


def _first_naming(template: str | None) -> str:
    """How the first document will be named, as its template's name tells."""
    return NAMINGS[1] if template and re.match(r"NNNN|0000|XXXX", template) else NAMINGS[3]


def _named(form: str, names: Iterable[str]) -> tuple[str, ...]:
    dated = re.compile(DATED)
    found = [n for n in names if re.fullmatch(form, n)]
    return tuple(found if form == DATED else (n for n in found if not dated.fullmatch(n)))


def _settled(base: Source, profile: Profile, found: Sequence[Survey]) -> Profile:
    first = found[0]
    statuses = _statuses(base, first)
    early = [s for s in statuses if s in EARLY]
    shipped = [s for s in statuses if s in SHIPPED]
    naming = first.naming
    proposals = replace(
        profile.proposals,
        folders=tuple(s.folder for s in found),
        template=(first.template,) if first.template else (),
        process_page=(first.page,) if first.page else (),
        file_name=naming,
        document=(first.document,) if first.document else (),
        loose_file_name=profile.proposals.loose_file_name if "number" in naming else NEVER,
        statuses=statuses,
        first_status=early[0] if early else "",
        agreed_statuses=tuple(s for s in statuses if s in AGREED or s in SHIPPED),
        shipped_status=shipped[0] if shipped else "",
        closed_statuses=tuple(s for s in statuses if s in CLOSED),
    )
    # Many projects merge a proposal only once it is agreed: a new one that says so is then right.
    born_early = {} if "provisional" in early else {"unearned-status": "off"}
    # Such repositories hold proposals for code that stands elsewhere.
    apart = {"stale-code-reference": "off"} if first.document else {}
    return replace(profile, proposals=proposals, rules={**born_early, **apart, **profile.rules})


def _statuses(base: Source, survey: Survey) -> tuple[str, ...]:
    """The lifecycle that the page or the template lists, else what the documents say, in its usual order."""
    for name in (survey.page, survey.template):
        listed = _listed(_text(base, survey.folder, name)) if name else ()
        if len(listed) > 1:
            return listed
    some = survey.documents[:READ_AT_MOST]
    base.tree.prefetch(f"{survey.folder.rstrip('/')}/{name}" for name in some)
    used = {w for name in some for w in _said(_text(base, survey.folder, name))}
    return tuple(s for s in LIFE if s in used)


def _text(base: Source, folder: str, name: str) -> str:
    text = base.text(f"{folder.rstrip('/')}/{name}")
    return text.text if text else ""


def _listed(text: str) -> tuple[str, ...]:
    """The known words of a status line such as `proposed | accepted`, or of the list below such a heading."""
    for line in STATUS_LINE.finditer(text):
        words = _known(re.findall(r"[a-z]+", line[1].casefold()))
        if len(words) > 1:
            return words
    for section in STATUS_HEADING.finditer(text):
        words = _known(w.casefold() for w in LISTED.findall(section[1]))
        if len(words) > 1:
            return words
    return ()


def _said(text: str) -> Iterator[str]:
    """The status that a document has: on a line of its own, or below the heading."""
    line = STATUS_LINE.search(text)
    yield from _known(re.findall(r"[a-z]+", line[1].casefold()))[:1] if line else ()


def _known(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(w for w in words if w in LIFE))
