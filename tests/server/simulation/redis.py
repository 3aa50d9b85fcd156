"""A Redis in memory: as much of it as `RedisHub` uses, with delays, and links that can be cut."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from tests.server.simulation.instance import Instance
    from tests.server.simulation.world import World

SLOW_RATE = 0.02
"""How many requests take long, because a packet was lost."""


class SimulatedRedis:
    """What all servers share."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.hashes: defaultdict[str, dict[bytes, bytes]] = defaultdict(dict)
        self.subscriptions: list[Subscriptions] = []

    def publish(self, topic: str, data: bytes) -> None:
        for each in tuple(self.subscriptions):
            if topic in each.topics:
                each.hear({"type": "message", "channel": topic.encode(), "data": data})


class Client:
    """One server's connection."""

    def __init__(self, redis: SimulatedRedis, instance: "Instance", seconds: float) -> None:
        self.redis = redis
        self.instance = instance
        self.seconds = seconds

    async def reach(self) -> None:
        """Let a request travel one way. Raises OSError if the link is cut."""
        instance = self.instance
        if instance.is_cut and instance.hangs:
            await asyncio.sleep(self.seconds)
            raise TimeoutError("simulated: Redis does not answer")
        random = instance.random
        await asyncio.sleep(random.uniform(0.05, 0.4) if random.random() < SLOW_RATE else random.uniform(0.0002, 0.004))
        if instance.is_cut or instance.is_dead:
            raise ConnectionResetError("simulated: no connection to Redis")

    async def ping(self) -> bool:
        await self.reach()
        return True

    def pipeline(self, transaction: bool = True) -> "Pipeline":
        return Pipeline(self)

    def pubsub(self) -> "Subscriptions":
        return Subscriptions(self)

    def register_script(self, text: str) -> Any:
        """Rate limits are switched off here."""
        return None

    async def aclose(self) -> None:
        pass


class Pipeline:
    """Commands that travel together."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.commands: list[tuple[Any, ...]] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        pass

    def publish(self, topic: str, data: bytes) -> None:
        self.commands.append(("publish", topic, data))

    def hset(self, key: str, name: str, value: int) -> None:
        self.commands.append(("hset", key, name, value))

    def hdel(self, key: str, name: str) -> None:
        self.commands.append(("hdel", key, name))

    def expire(self, key: str, seconds: int) -> None:
        self.commands.append(("expire",))

    def hgetall(self, key: str) -> None:
        self.commands.append(("hgetall", key))

    async def execute(self) -> list[Any]:
        await self.client.reach()
        redis, answers = self.client.redis, []
        for name, *args in self.commands:
            answer: Any = None
            if name == "publish":
                redis.publish(*args)
            elif name == "hset":
                redis.hashes[args[0]][args[1].encode()] = str(args[2]).encode()
            elif name == "hdel":
                redis.hashes[args[0]].pop(args[1].encode(), None)
            elif name == "hgetall":
                answer = dict(redis.hashes[args[0]])
            answers.append(answer)
        await self.client.reach()  # It is done, but the answer may be lost.
        return answers


class Subscriptions:
    """A connection that hears what is published. Messages arrive late but in order, until the link is cut."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.topics: set[str] = set()
        self.is_cut = False
        self.arriving: asyncio.Queue[tuple[float, dict[str, Any]]] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        self.client.redis.subscriptions.append(self)
        self.client.instance.subscriptions.append(self)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.cut()

    def cut(self) -> None:
        """Lose the connection, and everything under way."""
        for known in (self.client.redis.subscriptions, self.client.instance.subscriptions):
            if self in known:
                known.remove(self)
        self.is_cut = True
        self.arriving.put_nowait((0.0, {}))

    def hear(self, message: dict[str, Any]) -> None:
        instance = self.client.instance
        self.arriving.put_nowait((instance.world.loop.now + instance.random.expovariate(200), message))

    async def subscribe(self, *topics: str) -> None:
        await self.client.reach()
        for topic in topics:
            self.topics.add(topic)
            self.hear({"type": "subscribe", "channel": topic.encode(), "data": 1})

    async def unsubscribe(self, *topics: str) -> None:
        await self.client.reach()
        self.topics.difference_update(topics)

    async def listen(self) -> AsyncIterator[dict[str, Any]]:
        while True:
            at, message = await self.arriving.get()
            if not self.is_cut and (wait := at - self.client.instance.world.loop.now) > 0:
                await asyncio.sleep(wait)
            if self.is_cut:
                raise ConnectionResetError("simulated: the connection to Redis is lost")
            yield message
