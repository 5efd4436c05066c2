"""The sandbox's page: server-rendered HTML with a little script, for a person at a browser."""

from bot.sandbox.page.actions import ACTIONS
from bot.sandbox.page.frame import blueprint
from bot.sandbox.page.pull_pages import PAGES as PULL_PAGES
from bot.sandbox.page.repository_pages import PAGES as REPOSITORY_PAGES

for path, view in (*REPOSITORY_PAGES, *PULL_PAGES):
    blueprint.add_url_rule(path, view.__name__, view)
for path, view in ACTIONS:
    blueprint.add_url_rule(path, view.__name__, view, methods=["POST"])

__all__ = ["blueprint"]
