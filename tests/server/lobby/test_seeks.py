"""Which seeks are paired. The database looks for them, so that a full lobby costs no more than an empty one."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.server.game.terms import Terms
from jungle.server.lobby.lobby import CANDIDATES
from jungle.server.realtime.hub import Mailbox
from jungle.server.realtime.lobby_feed import LobbyFeed
from jungle.server.realtime.server_frames import parse_server_frame
from jungle.server.storage.schema import blocks, challenges, ratings
from tests.needs import needs
from tests.server.harness.house import TERMS, House, in_house
from tests.server.harness.processes import another_database

CLOCK = {"clock": (300, 0), "rated": True}
WIDE = (None, None)

CASES: list[tuple[str, dict[str, Any], Any, dict[str, Any], Any, bool]] = [
    ("the same", CLOCK, WIDE, CLOCK, WIDE, True),
    ("another clock", CLOCK, WIDE, {"clock": (300, 1), "rated": True}, WIDE, False),
    ("casual and rated", CLOCK, WIDE, {"clock": (300, 0)}, WIDE, False),
    ("other rules", CLOCK, WIDE, CLOCK | {"rules": "gamerz"}, WIDE, False),
    ("both want Blue", CLOCK | {"colour": "blue"}, WIDE, CLOCK | {"colour": "blue"}, WIDE, False),
    ("one wants Blue, the other Red", CLOCK | {"colour": "blue"}, WIDE, CLOCK | {"colour": "red"}, WIDE, True),
    ("one wants Red", CLOCK | {"colour": "red"}, WIDE, CLOCK | {"colour": "random"}, WIDE, True),
    ("anna is within bert's range", CLOCK, WIDE, CLOCK, (1500, 1700), True),
    ("anna is above bert's range", CLOCK, WIDE, CLOCK, (1300, 1500), False),
    ("bert is within anna's range", CLOCK, (1300, 1500), CLOCK, WIDE, True),
    ("bert is below anna's range", CLOCK, (1500, 1700), CLOCK, WIDE, False),
    ("without a rating list", {"days": 3}, (1400, 1600), {"days": 3}, (1400, 1600), True),
]


@pytest.mark.parametrize(
    ("first", "range_1", "second", "range_2", "fits"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_seeks_that_fit_are_paired(
    data: Path, first: dict[str, Any], range_1: Any, second: dict[str, Any], range_2: Any, fits: bool
) -> None:
    async def story(house: House) -> None:
        anna, bert = house.people.values()
        for user, rating in ((anna, 1600.0), (bert, 1400.0)):
            values = {"rating": rating, "deviation": 50.0, "volatility": 0.06, "games": 9, "updated": house.time}
            await house.services.database.execute(sa.insert(ratings).values(user_id=user.id, kind="blitz", **values))
        terms = {**TERMS, "colour": "random"}
        seek, _ = await house.services.lobby.seek(anna, Terms.make(**{**terms, **first}), *range_1)
        assert seek is not None
        other, game = await house.services.lobby.seek(bert, Terms.make(**{**terms, **second}), *range_2)
        assert (game is not None, other is None) == (fits, fits)
        if game is not None and first.get("colour") == "blue":
            assert game.seats[0].user_id == anna.id
        if game is not None and first.get("colour") == "red":
            assert game.seats[1].user_id == anna.id

    in_house(data, story)


def test_a_full_lobby_does_not_hide_the_one_seek_that_fits(data: Path) -> None:
    async def story(house: House) -> None:
        services = house.services
        anna, bert = house.people.values()
        blue = Terms.make(**{**TERMS, "days": 3, "colour": "blue"})
        for number in range(CANDIDATES + 5):
            other = await services.accounts.sign_up(f"other{number}", "password")
            await services.lobby.seek(other, blue, None, None)
            blocked = {"user_id": other.id, "blocked_id": bert.id}
            await services.database.execute(sa.insert(blocks).values(blocked))
        seek, _ = await services.lobby.seek(anna, blue, None, None)
        assert seek is not None
        _, game = await services.lobby.seek(bert, Terms.make(**{**TERMS, "days": 3, "colour": "random"}), None, None)
        assert game is not None
        assert game.seats[0].user_id == anna.id

    in_house(data, story)


def test_seeks_of_an_earlier_version_are_paired_after_a_moment(data: Path) -> None:
    async def story(house: House) -> None:
        anna, bert = house.people.values()
        terms = Terms.make(**{**TERMS, "days": 3, "colour": "random"})
        await house.services.lobby.seek(anna, terms, None, None)
        await house.services.database.execute(sa.update(challenges).values(pool=None, colour=None))
        await house.services.lobby.renew()
        assert (await house.services.lobby.seek(bert, terms, None, None))[1] is not None

    in_house(data, story)


@needs("postgresql", "redis")
def test_seeks_are_paired_on_postgresql(data: Path, cluster: tuple[str, ...]) -> None:
    async def story(house: House) -> None:
        anna, bert = house.people.values()
        terms = Terms.make(**{**TERMS, "clock": (300, 0), "colour": "random"})
        assert (await house.services.lobby.seek(anna, terms, 1400, 1600))[1] is None
        assert (await house.services.lobby.seek(bert, terms, 1400, 1600))[1] is not None

    in_house(data, story, database=another_database(cluster[1]))


def test_many_lobby_changes_arrive_in_one_frame(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.server.realtime.lobby_feed.BATCH_SECONDS", 0.2)

    async def story(house: House) -> None:
        ear = Mailbox()
        await house.services.hub.subscribe("lobby", ear)
        feed = LobbyFeed(house.services.hub)
        feed.add(seek={"id": "first"})
        first = await ear.next(60)
        assert first is not None
        assert parse_server_frame(first[1]).changes[0].seek == {"id": "first"}
        for name in "abc":
            feed.add(seek={"id": name})
        feed.add(view={"id": "game"})
        feed.remove_seeks(["b", "first"])
        feed.game_over("game")
        feed.game_over("earlier")
        await asyncio.sleep(0)
        second = await ear.next(60)
        assert second is not None
        changes = [
            {name: getattr(change, name) for name in ("seek", "ended", "over", "view") if getattr(change, name)}
            for change in parse_server_frame(second[1]).changes
        ]
        assert changes == [{"seek": {"id": "a"}}, {"seek": {"id": "c"}}, {"ended": ["first"]}, {"over": "earlier"}]
        assert await ear.next(0) is None

    in_house(data, story)
