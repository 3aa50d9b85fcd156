"""`jungle train`: cards that are due, from failed puzzles and from mistakes in your own games."""

import argparse
import sys
from pathlib import Path

from jungle.language import Translator
from jungle.options import add_language_option, speaker
from jungle.phrases import theme_words
from jungle.puzzles import load_progress
from jungle.storage import folder
from jungle.terminal.board import BoardView
from jungle.terminal.loop import Screen, run_dialogue
from jungle.terminal.text_renderer import TextRenderer
from jungle.terminal.training_session import TrainingSession
from jungle.training import load_deck, milliseconds, weak_spots


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle train`."""
    parser.add_argument("--list", action="store_true", help="say how many cards are due, and list your weak spots")
    add_language_option(parser)


def run(args: argparse.Namespace) -> int:
    """Train on the terminal or the pipes of this process."""
    say, kept = speaker(args.lang), folder("puzzles")
    if args.list:
        print(_listing(say, kept))
        return 0
    screen = Screen(sys.stdin, sys.stdout)
    view = BoardView(TextRenderer(say, paint=screen.paint(has_edges=True)), screen.window)
    return run_dialogue(TrainingSession(view, kept), screen)


def _listing(say: Translator, kept: Path) -> str:
    deck = load_deck(kept)
    due = len(deck.due(milliseconds()))
    lines = [say("train.due", count=due) if due else say("train.none" if deck.cards else "train.empty")]
    spots = weak_spots(load_progress(kept), deck)
    lines.append(say("train.weak" if spots else "train.weak.none"))
    for spot in spots:
        low, high = (round(100 * bound) for bound in spot.interval())
        words = theme_words(say, [spot.theme])
        lines.append(say("train.weak.row", theme=words, solved=spot.solved, tried=spot.tried, low=low, high=high))
    return "\n".join(lines)
