"""A game that neither the library nor the core knows, in the page: from the table of steps that `contents` writes."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

from jungle.web.contents import game_data, rules_data
from jungle.web.exporting import export
from tests.needs import needs
from tests.third_game import TinyGame

GAMES = 200


def played(seed: int) -> dict[str, Any]:
    """A random game: every position with its legal moves, and how it ended."""
    game, chance, plies = TinyGame(), random.Random(seed), []
    while game.outcome() is None:
        legal = game.legal_moves()
        move = chance.choice(legal)
        fen, moves = game.position.fen(), sorted(each.uci() for each in legal)
        plies.append({"fen": fen, "moves": moves, "move": move.uci(), "text": move.notation()})
        game.play(move)
    outcome = game.outcome()
    assert outcome is not None
    return {"plies": plies, "outcome": {"winner": outcome.winner, "reason": outcome.reason.value}}


@needs("node")
def test_the_page_plays_it_as_python_does(third_game: type[TinyGame], tmp_path: Path) -> None:
    export(tmp_path / "page")
    (tmp_path / "page" / "expected.json").write_text("{}")
    handed = tmp_path / "third_game.json"
    rules = rules_data(third_game.rules_type.named["tiny"])
    data = {"games": {third_game.kind: game_data(third_game)}, "rules": rules}
    handed.write_text(json.dumps({**data, "played": [played(seed) for seed in range(GAMES)]}))
    answer = subprocess.run(
        ["node", "--test", str(Path(__file__).parent / "steps.test.js")],
        env={
            "JUNGLE_PAGE": str(tmp_path / "page"),
            "JUNGLE_THIRD_GAME": str(handed),
            "PATH": str(Path(shutil.which("node") or "").parent),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "# pass 1" in answer.stdout.replace("ℹ", "#")


def test_a_game_without_a_core_declares_what_it_lacks(third_game: type[TinyGame]) -> None:
    data = game_data(third_game)
    assert data["tablesFrom"] == 0
    assert data["namesAnimals"] is False
    rules = rules_data(third_game.rules_type.named["tiny"])
    assert "packed" not in rules
    assert "steps" in rules
