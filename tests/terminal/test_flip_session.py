"""The face-down game in the terminal."""

from pathlib import Path
from random import Random

import pytest

from jungle import FlipGame, Side
from jungle.players.strategies import STRATEGIES
from jungle.terminal.ansi import width
from jungle.terminal.board import Size
from tests.terminal.sessions import begun, friends, moves, play_on, players, resumed, think

OPEN = "flip:first_flip_decides=yes"


def test_friends_play_to_the_end(tmp_path: Path) -> None:
    for seed in range(6):
        session = friends(tmp_path, seed=seed)
        text = play_on(session, Random(seed))
        outcome = session.game.outcome()
        assert outcome is not None
        wins = f"\n{outcome.winner} player wins the game! ("
        assert (wins if outcome.winner is not None else "\nNobody wins the game: ") in text
        rounds = f"\n(Total number of rounds: {len(session.game)} )\n"
        assert text.endswith(f"{rounds}Have a good day and see you next time! :)\n")


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_a_person_plays_the_computer_to_the_end(colour: str, tmp_path: Path) -> None:
    for strategy in ("1", "easy", "medium", *STRATEGIES):
        session = begun(tmp_path, kind="flip", seed=3)
        session.feed("computer")
        session.feed(strategy)
        session.feed(colour)
        assert players(session) == ((strategy, None) if colour == "red" else (None, strategy))
        assert (not session.is_busy()) == (colour == "red"), "red moves first"
        text = play_on(session, Random(1))
        assert session.game.outcome()
        assert "(Total number of rounds: " in text


def test_two_computers_play_to_the_end(tmp_path: Path) -> None:
    session = begun(tmp_path, kind="flip", seed=2, watch=("rat-first", "biggest-first"))
    assert think(session).startswith("\nRed player (computer, biggest-first): flip ")
    assert think(session).startswith("\nBlue player (computer, rat-first): ")
    play_on(session, Random(0))
    assert session.is_over()


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    games = [begun(tmp_path, kind="flip", seed=8, watch=("random", "random")) for _ in range(2)]
    for session in games:
        play_on(session, Random(0))
    assert moves(games[0]) == moves(games[1])


def test_the_first_flip_decides_the_colours(tmp_path: Path) -> None:
    deal = FlipGame(seed=29).deal
    assert deal is not None
    square = next(square for square, piece in deal.items() if piece.side is Side.BLUE)
    session = begun(tmp_path, kind="flip", seed=29, versus="random", rules=OPEN)
    assert session.prompt.startswith("\nNow is first player's turn!\n")
    assert session.feed("defeat") == "Please flip a piece first: nobody has a colour yet.\n"
    session.feed(session.game.grid.square_name(square))
    assert players(session) == (None, "random")
    think(session)
    session.leave()
    again = resumed(tmp_path)
    assert players(again) == players(session)
    assert again.game.side is Side.BLUE


def test_two_computers_find_their_colours(tmp_path: Path) -> None:
    session = begun(tmp_path, kind="flip", seed=29, rules=OPEN, watch=("random", "rat-first"))
    assert think(session).startswith("\nFirst player (computer, rat-first): flip ")
    play_on(session, Random(0))
    assert session.is_over()


def test_the_largest_loop_number(tmp_path: Path) -> None:
    session = friends(tmp_path, seed=29, rules="flip:quiet_limit=1")
    for line in ("a1", "b1", "c1", "b1c1"):
        session.feed(line)
    text = session.feed("a1b1")
    assert "\nNobody wins the game: the largest loop number is reached" in text


def test_trading_the_last_pieces_is_a_draw(tmp_path: Path) -> None:
    session = friends(tmp_path, fen="4/1t2/1T2/4 r 0 -")
    assert "\nNobody wins the game: the last pieces captured each other.\n" in session.feed("b3b2")


def test_a_resumed_game_continues_where_it_stopped(tmp_path: Path) -> None:
    session = begun(tmp_path, kind="flip", versus="random", side=Side.RED)
    play_on(session, Random(4), 9)
    while session.is_busy():
        think(session)
    session.leave()
    again = resumed(tmp_path)
    assert (again.game, players(again)) == (session.game, players(session))
    assert isinstance(again.game, FlipGame)
    assert isinstance(session.game, FlipGame)
    assert again.game.deal == session.game.deal


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("size", "lines", "columns"), [(Size.SMALL, 7, 33), (Size.NORMAL, 13, 41), (Size.LARGE, 17, 45)]
)
def test_the_board_fits_the_screen(size: Size, lines: int, columns: int, lang: str, tmp_path: Path) -> None:
    session = begun(tmp_path, kind="flip", seed=1, versus="random", side=Side.RED, size=size, lang=lang)
    play_on(session, Random(1), 4)
    shown, tray = session.feed("board").strip("\n").split({"en": "Still face down:", "zh": "还没翻开："}[lang])
    assert max(map(width, tray.splitlines())) <= 80
    board = shown.splitlines()
    assert (len(board), max(map(width, board))) == (lines, columns)
    assert len({width(line) for line in board if "+" in line}) == 1


UNKNOWN = "Please input a correct command (flip/move/help/defeat/exit)."
SQUARE = "Please name a square from a1 to d4 (e.g. b2)."
ANSWERS = {
    "": "Command cannot be empty.",
    "fly a1": UNKNOWN,
    "jump rat up": UNKNOWN,
    "e1": UNKNOWN,
    "flip e1": SQUARE,
    "flip a1 b1": SQUARE,
    "move a1 e1": SQUARE,
    "a1e1": SQUARE,
    "0001": "Can't move to next step! The piece on that position is still face down.",
    "flip a1": "Can't flip! There is no face-down piece on that position.",
    "a1": "Can't flip! There is no face-down piece on that position.",
    "a1 a2": "Can't move to next step! The piece on that position is still face down.",
    "b2b3": "Can't move to next step! The piece on that position is still face down.",
    "a1d1": "Can't move to next step! The position is too far away.",
    "b1c1": "Can't move to next step! There is no chess of yours on that position.",
    "a1b1": "Can't move to next step! The position is occupied by other animals.",
    "move rat down": "Can't move to next step! The position is out of range.",
    "move lion down": "Can't move to next step! Your lion is not face up on the board.",
    "move rat sideways": "Please spell the direction correctly (up/down/left/right).",
    "move rta up": "Please spell the full name of the chess correctly (e.g. 'tiger for TIGE').",
    "move b2": (
        "Please match your input with the following format: move <from> <to> (e.g. move b2 b3) or "
        "move <animal_name> <direction> (e.g. move lion left)."
    ),
    "undo": "A piece that was turned up can't be turned face down again.",
    "moves lion": "Your lion can't move now.",
    "exit please": 'Just type "exit".',
}


def test_each_refusal_says_what_is_wrong(tmp_path: Path) -> None:
    session = friends(tmp_path, seed=29)
    session.feed("a1")  # red rat
    session.feed("b1")  # blue tiger
    prompt = session.prompt
    wrong = {}
    for line, answer in ANSWERS.items():
        text = session.feed(line)
        if (text, session.prompt) != (f"{answer}\n", prompt):
            wrong[line] = text
    assert not wrong


def test_a_hint_comes_from_the_engine(tmp_path: Path) -> None:
    session = friends(tmp_path, seed=29)
    assert session.feed("hint") == ""
    assert think(session).startswith("Hint: flip ")
    assert not moves(session)


def test_moves_are_asked_for_square_by_square(tmp_path: Path) -> None:
    session = friends(tmp_path, seed=29)
    for line in ("flip", " A1 ", "flip", "b1", "flip", "c1", "move", "b1"):
        assert not session.feed(line) or session.prompt.startswith("\nNow is ")
    assert session.prompt == "Move to (e.g. b3): "
    assert session.feed("c1").startswith("TIGE meets TIGE: both disappear!\n")
    session.feed("move")
    session.feed("nowhere")
    assert session.feed("b1") == f"{SQUARE}\n"
    assert session.prompt.startswith("\nNow is ")


def test_a_computer_that_waits_for_a_colour_plays_a_loaded_game_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    friends(tmp_path / "state", seed=3).feed("save game.txt")
    session = begun(tmp_path / "state", kind="flip", versus="random", rules=OPEN)
    session.feed("load game.txt")
    assert players(session) == ("random", None)
