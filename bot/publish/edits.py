"""The edits that make GitHub right: plain values, made by the plan and carried out by the publisher."""

from __future__ import annotations

from dataclasses import dataclass

from bot.github.state import Where


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """A note at a line of the head in the check run."""

    path: str
    start_line: int
    end_line: int
    level: str
    title: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A button of the check run: label within 20 characters, description within 40, identifier within 20."""

    label: str
    description: str
    identifier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What a check run says."""

    title: str
    summary: str
    text: str = ""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishRun:
    """Completes our check run on the head; `run` is None where none is there yet."""

    run: int | None
    head_sha: str
    conclusion: str
    output: Output
    external_id: str
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PostComment:
    """A new comment in the conversation."""

    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EditComment:
    """A new text for our comment in the conversation."""

    comment: int
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteComment:
    """Takes away a second copy of our own comment."""

    comment: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inline:
    """A comment on lines of the diff at the head; `plain` stands at the file, with no suggestion."""

    path: str
    body: str
    plain: str
    line: int
    start_line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostReview:
    """Several inline comments in one review: one notification."""

    head_sha: str
    comments: tuple[Inline, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostFileComment:
    """A comment on a changed file as a whole."""

    head_sha: str
    path: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseThread:
    """Resolves a thread whose cause is gone, with a word.

    Where we may not resolve, our comment is hidden instead if `lonely`: nobody answered it.
    """

    thread: str
    comment: int
    first_node: str
    lonely: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class React:
    """A reaction to a comment, by node id."""

    node: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostAnswer:
    """An answer to a command, where it stands: `comment` began the thread of an inline one."""

    where: Where
    comment: int
    body: str


Edit = (
    FinishRun
    | PostComment
    | EditComment
    | DeleteComment
    | PostReview
    | PostFileComment
    | CloseThread
    | React
    | PostAnswer
)
