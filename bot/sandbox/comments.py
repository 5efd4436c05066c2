"""Writes, edits and removes comments and reactions, with GitHub's limits."""

from bot.sandbox import events
from bot.sandbox.errors import bounded, invalid
from bot.sandbox.model import (
    Account,
    IssueComment,
    PullRequest,
    Reaction,
    Remark,
    now,
)
from bot.sandbox.shapes.reactions import CONTENTS
from bot.sandbox.site import Site

BODY_LIMIT = 65_536


def written(resource: str, body: str | None) -> str:
    """Return a comment's text, or raise the 422 for none, an empty or a long one."""
    if not body or not body.strip():
        raise invalid(resource, "body", "missing_field")
    return bounded(resource, "body", body, BODY_LIMIT)


def commented(site: Site, pull: PullRequest, author: Account, body: str | None) -> IssueComment:
    """Add a comment to the conversation."""
    comment = IssueComment(site.state.next_id(), pull, author, written("IssueComment", body))
    pull.comments.append(site.state.keep(comment))
    pull.updated_at = now()
    events.issue_comment(site, "created", comment, author)
    return comment


def edited(site: Site, comment: IssueComment, editor: Account, body: str | None) -> None:
    """Replace a comment's text and tell what it was."""
    changes = {"body": {"from": comment.body}}
    comment.edit(editor, written("IssueComment", body))
    site.state.revision += 1
    events.issue_comment(site, "edited", comment, editor, changes=changes)


def deleted(site: Site, comment: IssueComment, actor: Account) -> None:
    """Remove a comment."""
    comment.pull.comments.remove(comment)
    forget(site, comment)
    events.issue_comment(site, "deleted", comment, actor)


def forget(site: Site, remark: Remark) -> None:
    """Let the remark's ids answer 404 from now on."""
    site.state.nodes = {key: node for key, node in site.state.nodes.items() if node is not remark}
    site.state.revision += 1


def reacted(site: Site, remark: Remark, author: Account, content: str) -> tuple[Reaction, bool]:
    """Return the account's reaction of that content, and whether it is new; an account has one of each."""
    if content not in CONTENTS:
        raise invalid("Reaction", "content")
    for reaction in remark.reactions:
        if reaction.author is author and reaction.content == content:
            return reaction, False
    reaction = site.state.keep(Reaction(site.state.next_id(), author, content))
    remark.reactions.append(reaction)
    return reaction, True


def unreacted(site: Site, remark: Remark, author: Account, content: str) -> Reaction | None:
    """Take the account's reaction of that content away, and return it."""
    for reaction in remark.reactions:
        if reaction.author is author and reaction.content == content:
            remark.reactions.remove(reaction)
            site.state.revision += 1
            return reaction
    return None


def minimized(site: Site, remark: Remark, classifier: str | None) -> None:
    """Fold a comment away under a reason, or unfold it."""
    remark.minimized = classifier.lower().replace("_", "-") if classifier else None
    site.state.revision += 1
