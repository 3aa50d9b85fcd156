"""What our own engines have in common, whatever the game: a searcher, its memory and its threads."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jungle.engine.errors import EngineError, check_number
from jungle.engine.limits import Limit
from jungle.engine.search import BaseEngine

HASH_MB_LIMIT = 65_536
THREADS_LIMIT = 256
DEPTH_LIMIT = 100
NODES_LIMIT = 2**62


class OwnEngine(BaseEngine):
    """An engine that searches with the C++ core, or with Python where that was not built.

    A subclass makes the searcher (`_make_searcher`) and says how to run a search (`_run`).
    """

    def __init__(self, *, threads: int, hash_mb: int) -> None:
        super().__init__()
        check_number("threads", threads, 1, THREADS_LIMIT)
        check_number("hash_mb", hash_mb, 1, HASH_MB_LIMIT)
        with _enough_memory(f"{hash_mb} MB and {threads} threads"):
            self._searcher: Any = self._make_searcher(hash_mb, threads)

    @abstractmethod
    def _make_searcher(self, hash_mb: int, threads: int) -> Any: ...

    def set_threads(self, threads: int) -> None:
        """Set the number of threads, from the next search on."""
        check_number("threads", threads, 1, THREADS_LIMIT)
        with self._turn, _enough_memory(f"{threads} threads"):
            self._searcher.set_threads(threads)

    def set_hash(self, hash_mb: int) -> None:
        """Set the size of the transposition table, from the next search on; it starts empty."""
        check_number("hash_mb", hash_mb, 1, HASH_MB_LIMIT)
        with self._turn, _enough_memory(f"{hash_mb} MB"):
            self._searcher.resize(hash_mb)

    def new_game(self) -> None:
        """Forget what earlier searches found, as before the first move of another game."""
        with self._turn:
            self._searcher.clear()

    def _give_back(self) -> None:
        self._searcher.set_threads(1)
        self._searcher.resize(1)

    def _stop_core(self) -> None:
        self._searcher.stop()

    def _set_deadline(self, limit: Limit) -> None:
        self._searcher.set_deadline(*limit.deadline())


@contextmanager
def _enough_memory(wanted: str) -> Iterator[None]:
    try:
        yield
    except MemoryError:
        raise EngineError(f"there is not enough memory for {wanted}") from None
