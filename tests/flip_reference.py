"""The face-down game's search in plain Python, to check the core's pruning and evaluation: no pruning, no table.

Scores are expected results. A win is 30000, minus one for each ply, so that quicker wins are better. The weight of a
face-up animal is `UP + prey * ENEMIES + hunters`: how many of the remaining enemies it can capture, and how many can
capture it.
"""

import math
from collections.abc import Iterator
from functools import lru_cache

from jungle.flip import GRID, FlipMove, FlipPosition, FlipRules
from jungle.native import core
from jungle.pieces import EMPTY, Animal, Side

WIN = 30_000
INFINITE = 32_000
LOGITS_LIMIT = 8000
CERTAIN = 0.98
FLIP_COST = 2
ENEMIES = 9
UP = 0
HIDDEN = UP + ENEMIES * ENEMIES
HUNT = HIDDEN + ENEMIES * ENEMIES
"""Prey at a distance of 1 to 6, ours to move."""
WAIT = HUNT + 6
"""The same, theirs to move."""
PLACE = WAIT + 6
"""A face-up piece in a corner, on an edge, inside."""
MOBILITY = PLACE + 3
BLOCKED = MOBILITY + 1
BESIDE_DOWN = BLOCKED + 1
MOVE = BESIDE_DOWN + 1
"""Having the move while something is hidden."""
LATE_MOVE = MOVE + 1
"""Having the move once nothing is hidden."""


_NEIGHBOURS = tuple(tuple(GRID.neighbours(square)) for square in range(GRID.squares))
_DISTANCE = tuple(tuple(GRID.distance(one, other) for other in range(GRID.squares)) for one in range(GRID.squares))
_PLACES = tuple({2: 0, 3: 1, 4: 2}[len(beside)] for beside in _NEIGHBOURS)
"""A corner, an edge, or inside."""


@lru_cache
def _relations(rules: FlipRules) -> tuple[dict[Animal, frozenset[Animal]], dict[Animal, frozenset[Animal]]]:
    """Whom each animal takes without loss, and who takes it without loss."""
    prey = {
        hunter: frozenset(
            animal for animal in Animal if rules.takes(hunter, animal) and not rules.trades(hunter, animal)
        )
        for hunter in Animal
    }
    return prey, {animal: frozenset(hunter for hunter in Animal if animal in prey[hunter]) for animal in Animal}


def evaluate(position: FlipPosition) -> int:
    """A static estimate of the expected result for the side to move."""
    weights = core.flip_weights()
    logit = sum(weights[weight] * times for weight, times in _features(position))
    logit = max(-LOGITS_LIMIT, min(logit, LOGITS_LIMIT))
    # Rounded as in the core, halves away from zero.
    value = CERTAIN * WIN * math.tanh(logit / 2000.0)
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def _features(position: FlipPosition) -> Iterator[tuple[int, int]]:
    """The weights that apply, each with its count; the opponent's count negatively."""
    board = position.board
    prey_of, hunters_of = _relations(position.rules)
    for side in Side:
        sign = 1 if side is position.side else -1
        own, others = position.pieces(side), position.pieces(side.opponent)
        enemies = {piece.animal for piece in (*others.values(), *position.hidden) if piece.side is side.opponent}
        for first, animals in (
            (UP, [piece.animal for piece in own.values()]),
            (HIDDEN, [piece.animal for piece in position.hidden if piece.side is side]),
        ):
            for animal in animals:
                prey, hunters = len(prey_of[animal] & enemies), len(hunters_of[animal] & enemies)
                yield first + prey * ENEMIES + hunters, sign
        hunt = HUNT if side is position.side else WAIT
        for square, piece in own.items():
            for other, enemy in others.items():
                if enemy.animal in prey_of[piece.animal]:
                    yield hunt + _DISTANCE[square][other] - 1, sign
            yield PLACE + _PLACES[square], sign
            free = sum(board[target] == EMPTY for target in _NEIGHBOURS[square])
            yield MOBILITY, sign * free
            if not free:
                yield BLOCKED, sign
        beside = {target for square in own for target in _NEIGHBOURS[square] if position.is_face_down(target)}
        yield BESIDE_DOWN, sign * len(beside)
    yield (MOVE if position.hidden else LATE_MOVE), 1


def best_score(position: FlipPosition, depth: int) -> int:
    """The score of the best move at a depth."""
    return max(_worth(position, move, depth, ((position.board, position.side),)) for move in position.legal_moves())


Path = tuple[tuple[bytes, Side | None], ...]


def _worth(position: FlipPosition, move: FlipMove, depth: int, path: Path) -> int:
    """The value of a move for the side that makes it; `path` ends with the position."""
    if not move.is_flip():
        return _shrunk(position.after(move), depth - 1, path)
    worths = [_shrunk(after, depth - FLIP_COST, path) for after in position.branches(move)]
    total, count = sum(worths), len(worths)
    # Rounded as in the core, halves away from zero.
    return (2 * abs(total) + count) // (2 * count) * (1 if total >= 0 else -1)


def _shrunk(position: FlipPosition, depth: int, path: Path) -> int:
    worth = -_search(position, depth, path)
    return worth - (worth > 0) + (worth < 0)


def _search(position: FlipPosition, depth: int, path: Path) -> int:
    if position.is_decided():
        survivors = [side for side in Side if position.has_pieces(side)]
        return 0 if not survivors else WIN if survivors[0] is position.side else -WIN
    moves = position.legal_moves()
    if not moves:
        return -WIN
    limit = position.rules.quiet_limit
    if (limit and position.quiet >= limit) or (position.board, position.side) in path:
        return 0
    best = -INFINITE
    if depth <= 0:
        best = evaluate(position)
        moves = [move for move in moves if move.captured]
    longer = (*path, (position.board, position.side))
    return max([best, *(_worth(position, move, max(depth, 0), longer) for move in moves)])
