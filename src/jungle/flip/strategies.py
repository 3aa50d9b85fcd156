"""Simple players of the flip game, by name. They see what a player sees: the position, never the deal.

All of them capture when they can, else turn a piece up, else move; they differ in whom, which and where.
`biggest-first` and `rat-first` come from the source of the game.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from jungle.errors import GameError, UnknownStrategyError
from jungle.flip.game import FlipGame
from jungle.flip.moves import FlipMove
from jungle.flip.position import FlipPosition
from jungle.flip.rules import FLIP, GRID
from jungle.pieces import Animal, Piece


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way of playing, with a name.

    >>> position = FlipPosition.from_fen("1D2/1wt1/2L1/4 b 0 -")
    >>> strategy("biggest-first").choose(position, Random(1)).uci()
    'c2c3'
    """

    name: str
    _decide: Callable[[FlipPosition, Random], FlipMove]

    def choose(self, state: FlipGame | FlipPosition, rng: Random) -> FlipMove:
        """A legal move. Of a game only the position is looked at. Raises GameError when the game is over."""
        if isinstance(state, FlipGame):
            if state.outcome():
                raise GameError(f"the game is over in {state.position.fen()}: there is nothing to choose")
            state = state.position
        if not state.legal_moves():
            raise GameError(f"there is no legal move in {state.fen()}")
        return self._decide(state, rng)


def strategy(name: str) -> Strategy:
    """The strategy of that name. Raises UnknownStrategyError.

    >>> strategy("rat-first").name
    'rat-first'
    """
    if name not in STRATEGIES:
        raise UnknownStrategyError(f"expected a strategy of {', '.join(STRATEGIES)}; got {name!r}")
    return STRATEGIES[name]


def _random(position: FlipPosition, rng: Random) -> FlipMove:
    return rng.choice(position.legal_moves())


def _biggest_first(position: FlipPosition, rng: Random) -> FlipMove:
    """The highest animal that can capture takes the biggest prey; pieces beside high animals are turned up first."""
    flips, captures, quiet = _sorted_out(position)
    if captures:
        return _best(captures, lambda step: (-_rank(step.animal), -_rank(step.captured)), rng)
    if flips:
        return _best(flips, lambda flip: -_highest_beside(position, flip), rng)
    return _best(quiet, lambda step: _walk(position, step, _prey_of(position, step)), rng)


def _rat_first(position: FlipPosition, rng: Random) -> FlipMove:
    """The enemy's rat is hunted before all else, and the own elephant and rat are left in peace the longest."""
    flips, captures, quiet = _sorted_out(position)
    if captures:
        # Better the rat for nothing than for our own, but better for our own than another prey.
        return _best(captures, _rat_before_all, rng)
    if flips:
        return _best(flips, lambda flip: _disquiet(position, flip), rng)
    rat = [square for square, piece in _enemies(position).items() if piece.animal is Animal.RAT]
    return _best(quiet, lambda step: _rat_walk(position, step, rat), rng)


def _rat_before_all(step: FlipMove) -> tuple[bool, bool, int]:
    return step.captured is not Animal.RAT, step.is_trade, -_rank(step.captured)


STRATEGIES = MappingProxyType(
    {
        known.name: known
        for known in (
            Strategy("biggest-first", _biggest_first),
            Strategy("rat-first", _rat_first),
            Strategy("random", _random),
        )
    }
)
"""The strategies by name."""


def _sorted_out(position: FlipPosition) -> tuple[list[FlipMove], list[FlipMove], list[FlipMove]]:
    """The legal moves as flips, captures and quiet steps."""
    moves = position.legal_moves()
    steps = [move for move in moves if not move.is_flip]
    return (
        [move for move in moves if move.is_flip],
        [step for step in steps if step.captured is not None],
        [step for step in steps if step.captured is None],
    )


def _best(choices: Iterable[FlipMove], key: Callable[[FlipMove], Any], rng: Random) -> FlipMove:
    """The choice with the lowest key; chance decides among equals."""
    keyed = [(key(choice), choice) for choice in choices]
    lowest = min(value for value, _ in keyed)
    return rng.choice([choice for value, choice in keyed if value == lowest])


def _rank(animal: Animal | None) -> int:
    return 0 if animal is None else FLIP.rank(animal)


def _own(position: FlipPosition) -> dict[int, Piece]:
    return {} if position.side is None else position.pieces(position.side)


def _enemies(position: FlipPosition) -> dict[int, Piece]:
    return {} if position.side is None else position.pieces(position.side.opponent)


def _highest_beside(position: FlipPosition, flip: FlipMove) -> int:
    """The rank of the highest own animal beside the piece to be turned up, 0 for none."""
    own = _own(position)
    return max((_rank(own[square].animal) for square in GRID.neighbours(flip.origin) if square in own), default=0)


def _disquiet(position: FlipPosition, flip: FlipMove) -> int:
    """0 beside the enemy's rat, 2 beside the own elephant or rat, else 1."""
    beside = [piece for square in GRID.neighbours(flip.origin) if (piece := position.piece_at(square))]
    if any(piece.animal is Animal.RAT and piece.side is not position.side for piece in beside):
        return 0
    dear = (Animal.ELEPHANT, Animal.RAT)
    return 2 if any(piece.animal in dear and piece.side is position.side for piece in beside) else 1


def _prey_of(position: FlipPosition, step: FlipMove) -> list[int]:
    """Where the enemies stand that the stepping animal could take and survive."""
    return [square for square, piece in _enemies(position).items() if _wins(step.animal, piece.animal)]


def _wins(hunter: Animal | None, prey: Animal | None) -> bool:
    return hunter is not None and prey is not None and FLIP.takes(hunter, prey) and hunter is not prey


def _walk(position: FlipPosition, step: FlipMove, prey: list[int]) -> tuple[bool, bool, int, int]:
    """Safe before unsafe, hunters before others, then the highest animal, then the shortest way to its prey."""
    way = min((GRID.distance(step.target, square) for square in prey), default=0)
    return _is_exposed(position, step), not prey, -_rank(step.animal), way


def _rat_walk(position: FlipPosition, step: FlipMove, rat: list[int]) -> tuple[bool, bool, bool, int, int]:
    """As `_walk`, but whoever can take the enemy's rat goes for it first, the nearest of them before others."""
    if rat and _wins(step.animal, Animal.RAT):
        return _is_exposed(position, step), False, False, GRID.distance(step.target, rat[0]), -_rank(step.animal)
    exposed, idle, rank, way = _walk(position, step, _prey_of(position, step))
    return exposed, True, idle, rank, way


def _is_exposed(position: FlipPosition, step: FlipMove) -> bool:
    """Could an enemy take the animal where it goes, and survive?"""
    enemies = _enemies(position)
    beside = GRID.neighbours(step.target)
    return any(_wins(enemies[square].animal, step.animal) for square in beside if square in enemies)
