"""A template and the data that it is given disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from checks.context import Context
from checks.facts.object_templates import DataField, TemplateKey, data_structs, template_keys
from checks.globs import matches
from checks.model import Defect, Fact, Side
from checks.proofs import at_fact, line_at
from checks.prose import listed
from checks.rule import BLOCKING, OPTIONAL, rule

KEYS = ("template-key-added", "template-key-removed")
FIELDS = ("template-field-added", "template-field-removed")


class Rendered(Struct):
    """A template with the keys that it reads, and the structs of a package that names it.

    `structs` holds the fields of each struct, `places` where it stands, `fields` those of the data structs
    that the profile knows by name.
    """

    keys: dict[str, TemplateKey] = field(default_factory=dict)
    structs: dict[str, frozenset[str]] = field(default_factory=dict)
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    fields: dict[str, DataField] = field(default_factory=dict)

    def given(self) -> dict[str, frozenset[str]]:
        """The structs that it may be rendered with: those that have most of its keys."""
        most = len(self.keys) / 2
        return {
            name: fields
            for name, fields in self.structs.items()
            if len(fields & self.keys.keys()) >= max(most, 1)
        }


@rule(BLOCKING, Context, audits=True)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """An object template reads a key that its data does not have, or a field is given that no template reads.

    The first is an error when the template is rendered, on somebody's cluster; the second is a setting
    without effect, and optional to mend.

    Left alone: data that is no struct, structs that embed others, templates that no code names, and what the
    change does not move.

    Source: templates and the structs of their data move in one change in the project.
    """
    facts = list(context.facts.of(*KEYS, *FIELDS))
    if facts:
        rendered = list(_rendered(context))
        for fact in facts:
            yield from _without_field(fact, rendered, context)
            yield from _without_key(fact, rendered, context)


def _without_field(fact: Fact, rendered: list[Rendered], context: Context) -> Iterator[Defect]:
    """Keys that came without their field, and keys whose field has gone."""
    if fact.kind not in (KEYS[0], FIELDS[1]):
        return
    for one in rendered:
        key = one.keys.get(fact.symbol)
        if key is None or (fact.kind == KEYS[0] and key.path != fact.path):
            continue
        given = one.given()
        if not given or any(key.name in names for names in given.values()):
            continue
        structs = listed(f"`{name}`" for name in sorted(given))
        yield Defect(
            path=key.path,
            line=key.line,
            message=f"The template reads `{key.name}`, and {structs} has no such field: rendering fails.",
            anchor=key.name,
            text=f"{key.name} {key.path}",
            evidence=(
                line_at(context.snapshot.head, key.path, key.line),
                line_at(context.snapshot.head, *one.places[next(iter(sorted(given)))]),
            ),
        )


def _without_key(fact: Fact, rendered: list[Rendered], context: Context) -> Iterator[Defect]:
    """Fields that came and are not read, and fields whose last reader has gone."""
    if fact.kind not in (FIELDS[0], KEYS[1]):
        return
    having = [one for one in rendered if fact.symbol in one.fields]
    if having and not any(fact.symbol in one.keys for one in having):
        own = having[0].fields[fact.symbol]
        message = f"No template reads the field `{own.name}` of `{own.struct}`."
        if fact.kind == FIELDS[0]:
            yield at_fact(fact, context, message, severity=OPTIONAL)
        elif fact.side is Side.BASE:
            where = line_at(context.snapshot.head, own.path, own.line)
            yield at_fact(fact, context, message, where, severity=OPTIONAL)


def _rendered(context: Context) -> Iterator[Rendered]:
    """Each template that a package names, with the structs of that package; none where one embeds another."""
    head, contracts = context.snapshot.head, context.profile.contracts
    templates = head.matching(contracts.templates)
    keys: dict[str, dict[str, TemplateKey]] = {}
    for (name, key), found in template_keys(head, templates).items():
        keys.setdefault(name, {})[key] = found
    for folder in _folders(context):
        files = [f for p in head.under(folder) if p.endswith(".go") and (f := head.go(p))]
        types = [(file, t) for file in files for t in file.types if t.kind == "struct" and not t.embeds]
        named = data_structs(head, [f.path for f in files], contracts.template_data)
        for name in (path.rsplit("/", 1)[-1] for path in templates):
            if any(file.mentions(name) for file in files):
                yield Rendered(
                    keys.get(name, {}),
                    {t.name: frozenset(f.name for f in t.fields) for _, t in types},
                    {t.name: (file.path, t.line) for file, t in types},
                    {f.name: f for listed_ in named.values() for f in listed_},
                )


def _folders(context: Context) -> list[str]:
    """Folders of product code that may render templates."""
    head, paths = context.snapshot.head, context.profile.paths
    apart = (*paths.vendored, *paths.tests, *paths.generated)
    go = [p for p in head.paths() if p.endswith(".go") and not matches(p, apart)]
    named = data_structs(head, go, context.profile.contracts.template_data)
    return sorted({folder for folder, _ in named})
