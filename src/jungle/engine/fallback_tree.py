"""The tree of the Python searcher: alpha-beta over a `Game`, then captures and den entries until the board is quiet."""

import operator
import time

from jungle.engine.searcher import Info, SearchStopped
from jungle.engine.worth import WORTH
from jungle.game import Game
from jungle.geometry import DENS, SQUARES, distance
from jungle.moves import BoardMove
from jungle.pieces import CODES, PIECES, Side
from jungle.position import Position

STEP_WORTH = 6
"""For each step towards the enemy's den."""
FARTHEST = 11
"""Steps from a corner to the den on the far side."""
WIN = 30_000
DECIDED = WIN - 1_000
"""Scores beyond this are wins, by their distance from WIN."""
CLOCK_INTERVAL = 32
"""Nodes between two checks of the clock."""
LOWER, EXACT, UPPER = range(3)
QUIET_NEAR = 20
"""How many plies before the limit of quiet plies a search may run into it."""

Key = tuple[int, int]


def _worths(*, advance: bool) -> list[list[int]]:
    """For every square, what each code there is worth to Blue."""
    worths = [[0] * CODES for _ in range(SQUARES)]
    for code, (side, animal) in PIECES.items():
        den = DENS[side.opponent]
        for square in range(SQUARES):
            worth = WORTH[animal] + (STEP_WORTH * (FARTHEST - distance(square, den)) if advance else 0)
            worths[square][code] = worth if side is Side.BLUE else -worth
    return worths


# The full evaluation is the core's; here it is that of the position.
_WORTHS = (_worths(advance=False), _worths(advance=True), _worths(advance=True))


def evaluate(position: Position, evaluation: int = 2) -> int:
    """What the pieces and their places are worth to the side to move, in centi-cats."""
    worth = sum(map(operator.getitem, _WORTHS[evaluation], position.board))
    return worth if position.side is Side.BLUE else -worth


class Tree:
    """One search: the game on which moves are made and unmade, the limits, and the counts."""

    def __init__(
        self,
        game: Game,
        seen: dict[Key, tuple[int, int, int, BoardMove]],
        *,
        nodes: int,
        contempt: int,
        evaluation: int,
    ) -> None:
        self.game = game
        self.seen = seen
        self.node_limit = nodes
        self.evaluation = evaluation
        # A draw is worth -contempt to the side that thinks.
        self.draw = (-contempt, contempt) if game.position.side is Side.BLUE else (contempt, -contempt)
        self.started = time.monotonic()
        self.soft = self.hard = 0.0
        self.stopped = False
        self.may_stop = False
        """Only once there are lines to show, as many as were asked for."""
        self.nodes = 0
        self.seldepth = 0

    def set_deadline(self, soft_ms: int, hard_ms: int) -> None:
        now = time.monotonic()
        self.soft = now + soft_ms / 1000 if soft_ms else 0.0
        self.hard = now + hard_ms / 1000 if hard_ms else 0.0

    def elapsed_ms(self) -> int:
        return round((time.monotonic() - self.started) * 1000)

    def is_enough(self, best: Info, depth: int) -> bool:
        """Is there nothing to gain from one more depth, or no time for it?"""
        proved = best.win_in != 0 and abs(best.win_in) < depth
        return proved or self.stopped or bool(self.soft and time.monotonic() >= self.soft)

    def search_root(self, moves: list[BoardMove], depth: int) -> tuple[int, list[BoardMove]]:
        """The best of some moves, and the line it begins."""
        best, line = -WIN, moves[:1]
        for move in moves:
            self.game.push(move)
            try:
                reply: list[BoardMove] = []
                score = -self._search(depth - 1, 1, -WIN, -best, reply)
            finally:
                self.game.undo()
            if score > best:
                best, line = score, [move, *reply]
        return best, line

    def _search(self, depth: int, ply: int, alpha: int, beta: int, line: list[BoardMove]) -> int:
        game = self.game
        if depth <= 0:
            return self._settle(ply, alpha, beta)
        self._count(ply)
        if (ended := self._ended(ply)) is not None:
            return ended
        key, window = self._key(), alpha
        known = self.seen.get(key)
        if known and known[0] >= depth and abs(known[1]) < DECIDED:
            score, bound = known[1], known[2]
            if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                line[:] = [known[3]]
                return score
        moves = game.legal_moves()
        if not moves:
            return self._without_moves(ply)
        moves.sort(key=_promise, reverse=True)
        if known and known[3] in moves:
            moves.remove(known[3])
            moves.insert(0, known[3])
        best, best_move = -WIN, moves[0]
        for move in moves:
            reply: list[BoardMove] = []
            game.push(move)
            try:
                score = -self._search(depth - 1, ply + 1, -beta, -alpha, reply)
            finally:
                game.undo()
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    line[:] = [move, *reply]
                    if alpha >= beta:
                        break
        self.seen[key] = (depth, best, LOWER if best >= beta else EXACT if best > window else UPPER, best_move)
        return best

    def _settle(self, ply: int, alpha: int, beta: int) -> int:
        """The score when only captures and den entries are still played."""
        self._count(ply)
        if (ended := self._ended(ply)) is not None:
            return ended
        game = self.game
        best = evaluate(game.position, self.evaluation)
        alpha = max(alpha, best)
        if alpha >= beta:
            return best
        for move in sorted(filter(_is_loud, game.legal_moves()), key=_promise, reverse=True):
            game.push(move)
            try:
                score = -self._settle(ply + 1, -beta, -alpha)
            finally:
                game.undo()
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best

    def _key(self) -> Key:
        """Near the limit of quiet plies a score holds for one count of them only."""
        position, limit = self.game.position, self.game.rules.quiet_limit
        left = QUIET_NEAR if limit is None else min(limit - position.quiet, QUIET_NEAR)
        return (position.key, left)

    def _count(self, ply: int) -> None:
        self.nodes += 1
        self.seldepth = max(self.seldepth, ply)
        if not self.may_stop:
            return
        if self.stopped or (self.node_limit and self.nodes >= self.node_limit):
            raise SearchStopped
        if self.hard and self.nodes % CLOCK_INTERVAL == 0 and time.monotonic() >= self.hard:
            raise SearchStopped

    def _ended(self, ply: int) -> int | None:
        """The score of a game that ends here, for the side to move."""
        game = self.game
        position = game.position
        if position.is_decided():
            outcome = game.outcome()
            assert outcome is not None
            return (
                self._draw()
                if outcome.winner is None
                else ply - WIN
                if outcome.winner is not position.side
                else WIN - ply
            )
        # Whoever can repeat once can repeat again, so the first repetition already counts as the draw it leads to.
        quiet_limit = game.rules.quiet_limit
        if game.repetitions() > 1 or (quiet_limit is not None and position.quiet >= quiet_limit):
            return self._draw()
        return None

    def _without_moves(self, ply: int) -> int:
        outcome = self.game.outcome()
        return self._draw() if outcome is None or outcome.winner is None else ply - WIN

    def _draw(self) -> int:
        return self.draw[self.game.position.side]


def packed(move: BoardMove) -> int:
    """A move as the number that searchers take and report."""
    return move.origin | move.target << 6


def _is_loud(move: BoardMove) -> bool:
    return move.captured is not None or move.target in DENS


def _promise(move: BoardMove) -> int:
    """How early a move is tried: den entries first, then captures of valuable animals by cheap ones."""
    if move.target in DENS:
        return WIN
    if move.captured is None or move.animal is None:
        return 0
    return 10 * WORTH[move.captured] - WORTH[move.animal] + WIN // 4
