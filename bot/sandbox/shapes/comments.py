"""Conversation comments and reactions as JSON."""

from collections import Counter

from bot.sandbox.shapes.accounts import app, association, user
from bot.sandbox.shapes.pulls import page_of
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import IssueComment, Reaction, Remark, node_id

CONTENTS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")


def comment(site: Site, of: IssueComment) -> Json:
    """Return GitHub's *issue comment*."""
    repo = site.repo_api(of.pull.repository)
    url = f"{repo}/issues/comments/{of.id}"
    return {
        "url": url,
        "html_url": f"{page_of(site, of.pull)}#issuecomment-{of.id}",
        "issue_url": f"{repo}/issues/{of.pull.number}",
        "id": of.id,
        "node_id": node_id(of),
        "user": user(site, of.author),
        "created_at": timestamp(of.created_at),
        "updated_at": timestamp(of.updated_at),
        "author_association": association(of.pull.repository, of.author),
        "body": of.body,
        "reactions": rollup(of, url),
        "performed_via_github_app": app(site, site.app) if of.author is site.app.bot else None,
    }


def rollup(of: Remark, url: str) -> Json:
    """Return GitHub's *reaction rollup*."""
    counts = Counter(reaction.content for reaction in of.reactions)
    totals = {content: counts[content] for content in CONTENTS}
    return {"url": f"{url}/reactions", "total_count": len(of.reactions), **totals}


def reaction(site: Site, of: Reaction) -> Json:
    """Return GitHub's *reaction*."""
    return {
        "id": of.id,
        "node_id": node_id(of),
        "user": user(site, of.author),
        "content": of.content,
        "created_at": timestamp(of.created_at),
    }
