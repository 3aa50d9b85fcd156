"""Our own engine: the C++ core, or the searcher in Python where that was not built."""

from collections.abc import Sequence

from jungle.engine.errors import InvalidSettingError, check_number
from jungle.engine.own_engine import DEPTH_LIMIT, NODES_LIMIT, OwnEngine
from jungle.engine.result import Line, SearchResult
from jungle.engine.score import Score
from jungle.engine.search import Search
from jungle.engine.searcher import Info, Searcher, backend
from jungle.moves import Move
from jungle.position import Position
from jungle.tablebase import Tablebase

EVALUATIONS = ("material", "position", "full")
"""What a position is judged by, from the simplest to the richest."""
CONTEMPT = 20
"""A fifth of a cat: with nothing at stake, a player avoids repetition. Analysis wants the truth, 0."""


def evaluate(position: Position, evaluation: str = "full") -> Score:
    """What a position looks worth to the side to move, without any search.

    >>> evaluate(Position.initial(), "material")
    Score(centi_cats=0, win_in=None)
    """
    worth = backend().evaluate(position, _evaluation_number(evaluation))
    return Score(worth, pieces=_pieces(position), side=position.side)


class Engine(OwnEngine):
    """Finds the best move. A context manager; may be used from several threads, one search running at a time.

    Raises InvalidSettingError for settings out of range.

    >>> from jungle.engine import Limit
    >>> with Engine() as engine:
    ...     result = engine.search(Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b"), Limit(depth=3))
    >>> result.move.uci(), str(result.score)
    ('d8d9', 'win in 1')
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 64,
        evaluation: str = "full",
        contempt: int = CONTEMPT,
        tables: Tablebase | None = None,
    ) -> None:
        super().__init__(threads=threads, hash_mb=hash_mb)
        self.evaluation = evaluation
        self.contempt = contempt
        self.tables = tables
        """The endgame tables that later searches look into; None to search without."""

    @property
    def evaluation(self) -> str:
        """material, position or full."""
        return self._evaluation

    @evaluation.setter
    def evaluation(self, name: str) -> None:
        _evaluation_number(name)
        self._evaluation = name

    @property
    def contempt(self) -> int:
        """Centi-cats by which the engine dislikes a draw."""
        return self._contempt

    @contempt.setter
    def contempt(self, centi_cats: int) -> None:
        check_number("contempt", centi_cats, -1000, 1000)
        self._contempt = centi_cats

    def _make_searcher(self, hash_mb: int, threads: int) -> Searcher:
        return backend().make_searcher(hash_mb=hash_mb, threads=threads)

    def _run(self, search: Search) -> SearchResult:
        game, limit = search.game, search.limit
        only = search.searchmoves or []
        lines_wanted = min(search.multipv, len(only) or len(game.legal_moves()))
        soft, hard = (0, 0) if search.pondering else limit.deadline()
        infos: list[Info] = []

        def on_info(info: Info) -> None:
            if info.line == 1:
                infos.clear()
            infos.append(info)
            if len(infos) == lines_wanted:
                found = tuple(infos)
                search.report(lambda: _result(game.position, found))

        return _result(
            game.position,
            self._searcher.search(
                backend().table(game.rules),
                game.start.board,
                int(game.start.side),
                game.start.quiet,
                [_packed(move) for move in game.moves],
                # There must be some move to answer with.
                depth=1 if search.stopped else min(limit.depth or 0, DEPTH_LIMIT),
                nodes=min(limit.nodes or 0, NODES_LIMIT),
                soft_ms=soft,
                hard_ms=hard,
                multipv=lines_wanted,
                searchmoves=[_packed(move) for move in only],
                contempt=self.contempt,
                evaluation=_evaluation_number(self.evaluation),
                tables=backend().endgame_tables(self.tables, game.rules) if self.tables else None,
                on_info=on_info,
            ),
        )


def _packed(move: Move) -> int:
    return move.origin | move.target << 6


def _pieces(position: Position) -> int:
    """How many are on the board."""
    return sum(map(bool, position.board))


def _result(position: Position, infos: Sequence[Info]) -> SearchResult:
    pieces = _pieces(position)
    lines = tuple(
        Line(
            Score(0 if info.win_in else info.score, info.win_in or None, pieces=pieces, side=position.side),
            _moves(position, info.pv),
            info.depth,
            info.seldepth,
        )
        for info in infos
    )
    last = max(infos, key=lambda info: info.nodes)
    return SearchResult(
        lines, last.nodes, last.time_ms / 1000, last.hashfull, table_hits=last.tablebase_hits, is_solved=last.is_solved
    )


def _moves(position: Position, packed: list[int]) -> tuple[Move, ...]:
    moves = []
    for move in packed:
        moves.append(position.find_move(move & 63, move >> 6))
        position = position.after(moves[-1])
    return tuple(moves)


def _evaluation_number(name: str) -> int:
    if name not in EVALUATIONS:
        raise InvalidSettingError(f"evaluation: expected {', '.join(EVALUATIONS)}, got {name!r}")
    return EVALUATIONS.index(name)
