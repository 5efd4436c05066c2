"""Comments, reviews, threads and reactions as GraphQL nodes."""

from typing import Any

from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.nodes import Node, shows
from bot.sandbox.graphql.people import ResolverNode
from bot.sandbox.graphql.repository import CommitNode
from bot.sandbox.shapes.accounts import association
from bot.sandbox.shapes.pulls import page_of
from bot.sandbox.shapes.reactions import CONTENTS
from bot.sandbox.state import IssueComment, PullRequest, Reaction, Review, ReviewComment, Thread

WORDS = dict(
    zip(
        CONTENTS,
        ("THUMBS_UP", "THUMBS_DOWN", "LAUGH", "HOORAY", "CONFUSED", "HEART", "ROCKET", "EYES"),
        strict=True,
    )
)


class Written(Node):
    """What every text has that somebody wrote."""

    created_via_email = False
    viewer_cannot_update_reasons = ()

    @property
    def _pull(self) -> PullRequest:
        pull: PullRequest = self.of if isinstance(self.of, PullRequest) else self.of.pull
        return pull

    @property
    def author_association(self) -> str:
        """Return the author's association with the repository."""
        return association(self._pull.repository, self.of.author)

    @property
    def body_text(self) -> str:
        """Return the text as written; the sandbox does not strip its Markdown."""
        return str(self.of.body)

    body_html = body_text

    @property
    def last_edited_at(self) -> Any:
        """Return when it was last edited, None for never."""
        return self.of.edited_at

    @property
    def includes_created_edit(self) -> bool:
        """Say whether it was edited."""
        return self.of.edited_at is not None

    @property
    def published_at(self) -> Any:
        """Return when it could first be read."""
        return self.of.created_at

    @property
    def is_minimized(self) -> bool:
        """Say whether it is folded away."""
        return bool(self.of.minimized)

    @property
    def minimized_reason(self) -> str | None:
        """Return why it is folded away."""
        reason: str | None = self.of.minimized
        return reason

    @property
    def pull_request(self) -> Any:
        """Return the pull request it belongs to."""
        return self._pull

    @property
    def repository(self) -> Any:
        """Return the repository it belongs to."""
        return self._pull.repository

    @property
    def viewer_did_author(self) -> bool:
        """Say whether the viewer wrote it."""
        return self.of.author is self.context.viewer

    @property
    def viewer_can_update(self) -> bool:
        """Say whether the viewer may edit it."""
        return self.viewer_did_author or self.context.caller.may(self._pull.repository, "contents:write")

    viewer_can_delete = viewer_can_update

    @property
    def viewer_can_minimize(self) -> bool:
        """Say whether the viewer may fold it away."""
        return self.context.caller.may(self._pull.repository, "pull_requests:write")

    viewer_can_react = viewer_can_minimize

    @property
    def anchor(self) -> str:
        """Return where on the page it stands."""
        return ""

    @property
    def url(self) -> str:
        """Return its address."""
        return page_of(self.context.site, self._pull) + self.anchor

    @property
    def resource_path(self) -> str:
        """Return its path."""
        return self.url.removeprefix(self.context.site.url)

    def reactions(self, content: str | None = None, **page: Any) -> Any:
        """Return the reactions, of one content where asked."""
        found = [one for one in self.of.reactions if content in (None, WORDS[one.content])]
        page.pop("order_by", None)
        return connection(found, "reactions", **page)

    @property
    def reaction_groups(self) -> list[dict[str, Any]]:
        """Return one group for each content that there can be."""
        return [self._group(content) for content in CONTENTS]

    def _group(self, content: str) -> dict[str, Any]:
        given = [one for one in self.of.reactions if one.content == content]
        return {
            "content": WORDS[content],
            "createdAt": given[0].created_at if given else None,
            "viewerHasReacted": any(one.author is self.context.viewer for one in given),
        }


@shows(IssueComment)
class IssueCommentNode(Written):
    """A comment of the conversation."""

    typename = "IssueComment"

    @property
    def anchor(self) -> str:
        """Return where on the page it stands."""
        return f"#issuecomment-{self.of.id}"


@shows(Review)
class ReviewNode(Written):
    """A review."""

    typename = "PullRequestReview"

    @property
    def anchor(self) -> str:
        """Return where on the page it stands."""
        return f"#pullrequestreview-{self.of.id}"

    @property
    def commit(self) -> Any:
        """Return the reviewed commit."""
        return CommitNode(self.context, self.repository, self.of.commit_id)

    def comments(self, **page: Any) -> Any:
        """Return its inline comments."""
        return connection(self.of.comments, "comments", **page)

    @property
    def author_can_push_to_repository(self) -> bool:
        """Say whether its author may write."""
        return self.author_association in ("OWNER", "MEMBER", "COLLABORATOR")


@shows(Thread)
class ThreadNode(Node):
    """An inline thread."""

    typename = "PullRequestReviewThread"
    viewer_can_reply = True

    @property
    def _may_resolve(self) -> bool:
        caller, pull = self.context.caller, self.of.pull
        own = caller.installation is None and caller.account is pull.author
        return own or caller.may(pull.repository, "contents:write")

    @property
    def is_resolved(self) -> bool:
        """Say whether it is resolved."""
        return self.of.resolved_by is not None

    @property
    def is_collapsed(self) -> bool:
        """Say whether the page folds it."""
        return self.is_resolved or self.is_outdated

    @property
    def is_outdated(self) -> bool:
        """Say whether its lines changed since."""
        return bool(self.of.outdated)

    @property
    def resolved_by(self) -> Any:
        """Return who resolved it."""
        who = self.of.resolved_by
        return ResolverNode(self.context, who) if who else None

    @property
    def viewer_can_resolve(self) -> bool:
        """Say whether the viewer may resolve it; an App needs `contents: write` for that."""
        return self._may_resolve and not self.is_resolved

    @property
    def viewer_can_unresolve(self) -> bool:
        """Say whether the viewer may open it again."""
        return self._may_resolve and self.is_resolved

    @property
    def subject_type(self) -> str:
        """Return LINE or FILE."""
        return str(self.of.subject)

    @property
    def diff_side(self) -> str:
        """Return the side of the diff it stands on."""
        return str(self.of.side)

    @property
    def start_diff_side(self) -> str | None:
        """Return the side on which it begins."""
        side: str | None = self.of.start_side
        return side

    @property
    def pull_request(self) -> Any:
        """Return the pull request."""
        return self.of.pull

    @property
    def repository(self) -> Any:
        """Return the repository."""
        return self.of.pull.repository

    def comments(self, **page: Any) -> Any:
        """Return its comments, oldest first."""
        page.pop("skip", None)
        return connection(self.of.comments, "comments", **page)


@shows(ReviewComment)
class ReviewCommentNode(Written):
    """A comment of an inline thread, which knows the thread's place."""

    typename = "PullRequestReviewComment"

    def __getattr__(self, name: str) -> Any:
        """Return what the comment shares with its thread."""
        if name in (
            "path",
            "diff_hunk",
            "line",
            "start_line",
            "original_line",
            "original_start_line",
            "outdated",
        ):
            return getattr(self.of.thread, name)
        raise AttributeError(name)

    @property
    def anchor(self) -> str:
        """Return where on the page it stands."""
        return f"#discussion_r{self.of.id}"

    @property
    def drafted_at(self) -> Any:
        """Return when it was written."""
        return self.of.created_at

    @property
    def state(self) -> str:
        """Return PENDING or SUBMITTED."""
        return "PENDING" if self.of.review.state == "PENDING" else "SUBMITTED"

    @property
    def subject_type(self) -> str:
        """Return LINE or FILE."""
        return str(self.of.thread.subject)

    @property
    def original_position(self) -> int:
        """Return its line in the diff it was written on."""
        return max(str(self.of.thread.diff_hunk).count("\n"), 1)

    @property
    def position(self) -> int | None:
        """Return its line in the diff, None when it is outdated."""
        return None if self.of.thread.outdated else self.original_position

    @property
    def pull_request_review(self) -> Any:
        """Return the review it came with."""
        return self.of.review

    @property
    def original_commit(self) -> Any:
        """Return the commit it was written on."""
        return CommitNode(self.context, self.repository, self.of.thread.original_commit)

    commit = original_commit


@shows(Reaction)
class ReactionNode(Node):
    """A reaction."""

    typename = "Reaction"

    @property
    def content(self) -> str:
        """Return the reaction in GraphQL's words."""
        return WORDS[self.of.content]

    @property
    def user(self) -> Any:
        """Return who reacted."""
        return ResolverNode(self.context, self.of.author)
