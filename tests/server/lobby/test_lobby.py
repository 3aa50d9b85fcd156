"""Challenges and seeks."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle.server.errors import ConflictError
from jungle.server.game.terms import Terms
from jungle.server.lobby.lobby import SEEK_LIFE
from jungle.server.realtime.hub import Mailbox
from jungle.server.storage.schema import users
from jungle.server.times import DAY, SECOND
from tests.server.harness.clients import Somebody
from tests.server.harness.house import TERMS, House, in_house


def test_a_seek_lasts_as_long_as_its_owner_is_connected(data: Path) -> None:
    async def story(house: House) -> None:
        services, (anna, bert) = house.services, house.people.values()
        terms = Terms.make(**{**TERMS, "clock": (60, 0), "colour": None})
        await services.lobby.seek(anna, terms, None, None)
        page = Mailbox()
        await services.hub.subscribe(f"user:{anna.id}", page)
        for _ in range(5):
            house.time += SEEK_LIFE - SECOND
            await services.lobby.renew()
        assert len(await services.lobby.seeks()) == 1
        services.hub.unsubscribe(f"user:{anna.id}", page)
        house.time += SEEK_LIFE + SECOND
        await services.lobby.renew()
        assert await services.lobby.seeks() == []
        seek, game = await services.lobby.seek(bert, terms, None, None)
        assert (seek is not None, game) == (True, None)
        # A correspondence seek needs no renewal.
        await services.lobby.seek(anna, Terms.make(**{**TERMS, "days": 3}), None, None)
        house.time += DAY
        await services.lobby.renew()
        assert [seek["days"] for seek in await services.lobby.seeks()] == [3]

    in_house(data, story)


@pytest.mark.parametrize("column", ["banned_until", "closed"])
def test_banned_and_closed_accounts_are_not_paired(data: Path, column: str) -> None:
    async def story(house: House) -> None:
        services, (anna, bert) = house.services, house.people.values()
        terms = Terms.make(**{**TERMS, "clock": (60, 0), "colour": None})
        await services.lobby.seek(anna, terms, None, None)
        challenge = await services.lobby.challenge(anna, "bert", terms)
        gone = sa.update(users).where(users.c.id == anna.id).values({column: house.time + DAY})
        await services.database.execute(gone)
        assert await services.lobby.seeks() == []
        assert (await services.lobby.seek(bert, terms, None, None))[1] is None
        with pytest.raises(ConflictError, match="can no longer play"):
            await services.lobby.accept(bert, challenge["id"])

    in_house(data, story)


def test_seeks_are_paired_by_terms_and_rating(somebody: Somebody) -> None:
    one, two, three = somebody(), somebody(), somebody()
    terms = {"clock": {"limit": 180, "increment": 1}, "rated": True}
    waiting = one.post("/api/seek", {**terms, "rating_low": 1400, "colour": "red"})["seek"]
    assert waiting["id"] in [seek["id"] for seek in two.get("/api/seek")["seeks"]]
    other = two.post("/api/seek", {**terms, "rating_low": 1700})["seek"]
    assert three.post("/api/seek", {**terms, "colour": "red", "rating_high": 1000})["seek"]["kind"] == "seek"
    assert two.request("DELETE", f"/api/seek/{other['id']}").status == 200
    game = two.post("/api/seek", {**terms, "colour": "blue"})["game"]
    assert game["colour"] == "blue"
    assert one.get(f"/api/game/{game['id']}")["players"]["red"]["name"] == one.name
    assert waiting["id"] not in [seek["id"] for seek in two.get("/api/seek")["seeks"]]
