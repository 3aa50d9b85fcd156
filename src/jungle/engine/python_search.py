"""The Python searcher: plays every game, and ours too if the C++ core was not built.

Iterative deepening and alpha-beta over a `BoardGame`, which decides what is legal and how it ends. Captures and den
entries are followed until the board is quiet. The value of a flip is the mean over the pieces it may turn up.
"""

import math
import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine.score import Score
from jungle.engine.search import Line, SearchControl, SearchResult
from jungle.geometry import Grid
from jungle.moves import BoardMove
from jungle.pieces import CODES, FACE_DOWN, PIECES, Animal, Side

WORTH = {
    Animal.RAT: 250,
    Animal.CAT: 100,
    Animal.DOG: 150,
    Animal.WOLF: 200,
    Animal.LEOPARD: 300,
    Animal.TIGER: 550,
    Animal.LION: 650,
    Animal.ELEPHANT: 600,
}
"""In centi-cats."""
STEP_WORTH = 6
"""For each step towards the enemy's den or, on a board without dens, towards prey."""
WIN = 30_000
DECIDED = WIN - 1_000
"""Scores beyond this are wins, by their distance from WIN."""
LUCK = 1_500
"""The value of a win or loss that depends on a flip, when averaging."""
FLIP_COST = 2
"""Plies of depth that a flip takes: it opens a branch for every hidden piece."""
DEPTH_LIMIT = 64
CLOCK_INTERVAL = 32
"""Nodes between two checks of the clock."""
ENTRY_BYTES = 250
"""The approximate size of a transposition table entry, in bytes."""
QUIET_NEAR = 20
"""How many plies before the limit of quiet plies a search may run into it."""
LOWER, EXACT, UPPER = range(3)


class Entry(NamedTuple):
    """An entry of the transposition table."""

    depth: int
    score: int
    bound: int
    move: BoardMove


Key = tuple[object, ...]
MakeScore = Callable[[int, int | None], Score]
"""Makes a score from centi-cats and the plies to a certain win or loss, if any."""


class SearchStopped(Exception):  # noqa: N818 -- not an error: it unwinds a search
    """The search must end now."""


class PythonSearcher:
    """Searches one game at a time, and keeps its transposition table from one search to the next."""

    def __init__(self, hash_mb: int = 64) -> None:
        self._table: dict[Key, Entry] = {}
        self._filled_under: tuple[object, ...] = ()
        self.resize(hash_mb)

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self._table.clear()

    def resize(self, hash_mb: int) -> None:
        self._capacity = hash_mb * 1_000_000 // ENTRY_BYTES
        self.clear()

    def search(
        self,
        game: BoardGame,
        control: SearchControl,
        make_score: MakeScore,
        *,
        moves: Sequence[BoardMove] = (),
        depth: int | None = None,
        nodes: int | None = None,
        multipv: int = 1,
        evaluation: str = "full",
        contempt: int = 0,
        report: Callable[[SearchResult], None] = lambda _: None,
    ) -> SearchResult:
        """The best lines of a game that is not over, optionally among given moves; always of depth 1 at least."""
        # The table is only valid under the same rules, evaluation and contempt.
        if self._filled_under != (game.rules, evaluation, contempt):
            self.clear()
        self._filled_under = (game.rules, evaluation, contempt)
        tree = _Tree(game.public(), self._table, control, nodes or math.inf, evaluation, contempt)
        roots = list(moves or game.legal_moves())
        result: SearchResult | None = None
        for iteration in range(1, min(depth or DEPTH_LIMIT, DEPTH_LIMIT) + 1):
            if len(self._table) > self._capacity:
                self.clear()
            try:
                found = tree.search_root(roots, iteration, multipv)
            except SearchStopped:
                break
            lines = (
                Line(make_score(score, _win_in(score)), tuple(line), iteration, tree.seldepth) for score, line in found
            )
            full = min(1000 * len(self._table) // max(self._capacity, 1), 1000)
            result = SearchResult(tuple(lines), tree.nodes, tree.elapsed(), full)
            report(result)
            tree.may_stop = True
            if control.stopped or time.monotonic() >= control.soft or 0 < abs(_win_in(found[0][0]) or 0) < iteration:
                break
        assert result is not None
        return replace(result, nodes=tree.nodes, time=tree.elapsed())


class _Tree:
    """One search: the game on which moves are made and unmade, and the counts."""

    def __init__(
        self,
        game: BoardGame,
        table: dict[Key, Entry],
        control: SearchControl,
        most_nodes: float,
        evaluation: str,
        contempt: int,
    ) -> None:
        self.game, self.table, self.control, self.most_nodes = game, table, control, most_nodes
        self.evaluation, self.contempt = evaluation, contempt
        self.dens = {den for den in game.grid.dens if den is not None}
        self.started = time.monotonic()
        self.may_stop = False
        """Only once there are lines to show."""
        self.nodes = self.seldepth = 0

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def search_root(self, roots: list[BoardMove], depth: int, lines: int) -> list[tuple[int, list[BoardMove]]]:
        """The best lines, best first; their moves come first in `roots` from now on."""
        self.seldepth = 0
        best: list[tuple[int, list[BoardMove]]] = []
        for move in roots:
            reply: list[BoardMove] = []
            least = best[-1][0] if len(best) == lines else -WIN
            score = self._worth(move, depth, 0, least, WIN, reply)
            if len(best) < lines or score > least:
                best = sorted([*best, (score, [move, *reply])], key=lambda line: -line[0])[:lines]
        first = [line[0] for _, line in best]
        roots[:] = first + [move for move in roots if move not in first]
        return best

    def _worth(self, move: BoardMove, depth: int, ply: int, alpha: int, beta: int, line: list[BoardMove]) -> int:
        """The value of a move for the side that makes it."""
        if not move.is_flip():
            return self._played(move, depth - 1, ply, alpha, beta, line)
        pieces = self.game.position.hidden_pieces()
        worths = [
            self._played(replace(move, revealed=piece), depth - FLIP_COST, ply, -WIN, WIN, []) for piece in pieces
        ]
        if len(worths) == 1:
            return worths[0]
        return round(sum(max(-LUCK, min(worth, LUCK)) for worth in worths) / len(worths))

    def _played(self, move: BoardMove, depth: int, ply: int, alpha: int, beta: int, line: list[BoardMove]) -> int:
        self.game.push(move)
        try:
            return -self._search(depth, ply + 1, -beta, -alpha, line)
        finally:
            self.game.undo()

    def _search(self, depth: int, ply: int, alpha: int, beta: int, line: list[BoardMove]) -> int:
        self._count(ply)
        if (ended := self._ended(ply)) is not None:
            return ended
        if depth <= 0:
            return self._settle(ply, alpha, beta)
        key, window = self._key(), alpha
        known = self.table.get(key)
        if known and known.depth >= depth and abs(known.score) < DECIDED:
            score, bound = known.score, known.bound
            if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                line[:] = [known.move]
                return score
        moves = self.game.legal_moves()
        if not moves:
            return self._stalemate(ply)
        moves.sort(key=self._promise, reverse=True)
        if known and known.move in moves:
            moves.remove(known.move)
            moves.insert(0, known.move)
        best, best_move = -WIN, moves[0]
        for move in moves:
            reply: list[BoardMove] = []
            score = self._worth(move, depth, ply, alpha, beta, reply)
            if score > best:
                best, best_move = score, move
            if score > alpha:
                alpha = score
                line[:] = [move, *reply]
            if alpha >= beta:
                break
        bound = LOWER if best >= beta else EXACT if best > window else UPPER
        self.table[key] = Entry(depth, best, bound, best_move)
        return best

    def _settle(self, ply: int, alpha: int, beta: int) -> int:
        """The score if only captures and den entries are still played."""
        best = evaluate(self.game.position, self.evaluation)
        if best >= beta:
            return best
        moves = self.game.legal_moves()
        if not moves:
            return self._stalemate(ply)
        for move in sorted(filter(self._promise, moves), key=self._promise, reverse=True):
            alpha = max(alpha, best)
            if alpha >= beta:
                break
            best = max(best, self._played(move, 0, ply, alpha, beta, []))
        return best

    def _stalemate(self, ply: int) -> int:
        """The score of a side that cannot move."""
        outcome = self.game.outcome()
        return self._draw(ply) if outcome is None or outcome.winner is None else ply - WIN

    def _key(self) -> Key:
        """Near the limit of quiet plies, a score is valid for a single count of them."""
        position, limit = self.game.position, self.game.rules.quiet_limit
        left = QUIET_NEAR if limit is None else min(limit - position.quiet, QUIET_NEAR)
        return position.key, left, position.hidden_pieces()

    def _count(self, ply: int) -> None:
        self.nodes += 1
        self.seldepth = max(self.seldepth, ply)
        if not self.may_stop:
            return
        is_late = self.nodes % CLOCK_INTERVAL == 0 and time.monotonic() >= self.control.hard
        if is_late or self.control.stopped or self.nodes >= self.most_nodes:
            raise SearchStopped

    def _ended(self, ply: int) -> int | None:
        """The score of a game that the board, a repetition or the quiet plies end here."""
        game, position = self.game, self.game.position
        if position.is_decided():
            outcome = game.outcome()
            if outcome is None or outcome.winner is None:
                return self._draw(ply)
            return WIN - ply if outcome.winner is position.side else ply - WIN
        # A side that can repeat once can repeat again, so the first repetition counts as the draw it leads to.
        limit = game.rules.quiet_limit
        if game.repetitions() > 1 or (limit is not None and position.quiet >= limit):
            return self._draw(ply)
        return None

    def _draw(self, ply: int) -> int:
        """A draw is worth -contempt to the side that thinks."""
        return self.contempt if ply % 2 else -self.contempt

    def _promise(self, move: BoardMove) -> int:
        """How early a move is tried: den entries first, then captures of valuable animals by cheap ones; 0 if quiet."""
        if move.target in self.dens:
            return WIN
        if move.captured is None or move.animal is None:
            return 0
        return 10 * WORTH[move.captured] - WORTH[move.animal] + WIN // 4


def _win_in(score: int) -> int | None:
    if abs(score) <= DECIDED:
        return None
    return WIN - score if score > 0 else -WIN - score


def evaluate(position: BoardPosition, evaluation: str = "full") -> int:
    """The value of the pieces and, unless by material only, their places for the side to move, in centi-cats."""
    by_place = evaluation != "material"
    worth = sum(map(operator.getitem, _worths(position.grid, by_place), position.board))
    worth += sum(_signed(WORTH[piece.animal], piece.side) for piece in position.hidden_pieces())
    if by_place and position.grid.dens == (None, None):
        worth += _hunt(position)
    return worth if position.side is Side.BLUE else -worth


@cache
def _worths(grid: Grid, by_place: bool) -> list[list[int]]:
    """For every square, the value of each code there for Blue."""
    worths = [[0] * (max(CODES, FACE_DOWN) + 1) for _ in range(grid.squares)]
    for code, (side, animal) in PIECES.items():
        den = grid.dens[side.opponent]
        for square, by_code in enumerate(worths):
            steps = 0 if den is None or not by_place else grid.files + grid.ranks - grid.distance(square, den)
            by_code[code] = _signed(WORTH[animal] + STEP_WORTH * steps, side)
    return worths


def _hunt(position: BoardPosition) -> int:
    """The value for Blue of the distances between pieces and their prey."""
    worth, grid, takes = 0, position.grid, position.rules.takes
    pieces = position.piece_map()
    for square, (side, animal) in pieces.items():
        prey = [
            grid.distance(square, other)
            for other, (owner, enemy) in pieces.items()
            if owner is not side and enemy is not animal and takes(animal, enemy)
        ]
        if prey:
            worth += _signed(STEP_WORTH * (grid.files + grid.ranks - min(prey)), side)
    return worth


def _signed(worth: int, side: Side) -> int:
    return worth if side is Side.BLUE else -worth
