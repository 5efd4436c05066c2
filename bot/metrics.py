"""What the app counts, in Prometheus' terms; several processes add up through one folder."""

from collections.abc import Iterable
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from bot.queue.inbox import Inbox, InboxUnreachable

DELIVERIES = Counter(
    "design_review_deliveries_total", "Deliveries by event and by what became of them.", ["event", "result"]
)
JOBS = Counter("design_review_jobs_total", "Jobs that a worker has finished with.", ["kind", "outcome"])
JOB_SECONDS = Histogram(
    "design_review_job_seconds",
    "How long a worker had a job.",
    ["kind"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600),
)
STAGE_SECONDS = Histogram(
    "design_review_stage_seconds",
    "How long each stage of a review took.",
    ["stage"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)
API_CALLS = Counter("design_review_api_calls_total", "Calls of GitHub's API.", ["method", "status"])
API_REMAINING = Gauge(
    "design_review_api_remaining",
    "What GitHub said was left of an installation's quota.",
    ["installation", "resource"],
    multiprocess_mode="mostrecent",
)
FINDINGS = Counter("design_review_findings_total", "Findings published, by rule.", ["rule", "severity"])
SWEEPS = Counter("design_review_sweeps_total", "Comparisons with GitHub's truth.", ["result"])
MENDED = Counter("design_review_mended_total", "What a sweep found wrong and mended.", ["what"])
RESTARTS = Counter("design_review_restarts_total", "Processes started again, and why.", ["process", "why"])


class _Queue(Collector):
    """The queue's depth and age, asked for when somebody looks."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def collect(self) -> Iterable[Metric]:
        reachable = GaugeMetricFamily("design_review_queue_reachable", "1 where the queue answers.")
        jobs = GaugeMetricFamily("design_review_queue_jobs", "Jobs by state.", labels=["state"])
        age = GaugeMetricFamily("design_review_queue_oldest_seconds", "Age of the oldest job that may run.")
        try:
            depth, oldest = self._inbox.depth(), self._inbox.oldest_age()
        except InboxUnreachable:
            reachable.add_metric([], 0)
            return [reachable]
        reachable.add_metric([], 1)
        age.add_metric([], oldest)
        for state in ("waiting", "delayed", "running", "parked"):
            jobs.add_metric([state], getattr(depth, state))
        return [reachable, jobs, age]


def registry(inbox: Inbox, folder: Path | None) -> CollectorRegistry:
    """Everything counted and the state of the queue.

    The folder is the one in which all processes of this start count; None counts this process alone.
    """
    everything = CollectorRegistry()
    if folder is None:
        everything.register(REGISTRY)
    else:
        MultiProcessCollector(everything, str(folder))  # type: ignore[no-untyped-call]
    everything.register(_Queue(inbox))
    return everything
