"""The developers' tools as programs: what is wrong is said in one line."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tools import calibrate, make_puzzles, tactics

from jungle.engine.score import Curve

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (calibrate, ["--nodes", "0"]),
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


def test_a_fit_finds_the_curve_behind_the_games():
    truth, draw = Curve(500.0, 200.0, -20.0, -5.0), Random(1)
    samples = []
    for _ in range(6000):
        cats, pieces = draw.randint(-1500, 1500), draw.randint(4, 16)
        win, drawn, _ = truth.chances(cats, pieces)
        number = draw.random()
        samples.append((cats, pieces, 1.0 if number < win else 0.5 if number < win + drawn else 0.0))
    found = calibrate.fit(samples)
    for cats, pieces in ((300, 16), (300, 6), (-800, 10), (0, 12)):
        assert found.chances(cats, pieces) == pytest.approx(truth.chances(cats, pieces), abs=0.05)
    for expected, low, _, high, count in calibrate.reliability(samples, truth):
        assert low - 0.05 < expected < high + 0.05
        assert count
