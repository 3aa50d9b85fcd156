"""Searches, their results, and the base class of engines."""

import asyncio
import math
import threading
import time
from abc import abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypedDict, Unpack, cast

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition, MoveT
from jungle.engine.errors import EngineError, check_number, refuse_when_over
from jungle.engine.limits import InvalidLimitError, Limit
from jungle.engine.score import Score
from jungle.errors import GameError
from jungle.game import Game
from jungle.moves import BoardMove
from jungle.task import Stoppable, Task

if TYPE_CHECKING:
    from jungle import _native

MULTIPV_LIMIT = 100
REPORTS_LIMIT = 1000
"""Intermediate results that a search remembers; only external engines report more."""
CLOSE_PATIENCE = 1.0
"""The most seconds that closing waits for the search it stopped."""


@dataclass(frozen=True, slots=True)
class Line(Generic[MoveT]):
    """A line of play: its score for the side to move, and the best moves of both sides."""

    score: Score
    pv: tuple[MoveT, ...]
    depth: int
    seldepth: int

    @property
    def move(self) -> MoveT:
        return self.pv[0]


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[MoveT]):
    """The best lines found so far, best first, and what they cost. The first line's move is the one to play.

    >>> from jungle import Game
    >>> from jungle.engine import Engine, Limit
    >>> with Engine() as engine:
    ...     result = engine.search(Game(), Limit(depth=2))
    >>> result.depth, result.move == result.pv[0], result.ponder == result.pv[1]
    (2, True, True)
    """

    lines: tuple[Line[MoveT], ...]
    nodes: int
    time: float
    """Seconds."""
    hashfull: int
    """The part of the transposition table in use, in thousandths."""
    table_hits: int = 0
    """Positions found in endgame tables."""
    solved: bool = False
    """Whether the scores of all moves come from endgame tables."""

    @property
    def move(self) -> MoveT:
        return self.lines[0].move

    @property
    def score(self) -> Score:
        return self.lines[0].score

    @property
    def pv(self) -> tuple[MoveT, ...]:
        return self.lines[0].pv

    @property
    def depth(self) -> int:
        return self.lines[0].depth

    @property
    def seldepth(self) -> int:
        """The deepest ply that was looked at."""
        return self.lines[0].seldepth

    @property
    def ponder(self) -> MoveT | None:
        """The expected reply, if the line is that long."""
        return self.pv[1] if len(self.pv) > 1 else None

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / max(self.time, 1e-3))


class SearchControl:
    """Stops one Python search, or gives it new limits, from any thread, even before it begins. As in the core."""

    def __init__(self) -> None:
        self.stopped = False
        self.soft = self.hard = math.inf
        """When no new depth is begun, and when the search ends."""

    def stop(self) -> None:
        self.stopped = True

    def set_deadline(self, soft_ms: int, hard_ms: int) -> None:
        """New limits, from now on; 0 for none."""
        now = time.monotonic()
        self.soft, self.hard = (now + ms / 1000 if ms else math.inf for ms in (soft_ms, hard_ms))


class SearchOptions(TypedDict, total=False):
    """The options of a search, besides what to search and for how long."""

    multipv: int
    """How many of the best lines to find; 1 if not given."""
    searchmoves: Iterable[BoardMove | str] | None
    """The only moves to consider."""
    ponder: bool
    """The times of the limit count from `ponderhit()`."""


class Search(Task[SearchResult[MoveT]], Generic[MoveT]):
    """A search by an engine: iterate it for results while it runs, `stop` it, ask for its `result()` or await it.

    Create one with an engine's `start`. Every iteration yields each result from the first on, the final one last.

    >>> from jungle.engine import Engine
    >>> with Engine() as engine, engine.start(Game(), Limit(depth=3)) as search:
    ...     [result.depth for result in search]
    [1, 2, 3]
    """

    def __init__(
        self,
        run: "Callable[[Search[MoveT]], SearchResult[MoveT]]",
        game: BoardGame,
        limit: Limit,
        multipv: int,
        searchmoves: list[BoardMove] | None,
        ponder: bool,
    ) -> None:
        super().__init__(lambda _: run(self))
        self.game = game
        self.limit = limit
        self.multipv = multipv
        self.searchmoves = searchmoves
        """The only moves to consider, all of them legal; None for all moves."""
        self.ponder = ponder
        self.pondering = ponder
        """True while pondering: the clock has not started."""
        self._on_ponderhit: list[Callable[[], None]] = []
        self._reports: deque[Callable[[], SearchResult[MoveT]]] = deque(maxlen=REPORTS_LIMIT)
        self._reported = 0

    def ponderhit(self) -> None:
        """The expected move was played: start the clock. May be called from any thread, even before the search."""
        with self._changed:
            self.pondering = False
            tell_all, self._on_ponderhit = self._on_ponderhit, []
        for tell in tell_all:
            tell()

    def on_ponderhit(self, tell: Callable[[], None]) -> None:
        """Call this once when a pondering search starts its clock: immediately if it is running. For engines."""
        with self._changed:
            if self.pondering:
                self._on_ponderhit.append(tell)
                return
        if self.ponder:
            tell()

    def connect(self, control: "SearchControl | _native.SearchControl") -> None:
        """Let `stop` and `ponderhit` reach the core. For engines, before their core begins."""
        self.on_stop(control.stop)
        self.on_ponderhit(lambda: control.set_deadline(*self.limit.deadline()))

    def report(self, make: Callable[[], SearchResult[BoardMove]]) -> None:
        """Add an intermediate result, which is built only on demand. For engines."""
        with self._changed:
            self._reports.append(cast("Callable[[], SearchResult[MoveT]]", make))
            self._reported += 1
            self._changed.notify_all()

    def __iter__(self) -> Iterator[SearchResult[MoveT]]:
        seen, last = 0, None
        while True:
            with self._changed:
                while not self._done and self._reported == seen:
                    self._changed.wait()
                unseen, seen = self._reported - seen, self._reported
                found = tuple(self._reports)[-unseen:] if unseen else ()
            if not found:
                break
            for make in found:
                last = make()
                yield last
        result = self.result()
        if last is None or result.lines != last.lines:
            yield result

    async def __aiter__(self) -> AsyncIterator[SearchResult[MoveT]]:
        """The same for `async for`. Leaving the loop does not stop the search."""
        results = iter(self)
        while (result := await asyncio.to_thread(next, results, None)) is not None:
            yield result


class BaseEngine(Stoppable, Generic[MoveT]):
    """Base class of engines. Runs one search at a time; concurrent callers are queued."""

    def __init__(self, game_type: type[BoardGame] = Game) -> None:
        super().__init__()
        self.game_type = game_type
        """The game that it plays."""
        self._turn = threading.Lock()
        """Held while a search runs."""
        self._closed = False

    @abstractmethod
    def _run(self, search: Search) -> SearchResult:
        """Search; report intermediate results, and end early if the search is stopped."""

    def prepare(
        self, game: BoardGame | BoardPosition, limit: Limit | None = None, **options: Unpack[SearchOptions]
    ) -> Search[MoveT]:
        """`start` without starting: for `Task.run_child`, or to stop it before it begins."""
        if isinstance(game, self.game_type.position_type):
            game = self.game_type(position=game)
        if not isinstance(game, self.game_type):
            names = f"{self.game_type.__name__} or {self.game_type.position_type.__name__}"
            raise GameError(f"expected a {names}, got {game!r:.60}")
        game = game.public()
        if limit is not None and not isinstance(limit, Limit):
            raise InvalidLimitError(f"expected a Limit such as Limit(movetime=0.1), got {limit!r}")
        multipv, searchmoves = options.get("multipv", 1), options.get("searchmoves")
        check_number("multipv", multipv, 1, MULTIPV_LIMIT)
        if self._closed:
            raise EngineError("the engine is closed")
        refuse_when_over(game, "search for")
        only = None if searchmoves is None else _legal(game, searchmoves)
        search = Search[MoveT](self._take_turn, game, limit or Limit(), multipv, only, options.get("ponder", False))
        self._watch(search)
        return search

    def start(
        self, game: BoardGame | BoardPosition, limit: Limit | None = None, **options: Unpack[SearchOptions]
    ) -> Search[MoveT]:
        """Start searching a game or a position and return immediately; without a limit it ends when it is stopped.

        Finds the `multipv` best lines, only among `searchmoves` if given. With `ponder` the times of the limit count
        from `ponderhit()`. Waits for a running search to finish. Raises GameError if the game is over, EngineError
        on a closed engine.
        """
        return self.prepare(game, limit, **options).start()

    def search(
        self, game: BoardGame | BoardPosition, limit: Limit, **options: Unpack[SearchOptions]
    ) -> SearchResult[MoveT]:
        """Search in the calling thread and return the result. Takes the arguments of `start`."""
        return self.prepare(game, limit, **options).run()

    def analysis(
        self, game: BoardGame | BoardPosition, limit: Limit | None = None, **options: Unpack[SearchOptions]
    ) -> Generator[SearchResult[MoveT], None, None]:
        """Yield each result as it is found, the final one last; closing the iterator ends the search."""
        with self.start(game, limit, **options) as search:
            yield from search

    async def think(
        self, game: BoardGame | BoardPosition, limit: Limit, **options: Unpack[SearchOptions]
    ) -> SearchResult[MoveT]:
        """`search` for asyncio: cancelling the task stops the search."""
        return await self.start(game, limit, **options)

    def ponderhit(self) -> None:
        """The expected move was played: start the running search's clock. May be called from any thread."""
        for search in self._watched():
            if isinstance(search, Search):
                search.ponderhit()

    def close(self) -> None:
        """Stop, refuse further searches and free everything. May be called twice."""
        self._closed = True
        self.stop()
        if self._turn.acquire(timeout=CLOSE_PATIENCE):
            try:
                self._give_back()
            finally:
                self._turn.release()

    def _give_back(self) -> None:
        """Free the resources of a closed engine."""

    def _take_turn(self, search: Search[MoveT]) -> SearchResult[MoveT]:
        with self._turn:
            if self._closed:
                raise EngineError("the engine is closed")
            return cast("SearchResult[MoveT]", self._run(search))


def _legal(game: BoardGame, moves: Iterable[BoardMove | str]) -> list[BoardMove]:
    legal = game.legal_moves()
    chosen = [game.parse_move(move) if isinstance(move, str) else move for move in moves]
    for move in chosen:
        if move not in legal:
            raise EngineError(f"searchmoves: {move.uci()} is not legal in {game.position.fen()}")
    if not chosen:
        raise EngineError("searchmoves: expected at least one move")
    return chosen
