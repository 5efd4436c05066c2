"""A push to a base branch: whether it moved anything that open pull requests are judged by."""

from __future__ import annotations

from bot.jobs import Job
from checks.globs import matches
from config.load import SETTINGS_PATH
from workers.git import GitError
from workers.profiles import settled_profile
from workers.reading import Commits, fetched
from workers.trees import source
from workers.visit import Visit

NOBODY = "0" * 40
OWNERS = ("**/OWNERS", "**/OWNERS_ALIASES", "**/CODEOWNERS")


def moves_the_rules(visit: Visit, job: Job) -> bool:
    """Whether the push changed settings, owners, or anything in a proposals folder.

    What cannot be told (a new branch, a commit that is gone) counts as yes.
    """
    before, after = job.before_sha or NOBODY, job.head_sha or NOBODY
    if NOBODY in (before, after):
        return True
    try:
        with fetched(visit, Commits(before, after, job.ref or "", "base")) as repository:
            profile = settled_profile(source(repository, after), (visit.name,))
            said = repository.run("diff", "--name-only", "--no-renames", "-z", before, after)
    except GitError:
        return True
    folders = tuple(f"{folder.rstrip('/')}/**" for folder in profile.proposals.folders)
    globs = (SETTINGS_PATH, *OWNERS, *folders)
    return any(matches(path, globs) for path in said.decode("utf-8", "surrogateescape").split("\0"))
