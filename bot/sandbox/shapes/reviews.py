"""Reviews and inline comments as JSON."""

from bot.sandbox.model import Review, ReviewComment, Thread
from bot.sandbox.shapes.accounts import association, user
from bot.sandbox.shapes.pulls import api_of, page_of
from bot.sandbox.shapes.reactions import rollup
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import node_id


def review(site: Site, of: Review) -> Json:
    """Return GitHub's *pull request review*."""
    html, pull = f"{page_of(site, of.pull)}#pullrequestreview-{of.id}", api_of(site, of.pull)
    shape = {
        "id": of.id,
        "node_id": node_id(of),
        "user": user(site, of.author),
        "body": of.body,
        "state": of.state,
        "html_url": html,
        "pull_request_url": pull,
        "author_association": association(of.pull.repository, of.author),
        "_links": {"html": {"href": html}, "pull_request": {"href": pull}},
        "commit_id": of.commit_id,
    }
    return shape | ({"submitted_at": timestamp(of.submitted_at)} if of.submitted_at else {})


def review_comment(site: Site, of: ReviewComment) -> Json:
    """Return GitHub's *review comment*; of an outdated one `line` is null and `original_line` stays."""
    thread, pull = of.thread, api_of(site, of.pull)
    url = f"{site.repo_api(of.pull.repository)}/pulls/comments/{of.id}"
    html = f"{page_of(site, of.pull)}#discussion_r{of.id}"
    position = max(thread.diff_hunk.count("\n"), 1)
    shape = {
        "url": url,
        "pull_request_review_id": of.review.id,
        "id": of.id,
        "node_id": node_id(of),
        "diff_hunk": thread.diff_hunk,
        "path": thread.path,
        "commit_id": of.pull.head_sha if not thread.outdated else thread.original_commit,
        "original_commit_id": thread.original_commit,
        "user": user(site, of.author),
        "body": of.body,
        "created_at": timestamp(of.created_at),
        "updated_at": timestamp(of.updated_at),
        "html_url": html,
        "pull_request_url": pull,
        "author_association": association(of.pull.repository, of.author),
        "_links": {"self": {"href": url}, "html": {"href": html}, "pull_request": {"href": pull}},
        "reactions": rollup(of.reactions, url),
        "start_line": thread.start_line,
        "original_start_line": thread.original_start_line,
        "start_side": thread.start_side,
        "line": thread.line,
        "original_line": thread.original_line,
        "side": thread.side,
        "subject_type": thread.subject.lower(),
        "position": None if thread.outdated else position,
        "original_position": position,
    }
    return shape | ({"in_reply_to_id": of.reply_to.id} if of.reply_to else {})


def legacy_comment(site: Site, of: ReviewComment) -> Json:
    """Return GitHub's older *review comment*, which leaves out what is null."""
    shape = review_comment(site, of)
    return {key: value for key, value in shape.items() if value is not None or key in ("position", "user")}


def thread_comments(site: Site, of: Thread) -> Json:
    """Return the thread as its webhook carries it."""
    return {"node_id": node_id(of), "comments": [review_comment(site, comment) for comment in of.comments]}
