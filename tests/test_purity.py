"""Thinking touches nothing: a whole review opens no file, calls no network and starts no process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.cases import FIXTURES

ROOT = Path(__file__).parent.parent
REVIEW = """
import json, sys
from checks.registry import all_rules
from config.load import shipped
from tests.cases import snapshot_of
from checks.engine import review
from checks.subject import Subject

trees = json.load(sys.stdin)
profile = shipped("dra-driver-nvidia-gpu")
all_rules()

def run():
    change = snapshot_of(trees["base"], trees["head"])
    return review(change, profile, Subject(title="Offer slots", body="Slots.", posted=True))

run()  # whatever is loaded on demand is loaded now
touched = []
WATCHED = ("open", "socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.spawn", "os.posix_spawn",
           "os.listdir", "os.scandir", "os.remove", "os.rename", "urllib.", "sqlite3.")
def watch(event, arguments):
    if on and event.startswith(WATCHED):
        touched.append(f"{event} {arguments!r}")
on = False
sys.addaudithook(watch)
on = True
found = run()
if "--self-test" in sys.argv:
    open("/dev/null").close()
on = False
print(json.dumps({"touched": touched, "findings": len(found.findings)}))
"""


def reviewed(*arguments: str) -> dict[str, object]:
    """What a review of a change with code and a proposal touched, seen from inside its process."""
    base = _tree("project", "both") | _tree("proposal", "both")
    head = base | _tree("proposal", "head")
    values = "deployments/helm/dra-driver-nvidia-gpu/values.yaml"
    head[values] += "slotsPerGPU: 1\n"
    head["pkg/slots/slots.go"] = (
        "package slots\n\n// Count says how many slots a device has.\nvar Count = 1\n"
    )
    head["demo/claim.yaml"] = "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata:\n  name: one\n"
    done = subprocess.run(
        [sys.executable, "-c", REVIEW, *arguments],
        input=json.dumps({"base": base, "head": head}),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, object] = json.loads(done.stdout)
    return said


def _tree(name: str, side: str) -> dict[str, str]:
    folder = FIXTURES / name / side
    files = (f for f in sorted(folder.rglob("*")) if f.is_file())
    return {f.relative_to(folder).as_posix(): f.read_text("utf-8") for f in files}


def test_a_review_touches_nothing() -> None:
    said = reviewed()
    assert said["touched"] == []
    assert said["findings"]


def test_the_watch_sees_an_opened_file() -> None:
    assert reviewed("--self-test")["touched"]
