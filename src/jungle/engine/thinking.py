"""The engine: searches games, one at a time, and can be stopped from anywhere."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from jungle.engine.limits import Limit
from jungle.engine.result import Line, SearchResult
from jungle.engine.score import Score
from jungle.engine.searcher import Info, backend
from jungle.errors import GameError, JungleError
from jungle.game import Game
from jungle.moves import Move
from jungle.position import Position

if TYPE_CHECKING:
    import asyncio

EVALUATIONS = ("material", "position", "full")
"""What a position is judged by, the richer the later."""
HASH_MB_LIMIT = 65_536
THREADS_LIMIT = 256
MULTIPV_LIMIT = 100
DEPTH_LIMIT = 100
NODES_LIMIT = 2**62


class EngineError(JungleError):
    """An engine that was asked for something it cannot do, or that failed."""


OnResult = Callable[[SearchResult], None]


def evaluate(position: Position, evaluation: str = "full") -> Score:
    """What a position looks worth to the side to move, without any search."""
    return Score(backend().evaluate(position, _evaluation_number(evaluation)))


CONTEMPT = 20
"""A fifth of a cat: with nothing at stake a player goes on rather than repeat. Analysis wants the truth, 0."""


class Engine:
    """Finds the best move. A context manager; may be used from several threads, one search running at a time.

    Raises EngineError for settings out of range.

    >>> from jungle import Position
    >>> with Engine() as engine:
    ...     result = engine.search(Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b"), Limit(depth=3))
    >>> result.move.uci(), str(result.score)
    ('d8d9', 'win in 1')
    """

    def __init__(
        self, *, threads: int = 1, hash_mb: int = 64, evaluation: str = "full", contempt: int = CONTEMPT
    ) -> None:
        check_number("threads", threads, 1, THREADS_LIMIT)
        check_number("hash_mb", hash_mb, 1, HASH_MB_LIMIT)
        with _enough_memory(f"{hash_mb} MB and {threads} threads"):
            self._searcher = backend().Searcher(hash_mb=hash_mb, threads=threads)
        self._lock = threading.Lock()
        """Held while a search runs."""
        self._current: _Ticket | None = None
        self._closed = False
        self.evaluation = evaluation
        self.contempt = contempt

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
        """Search with so many threads from the next search on."""
        check_number("threads", threads, 1, THREADS_LIMIT)
        with self._lock, _enough_memory(f"{threads} threads"):
            self._searcher.set_threads(threads)

    def set_hash(self, hash_mb: int) -> None:
        """Use a transposition table of that size from the next search on; it starts empty."""
        check_number("hash_mb", hash_mb, 1, HASH_MB_LIMIT)
        with self._lock, _enough_memory(f"{hash_mb} MB"):
            self._searcher.resize(hash_mb)

    def search(
        self,
        game: Game | Position,
        limit: Limit,
        *,
        multipv: int = 1,
        searchmoves: Iterable[Move | str] | None = None,
        ponder: bool = False,
        on_result: OnResult | None = None,
    ) -> SearchResult:
        """The best move within a limit, and the `multipv` best lines, only among `searchmoves` if given.

        With `ponder` the times of the limit count from `ponderhit()`. `on_result` gets every result on the way.
        A limit that never ends needs `stop()` from another thread. A search that already runs is waited for.
        Raises GameError where the game is over, EngineError on a closed engine.
        """
        return self._search(_Ticket(), game, limit, multipv, searchmoves, ponder, on_result)

    def analyse(
        self,
        game: Game | Position,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> Iterator[SearchResult]:
        """Each result as it is found, the final one last; without a limit, until the iterator is closed.

        Raises what `search` raises, when first asked for a result.
        """
        ticket = _Ticket()
        found: queue.SimpleQueue[SearchResult | BaseException | None] = queue.SimpleQueue()

        def work() -> None:
            try:
                found.put(self._search(ticket, game, limit or Limit(), multipv, searchmoves, False, found.put))
            except BaseException as error:
                found.put(error)
            found.put(None)

        game = game.copy() if isinstance(game, Game) else game
        worker = threading.Thread(target=work, name="jungle-analyse", daemon=True)
        worker.start()
        try:
            while (result := found.get()) is not None:
                if isinstance(result, BaseException):
                    raise result
                yield result
        finally:
            self._stop(ticket)
            worker.join()

    async def think(
        self,
        game: Game | Position,
        limit: Limit,
        *,
        multipv: int = 1,
        searchmoves: Iterable[Move | str] | None = None,
        on_result: OnResult | None = None,
    ) -> SearchResult:
        """`search` for asyncio: the loop goes on meanwhile, and cancelling the task stops the search.

        The search may end a moment after the task. `on_result` is called in the searching thread.
        """
        import asyncio  # slow to load, and few need it

        ticket = _Ticket()
        game = game.copy() if isinstance(game, Game) else game
        work = asyncio.create_task(
            asyncio.to_thread(self._search, ticket, game, limit, multipv, searchmoves, False, on_result)
        )
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self._stop(ticket)
            work.add_done_callback(_retrieve)
            raise

    def stop(self) -> None:
        """End the running search, if any, which then returns the best it has. From any thread."""
        if ticket := self._current:
            self._stop(ticket)

    def _stop(self, ticket: "_Ticket") -> None:
        ticket.stopped = True
        if self._current is ticket:
            self._searcher.stop()

    def ponderhit(self) -> None:
        """The expected move was played: the running search's clock starts now. From any thread."""
        if (ticket := self._current) and ticket.pondering:
            ticket.pondering = False
            self._searcher.set_deadline(*ticket.limit.deadline())

    def new_game(self) -> None:
        """Forget what earlier searches found, as before the first move of another game."""
        with self._lock:
            self._searcher.clear()

    def close(self) -> None:
        """Stop, refuse further searches and give the memory back. May be called twice."""
        self._closed = True
        self.stop()
        # A search that still runs does it when it ends; to wait for it might be to wait for the caller.
        if self._lock.acquire(blocking=False):
            try:
                self._give_back_if_closed()
            finally:
                self._lock.release()

    def _give_back_if_closed(self) -> None:
        if self._closed:
            self._searcher.set_threads(1)
            self._searcher.resize(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _search(
        self,
        ticket: "_Ticket",
        game: Game | Position,
        limit: Limit,
        multipv: int,
        searchmoves: Iterable[Move | str] | None,
        ponder: bool,
        on_result: OnResult | None,
    ) -> SearchResult:
        check_number("multipv", multipv, 1, MULTIPV_LIMIT)
        if isinstance(game, Position):
            game = Game(position=game)
        if ended := game.outcome():
            raise GameError(f"there is no move to search for: the game is over ({ended.reason.value})")
        position = game.position
        only = [] if searchmoves is None else _legal(game, searchmoves)
        deadline = (0, 0) if ponder else limit.deadline()
        with self._lock:
            if self._closed:
                raise EngineError("the engine is closed")
            ticket.limit, ticket.pondering = limit, ponder
            self._current = ticket
            gathered: list[Info] = []

            def on_info(info: Info) -> None:
                if info.line == 1:
                    gathered.clear()
                gathered.append(info)
                if on_result and len(gathered) == lines_wanted:
                    on_result(_result(position, gathered))
                # What was asked for before the searcher had begun is asked for again.
                if ticket.stopped or self._closed:
                    self._searcher.stop()
                if ponder and not ticket.pondering and info.depth == 1 and info.line == 1:
                    self._searcher.set_deadline(*limit.deadline())

            lines_wanted = min(multipv, len(only) or len(game.legal_moves()))
            try:
                lines = self._searcher.search(
                    backend().table(game.rules),
                    game.start.board,
                    int(game.start.side),
                    game.start.quiet,
                    [move.origin | move.target << 6 for move in game.moves],
                    depth=1 if ticket.stopped else min(limit.depth or 0, DEPTH_LIMIT),
                    nodes=min(limit.nodes or 0, NODES_LIMIT),
                    soft_ms=deadline[0],
                    hard_ms=deadline[1],
                    multipv=lines_wanted,
                    searchmoves=[move.origin | move.target << 6 for move in only],
                    contempt=self.contempt,
                    evaluation=_evaluation_number(self.evaluation),
                    on_info=on_info,
                )
            finally:
                self._current = None
                self._give_back_if_closed()
        return _result(position, lines)


class _Ticket:
    """One search that was asked for, so that it can be stopped before it has begun."""

    __slots__ = ("limit", "pondering", "stopped")

    def __init__(self) -> None:
        self.stopped = False
        self.pondering = False
        self.limit = Limit()


def _retrieve(work: "asyncio.Task[SearchResult]") -> None:
    """Take what nobody waits for any more, so that asyncio does not complain."""
    if not work.cancelled():
        work.exception()


def _legal(game: Game, moves: Iterable[Move | str]) -> list[Move]:
    legal = game.legal_moves()
    chosen = [game.position.parse_move(move) if isinstance(move, str) else move for move in moves]
    for move in chosen:
        if move not in legal:
            raise EngineError(f"searchmoves: {move.uci()} is not legal in {game.position.fen()}")
    if not chosen:
        raise EngineError("searchmoves: expected at least one move")
    return chosen


def _result(position: Position, infos: Sequence[Info]) -> SearchResult:
    lines = tuple(
        Line(
            Score(0, info.win_in) if info.win_in else Score(info.score),
            _moves(position, info.pv),
            info.depth,
            info.seldepth,
        )
        for info in infos
    )
    last = max(infos, key=lambda info: info.nodes)
    return SearchResult(lines, last.nodes, last.time_ms / 1000, last.hashfull)


def _moves(position: Position, packed: list[int]) -> tuple[Move, ...]:
    moves = []
    for move in packed:
        moves.append(position.find_move(move & 63, move >> 6))
        position = position.after(moves[-1])
    return tuple(moves)


@contextmanager
def _enough_memory(wanted: str) -> Iterator[None]:
    try:
        yield
    except MemoryError:
        raise EngineError(f"there is not enough memory for {wanted}") from None


def _evaluation_number(name: str) -> int:
    if name not in EVALUATIONS:
        raise EngineError(f"evaluation: expected {', '.join(EVALUATIONS)}, got {name!r}")
    return EVALUATIONS.index(name)


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Raise EngineError for what is not a whole number in a range."""
    if type(value) is not int or not least <= value <= most:
        raise EngineError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")
