"""Who hears about a tournament."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle.server.game.terms import Terms
from jungle.server.json import decode
from jungle.server.realtime.hub import Mailbox
from jungle.server.storage.schema import classes, tournaments
from tests.server.harness.house import TERMS, House, in_house


@pytest.mark.parametrize("class_id", [None, "class"])
def test_only_the_lobby_or_the_class_hears_that_a_tournament_has_started(class_id: str | None, data: Path) -> None:
    async def story(house: House) -> None:
        services, anna = house.services, house.people["anna"]
        row = {"id": "class", "name": "3b", "teacher_id": anna.id, "code": "ABCDEF", "created": house.time}
        await services.database.execute(sa.insert(classes).values(row))
        terms = Terms.make(**{**TERMS, "clock": (60, 0), "colour": None})
        made = await services.tournaments.create(
            anna, "a tournament", terms, minutes=5, starts=None, wait=60, bots=False
        )
        mine = tournaments.c.id == made["id"]
        await services.database.execute(sa.update(tournaments).where(mine).values(class_id=class_id))
        pupils, followers, announced = Mailbox(), Mailbox(), []
        await services.hub.subscribe("class:class", pupils)
        await services.hub.subscribe(f"tournament:{made['id']}", followers)
        publisher = services.tournaments.publisher
        publisher.feed.add = lambda **what: announced.append(what)  # type: ignore[method-assign]
        await publisher.announce(made["id"])
        assert (len(announced), pupils._queue.qsize()) == ((1, 0) if class_id is None else (0, 1))
        publisher.emit(made["id"], "join", players=2)
        event = await followers.next(1)
        assert event is not None
        assert decode(event[1]) == {"type": "tournament", "id": made["id"], "what": "join", "players": 2}

    in_house(data, story)
