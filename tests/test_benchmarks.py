import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Runner = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).parent.parent


@pytest.fixture
def bench(tmp_path: Path) -> Runner:
    """Runs two tiny benchmark areas instead of the real ones, which are slow."""
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    for name in ("__init__.py", "__main__.py"):
        (folder / name).write_bytes((ROOT / "benchmarks" / name).read_bytes())
    area = 'from benchmarks import benchmark\n\n@benchmark\ndef speed():\n    return {"%s_per_s": %s}\n'
    (folder / "jumps.py").write_text(area % ("jumps", "3"), encoding="utf-8")
    (folder / "swims.py").write_text(area % ("swims", "2.5"), encoding="utf-8")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "benchmarks", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)

    return run


def test_prints_one_json_object(bench: Runner) -> None:
    result = bench()
    assert json.loads(result.stdout) == {"jumps_per_s": 3, "swims_per_s": 2.5}
    assert "jumps.speed" in result.stderr


def test_only_the_requested_benchmarks_run(bench: Runner) -> None:
    assert json.loads(bench("swims").stdout) == {"swims_per_s": 2.5}


def test_an_unknown_name_is_refused(bench: Runner) -> None:
    result = bench("flies")
    assert (result.returncode, result.stdout) == (2, "")
    assert "no benchmark matches 'flies'; there are: jumps.speed, swims.speed" in result.stderr
