"""Notices moved branches, whoever moved them, and lets pull requests and webhooks follow."""

import threading
from collections.abc import Callable

from bot.sandbox import events, pulls
from bot.sandbox.checks import suite_for
from bot.sandbox.model import Account, PullRequest, Repository
from bot.sandbox.site import Site

QUEUE = "gh-readonly-queue/"


def sync(site: Site, repository: Repository, sender: Account | None = None) -> bool:
    """Compare the repository's branches with those last seen; return whether any moved."""
    refs = repository.git.refs()
    seen, repository.seen_refs = repository.seen_refs, refs
    moved = {name for name in seen.keys() | refs.keys() if seen.get(name) != refs.get(name)}
    for name in sorted(moved):
        before, after = seen.get(name, events.NO_COMMIT), refs.get(name, events.NO_COMMIT)
        if not name.startswith(QUEUE):
            follow(site, repository, name, before, after, sender or pusher(site, repository, name))
    if moved:
        site.state.revision += 1
    return bool(moved)


def follow(site: Site, repository: Repository, name: str, before: str, after: str, sender: Account) -> None:
    """Tell of one moved branch, and move or close the pull requests that come from it."""
    events.push(site, repository, f"refs/heads/{name}", before, after, sender)
    for pull in heads(site, repository, name):
        if after == events.NO_COMMIT:
            pulls.closed(site, pull, sender)
        elif after != pull.head_sha:
            pulls.synchronized(site, pull, after, sender)
    if after != events.NO_COMMIT and repository.parent is None:
        events.check_suite(site, "requested", suite_for(site, repository, site.app, after), sender)


def heads(site: Site, repository: Repository, name: str) -> list[PullRequest]:
    """Return the open pull requests whose head is the branch, in this repository or in the fork's parent."""
    every = [pull for one in site.state.repositories for pull in one.pulls.values()]
    mine = [pull for pull in every if pull.head_repository is repository and pull.head_ref == name]
    return [pull for pull in mine if pull.state == "open"]


def pusher(site: Site, repository: Repository, name: str) -> Account:
    """Return who is taken to have pushed: the author of the branch's pull request, else the owner."""
    return next((pull.author for pull in heads(site, repository, name)), repository.owner)


class Watcher:
    """Runs `check` once a second in a thread of its own."""

    def __init__(self, check: Callable[[], None], seconds: float = 1.0) -> None:
        """Name what to run."""
        self._check, self._seconds = check, seconds
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sandbox-branches", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the present round."""
        self._stopping.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._stopping.wait(self._seconds):
            self._check()
