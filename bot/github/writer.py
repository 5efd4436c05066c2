"""Writes to GitHub, one request a method where GitHub allows it; a POST is never said twice on a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from github import Github
from github.Repository import Repository

from bot.github.errors import NotAllowed, Unavailable, told_apart
from bot.github.queries import query
from bot.github.state import Where
from bot.publish.edits import Annotation, FinishRun, PostAnswer, PostFileComment, PostReview

ANNOTATIONS_A_REQUEST = 50
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A check run of ours; `noted` says that it has annotations."""

    id: int
    noted: bool


class Writer:
    """Everything we write in one repository. `resolver` gives a client that may resolve threads, or None."""

    def __init__(
        self,
        github: Github,
        repository: str,
        app_id: int,
        check_name: str,
        resolver: Callable[[], Github | None],
    ) -> None:
        self._github = github
        self._name = repository
        self._app_id = app_id
        self._check_name = check_name
        self._resolver = resolver

    @cached_property
    def _repository(self) -> Repository:
        return self._github.get_repo(self._name)

    def start_run(self, head_sha: str) -> int:
        """Creates our check run in progress, so that the required check is never missing; its id."""
        with told_apart():
            run = self._repository.create_check_run(
                self._check_name, head_sha, status="in_progress", started_at=datetime.now(UTC)
            )
        return _written(run.raw_data, "id")

    def find_run(self, head_sha: str) -> FoundRun | None:
        """Our newest check run on a commit, or None."""
        asked = {"check_name": self._check_name, "app_id": self._app_id, "filter": "latest"}
        with told_apart():
            _, said = self._github.requester.requestJsonAndCheck(
                "GET", self._url(f"commits/{head_sha}/check-runs"), parameters=asked
            )
        runs = [r for r in said["check_runs"] if r["head_sha"] == head_sha]
        newest = max(runs, key=lambda r: int(r["id"]), default=None)
        return FoundRun(newest["id"], newest["output"]["annotations_count"] > 0) if newest else None

    def finish_run(self, edit: FinishRun) -> int:
        """Completes the run; annotations beyond fifty follow in further requests, which append them."""
        batches = _batches(edit.output.annotations)
        run = edit.run if edit.run is not None else self.start_run(edit.head_sha)
        for number, batch in enumerate(batches):
            last = number == len(batches) - 1
            self._patch(f"check-runs/{run}", self._run_body(edit, batch, complete=last))
        return run

    def _run_body(self, edit: FinishRun, batch: Sequence[Annotation], *, complete: bool) -> Json:
        output: Json = {"title": edit.output.title, "summary": edit.output.summary, "text": edit.output.text}
        output["annotations"] = [_annotation(a) for a in batch]
        if not complete:
            return {"output": output}
        return {
            "status": "completed",
            "conclusion": edit.conclusion,
            "completed_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "external_id": edit.external_id,
            "output": output,
            "actions": [
                {"label": a.label, "description": a.description, "identifier": a.identifier}
                for a in edit.actions
            ],
        }

    def comment(self, number: int, body: str) -> None:
        """A new comment in the conversation."""
        self._post(f"issues/{number}/comments", {"body": body})

    def edit_comment(self, comment: int, body: str) -> None:
        """A new text for a comment of the conversation."""
        self._patch(f"issues/comments/{comment}", {"body": body})

    def delete_comment(self, comment: int) -> None:
        """Deletes a comment of ours."""
        with told_apart():
            self._github.requester.requestJsonAndCheck("DELETE", self._url(f"issues/comments/{comment}"))

    def review(self, number: int, edit: PostReview) -> None:
        """Several inline comments in one request: one notification."""
        comments: list[Json] = []
        for inline in edit.comments:
            comment: Json = {"path": inline.path, "body": inline.body, "line": inline.line, "side": "RIGHT"}
            if inline.start_line is not None:
                comment |= {"start_line": inline.start_line, "start_side": "RIGHT"}
            comments.append(comment)
        body = {"commit_id": edit.head_sha, "event": "COMMENT", "comments": comments}
        self._post(f"pulls/{number}/reviews", body)

    def file_comment(self, number: int, edit: PostFileComment) -> None:
        """A comment on a changed file as a whole."""
        body = {"commit_id": edit.head_sha, "path": edit.path, "body": edit.body, "subject_type": "file"}
        self._post(f"pulls/{number}/comments", body)

    def reply(self, number: int, comment: int, body: str) -> None:
        """An answer in the thread that `comment` began."""
        self._post(f"pulls/{number}/comments/{comment}/replies", {"body": body})

    def answer(self, number: int, edit: PostAnswer) -> None:
        """An answer to a command, where it stands; to a review's own text in the conversation."""
        if edit.where is Where.INLINE:
            self.reply(number, edit.comment, edit.body)
        else:
            self.comment(number, edit.body)

    def react(self, node: str, content: str) -> None:
        """A reaction to any kind of comment."""
        self._mutate(self._github, query("react"), {"id": node, "content": content})

    def minimize(self, node: str) -> None:
        """Hides a comment of ours as resolved."""
        self._mutate(self._github, query("minimize"), {"id": node})

    def resolve(self, thread: str) -> bool:
        """Resolves a thread; False where the installation does not let us (it takes `contents: write`)."""
        client = self._resolver()
        if client is None:
            return False
        try:
            self._mutate(client, query("resolve"), {"id": thread})
        except NotAllowed:
            return False
        return True

    def _url(self, path: str) -> str:
        return f"/repos/{self._name}/{path}"

    def _post(self, path: str, body: Json) -> int:
        with told_apart():
            _, said = self._github.requester.requestJsonAndCheck("POST", self._url(path), input=body)
        return _written(said, "id")

    def _patch(self, path: str, body: Json) -> int:
        with told_apart():
            _, said = self._github.requester.requestJsonAndCheck("PATCH", self._url(path), input=body)
        return _written(said, "id")

    def _mutate(self, client: Github, mutation: str, variables: Json) -> None:
        with told_apart():
            client.requester.graphql_query(mutation, variables)


def _written(said: Json | None, key: str) -> int:
    """The id of what was written. A redirect of a renamed repository gives none, and nothing was written."""
    value = (said or {}).get(key)
    if not isinstance(value, int):
        raise Unavailable("GitHub took the request without doing it; the repository may have moved.")
    return value


def _batches(annotations: Sequence[Annotation]) -> list[Sequence[Annotation]]:
    """Runs of at most fifty; one empty run where there are none."""
    step = ANNOTATIONS_A_REQUEST
    return [annotations[i : i + step] for i in range(0, len(annotations), step)] or [()]


def _annotation(annotation: Annotation) -> Json:
    return {
        "path": annotation.path,
        "start_line": annotation.start_line,
        "end_line": annotation.end_line,
        "annotation_level": annotation.level,
        "title": annotation.title,
        "message": annotation.message,
    }
