"""Boards as text in emails."""

import re

from jungle.games import GAMES
from jungle.pieces import Side
from jungle.server.mail.boards import board_text, move_list
from tests.server.harness.diagrams import SOURCE


def test_the_small_board_matches_the_original() -> None:
    assert board_text(GAMES["jungle"].new("gamerz")) == SOURCE
    assert len(SOURCE.splitlines()) == 21


def test_the_viewers_den_is_at_the_bottom() -> None:
    lines = board_text(GAMES["jungle"].new("gamerz"), Side.RED).splitlines()
    assert lines[0].split() == list("gfedcba")
    assert lines[2].endswith("| 7^|   | T |^^^| T |   | 6^| 1")
    assert lines[18].endswith("|v6 |   | T |vvv| T |   |v7 | 9")
    assert lines[16].startswith("  RED<")


def test_the_large_board_has_39_rows() -> None:
    lines = board_text(GAMES["jungle"].new("gamerz"), size="large").splitlines()
    assert len(lines) == 39
    assert sum(line.strip().startswith("+") for line in lines) == 10
    assert re.search(r"\|  v7   \|       \|   T   \|  vvv  \|", lines[3])


def test_every_game_has_a_board() -> None:
    game = GAMES["flip"].new(seed=3)
    game.play("a1")
    text = board_text(game)
    assert text.count("?") == 15
    assert len(text.splitlines()) == 11
    assert "1. a1=" in move_list(game)
