"""Domain events: who reacts, when, and in which order."""

import asyncio
from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from jungle.server.events import Events


@dataclass(frozen=True)
class Sung:
    """A song has been sung."""

    song: str


@dataclass(frozen=True)
class Danced:
    """A dance has been danced."""


def test_subscribers_react_in_order_to_their_type_of_event() -> None:
    events, heard = Events(), []

    async def slowly(event: Sung) -> None:
        await asyncio.sleep(0)
        heard.append(f"slowly {event.song}")

    events.subscribe(Sung, slowly)
    events.subscribe(Sung, lambda event: heard.append(event.song))
    events.subscribe(Danced, lambda event: heard.append("dance"))
    asyncio.run(events.emit(Sung("tune")))
    assert heard == ["slowly tune", "tune"]


def test_a_failing_subscriber_rolls_back_the_event() -> None:
    events = Events()
    engine = sa.create_engine("sqlite://", poolclass=sa.pool.StaticPool)
    songs = sa.Table("songs", sa.MetaData(), sa.Column("song", sa.Text))
    songs.metadata.create_all(engine)

    def write(connection: sa.Connection, event: Sung) -> None:
        connection.execute(sa.insert(songs), {"song": event.song})

    def fail(connection: sa.Connection, event: Sung) -> None:
        if event.song == "bad":
            raise ValueError(event.song)

    events.subscribe_within(Sung, write)
    events.subscribe_within(Sung, fail)
    with engine.begin() as connection:
        events.record(connection, Sung("good"))
    with pytest.raises(ValueError, match="bad"), engine.begin() as connection:
        events.record(connection, Sung("bad"))
    with engine.connect() as connection:
        assert connection.execute(sa.select(songs)).scalars().all() == ["good"]
    engine.dispose()


def test_reactions_after_the_commit_are_not_part_of_the_transaction() -> None:
    events, heard = Events(), []
    events.subscribe(Sung, lambda event: heard.append(event.song))
    with sa.create_engine("sqlite://").begin() as connection:
        events.record(connection, Sung("tune"))
    assert heard == []
