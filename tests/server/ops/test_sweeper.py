"""Games whose time has run out, reminders, and credit for downtime."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle.server.game.clocks import FIRST_MOVE, LAG_LIMIT
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import set_vacation
from jungle.server.storage.schema import deadlines, games, unexplored, users
from jungle.server.times import DAY, HOUR, SECOND
from tests.server.harness.house import TERMS, House, in_house


def test_a_game_without_a_first_move_is_aborted(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0), rated=True)
        house.time += FIRST_MOVE - 1
        await house.services.sweeper.sweep()
        assert (await house.row(game))["status"] == "started"
        house.time += 1
        await house.services.sweeper.sweep()
        row = await house.row(game)
        assert (row["status"], row["aborted_by"]) == ("aborted", house.people["anna"].id)

    in_house(data, story)


def test_running_out_of_time_loses(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0), rated=True)
        await house.opening(game)
        house.time += 60 * SECOND + LAG_LIMIT
        await house.services.sweeper.sweep()
        await house.services.sweeper.sweep()
        row = await house.row(game)
        assert (row["result"], row["reason"], row["blue_ms"]) == ("0-1", "timeout", 0)

    in_house(data, story)


@pytest.mark.parametrize("rest", [LAG_LIMIT + 1, 3 * SECOND])
def test_time_runs_out_on_time_whatever_happened_before(data: Path, rest: int) -> None:
    """Moves do not tell the sweeper when to look at a game; pauses, takebacks and vacations do."""

    async def ends_at(house: House, game: str) -> None:
        deadline = (await house.row(game))["deadline"]
        while house.time < deadline:
            assert (await house.row(game))["status"] == "started"
            house.time = min(house.time + rest, deadline)
            await house.services.sweeper.sweep()
        assert (await house.row(game))["status"] != "started"

    async def story(house: House) -> None:
        sweep = house.services.sweeper.sweep
        # The player to move has much time, the other one little.
        game = await house.game(clock=(60, 0))
        await house.opening(game)
        house.time += 50 * SECOND
        await house.move(game, "anna", "a4a5")
        house.time += 15 * SECOND
        await sweep()
        await house.move(game, "bert", "g6g5")
        await ends_at(house, game)
        # After a takeback to the first move, the time is that of a first move.
        game = await house.game(clock=(3600, 0))
        await house.opening(game)
        await house.move(game, "anna", "a4a5")
        await sweep()
        for _ in range(2):
            await house.command(game, "anna", "offer", kind="takeback")
            await house.command(game, "bert", "accept", kind="takeback")
        assert (await house.row(game))["deadline"] <= house.time + FIRST_MOVE
        await ends_at(house, game)
        # A vacation that ends early.
        game = await house.game(days=1)
        anna, services = house.people["anna"], house.services
        await set_vacation(services.database, services.events, anna.id, 10, house.time)
        house.time += DAY
        await sweep()
        await set_vacation(services.database, services.events, anna.id, 0, house.time)
        rest_of_day = (await house.row(game))["deadline"] - house.time
        assert rest_of_day <= DAY
        house.time += rest_of_day
        await sweep()
        assert (await house.row(game))["status"] != "started"

    in_house(data, story)


def test_moves_do_not_change_when_the_sweeper_looks(data: Path) -> None:
    async def looks_at(house: House) -> list[tuple[str, int]]:
        rows = await house.services.database.read(lambda connection: connection.execute(sa.select(deadlines)).all())
        return [(row.game_id, row.at) for row in rows]

    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0))
        first = await looks_at(house)
        await house.opening(game)
        await house.move(game, "anna", "a4a5")
        assert await looks_at(house) == first == [(game, house.time + FIRST_MOVE)]
        house.time += FIRST_MOVE
        assert await house.services.sweeper.sweep() < 1
        assert await looks_at(house) == [(game, house.time + FIRST_MOVE + LAG_LIMIT)]
        await house.command(game, "anna", "resign")
        assert await looks_at(house) == []
        assert await house.services.sweeper.sweep() == 1, "nothing is due"

    in_house(data, story)


def test_downtime_is_not_credited_for_time_in_which_moves_were_made(data: Path) -> None:
    """A server that started while the heartbeat of another was late moved the beginning of a turn into the future."""

    async def story(house: House) -> None:
        await house.services.peers.beat()
        game = await house.game(clock=(60, 0))
        house.time += 2 * SECOND
        await house.opening(game)
        house.time += SECOND
        await house.services.sweeper.credit_absence()
        assert (await house.row(game))["turn_since"] == house.time - SECOND
        house.time += 5 * SECOND
        await house.services.sweeper.credit_absence()
        assert (await house.row(game))["turn_since"] == house.time - SECOND

    in_house(data, story)


def test_concurrent_timeouts_and_moves_give_one_result(data: Path) -> None:
    async def story(house: House) -> None:
        for _ in range(10):
            game = await house.game(clock=(60, 0), rated=True)
            await house.opening(game)
            house.time += 60 * SECOND + LAG_LIMIT
            sweeper = house.services.sweeper
            races = [sweeper.sweep(), house.move(game, "anna", "a4a5"), sweeper.sweep()]
            await asyncio.gather(*races, return_exceptions=True)
            row = await house.row(game)
            assert (row["result"], row["ply"], row["version"]) == ("0-1", 2, 3)

    in_house(data, story)


def test_correspondence_reminder_vacation_and_pause_together(data: Path) -> None:
    async def story(house: House) -> None:
        services = house.services
        sweeper = services.sweeper
        anna, bert = house.people.values()
        game = await house.game(days=3)
        await house.opening(game)
        assert (await house.row(game))["deadline"] == house.time + 3 * DAY
        # Anna is reminded a day before.
        house.time += 2 * DAY
        await sweeper.remind()
        await sweeper.remind()
        assert (await house.mails()).count("anna: your move against bert, 24 hours left") == 1
        # She goes on vacation: the deadline moves, and she gets another reminder only when it comes near again.
        taken = await set_vacation(services.database, services.events, anna.id, 5, house.time)
        assert taken == {"until": house.time + 5 * DAY, "days": 25}
        assert (await house.row(game))["deadline"] == house.time + 6 * DAY
        await house.command(game, "anna", "chat", text="away for a while")
        assert (await house.row(game))["deadline"] == house.time + 6 * DAY
        # She comes back early: unused days are credited back.
        house.time += 2 * DAY
        taken = await set_vacation(services.database, services.events, anna.id, 0, house.time)
        assert taken["days"] == 28
        assert (await house.row(game))["deadline"] == house.time + 1 * DAY
        # Both agree to pause: nothing runs out.
        await house.command(game, "anna", "offer", kind="pause")
        await house.command(game, "bert", "offer", kind="pause")
        house.time += 30 * DAY
        await sweeper.sweep()
        assert (await house.row(game))["status"] == "started"
        await house.command(game, "bert", "resume")
        assert (await house.row(game))["deadline"] == house.time + 1 * DAY
        # It becomes Bert's turn while he is away: his time starts when he is back.
        await set_vacation(services.database, services.events, bert.id, 4, house.time)
        await house.move(game, "anna", "a4a5")
        assert (await house.row(game))["deadline"] == house.time + 7 * DAY
        house.time += 7 * DAY
        await sweeper.sweep()
        row = await house.row(game)
        assert (row["result"], row["reason"]) == ("1-0", "timeout")
        assert "bert: you lost to anna" in await house.mails()

    in_house(data, story)


def test_inactive_guests_are_deleted(data: Path) -> None:
    async def story(house: House) -> None:
        services = house.services
        gone, here, player = [await services.accounts.new_guest() for _ in range(3)]
        await services.accounts.new_session(here, "")
        link = await services.lobby.challenge(house.people["anna"], None, Terms.make(**TERMS))
        await services.lobby.accept(player, link["id"])
        house.time += 8 * DAY
        await services.sweeper.keep_house()
        statement = sa.select(users.c.id).where(users.c.kind == "guest").order_by(users.c.id)
        left = await services.database.read(lambda connection: list(connection.execute(statement).scalars()))
        assert left == [here.id, player.id]
        assert gone.id not in left

    in_house(data, story)


def test_a_broken_game_does_not_keep_others_from_ending(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        database = house.services.database
        broken, whole = [await house.game(clock=(60, 0)) for _ in range(2)]
        for game in (broken, whole):
            await house.opening(game)
        await database.execute(sa.update(games).where(games.c.id == broken).values(moves="a3a4 a3a4"))
        house.services.games.forget_games()
        house.time += 61 * SECOND
        await house.services.sweeper.sweep()
        assert (await house.row(whole))["reason"] == "timeout"
        assert (await house.row(broken))["status"] == "started"
        assert caplog.text.count(f"game {broken} cannot be swept") == 1
        await house.services.sweeper.sweep()
        assert caplog.text.count(f"game {broken} cannot be swept") == 1, "it is left alone for a while"
        # A game that cannot be counted does not keep others from being counted either.
        changed = sa.update(games).where(games.c.id == broken).values(status="ended", result="1-0", deadline=None)
        await database.execute(changed)
        await database.execute(sa.insert(unexplored).values(game_id=broken))
        while await house.services.explorer.count_some():
            pass
        left = await database.read(lambda connection: connection.execute(sa.select(unexplored)).all())
        assert left == []

    in_house(data, story)


def test_downtime_costs_no_clock_time(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0))
        await house.opening(game)
        house.time += 10 * SECOND
        await house.services.peers.beat()
        house.time += HOUR
        await house.services.sweeper.credit_absence()
        house.services.games.forget_games()
        await house.services.sweeper.sweep()
        await house.move(game, "anna", "a4a5")
        assert (await house.row(game))["blue_ms"] == 50_000

    in_house(data, story)
