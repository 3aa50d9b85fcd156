"""Sessions for tests, without a terminal."""

from pathlib import Path
from random import Random
from typing import Any

from jungle.language import Translator
from jungle.pieces import Side
from jungle.play import LiveGame, Setup
from jungle.storage import Seats
from jungle.terminal.ansi import COLOURLESS, Paint
from jungle.terminal.board import BoardView, Size
from jungle.terminal.puzzle_session import PuzzleSession
from jungle.terminal.session import Session
from jungle.terminal.text_renderer import Notation, TextRenderer

PATIENCE = 60.0


def begun(
    folder: Path,
    *,
    size: Size = Size.NORMAL,
    lang: str = "en",
    paint: Paint = COLOURLESS,
    notation: Notation = Notation.WORDS,
    **setup: Any,
) -> Session:
    """A session that has shown its welcome page."""
    words = TextRenderer(Translator(lang), notation=notation, paint=paint)
    session = Session(BoardView(words, size=size, marks=False), folder, Setup(**setup), seed=1)
    session.open()
    return session


def friends(folder: Path, **setup: Any) -> Session:
    """Two people at the face-down game."""
    session = begun(folder, kind="flip", **setup)
    session.feed("friend")
    return session


def resumed(folder: Path) -> Session:
    words = TextRenderer(Translator("en"))
    session = Session(BoardView(words), folder, LiveGame.resume(folder, seed=1))
    assert "Welcome back! The game continues." in session.open()
    return session


def think(session: Session) -> str:
    """Wait for the computer, and return what is printed."""
    text = ""
    while not text:
        assert session.is_busy()
        text = session.wait(PATIENCE)
    return text


def players(session: Session) -> Seats:
    """Who plays Blue and Red."""
    return session.live.player(Side.BLUE), session.live.player(Side.RED)


def moves(session: Session) -> list[str]:
    return [str(move) for move in session.game.moves]


def play_on(session: Session, random: Random, plies: int = 1000) -> str:
    """Play at random until the game is over or this many moves have been made. Returns the last output."""
    text = ""
    for _ in range(plies):
        if session.is_over() or session.game.outcome():
            break
        text = think(session) if session.is_busy() else session.feed(random.choice(session.game.legal_moves()).uci())
    return text


def solve(session: PuzzleSession) -> str:
    text = ""
    attempt = session.attempt
    while not attempt.is_solved():
        text = session.feed(session.words.move(session.game, session.attempt.expected))
    return text
