"""How far it is from a typed line to the game: every call on the way is one more for a reader to follow."""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import jungle
from jungle import Game
from jungle.board_game import BoardGame
from jungle.language import Translator
from jungle.play import LiveGame
from jungle.terminal.board import BoardView
from jungle.terminal.session import Session
from jungle.terminal.text_renderer import TextRenderer

SOURCE = str(Path(jungle.__file__).parent)
CALLS_LIMIT, FILES_LIMIT = 42, 12


def test_a_typed_move_takes_few_calls_to_reach_the_game(tmp_path: Path) -> None:
    with LiveGame(Game.from_moves(["a3a4", "g7g6"])) as live:
        session = Session(BoardView(TextRenderer(Translator("en"))), tmp_path, live)
        session.open()
        calls = calls_until_push(session, "move elephant up")
    names = "\n".join(f"{Path(file).name}: {name}" for file, name in calls)
    assert len(calls) <= CALLS_LIMIT, names
    assert len({file for file, _ in calls}) <= FILES_LIMIT, names


def calls_until_push(session: Session, line: str) -> list[tuple[str, str]]:
    """The functions of the package that are called between `Session.feed` and `BoardGame.push`."""
    calls: list[tuple[str, str]] = []
    is_played = False

    def follow(frame: FrameType, event: str, _: Any) -> None:
        nonlocal is_played
        code = frame.f_code
        is_played = is_played or code is BoardGame.push.__code__
        if event == "call" and not is_played and code.co_filename.startswith(SOURCE):
            calls.append((code.co_filename, code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(follow)
    try:
        session.feed(line)
    finally:
        sys.setprofile(before)
    assert is_played
    return calls[1:]
