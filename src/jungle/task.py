"""Handles: long-running work that can be stopped, waited for or awaited.

Searches, players' choices and everything else that runs in the background are handles, so that threads, locks and
early stops are handled only here.
"""

import atexit
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Generic, NoReturn, Self, TypeVar, cast
from weakref import WeakSet

Result = TypeVar("Result", covariant=True)
Other = TypeVar("Other")

EXIT_PATIENCE = 2.0
"""The most seconds to wait at exit for stopped threads."""


class Task(Generic[Result]):
    """Long-running work. `start` runs it in a new thread, `run` in the calling one.

    A stop takes effect even before the work has started. The work receives the handle, checks
    `stopped`, and returns its best result so far. A `with` statement stops it and waits for it at the end.

    >>> Task(lambda handle: 6 * 7).start().result()
    42
    >>> early = Task(lambda handle: handle.stopped)
    >>> early.stop()
    >>> early.run()
    True
    """

    def __init__(self, work: Callable[["Task[Result]"], Result]) -> None:
        self._work = work
        self._changed = threading.Condition()
        self._stopped = self._done = False
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._on_stop: list[Callable[[], None]] = []
        self._on_done: list[Callable[[], None]] = []

    @property
    def done(self) -> bool:
        """Whether the work has ended, successfully or not."""
        return self._done

    @property
    def stopped(self) -> bool:
        """Whether it was asked to stop."""
        return self._stopped

    def start(self) -> Self:
        """Start the work in another thread."""
        _running.add(self)
        threading.Thread(target=self._execute, name=f"jungle-{type(self).__name__.lower()}", daemon=True).start()
        return self

    def run(self) -> Result:
        """Do the work here and now, and return its result."""
        self._execute()
        return self.result()

    def _execute(self) -> None:
        try:
            self._result = self._work(self)
        except BaseException as error:
            self._error = error
        with self._changed:
            self._done = True
            self._on_stop.clear()
            told, self._on_done = self._on_done, []
            self._changed.notify_all()
        # Drop what did the work, so that an engine that nobody closes is released when its last task ends.
        self._work = _work_done
        _running.discard(self)
        for tell in told:
            tell()

    def stop(self) -> None:
        """Ask the work to finish early with its best result so far. May be called repeatedly, from any thread."""
        with self._changed:
            self._stopped = True
            tell_all, self._on_stop = self._on_stop, []
        for tell in tell_all:
            tell()

    def on_stop(self, tell: Callable[[], None]) -> None:
        """Call this once when the handle is stopped: immediately if it has been already, never after it is done."""
        with self._changed:
            if not self._stopped:
                self._on_stop.append(tell)
                return
        tell()

    def on_done(self, tell: Callable[[], None]) -> None:
        """Call this once when the work has ended, in the thread that did it; immediately if it has ended already."""
        with self._changed:
            if not self._done:
                self._on_done.append(tell)
                return
        tell()

    def run_child(self, inner: "Task[Other]") -> Other:
        """Run another handle as part of this one: stopping this one stops it too."""
        self.on_stop(inner.stop)
        return inner.run()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end, at most this many seconds; False if it takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: self._done, timeout)

    def result(self) -> Result:
        """Wait for the end. Returns what the work returned, or raises what it raised."""
        self.wait()
        if self._error is not None:
            raise self._error
        return cast(Result, self._result)

    def failure(self) -> str | None:
        """The error message; None if there was no error, the work still runs, or it was stopped."""
        if self._stopped or not self._done or self._error is None:
            return None
        return str(self._error) or type(self._error).__name__

    def __await__(self) -> Generator[object, None, Result]:
        """Wait without blocking the event loop. Cancelling the task stops the work, which may end a moment later."""
        import asyncio  # slow to load, and few need it

        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # The loop is closed, so nothing waits.
                loop.call_soon_threadsafe(ended.set)

        self.on_done(wake)
        try:
            yield from ended.wait().__await__()
        except asyncio.CancelledError:
            self.stop()
            raise
        return self.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.wait()


class Stoppable:
    """Base class for objects that run tasks: `stop` ends all of them. A context manager that closes at the end."""

    _tasks: WeakSet[Task[object]]
    _watching: threading.Lock

    def __new__(cls, *_: object, **__: object) -> Self:
        # Not in __init__, which a player written by a user may override without calling it.
        self = super().__new__(cls)
        self._tasks = WeakSet()
        self._watching = threading.Lock()
        return self

    def _watch(self, task: Task[object]) -> None:
        """Register a task, so that `stop` ends it."""
        with self._watching:
            self._tasks.add(task)

    def _watched(self) -> tuple[Task[object], ...]:
        """The tasks that are not done."""
        with self._watching:
            return tuple(task for task in self._tasks if not task.done)

    def stop(self) -> None:
        """Stop all work in progress, which then returns its best result. May be called from any thread."""
        for task in self._watched():
            task.stop()

    def close(self) -> None:
        """Stop, and release memory, threads and processes. May be called twice."""
        self.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _work_done(task: Task[Result]) -> NoReturn:
    raise RuntimeError("the task has already finished")


_running: WeakSet[Task[object]] = WeakSet()


@atexit.register
def _stop_all() -> None:
    """A thread inside the C++ core must not outlive the interpreter."""
    handles = tuple(_running)
    for handle in handles:
        handle.stop()
    latest = time.monotonic() + EXIT_PATIENCE
    for handle in handles:
        handle.wait(max(latest - time.monotonic(), 0))
