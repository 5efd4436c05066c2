"""Comments, reviews and reactions as GraphQL nodes."""

from typing import Any

from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.git_objects import CommitNode
from bot.sandbox.graphql.nodes import Node, shows
from bot.sandbox.graphql.people import ResolverNode
from bot.sandbox.graphql.written import WORDS, Written
from bot.sandbox.model import IssueComment, Reaction, Review


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
