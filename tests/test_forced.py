"""Forced wins: what is claimed holds against every defence, and nothing is claimed otherwise."""

import json

import pytest
from tools.forced_wins import Verification

from jungle import Game, Position
from jungle.cli import main
from jungle.engine import EngineError
from jungle.engine.forced import forced_win, threat
from tests.needs import needs_core

SACRIFICE = "4d2/7/e1cwE2/l6/3p3/3Lr2/Rt5/2P1W2/1D3CT b 48 25"
"""A strong player overlooked e7d7 here, which wins in nine plies."""


@needs_core
def test_a_sacrifice_that_breaks_in_is_proved() -> None:
    position = Position.from_fen(SACRIFICE)
    win = forced_win(position, 200_000)
    assert win is not None
    assert (win.plies, win.line[0].uci()) == (9, "e7d7")
    assert position.after(win.line[0]).legal_moves()
    for move in win.line:
        position = position.play(move)
    assert position.is_decided()


@needs_core
def test_the_proof_holds_against_every_defence() -> None:
    assert Verification().holds(Position.from_fen(SACRIFICE), 9)
    assert not Verification().holds(Position.from_fen(SACRIFICE), 5)


@needs_core
def test_mirrored_sides_have_the_same_win() -> None:
    position = Position.from_fen(SACRIFICE)
    win = forced_win(position.swapped(), 200_000)
    assert win is not None
    assert win.plies == 9


def test_no_win_is_claimed_in_drawn_positions() -> None:
    assert forced_win(Position.initial(), 20_000) is None
    assert forced_win(Game.from_moves(["d8d9"], position=Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b"))) is None


@needs_core
def test_a_win_beyond_the_quiet_limit_is_not_claimed() -> None:
    assert forced_win(Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b 190")) is not None
    assert forced_win(Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b 198")) is None


def test_nodes_out_of_range_are_refused() -> None:
    with pytest.raises(EngineError, match="nodes"):
        forced_win(Position.initial(), 0)


@needs_core
def test_analysis_shows_forced_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", SACRIFICE, "--depth", "2"]) == 0
    assert "Forced: wins within 5 moves: " in capsys.readouterr().out
    assert main(["analyse", SACRIFICE, "--depth", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["forced"]["plies"] == 9


@needs_core
def test_analysis_shows_threats(capsys: pytest.CaptureFixture[str]) -> None:
    threatened = SACRIFICE.replace(" b ", " r ")
    found, win = threat(Position.from_fen(threatened)), forced_win(Position.from_fen(SACRIFICE))
    assert found is not None
    assert win is not None
    assert found.line == win.line
    assert main(["analyse", threatened, "--depth", "2"]) == 0
    assert "Threat: if nothing is done, the opponent wins within 5 moves: " in capsys.readouterr().out
    assert main(["analyse", threatened, "--depth", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["forced"], found["threat"]["plies"]) == (None, 9)


def test_a_finished_game_has_no_threats() -> None:
    assert threat(Position.from_fen("3E3/7/7/7/7/7/7/r6/7 r")) is None
