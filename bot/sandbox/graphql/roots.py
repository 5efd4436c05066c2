"""The fields at which queries and mutations begin."""

from typing import Any

from bot.sandbox import comments, reviews
from bot.sandbox.errors import RefusedError, forbidden
from bot.sandbox.graphql import (  # noqa: F401  the nodes that they register
    checks,
    discussion,
    people,
    pull_request,
    repository,
    threads,
)
from bot.sandbox.graphql.nodes import Context
from bot.sandbox.graphql.written import WORDS
from bot.sandbox.model import (
    IssueComment,
    PullRequest,
    Remark,
    ReviewComment,
    Thread,
    now,
)
from bot.sandbox.site import timestamp

Input = dict[str, Any]
REST_WORDS = {word: content for content, word in WORDS.items()}
WRITE = ("pull_requests:write", "issues:write")


class Start:
    """What both kinds of operation need."""

    def __init__(self, context: Context) -> None:
        """Keep who is asking."""
        self.context, self.site, self.caller = context, context.site, context.caller

    def _find(self, kind: type, global_id: str) -> Any:
        found = self.site.state.nodes.get(global_id)
        if not isinstance(found, kind):
            raise RefusedError(404, f"Could not resolve to a node with the global id of '{global_id}'")
        return found

    def _writable(self, kind: type, global_id: str, *needs: str) -> Any:
        found = self._find(kind, global_id)
        pull = found if isinstance(found, PullRequest) else found.pull
        if not self.caller.may(pull.repository, *(needs or WRITE)):
            raise forbidden()
        return found

    def _own(self, kind: type[Remark], global_id: str) -> Any:
        found = self._writable(kind, global_id)
        if found.author is not self.caller.account:
            self._writable(kind, global_id, "contents:write")
        return found


class Query(Start):
    """The fields of a query."""

    id = "Q_1"

    def repository(self, owner: str, name: str, follow_renames: bool = True) -> Any:
        """Return a repository, also by a name that it had before."""
        full_name, every = f"{owner}/{name}".lower(), self.site.state.repositories
        named = [one for one in every if one.full_name.lower() == full_name]
        former = [one for one in every if follow_renames and full_name in one.former_names]
        for one in (named or former)[:1]:
            if self.caller.sees(one):
                return one
        message = f"Could not resolve to a Repository with the name '{owner}/{name}'."
        raise RefusedError(404, message)

    def node(self, id: str) -> Any:
        """Return anything by its global id."""
        return self._find(object, id)

    def nodes(self, ids: list[str]) -> list[Any]:
        """Return several things by their global ids, None for each that is not there."""
        return [self.site.state.nodes.get(one) for one in ids]

    @property
    def viewer(self) -> Any:
        """Return who is asking, whom GitHub shows as a User even when it is a bot."""
        return people.ResolverNode(self.context, self.caller.account)

    def rate_limit(self, **_: Any) -> dict[str, Any]:
        """Return what is left of the caller's hour."""
        shape = self.context.sandbox.rates.shape(self.caller.name, "graphql")
        reset = timestamp(now().fromtimestamp(shape["reset"], now().tzinfo))
        kept = {key: shape[key] for key in ("limit", "remaining", "used")}
        return kept | {"cost": 1, "nodeCount": 1, "resetAt": reset}


class Mutation(Start):
    """The fields of a mutation."""

    def resolve_review_thread(self, input: Input) -> Input:
        """Resolve a thread: a person who may write, the pull request's author, or an App with contents."""
        return self._settle(input, resolve=True)

    def unresolve_review_thread(self, input: Input) -> Input:
        """Open a thread again."""
        return self._settle(input, resolve=False)

    def _settle(self, input: Input, *, resolve: bool) -> Input:
        thread, who = self._find(Thread, input["threadId"]), self.caller
        author = who.installation is None and who.account is thread.pull.author
        if not author and not who.may(thread.pull.repository, "contents:write"):
            raise forbidden()
        reviews.resolved(self.site, thread, who.account if resolve else None, who.account)
        return self._answer(input, thread=thread)

    def minimize_comment(self, input: Input) -> Input:
        """Fold a comment away."""
        return self._minimize(input, input["classifier"], "minimizedComment")

    def unminimize_comment(self, input: Input) -> Input:
        """Unfold a comment."""
        return self._minimize(input, None, "unminimizedComment")

    def _minimize(self, input: Input, classifier: str | None, key: str) -> Input:
        remark = self._writable(Remark, input["subjectId"])
        comments.minimized(self.site, remark, classifier)
        return self._answer(input, **{key: remark})

    def add_reaction(self, input: Input) -> Input:
        """React to a comment."""
        remark = self._writable(Remark, input["subjectId"])
        content = REST_WORDS[input["content"]]
        reaction, _ = comments.reacted(self.site, remark, self.caller.account, content)
        return self._answer(input, reaction=reaction, subject=remark)

    def remove_reaction(self, input: Input) -> Input:
        """Take a reaction back."""
        remark = self._writable(Remark, input["subjectId"])
        content = REST_WORDS[input["content"]]
        reaction = comments.unreacted(self.site, remark, self.caller.account, content)
        return self._answer(input, reaction=reaction, subject=remark)

    def add_comment(self, input: Input) -> Input:
        """Comment in the conversation."""
        pull = self._writable(PullRequest, input["subjectId"])
        comment = comments.commented(self.site, pull, self.caller.account, input["body"])
        return self._answer(input, subject=pull, commentEdge={"cursor": "", "node": comment})

    def update_issue_comment(self, input: Input) -> Input:
        """Edit a comment."""
        comment = self._own(IssueComment, input["id"])
        comments.edited(self.site, comment, self.caller.account, input["body"])
        return self._answer(input, issueComment=comment)

    def delete_issue_comment(self, input: Input) -> Input:
        """Remove a comment."""
        comments.deleted(self.site, self._own(IssueComment, input["id"]), self.caller.account)
        return self._answer(input)

    def add_pull_request_review(self, input: Input) -> Input:
        """Submit a review with its threads, or with comments by their place in the diff."""
        pull = self._writable(PullRequest, input["pullRequestId"])
        fields = {
            "body": input.get("body"),
            "event": input.get("event"),
            "commit_id": input.get("commitOID"),
            "comments": [placed(thread) for thread in input.get("threads") or ()],
        }
        review = reviews.reviewed(self.site, pull, self.caller.account, fields)
        return self._answer(input, pullRequestReview=review, reviewEdge={"cursor": "", "node": review})

    def add_pull_request_review_thread(self, input: Input) -> Input:
        """Begin an inline thread."""
        pull = self._writable(PullRequest, input["pullRequestId"])
        comment = reviews.commented(self.site, pull, self.caller.account, placed(input))
        return self._answer(input, thread=comment.thread)

    def add_pull_request_review_thread_reply(self, input: Input) -> Input:
        """Answer in an inline thread."""
        thread = self._writable(Thread, input["pullRequestReviewThreadId"])
        comment = reviews.replied(self.site, thread, self.caller.account, input["body"])
        return self._answer(input, comment=comment)

    def update_pull_request_review_comment(self, input: Input) -> Input:
        """Edit an inline comment."""
        comment = self._own(ReviewComment, input["pullRequestReviewCommentId"])
        reviews.edited(self.site, comment, self.caller.account, input["body"])
        return self._answer(input, pullRequestReviewComment=comment)

    def delete_pull_request_review_comment(self, input: Input) -> Input:
        """Remove an inline comment."""
        comment = self._own(ReviewComment, input["id"])
        reviews.deleted(self.site, comment, self.caller.account)
        return self._answer(input, pullRequestReview=comment.review, pullRequestReviewComment=comment)

    @staticmethod
    def _answer(input: Input, **payload: Any) -> Input:
        return {"clientMutationId": input.get("clientMutationId"), **payload}


def placed(input: Input) -> Input:
    """Return a thread's place and text in REST's words."""
    names = {"startLine": "start_line", "startSide": "start_side", "subjectType": "subject_type"}
    return {names.get(key, key): value for key, value in input.items()}
