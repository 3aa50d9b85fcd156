"""The developers' tools as programs: what is wrong is said in one line."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tools import calibrate, make_puzzles, tactics

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (calibrate, ["--games", "0"]),
        (calibrate, ["--nodes", "-1"]),
        (tactics, ["--each", "0"]),
        (make_puzzles, ["--count", "0"]),
    ],
)
def test_numbers_out_of_range_are_refused(tool, arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        tool.main(arguments)
    assert ended.value.code == 2
    assert "expected a whole number of at least 1" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
@pytest.mark.parametrize(("tool", "arguments"), [("calibrate", ["--games=999999", "--nodes=1"]), ("tactics", [])])
def test_an_interrupt_is_no_crash(tool, arguments):
    with subprocess.Popen(
        [sys.executable, "-m", f"tools.{tool}", *arguments], cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr.read(1)  # It is at work.
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read()
    assert errors.endswith("\njungle: interrupted\n")
    assert "Traceback" not in errors
