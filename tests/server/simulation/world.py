"""A simulated world: servers, their database and Redis, people, and everything that can go wrong, from one seed."""

import asyncio
import contextlib
import gc
import hashlib
import json
import logging
import random
import time
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

from jungle.errors import JungleError
from tests.server.simulation.database import SimulatedDatabase, Store
from tests.server.simulation.instance import Instance, application
from tests.server.simulation.invariants import expect
from tests.server.simulation.loop import SimulatedLoop
from tests.server.simulation.people import IDS, STRANGER, move_in
from tests.server.simulation.player import SLOW_TERMS, TERMS, Player
from tests.server.simulation.redis import SimulatedRedis
from tests.server.simulation.referee import Referee

STORM_SECONDS = 6.5
"""How long things go wrong."""
CALM_SECONDS = 25.0
"""How long everybody may take afterwards to agree on everything."""
COMMIT_FAULTS = ("late", "rolled back", "lost", "lost, not saved", "deadlock")
TROUBLES = ("kill", "stop", "redis", "database")
REQUEST_SECONDS = 5.0


class Faults:
    """What goes wrong while the storm lasts."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"{seed} faults")
        self.active = False
        self.commit_rate = self.random.choice((0.0, 0.02, 0.1, 0.25))
        self.is_database_down = False

    def of_commit(self, instance: Instance) -> str:
        if not self.active or not instance.is_open or instance.random.random() >= self.commit_rate:
            return ""
        return instance.random.choice(COMMIT_FAULTS)

    def refuses_database(self, instance: Instance) -> bool:
        return self.is_database_down and instance.is_open


class World:
    """One run."""

    def __init__(self, seed: int, *, keep_trace: bool = False) -> None:
        self.seed = seed
        self.loop = SimulatedLoop()
        self.random = Random(f"{seed} world")
        self.loop.thread_seconds = lambda: self.random.uniform(0.0005, 0.01)
        self.store = Store()
        move_in(self.store.raw, self.now())
        self.redis = SimulatedRedis(self)
        self.faults = Faults(seed)
        self.referee = Referee(self)
        self.store.on_commit = self._committed
        self.instances: list[Instance] = []
        self.starting: Instance | None = None
        self.players = [Player(self, name) for name in (*IDS, STRANGER)]
        self.is_calm = self.random.random() < 0.2
        """Whether nothing fails in this world: what happens is only slow, and in an unusual order."""
        if self.is_calm:
            self.faults.commit_rate = 0.0
        self.troubles = [] if self.is_calm else self.random.sample(TROUBLES, self.random.randint(0, len(TROUBLES)))
        """What happens to servers. Not everything in every world: one fault often makes up for another one."""
        wanted = SLOW_TERMS if self.random.random() < 0.3 else TERMS
        self.terms = self.random.sample(wanted, self.random.randint(1, min(3, len(wanted))))
        """The kinds of games people look for: with fewer, they meet sooner."""
        self.acknowledged = 0
        self.failure: BaseException | None = None
        self.lines: list[str] | None = [] if keep_trace else None
        self._digest = hashlib.sha256()
        self._names = 0

    def now(self) -> int:
        return int(self.loop.wall() * 1000)

    def trace(self, line: str) -> None:
        line = f"{self.loop.now:.6f} {line}"
        self._digest.update(line.encode())
        if self.lines is not None:
            self.lines.append(line)

    def digest(self) -> str:
        """Equal for two runs that did the same."""
        return self._digest.hexdigest()

    def _committed(self) -> None:
        self._judge(self.referee.check_commit)

    def _judge(self, check: Any) -> None:
        try:
            check()
        except Exception as error:
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        """Remember the first thing that went wrong; the run ends at the next opportunity."""
        if self.failure is None:
            self.trace(f"failed: {error!r}")
            self.failure = error

    def choose_instance(self, chooser: Random) -> Instance | None:
        open_ones = [instance for instance in self.instances if instance.is_open]
        return chooser.choice(open_ones) if open_ones else None

    async def request(self, player: Player, method: str, path: str, body: Any = None) -> Any:
        """Send an HTTP request to one of the servers. Returns the response's JSON, or None if none arrives."""
        instance = self.choose_instance(player.random)
        if instance is None:
            return None
        self.trace(f"{player.name} > {method} {path} {body}")
        sent = b"" if body is None else json.dumps(body).encode()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [
                (b"host", b"jungle.example"),
                (b"cookie", f"jungle={player.name}".encode()),
                (b"content-type", b"application/json"),
                (b"content-length", str(len(sent)).encode()),
            ],
            "client": ("192.0.2.1", 1),
            "server": ("jungle.example", 80),
            "state": {},
        }
        messages: list[Any] = []
        waiting = [{"type": "http.request", "body": sent, "more_body": False}]

        async def receive() -> Any:
            if waiting:
                return waiting.pop()
            return await self.loop.create_future()  # The client stays connected.

        async def send(message: Any) -> None:
            messages.append(message)

        async def serve() -> None:
            await asyncio.sleep(player.network.expovariate(60))
            await instance.app(scope, receive, send)

        task = instance.spawn(serve())
        await asyncio.wait([task], timeout=REQUEST_SECONDS)
        if not task.done() or task.cancelled() or len(messages) < 2:
            return None
        text = b"".join(message.get("body", b"") for message in messages).decode()
        self.trace(f"{player.name} < {messages[0]['status']} {text}")
        self.referee.check_text(player.name, text, is_own_plan=path.endswith("/plan"))
        expect(messages[0]["status"] != 500, f"{method} {path} failed: {text}")
        return json.loads(text)

    # The story

    async def _tell(self) -> None:
        for _ in range(self.random.randint(1, 3)):
            await self._start()
        people = [self.loop.create_task(self._watch(player.live())) for player in self.players]
        self.faults.active = True
        trouble = self.loop.create_task(self._watch(self._make_trouble()))
        await self._pass_time(STORM_SECONDS)
        await trouble
        self.faults.active = self.faults.is_database_down = False
        for instance in self.instances:
            instance.is_cut = False
        while not any(instance.is_open for instance in self.instances):
            await self._start()
        for player in self.players:
            player.is_active = False
        calm_until = self.loop.now + CALM_SECONDS
        while self.loop.now < calm_until and not self._is_settled():
            await self._pass_time(0.5)
        for player in self.players:
            expect(player.is_settled(), self._unsettled(player))
        self.referee.check_end()
        for task in people:
            task.cancel()
        for instance in self.instances:
            if instance.is_open:
                await instance.stop()
        self.referee.check_end()

    def _is_settled(self) -> bool:
        return all(player.is_settled() for player in self.players)

    def _unsettled(self, player: Player) -> str:
        known = {game_id: (at, self.referee.games[game_id].version) for game_id, at in player.versions.items()}
        return f"{player.name} never learns the state of its games (knows, is): {known}, waits for {player.pending}"

    async def _pass_time(self, seconds: float) -> None:
        until = self.loop.now + seconds
        while self.loop.now < until:
            if self.failure is not None:
                raise self.failure
            await asyncio.sleep(min(0.25, until - self.loop.now))

    async def _watch(self, work: Any) -> None:
        try:
            await work
        except Exception as error:
            self.fail(error)

    async def _start(self) -> None:
        """Start a server. One that cannot start is started again, as a supervisor would."""
        while True:
            self._names += 1
            instance = Instance(self, f"server{self._names}")
            self.instances.append(instance)
            if await instance.open():
                return
            await asyncio.sleep(1)

    async def _make_trouble(self) -> None:
        while self.loop.now < STORM_SECONDS:
            await asyncio.sleep(self.random.expovariate(0.8))
            instance = self.choose_instance(self.random)
            if instance is None or not self.troubles:
                continue
            match self.random.choice(self.troubles):
                case "kill":
                    # Somewhere in the next turns of the event loop: at any `await`.
                    self.loop.at_turn(self.loop.turns + self.random.randint(1, 400), instance.kill)
                    self.loop.create_task(self._replace())
                case "stop":
                    self.loop.create_task(self._watch(instance.stop()))
                    self.loop.create_task(self._replace())
                case "redis":
                    self.trace(f"{instance.name} loses Redis")
                    instance.cut_redis(hangs=self.random.random() < 0.3)
                    self.loop.call_later(self.random.uniform(0.1, 4), setattr, instance, "is_cut", False)
                case "database":
                    self.trace("the database is down")
                    self.faults.is_database_down = True
                    self.loop.call_later(self.random.uniform(0.05, 1.5), self._revive_database)

    def _revive_database(self) -> None:
        self.faults.is_database_down = False

    async def _replace(self) -> None:
        """Start another server in the place of one that has stopped."""
        await asyncio.sleep(self.random.uniform(0.2, 3))
        if len([instance for instance in self.instances if instance.is_open]) < 3:
            await self._watch(self._start())

    def run(self) -> None:
        """Run to the end. Raises InvariantError, or whatever else went wrong."""
        with _simulated(self):
            try:
                self.loop.run_until_complete(self._tell())
                if self.failure is not None:
                    raise self.failure
            finally:
                self._end()

    def _end(self) -> None:
        self.loop.on_turn.clear()
        for instance in self.instances:
            instance.kill()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        with contextlib.suppress(RuntimeError):
            self.loop.run_until_complete(asyncio.sleep(0.1))
        self.loop.close()
        self.store.close()


class _Watcher(logging.Handler):
    """Fails a run in which a server logs an unexpected error."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        failure = record.exc_info and record.exc_info[1]
        if isinstance(failure, BaseException) and not isinstance(failure, OSError):
            self.world.fail(failure)


@contextlib.contextmanager
def _simulated(world: World) -> Iterator[None]:
    """Put virtual time, seeded secrets and simulated neighbours in the place of the real ones."""
    entropy = Random(f"{world.seed} secrets")
    log, watcher = logging.getLogger("jungle.server"), _Watcher(world)
    state, propagates = random.getstate(), log.propagate

    def handle(loop: Any, context: dict[str, Any]) -> None:
        if (error := context.get("exception")) is not None:
            world.fail(error)

    def judge(error: BaseException) -> None:
        if not isinstance(error, JungleError | OSError):
            world.fail(error)

    world.loop.set_exception_handler(handle)
    world.loop.on_error = judge
    random.seed(world.seed)
    gc.collect(0)  # Not `gc.freeze()`: what is frozen is never freed, not even at exit.
    gc.disable()  # Generators must not be closed at random moments.
    log.addHandler(watcher)
    log.propagate = False
    connect = lambda *options, **more: SimulatedDatabase(world.starting)  # type: ignore[arg-type] # noqa: E731
    redis = lambda url, **options: world.starting.redis(options["socket_timeout"])  # type: ignore[union-attr] # noqa: E731
    try:
        with (
            patch.multiple(time, time=world.loop.wall, monotonic=world.loop.time, perf_counter=world.loop.time),
            patch("random._urandom", entropy.randbytes),
            patch("jungle.server.services.connect", connect),
            patch("redis.asyncio.from_url", redis),
        ):
            yield
    finally:
        log.propagate = propagates
        log.removeHandler(watcher)
        gc.enable()
        random.setstate(state)


def simulate(seed: int, *, keep_trace: bool = False) -> World:
    """Run one world to its end. What went wrong is in its `failure`."""
    application()
    world = World(seed, keep_trace=keep_trace)
    try:
        world.run()
    except Exception as error:
        world.fail(error)
    return world
