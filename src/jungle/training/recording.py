"""What the front ends record: answers to puzzles and cards, and the mistakes of reviewed games."""

import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from jungle.board_game import BoardGame
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.puzzles import Puzzle
from jungle.training.cards import mistake_cards, puzzle_key
from jungle.training.deck import Deck, load_deck, update_deck
from jungle.training.memory import Grade

if TYPE_CHECKING:
    from jungle.engine.review import MoveReview

JUDGING_NODES = 40_000


def milliseconds() -> int:
    """Now, as memories have it."""
    return int(time.time() * 1000)


def record_answer(folder: Path, puzzle: Puzzle, grade: Grade, now: int | None = None) -> Deck:
    """Record an answer: a failed puzzle becomes a card, and one that already is a card is reviewed.

    Raises OSError and LockedError.
    """
    key = puzzle_key(puzzle)
    if grade is not Grade.AGAIN and key not in load_deck(folder).cards:
        return load_deck(folder)
    return update_deck(folder, lambda deck: deck.after(key, grade, milliseconds() if now is None else now))


def record_mistakes(folder: Path, reviews: Iterable["MoveReview"], sides: Collection[Side]) -> int:
    """Make the mistakes of these sides cards, and return how many are new. Raises OSError and LockedError."""
    mistakes = mistake_cards(reviews, sides)
    if not mistakes:
        return 0
    before = len(load_deck(folder).cards)
    return max(len(update_deck(folder, lambda deck: deck.with_mistakes(mistakes, milliseconds())).cards) - before, 0)


def is_as_good(game: BoardGame, move: BoardMove, best: BoardMove) -> bool:
    """Whether the engine finds a move as good as the one on the card, by the verdicts of a review."""
    from jungle.engine import Limit, engine_for
    from jungle.engine.review import Verdict, judge

    with engine_for(game.kind, hash_mb=16) as engine:
        wanted = engine.search(game, Limit(nodes=JUDGING_NODES), searchmoves=[best]).lines[0]
        tried = engine.search(game, Limit(depth=max(wanted.depth, 1)), searchmoves=[move]).lines[0]
    return judge(game.position, move, tried.score, wanted).verdict in (Verdict.BEST, Verdict.GOOD)
