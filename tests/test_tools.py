"""The engine's tools for its makers, as programs: what is wrong is said in one line."""

import os
import signal
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("calibrate", ["--games", "0"]), ("calibrate", ["--nodes", "-1"]), ("tactics", ["--each", "0"])],
)
def test_numbers_out_of_range_are_refused(tool: str, arguments: list[str]) -> None:
    command = [sys.executable, "-m", f"jungle.engine.{tool}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "expected a whole number of at least 1" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
@pytest.mark.parametrize("tool", ["calibrate", "tactics"])
def test_an_interrupt_is_no_crash(tool: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", f"jungle.engine.{tool}"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.read(1)  # It is at work.
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read()
    assert errors.endswith("\njungle: interrupted\n")
    assert "Traceback" not in errors
