"""Git copies are bounded: in what one fetch may bring and in how long an unused one stays."""

import os
import sys
import time
from pathlib import Path

import pytest

from workers.copies import UNUSED_SECONDS, prune
from workers.git import GitError
from workers.mirror import limited

WRITE = "import sys; open(sys.argv[1], 'wb').write(b'x' * 3_000_000)"


def test_a_copy_in_use_stays_and_one_that_nobody_used_goes(tmp_path: Path) -> None:
    for name in ("1.git", "2.git", "notes"):
        (tmp_path / name).mkdir()
    past = time.time() - UNUSED_SECONDS - 60
    os.utime(tmp_path / "2.git", (past, past))
    os.utime(tmp_path / "notes", (past, past))
    assert prune(tmp_path) == ["2.git"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["1.git", "notes"]
    assert prune(tmp_path / "none") == []


@pytest.mark.parametrize(("largest", "written"), [(10_000_000, 3_000_000), (1_000_000, 1_000_000)])
def test_one_file_grows_only_so_large(tmp_path: Path, largest: int, written: int) -> None:
    wait = "import time; time.sleep(0.3); " + WRITE  # the limit comes just after the start
    status, _ = limited(
        [sys.executable, "-c", wait, str(tmp_path / "f")], dict(os.environ), b"", largest=largest
    )
    assert (status == 0) == (largest > written)
    assert (tmp_path / "f").stat().st_size == written


def test_a_slow_fetch_is_ended(tmp_path: Path) -> None:
    started = time.monotonic()
    with pytest.raises(GitError, match="took longer"):
        limited([sys.executable, "-c", "import time; time.sleep(60)"], dict(os.environ), b"", seconds=0.5)
    assert time.monotonic() - started < 10
