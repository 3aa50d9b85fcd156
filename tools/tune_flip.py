"""Tune the evaluation of the face-down game from its own games: `python -m tools.tune_flip play FILE`, then `fit FILE`.

Self-play writes positions with their results; the fit writes native/flip/weights.cpp. Compile, and play again with the
new weights: a second round gains a little.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

from jungle.flip import FLIP
from jungle.flip.native import native_rules
from jungle.native import core
from jungle.progress import Progress
from jungle.tablebase import FlipTablebase
from tools.program import run

ROOT = Path(__file__).parent.parent
CORE_FILE = ROOT / "native" / "flip" / "weights.cpp"
GAMES_AT_ONCE = 100
CERTAIN = 0.98  # as in native/flip/evaluate.cpp
ROWS = 9

SAMPLE = np.dtype(
    [("board", "16u1"), ("hidden", "<u2"), ("side", "u1"), ("result", "i1"), ("score", "<i2"), ("ply", "<u2")]
)


def play(path: Path, games: int, nodes: int, seed: int) -> None:
    """Append the positions of some games."""
    rules = native_rules(FLIP)
    tables = FlipTablebase.solved(FLIP, 5).core_tables(FLIP)
    with path.open("ab") as file, Progress("games", games) as progress:
        for done in range(0, games, GAMES_AT_ONCE):
            count = min(GAMES_AT_ONCE, games - done)
            file.write(core.flip_self_play(rules, tables, seed=seed * 1_000_003 + done, games=count, nodes=nodes))
            file.flush()
            progress.show(done + count)


def fit(path: Path, rounds: int, score_share: float) -> None:
    """Fit the weights by Adam on the squared error of the expected result, and write them."""
    samples = np.frombuffer(path.read_bytes(), SAMPLE)
    features = np.frombuffer(core.flip_features(native_rules(FLIP), samples.tobytes()), np.int8).reshape(
        len(samples), -1
    )
    inputs = features.astype(np.float32)
    target = (1 - score_share) * samples["result"] + score_share * samples["score"] / 30_000
    target = target.astype(np.float32)
    chosen = np.random.default_rng(1).random(len(samples)) < 0.9  # the others show how well it fits
    prior = np.array(core.flip_weights(), np.float32) / 1000
    weights = prior.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    train, truth = inputs[chosen], target[chosen]
    for number in range(1, rounds + 1):
        expected = np.tanh(train @ weights / 2)
        error = CERTAIN * expected - truth
        slope = error * CERTAIN * (1 - expected**2) / 2
        gradient = train.T @ slope / len(train) + 1e-5 * (weights - prior)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights -= 0.02 * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
        if number % 50 == 0 or number == rounds:
            tested = CERTAIN * np.tanh(inputs[~chosen] @ weights / 2)
            print(f"{number}: {np.mean(error**2):.5f} {np.mean((tested - target[~chosen]) ** 2):.5f}", file=sys.stderr)
    before = np.mean((CERTAIN * np.tanh(inputs[~chosen] @ prior / 2) - target[~chosen]) ** 2)
    print(f"{len(samples)} positions; before: {before:.5f}; results alone vary by {np.var(samples['result']):.5f}")
    write(np.rint(weights * 1000).astype(int).tolist())


def write(weights: list[int]) -> None:
    """Write the weights to where the core reads them."""
    rows = [weights[start : start + ROWS] for start in range(0, len(weights), ROWS)]
    text = ",\n".join("    " + ", ".join(map(str, row)) for row in rows)
    CORE_FILE.write_text(
        '// Written by tools/tune_flip.py.\n#include "flip/evaluate.h"\n\nnamespace jungle::flip {\n\n'
        f"const Weights kTunedWeights = {{\n{text}}};\n\n}}  // namespace jungle::flip\n",
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=5000)
    playing.add_argument("--nodes", type=int, default=1000)
    playing.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit")
    fitting.add_argument("file", type=Path)
    fitting.add_argument("--rounds", type=int, default=400)
    fitting.add_argument("--score-share", type=float, default=0.3)
    options = parser.parse_args()
    if options.command == "play":
        play(options.file, options.games, options.nodes, options.seed)
    else:
        fit(options.file, options.rounds, options.score_share)


if __name__ == "__main__":
    run(main)
