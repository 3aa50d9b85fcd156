"""A server in this process, with a clock that the test controls."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.json import encode
from jungle.server.realtime.client_frames import Command, parse_client_frame
from jungle.server.services import Services
from jungle.server.settings import Settings
from jungle.server.storage.schema import games, outbox
from tests.server.harness.processes import new_database

START = 1_800_000_000_000


TERMS: dict[str, Any] = {
    "game": None,
    "rules": None,
    "clock": None,
    "days": None,
    "rated": False,
    "fen": None,
    "colour": "blue",
}


class House:
    """A server without a network, whose time only the test advances."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.time = START
        data.mkdir()
        shutil.copy(new_database(), data / "server.sqlite")
        self.services = Services(Settings(data=data, password_memory=64, **settings), now=lambda: self.time)
        self.people: dict[str, User] = {}

    async def open(self) -> None:
        await self.services.open()
        for task in self.services._running:  # The test runs the sweeper itself.
            task.cancel()
        for name in ("anna", "bert"):
            self.people[name] = await self.services.accounts.sign_up(name, "password")
            await self.services.accounts.update(self.people[name].id, address=f"{name}@example.org")

    async def game(self, **terms: Any) -> str:
        anna, bert = self.people.values()
        challenge = await self.services.lobby.challenge(anna, "bert", Terms.make(**{**TERMS, **terms}))
        row = await self.services.lobby.accept(bert, challenge["id"])
        assert row is not None
        return row.id

    async def move(self, game: str, name: str, move: str, **options: Any) -> Any:
        return await self.command(game, name, "move", move=move, **options)

    async def command(self, game: str, name: str, command: str, **arguments: Any) -> Any:
        lag = arguments.pop("lag", 0)
        frame = parse_client_frame(encode({"type": command, "game": game, **arguments}))
        assert isinstance(frame, Command)
        return await self.services.games.execute(frame, self.people[name].id, lag)

    async def row(self, game: str) -> Any:
        statement = sa.select(games).where(games.c.id == game)
        return await self.services.database.read(lambda connection: connection.execute(statement).mappings().one())

    async def mails(self) -> list[str]:
        statement = sa.select(outbox.c.subject, outbox.c.address).order_by(outbox.c.id)
        rows = await self.services.database.read(lambda connection: connection.execute(statement).all())
        return [f"{address.partition('@')[0]}: {subject.partition(': ')[2]}" for subject, address in rows]

    async def opening(self, game: str) -> None:
        await self.move(game, "anna", "a3a4")
        await self.move(game, "bert", "g7g6")


def in_house(data: Path, story: Callable[[House], Awaitable[None]], **settings: Any) -> None:
    async def tell() -> None:
        house = House(data, **settings)
        await house.open()
        try:
            await story(house)
        finally:
            await house.services.close()

    asyncio.run(tell())
