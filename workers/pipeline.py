"""The whole flow of one job: read the truth, fetch, think, compare, write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.commands.answers import Desk
from bot.github.connection import App
from bot.github.errors import GitHubError, NotAllowed, NotThere, Throttled
from bot.github.open_pulls import pulls_with_head
from bot.github.reader import read_head
from bot.github.state import Pull, Run
from bot.jobs import Job, Kind
from bot.logs import log
from bot.metrics import FINDINGS
from bot.publish.drafts import draft_text
from bot.publish.edits import Edit, FinishRun
from bot.publish.markers import mark, short_digest
from bot.publish.plan import Manner, plan
from bot.publish.publisher import Publisher
from bot.publish.runs import newest_run
from bot.publish.unfinished import UNKNOWN, unfinished_run
from checks.model import Review
from config.settings import Settings
from workers.base_push import moves_the_rules
from workers.git import GitError
from workers.locks import open_locks
from workers.merge_groups import judge_group
from workers.outcomes import Done, Outcome, Retry, Wait
from workers.reading import Reading, read_change, timed
from workers.relocation import relocated
from workers.sweep import look, reviews_of, sweep
from workers.verdicts import worst_of
from workers.visit import Visit


class Pipeline:
    """Handles jobs. Any step may be cut off and done again: every run starts from GitHub's truth."""

    def __init__(self, settings: Settings, app: App) -> None:
        self.settings = settings
        self.app = app
        self.locks = open_locks(settings)

    def __call__(self, job: Job) -> Outcome:
        """Does what a job asks; what GitHub or git refuse becomes an outcome, never an exception."""
        try:
            return self._handled(job)
        except Throttled as error:
            return Wait(str(error), error.until, whole_installation=True)
        except (GitHubError, GitError) as error:
            return Retry(str(error))

    def _handled(self, job: Job) -> Outcome:
        try:
            return HANDLERS[job.kind](self, job)
        except NotThere as error:
            return self._elsewhere(job, error)
        except NotAllowed as error:
            self.app.forget(job.installation_id)
            if "suspended" in str(error):  # its return is an event, and then all is looked at
                log.info("installation suspended, nothing done")
                return Done()
            return self._elsewhere(job, error)

    def _elsewhere(self, job: Job, error: GitHubError) -> Outcome:
        """The same where the repository is now; nothing where the App is there no longer."""
        try:
            moved = relocated(self.app, job)
        except NotThere as gone:
            log.info("out of reach, nothing done", reason=str(gone))
            return Done()
        return Done((moved,)) if moved else Retry(str(error))

    def review(self, job: Job) -> Outcome:
        """One pull request, from its true state to what GitHub should show."""
        visit = Visit(self.app, self.settings, job)
        if job.pull_number is None:
            return Done(self._with_head(visit, job))
        with timed("locate"):
            pull = visit.read(job.pull_number, job.before_sha)
        if not pull.open:  # the run on its head may have spoken for others too
            return Done(tuple(map(job.follow_up, pull.siblings)))
        left_alone = tuple(n for n in pull.left_behind if n not in (pull.number, *pull.siblings))
        if not pull.siblings:
            return self._review(visit, job, pull, left_alone)
        with self.locks(f"{visit.repository_id} {pull.head_sha}", self.settings.lease_seconds) as held:
            if held:
                return self._review(visit, job, visit.read(job.pull_number), left_alone)
        return Wait("another pull request with this head is being reviewed", time.time() + 3)

    def _review(self, visit: Visit, job: Job, pull: Pull, left_alone: Iterable[int]) -> Outcome:
        pull = self._started(visit, pull)
        button = job.requested_action == "draft"
        reading = self._read(visit, pull, ("proposal",) if button else ())
        self._publish(visit, reading, renew=job.kind is Kind.RERUN or job.requested_action == "recheck")
        if button:
            self._post_draft(visit, reading, job)
        return Done(tuple(map(job.follow_up, left_alone)))

    def _with_head(self, visit: Visit, job: Job) -> tuple[Job, ...]:
        """A job for each pull request with the head that this one is about."""
        asked = (self.app.app_id, self.settings.check_name, job.head_sha or "")
        return tuple(job.follow_up(p.number) for p in pulls_with_head(visit.github, visit.name, *asked))

    def _started(self, visit: Visit, pull: Pull) -> Pull:
        """Puts a run in progress on a head that has none, so that the required check is never missing."""
        if newest_run(pull) is not None:
            return pull
        number = visit.writer.start_run(pull.head_sha)
        run = Run(
            id=number,
            head_sha=pull.head_sha,
            status="in_progress",
            conclusion=None,
            title="",
            summary="",
            text="",
            external_id="",
        )
        return replace(pull, runs=(run, *pull.runs))

    def _post_draft(self, visit: Visit, reading: Reading, job: Job) -> None:
        """The draft that a button asked for, once a delivery."""
        signature = mark("draft", delivery=short_digest(job.delivery))
        if not any(c.ours and c.body.endswith(signature) for c in reading.pull.comments):
            visit.writer.comment(
                reading.pull.number, f"{draft_text(reading.drafts['proposal'])}\n\n{signature}"
            )

    def _read(self, visit: Visit, pull: Pull, drafting: Iterable[str]) -> Reading:
        """The reading, or a check run that says that there is none before the error goes on."""
        try:
            return read_change(visit, pull, drafting=drafting)
        except GitHubError:
            raise
        except Exception as error:
            why = visit.told(error) if isinstance(error, GitError) else UNKNOWN
            run = newest_run(pull)
            number = run.id if run else None
            visit.writer.finish_run(unfinished_run(pull.head_sha, number, why, self.settings.mode))
            raise

    def _publish(self, visit: Visit, reading: Reading, *, renew: bool) -> None:
        said = reading.review
        desk = Desk(reading.ledger, said, lambda kind: reading.drafts.get(kind, ""))
        others = self._siblings(visit, reading.pull)
        pull = replace(reading.pull, siblings=tuple(others))
        together = worst_of({pull.number: said, **others})
        edits = plan(
            said, pull, reading.snapshot, self.manner(reading), desk, renew_run=renew, of_run=together
        )
        if _speaks(edits) and self._moved(visit, pull):
            log.info("head moved, nothing said", head=pull.head_sha)
            edits = tuple(e for e in edits if isinstance(e, FinishRun))
        with timed("publish"):
            Publisher(visit.writer, pull.number, log.warning).apply(edits)
        _count(said, edits)

    def _siblings(self, visit: Visit, pull: Pull) -> dict[int, Review]:
        """What is said of others with this head: the run is one a commit, and says the worst."""
        others = map(visit.read, pull.siblings)
        return {
            other.number: read_change(visit, other).review
            for other in others
            if other.open and other.head_sha == pull.head_sha
        }

    def manner(self, reading: Reading) -> Manner:
        """How loud we are: the process's mode and the repository's own, the quieter one."""
        observe = "observe" in (self.settings.mode, reading.profile.mode)
        return Manner(
            mode="observe" if observe else "enforce",
            comments=reading.profile.comments,
            announce=reading.profile.announce_state_change,
        )

    def _moved(self, visit: Visit, pull: Pull) -> bool:
        """Whether the head is another one by now: its own event brings the next review."""
        return read_head(visit.github, visit.name, pull.number) != pull.head_sha

    def merge_group(self, job: Job) -> Outcome:
        """The verdict on a merge queue's commit."""
        judge_group(Visit(self.app, self.settings, job), job, self.settings.mode)
        return Done()

    def base_push(self, job: Job) -> Outcome:
        """A branch moved: the pull requests aimed at it are reviewed again where that may change anything."""
        branch = (job.ref or "").removeprefix("refs/heads/")
        reviews = tuple(reviews_of(self.app, self.settings.check_name, job, branch))
        if not reviews or not moves_the_rules(Visit(self.app, self.settings, job), job):
            return Done()
        return Done(reviews)

    def installation(self, job: Job) -> Outcome:
        """New repositories: their open pull requests are found as a sweep finds them."""
        return Done(tuple(look(self.app, self.settings.check_name, job.delivery, job.installation_id)))

    def sweep(self, job: Job) -> Outcome:
        """Everything that is missing anywhere."""
        return Done(tuple(sweep(self.app, self.settings.check_name, job.delivery).reviews))


def _speaks(edits: tuple[Edit, ...]) -> bool:
    return any(not isinstance(e, FinishRun) for e in edits)


def _count(said: Review, edits: tuple[Edit, ...]) -> None:
    if any(isinstance(e, FinishRun) for e in edits):
        for finding in said.findings:
            FINDINGS.labels(finding.rule, finding.severity.value).inc()


HANDLERS: dict[Kind, Callable[[Pipeline, Job], Outcome]] = {
    Kind.REVIEW: Pipeline.review,
    Kind.COMMAND: Pipeline.review,
    Kind.RERUN: Pipeline.review,
    Kind.REQUESTED_ACTION: Pipeline.review,
    Kind.MERGE_GROUP: Pipeline.merge_group,
    Kind.BASE_PUSH: Pipeline.base_push,
    Kind.INSTALLATION: Pipeline.installation,
    Kind.SWEEP: Pipeline.sweep,
}
