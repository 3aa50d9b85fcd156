"""The searcher of the face-down game where the C++ core is missing: the same answers in readable Python, slower.

Plain expectimax: the mean over all outcomes of a flip, the best for the mover otherwise. Scores are
expected results, a win being 30000; each ply on the way costs one, so that near wins are better.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from jungle.engine import flip_weights as places
from jungle.engine.searcher import SearchStopped
from jungle.flip import GRID, FlipMove, FlipPosition, FlipRules
from jungle.flip.native import branches
from jungle.pieces import EMPTY, Animal, Side
from jungle.rules import RULES_KEPT

WIN = 30_000
INFINITE = 32_000
MOST_LOGITS = 8000
CERTAIN = 0.98
FLIP_COST = 2
"""A flip costs more depth than a step: it opens a branch for every hidden piece."""
DEPTH_LIMIT = 40

_NEIGHBOURS = tuple(tuple(GRID.neighbours(square)) for square in range(GRID.squares))
_DISTANCE = tuple(tuple(GRID.distance(one, other) for other in range(GRID.squares)) for one in range(GRID.squares))
_PLACES = tuple({2: 0, 3: 1, 4: 2}[len(beside)] for beside in _NEIGHBOURS)
"""A corner, an edge, or inside."""


@lru_cache(RULES_KEPT)
def _relations(rules: FlipRules) -> tuple[dict[Animal, frozenset[Animal]], dict[Animal, frozenset[Animal]]]:
    """Whom each animal takes without loss, and who takes it without loss."""
    prey = {
        hunter: frozenset(
            animal for animal in Animal if rules.takes(hunter, animal) and not rules.trades(hunter, animal)
        )
        for hunter in Animal
    }
    return prey, {animal: frozenset(hunter for hunter in Animal if animal in prey[hunter]) for animal in Animal}


@dataclass(frozen=True, slots=True)
class FlipLine:
    """One line, as the core reports it; moves are numbers, ``origin | target << 4``."""

    moves: list[int]
    score: int
    depth: int
    seldepth: int


@dataclass(frozen=True, slots=True)
class FlipReport:
    """What a search has found so far."""

    lines: list[FlipLine]
    nodes: int
    time_ms: int
    hashfull: int = 0
    tablebase_hits: int = 0


def move_code(move: FlipMove) -> int:
    """A move as a number."""
    return move.origin | move.target << 4


def evaluate(position: FlipPosition) -> int:
    """A static estimate of the expected result for the side to move."""
    logit = sum(places.WEIGHTS[weight] * times for weight, times in _features(position))
    logit = max(-MOST_LOGITS, min(logit, MOST_LOGITS))
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
            (places.UP, [piece.animal for piece in own.values()]),
            (places.HIDDEN, [piece.animal for piece in position.hidden if piece.side is side]),
        ):
            for animal in animals:
                prey, hunters = len(prey_of[animal] & enemies), len(hunters_of[animal] & enemies)
                yield first + prey * places.ENEMIES + hunters, sign
        hunt = places.HUNT if side is position.side else places.WAIT
        for square, piece in own.items():
            for other, enemy in others.items():
                if enemy.animal in prey_of[piece.animal]:
                    yield hunt + _DISTANCE[square][other] - 1, sign
            yield places.PLACE + _PLACES[square], sign
            free = sum(board[target] == EMPTY for target in _NEIGHBOURS[square])
            yield places.MOBILITY, sign * free
            if not free:
                yield places.BLOCKED, sign
        beside = {target for square in own for target in _NEIGHBOURS[square] if position.is_face_down(target)}
        yield places.BESIDE_DOWN, sign * len(beside)
    yield (places.MOVE if position.hidden else places.LATE_MOVE), 1


class FlipSearcher:
    """Searches as the core does, on one thread and without a table."""

    def __init__(self, hash_mb: int = 64, threads: int = 1) -> None:
        self._stopped = False
        self._hard_at: float | None = None
        self._soft_at: float | None = None

    def stop(self) -> None:
        self._stopped = True

    def set_deadline(self, soft_ms: int, hard_ms: int) -> None:
        now = time.monotonic()
        self._soft_at = now + soft_ms / 1000 if soft_ms else None
        self._hard_at = now + hard_ms / 1000 if hard_ms else None

    def clear(self) -> None:
        """There is nothing to forget."""

    def resize(self, hash_mb: int) -> None:
        """There is no table."""

    def set_threads(self, threads: int) -> None:
        """There is one thread."""

    def search(
        self,
        rules: FlipRules,
        position: FlipPosition,
        past: Sequence[bytes],
        *,
        tables: None = None,
        depth: int = 0,
        nodes: int = 0,
        soft_ms: int = 0,
        hard_ms: int = 0,
        multipv: int = 1,
        searchmoves: Sequence[int] = (),
        on_report: Callable[[FlipReport], object] | None = None,
    ) -> FlipReport:
        self._stopped = False
        self.set_deadline(soft_ms, hard_ms)
        self._limit, self._most_nodes, self._nodes = rules.quiet_limit, nodes, 0
        self._past = list(past)
        self._path: list[tuple[bytes, Side | None]] = []
        self._finished = 0
        started = time.monotonic()
        roots = [move for move in position.legal_moves() if not searchmoves or move_code(move) in searchmoves]
        report = FlipReport([], 0, 0)
        if not roots:
            return report
        for level in range(1, min(depth or DEPTH_LIMIT, DEPTH_LIMIT) + 1):
            try:
                found = [(self._worth(position, move, level, -INFINITE, INFINITE), move) for move in roots]
            except SearchStopped:
                break
            found.sort(key=lambda line: -line[0])
            roots = [move for _, move in found]
            self._finished = level
            lines = [FlipLine([move_code(move)], score, level, level) for score, move in found[:multipv]]
            report = FlipReport(lines, self._nodes, round((time.monotonic() - started) * 1000))
            if on_report:
                on_report(report)
            if self._stopped or (self._soft_at is not None and time.monotonic() >= self._soft_at):
                break
        return report

    def _enter(self) -> None:
        self._nodes += 1
        if not self._finished:  # There must be a move to play.
            return
        late = self._hard_at is not None and time.monotonic() >= self._hard_at
        if late or self._stopped or (self._most_nodes and self._nodes >= self._most_nodes):
            raise SearchStopped

    def _worth(self, position: FlipPosition, move: FlipMove, depth: int, alpha: int, beta: int) -> int:
        """The worth of a move to whoever makes it."""
        self._path.append((position.board, position.side))
        try:
            if not move.is_flip:
                return self._shrunk(position.after(move), depth - 1, alpha, beta)
            worths = [self._shrunk(after, depth - FLIP_COST, -INFINITE, INFINITE) for after in branches(position, move)]
        finally:
            self._path.pop()
        total, count = sum(worths), len(worths)
        # Rounded as in the core, halves away from zero.
        return (2 * abs(total) + count) // (2 * count) * (1 if total >= 0 else -1)

    def _shrunk(self, position: FlipPosition, depth: int, alpha: int, beta: int) -> int:
        worth = -self._search(position, depth, -beta - 1, -alpha + 1)
        return worth - (worth > 0) + (worth < 0)

    def _search(self, position: FlipPosition, depth: int, alpha: int, beta: int) -> int:
        self._enter()
        if (settled := self._settled(position)) is not None:
            return settled
        moves = position.legal_moves()
        best = -INFINITE
        if depth <= 0:
            best = evaluate(position)
            moves = [move for move in moves if move.captured]
        for move in sorted(moves, key=lambda move: move.captured is None):
            if best >= beta:
                break
            best = max(best, self._worth(position, move, max(depth, 0), max(alpha, best), beta))
        return best

    def _settled(self, position: FlipPosition) -> int | None:
        """The score where the game is over."""
        if position.is_decided():
            survivors = [side for side in Side if position.has_pieces(side)]
            return 0 if not survivors else WIN if survivors[0] is position.side else -WIN
        if not position.legal_moves():
            return -WIN
        if self._limit and position.quiet >= self._limit:
            return 0
        if (position.board, position.side) in self._path or self._past.count(position.board) >= 2:
            return 0
        return None
