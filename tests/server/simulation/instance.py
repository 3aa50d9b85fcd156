"""One server of a simulated cluster: the real application, which can stop at any `await`."""

import asyncio
import contextvars
import copy
from collections.abc import Coroutine
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.datastructures import State

from jungle.errors import JungleError
from jungle.server.app import create_app
from jungle.server.services import Services
from jungle.server.settings import Settings
from tests.server.simulation.loop import OWNER
from tests.server.simulation.redis import Client, Subscriptions

if TYPE_CHECKING:
    from tests.server.simulation.world import World


@cache
def _settings() -> Settings:
    return Settings(
        data=Path("/nonexistent"), redis="redis://simulated", rate_limits=0, password_memory=16, host="jungle.example"
    )


@cache
def application() -> FastAPI:
    """The application without services. Its routes take longer to prepare than a run may take, so all servers share
    them. Made before the first run, whose random numbers it would use."""
    return create_app(_settings())


class Instance:
    """A server process, from its start until it stops or dies."""

    def __init__(self, world: "World", name: str) -> None:
        self.world = world
        self.name = name
        self.random = Random(f"{world.seed} {name}")
        self.running: dict[asyncio.Task[Any], None] = {}
        self.sockets: dict[Any, None] = {}
        """The connections of clients."""
        self.subscriptions: list[Subscriptions] = []
        self.is_open = self.is_dead = False
        self.is_cut = self.hangs = False
        """Whether Redis can be reached; if not, whether it hangs instead of refusing."""
        self._context = contextvars.copy_context()
        self._context.run(OWNER.set, self)
        world.starting = self
        self.services = Services(_settings())
        self.app = copy.copy(application())
        self.app.state = State({"services": self.services, "files": {}})

    def redis(self, seconds: float) -> Client:
        return Client(self.world.redis, self, seconds)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in this server."""
        return self.world.loop.create_task(work, context=self._context)

    async def open(self) -> bool:
        """Start, and return whether that worked. The server may be killed before it is open."""
        self.world.trace(f"{self.name} starts")
        opening = self.spawn(self.services.open())
        await asyncio.wait([opening])
        failure = None if opening.cancelled() else opening.exception()
        if failure is not None:
            if not isinstance(failure, JungleError | OSError):
                raise failure
            self.world.trace(f"{self.name} cannot start: {failure}")
            self.kill()
        self.is_open = not self.is_dead
        return self.is_open

    def kill(self) -> None:
        """Stop at once, wherever every task is. Nothing that is done from now on has an effect outside."""
        if self.is_dead:
            return
        self.world.trace(f"{self.name} dies")
        self.is_open, self.is_dead = False, True
        for socket in tuple(self.sockets):
            socket.cut()
        self._clear()

    async def stop(self) -> None:
        """Stop as on SIGTERM."""
        self.world.trace(f"{self.name} stops")
        self.is_open = False
        self.services.stop()
        await asyncio.sleep(0.5)
        for socket in tuple(self.sockets):
            socket.cut()
        await asyncio.wait([self.spawn(self.services.close())])
        self.is_dead = True
        self._clear()

    def cut_redis(self, hangs: bool) -> None:
        self.is_cut, self.hangs = True, hangs
        for subscriptions in tuple(self.subscriptions):
            subscriptions.cut()

    def _clear(self) -> None:
        """Cancel every task, and those that start while the others clean up."""
        for subscriptions in tuple(self.subscriptions):
            subscriptions.cut()
        for task in tuple(self.running):
            task.cancel()
        if self.running:
            self.world.loop.call_later(0.01, self._clear)
