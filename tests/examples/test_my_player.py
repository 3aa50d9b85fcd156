"""The example of a player: it plays as its docstring says, as an object and as a description."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from jungle import Game
from jungle.arena import play_match
from jungle.arena.games import is_failure
from jungle.players import player

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "my_player.py"), run_name="__main__")
    out = capsys.readouterr().out
    assert "Bold  against  1: 10 games" in out
    assert "crash" not in out
    assert "illegal" not in out


@pytest.mark.parametrize(
    ("fen", "move"),
    [("7/3E3/7/7/7/7/7/r6/7 b", "d8d9"), ("7/7/7/7/7/7/cEt4/7/7 b", "b3c3")],
    ids=["the den", "prey"],
)
def test_it_captures_and_walks(fen: str, move: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    bold: Any = runpy.run_path(str(EXAMPLES / "my_player.py"))["Bold"]()
    assert bold.prepare(Game(fen=fen)).run().move.uci() == move
    with player("python:my_player:Bold") as described:
        assert described.choose(Game(fen=fen)).move.uci() == move


def test_a_worker_process_imports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    results = list(play_match("python:my_player:Bold", "random", games=2, jobs=1))
    assert not any(is_failure(result.ending) for result in results)
