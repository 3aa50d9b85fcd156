"""Draws are announced before they happen, and the rules about them can be read."""

from pathlib import Path

import pytest

from jungle import Side
from tests.terminal.sessions import begun, friends

NEAR = "This position has occurred twice: the third time is a draw.\n"


def test_the_second_occurrence_is_announced(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE)
    texts = [session.feed(line) for line in ("g3g4", "a7a6", "g4g3", "a6a7", "g3g4", "a7a6", "g4g3")]
    assert [text.startswith(NEAR) for text in texts] == [False, False, False, True, True, True, True]
    assert "Nobody wins the game" in session.feed("a6a7")


def test_the_chase_rule_causes_no_draw(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE, rules="gamerz")
    assert not any(NEAR in session.feed(line) for line in ("g3g4", "a7a6", "g4g3", "a6a7"))
    assert "a draw" not in session.feed("moves")
    assert "-Draws in this game-" not in session.feed("help 4c")


@pytest.mark.parametrize(("quiet", "left"), [(179, 20), (194, 5), (178, None), (180, None)])
def test_the_limit_is_announced_twenty_rounds_before(quiet: int, left: int | None, tmp_path: Path) -> None:
    session = begun(tmp_path, fen=f"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b {quiet} 90")
    text = session.feed("g3g4")
    assert text.startswith(f"{left} more rounds without a capture, and the game is a draw.\n") is (left is not None)
    assert ("and the game is a draw" in text) is (left is not None)


def test_moves_and_help_describe_the_rules_in_play(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE, rules="standard:quiet_limit=30")
    session.feed("g3g4")
    rules = (
        "A position that occurs for the third time is a draw.\n",
        "30 rounds without a capture are a draw; 29 left.\n",
    )
    assert session.feed("moves").endswith("".join(rules))
    page = session.feed("help 4c")
    assert page.startswith("\n-Games rules for winner-\n1. You win if")
    assert page.endswith(f"\n-Draws in this game-\n1. {rules[0]}2. {rules[1]}")
    flip = friends(tmp_path, seed=1)
    flip.feed("a1")
    assert flip.feed("moves").endswith("40 rounds without a flip or a capture are a draw; 40 left.\n")
