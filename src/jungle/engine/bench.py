"""A fixed amount of search: the node count identifies the search, the speed compares machines."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from random import Random

from jungle.engine.engine import DEPTH_LIMIT, Engine
from jungle.engine.errors import check_number
from jungle.engine.forced import forced_win
from jungle.engine.limits import Limit
from jungle.engine.search import SearchResult
from jungle.game import Game
from jungle.moves import BoardMove
from jungle.native import native_available
from jungle.position import Position
from jungle.task import Task

POSITIONS = tuple(files("jungle.engine").joinpath("bench.txt").read_text(encoding="utf-8").splitlines())
"""The start, and positions from our own games with fewer and fewer pieces."""
DEPTH, DEPTH_IN_PYTHON = 13, 3
"""The depth searched by default."""
HASH_MB = 16
SUITE_NODES = 500_000
"""Nodes within which a break-in should be seen."""


@dataclass(frozen=True, slots=True)
class ForcedWinPosition:
    """A position with a forced win that is easily overlooked; generated and proved by `python -m tools.forced_wins`."""

    fen: str
    best: str
    """A winning move; there may be others."""
    plies: int
    """The number of plies within which it wins."""


def suite() -> list[ForcedWinPosition]:
    """The break-ins that come with the package."""
    text = files("jungle.engine").joinpath("forced_wins.json").read_text(encoding="utf-8")
    return [ForcedWinPosition(**entry) for entry in json.loads(text)]


def bench_engine() -> Engine:
    """An engine with settings that never change, so that its counts can be compared."""
    return Engine(hash_mb=HASH_MB, contempt=0)


def bench(engine: Engine, depth: int | None = None, running: Task[None] | None = None) -> Iterator[SearchResult]:
    """Search each position with an empty transposition table, as part of `under`, if given.

    >>> with bench_engine() as engine:
    ...     sum(result.nodes > 0 for result in bench(engine, 1)) == len(POSITIONS)
    True
    """
    if depth is None:
        depth = DEPTH if native_available() else DEPTH_IN_PYTHON
    check_number("depth", depth, 1, DEPTH_LIMIT)
    for text in POSITIONS:
        engine.new_game()
        started = time.perf_counter()
        search = engine.prepare(Position.from_fen(text), Limit(depth=depth))
        result = running.run_child(search) if running else search.run()
        # The engine counts whole milliseconds, and some of these searches take less.
        yield replace(result, time=time.perf_counter() - started)


def solve(engine: Engine, nodes: int = SUITE_NODES, past: int = 0) -> Iterator[int | None]:
    """The nodes after which a search sees the win of each break-in; None beyond the limit.

    The search starts empty or, with a past, with the transposition table from searching the game of that many plies
    that led there, with the same number of nodes for each of its moves.
    """
    for break_in in suite():
        engine.new_game()
        position = Position.from_fen(break_in.fen)
        start, moves = invented_history(position, past, Random(break_in.fen))
        game = Game(fen=start.fen())
        for move in moves:
            if game.position.side is position.side:
                engine.search(game, Limit(nodes=nodes))
            game.play(move)
        with engine.start(game, Limit(nodes=nodes)) as search:
            seen = (result.nodes for result in search if (result.score.win_in or 0) > 0)
            yield next(seen, None)


def prove(nodes: int = SUITE_NODES) -> Iterator[int | None]:
    """The nodes after which `forced_win` has proved each break-in; None beyond the limit."""
    for break_in in suite():
        win = forced_win(Position.from_fen(break_in.fen), nodes)
        yield None if win is None else win.nodes


def invented_history(position: Position, plies: int, random: Random) -> tuple[Position, list[BoardMove]]:
    """An earlier position, and quiet moves that lead from there to this one; fewer if there are no more.

    >>> position = Position.from_fen(suite()[0].fen)
    >>> start, moves = invented_history(position, 4, Random(1))
    >>> for move in moves:
    ...     start = start.play(move)
    >>> start.board == position.board, start.side == position.side, len(moves)
    (True, True, 4)
    """
    start, moves = position, list[BoardMove]()
    seen = {position.key}
    while len(moves) < plies:
        passed = start.passed()
        # A backward step is valid if the same step can be made forwards by the other side.
        earlier = [
            (before, move)
            for back in passed.legal_moves()
            if back.captured is None
            for before in [passed.after(back).passed()]
            if before.key not in seen and not before.is_decided()
            for move in before.moves_from(back.target)
            if move.target == back.origin
        ]
        if not earlier:
            break
        start, move = random.choice(earlier)
        seen.add(start.key)
        moves.insert(0, move)
    return replace(start, quiet=max(position.quiet - len(moves), 0), number=1), moves


def speed(results: list[SearchResult]) -> tuple[int, int]:
    """The total nodes of these searches, and the nodes per second."""
    nodes = sum(result.nodes for result in results)
    return nodes, round(nodes / max(sum(result.time for result in results), 1e-6))
