"""What a worker's handler says about a job when it is through with it."""

from collections.abc import Callable

from msgspec import Struct

from bot.jobs import Job


class Done(Struct, frozen=True):
    """The work is finished; the follow-ups are stored together with that fact."""

    follow_ups: tuple[Job, ...] = ()


class Retry(Struct, frozen=True):
    """Something failed that may pass; counts as an attempt, and the last attempt parks the job."""

    reason: str
    at: float | None = None  # seconds since the epoch; None leaves it to the back-off


class Wait(Struct, frozen=True):
    """GitHub asks for patience; not the job's fault, so it counts no attempt and frees the worker."""

    reason: str
    until: float
    whole_installation: bool = False  # a rate limit holds for every job of the installation


class Park(Struct, frozen=True):
    """Trying again cannot help; the job is set aside with its error until a newer one overtakes it."""

    reason: str


Outcome = Done | Retry | Wait | Park
Handler = Callable[[Job], Outcome]
