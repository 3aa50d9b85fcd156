"""A running search, and what all engines have in common."""

import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, ClassVar

from jungle.engine.errors import EngineError, check_number, refuse_when_over
from jungle.engine.handle import Handle, Stoppable
from jungle.engine.limits import InvalidLimitError, Limit
from jungle.engine.result import SearchResult
from jungle.errors import GameError
from jungle.game import Game
from jungle.position import Position

MULTIPV_LIMIT = 100
REPORTS_KEPT = 1000
"""Intermediate results that a search remembers; only external engines report more."""
CLOSE_PATIENCE = 1.0
"""The most seconds that closing waits for the search it stopped."""


class Search(Handle[SearchResult]):
    """A search by an engine: iterate it for results while it runs, `stop` it, ask for its `result()` or await it.

    Make one with `start` of an engine. Every iteration yields each result from the first on, the final one last.

    >>> from jungle.engine import Engine
    >>> with Engine() as engine, engine.start(Game(), Limit(depth=3)) as search:
    ...     [result.depth for result in search]
    [1, 2, 3, 3]
    """

    def __init__(
        self, engine: "BaseEngine", game: Any, limit: Limit, multipv: int, searchmoves: list[Any] | None, ponder: bool
    ) -> None:
        super().__init__(lambda _: engine._take_turn(self))
        self.game = game
        self.limit = limit
        self.multipv = multipv
        self.searchmoves = searchmoves
        """The only moves to consider, all of them legal; None for all there are."""
        self.ponder = ponder
        self.pondering = ponder
        """Does the limit's time not count yet?"""
        self._engine = engine
        self._reports: deque[Callable[[], SearchResult]] = deque(maxlen=REPORTS_KEPT)
        self._reported = 0

    def ponderhit(self) -> None:
        """The expected move was played: the time of the limit counts from now on. From any thread, however early."""
        with self._changed:
            was_pondering, self.pondering = self.pondering, False
        if was_pondering:
            self._engine._tell(self)

    def stop(self) -> None:
        super().stop()
        self._engine._tell(self)

    def report(self, make: Callable[[], SearchResult]) -> None:
        """Add an intermediate result, which is built only when somebody asks for it. For engines only."""
        with self._changed:
            self._reports.append(make)
            self._reported += 1
            self._changed.notify_all()
        if self._reported == 1:
            # Repeat: a core that had not begun has not noticed a stop or a new deadline.
            self._engine._tell(self)

    def __iter__(self) -> Iterator[SearchResult]:
        seen = 0
        while True:
            with self._changed:
                while not self._done and self._reported == seen:
                    self._changed.wait()
                unseen, seen = self._reported - seen, self._reported
                found = tuple(self._reports)[-unseen:] if unseen else ()
            if not found:
                break
            for make in found:
                yield make()
        yield self.result()


class BaseEngine(Stoppable):
    """Whoever searches games, one at a time: several threads may ask, and take turns.

    A subclass says how to run a search (`_run`), how to end the one that runs (`_stop_core`) and how to give it
    another deadline (`_set_deadline`). Both may be called before the core has begun, and are then repeated with the
    first result that `_run` reports.
    """

    game_type: ClassVar[type[Any]] = Game
    position_type: ClassVar[type[Any]] = Position

    def __init__(self) -> None:
        super().__init__()
        self._turn = threading.Lock()
        """Held while a search runs."""
        self._state = threading.RLock()
        """Held while a thread finds out which search is running and tells it something."""
        self._current: Search | None = None
        self._closed = False

    @abstractmethod
    def _run(self, search: Search) -> SearchResult:
        """Search; report intermediate results, and end early where `search.stopped`."""

    @abstractmethod
    def _stop_core(self) -> None: ...

    @abstractmethod
    def _set_deadline(self, limit: Limit) -> None:
        """Let the times of the limit count from now on."""

    def prepare(
        self,
        game: Any,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        searchmoves: Iterable[Any] | None = None,
        ponder: bool = False,
    ) -> Search:
        """`start` without starting: for `Handle.run_inner`, or to stop it before it begins."""
        if isinstance(game, self.position_type):
            game = self.game_type(position=game)
        elif isinstance(game, self.game_type):
            game = game.public()
        else:
            raise GameError(f"expected a {self.game_type.__name__} or {self.position_type.__name__}, got {game!r:.60}")
        if limit is not None and not isinstance(limit, Limit):
            raise InvalidLimitError(f"expected a Limit such as Limit(movetime=0.1), got {limit!r}")
        check_number("multipv", multipv, 1, MULTIPV_LIMIT)
        if self._closed:
            raise EngineError("the engine is closed")
        refuse_when_over(game, "search for")
        only = None if searchmoves is None else _legal(game, searchmoves)
        search = Search(self, game, limit or Limit(), multipv, only, ponder)
        self._watch(search)
        return search

    def start(
        self,
        game: Any,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        searchmoves: Iterable[Any] | None = None,
        ponder: bool = False,
    ) -> Search:
        """Begin a search of a game or a position, and return at once; without a limit it ends when it is stopped.

        Finds the `multipv` best lines, only among `searchmoves` if given. With `ponder` the times of the limit count
        from `ponderhit()`. A search that already runs is waited for. Raises GameError where the game is over,
        EngineError on a closed engine.
        """
        return self.prepare(game, limit, multipv=multipv, searchmoves=searchmoves, ponder=ponder).start()

    def search(
        self, game: Any, limit: Limit, *, multipv: int = 1, searchmoves: Iterable[Any] | None = None
    ) -> SearchResult:
        """The result of a search in the calling thread."""
        return self.prepare(game, limit, multipv=multipv, searchmoves=searchmoves).run()

    def analyse(
        self,
        game: Any,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        searchmoves: Iterable[Any] | None = None,
    ) -> Generator[SearchResult, None, None]:
        """Each result as it is found, the final one last; closing the iterator ends the search."""
        with self.start(game, limit, multipv=multipv, searchmoves=searchmoves) as search:
            yield from search

    async def think(
        self, game: Any, limit: Limit, *, multipv: int = 1, searchmoves: Iterable[Any] | None = None
    ) -> SearchResult:
        """`search` for asyncio: cancelling the task stops the search."""
        return await self.start(game, limit, multipv=multipv, searchmoves=searchmoves)

    def ponderhit(self) -> None:
        """The expected move was played: the running search's clock starts now. From any thread."""
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
        """Free what a closed engine holds."""

    def _take_turn(self, search: Search) -> SearchResult:
        with self._turn:
            if self._closed:
                raise EngineError("the engine is closed")
            with self._state:
                self._current = search
            try:
                return self._run(search)
            finally:
                with self._state:
                    self._current = None

    def _tell(self, search: Search) -> None:
        """Tell the core what was asked of a search, if it is the one that runs."""
        with self._state:
            if self._current is not search:
                return
            if search.stopped:
                self._stop_core()
            elif search.ponder and not search.pondering:
                self._set_deadline(search.limit)


def _legal(game: Any, moves: Iterable[Any]) -> list[Any]:
    legal = game.legal_moves()
    chosen = [game.parse_move(move) if isinstance(move, str) else move for move in moves]
    for move in chosen:
        if move not in legal:
            raise EngineError(f"searchmoves: {move.uci()} is not legal in {game.position.fen()}")
    if not chosen:
        raise EngineError("searchmoves: expected at least one move")
    return chosen
