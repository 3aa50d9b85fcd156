"""The browser app: the exported files, its units under node, and the WebAssembly build against the native core."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jungle import RULES, Position, perft
from jungle.engine.bench import HASH_MB, POSITIONS, bench, bench_engine
from jungle.native import core, native_available
from jungle.tables import table
from jungle.web.serving import export

ROOT = Path(__file__).parent.parent.parent
BENCH_DEPTH = 9
GAMES = 60


def random_game(name: str, random: Random) -> dict[str, Any]:
    start = Position.initial(rules=name)
    state = core.State(table(start.rules), start.board, start.side)
    moves, counts, keys = [], [], []
    while legal := state.moves():
        counts.append(len(legal))
        moves.append(random.choice(legal))
        state.play(moves[-1])
        keys.append(str(state.key))
        if len(moves) == 400 or state.outcome()[0]:
            break
    return {"rules": name, "moves": moves, "counts": counts, "keys": keys, "outcome": state.outcome()}


def expected(games: int) -> dict[str, Any]:
    counted = [
        {**row, "depth": depth, "leaves": perft(Position.from_fen(row["fen"], rules=row["rules"]), depth)}
        for row in ({"rules": name, "fen": fen} for name in RULES for fen in POSITIONS)
        for depth in (1, 3)
    ]
    random = Random(15)
    with bench_engine() as engine:
        nodes = sum(result.nodes for result in bench(engine, BENCH_DEPTH))
    return {
        "perft": counted,
        "games": [random_game(name, random) for name in RULES for _ in range(games)],
        "bench": {"positions": POSITIONS, "depth": BENCH_DEPTH, "megabytes": HASH_MB, "nodes": nodes},
    }


def run_node(folder: Path, games: int) -> None:
    export(folder)
    (folder / "expected.json").write_text(json.dumps(expected(games)))
    tests = sorted(str(path) for path in Path(__file__).parent.glob("*.test.js"))
    answer = subprocess.run(
        ["node", "--test", *tests],
        env={"JUNGLE_PAGE": str(folder), "PATH": str(Path(shutil.which("node") or "").parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not native_available(), reason="needs node and the core"
)


@needs_node
def test_units_and_equality_with_the_native_core(tmp_path: Path) -> None:
    run_node(tmp_path, GAMES)


@needs_node
@pytest.mark.slow
def test_ten_thousand_games_are_alike(tmp_path: Path) -> None:
    run_node(tmp_path, 3_334)
