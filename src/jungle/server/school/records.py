"""The puzzle rating and personal bests, stored in the account and merged from every device."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from jungle.server.identity.accounts import User
from jungle.server.json import Json
from jungle.server.storage.database import Database
from jungle.server.storage.schema import records, users

NAMES = ("rating", "best", "sprint", "run")
"""The puzzle rating, the longest streak, the most solved in three minutes, and the most before the first mistake."""


class Record(msgspec.Struct, frozen=True):
    """One of `NAMES` and its value. A rating also has the number of puzzles it is based on; a best has 0."""

    name: str
    value: int
    count: int = 0

    def merged(self, other: "Record") -> "Record":
        """The rating that is based on more puzzles, or the higher best.

        >>> Record("rating", 900, 5).merged(Record("rating", 700, 60))
        Record(name='rating', value=700, count=60)
        """
        return max(self, other, key=lambda record: (record.count, record.value))


class PuzzleRecords:
    """Stores everyone's puzzle rating and bests."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def records(self, user: User) -> list[Json]:
        """A user's records."""
        found = await self.database.scan(lambda connection: _read(connection, user.id))
        return [msgspec.structs.asdict(record) for record in found.values()]

    async def merge(self, user: User, given: list[Record]) -> list[Json]:
        """Merge a device's records, and return the combined ones."""

        def work(connection: sa.Connection) -> None:
            # Serialise two devices of one user.
            connection.execute(sa.select(users.c.id).where(users.c.id == user.id).with_for_update())
            before = _read(connection, user.id)
            after = dict(before)
            for record in given:
                after[record.name] = record.merged(after.get(record.name, record))
            _write(connection, user.id, [record for name, record in after.items() if before.get(name) != record])

        if given:
            await self.database.write(work)
        return await self.records(user)


def _read(connection: sa.Connection, user_id: int) -> dict[str, Record]:
    mine = sa.select(records.c.name, records.c.value, records.c.count).where(records.c.user_id == user_id)
    return {name: Record(name, value, count) for name, value, count in connection.execute(mine)}


def _write(connection: sa.Connection, user_id: int, changed: list[Record]) -> None:
    if not changed:
        return
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(records)
    renewed = {name: insert.excluded[name] for name in ("value", "count")}
    rows = [{"user_id": user_id, **msgspec.structs.asdict(record)} for record in changed]
    connection.execute(insert.on_conflict_do_update(index_elements=["user_id", "name"], set_=renewed), rows)
