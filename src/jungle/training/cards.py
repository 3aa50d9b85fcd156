"""A card: a puzzle that was failed, or a position of one's own game in which something better was missed."""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from jungle.board_position import BoardPosition
from jungle.errors import JungleError
from jungle.pieces import Side
from jungle.puzzles import Puzzle, UnknownPuzzleError, find_puzzle
from jungle.rules_text import rules_text
from jungle.training.memory import Memory

if TYPE_CHECKING:
    from jungle.engine.review import MoveReview

PUZZLE = "puzzle "
GAME = "game "
WORTH = ("mistake", "blunder")
"""The verdicts that are worth a card."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A position from a game of one's own, the better move, and what to practise."""

    rules: str
    fen: str
    move: str
    theme: str
    """As `jungle.engine.review.practice_for` names it."""

    @property
    def key(self) -> str:
        """The same position has the same card, on every device."""
        return GAME + hashlib.sha256(f"{self.rules} {self.fen}".encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Card:
    """Something to remember. `key` names a puzzle or a mistake, of which only the latter is stored with the card."""

    key: str
    memory: Memory
    mistake: Mistake | None = None

    def puzzle(self) -> Puzzle | None:
        """What to solve, or None if the puzzle is no longer shipped."""
        if self.mistake is None:
            try:
                return find_puzzle(self.key.removeprefix(PUZZLE))
            except UnknownPuzzleError:
                return None
        mistake = self.mistake
        return Puzzle(self.key, mistake.fen, (mistake.move,), "better", 0, 0, (mistake.theme,), self.key, mistake.rules)

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """A card as `to_data` writes it. Raises ValueError, TypeError or LookupError for anything else."""
        memory = Memory(**data["memory"])
        numbers = (memory.stability, memory.difficulty, memory.last, memory.due, memory.reviews)
        if not all(number >= 0 for number in numbers) or memory.stability <= 0:
            raise ValueError(f"expected the state of a card's memory, got {data['memory']!r}")
        mistake = None if data.get("mistake") is None else Mistake(**data["mistake"])
        key = data["key"]
        if not (isinstance(key, str) and (key.startswith(PUZZLE) if mistake is None else key == mistake.key)):
            raise ValueError(f"expected the key of a card, got {key!r}")
        if mistake is not None:
            check_mistake(mistake)
        return cls(key, memory, mistake)

    def merged(self, other: Self) -> Self:
        """The same card from two devices: the one that was reviewed more often, or later."""
        return max(self, other, key=lambda card: (card.memory.reviews, card.memory.last, card.memory.due))


def puzzle_key(puzzle: Puzzle) -> str:
    """The key of a puzzle's card. A card's own puzzle keeps its key."""
    return puzzle.id if puzzle.id.startswith(GAME) else PUZZLE + puzzle.id


def mistake_cards(reviews: Iterable["MoveReview"], sides: Collection[Side]) -> list[Mistake]:
    """The mistakes and blunders of these sides in a reviewed game."""
    from jungle.engine.review import practice_for

    return [
        Mistake(
            rules_text(judged.position.rules),
            _bare(judged.position).fen(),
            judged.best.move.uci(),
            practice_for(judged),
        )
        for judged in reviews
        if judged.verdict.value in WORTH and judged.side in sides and not judged.position.is_decided()
    ]


def _bare(position: Any) -> BoardPosition:
    """A position without its history, so that the same one has the same text in every game."""
    counters = {"quiet": 0, "number": 1}
    bare: BoardPosition = replace(position, **{name: n for name, n in counters.items() if hasattr(position, name)})
    return bare


def check_mistake(mistake: Mistake) -> None:
    """Raise ValueError unless the position is written as by `mistake_cards`, and the move is legal."""
    try:
        puzzle = Puzzle("", mistake.fen, (mistake.move,), "better", 0, 0, (), "", mistake.rules)
        game = puzzle.game()
        game.parse_move(mistake.move)
        if _bare(game.position).fen() != mistake.fen:
            raise ValueError(f"expected a position without its history, got {mistake.fen!r}")
    except (JungleError, StopIteration) as error:
        raise ValueError(f"expected a position and a move, got {mistake!r}: {error}") from None
