"""Our own engines: the C++ core if it was built, otherwise the Python searcher, which also plays all other games."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypedDict, Unpack

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition, MoveT
from jungle.engine import python_search
from jungle.engine.errors import EngineError, InvalidSettingError, check_number
from jungle.engine.python_search import PythonSearcher
from jungle.engine.score import FlipScore, Score
from jungle.engine.search import BaseEngine, Line, Search, SearchControl, SearchResult
from jungle.flip import FlipGame, FlipMove
from jungle.flip.native import native_position, native_rules
from jungle.game import Game
from jungle.moves import BoardMove, Move
from jungle.native import core, native_available
from jungle.native_rules import table
from jungle.position import Position
from jungle.tablebase import Entry, FlipTablebase, Tablebase

if TYPE_CHECKING:
    from jungle import _native

HASH_MB_LIMIT = 65_536
THREADS_LIMIT = 256
DEPTH_LIMIT = 100
NODES_LIMIT = 2**62
EVALUATIONS = ("material", "position", "full")
"""The evaluations, from simplest to richest. In Python the last two are the same."""
CONTEMPT = 20
"""A fifth of a cat, so that a player avoids pointless repetition. Analysis uses 0, for true scores."""


def slow_notice() -> str | None:
    """One line for the user if the C++ core is missing, otherwise None."""
    return None if native_available() else "the C++ core is not built: searching in Python, which is far slower"


def evaluate(position: Position, evaluation: str = "full") -> Score:
    """The static evaluation of a position for the side to move, without any search.

    >>> evaluate(Position.initial(), "material")
    Score(centi_cats=0, win_in=None)
    """
    number = _evaluation_number(evaluation)
    if native_available():
        worth = core.evaluate(table(position.rules), position.board, position.side, number)
    else:
        worth = python_search.evaluate(position, evaluation)
    return _score(position, worth)


class EngineSettings(TypedDict):
    """The settings that the engines of all games have, or ignore."""

    threads: int
    hash_mb: int
    evaluation: str
    contempt: int


class GameEngine(BaseEngine[MoveT]):
    """Finds the best move of any game. A context manager; may be used from several threads, one search at a time.

    It searches in Python; `Engine` and `FlipEngine` use the core. Create the engine of a game with `engine_for`. Raises
    InvalidSettingError for settings out of range.
    """

    uses_core: ClassVar[bool] = False
    """Whether the C++ core searches, if it is built."""

    def __init__(
        self,
        game_type: type[BoardGame],
        *,
        threads: int = 1,
        hash_mb: int = 64,
        evaluation: str = "full",
        contempt: int = CONTEMPT,
    ) -> None:
        super().__init__(game_type)
        check_number("threads", threads, 1, THREADS_LIMIT)
        check_number("hash_mb", hash_mb, 1, HASH_MB_LIMIT)
        self.evaluation = evaluation
        self.contempt = contempt
        with _enough_memory(f"{hash_mb} MB and {threads} threads"):
            self._core = self._make_core(hash_mb, threads) if native_available() else None
        self._python = PythonSearcher(hash_mb)
        self.tables: Tablebase | None = None
        """The endgame tables for later searches, if the game has any; None to search without."""

    @classmethod
    def open(
        cls, game_type: type[BoardGame], tables: Tablebase | None, **settings: Unpack[EngineSettings]
    ) -> "GameEngine":
        """Create the engine of a game, ignoring the settings it does not have; for `engine_for`."""
        opened = cls(game_type, **settings)
        opened.tables = tables
        return opened

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

    def set_threads(self, threads: int) -> None:
        """Set the number of threads for later searches. Python uses one."""
        check_number("threads", threads, 1, THREADS_LIMIT)
        with self._turn, _enough_memory(f"{threads} threads"):
            if self._core:
                self._core.set_threads(threads)

    def set_hash(self, hash_mb: int) -> None:
        """Set the size of the transposition table for later searches; it starts empty."""
        check_number("hash_mb", hash_mb, 1, HASH_MB_LIMIT)
        with self._turn, _enough_memory(f"{hash_mb} MB"):
            (self._core or self._python).resize(hash_mb)

    def new_game(self) -> None:
        """Forget what earlier searches found, as before the first move of another game."""
        with self._turn:
            (self._core or self._python).clear()

    def _give_back(self) -> None:
        if self._core:
            self._core.set_threads(1)
        (self._core or self._python).resize(1)

    def _make_core(self, hash_mb: int, threads: int) -> "_native.Searcher | _native.FlipSearcher | None":
        """The native searcher, if any."""
        return None

    def _run(self, search: Search) -> SearchResult:
        limit = search.limit
        control = SearchControl()
        if not search.pondering:
            control.set_deadline(*limit.deadline())
        search.connect(control)
        return self._python.search(
            search.game,
            control,
            partial(self._score, search.game.position),
            moves=search.searchmoves or (),
            depth=limit.depth,
            nodes=limit.nodes,
            multipv=search.multipv,
            evaluation=self.evaluation,
            contempt=self.contempt,
            report=lambda result: search.report(lambda: result),
        )

    def _score(self, position: BoardPosition, centi_cats: int, win_in: int | None) -> Score:
        """The score of a line found by the Python searcher."""
        return _score(position, centi_cats, win_in)

    def _core_score(self, position: BoardPosition, info: "_native.Info") -> Score:
        """The score of a line found by the core."""
        return self._score(position, info.score, info.win_in or None)

    def _reporter(self, search: Search) -> "Callable[[_native.Info], None]":
        """Collects lines from the core, and reports them to the search whenever a depth is complete."""
        infos: list[_native.Info] = []

        def on_info(info: "_native.Info") -> None:
            if info.line == 1:
                infos.clear()
            infos.append(info)
            if info.line == info.lines:
                search.report(partial(self._core_result, search.game.position, tuple(infos)))

        return on_info

    def _core_result(self, position: BoardPosition, infos: "Sequence[_native.Info]") -> SearchResult:
        lines = tuple(
            Line(self._core_score(position, info), _moves(position, info.pv), info.depth, info.seldepth)
            for info in infos
        )
        last = max(infos, key=lambda info: info.nodes)
        seconds = last.time_ms / 1000
        return SearchResult(lines, last.nodes, seconds, last.hashfull, last.tablebase_hits, solved=last.is_solved)


class Engine(GameEngine[Move]):
    """Finds the best move of the 7×9 game; see `GameEngine`.

    >>> from jungle.engine import Limit
    >>> with Engine() as engine:
    ...     result = engine.search(Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b"), Limit(depth=3))
    >>> result.move.uci(), str(result.score)
    ('d8d9', 'win in 1')
    """

    uses_core = True

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 64,
        evaluation: str = "full",
        contempt: int = CONTEMPT,
        tables: Tablebase | None = None,
    ) -> None:
        super().__init__(Game, threads=threads, hash_mb=hash_mb, evaluation=evaluation, contempt=contempt)
        self.tables = tables

    @classmethod
    def open(cls, game_type: type[BoardGame], tables: Tablebase | None, **settings: Unpack[EngineSettings]) -> "Engine":
        return cls(tables=tables, **settings)

    def _make_core(self, hash_mb: int, threads: int) -> "_native.Searcher":
        return core.Searcher(hash_mb=hash_mb, threads=threads)

    def _run(self, search: Search) -> SearchResult:
        game = search.game
        assert isinstance(game, Game)
        if self._core is None:
            return _solved(game, search, self.tables) or super()._run(search)
        assert isinstance(self._core, core.Searcher)
        found = self._core.search(
            table(game.rules),
            game.start.board,
            int(game.start.side),
            game.start.quiet,
            [move_code(move) for move in game.moves],
            **_core_limits(search),
            multipv=search.multipv,
            contempt=self.contempt,
            evaluation=_evaluation_number(self.evaluation),
            tables=self.tables.core_tables(game.rules) if self.tables else None,
            on_info=self._reporter(search),
        )
        return self._core_result(game.position, found)


class FlipEngine(GameEngine[FlipMove]):
    """Finds the best move of the face-down game; see `GameEngine`.

    It sees what a player sees. A game gives it the position and the boards since the last flip or capture, by which
    repetitions are counted; the deal never reaches it.

    >>> from jungle.engine import Limit
    >>> from jungle.flip import FlipPosition
    >>> with FlipEngine() as engine:
    ...     result = engine.search(FlipPosition.from_fen("4/1L2/1w2/4 b 0 -"), Limit(depth=1))
    >>> result.move.uci(), str(result.score)
    ('b3b2', 'win in 1')
    """

    uses_core = True

    def __init__(self, *, threads: int = 1, hash_mb: int = 64, tables: FlipTablebase | None = None) -> None:
        super().__init__(FlipGame, threads=threads, hash_mb=hash_mb, contempt=0)
        self.tables = tables

    @classmethod
    def open(
        cls, game_type: type[BoardGame], tables: Tablebase | None, **settings: Unpack[EngineSettings]
    ) -> "FlipEngine":
        assert tables is None or isinstance(tables, FlipTablebase)
        return cls(threads=settings["threads"], hash_mb=settings["hash_mb"], tables=tables)

    def _make_core(self, hash_mb: int, threads: int) -> "_native.FlipSearcher":
        return core.FlipSearcher(hash_mb=hash_mb, threads=threads)

    def _run(self, search: Search) -> SearchResult:
        if self._core is None:
            return super()._run(search)
        game = search.game
        assert isinstance(game, FlipGame)
        assert isinstance(self._core, core.FlipSearcher)
        position = game.position
        tables = self.tables.core_tables(position.rules) if self.tables else None
        found = self._core.search(
            native_rules(position.rules),
            native_position(position),
            past_boards(game),
            tables=tables,
            **_core_limits(search),
            multipv=search.multipv,
            on_info=self._reporter(search),
        )
        return self._core_result(position, found)

    def _core_score(self, position: BoardPosition, info: "_native.Info") -> Score:
        if info.win_in:
            return self._score(position, 0, info.win_in)
        return replace(FlipScore.of(info.expected), side=position.side)

    def _score(self, position: BoardPosition, centi_cats: int, win_in: int | None) -> Score:
        if win_in is None:
            score = FlipScore.of_lead(centi_cats)
        else:
            score = FlipScore.win(win_in) if win_in > 0 else FlipScore.loss(-win_in)
        return replace(score, side=position.side)


class _CoreLimits(TypedDict):
    depth: int
    nodes: int
    soft_ms: int
    hard_ms: int
    searchmoves: list[int]
    control: "_native.SearchControl"


def _core_limits(search: Search) -> _CoreLimits:
    """The limits in the core's form, 0 for none, and a control connected to the search."""
    control, limit = core.SearchControl(), search.limit
    search.connect(control)
    soft_ms, hard_ms = (0, 0) if search.pondering else limit.deadline()
    depth, nodes = min(limit.depth or 0, DEPTH_LIMIT), min(limit.nodes or 0, NODES_LIMIT)
    return {
        "depth": depth,
        "nodes": nodes,
        "soft_ms": soft_ms,
        "hard_ms": hard_ms,
        "searchmoves": [move_code(move) for move in search.searchmoves or ()],
        "control": control,
    }


def move_code(move: BoardMove) -> int:
    """A move as the core numbers it in a search."""
    return move.origin | move.target << 6


def past_boards(game: FlipGame) -> list[bytes]:
    """The boards since the last flip or capture, oldest first, without the current one."""
    positions = game.positions
    return [position.board for position in positions[max(0, len(positions) - 1 - game.position.quiet) : -1]]


def _score(position: BoardPosition, centi_cats: int, win_in: int | None = None) -> Score:
    pieces = sum(map(bool, position.board))
    return Score(None if win_in else centi_cats, win_in or None, pieces=pieces, side=position.side)


def _moves(position: BoardPosition, codes: Sequence[int]) -> tuple[BoardMove, ...]:
    """The moves of a line. A flip is the last one, because its result is unknown."""
    moves: list[BoardMove] = []
    for code in codes:
        if moves:
            position = position.after(moves[-1])
        moves.append(position.find_move(code & 63, code >> 6))
    return tuple(moves)


def _solved(game: Game, search: Search, tables: Tablebase | None) -> SearchResult | None:
    """The result if the endgame tables know every move of a position. The core does this itself."""
    roots = search.searchmoves or game.legal_moves()
    entries = tables.moves(game.position) if tables else {}
    if not tables or not all(move in entries for move in roots):
        return None
    # A third occurrence is a draw, whatever the tables say.
    known = {move: Entry(0) if _is_drawn_after(game, move) else entries[move] for move in roots}
    lines = []
    for move in sorted(roots, key=lambda move: -known[move].rank)[: search.multipv]:
        entry = known[move]
        pv = (move, *(tables.line(game.position.after(move)) if entry.plies else ()))
        lines.append(Line(_score(game.position, 0, int(entry.wdl) * (entry.plies or 0)), pv, 1, len(pv)))
    return SearchResult(tuple(lines), 1, 0.0, 0, table_hits=len(roots), solved=True)


def _is_drawn_after(game: Game, move: BoardMove) -> bool:
    after = game.copy()
    after.push(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winner is None


def _evaluation_number(name: str) -> int:
    if name not in EVALUATIONS:
        raise InvalidSettingError(f"evaluation: expected {', '.join(EVALUATIONS)}, got {name!r}")
    return EVALUATIONS.index(name)


@contextmanager
def _enough_memory(wanted: str) -> Iterator[None]:
    try:
        yield
    except MemoryError:
        raise EngineError(f"there is not enough memory for {wanted}") from None


def line_numbers(lines: Sequence[Line]) -> list[tuple[int, int, list[int]]]:
    """Lines as the core takes them: score, plies to the win, and moves."""
    return [
        (line.score.centi_cats or 0, line.score.win_in or 0, [move_code(move) for move in line.pv]) for line in lines
    ]
