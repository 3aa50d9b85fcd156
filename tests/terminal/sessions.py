"""Sessions for tests, which need no terminal."""

from pathlib import Path
from random import Random
from typing import Any

from jungle.language import Language, Speaker
from jungle.storage import resume
from jungle.terminal.board import Size
from jungle.terminal.computers import Computers
from jungle.terminal.opening import Setup
from jungle.terminal.paint import COLOURLESS, Paint
from jungle.terminal.session import Session
from jungle.terminal.view import BoardView


def begun(
    folder: Path,
    *,
    size: Size = Size.NORMAL,
    lang: str = "en",
    paint: Paint = COLOURLESS,
    marks: bool | None = False,
    **setup: Any,
) -> Session:
    """A session that has shown its welcome page."""
    say = Speaker(Language(lang))
    view = BoardView(say, size=size, paint=paint, marks=False)
    session = Session(say, view, Computers(seed=1), folder, Setup(**setup))
    session.open()
    return session


def friends(folder: Path, **setup: Any) -> Session:
    """Two people at the face-down game."""
    session = begun(folder, kind="flip", **setup)
    session.feed("friend")
    return session


def resumed(folder: Path) -> Session:
    say = Speaker(Language.ENGLISH)
    session = Session(say, BoardView(say), Computers(seed=1), folder, resume(folder))
    assert "Welcome back! The game goes on." in session.open()
    return session


def think(session: Session) -> str:
    """Do what takes the computer a while, here and now."""
    assert session.task is not None
    return session.conclude(session.task.handle.run())


def moves(session: Session) -> list[str]:
    return [str(move) for move in session.game.moves]


def play_on(session: Session, random: Random, plies: int = 1000) -> str:
    """Play at random until the game is over or so many moves were made; what was said last."""
    text = ""
    for _ in range(plies):
        if session.is_over or session.game.outcome():
            break
        text = think(session) if session.task else session.feed(random.choice(session.game.legal_moves()).uci())
    return text
