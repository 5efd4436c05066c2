"""Conversation comments as JSON."""

from bot.sandbox.model import IssueComment
from bot.sandbox.shapes.accounts import app, association, user
from bot.sandbox.shapes.pulls import page_of
from bot.sandbox.shapes.reactions import rollup
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import node_id


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
        "reactions": rollup(of.reactions, url),
        "performed_via_github_app": app(site, site.app) if of.author is site.app.bot else None,
    }
