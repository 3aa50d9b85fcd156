"""After a game against the computer: results by level, and the next game."""

from pathlib import Path

import pytest

from jungle import Game, Side
from jungle.storage import resume
from jungle.terminal.session import Session
from jungle.terminal.text_renderer import results
from tests.needs import needs_core
from tests.terminal.sessions import begun, players, think

QUESTION = "\nAnother game? (yes/stronger/weaker/review/undo/no): "
WRONG = "Please input one of the words in brackets, or the number of a round to try again from there.\n"
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
    assert session.is_over()


def test_results_that_cannot_be_saved_are_not_reported(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert won(in_the_way).endswith("\n(Total number of rounds: 1 )\n")


def test_wins_by_level_are_remembered(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE, versus="easy")
    session.feed("defeat")
    assert session.feed("yes").endswith(")\nA game without a move does not count.\n")
    assert won(tmp_path).endswith("\nAgainst Hedgehog (3) you have won 1, drawn 0 and lost 0.\n")
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
        "   3. Hedgehog (3), easy: Looks a move ahead and misses what happens far away.",
        "      won 2, drawn 0, lost 1",
    ]


@pytest.mark.parametrize(
    ("answer", "level"),
    [("yes", "easy"), ("stronger", "4"), ("weaker", "2"), ("s", "4"), ("强", "4"), ("w", "2"), (" Weak ", "2")],
)
def test_the_next_game_can_be_a_bit_stronger(answer: str, level: str, tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.RED, versus="easy")
    session.feed("move rat down")
    think(session)
    session.feed("defeat")
    session.feed("yes")
    assert "-ROUND 1-" in session.feed(answer)
    assert players(session) == (level, None)
    assert not len(session.game)
    assert session.game.side is Side.RED, "whoever chose a side moves first, as before"


@pytest.mark.parametrize("answer", ["no", "exit", "q"])
def test_declining_another_game_says_goodbye(answer: str, tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON, side=Side.BLUE, versus="10")
    session.feed("move lion up")
    assert session.feed("perhaps") == WRONG
    assert session.prompt == QUESTION
    assert session.feed(answer) == "\nHave a good day and see you next time! :)\n"
    assert session.is_over()


def test_the_end_of_input_after_a_game(tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON, side=Side.BLUE, versus="10")
    session.feed("move lion up")
    assert session.leave() == "\nHave a good day and see you next time! :)\n"


def test_a_player_without_a_level_plays_the_same_again(tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON, side=Side.BLUE, versus="greedy")
    session.feed("move lion up")
    assert session.prompt == "\nAnother game? (yes/review/undo/no): "
    assert session.feed("stronger") == WRONG


@pytest.mark.parametrize("number", range(1, 11))
def test_every_strength_plays_both_games(number: int, tmp_path: Path) -> None:
    session = begun(tmp_path, watch=(str(number), str(number)))
    assert f"({number})): " in think(session)
    flip = begun(tmp_path, kind="flip", seed=1, watch=(str(number), str(number)))
    assert f"({number})): " in think(flip)


def blundered(folder: Path) -> Session:
    """A game that was thrown away: the lion leaves the open den, and the other side enters."""
    session = begun(folder, fen="7/7/3L3/7/7/7/3l3/7/7 b", side=Side.BLUE, versus="random")
    session.live.begin(Game.from_moves(["d7c7", "d3d2", "c7b7", "d2c2"], fen=session.game.fen()))
    session.live.events()
    return session


def test_a_review_finds_where_the_game_turned(tmp_path: Path) -> None:
    session = blundered(tmp_path)
    assert session.feed("review") == ""
    text = think(session)
    assert text.startswith("\n-Review-\nDownside: accuracy ")
    assert "Turning points:\n  Round 1, downside: move lion left (blunder)" in text
    assert "\n    better: move lion up (7-d8)" in text
    assert "The downside player's chances:\n  " in text
    assert session.prompt.endswith("(move/jump/help/defeat/exit): "), "the game goes on"


def test_after_a_review_the_game_can_be_retried_from_there(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE, versus="1")
    for line in ("move rat up", "move rat down"):
        session.feed(line)
        think(session)
    session.feed("defeat")
    session.feed("yes")
    session.feed("review")
    assert think(session).endswith("Type the number of a round to try again from there.\n")
    assert session.prompt == QUESTION
    for number in ("0", "9", "-1"):
        assert session.feed(number) == WRONG
    assert session.feed("3").startswith("-ROUND 3-\n")
    assert str(session.game.moves[0]) == "g3g4"
    assert session.game.side is Side.BLUE
    session.feed("move lion up")
    think(session)
    session.leave()
    assert len(resume(tmp_path)[1].game) == 4


def test_nothing_to_review(tmp_path: Path) -> None:
    assert begun(tmp_path, side=Side.BLUE).feed("review") == "No move has been played yet.\n"


def test_a_third_game_is_reviewed_too(tmp_path: Path, third_game: object) -> None:
    tiny = begun(tmp_path, kind="tiny", side=Side.BLUE)
    tiny.feed("move rat up")
    assert tiny.feed("review") == ""
    assert think(tiny).startswith("\n-Review-\n")


@needs_core
def test_a_hint_gives_its_reason(tmp_path: Path) -> None:
    session = begun(tmp_path, fen="7/7/3C3/7/7/7/7/7/l5t b")
    session.feed("hint")
    text = think(session)
    assert text.startswith("Hint: move cat up  (2-d8; ")
    assert any(
        why in text for why in ("this opens the way to the den and wins in 2 moves", "this wins by force in 2 moves")
    )


@pytest.mark.parametrize("ending", ["move lion up", "defeat"])
def test_an_ending_can_be_taken_back(ending: str, tmp_path: Path) -> None:
    session = begun(tmp_path, fen=WON, side=Side.BLUE, versus="easy")
    session.feed(ending)
    if ending == "defeat":
        session.feed("yes")
    assert session.prompt == QUESTION
    text = session.feed("undo")
    taken = "The ending is taken back. The game continues." if ending == "defeat" else "Taken back: move lion up"
    assert text.startswith(f"{taken}\n-ROUND 1-\n")
    assert session.prompt.startswith("\nNow is downside player's turn!\n")
    assert "wins the game!" in session.feed("move lion up"), "it goes on as before"


def test_two_people_agree_to_a_draw(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE)
    session.feed("a3a4")
    session.feed("draw")
    assert session.prompt == "\nDo both players agree to a draw? (yes/no):\n"
    session.feed("no")
    assert not session.is_over()
    session.feed("draw")
    assert "\nNobody wins the game: " in session.feed("yes")
    assert session.is_over()


def test_the_computer_declines_draws(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE, versus="easy")
    assert session.feed("draw") == "Only two people can agree to a draw.\n"
