"""Publish and subscribe: listeners subscribe to topics, within the process or through Redis.

A topic is `game:ID`, `user:ID` or `lobby`. Events are JSON, encoded once for all listeners.
"""

import asyncio
import logging
import random
import secrets
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from jungle.server.background import cancel
from jungle.server.identity.limits import Breaker, Limits, SharedLimits
from jungle.server.json import Json, encode

log = logging.getLogger("jungle.server")

RESYNC = encode({"type": "resync"})
"""Events may have been missed: refetch the state."""
RESYNCS_PER_SECOND, RESYNC_SECONDS = 1000, 10.0
"""How fast clients receive a resync, and how long that takes at most."""
KEPT_SECONDS = 24 * 3600
"""How long the numbers of a dead server stay in Redis at most."""
REVOKED = encode({"type": "revoked"})
"""Published to a user's topic when sessions or tokens end. For open connections only; they do not pass it on."""


class Listener(Protocol):
    """A subscriber to topics."""

    def push(self, topic: str, data: bytes) -> None: ...


class Hub:
    """Topics and their listeners in this process."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        """By topic, in the order in which they subscribed."""
        self.limits: Callable[[float], Limits] = Limits
        """Creates the rate limits that the servers connected by this hub share."""
        self.name = secrets.token_hex(8)
        self.others: set[str] = set()
        """The names of the other running servers."""

    def is_first(self) -> bool:
        """True for one of the running servers: the one that does what need not be done by each of them."""
        return all(self.name < other for other in self.others)

    async def open(self) -> None:
        """Start listening to other processes."""

    async def flush(self) -> bool:
        """Wait until everything published so far is sent. False if other processes may have missed something."""
        return True

    async def close(self) -> None:
        """Stop listening."""

    async def subscribe(self, topic: str, listener: Listener) -> None:
        """Subscribe to a topic. Once this returns, nothing published to it is missed."""
        self._listeners[topic][listener] = None

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        self._listeners[topic].pop(listener, None)
        if not self._listeners[topic]:
            del self._listeners[topic]

    def has_listeners(self, topic: str) -> bool:
        return topic in self._listeners

    def publish(self, topic: str, data: bytes) -> None:
        """Send an event to all listeners of a topic, on every server."""
        self.deliver(topic, data)

    def deliver(self, topic: str, data: bytes) -> None:
        """Send an event to the listeners in this process."""
        if topic in self._listeners:
            for listener in tuple(self._listeners[topic]):
                listener.push(topic, data)

    def resync(self) -> None:
        """Tell all listeners that they may have missed something: each of them once, and not all at the same moment,
        since all of them will ask for what they missed."""
        listeners = dict.fromkeys(listener for subscribed in self._listeners.values() for listener in subscribed)
        spread = min(len(listeners) / RESYNCS_PER_SECOND, RESYNC_SECONDS)
        loop = asyncio.get_running_loop()
        for listener in listeners:
            loop.call_later(random.random() * spread, listener.push, "", RESYNC)

    def unsent(self) -> int:
        """How many events wait to be sent to the other servers."""
        return 0

    async def total(self, key: str, here: int) -> int:
        """Report this server's count for a key, and return the total over all servers."""
        return here

    async def healthy(self) -> bool:
        return True


class RedisHub(Hub):
    """A hub across processes: each topic is a Redis channel, subscribed to only by servers that have listeners."""

    RETRY_SECONDS = 0.5
    ASK_SECONDS, SEND_SECONDS = 2.0, 3.0
    """How long Redis may take to answer a waiting client, and to accept events."""
    ALL = "jungle"
    """The channel that every server subscribes to."""

    def __init__(self, url: str) -> None:
        from redis import asyncio as redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        super().__init__()

        def connect(seconds: float) -> Any:
            # The library would keep retrying for ten seconds.
            retry = Retry(NoBackoff(), 0)
            return redis.from_url(url, retry=retry, socket_timeout=seconds, socket_connect_timeout=seconds)

        self._redis = connect(self.ASK_SECONDS)
        self._events = connect(self.SEND_SECONDS)
        self._breaker = Breaker("Redis")
        self.limits = partial(SharedLimits, self._redis, self._breaker)
        self.me = bytes.fromhex(self.name)
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._is_cut = False
        """True while nothing can be sent: events are dropped, and the other servers resync when Redis is back."""
        self._has_missed = False
        """True after a lost connection, until all topics are subscribed to again."""
        self._confirmed: dict[str, asyncio.Event] = {}
        self._late: set[str] = set()
        """Topics whose subscribers did not wait for Redis to confirm: they resync when it does."""
        self._wanted: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self._redis.ping()
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]

    async def close(self) -> None:
        await cancel(self._tasks)
        await self._redis.aclose()
        await self._events.aclose()

    async def flush(self) -> bool:
        try:
            await asyncio.wait_for(self._outgoing.join(), self.SEND_SECONDS)
        except TimeoutError:
            return False
        return not self._is_cut

    async def healthy(self) -> bool:
        async def ping() -> bool:
            return bool(await self._redis.ping())

        return await self._breaker.call(ping, False)

    async def total(self, key: str, here: int) -> int:
        async def ask() -> dict[bytes, bytes]:
            async with self._redis.pipeline(transaction=False) as pipe:
                if here:
                    pipe.hset(key, self.name, here)
                else:
                    pipe.hdel(key, self.name)
                pipe.expire(key, KEPT_SECONDS)
                pipe.hgetall(key)
                found: dict[bytes, bytes] = (await pipe.execute())[-1]
                return found

        # Without Redis, this server's own count is better than nothing.
        nothing: dict[bytes, bytes] = {}
        found = await self._breaker.call(ask, nothing)
        return here + sum(int(number) for name, number in found.items() if name.decode() in self.others)

    async def subscribe(self, topic: str, listener: Listener) -> None:
        await super().subscribe(topic, listener)
        if topic not in self._confirmed:
            self._confirmed[topic] = asyncio.Event()
            self._wanted.put_nowait(topic)
        confirmed = self._confirmed[topic]
        # Without Redis, this process's events still arrive; clients fetch the others when it is back.
        if not confirmed.is_set() and not await self._breaker.call(confirmed.wait, False):
            self._late.add(topic)

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        super().unsubscribe(topic, listener)
        if not self.has_listeners(topic) and self._confirmed.pop(topic, None) is not None:
            self._late.discard(topic)
            self._wanted.put_nowait("-" + topic)

    def publish(self, topic: str, data: bytes) -> None:
        self.deliver(topic, data)
        if not self._is_cut:
            self._outgoing.put_nowait((topic, data))

    def unsent(self) -> int:
        return self._outgoing.qsize()

    async def _send(self) -> None:
        while True:
            batch = [await self._outgoing.get()]
            while not self._outgoing.empty() and len(batch) < 256:
                batch.append(self._outgoing.get_nowait())
            try:
                async with self._events.pipeline(transaction=False) as pipe:
                    for topic, data in batch:
                        pipe.publish(topic, self.me + data)
                    await pipe.execute()
            except Exception as error:
                log.warning("Redis: %s", error)
                self._is_cut = True
                while not self._outgoing.empty():
                    batch.append(self._outgoing.get_nowait())
            for _ in batch:
                self._outgoing.task_done()
            if self._is_cut:
                await asyncio.sleep(self.RETRY_SECONDS)
                # Events published from now on are sent after this.
                self._is_cut = False
                self._outgoing.put_nowait((self.ALL, RESYNC))

    async def _receive(self) -> None:
        while True:
            try:
                async with self._events.pubsub() as pubsub:
                    while not self._wanted.empty():
                        self._wanted.get_nowait()
                    # In this order: once the last one is confirmed, nothing is missed any more.
                    await pubsub.subscribe(*self._confirmed, self.ALL)
                    both = [asyncio.create_task(self._subscribe(pubsub)), asyncio.create_task(self._listen(pubsub))]
                    try:
                        await asyncio.gather(*both)
                    finally:
                        await cancel(both)
            except Exception as error:
                log.warning("Redis: %s", error)
                self._has_missed = True
                await asyncio.sleep(self.RETRY_SECONDS)
                self.resync()

    async def _listen(self, pubsub: Any) -> None:
        async for message in pubsub.listen():
            self._hear(message)

    async def _subscribe(self, pubsub: Any) -> None:
        while True:
            # Together, since after a restart thousands of clients come at once.
            wanted = [await self._wanted.get()]
            while not self._wanted.empty():
                wanted.append(self._wanted.get_nowait())
            last = {topic.removeprefix("-"): not topic.startswith("-") for topic in wanted}
            if added := [topic for topic, is_wanted in last.items() if is_wanted]:
                await pubsub.subscribe(*added)
            if removed := [topic for topic, is_wanted in last.items() if not is_wanted]:
                await pubsub.unsubscribe(*removed)

    def _hear(self, message: Json) -> None:
        topic = message["channel"].decode()
        if message["type"] == "subscribe":
            self._breaker.reset()
            if topic == self.ALL and self._has_missed:
                self._has_missed = False
                self.resync()
            if topic in self._confirmed:
                self._confirmed[topic].set()
            if topic in self._late:
                self._late.discard(topic)
                self.deliver(topic, RESYNC)
        elif message["type"] == "message" and not message["data"].startswith(self.me):
            if topic == self.ALL:
                self.resync()
            else:
                self.deliver(topic, message["data"][len(self.me) :])


class Mailbox:
    """A listener that queues events, up to a limit."""

    def __init__(self, limit: int = 256) -> None:
        self.limit = limit
        self.overflowed = False
        self._queue: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

    def push(self, topic: str, data: bytes) -> None:
        if self._queue.qsize() < self.limit:
            self._queue.put_nowait((topic, data))
        else:
            self.overflowed = True

    async def next(self, timeout: float) -> tuple[str, bytes] | None:
        """The oldest event, or None if none arrives in time."""
        try:
            return await asyncio.wait_for(self._queue.get(), timeout)
        except TimeoutError:
            return None
