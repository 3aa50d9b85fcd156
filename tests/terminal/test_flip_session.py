from pathlib import Path
from random import Random

import pytest

from jungle import Side
from jungle.flip import STRATEGIES, FlipGame
from jungle.language import Language, Speaker
from jungle.terminal.board import Canvas, Size
from jungle.terminal.flip_session import FlipSession, FlipSetup
from jungle.terminal.journal import Journal
from jungle.terminal.paint import width


def begun(folder: Path, setup: FlipSetup, *, size: Size = Size.NORMAL, lang: str = "en") -> FlipSession:
    session = FlipSession(Speaker(Language(lang)), Canvas(size), Journal(folder), setup)
    session.open()
    return session


def friends(folder: Path, **setup: object) -> FlipSession:
    session = begun(folder, FlipSetup(**setup))  # type: ignore[arg-type]
    session.feed("friend")
    return session


def resumed(folder: Path) -> FlipSession:
    journal, saved = Journal.last(folder)
    session = FlipSession(Speaker(Language.ENGLISH), Canvas(), journal, saved)
    assert "Welcome back! The game goes on." in session.open()
    return session


def moves(session: FlipSession) -> list[str]:
    assert session.game is not None
    return [str(move) for move in session.game.moves]


def play_on(session: FlipSession, random: Random, plies: int = 1000) -> str:
    """Play at random until the game is over or so many moves were made."""
    text = ""
    for _ in range(plies):
        if session.is_over:
            break
        if session.thought:
            text = session.think()
        else:
            assert session.game is not None
            text = session.feed(random.choice(session.game.legal_moves()).uci())
    return text


@pytest.mark.parametrize("seed", range(6))
def test_friends_play_to_the_end(seed: int, tmp_path: Path) -> None:
    session = friends(tmp_path, seed=seed)
    text = play_on(session, Random(seed))
    assert session.game is not None
    outcome = session.game.outcome()
    assert outcome is not None
    if outcome.winner is not None:
        assert f"\n{outcome.winner} player wins the game!\n" in text
    else:
        assert "\nNobody wins the game: " in text
    assert text.endswith(
        f"\n(Total number of rounds: {len(session.game)} )\nHave a good day and see you next time! :)\n"
    )


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_a_person_plays_the_computer_to_the_end(strategy: str, colour: str, tmp_path: Path) -> None:
    session = begun(tmp_path, FlipSetup(seed=3))
    session.feed("computer")
    session.feed(strategy)
    session.feed(colour)
    person = Side[colour.upper()]
    assert session.levels == {person: None, person.opponent: strategy}
    assert (session.thought is None) == (person is Side.RED), "red moves first"
    text = play_on(session, Random(1))
    assert session.is_over
    assert "(Total number of rounds: " in text


def test_two_computers(tmp_path: Path) -> None:
    session = begun(tmp_path, FlipSetup(seed=2, watch=("rat-first", "biggest-first")))
    assert session.thought is not None
    assert session.think().startswith("\nRed player (computer, biggest-first): flip ")
    assert session.think().startswith("\nBlue player (computer, rat-first): ")
    play_on(session, Random(0))
    assert session.is_over


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    games = [begun(tmp_path, FlipSetup(seed=8, watch=("random", "random"))) for _ in range(2)]
    for session in games:
        play_on(session, Random(0))
    assert moves(games[0]) == moves(games[1])


def test_the_first_piece_turned_up_decides_the_colours(tmp_path: Path) -> None:
    deal = FlipGame(seed=29).deal
    assert deal is not None
    square = next(square for square, piece in deal.items() if piece.side is Side.BLUE)
    session = begun(tmp_path, FlipSetup(seed=29, versus="random", first_flip_decides=True))
    assert session.prompt.startswith("\nNow is first player's turn!\n")
    session.feed("abcd"[square % 4] + "1234"[square // 4])
    assert session.levels == {Side.BLUE: None, Side.RED: "random"}
    assert session.thought is not None
    session.think()
    session.leave()
    again = resumed(tmp_path)
    assert again.levels == session.levels
    assert again.side is Side.BLUE


def test_the_largest_loop_number(tmp_path: Path) -> None:
    session = friends(tmp_path, seed=29, quiet_limit=1)
    for line in ("a1", "b1", "c1", "b1c1"):
        session.feed(line)
    text = session.feed("a1b1")
    assert "\nNobody wins the game: the largest loop number is reached" in text


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    session = begun(tmp_path, FlipSetup(versus="random", side=Side.RED))
    play_on(session, Random(4), 9)
    while session.thought:
        session.think()
    session.leave()
    again = resumed(tmp_path)
    assert moves(again) == moves(session)
    assert session.game is not None
    assert again.game is not None
    assert (again.game.deal, again.levels) == (session.game.deal, session.levels)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("size", "lines", "columns"), [(Size.SMALL, 11, 33), (Size.NORMAL, 13, 41), (Size.LARGE, 17, 45)]
)
def test_the_board_fits_the_screen(size: Size, lines: int, columns: int, lang: str, tmp_path: Path) -> None:
    session = begun(tmp_path, FlipSetup(seed=1, versus="random", side=Side.RED), size=size, lang=lang)
    play_on(session, Random(1), 4)
    board = session.feed("board").strip("\n").splitlines()
    assert (len(board), max(map(width, board))) == (lines, columns)
    assert len({width(line) for line in board if "+" in line}) == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "Command cannot be empty."),
        ("fly a1", "Please input a correct command (flip/move/help/defeat/exit)."),
        ("jump rat up", "Please input a correct command (flip/move/help/defeat/exit)."),
        ("hint", "Please input a correct command (flip/move/help/defeat/exit)."),
        ("e1", "Please input a correct command (flip/move/help/defeat/exit)."),
        ("flip e1", "Please name a square from a1 to d4 (e.g. b2)."),
        ("flip a1 b1", "Please name a square from a1 to d4 (e.g. b2)."),
        ("move a1 e1", "Please name a square from a1 to d4 (e.g. b2)."),
        ("flip a1", "Can't flip! There is no face-down piece on that position."),
        ("a1", "Can't flip! There is no face-down piece on that position."),
        ("a1 a2", "Can't move to next step! The piece on that position is still face down."),
        ("b2b3", "Can't move to next step! The piece on that position is still face down."),
        ("a1d1", "Can't move to next step! The position is too far away."),
        ("b1c1", "Can't move to next step! There is no chess of yours on that position."),
        ("a1b1", "Can't move to next step! The position is occupied by other animals."),
        ("move rat down", "Can't move to next step! The position is out of range."),
        ("move lion down", "Can't move to next step! Your lion is not face up on the board."),
        ("move rat sideways", "Please spell the direction correctly (up/down/left/right)."),
        ("move rta up", "Please spell the full name of the chess correctly (e.g. 'tiger for TIGE')."),
        (
            "move b2",
            (
                "Please match your input with the following format: move <from> <to> (e.g. move b2 b3) or "
                "move <animal_name> <direction> (e.g. move lion left)."
            ),
        ),
        ("undo", "A piece that was turned up can't be turned down again."),
        ("moves lion", "Your lion can't move now."),
        ("exit please", 'Just type "exit".'),
    ],
)
def test_answers(line: str, answer: str, tmp_path: Path) -> None:
    session = friends(tmp_path, seed=29)
    session.feed("a1")  # red rat
    session.feed("b1")  # blue tiger
    prompt = session.prompt
    assert (session.feed(line), session.prompt) == (f"{answer}\n", prompt)


@pytest.mark.parametrize(
    ("name", "content", "answer"),
    [
        ("none.txt", None, "Can't load the game: cannot read none.txt: No such file or directory."),
        ("odd.txt", "[Game]\n", "Can't load the game: odd.txt: line 1, column 6: "),
        ("told.txt", '[Game "flip"]\n\nb2=T *', "Can't load the game: told.txt does not say what lies face down."),
        ("latin.txt", b"\xe9", "Can't load the game: latin.txt: "),
        ("x" * 300, None, "Can't load the game: cannot read "),
    ],
)
def test_files_that_are_wrong(
    name: str, content: str | bytes | None, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    session = friends(tmp_path / "state", seed=29)
    text = session.feed(f"load {name}")
    assert text.startswith(answer)
    assert text.count("\n") == 1


def test_a_computer_that_waits_for_a_colour_plays_a_loaded_game_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    friends(tmp_path / "state", seed=3).feed("save game.txt")
    session = begun(tmp_path / "state", FlipSetup(versus="random", first_flip_decides=True))
    session.feed("load game.txt")
    assert session.levels == {Side.RED: None, Side.BLUE: "random"}


def test_saving_where_one_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    session = friends(tmp_path / "state", seed=29)
    assert session.feed("save folder") == "Can't save the game: cannot write folder: it is a folder.\n"
    assert session.feed("save .") == "Can't save the game: cannot write .: it is a folder.\n"
    assert session.feed("save /") == "Can't save the game: cannot write /: it is a folder.\n"
    missing = session.feed("save nowhere/game.txt")
    assert missing == "Can't save the game: cannot write nowhere/game.txt: No such file or directory.\n"
    assert session.feed("save " + "x" * 300).startswith("Can't save the game: ")
    assert not list(tmp_path.glob(".*"))


WORDS = [
    *("flip", "move", "help", "undo", "moves", "history", "board", "marks", "exit", "defeat", "yes", "no"),
    *("a1", "b2", "c3", "d4", "a1b1", "b2c2", "rat", "lion", "up", "left", "翻", "走", "鼠", "", "\0", "{"),
    *("save", "load", "game.txt"),
]


def test_a_thousand_random_lines_leave_the_game_sane(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    random, games = Random("flip fuzz"), 0
    session = friends(tmp_path / "state", seed=games)
    for _ in range(1000):
        if session.is_over:
            games += 1
            session = friends(tmp_path / "state", seed=games)
        if random.random() < 0.3 and session.game is not None:
            line = random.choice(session.game.legal_moves()).uci()
        else:
            line = " ".join(random.choices(WORDS, k=random.choice((1, 1, 2, 3))))
        text = session.feed(line)
        assert not text or text.endswith("\n")
        assert session.is_over or session.prompt
        game = session.game
        assert game is not None
        assert FlipGame.from_moves(game.moves, position=game.start, deal=game.deal).position == game.position
    assert games > 0
