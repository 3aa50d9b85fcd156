"""What all games have in common in the terminal, and the 7×9 game."""

from pathlib import Path
from random import Random

import pytest

from jungle import GAMES, Side
from jungle.storage import NothingToResumeError, resume
from jungle.terminal.ansi import width
from jungle.terminal.board import Size
from jungle.terminal.commands import Verb
from jungle.terminal.session import Session
from jungle.terminal.text_renderer import Notation
from tests.terminal.sessions import begun, moves, play_on, players, resumed, think

ROUND_LINES = {Size.SMALL: 5, Size.NORMAL: 5, Size.LARGE: 3}
"""The lines around a board: the round's heading, whose turn it is, the prompt, and blank lines if there is room."""


def test_the_side_chosen_moves_first(tmp_path: Path) -> None:
    for answer, first in (("up", Side.RED), ("down", Side.BLUE), (" Up ", Side.RED), ("下", Side.BLUE)):
        session = begun(tmp_path)
        assert session.prompt == "Please choose your preferred side (up/down): "
        session.feed(answer)
        assert session.game.side is first


@pytest.mark.parametrize("rules", ["gamerz", "leiden"])
def test_rules_that_fix_who_moves_first_are_mentioned(rules: str, tmp_path: Path) -> None:
    session = begun(tmp_path, rules=rules)
    assert session.feed("up").startswith(f"By the {rules} rules the downside player moves first.\n")
    assert session.game.side is Side.BLUE


def test_first_overrides_the_chosen_side(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE, first=Side.RED, versus="easy")
    assert (session.game.side, players(session)) == (Side.RED, (None, "easy"))
    assert session.is_busy()


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(
    ("level", "called"), [("easy", "Hedgehog (3)"), ("3", "Hedgehog (3)"), ("medium", "Monkey (5)")]
)
def test_a_computer_plays_the_other_side(side: Side, level: str, called: str, tmp_path: Path) -> None:
    session = begun(tmp_path, side=side, versus=level, rules="gamerz")
    for plies in range(1, 7):
        if session.is_busy():
            text = think(session)
            name = "Downside" if side is Side.RED else "Upside"
            assert f"\n{name} player (computer, {called}): " in text
        else:
            assert session.game.side is side
            text = session.feed(session.game.legal_moves()[plies].uci())
        assert f"-ROUND {plies + 1}-\n" in text


def test_the_computers_captures_are_announced(tmp_path: Path) -> None:
    # Its only move.
    session = begun(tmp_path, fen="7/7/7/7/7/7/7/D6/eR5 r", side=Side.BLUE, versus="easy")
    assert "\nUpside player (computer, Hedgehog (3)): move elephant up\nELEP captures DOG!\n-ROUND 2-\n" in think(
        session
    )


def test_undo_against_a_computer_takes_back_both_moves(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.RED, versus="easy", rules="gamerz")
    think(session)
    opening = moves(session)
    assert session.feed("undo") == "There is no move to take back.\n", "the computer's first move stays"
    session.feed("move rat down")
    think(session)
    assert len(moves(session)) == 3
    text = session.feed("undo")
    assert text.count("Taken back: ") == 2
    assert moves(session) == opening
    assert "-ROUND 2-\n" in text


def test_undo_between_people_takes_back_one_move(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE)
    session.feed("a3a4")
    session.feed("a7a6")
    assert session.feed("undo").startswith("Taken back: move rat down\n-ROUND 2-\n")
    assert moves(session) == ["a3a4"]


def test_a_hint_is_a_legal_move(tmp_path: Path) -> None:
    session = begun(tmp_path, fen="7/3C3/7/7/7/7/r6/7/7 b")
    assert session.feed("hint") == ""
    assert session.is_busy()
    assert think(session).startswith("Hint: move cat up  (2-d9; ")
    assert session.prompt.startswith("\nNow is downside player's turn!\n")
    assert not moves(session)


def test_directions_follow_the_board_as_it_is_turned(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE)
    turned = session.feed("flip").splitlines()
    assert turned[4] == "|   LION  |   [50]  |   [40]  |   [30]  |   [20]  |   [10]  |   TIGE  |"
    session.feed("move elephant down")
    assert moves(session) == ["a3a4"]
    assert "1. downside  move elephant down  8-a4" in session.feed("history")
    session.feed("flip")
    assert "1. downside  move elephant up    8-a4" in session.feed("history")


def test_exit_says_that_the_game_can_be_resumed_if_it_is_saved(tmp_path: Path) -> None:
    manual = [
        "-WARNING!!!-",
        "Be aware that the whole game will be terminated without saving the current chessboard!",
        "Confirm your exit? (yes/no):",
    ]
    resumable = "(Don't worry: every move so far is saved. To resume this game, run jungle play --resume)"
    session = begun(tmp_path, side=Side.BLUE)
    session.feed("exit")
    assert session.prompt.strip().splitlines() == manual, "a game without a move is not saved"
    session.feed("no")
    session.feed("a3a4")
    session.feed("exit")
    assert session.prompt.strip().splitlines() == [*manual[:2], resumable, manual[2]]
    session.feed("what?")
    assert session.prompt.strip().splitlines() == manual[2:]

    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    unsaved = begun(in_the_way, side=Side.BLUE)
    unsaved.feed("a3a4")
    unsaved.feed("exit")
    assert unsaved.prompt.strip().splitlines() == manual


def test_help_returns_to_the_turn(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE)
    prompt = session.prompt
    for option in ("1", "2", "3", "5", "9", "", "x", "4a", "help", "exit"):
        session.feed("help")
        assert session.prompt.endswith("Enter your option:\n")
        assert session.feed(option)
        assert session.prompt == prompt, option
    for option in ("a", "b", "c", " C ", "d", ""):
        session.feed("help")
        session.feed("4")
        assert session.prompt.endswith("Enter your option (a/b/c):\n")
        assert session.feed(option)
        assert session.prompt == prompt, option


def test_help_mentions_other_rules(tmp_path: Path) -> None:
    for rules, note in (
        ("leiden", "1. The elephant can capture enemy rat too."),
        ("gamerz", "4. There is no draw."),
        ("leiden:quiet_limit=30,jumps_sideways=L", "jumps_sideways=L\nquiet_limit=30\n"),
    ):
        assert note in begun(tmp_path, side=Side.BLUE, rules=rules).feed("help 4a")
    plain = begun(tmp_path, side=Side.BLUE).feed("help 4a")
    assert plain.endswith("2) they can capture same/lower rank enemy.\n")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("size", "lines", "columns"), [(Size.SMALL, 12, 54), (Size.NORMAL, 28, 71), (Size.LARGE, 37, 78)]
)
def test_the_board_fits_the_screen(size: Size, lines: int, columns: int, lang: str, tmp_path: Path) -> None:
    session = begun(tmp_path, size=size, lang=lang, side=Side.BLUE)
    board = session.feed("board").strip("\n").splitlines()
    assert (len(board), max(map(width, board))) == (lines, columns)
    text = session.feed("move elephant up") + session.prompt
    assert all(width(line) <= 80 for line in text.splitlines())
    assert len(text.splitlines()) == lines + ROUND_LINES[size] <= 40


@pytest.mark.parametrize("size", Size)
def test_board_columns_line_up_in_chinese(size: Size, tmp_path: Path) -> None:
    english, chinese = (begun(tmp_path, size=size, lang=lang, side=Side.BLUE).feed("board") for lang in ("en", "zh"))
    for line, zeile in zip(english.splitlines(), chinese.splitlines(), strict=True):
        assert [width(part) for part in line.split("|")] == [width(part) for part in zeile.split("|")]


def test_traps_and_dens_are_marked_below_an_animal_too(tmp_path: Path) -> None:
    lines = begun(tmp_path, fen="7/3L3/7/7/7/7/7/7/2r4 b").feed("board").splitlines()
    assert lines[5].split("|")[4] == "  -TRAP- "
    assert lines[6].split("|")[4] == "   LION  "
    assert lines[26].split("|")[3:6] == ["  -TRAP- ", "  -DEN-  ", "  -TRAP- "]
    assert lines[27].split("|")[3:6] == ["   RAT   ", "   [30]  ", "   [40]  "]


def test_a_rat_in_the_water(tmp_path: Path) -> None:
    lines = begun(tmp_path, fen="7/7/7/1r5/7/7/7/7/L6 r").feed("board").splitlines()
    assert lines[11:14] == [
        "|         |/////////|/////////|         |/////////|/////////|         |",
        "|   [05]  |///RAT///|///[25]//|   [35]  |///[45]//|///[55]//|   [65]  |",
        "+---------|+++++++++|+++++++++|---------|+++++++++|+++++++++|---------+",
    ]


def test_a_resumed_game_continues_where_it_stopped(tmp_path: Path) -> None:
    first = begun(tmp_path, side=Side.RED, versus="easy", rules="leiden:quiet_limit=30")
    think(first)
    first.feed("move rat down")
    think(first)
    first.feed("undo")
    first.feed("move rat right")
    think(first)
    first.leave()
    second = resumed(tmp_path)
    assert (second.game, players(second)) == (first.game, ("easy", None))
    assert "(Total number of rounds: 4 )" in second.leave()


@pytest.mark.parametrize("last", ["defeat", "move cat up"])
def test_a_finished_game_is_not_resumed(last: str, tmp_path: Path) -> None:
    session = begun(tmp_path, fen="7/3C3/7/7/7/7/r6/7/7 r")
    session.feed("move rat up")
    session.feed(last)
    if not session.is_over():
        session.feed("yes")
    assert session.is_over()
    with pytest.raises(NothingToResumeError, match="no unfinished game"):
        resume(tmp_path)


def test_an_unwritable_folder_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    session = begun(tmp_path / "games", side=Side.BLUE)
    text = session.feed("move rat up")
    assert text.startswith(
        "(The game can't be saved for --resume: File exists. It continues without autosave.)\n-ROUND 2-\n"
    )
    assert session.feed("move rat down").startswith("-ROUND 3-\n")
    assert "--resume" not in session.leave()


@pytest.mark.parametrize("versus", [None, "random"])
def test_a_third_game_needs_no_code_here(
    versus: str | None, third_game: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game the terminal has no code for is chosen, shown, played, saved, loaded, resumed and finished."""
    monkeypatch.chdir(tmp_path)
    session = begun(tmp_path / "state", kind="tiny", versus=versus)
    session.feed("up")
    assert session.game.side is Side.RED
    assert session.prompt.endswith("Please input your command (move/help/defeat/exit): ")
    assert session.feed("jump rat up").startswith("Please input a correct command (move/help")
    assert session.feed("move lion up").endswith("Your lion is not on the chessboard any more.\n")
    assert session.feed("hint") == ""
    assert think(session).startswith("Hint: move ")
    assert "-DEN-" in session.feed("board")
    assert session.feed("help").startswith("\nName     Elephant Cat      Rat\nRank     8        2        1\n")
    assert "move cat right" in session.feed("moves cat")
    assert session.feed("save game.jgn") == "The game is saved in game.jgn.\n"
    session.feed("move cat right")
    if session.is_busy():
        think(session)
    assert session.feed("load game.jgn").startswith("The game from game.jgn continues.\n-ROUND 1-\n")
    play_on(session, Random(3), 4)
    session.leave()
    again = resumed(tmp_path / "state")
    assert (again.game, players(again)) == (session.game, players(session))
    assert "(Total number of rounds: " in play_on(again, Random(3))
    assert again.game.outcome()
    chinese = begun(tmp_path / "state", kind="tiny", lang="zh", side=Side.BLUE)
    assert "兽穴" in chinese.feed("棋盘")


WORDS = [
    *(verb.value for verb in Verb if verb not in (Verb.HINT, Verb.REVIEW)),
    *("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant", "mouse", "TIGE"),
    *("up", "down", "left", "right", "yes", "no", "1", "2", "4", "5", "a", "c", "help"),
    *("a3a4", "g7g6", "8-a4", "0203", "8xa4", "h9", "a1", "b2", "c3", "d4", "a1b1", "b2c2"),
    *("走", "象", "上", "跳狮上", "翻", "鼠", "", " ", "\t", "\0", "'", '"', "{", "}"),
    *("%s", "\x1b[2J", "😀", "\ud800", "game.jgn", "~", "-", "x" * 300),
]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", GAMES)
def test_random_lines_leave_the_game_sane(
    kind: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    random = Random(f"random lines {lang} {kind}")

    def new_session(seed: int) -> Session:
        session = begun(tmp_path / "state", kind=kind, seed=seed, lang=lang)
        session.feed("down" if session.prompt.endswith(("(up/down): ", "上/下): ")) else "friend")
        return session

    longest = games = 0
    session = new_session(games)
    for number in range(1200):
        if session.is_over():
            games += 1
            session = new_session(games)
        if number % 400 > 397:
            line = ("defeat", "yes")[number % 2]
        elif random.random() < 0.4:
            line = session.words.move(session.game, random.choice(session.game.legal_moves()))
        else:
            line = " ".join(random.choices(WORDS, k=random.choice((1, 1, 2, 3, 3, 4))))
        text = session.feed(line)
        assert not text or text.endswith("\n")
        assert session.is_over() or session.prompt
        assert not session.is_busy()
        game = session.game
        if not number % 20:
            assert GAMES[kind].from_moves(game.moves, game.rules, fen=game.start.fen()).position == game.position
        longest = max(longest, len(game))
    assert longest > 10
    assert games > 0


def test_redo_plays_again_what_was_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path, side=Side.BLUE, versus="easy")
    assert session.feed("redo") == "There is no move to play again.\n"
    session.feed("a3a4")
    think(session)
    played = moves(session)
    session.feed("undo")
    text = session.feed("redo")
    assert text.startswith("Played again: move elephant up\nPlayed again: ")
    assert "-ROUND 3-\n" in text
    assert moves(session) == played


@pytest.mark.parametrize(
    ("lang", "notation", "quiet", "capture"),
    [
        ("en", Notation.WORDS, "move lion left", "jump lion up"),
        ("en", Notation.ANIMALS, "LION e3", "LION xf7"),
        ("zh", Notation.ANIMALS, "狮 e3", "狮 xf7"),
        ("en", Notation.RANKS, "7-e3", "7xf7"),
    ],
)
def test_moves_are_written_in_the_chosen_notation(
    lang: str, notation: Notation, quiet: str, capture: str, tmp_path: Path
) -> None:
    session = begun(tmp_path, lang=lang, notation=notation, fen="7/7/5d1/7/7/7/5L1/7/r5c b")
    listed = session.feed("moves")
    assert quiet in listed
    assert capture in listed
    assert ("7xf7" in listed) is (notation is not Notation.ANIMALS), "not twice in two notations"
    session.feed("f3f7")
    assert capture in session.feed("history")
    assert capture in session.feed("undo")


def test_flips_are_written_with_the_revealed_piece(tmp_path: Path) -> None:
    session = begun(tmp_path, kind="flip", seed=29, notation=Notation.ANIMALS)
    session.feed("friend")
    session.feed("a1")
    assert "red: a1=RAT  The piece on a1 is red RAT!" in session.feed("history")
