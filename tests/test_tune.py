"""The tuner on a handful of games: it plays, learns, goes on where it was and writes what the core reads."""

import base64
import re
from pathlib import Path

import pytest

from jungle.native import native_available

if not native_available():
    pytest.skip("the native core is not built", allow_module_level=True)
np = pytest.importorskip("numpy")

from jungle.engine import tune  # noqa: E402
from jungle.native import core  # noqa: E402

AIM = {"score_scale": 400.0, "result_share": 0.3}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tune") / "games.bin"
    assert tune.main(["play", "--into", str(path), "--positions", "500", "--nodes", "100"]) == 0
    return path


def test_going_on_adds_other_games(data: Path, tmp_path: Path) -> None:
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


def loss(weights: "np.ndarray", records: bytes, chosen: "np.ndarray") -> float:
    """The cross entropy itself, from the errors of two targets that differ only in the result's share."""
    total = 0.0
    features, units, outputs, *_ = core.network_shape()
    feature, bias, output, output_bias = np.split(weights.astype(np.float64), np.cumsum(tune.SIZES)[:-1])
    feature, output = feature.reshape(features, units), output.reshape(outputs, 2, units)
    kind = np.dtype([("square", "u1", 16), ("side", "u1"), ("result", "i1"), ("score", "<i2"), ("rest", "u4")])
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


def test_training_learns_and_goes_on(
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
    assert core.with_network(tune.table(tune.RULES["standard"]), raw.read_bytes())
