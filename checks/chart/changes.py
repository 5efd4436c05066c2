"""The charts of a tree, and those that a change touches, whatever their folder is called by now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from checks.chart.values import Chart
from checks.globs import matches
from checks.snapshot import Snapshot, Source
from config.profile import Profile


class ChartChange(Struct, frozen=True):
    """A chart that the change touches, at both sides. A renamed or moved chart is the same chart.

    The paths are those of its files that differ in content: `before` at the base, `after` at the head.
    """

    base: Chart | None
    head: Chart | None
    before: tuple[str, ...]
    after: tuple[str, ...]

    def templates(self, chart: Chart | None) -> tuple[str, ...]:
        """The templates of one side that differ."""
        if chart is None:
            return ()
        changed = self.before if chart is self.base else self.after
        return tuple(p for p in changed if p.startswith(f"{chart.folder}/templates/"))

    @property
    def values_differ(self) -> bool:
        """Whether a values.yaml is among what differs."""
        return any(
            chart is not None and chart.values_path in paths
            for chart, paths in ((self.base, self.before), (self.head, self.after))
        )


def charts(source: Source, profile: Profile) -> tuple[Chart, ...]:
    """The charts of a tree that the profile names, by folder."""
    return source.once("charts", "", lambda: tuple(_find_charts(source, profile)))


def _find_charts(source: Source, profile: Profile) -> Iterator[Chart]:
    for path in source.paths():
        folder, _, name = path.rpartition("/")
        if name == "Chart.yaml" and matches(folder, profile.contracts.charts):
            yield Chart(source, folder)


def chart_changes(snapshot: Snapshot, profile: Profile) -> Iterator[ChartChange]:
    """Each chart with a file that differs in content."""
    differing = [c for c in snapshot.changes if c.status != "R" or c.hunks or c.binary]
    before = [c.old_path for c in differing if c.old_path]
    after = [c.new_path for c in differing if c.new_path]
    if not any(matches(p, _below(profile)) for p in (*before, *after)):
        return
    for base, head in _paired(charts(snapshot.base, profile), charts(snapshot.head, profile)):
        old = _within(before, base)
        new = _within(after, head)
        if old or new:
            yield ChartChange(base, head, old, new)


def _below(profile: Profile) -> tuple[str, ...]:
    return tuple(f"{glob.rstrip('/')}/**" for glob in profile.contracts.charts)


def _within(paths: Iterable[str], chart: Chart | None) -> tuple[str, ...]:
    return tuple(p for p in paths if p.startswith(f"{chart.folder}/")) if chart else ()


def _paired(base: tuple[Chart, ...], head: tuple[Chart, ...]) -> Iterator[tuple[Chart | None, Chart | None]]:
    """Charts of the same folder; then, where one is left at each side, those two."""
    old = {c.folder: c for c in base}
    new = {c.folder: c for c in head}
    for folder in sorted(old.keys() & new.keys()):
        yield old.pop(folder), new.pop(folder)
    if len(old) == len(new) == 1:
        yield next(iter(old.values())), next(iter(new.values()))
        return
    yield from ((chart, None) for chart in old.values())
    yield from ((None, chart) for chart in new.values())
