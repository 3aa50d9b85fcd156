"""Workers, which play the games: processes on this machine, or on the machines of a Dask cluster.

A worker calls functions for us, one at a time. Requests and answers are pickles, since it runs only our own code;
when the program that started it ends, it ends too, with all its players.
"""

import logging
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from jungle.arena.errors import ArenaError
from jungle.arena.playing import close_seats
from jungle.engine.external import kill_engines
from jungle.players.user_players import python_environment

CLOSE_SECONDS = 0.5
"""The time a worker may take to close its players once it is no longer needed."""
CONNECT_SECONDS = 10
REFRESH_SECONDS = 2.0
"""Workers of a cluster come and go; how often to check how many there are."""

ValueT = TypeVar("ValueT")
Request = tuple[Callable[..., object], tuple[object, ...]]


class WorkerLostError(Exception):
    """A worker died before answering."""


class Worker:
    """A process that calls functions for us, one at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=python_environment(),
            process_group=0,  # Ctrl-C does not reach it.
        )

    def call(self, function: Callable[..., ValueT], *arguments: object) -> ValueT:
        """Call a function there. Raises what it raises, or WorkerLostError."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump((function, arguments), self._process.stdin)
            self._process.stdin.flush()
            value, error = pickle.load(self._process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise WorkerLostError(self._how_it_ended()) from None
        if error is not None:
            raise error
        return value  # type: ignore[no-any-return]

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            return "the process closed its output"
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return f"the process {how}"

    def close(self) -> None:
        """End the process, whatever it is doing. From any thread; a running call raises WorkerLostError."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(3 * CLOSE_SECONDS)
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


class Workers:
    """A pool with one worker per call in progress."""

    def __init__(self) -> None:
        self._all: set[Worker] = set()
        self._idle: list[Worker] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def call(self, function: Callable[..., ValueT], *arguments: object) -> ValueT:
        """Call a function in a worker. Raises what it raises, or WorkerLostError."""
        with self._lock:
            if self._is_closed:
                raise WorkerLostError("the workers were closed")
            worker = self._idle.pop() if self._idle else Worker()
            self._all.add(worker)
        try:
            return worker.call(function, *arguments)
        except WorkerLostError:
            worker.close()
            self._all.discard(worker)
            raise
        finally:
            if worker in self._all:
                self._idle.append(worker)

    def close(self) -> None:
        """End all of them, whatever they are doing."""
        with self._lock:
            self._is_closed = True
        closing = [threading.Thread(target=worker.close) for worker in self._all]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join()


class Pool(Protocol):
    """A place where games are played."""

    least_seconds: float
    """The minimum duration of a batch of games, since handing one over takes time too."""

    def width(self) -> int:
        """How many batches can run concurrently."""

    def submit(self, function: Callable[..., ValueT], *arguments: object) -> "Future[ValueT]":
        """Call a function in one of the workers."""

    def close(self) -> None:
        """Release everything, without waiting for games in progress."""


class LocalPool:
    """A number of workers on this machine."""

    least_seconds = 0.05

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers = Workers()
        self._executor = ThreadPoolExecutor(jobs, thread_name_prefix="jungle-arena")

    def width(self) -> int:
        return self._jobs

    def submit(self, function: Callable[..., ValueT], *arguments: object) -> "Future[ValueT]":
        return self._executor.submit(self._workers.call, function, *arguments)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._workers.close()
        self._executor.shutdown()


_here: list[Workers] = []
"""On a machine of the cluster: the processes in which the functions are called."""


def call_here(function: Callable[..., ValueT], *arguments: object) -> ValueT:
    """Call a function in a separate process on this machine of the cluster."""
    if not _here:
        _here.append(Workers())
    return _here[0].call(function, *arguments)


def close_here() -> None:
    """End those processes."""
    while _here:
        _here.pop().close()


class ClusterPool:
    """The workers of a Dask scheduler. Raises ArenaError if there is none at the address."""

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
        """How many batches can be played at once, at least one. Raises ArenaError if the scheduler is gone."""
        if time.monotonic() - self._looked > REFRESH_SECONDS:
            self._looked = time.monotonic()
            try:
                self._width = max(sum(self._client.nthreads().values()), 1)
            except Exception as error:  # a lost connection raises all kinds of errors
                raise ArenaError(f"the Dask scheduler is gone ({error}); the same command resumes the run") from None
        return self._width

    def has_workers(self) -> bool:
        return bool(self._client.nthreads())

    def submit(self, function: Callable[..., ValueT], *arguments: object) -> "Future[ValueT]":
        return self._executor.submit(call_here, function, *arguments)  # type: ignore[no-any-return]

    def close(self) -> None:
        # If the scheduler is gone, there is nothing to close.
        with suppress(Exception):
            self._executor.shutdown(wait=False)
        with suppress(Exception):
            self._client.run(close_here, on_error="ignore")
        with suppress(Exception):
            self._client.close(timeout=CONNECT_SECONDS)


def main() -> None:
    """Carry out requests until there are no more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Anything printed here must not mix with the answers.
    requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    for function, arguments in iter(requests.get, None):
        value, failure = None, None
        try:
            value = function(*arguments)
        except Exception as error:
            failure = error
        answers.write(pickle.dumps((value, failure)))
        answers.flush()
    close_seats()


def _listen(requests: "queue.SimpleQueue[Request | None]") -> None:
    """Forward the requests; when there are no more, end the process, even in the middle of a game."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            requests.put(pickle.load(sys.stdin.buffer))
    requests.put(None)
    time.sleep(CLOSE_SECONDS)
    kill_engines()
    os._exit(0)


if __name__ == "__main__":
    main()
