"""The engine of the face-down game: the C++ core, or the searcher in Python where that was not built.

It sees what a player sees. Of a game it takes the position and the boards since the last flip or capture, which
repetitions are counted by; the deal never reaches it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jungle.engine import flip_fallback
from jungle.engine.flip_score import FlipScore
from jungle.engine.own_engine import DEPTH_LIMIT, NODES_LIMIT, OwnEngine
from jungle.engine.result import Line, SearchResult
from jungle.engine.search import Search
from jungle.engine.searcher import searches_natively
from jungle.flip import FlipGame, FlipMove, FlipPosition
from jungle.flip.native import native_position, native_rules
from jungle.tablebase.flip import open_tables

WIN = flip_fallback.WIN


class FlipEngine(OwnEngine):
    """Finds the best move of the face-down game. A context manager, used as `Engine` is.

    >>> from jungle.engine import Limit
    >>> with FlipEngine() as engine:
    ...     result = engine.search(FlipPosition.from_fen("4/1L2/1w2/4 b 0 -"), Limit(depth=1))
    >>> result.move.uci(), str(result.score)
    ('b3b2', 'win in 1')
    """

    game_type = FlipGame
    position_type = FlipPosition

    def __init__(self, *, threads: int = 1, hash_mb: int = 64, use_tables: bool = True) -> None:
        super().__init__(threads=threads, hash_mb=hash_mb)
        self._use_tables = use_tables

    def _make_searcher(self, hash_mb: int, threads: int) -> Any:
        if searches_natively():
            from jungle.native import core

            return core.FlipSearcher(hash_mb=hash_mb, threads=threads)
        return flip_fallback.FlipSearcher(hash_mb=hash_mb, threads=threads)

    def _run(self, search: Search) -> SearchResult:
        game, limit = search.game, search.limit
        position: FlipPosition = game.position
        only = [flip_fallback.move_code(move) for move in search.searchmoves or []]
        soft, hard = (0, 0) if search.pondering else limit.deadline()
        rules, seen, tables = self._in_core_terms(position)

        def on_report(report: Any) -> None:
            search.report(lambda: _result(position, report))

        return _result(
            position,
            self._searcher.search(
                rules,
                seen,
                past_boards(game),
                tables=tables,
                # There must be some move to answer with.
                depth=1 if search.stopped else min(limit.depth or 0, DEPTH_LIMIT),
                nodes=min(limit.nodes or 0, NODES_LIMIT),
                soft_ms=soft,
                hard_ms=hard,
                multipv=search.multipv,
                searchmoves=only,
                on_report=on_report,
            ),
        )

    def _in_core_terms(self, position: FlipPosition) -> tuple[Any, Any, Any]:
        """The rules, the position and the tables as the searcher takes them."""
        if not searches_natively():
            return position.rules, position, None
        tables = open_tables(position.rules) if self._use_tables else None
        return native_rules(position.rules), native_position(position), tables and tables.native


def past_boards(game: FlipGame) -> list[bytes]:
    """The boards since the last flip or capture, oldest first, without the present one."""
    positions = game.positions
    return [position.board for position in positions[max(0, len(positions) - 1 - game.position.quiet) : -1]]


def _result(position: FlipPosition, report: Any) -> SearchResult:
    lines = tuple(
        Line(
            _score(position, line.score),
            _moves(position, line.moves),
            line.depth,
            line.seldepth,
        )
        for line in report.lines
    )
    return SearchResult(lines, report.nodes, report.time_ms / 1000, report.hashfull, report.tablebase_hits)


def _score(position: FlipPosition, score: int) -> FlipScore:
    return replace(_sideless_score(position, score), side=position.side)


def _sideless_score(position: FlipPosition, score: int) -> FlipScore:
    # While a piece lies face down, a certain win cannot be told from a nearly certain one.
    if not position.hidden and WIN - abs(score) < SEEN_TO_THE_END:
        return FlipScore.win(WIN - score) if score > 0 else FlipScore.loss(WIN + score)
    if WIN - abs(score) < KNOWN_BY_TABLE:
        return FlipScore.of(1.0 if score > 0 else -1.0)
    return FlipScore.of(score / WIN)


SEEN_TO_THE_END = 60
"""Scores this close to a win tell how far away it is; …"""
KNOWN_BY_TABLE = 250
"""… those up to here are wins by the tables, whose length is not known."""


def _moves(position: FlipPosition, codes: Sequence[int]) -> tuple[FlipMove, ...]:
    """The moves of a line: up to its first flip, since nobody knows what that turns up."""
    moves: list[FlipMove] = []
    for code in codes:
        moves.append(position.find_move(code & 15, code >> 4))
        if moves[-1].is_flip:
            break
        position = position.after(moves[-1])
    return tuple(moves)
