"""Redis hanging or unavailable: nobody waits long, nothing piles up, and missed events are made up for."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio.client import PubSub

from jungle.server.errors import LimitedError
from jungle.server.identity.limits import Breaker
from jungle.server.realtime.hub import RESYNC, Mailbox, RedisHub
from tests.needs import needs
from tests.server.harness.clients import Client
from tests.server.harness.processes import free_port, served
from tests.server.harness.waiting import PATIENCE, wait_until

pytestmark = needs("redis")


class OurRedis:
    """A Redis that can be paused, as if its machine hung, and resumed."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.command += ["--dir", str(folder)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        while "Ready to accept" not in self.process.stdout.readline():
            pass

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        os.kill(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.process.pid, signal.SIGCONT)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[OurRedis]:
    running = OurRedis(tmp_path)
    yield running
    running.kill()


def with_hubs(redis: OurRedis, story: Callable[[RedisHub, RedisHub], Awaitable[None]]) -> None:
    async def tell() -> None:
        hubs = RedisHub(redis.url), RedisHub(redis.url)
        for hub in hubs:
            await hub.open()
        try:
            await story(*hubs)
        finally:
            for hub in hubs:
                await hub.close()

    asyncio.run(tell())


async def _seconds(work: Awaitable[Any]) -> float:
    started = time.monotonic()
    await work
    return time.monotonic() - started


def test_a_hanging_redis_delays_no_request_twice(redis: OurRedis) -> None:
    async def story(one: RedisHub, two: RedisHub) -> None:
        limits = one.limits(1.0)
        await limits.take("login", "somebody")
        with redis.hanging():
            assert await _seconds(limits.take("login", "somebody")) < 5
            assert await _seconds(limits.take("login", "somebody")) < 0.2
            assert await _seconds(one.subscribe("game:a", Mailbox())) < 5
            assert await _seconds(one.subscribe("game:b", Mailbox())) < 0.2
            assert await _seconds(one.total("spectators:a", 1)) < 5
            assert await _seconds(one.total("spectators:a", 1)) < 0.2
            assert await _seconds(one.healthy()) < 0.2

    with_hubs(redis, story)


def test_a_hanging_redis_delays_a_watch_for_less_than_two_seconds(redis: OurRedis) -> None:
    """Subscribing and counting the spectators waited two seconds each."""

    async def story(one: RedisHub, two: RedisHub) -> None:
        async def watch() -> None:
            await one.subscribe("game:a", Mailbox())
            await one.total("spectators:a", 1)

        with redis.hanging():
            assert await _seconds(watch()) < 2

    with_hubs(redis, story)


def test_clients_that_did_not_wait_for_a_hanging_redis_catch_up(redis: OurRedis) -> None:
    async def story(one: RedisHub, two: RedisHub) -> None:
        mailbox = Mailbox()
        with redis.hanging():
            await one.subscribe("game:a", mailbox)
            two.publish("game:a", b"missed")
        assert await mailbox.next(PATIENCE) == ("game:a", RESYNC)
        two.publish("game:a", b"heard")
        while (heard := await mailbox.next(PATIENCE)) != ("game:a", b"heard"):
            assert heard is not None

    with_hubs(redis, story)


def test_nothing_piles_up_without_redis_and_the_others_resync(redis: OurRedis) -> None:
    async def story(one: RedisHub, two: RedisHub) -> None:
        mailbox = Mailbox()
        await two.subscribe("game:a", mailbox)
        one.publish("game:a", b"1")
        assert await mailbox.next(10) == ("game:a", b"1")
        with redis.hanging():
            one.publish("game:a", b"2")
            while not one._is_cut:
                await asyncio.sleep(0.01)
            for _ in range(1000):
                one.publish("game:a", b"3")
            assert one._outgoing.qsize() == 0
        heard = await mailbox.next(20)
        while heard != ("", RESYNC):  # Delayed events may still arrive.
            assert heard == ("game:a", b"2")
            heard = await mailbox.next(20)
        one.publish("game:a", b"4")
        heard = await mailbox.next(20)
        while heard != ("game:a", b"4"):
            assert heard == ("", RESYNC)
            heard = await mailbox.next(20)

    with_hubs(redis, story)


def test_events_flow_again_after_a_redis_restart(redis: OurRedis) -> None:
    async def story(one: RedisHub, two: RedisHub) -> None:
        mailbox = Mailbox()
        await two.subscribe("game:a", mailbox)
        redis.kill()
        one.publish("game:a", b"1")
        await asyncio.to_thread(redis.start)
        assert await mailbox.next(20) == ("", RESYNC)
        heard = None
        while heard != ("game:a", b"2"):
            one.publish("game:a", b"2")
            heard = await mailbox.next(0.2)

    with_hubs(redis, story)


def test_events_flow_again_after_a_failed_subscription(redis: OurRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The task that subscribes ended silently, and new topics heard nothing until the server was restarted."""

    async def story(one: RedisHub, two: RedisHub) -> None:
        async def fail(pubsub: PubSub, *topics: str) -> None:
            monkeypatch.undo()
            raise ConnectionError("not this time")

        mailbox, heard = Mailbox(), None
        await two.subscribe("lobby", mailbox)
        monkeypatch.setattr(PubSub, "subscribe", fail)
        await two.subscribe("game:a", mailbox)
        async with asyncio.timeout(PATIENCE):
            while heard != ("game:a", b"1"):
                one.publish("game:a", b"1")
                heard = await mailbox.next(0.2)

    with_hubs(redis, story)


def test_clients_resync_after_every_topic_is_subscribed_to_again(
    redis: OurRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They did so before, and missed what was published in between."""

    async def story(one: RedisHub, two: RedisHub) -> None:
        async def wait(pubsub: PubSub, *topics: str) -> None:
            started.set()
            await may_subscribe.wait()
            await subscribe(pubsub, *topics)

        mailbox, started, may_subscribe = Mailbox(), asyncio.Event(), asyncio.Event()
        await two.subscribe("game:a", mailbox)
        subscribe = PubSub.subscribe
        monkeypatch.setattr(PubSub, "subscribe", wait)
        redis.kill()
        await asyncio.to_thread(redis.start)
        async with asyncio.timeout(PATIENCE):
            await started.wait()
            while await mailbox.next(1) is not None:
                pass
            may_subscribe.set()
            assert await mailbox.next(PATIENCE) == ("", RESYNC)

    with_hubs(redis, story)


def test_a_server_sends_all_its_events_before_it_stops(redis: OurRedis) -> None:
    async def story(one: RedisHub, two: RedisHub) -> None:
        mailbox = Mailbox(limit=2000)
        await two.subscribe("game:a", mailbox)
        for number in range(2000):
            one.publish("game:a", str(number).encode())
        assert await one.flush()
        await one.close()
        for number in range(2000):
            assert await mailbox.next(20) == ("game:a", str(number).encode())

    with_hubs(redis, story)


def test_a_server_that_stops_without_redis_knows_that_others_missed_its_events(redis: OurRedis) -> None:
    """It used to sign off, and clients of other servers never learned of its last moves."""

    async def story(one: RedisHub, two: RedisHub) -> None:
        redis.kill()
        one.publish("game:a", b"1")
        assert not await one.flush()
        await asyncio.to_thread(redis.start)

    with_hubs(redis, story)


def test_an_idle_connection_stays_open(redis: OurRedis) -> None:
    async def story(one: RedisHub, two: RedisHub) -> None:
        mailbox = Mailbox()
        await two.subscribe("game:a", mailbox)
        assert await mailbox.next(2 * RedisHub.SEND_SECONDS) is None, "no resync: nothing was lost"
        one.publish("game:a", b"1")
        assert await mailbox.next(10) == ("game:a", b"1")

    with_hubs(redis, story)


def test_a_server_without_redis_is_ready(redis: OurRedis, data: Path) -> None:
    """Load balancers used to take every server out of service when Redis was down."""
    with served(data, "--redis", redis.url) as server:
        assert Client(server).get("/readyz") == {"status": "ok", "database": True, "draining": False, "events": True}
        with redis.hanging():
            wait_until(lambda: Client(server).get("/readyz")["events"] is False, "the server to miss Redis")
            assert Client(server).get("/livez") == {"status": "ok"}


def test_a_limit_used_up_on_one_server_holds_on_another(redis: OurRedis) -> None:
    """The right class code, guessed after many wrong ones, was accepted by a server that had seen few of them."""

    async def story(one: RedisHub, two: RedisHub) -> None:
        here, there = one.limits(0.1), two.limits(0.1)
        await there.check("class_code", "192.0.2.1")
        for _ in range(6):
            await here.take("class_code", "192.0.2.1")
        with pytest.raises(LimitedError):
            await there.check("class_code", "192.0.2.1")
        await there.check("class_code", "192.0.2.2")

    with_hubs(redis, story)


def test_a_breaker_retries_after_a_while() -> None:
    async def story() -> None:
        asked: list[int] = []

        async def fail() -> int:
            asked.append(1)
            raise OSError("gone")

        breaker = Breaker("it", pause=0.05)
        assert [await breaker.call(fail, 7) for _ in range(3)] == [7, 7, 7]
        assert len(asked) == 1
        until = time.monotonic() + 5
        while len(asked) == 1 and time.monotonic() < until:
            await breaker.call(fail, 7)
            await asyncio.sleep(0.01)
        assert len(asked) == 2

        # One caller at a time finds out whether it works again; the others do not wait.
        hanging, answering = asyncio.Event(), Breaker("it", pause=60)

        async def hang() -> int:
            await hanging.wait()
            return 1

        assert await answering.call(fail, 7) == 7
        answering._open_until = 0.001  # The pause is over.
        first = asyncio.create_task(answering.call(hang, 7))
        await asyncio.sleep(0)
        assert await answering.call(hang, 7) == 7
        hanging.set()
        assert await first == 1
        assert await answering.call(hang, 7) == 1

    asyncio.run(story())
