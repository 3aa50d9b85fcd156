"""The tuner: the engine plays itself, and the network behind the full evaluation learns from its games.

    python -m tools.tune play  --into data/one.bin --positions 1000000
    python -m tools.tune train --data data/*.bin --checkpoint data/net.npz --start native/jungle/weights.h
    python -m tools.tune write --checkpoint data/net.npz --header native/jungle/weights.h

`play` adds to its file and `train` to its checkpoint, so both resume where they were stopped. `write` rounds the
weights and puts them into native/jungle/weights.h, which the next build compiles in. Needs NumPy (the extra `tune`).
"""

import argparse
import base64
import math
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from zipfile import BadZipFile

from jungle.errors import JungleError
from jungle.geometry import BOARD, SQUARES
from jungle.native import core
from jungle.native_rules import table
from jungle.options import whole_number
from jungle.pieces import Side
from jungle.progress import Progress
from jungle.rules import RULES, Rules
from jungle.tablebase import Tablebase
from tools.program import run

if __name__ == "__main__" and core is None:
    sys.exit("jungle: the tuner needs the C++ core, which is not built")
try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError:
    if __name__ != "__main__":
        raise
    from jungle.extras import explain_missing

    sys.exit(f"jungle: {explain_missing('the tuner', 'NumPy', 'tune')}")

RECORD = 26
"""The size of a position in the data, in bytes; see `core.self_play`."""
SQUARE_FIELDS = 16
"""The first bytes are the squares of the pieces, `SQUARES` for a captured one. The next is the side to move."""
GAMES_A_TURN = 20
MIXTURE = ("standard",) * 6 + ("gamerz", "leiden")
"""The rule sets that self-play goes through."""

FEATURES, UNITS, OUTPUTS, ACTIVE_ONE, WEIGHT_ONE = core.network_shape()
SIZES = (FEATURES * UNITS, UNITS, OUTPUTS * 2 * UNITS, OUTPUTS)
"""Weights by part: of the features, biases of the hidden units, of the outputs, biases of the outputs."""
OUTPUT_LIMIT = 127 / WEIGHT_ONE
"""A larger output weight would not fit the core's arithmetic."""
BATCH = 8192
HELD_OUT, NEIGHBOURS = 40, 1000
"""One block in HELD_OUT, of NEIGHBOURS records each, is held out of training: the records of one game are similar, so
single ones would measure nothing."""
RATE = 0.002
RATE_FALL = 0.01
"""The share of the learning rate that is left at the end."""

Floats = NDArray[np.float32]


class TuningError(JungleError):
    """A file that the tuner did not write."""


def rules_table(rules: Rules, weights: Path | None) -> "core.StepTable":
    compiled = table(rules)
    if weights is None:
        return compiled
    try:
        return core.with_network(compiled, weights.read_bytes())
    except ValueError as error:
        raise TuningError(f"{weights}: {error}") from None


def play(args: argparse.Namespace) -> None:
    """Add self-play positions to a file until it has as many as asked for."""
    started = time.monotonic()
    tables = Tablebase.open(folder=args.tables)
    with args.into.open("ab") as file, Progress("positions", args.positions, done=file.tell() // RECORD) as progress:
        have = first = file.tell() // RECORD
        file.truncate(have * RECORD)  # An interrupted write leaves part of a position.
        while have < args.positions:
            # The seed depends on the size of the file, so that resuming never repeats games.
            seed = args.seed * 1_000_003 + have
            rules = RULES[MIXTURE[seed % len(MIXTURE)]]
            records = core.self_play(
                rules_table(rules, args.network),
                BOARD.parse_board(rules.start),
                Side.BLUE,
                seed=seed,
                games=GAMES_A_TURN,
                nodes=args.nodes,
                evaluation=args.evaluation,
                tables=tables.core_tables(rules),
            )
            file.write(records)
            file.flush()
            have += len(records) // RECORD
            progress.show(have, f"{(have - first) / (time.monotonic() - started):,.0f}/s")


class Adam:
    """Gradient descent with momentum and a separate step size for each weight."""

    def __init__(self, size: int) -> None:
        self.mean = np.zeros(size, np.float32)
        self.square = np.zeros(size, np.float32)
        self.steps = 0

    def step(self, weights: Floats, gradient: Floats, rate: float) -> None:
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient * gradient - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        weights -= rate * mean / (np.sqrt(square) + 1e-8)


def first_weights(random: np.random.Generator) -> Floats:
    parts = [
        random.normal(0, 0.08, SIZES[0]),
        np.full(SIZES[1], 0.3),
        random.normal(0, 0.15, SIZES[2]),
        np.zeros(SIZES[3]),
    ]
    return np.concatenate(parts).astype(np.float32)


def train(args: argparse.Namespace) -> None:
    """Fit the network to self-play, with one checkpoint per epoch."""
    data = b"".join(map(read_records, args.data))
    count = len(data) // RECORD
    order = np.arange(count, dtype=np.uint32)
    is_held_out = order // NEIGHBOURS % HELD_OUT == HELD_OUT - 1
    held_out, order = order[is_held_out], order[~is_held_out]
    if len(order) < BATCH:
        raise TuningError(f"expected at least {BATCH:,} positions, got {len(order):,}")
    adam = Adam(sum(SIZES))
    weights = first_weights(np.random.default_rng(args.seed)) if args.start is None else read_header(args.start)
    done = 0
    if args.checkpoint.exists():
        saved = load(args.checkpoint)
        weights, done = saved["weights"], int(saved["epochs"])
        adam.mean, adam.square, adam.steps = saved["mean"], saved["square"], int(saved["steps"])
    aim = {"score_scale": args.score_scale, "result_share": args.result_share}
    outputs = slice(SIZES[0] + SIZES[1], SIZES[0] + SIZES[1] + SIZES[2])
    steps = args.epochs * (len(order) // BATCH)
    for epoch in range(done, args.epochs):
        started, loss = time.monotonic(), 0.0
        np.random.default_rng(args.seed + epoch).shuffle(order)
        batches = [order[i : i + BATCH] for i in range(0, len(order) - BATCH + 1, BATCH)]
        for batch in batches:
            gradient = np.zeros_like(weights)
            loss += core.add_gradient(weights, gradient, data, batch, **aim)
            share = adam.steps / max(steps, 1)
            rate = args.rate * (RATE_FALL + (1 - RATE_FALL) * (1 + math.cos(math.pi * min(share, 1.0))) / 2)
            gradient /= BATCH
            adam.step(weights, gradient, rate)
            np.clip(weights[outputs], -OUTPUT_LIMIT, OUTPUT_LIMIT, out=weights[outputs])
        checked = core.add_gradient(weights, np.zeros_like(weights), data, held_out, **aim)
        save(args.checkpoint, weights=weights, epochs=epoch + 1, mean=adam.mean, square=adam.square, steps=adam.steps)
        print(
            f"epoch {epoch + 1} of {args.epochs}: error {loss / max(len(batches) * BATCH, 1):.6f}, "
            f"held out {checked / max(len(held_out), 1):.6f}, {time.monotonic() - started:.1f} s",
            file=sys.stderr,
            flush=True,
        )


def read_records(path: Path) -> bytes:
    """The positions in a file that `play` wrote, without a truncated one."""
    data = path.read_bytes()
    data = data[: len(data) // RECORD * RECORD]
    fields = np.frombuffer(data, np.uint8).reshape(-1, RECORD)
    if (fields[:, :SQUARE_FIELDS] > SQUARES).any() or (fields[:, SQUARE_FIELDS] > Side.RED).any():
        raise TuningError(f"{path}: expected positions of self-play, got something else")
    return data


def load(path: Path) -> dict[str, "np.ndarray"]:
    """The arrays of a checkpoint."""
    try:
        with np.load(path) as saved:
            values = {name: saved[name] for name in ("weights", "epochs", "mean", "square", "steps")}
    except (EOFError, KeyError, ValueError, BadZipFile):
        raise TuningError(f"{path}: expected a checkpoint of `train`, got something else") from None
    if any(values[name].shape != (sum(SIZES),) for name in ("weights", "mean", "square")):
        raise TuningError(f"{path}: expected a checkpoint of this network, got one of another shape")
    return values


def save(path: Path, **values: object) -> None:
    temporary = path.with_suffix(".new.npz")
    np.savez(temporary, **values)  # type: ignore[arg-type]
    temporary.replace(path)


def rounded(weights: Floats) -> bytes:
    """The weights as the core reads them."""
    features, biases, outputs, output_biases = np.split(weights, np.cumsum(SIZES)[:-1])
    parts = [np.round(part * ACTIVE_ONE).clip(-32767, 32767).astype("<i2").tobytes() for part in (features, biases)]
    parts.append(np.round(outputs * WEIGHT_ONE).clip(-127, 127).astype("<i2").tobytes())
    parts.append(np.round(output_biases * ACTIVE_ONE * WEIGHT_ONE).astype("<i4").tobytes())
    return b"".join(parts)


def read_header(path: Path) -> Floats:
    """The weights of a header that `write` wrote."""
    text = "".join(re.findall(r'^    "([A-Za-z0-9+/=]+)"', path.read_text("utf-8", errors="replace"), re.MULTILINE))
    try:
        data = base64.b64decode(text)
    except ValueError:
        data = b""
    words = 2 * sum(SIZES[:3])
    if len(data) != words + 4 * SIZES[3]:
        raise TuningError(f"{path}: expected the weights of this network, got something else")
    short, long = np.frombuffer(data[:words], "<i2"), np.frombuffer(data[words:], "<i4")
    features, outputs = np.split(short, [SIZES[0] + SIZES[1]])
    parts = features / ACTIVE_ONE, outputs / WEIGHT_ONE, long / (ACTIVE_ONE * WEIGHT_ONE)
    return np.concatenate(parts).astype(np.float32)


def write(args: argparse.Namespace) -> None:
    """Round the weights and write them as a header of the core, and raw if asked."""
    data = rounded(load(args.checkpoint)["weights"])
    if args.raw:
        args.raw.write_bytes(data)
    if args.header:
        args.header.write_text(header_text(data), encoding="utf-8")


def header_text(data: bytes) -> str:
    text = base64.b64encode(data).decode()
    lines = "\n".join(f'    "{text[i : i + 108]}"' for i in range(0, len(text), 108))
    return (
        "// Generated by `python -m tools.tune write`, do not edit: the weights of the network, base64.\n"
        "#pragma once\n\n"
        "namespace jungle {\n\n"
        f"constexpr char kTrainedWeights[] =\n{lines};\n\n"
        "}  // namespace jungle\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.tune", description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(required=True)

    playing = commands.add_parser("play", help="add self-play positions to a file")
    playing.add_argument("--into", type=Path, required=True)
    playing.add_argument("--positions", type=whole_number(least=1), default=1_000_000)
    playing.add_argument("--nodes", type=whole_number(least=1), default=2000, help="a move")
    playing.add_argument("--seed", type=whole_number(least=0), default=1)
    playing.add_argument("--evaluation", type=int, default=2, choices=(0, 1, 2), help="material, position, full")
    playing.add_argument("--network", type=Path, help="raw weights instead of those compiled in")
    playing.add_argument("--tables", type=Path, metavar="FOLDER", help="endgame tables that end games early")
    playing.set_defaults(run=play)

    training = commands.add_parser("train", help="fit the network to self-play")
    training.add_argument("--data", type=Path, nargs="+", required=True)
    training.add_argument("--checkpoint", type=Path, required=True)
    training.add_argument("--epochs", type=whole_number(least=1), default=20)
    training.add_argument("--seed", type=whole_number(least=0), default=1)
    training.add_argument(
        "--start",
        type=Path,
        metavar="HEADER",
        help="start from these weights, such as native/jungle/weights.h, instead of random ones",
    )
    training.add_argument("--rate", type=float, default=RATE, help=f"initial learning rate (default: {RATE})")
    training.add_argument("--score-scale", type=float, default=float(core.network_scale()), help="centi-cats per logit")
    training.add_argument("--result-share", type=float, default=0.5, help="share of the game's result in the target")
    training.set_defaults(run=train)

    writing = commands.add_parser("write", help="write the weights for the core")
    writing.add_argument("--checkpoint", type=Path, required=True)
    writing.add_argument("--header", type=Path, help="such as native/jungle/weights.h")
    writing.add_argument("--raw", type=Path)
    writing.set_defaults(run=write)

    args = parser.parse_args(arguments)
    if args.run is write and not (args.header or args.raw):
        parser.error("write needs --header or --raw")
    args.run(args)
    return 0


if __name__ == "__main__":
    run(main, interrupted="interrupted; the same command resumes from here")
