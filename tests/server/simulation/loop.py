"""An event loop on a virtual clock: time passes only when nothing is left to do, and nothing runs in a thread."""

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import Any

OWNER: ContextVar[Any] = ContextVar("owner", default=None)
"""The simulated server that the current task belongs to."""
EPOCH = 1_800_000_000.0
LIMIT = 200_000
"""Turns of the loop after which a run counts as one that never ends."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs callbacks in the usual order. What would wait for a file, a thread or a socket takes virtual time."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.turns = 0
        """How often the loop has run what was ready."""
        self.on_turn: list[tuple[int, Callable[[], None]]] = []
        """What to do at which turn, soonest last: this is how a server stops at any `await`."""
        self.thread_seconds: Callable[[], float] = lambda: 0.001
        """How long the next piece of work in a thread takes."""
        self.on_error: Callable[[BaseException], None] = lambda error: None
        """Called with what a server's task raises, even if nobody asks for its result."""
        self._selector = self  # The base class asks it for sockets; there are none, so it only lets time pass.
        self.set_task_factory(self._owned)

    def time(self) -> float:
        return self.now

    def wall(self) -> float:
        return EPOCH + self.now

    def select(self, timeout: float | None) -> list[Any]:
        self.turns += 1
        if self.turns > LIMIT:
            raise RuntimeError("the simulation never ends")
        while self.on_turn and self.on_turn[-1][0] <= self.turns:
            self.on_turn.pop()[1]()
            timeout = 0
        if timeout is None:
            raise RuntimeError("everything waits for something that never happens")
        self.now += timeout
        return []

    def at_turn(self, turn: int, act: Callable[[], None]) -> None:
        self.on_turn.append((turn, act))
        self.on_turn.sort(key=lambda entry: -entry[0])

    def run_in_executor(self, executor: Any, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        future = self.create_future()

        def run() -> None:
            if future.cancelled():
                return
            try:
                result = work(*args)
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.call_later(self.thread_seconds(), run)
        return future

    def _owned(self, loop: Any, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
        """Make a task, and note which server it belongs to: they stop together."""
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=self, **options)
        context = options.get("context")
        owner = OWNER.get() if context is None else context.get(OWNER)
        if owner is not None:
            owner.running[task] = None
            task.add_done_callback(partial(self._done, owner))
        return task

    def _done(self, owner: Any, task: asyncio.Task[Any]) -> None:
        owner.running.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.on_error(error)

    def _process_events(self, events: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass
