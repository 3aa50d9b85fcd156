"""What comes after a game against the computer: results by level, and the next game."""

from pathlib import Path

import pytest
from sessions import begun, think

from jungle import Side
from jungle.terminal.results import results

QUESTION = "\nAnother game? (yes/stronger/weaker/no): "
WON = "7/3L3/7/7/7/7/7/7/r6 b"
"""One move from the den."""


def won(folder: Path, level: str = "easy") -> str:
    session = begun(folder, fen=WON, side=Side.BLUE, versus=level)
    text = session.feed("move lion up")
    assert session.prompt == QUESTION
    session.leave()
    return text


def test_two_people_say_goodbye_at_once(tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON)
    assert session.feed("move lion up").endswith(
        "(Total number of rounds: 1 )\nHave a good day and see you next time! :)\n"
    )
    assert session.is_over


def test_wins_by_level_are_remembered(tmp_path: Path) -> None:
    assert won(tmp_path).endswith("\nAgainst easy you have won 1, drawn 0 and lost 0.\n")
    assert won(tmp_path, "3").endswith("\nAgainst Hedgehog (3) you have won 2, drawn 0 and lost 0.\n"), "easy is 3"
    assert won(tmp_path, "4").endswith("\nAgainst Squirrel (4) you have won 1, drawn 0 and lost 0.\n")
    session = begun(tmp_path, side=Side.BLUE, versus="3")
    session.feed("move rat up")
    think(session)
    session.feed("defeat")
    assert "won 2, drawn 0 and lost 1" in session.feed("yes")
    assert results(tmp_path, "jungle") == {"3": (2, 0, 1), "4": (1, 0, 0)}
    assert results(tmp_path, "flip") == {}
    listed = begun(tmp_path, side=Side.BLUE).feed("levels").splitlines()
    assert len(listed) == 1 + 10 + 2
    assert listed[3:5] == [
        "   3. Hedgehog (3): Looks a move ahead and misses what happens far away.",
        "      won 2, drawn 0, lost 1",
    ]


@pytest.mark.parametrize(
    ("answer", "level"),
    [("yes", "easy"), ("stronger", "4"), ("weaker", "2"), ("s", "4"), ("强", "4"), ("w", "2"), (" Weak ", "2")],
)
def test_the_next_game_may_be_a_bit_stronger(answer: str, level: str, tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.RED, versus="easy")
    session.feed("move rat down")
    think(session)
    session.feed("defeat")
    session.feed("yes")
    assert "-ROUND 1-" in session.feed(answer)
    assert session.players == (level, None)
    assert not len(session.game)
    assert session.game.side is Side.RED, "whoever chose a side moves first, as before"


@pytest.mark.parametrize("answer", ["no", "exit", "q"])
def test_no_more(answer: str, tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON, side=Side.BLUE, versus="10")
    session.feed("move lion up")
    assert session.feed("perhaps") == "Please input one of the words in brackets.\n"
    assert session.prompt == QUESTION
    assert session.feed(answer) == "\nHave a good day and see you next time! :)\n"
    assert session.is_over


def test_the_end_of_input_after_a_game(tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON, side=Side.BLUE, versus="10")
    session.feed("move lion up")
    assert session.leave() == "\nHave a good day and see you next time! :)\n"


def test_a_player_without_a_level_plays_the_same_again(tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON, side=Side.BLUE, versus="greedy")
    session.feed("move lion up")
    assert session.prompt == "\nAnother game? (yes/no): "
    assert session.feed("stronger") == "Please input one of the words in brackets.\n"


@pytest.mark.parametrize("number", range(1, 11))
def test_every_strength_plays_both_games(number: int, tmp_path: Path) -> None:
    session = begun(tmp_path, watch=(str(number), str(number)))
    assert f"({number})): " in think(session)
    flip = begun(tmp_path, kind="flip", seed=1, watch=(str(number), str(number)))
    assert f"({number})): " in think(flip)
