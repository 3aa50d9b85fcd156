"""The tuner on a handful of games: it plays, learns, resumes after a stop, and writes what the core reads."""

import base64
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jungle.native import native_available

if not native_available():
    pytest.skip("needs the C++ core", allow_module_level=True)
pytest.importorskip("numpy")

import numpy as np
from numpy.typing import NDArray
from tools import program, tune

from jungle import STANDARD
from jungle.extras import install_command
from jungle.native import core
from jungle.native_rules import table

ROOT = Path(__file__).parent.parent
AIM = {"score_scale": 400.0, "result_share": 0.3}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tune") / "games.bin"
    assert tune.main(["play", "--into", str(path), "--positions", "500", "--nodes", "100"]) == 0
    return path


def test_continuing_adds_different_games(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "more.bin"
    copy.write_bytes(before := data.read_bytes())
    tune.main(["play", "--into", str(copy), "--positions", str(len(before) // tune.RECORD + 1), "--nodes", "100"])
    after = copy.read_bytes()
    assert after.startswith(before)
    assert after[len(before) :] not in before


def test_the_gradient_is_the_slope_of_the_loss(data: Path) -> None:
    """Cross entropy by finite differences, on weights that the records touch."""
    records = data.read_bytes()
    chosen = np.arange(40, dtype=np.uint32)
    weights = tune.first_weights(np.random.default_rng(1))
    gradient = np.zeros_like(weights)
    core.add_gradient(weights, gradient, records, chosen, **AIM)
    outputs = sum(tune.SIZES[:2])
    touched = [*np.argsort(-np.abs(gradient[: tune.SIZES[0]]))[:5], *range(outputs, outputs + 8)]
    for index in touched:
        step = 1e-3
        slopes = []
        for sign in (1, -1):
            moved = weights.copy()
            moved[index] += sign * step
            slopes.append(loss(moved, records, chosen))
        assert (slopes[0] - slopes[1]) / (2 * step) == pytest.approx(gradient[index], rel=0.05, abs=0.02)


def loss(weights: NDArray[np.float32], records: bytes, chosen: NDArray[np.uint32]) -> float:
    """The cross entropy itself, from the errors of two targets that differ only in the result's share."""
    total = 0.0
    features, units, outputs, *_ = core.network_shape()
    feature, bias, output, output_bias = np.split(weights.astype(np.float64), np.cumsum(tune.SIZES)[:-1])
    feature, output = feature.reshape(features, units), output.reshape(outputs, 2, units)
    kind = np.dtype([("square", "u1", 16), ("side", "u1"), ("result", "i1"), ("score", "<i2"), ("rest", "u2", 3)])
    for record in np.frombuffer(records, kind)[chosen]:
        pieces = [(piece, int(square)) for piece, square in enumerate(record["square"]) if square < 63]
        which = (len(pieces) - 1) * outputs // 16
        logit = output_bias[which]
        for view in range(2):
            viewer = int(record["side"]) ^ view
            for mirrored in (False, True):
                hidden = bias.copy()
                for piece, square in pieces:
                    seen = square - square % 7 + 6 - square % 7 if mirrored else square
                    seen = 62 - seen if viewer else seen
                    hidden += feature[((0 if piece // 8 == viewer else 8) + piece % 8) * 63 + seen]
                logit += (hidden.clip(0, 1) ** 2) @ output[which, view]
        target = AIM["result_share"] * (record["result"] + 1) / 2
        target += (1 - AIM["result_share"]) / (1 + np.exp(-record["score"] / AIM["score_scale"]))
        total += np.log1p(np.exp(logit)) - target * logit
    return float(total)


def test_training_learns_and_resumes(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tune, "BATCH", 64)
    checkpoint = tmp_path / "net.npz"
    command = ["train", "--data", str(data), "--checkpoint", str(checkpoint)]
    tune.main([*command, "--epochs", "2"])
    tune.main([*command, "--epochs", "4"])
    text = capsys.readouterr().err
    errors = [float(number) for number in re.findall(r"error ([\d.]+)", text)]
    assert re.findall(r"epoch (\d)", text) == ["1", "2", "3", "4"]
    assert errors[-1] < errors[0]

    header, raw = tmp_path / "weights.h", tmp_path / "weights.raw"
    tune.main(["write", "--checkpoint", str(checkpoint), "--header", str(header), "--raw", str(raw)])
    text = "".join(re.findall(r'^    "(.*)"', header.read_text(encoding="utf-8"), re.MULTILINE))
    assert base64.b64decode(text) == raw.read_bytes()
    assert isinstance(core.with_network(table(STANDARD), raw.read_bytes()), core.StepTable)


def test_training_can_start_from_the_current_weights(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    present = ROOT / "native" / "jungle" / "weights.h"
    weights = tune.read_header(present)
    header = tmp_path / "same.h"
    header.write_text(tune.header_text(tune.rounded(weights)), encoding="utf-8")
    assert (tune.read_header(header) == weights).all()

    monkeypatch.setattr(tune, "BATCH", 64)
    command = ["train", "--data", str(data), "--epochs", "1", "--rate", "0.00001", "--result-share", "0"]
    errors = []
    for name, start in (("chance", []), ("known", ["--start", str(header)])):
        tune.main([*command, "--checkpoint", str(tmp_path / f"{name}.npz"), *start])
        errors.append(float(re.findall(r"error ([\d.]+)", capsys.readouterr().err)[0]))
    assert errors[1] < errors[0] / 2


def test_a_truncated_position_is_rewritten(data: Path, tmp_path: Path) -> None:
    whole = data.read_bytes()
    copy = tmp_path / "cut.bin"
    copy.write_bytes(whole[:-5])
    tune.main(["play", "--into", str(copy), "--positions", str(len(whole) // tune.RECORD), "--nodes", "100"])
    after = copy.read_bytes()
    assert len(after) % tune.RECORD == 0
    assert after.startswith(whole[: len(whole) - tune.RECORD])
    assert tune.read_records(copy) == after


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["train", "--data", "{tmp}/none.bin", "--checkpoint", "{tmp}/net.npz"], "No such file"),
        (["train", "--data", "{tmp}/rubbish", "--checkpoint", "{tmp}/net.npz"], "expected positions of self-play"),
        (["train", "--data", "{data}", "--checkpoint", "{tmp}/net.npz"], "expected at least 8,192 positions, got"),
        (["write", "--checkpoint", "{tmp}/rubbish", "--raw", "{tmp}/raw"], "expected a checkpoint of `train`"),
        (["write", "--checkpoint", "{tmp}/empty", "--raw", "{tmp}/raw"], "expected a checkpoint of `train`"),
        (["write", "--checkpoint", "{tmp}/other.npz", "--raw", "{tmp}/raw"], "one of another shape"),
        (["play", "--into", "{tmp}/a.bin", "--network", "{tmp}/rubbish"], "expected the weights of a network"),
    ],
)
def test_bad_files_are_reported_in_one_line(command: list[str], message: str, data: Path, tmp_path: Path) -> None:
    (tmp_path / "rubbish").write_bytes(b"\xff" * 2400)
    (tmp_path / "empty").write_bytes(b"")
    shape = np.zeros(5)
    np.savez(tmp_path / "other.npz", weights=shape, epochs=1, mean=shape, square=shape, steps=1)
    with pytest.raises(SystemExit) as ended:
        program.run(lambda: tune.main([part.format(tmp=tmp_path, data=data) for part in command]))
    assert message in str(ended.value.code)
    assert "\n" not in str(ended.value.code)


@pytest.mark.parametrize("content", [b"\xff" * 300, b"", b'    "AAA"', b'    "AAAA"'])
def test_a_header_without_weights_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "weights.h"
    path.write_bytes(content)
    with pytest.raises(tune.TuningError, match="expected the weights of this network"):
        tune.read_header(path)


def test_invalid_records_are_refused_by_the_core() -> None:
    weights = tune.first_weights(np.random.default_rng(1))
    with pytest.raises(ValueError, match="expected records of self-play"):
        core.add_gradient(weights, weights.copy(), b"\xff" * tune.RECORD, np.zeros(1, dtype=np.uint32), **AIM)


def test_a_missing_core_is_reported_in_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.tune", "play", "--into", "never.bin"],
        cwd=ROOT,
        env={**os.environ, "JUNGLE_NATIVE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "jungle: the tuner needs the C++ core, which is not built\n")


def test_a_missing_numpy_is_reported_in_one_line() -> None:
    without = "import sys, runpy; sys.modules['numpy'] = None; runpy.run_module('tools.tune', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", without], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"jungle: the tuner needs NumPy: {install_command('tune')}\n"
