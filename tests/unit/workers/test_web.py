"""The web process is only a producer: it loads neither the checks nor the broker's client."""

import subprocess
import sys

from tests.doubles.running_app import ROOT

LOADED = "import workers.wsgi, sys; print(*{name.partition('.')[0] for name in sys.modules})"


def test_the_web_loads_no_checks_no_git_and_no_celery() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(ended.stdout.split())
    assert "flask" in loaded
    assert loaded.isdisjoint({"checks", "git", "celery", "kombu", "tree_sitter"})
