"""`jungle puzzle`: find the only move that wins, or saves the game."""

import argparse
import sys
from datetime import date
from pathlib import Path

from jungle.errors import JungleError
from jungle.games import DEFAULT_GAME, GAMES
from jungle.language import Translator
from jungle.options import add_language_option, speaker
from jungle.phrases import theme_words
from jungle.puzzles import THEMES, Mode, all_puzzles, find_puzzle, load_progress
from jungle.storage import folder
from jungle.terminal.board import BoardView
from jungle.terminal.loop import Screen, run_dialogue
from jungle.terminal.puzzle_session import PuzzleRequest, PuzzleSession
from jungle.terminal.text_renderer import TextRenderer


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle puzzle`."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--daily", action="store_true", help="start with today's puzzle")
    which.add_argument("--id", metavar="ID", help="start with the puzzle with this id")
    which.add_argument("--sprint", action="store_true", help="solve as many as possible in three minutes")
    which.add_argument("--streak", action="store_true", help="solve harder and harder ones until the first mistake")
    parser.add_argument("--game", choices=list(GAMES), default=DEFAULT_GAME, help="the game (default: jungle)")
    parser.add_argument("--theme", choices=THEMES, metavar="THEME", help="only puzzles on this theme (see --list)")
    parser.add_argument("--list", action="store_true", help="list themes and your progress")
    add_language_option(parser)


def run(args: argparse.Namespace) -> int:
    """Solve puzzles on the terminal or the pipes of this process."""
    say = speaker(args.lang)
    kept = folder("puzzles")
    if args.list:
        print(_listing(say, kept))
        return 0
    if args.id is not None:
        find_puzzle(args.id)
    screen = Screen(sys.stdin, sys.stdout)
    view = BoardView(TextRenderer(say, paint=screen.paint(has_edges=True)), screen.window)
    if not any(puzzle.kind == args.game for puzzle in all_puzzles()):
        raise JungleError(f"there are no puzzles for the game {args.game!r}")
    mode = Mode.SPRINT if args.sprint else Mode.STREAK if args.streak else None
    wish = PuzzleRequest(date.today() if args.daily else None, args.theme, args.id, args.game, mode)
    return run_dialogue(PuzzleSession(view, kept, wish), screen)


def _listing(say: Translator, kept: Path) -> str:
    progress, every = load_progress(kept), all_puzzles()
    solved = len(progress.solved)
    lines = [say("puzzle.list", solved=solved, all=len(every), rating=progress.rating, streak=progress.best_streak)]
    for theme in THEMES:
        about = [puzzle for puzzle in every if theme in puzzle.themes]
        done = sum(puzzle.id in progress.solved for puzzle in about)
        words = theme_words(say, [theme])
        lines.append("  " + say("puzzle.list.theme", theme=words, name=theme, solved=done, all=len(about)))
    return "\n".join(lines)
