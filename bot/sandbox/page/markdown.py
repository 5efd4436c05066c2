"""Renders what people and the App wrote: GitHub's Markdown, with every tag that could act taken out."""

from collections.abc import Sequence
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.tasklists import tasklists_plugin

TAGS = nh3.ALLOWED_TAGS | {"details", "summary", "input", "section"}
CLASSES = {"class"}
ATTRIBUTES = {
    **nh3.ALLOWED_ATTRIBUTES,
    "a": {"href", "title"},
    "code": CLASSES,
    "details": {"open"},
    "div": CLASSES,
    "input": {"type", "checked", "disabled"},
    "li": CLASSES,
    "span": CLASSES,
    "td": {"style"},
    "th": {"style"},
    "ul": CLASSES,
}


def fence(
    self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, environment: dict[str, Any]
) -> str:
    """Return a fenced block; one of language `suggestion` shows what it would replace."""
    token = tokens[index]
    if token.info.strip() != "suggestion":
        language = escape(token.info.split()[0]) if token.info.split() else "text"
        return f'<pre><code class="language-{language}">{escape(token.content)}</code></pre>\n'
    old = [("removed", line) for line in environment.get("replaced", ())]
    new = [("added", line) for line in token.content.split("\n")[:-1]]
    marks = {"removed": "−", "added": "+"}
    rows = "".join(
        f'<span class="{kind}"><span class="mark">{marks[kind]}</span>{escape(line)}\n</span>'
        for kind, line in old + new
    )
    head = '<div class="suggestion-head">Suggested change</div>'
    return f'<div class="suggestion">{head}<pre><code>{rows}</code></pre></div>\n'


def renderer() -> MarkdownIt:
    """Return the parser with the extensions of GitHub that reviews use."""
    parser = MarkdownIt("commonmark", {"html": True, "breaks": True})
    parser.enable(["table", "strikethrough"]).use(tasklists_plugin)
    parser.add_render_rule("fence", fence)
    return parser


RENDERER = renderer()


def render(text: str | None, replaced: Sequence[str] = ()) -> Markup:
    """Return safe HTML of a Markdown text; `replaced` are the lines that a suggestion in it replaces."""
    html = RENDERER.render(text or "", {"replaced": replaced})
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes={"http", "https", "mailto"})
    return Markup(clean)  # noqa: S704  nh3 has cleaned it
