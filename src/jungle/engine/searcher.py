"""Who searches: the C++ core where it was built, the readable Python searcher where it was not."""

import importlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from jungle.native import native_available
from jungle.position import Position
from jungle.rules import Rules
from jungle.tablebase import Tablebase


class Info(Protocol):
    """What a searcher reports of a line after each depth."""

    @property
    def line(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def win_in(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time_ms(self) -> int: ...
    @property
    def hashfull(self) -> int: ...
    @property
    def tablebase_hits(self) -> int: ...
    @property
    def is_solved(self) -> bool: ...
    @property
    def pv(self) -> list[int]: ...


class SearchStopped(Exception):  # noqa: N818 -- not an error: it unwinds a search in Python
    """The search must end now."""


class Searcher(Protocol):
    """What both searchers offer. Moves are numbers here, ``origin | target << 6``; 0 is no limit."""

    def search(
        self,
        table: Any,
        start: bytes,
        side: int,
        quiet: int,
        moves: Sequence[int],
        *,
        depth: int = 0,
        nodes: int = 0,
        soft_ms: int = 0,
        hard_ms: int = 0,
        multipv: int = 1,
        searchmoves: Sequence[int] = ...,
        contempt: int = 0,
        evaluation: int = 2,
        tables: Any = None,
        on_info: Callable[[Any], None] | None = None,
    ) -> Sequence[Info]: ...

    def stop(self) -> None: ...
    def set_deadline(self, soft_ms: int, hard_ms: int) -> None: ...
    def clear(self) -> None: ...
    def resize(self, hash_mb: int) -> None: ...
    def set_threads(self, threads: int) -> None: ...


class Backend(Protocol):
    """What both modules that search offer."""

    def table(self, rules: Rules) -> Any:
        """The rules in the form that `Searcher.search` takes."""

    def endgame_tables(self, tables: Tablebase, rules: Rules) -> Any:
        """Endgame tables in the form that `Searcher.search` takes."""

    def make_searcher(self, hash_mb: int = 64, threads: int = 1) -> Searcher:
        """A searcher with a transposition table of that size."""

    def evaluate(self, position: Position, evaluation: int = 2) -> int:
        """The static worth of a position to the side to move."""


def searches_natively() -> bool:
    """Is it the C++ core that searches?"""
    return native_available()


def slow_notice() -> str | None:
    """One line for the user where the C++ core is missing; None where it is not."""
    if searches_natively():
        return None
    return "the C++ core is not built: searching in Python, which is far slower"


def backend() -> Backend:
    """The module that searches."""
    module = "native" if searches_natively() else "fallback"
    return cast(Backend, importlib.import_module(f"jungle.engine.{module}"))
