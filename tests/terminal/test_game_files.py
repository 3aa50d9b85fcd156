"""Games saved in files and loaded from them."""

from pathlib import Path
from random import Random

import pytest

from jungle import GAMES, FlipGame, Side
from jungle.record import load
from tests.terminal.sessions import begun, friends, moves, play_on, resumed


@pytest.mark.parametrize("name", ["game.jgn", "my game.jgn", "'my game.jgn'", "棋谱.jgn", "{side}.jgn"])
def test_save_and_load(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = begun(tmp_path / "state", side=Side.BLUE)
    session.feed("a3a4")
    plain_name = name.strip("'")
    assert session.feed(f"save {name}") == f"The game is saved in {plain_name}.\n"
    assert Path(plain_name).is_file()
    session.feed("a7a6")
    assert session.feed(f"save {name}") == ""
    assert session.prompt == f"{plain_name} exists already. Overwrite it? (yes/no):\n"
    assert session.feed("no") == "The game is not saved.\n"
    assert session.feed(f"load {name}").startswith(f"The game from {plain_name} continues.\n-ROUND 2-\n")
    assert moves(session) == ["a3a4"]
    session.leave()
    assert moves(resumed(tmp_path / "state")) == ["a3a4"], "the loaded game was played last"
    assert moves(resumed(tmp_path / "state")) == ["a3a4", "a7a6"], "and the first one waits"


def test_a_record_with_variations_is_loaded_with_its_main_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = begun(tmp_path / "state", side=Side.BLUE)
    Path("notes.jgn").write_text("1. 8-a4 (1. 8-b3 {why} 8-g6 (1... 8-f7)) 1... 8-g6 *\n")
    assert session.feed("load notes.jgn").startswith("The game from notes.jgn continues.\n")
    assert moves(session) == ["a3a4", "g7g6"]


@pytest.mark.parametrize("kind", GAMES)
def test_a_saved_game_is_a_record(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = begun(tmp_path / "state", kind=kind, versus="greedy", side=Side.RED)
    play_on(session, Random(1), 6)
    assert session.feed("save game.jgn") == "The game is saved in game.jgn.\n"
    (record,) = load(Path("game.jgn"))
    assert record.game == session.game
    assert (record.tags["Blue"], record.tags["Red"]) == ("greedy", "human")
    assert len(record.tags["Date"].split(".")) == 3


def test_a_face_down_game_is_saved_with_its_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = friends(tmp_path / "state", seed=29)
    session.feed("a1")
    session.feed("save game.jgn")
    other = friends(tmp_path / "state", seed=1)
    other.feed("load game.jgn")
    assert isinstance(other.game, FlipGame)
    assert other.game.deal == FlipGame(seed=29).deal


FILES: dict[str, str | bytes] = {
    "empty.jgn": "",
    "ended.jgn": '[Result "1-0"]\n\n1. 8-a4 8-g6 1-0\n',
    "broken.jgn": "1. 8-a5 *\n",
    "odd.jgn": "[Game]\n",
    "latin.jgn": b"\xe9",
    "flip.jgn": '[Game "flip"]\n\n1. b2=T *\n',
    "many.jgn": "1. 8-a4 1-0\n\n1. 1-g4 *\n\n1. 1-g2 *\n",
}
LONG = "x" * 300
ANSWERS = {
    "save": "Please name a file (e.g. save game.jgn).",
    "load   ": "Please name a file (e.g. load game.jgn).",
    "save folder": "Can't save the game: cannot write folder: it is a folder.",
    "save .": "Can't save the game: cannot write .: it is a folder.",
    "save /": "Can't save the game: cannot write /: it is a folder.",
    "save nowhere/game.jgn": "Can't save the game: cannot write nowhere/game.jgn: No such file or directory.",
    "load nowhere.jgn": "Can't load the game: cannot read nowhere.jgn: No such file or directory.",
    "load folder": "Can't load the game: cannot read folder: Is a directory.",
    "load odd\x1b[31m": "Can't load the game: cannot read odd?[31m: No such file or directory.",
    "save a\0b": "Can't save the game: ",
    f"save {LONG}": "Can't save the game: ",
    f"load {LONG}": "Can't load the game: ",
    "load a\0b": "Can't load the game: ",
    "load empty.jgn": "There is no unfinished game in empty.jgn.",
    "load ended.jgn": "There is no unfinished game in ended.jgn.",
    "load broken.jgn": "Can't load the game: ",
    "load odd.jgn": "Can't load the game: ",
    "load latin.jgn": "Can't load the game: ",
    "load flip.jgn": "There is no unfinished game in flip.jgn.",
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of invalid files; the test runs in it."""
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name, content in FILES.items():
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return tmp_path / "state"


def test_invalid_files_are_reported(files: Path) -> None:
    session = begun(files, side=Side.BLUE)
    prompt = session.prompt
    wrong = {}
    for line, answer in ANSWERS.items():
        text = session.feed(line)
        is_whole = text == f"{answer}\n" or answer.endswith(": ")
        if not text.startswith(answer) or not is_whole or text.count("\n") != 1 or session.prompt != prompt:
            wrong[line] = text
    assert not wrong
    assert not moves(session)
    assert not list(Path().glob(".*")), "a part of a file was left behind"


def test_a_face_down_game_without_its_deal_is_not_loaded(files: Path) -> None:
    session = friends(files, seed=29)
    text = session.feed("load flip.jgn")
    assert text == "Can't load the game: flip.jgn does not say what lies face down.\n"


def test_the_first_unfinished_game_of_many_is_loaded(files: Path) -> None:
    session = begun(files, side=Side.BLUE)
    session.feed("load many.jgn")
    assert moves(session) == ["g3g4"]
