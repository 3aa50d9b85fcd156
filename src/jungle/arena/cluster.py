"""Games on many machines: a Dask scheduler hands the batches to its workers.

Needs the extra `cluster`. The workers need this package, and whatever the players need.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from jungle.arena.errors import ArenaError
from jungle.arena.worker import Workers

CONNECT_SECONDS = 10
REFRESH_SECONDS = 2.0
"""Workers come and go; how often to check how many there are."""

ValueT = TypeVar("ValueT")

_here: list[Workers] = []
"""On a machine of the cluster: the processes in which the functions are called."""


def call_here(function: Callable[..., ValueT], *arguments: Any) -> ValueT:
    """Call a function in a process of its own on the machine of the cluster that this runs on."""
    if not _here:
        _here.append(Workers())
    return _here[0].call(function, *arguments)


def close_here() -> None:
    """End those processes."""
    while _here:
        _here.pop().close()


class ClusterPool:
    """The workers of a Dask scheduler. Raises ArenaError where there is none at the address."""

    least_seconds = 0.5

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ModuleNotFoundError as error:
            from jungle.extras import explain_missing

            raise ArenaError(explain_missing("--cluster", error.name, "cluster")) from None
        dask: Any = distributed  # which has no types
        # Lost workers are handled here, and reported in our own words.
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        # Made in two steps, so that a client that cannot start is ours to close. Left to the garbage collector it
        # would be closed at any time in any thread, where that fails.
        self._client = dask.Client.__new__(dask.Client)
        try:
            self._client.__init__(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # also for malformed addresses, and protocols that are not installed
            with suppress(Exception):
                self._client.close(timeout=CONNECT_SECONDS)
            why = " ".join(str(error).split()) or type(error).__name__
            raise ArenaError(f"cannot reach a Dask scheduler at {address!r}: {why}") from None
        self._executor = self._client.get_executor(pure=False)
        self._looked = 0.0
        self._width = 1

    def width(self) -> int:
        """How many batches can be played at once, at least one. Raises ArenaError where the scheduler is gone."""
        if time.monotonic() - self._looked > REFRESH_SECONDS:
            self._looked = time.monotonic()
            try:
                self._width = max(sum(self._client.nthreads().values()), 1)
            except Exception as error:  # a lost connection raises all kinds of errors
                raise ArenaError(f"the Dask scheduler is gone ({error}); the same command resumes the run") from None
        return self._width

    def has_workers(self) -> bool:
        return bool(self._client.nthreads())

    def submit(self, function: Callable[..., ValueT], *arguments: Any) -> "Future[ValueT]":
        return self._executor.submit(call_here, function, *arguments)  # type: ignore[no-any-return]

    def close(self) -> None:
        # A scheduler that is gone has nothing left to be closed.
        with suppress(Exception):
            self._executor.shutdown(wait=False)
        with suppress(Exception):
            self._client.run(close_here, on_error="ignore")
        with suppress(Exception):
            self._client.close(timeout=CONNECT_SECONDS)
