from pathlib import Path
from random import Random

import pytest

from jungle import Game, Position, Side, parse_rules
from jungle.language import Language, Speaker
from jungle.terminal.board import Canvas, Size
from jungle.terminal.commands import Verb
from jungle.terminal.computers import Computers
from jungle.terminal.journal import Journal
from jungle.terminal.paint import width
from jungle.terminal.session import JungleSession, Setup

ROUND_LINES = {Size.SMALL: 5, Size.NORMAL: 5, Size.LARGE: 3}
"""Around a board: the round's heading, whose turn it is, the prompt, and blank lines where there is room."""


def begun(folder: Path, setup: Setup | None = None, *, size: Size = Size.NORMAL, lang: str = "en") -> JungleSession:
    setup = setup or Setup(side=Side.BLUE)
    session = JungleSession(Speaker(Language(lang)), Canvas(size), Journal(folder), Computers(seed=1), setup)
    session.open()
    return session


def resumed(folder: Path) -> JungleSession:
    journal, saved = Journal.last(folder)
    session = JungleSession(Speaker(Language.ENGLISH), Canvas(), journal, Computers(seed=1), saved)
    assert "Welcome back! The game goes on." in session.open()
    return session


def moves(session: JungleSession) -> list[str]:
    assert session.game is not None
    return [move.uci() for move in session.game.moves]


@pytest.mark.parametrize(
    ("answer", "first"), [("up", Side.RED), ("down", Side.BLUE), (" Up ", Side.RED), ("下", Side.BLUE)]
)
def test_the_side_chosen_moves_first(answer: str, first: Side, tmp_path: Path) -> None:
    session = begun(tmp_path, Setup())
    assert session.prompt == "Please choose your preferred side (up/down): "
    session.feed(answer)
    assert session.side is first


@pytest.mark.parametrize("rules", ["gamerz", "leiden"])
def test_rules_that_fix_who_moves_first_are_told_of(rules: str, tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(rules=parse_rules(rules)))
    assert session.feed("up").startswith(f"By the {rules} rules the downside player moves first.\n")
    assert session.side is Side.BLUE


def test_first_overrules_the_side_chosen(tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(side=Side.BLUE, first=Side.RED, versus="easy"))
    assert (session.side, session.levels) == (Side.RED, {Side.BLUE: None, Side.RED: "easy"})
    assert session.thought is not None


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_computer_plays_the_other_side(side: Side, level: str, tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(side=side, versus=level, rules=parse_rules("gamerz")))
    for plies in range(1, 7):
        if session.thought:
            text = session.think()
            name = "Downside" if side is Side.RED else "Upside"
            assert f"\n{name} player (computer, {level}): " in text
        else:
            assert session.side is side
            assert session.game is not None
            text = session.feed(session.game.legal_moves()[plies].uci())
        assert f"-ROUND {plies + 1}-\n" in text


def test_a_computer_tells_what_it_captures(tmp_path: Path) -> None:
    # Its only move.
    position = Position.from_fen("7/7/7/7/7/7/7/D6/eR5 r")
    session = begun(tmp_path, Setup(position=position, side=Side.BLUE, versus="easy"))
    assert "\nUpside player (computer, easy): move elephant up, captures DOG!\n-ROUND 2-\n" in session.think()


def test_undo_against_a_computer_takes_back_both_moves(tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(side=Side.RED, versus="easy", rules=parse_rules("gamerz")))
    session.think()
    opening = moves(session)
    assert session.feed("undo") == "There is no move to take back.\n", "the computer's first move stays"
    session.feed("move rat down")
    session.think()
    assert len(moves(session)) == 3
    text = session.feed("undo")
    assert text.count("Taken back: ") == 2
    assert moves(session) == opening
    assert "-ROUND 2-\n" in text


def test_undo_between_people_takes_back_one_move(tmp_path: Path) -> None:
    session = begun(tmp_path)
    session.feed("a3a4")
    session.feed("a7a6")
    assert session.feed("undo").startswith("Taken back: move rat down\n-ROUND 2-\n")
    assert moves(session) == ["a3a4"]


def test_a_hint_is_a_legal_move(tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(position=Position.from_fen("7/3C3/7/7/7/7/r6/7/7 b")))
    assert session.feed("hint") == ""
    assert session.thought is not None
    assert not session.thought.is_move
    text = session.think()
    assert text.startswith("Hint: move cat up  (2-d9; ")
    assert session.prompt.startswith("\nNow is downside player's turn!\n")
    assert not moves(session)


def test_directions_follow_the_board_as_it_is_turned(tmp_path: Path) -> None:
    session = begun(tmp_path)
    turned = session.feed("flip").splitlines()
    assert turned[4] == "|   LION  |   [50]  |   [40]  |   [30]  |   [20]  |   [10]  |   TIGE  |"
    session.feed("move elephant down")
    assert moves(session) == ["a3a4"]
    assert "1. downside  move elephant down  8-a4" in session.feed("history")
    session.feed("flip")
    assert "1. downside  move elephant up    8-a4" in session.feed("history")


@pytest.mark.parametrize("option", ["1", "2", "3", "5", "9", "", "x", "4a", "help", "exit"])
def test_help_returns_to_the_turn(option: str, tmp_path: Path) -> None:
    session = begun(tmp_path)
    prompt = session.prompt
    session.feed("help")
    assert session.prompt.endswith("Enter your option:\n")
    assert session.feed(option)
    assert session.prompt == prompt


@pytest.mark.parametrize("option", ["a", "b", "c", " C ", "d", ""])
def test_help_on_rules_returns_to_the_turn(option: str, tmp_path: Path) -> None:
    session = begun(tmp_path)
    prompt = session.prompt
    session.feed("help")
    session.feed("4")
    assert session.prompt.endswith("Enter your option (a/b/c):\n")
    assert session.feed(option)
    assert session.prompt == prompt


@pytest.mark.parametrize(
    ("rules", "note"),
    [
        ("standard", None),
        ("leiden", "1. The elephant can capture enemy rat too."),
        ("gamerz", "4. There is no draw."),
        ("leiden:quiet_limit=30,jumps_sideways=L", "jumps_sideways=L\nquiet_limit=30\n"),
    ],
)
def test_help_tells_of_other_rules(rules: str, note: str | None, tmp_path: Path) -> None:
    text = begun(tmp_path, Setup(side=Side.BLUE, rules=parse_rules(rules))).feed("help 4a")
    assert text.endswith("2) they can capture same/lower rank enemy.\n") if note is None else note in text


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("size", "lines", "columns"), [(Size.SMALL, 21, 54), (Size.NORMAL, 28, 71), (Size.LARGE, 37, 78)]
)
def test_the_board_fits_the_screen(size: Size, lines: int, columns: int, lang: str, tmp_path: Path) -> None:
    session = begun(tmp_path, size=size, lang=lang)
    board = session.feed("board").strip("\n").splitlines()
    assert (len(board), max(map(width, board))) == (lines, columns)
    text = session.feed("move elephant up") + session.prompt
    assert all(width(line) <= 80 for line in text.splitlines())
    assert len(text.splitlines()) == lines + ROUND_LINES[size] <= 40


@pytest.mark.parametrize("size", Size)
def test_walls_stand_below_each_other_in_chinese(size: Size, tmp_path: Path) -> None:
    english, chinese = (begun(tmp_path, size=size, lang=lang).feed("board") for lang in ("en", "zh"))
    for line, zeile in zip(english.splitlines(), chinese.splitlines(), strict=True):
        assert [width(part) for part in line.split("|")] == [width(part) for part in zeile.split("|")]


def test_traps_and_dens_are_marked_below_an_animal_too(tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(position=Position.from_fen("7/3L3/7/7/7/7/7/7/2r4 b")))
    lines = session.feed("board").splitlines()
    assert lines[5].split("|")[4] == "  -TRAP- "
    assert lines[6].split("|")[4] == "   LION  "
    assert lines[26].split("|")[3:6] == ["  -TRAP- ", "  -DEN-  ", "  -TRAP- "]
    assert lines[27].split("|")[3:6] == ["   RAT   ", "   [30]  ", "   [40]  "]


def test_a_rat_in_the_water(tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(position=Position.from_fen("7/7/7/1r5/7/7/7/7/L6 r")))
    lines = session.feed("board").splitlines()
    assert lines[11:14] == [
        "|         |/////////|/////////|         |/////////|/////////|         |",
        "|   [05]  |///RAT///|///[25]//|   [35]  |///[45]//|///[55]//|   [65]  |",
        "+---------|+++++++++|+++++++++|---------|+++++++++|+++++++++|---------+",
    ]


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    setup = Setup(side=Side.RED, versus="easy", rules=parse_rules("leiden:quiet_limit=30"))
    first = begun(tmp_path, setup)
    first.think()
    first.feed("move rat down")
    first.think()
    first.feed("undo")
    first.feed("move rat right")
    first.think()
    first.leave()
    second = resumed(tmp_path)
    assert moves(second) == moves(first)
    assert first.game is not None
    assert second.game is not None
    assert second.game.position == first.game.position
    assert second.levels == {Side.BLUE: "easy", Side.RED: None}
    assert "(Total number of rounds: 4 )" in second.leave()


def test_a_journal_whose_moves_cannot_be_played_is_cut_where_they_stop(tmp_path: Path) -> None:
    first = begun(tmp_path)
    first.feed("a3a4")
    first.journal.move("a4a9")
    first.leave()
    second = resumed(tmp_path)
    second.feed("a7a6")
    second.leave()
    assert moves(resumed(tmp_path)) == ["a3a4", "a7a6"]


@pytest.mark.parametrize("last", ["defeat", "move cat up"])
def test_a_finished_game_is_not_resumed(last: str, tmp_path: Path) -> None:
    session = begun(tmp_path, Setup(position=Position.from_fen("7/3C3/7/7/7/7/r6/7/7 r")))
    session.feed("move rat up")
    session.feed(last)
    if not session.is_over:
        session.feed("yes")
    assert session.is_over
    with pytest.raises(Exception, match="no unfinished game"):
        Journal.last(tmp_path)


def test_a_state_folder_that_cannot_be_written_is_told_of_once(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    session = begun(tmp_path)
    text = session.feed("move rat up")
    assert text.startswith("(The game can't be kept for --resume: File exists. It goes on without.)\n-ROUND 2-\n")
    assert session.feed("move rat down").startswith("-ROUND 3-\n")
    assert "--resume" not in session.leave()


@pytest.mark.parametrize("name", ["game.jgn", "my game.jgn", "'my game.jgn'", "棋谱.jgn", "{side}.jgn"])
def test_save_and_load(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = begun(tmp_path / "state")
    session.feed("a3a4")
    plain_name = name.strip("'")
    assert session.feed(f"save {name}") == f"The game is saved in {plain_name}.\n"
    assert Path(plain_name).is_file()
    session.feed("a7a6")
    assert session.feed(f"save {name}") == ""
    assert session.prompt == f"{plain_name} exists already. Overwrite it? (yes/no):\n"
    assert session.feed("no") == "The game is not saved.\n"
    assert session.feed(f"load {name}").startswith(f"The game of {plain_name} goes on.\n-ROUND 2-\n")
    assert moves(session) == ["a3a4"]
    session.leave()
    assert moves(resumed(tmp_path / "state")) == ["a3a4"], "the loaded game was played last"
    assert moves(resumed(tmp_path / "state")) == ["a3a4", "a7a6"], "and the first one waits"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("save", "Please name a file (e.g. save game.jgn)."),
        ("load   ", "Please name a file (e.g. load game.jgn)."),
        ("save folder", "Can't save the game: cannot write folder: it is a folder."),
        ("save nowhere/game.jgn", "Can't save the game: cannot write nowhere/game.jgn: No such file or directory."),
        ("load nowhere.jgn", "Can't load the game: cannot read nowhere.jgn: No such file or directory."),
        ("load folder", "Can't load the game: cannot read folder: Is a directory."),
        ("load odd\x1b[31m", "Can't load the game: cannot read odd?[31m: No such file or directory."),
        ("save a\0b", None),
        ("save " + "x" * 300, None),
        ("load " + "x" * 300, None),
        ("load a\0b", None),
        ("load empty.jgn", "There is no unfinished game in empty.jgn."),
        ("load ended.jgn", "There is no unfinished game in ended.jgn."),
        ("load broken.jgn", None),
    ],
)
def test_files_that_are_wrong(line: str, answer: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("empty.jgn").write_text("")
    Path("ended.jgn").write_text('[Result "1-0"]\n\n1. 8-a4 8-g6 1-0\n')
    Path("broken.jgn").write_text("1. 8-a5 *\n")
    session = begun(tmp_path / "state")
    prompt = session.prompt
    text = session.feed(line)
    assert text.startswith("Can't ") and text.count("\n") == 1 if answer is None else text == f"{answer}\n"
    assert session.prompt == prompt
    assert not moves(session)


def test_the_first_unfinished_game_of_many_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("many.jgn").write_text("1. 8-a4 1-0\n\n1. 1-g4 *\n\n1. 1-g2 *\n")
    session = begun(tmp_path / "state")
    session.feed("load many.jgn")
    assert moves(session) == ["g3g4"]


WORDS = [
    *(verb.value for verb in Verb if verb is not Verb.HINT),
    *("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant", "mouse", "TIGE"),
    *("up", "down", "left", "right", "yes", "no", "1", "2", "4", "5", "a", "c", "help"),
    *(
        "a3a4",
        "g7g6",
        "8-a4",
        "0203",
        "8xa4",
        "h9",
        "走",
        "象",
        "上",
        "跳狮上",
        "",
        " ",
        "\t",
        "\0",
        "'",
        '"',
        "{",
        "}",
    ),
    *("%s", "\x1b[2J", "😀", "\ud800", "game.jgn", "~", "-", "x" * 300),
]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_thousand_random_lines_leave_the_game_sane(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    random = Random(f"fuzz {lang}")
    session = begun(tmp_path / "state", lang=lang)
    longest = games = 0
    for _ in range(1000):
        if session.is_over:
            games += 1
            session = begun(tmp_path / "state", lang=lang)
        if random.random() < 0.4 and session.game is not None:
            line = random.choice([session.game.position.words(move) for move in session.game.legal_moves()])
        else:
            line = " ".join(random.choices(WORDS, k=random.choice((1, 1, 2, 3, 3, 4))))
        text = session.feed(line)
        assert not text or text.endswith("\n")
        assert session.is_over or session.prompt
        assert session.thought is None
        game = session.game
        assert game is not None
        assert Game.from_moves(game.moves, position=game.start).position == game.position
        longest = max(longest, len(game))
    assert longest > 20
    assert games > 0
