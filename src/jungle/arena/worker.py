"""Workers: processes that play games, and the pool of those on this machine.

A cluster has the same functions called on its machines, through the same interface; see `jungle.arena.cluster`.
"""

import os
import pickle
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from jungle.arena.guests import kill_guests
from jungle.arena.playing import close_seats
from jungle.arena.processes import CLOSE_SECONDS, close_process, how_it_ended, serve, start_process

ValueT = TypeVar("ValueT")


class WorkerLostError(Exception):
    """A worker died before it had answered."""


class Worker:
    """A process that calls functions for us, one at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] = start_process(__name__)

    def call(self, function: Callable[..., ValueT], *arguments: Any) -> ValueT:
        """Call a function there. Raises what it raises, or WorkerLostError."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump((function, arguments), self._process.stdin)
            self._process.stdin.flush()
            value, error = pickle.load(self._process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise WorkerLostError(how_it_ended(self._process)) from None
        if error is not None:
            raise error
        return value  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the process, whatever it is doing. From any thread; a running call raises WorkerLostError."""
        close_process(self._process, seconds=2 * CLOSE_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Workers:
    """As many workers as there are calls under way."""

    def __init__(self) -> None:
        self._all: set[Worker] = set()
        self._idle: list[Worker] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def call(self, function: Callable[..., ValueT], *arguments: Any) -> ValueT:
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
        """How many batches can be under way at once."""

    def submit(self, function: Callable[..., ValueT], *arguments: Any) -> "Future[ValueT]":
        """Have a function called in one of the workers."""

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

    def submit(self, function: Callable[..., ValueT], *arguments: Any) -> "Future[ValueT]":
        return self._executor.submit(self._workers.call, function, *arguments)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._workers.close()
        self._executor.shutdown()


def main() -> None:
    """Carry out requests until there are no more."""
    requests, answers = serve(_end)
    for function, arguments in requests:
        value, failure = None, None
        try:
            value = function(*arguments)
        except Exception as error:
            failure = error
        answers.write(pickle.dumps((value, failure)))
        answers.flush()
    close_seats()


def _end() -> None:
    kill_guests()
    os._exit(0)


if __name__ == "__main__":
    main()
