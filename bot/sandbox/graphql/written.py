"""What every text has that somebody wrote, as fields of GraphQL nodes."""

from typing import Any

from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.nodes import Node
from bot.sandbox.model import PullRequest
from bot.sandbox.shapes.accounts import association
from bot.sandbox.shapes.pulls import page_of
from bot.sandbox.shapes.reactions import CONTENTS

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
