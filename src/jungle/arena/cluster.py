"""Games on many machines: a Dask scheduler hands the batches to its workers.

Needs the extra `cluster`. The workers need this package, and whatever the players need.
"""

import logging
import time
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

from jungle.arena.errors import ArenaError
from jungle.arena.pool import close_processes

CONNECT_SECONDS = 10
REFRESH_SECONDS = 2.0
"""Workers come and go; this often we look how many there are."""


class ClusterPool:
    """The workers of a Dask scheduler. Raises ArenaError where there is none at the address."""

    least_seconds = 0.5

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ModuleNotFoundError as error:
            raise ArenaError(f"--cluster needs {error.name}: pip install 'junglegame[cluster]'") from None
        dask: Any = distributed  # which has no types
        # Lost workers are our business, and told in our own words.
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        # Made in two steps: a client that cannot start is ours to close. Left to the garbage collector it would be
        # closed at any time in any thread, where that fails.
        self._client = dask.Client.__new__(dask.Client)
        try:
            self._client.__init__(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # also what is no address, or asks for what is not installed
            with suppress(Exception):
                self._client.close(timeout=CONNECT_SECONDS)
            why = " ".join(str(error).split()) or type(error).__name__
            raise ArenaError(f"cannot reach a Dask scheduler at {address!r}: {why}") from None
        self.executor: Executor = self._client.get_executor(pure=False)
        self._looked = 0.0
        self._width = 1

    def width(self) -> int:
        """How many batches can be played at once, at least one. Raises ArenaError where the scheduler is gone."""
        if time.monotonic() - self._looked > REFRESH_SECONDS:
            self._looked = time.monotonic()
            try:
                self._width = max(sum(self._client.nthreads().values()), 1)
            except Exception as error:  # whatever a lost connection looks like
                raise ArenaError(f"the Dask scheduler is gone ({error}); the same command goes on from here") from None
        return self._width

    def has_workers(self) -> bool:
        return bool(self._client.nthreads())

    def close(self) -> None:
        # A scheduler that is gone has nothing left to be closed.
        with suppress(Exception):
            self.executor.shutdown(wait=False)
        with suppress(Exception):
            self._client.run(close_processes, on_error="ignore")
        with suppress(Exception):
            self._client.close(timeout=CONNECT_SECONDS)
