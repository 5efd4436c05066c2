"""Where a link in a document leads: files and anchors as a repository page and the built site find them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import islice
from urllib.parse import unquote

from msgspec import Struct

from checks.parse.markdown import Block, Document, Link
from checks.pattern import lazy
from checks.snapshot import Source

URL = lazy(r"https?://([\w.-]+)(/[^\s<>\"')\]}|`]*)?")
SCHEME = lazy(r"[a-z][a-z0-9+.-]*:|//", re.I)
REFERENCE = lazy(r"\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?[\"']?([^\"'\s>%]+)")
PAGE_NAMES = ("", ".md", "/_index.md", "/index.md", "/README.md")
MOST_REFERENCES = 200  # of one block; each is held against its links
CUSTOM_ID = lazy(r"\{#([\w-]+)\}|\b(?:id|name)=[\"']([\w-]+)[\"']")


class Site(Struct, frozen=True):
    """The files that a document at `path` can point at."""

    source: Source
    path: str

    @property
    def roots(self) -> tuple[str, ...]:
        """Folders that a target with a leading slash may be looked up in."""
        before, found, _ = self.path.partition("/content/")
        site = before if found else ""
        return ("", f"{site}/content", f"{site}/static", f"{site}/assets") if found else ("",)

    def find(self, target: str) -> str | None:
        """The file or folder that `target` leads to, or None."""
        return next((p for p in self._candidates(target) if self.source.tree.kind(p)), None)

    def _candidates(self, target: str) -> Iterator[str]:
        folder = posixpath.dirname(self.path)
        if target.startswith("/"):
            starts = [f"{root}{target}" for root in self.roots]
        else:
            page = posixpath.splitext(self.path)[0]  # the built page stands one level below its file
            starts = [posixpath.join(at, target) for at in (folder, page, *self.roots[1:])]
        for start in starts:
            path = posixpath.normpath(start).strip("/")
            yield from (path + name for name in PAGE_NAMES)
            yield posixpath.splitext(path)[0] + ".md"


def links_of(block: Block) -> Iterator[Link]:
    """The links of a block, and its references by shortcode, which Markdown takes for text."""
    yield from block.links
    known = {link.target for link in block.links}
    if block.kind != "fence":
        for found in islice(REFERENCE.finditer(block.text), MOST_REFERENCES):
            if not any(target.endswith(found[1]) for target in known):
                yield Link(found[1], "", block.line + block.text.count("\n", 0, found.start()))


def leads_nowhere(target: str, document: Document, site: Site) -> str | None:
    """Why a link of the document leads nowhere, or None where it leads somewhere or is not ours to judge."""
    target = unquote(target).strip()
    reference = REFERENCE.search(target)
    if reference:
        target = reference[1]
    elif "{{" in target or SCHEME.match(target) or not target.strip("#"):
        return None
    path, _, anchor = target.partition("#")
    path = path.partition("?")[0]
    there = site.find(path) if path else site.path
    if there is None:
        return "no such file at the head"
    other = document if not path else site.source.markdown(there) if there.endswith(".md") else None
    if anchor and other is not None and not _has_anchor(other, anchor, site.source):
        return f"no heading makes the anchor `#{anchor}`" + (f" in `{there}`" if path else "")
    return None


def _has_anchor(document: Document, anchor: str, source: Source) -> bool:
    wanted = anchor.casefold()
    if re.fullmatch(r"l\d+(?:-l?\d+)?", wanted) or wanted in ("top", "readme"):
        return True
    return wanted in source.once("anchors", document.path, lambda: anchors(document))


def anchors(document: Document) -> frozenset[str]:
    """The anchors of a document: of its headings, as GitHub and Hugo write them, and those set by hand."""
    found: set[str] = set()
    seen: dict[str, int] = {}
    for section in document.sections():
        for name in {slug(section.title), re.sub(r"-+", "-", slug(section.title)).strip("-")}:
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
    found |= {(m[1] or m[2]).casefold() for m in CUSTOM_ID.finditer(document.text.text)}
    return frozenset(found)


def slug(title: str) -> str:
    """A heading's anchor on GitHub: lower case, punctuation dropped, each space a hyphen."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.strip().casefold()))


def is_private(host: str, path: str, private_hosts: Iterable[str]) -> bool:
    """Whether a page is on one of these hosts (globs), and not published there for everybody."""
    published = path.rstrip("/").endswith(("/pub", "/pubhtml"))
    return not published and any(fnmatchcase(host.casefold(), h) for h in private_hosts)
