"""Commits a suggestion as GitHub's button does."""

import re

from bot.sandbox.errors import unprocessable
from bot.sandbox.model import Account, ReviewComment
from bot.sandbox.reviews import resolved
from bot.sandbox.site import Site

SUGGESTION = re.compile(r"^(`{3,})suggestion[^\n]*\n((?:.*\n)*?)\1`*\s*$", re.MULTILINE)


def applied(site: Site, comment: ReviewComment, actor: Account) -> None:
    """Commit a comment's suggestion to the pull request's head branch, as GitHub's button does.

    Refused with a 422: no suggestion, an outdated thread, the left side, a deleted fork.
    """
    thread, pull = comment.thread, comment.pull
    found = SUGGESTION.search(comment.body.replace("\r\n", "\n"))
    source = pull.head_repository
    if not found or thread.outdated or thread.line is None or thread.side == "LEFT" or source is None:
        raise unprocessable("This suggestion cannot be applied.")
    lines = (
        source.git.blob(pull.head_sha, thread.path).decode(errors="surrogateescape").splitlines(keepends=True)
    )
    end = "\r\n" if lines[thread.line - 1].endswith("\r\n") else "\n"
    lines[(thread.start_line or thread.line) - 1 : thread.line] = [
        line + end for line in found[2].split("\n")[:-1]
    ]
    data = "".join(lines).encode(errors="surrogateescape")
    sha = source.git.commit_file(
        pull.head_sha, thread.path, data, f"Apply suggestion by {comment.author.login}"
    )
    source.git.update(f"refs/heads/{pull.head_ref}", sha)
    resolved(site, thread, actor, actor)
