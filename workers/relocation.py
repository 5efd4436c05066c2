"""A repository that was renamed, given to another owner or taken away: where a job about it belongs now."""

from __future__ import annotations

from msgspec.structs import replace

from bot.github.connection import App
from bot.github.errors import NotThere
from bot.github.installations import installation_of, repositories
from bot.jobs import Job

MOVED = "/moved"


def relocated(app: App, job: Job) -> Job | None:
    """The job for where its repository is now, or None where it is still where the job says.

    Repositories are known by id: a name may belong to another one by now. Raises NotThere where the App is
    not installed on this one any longer.
    """
    if not job.repository:
        raise NotThere("The installation is gone.")
    installation = installation_of(app, job.repository)
    names = dict(repositories(app.client(installation)))
    if job.repository_id not in names:
        raise NotThere(f"{job.repository} is out of reach.")
    name = names[job.repository_id]
    if (installation, name) == (job.installation_id, job.repository) or job.delivery.endswith(MOVED):
        return None
    return replace(job, installation_id=installation, repository=name, delivery=job.delivery + MOVED)
