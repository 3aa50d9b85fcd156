"""Time controls, and the time that moves cost."""

from pathlib import Path

import pytest

from jungle.server.api.games import events_after
from jungle.server.errors import ConflictError, UnprocessableError
from jungle.server.game import clocks
from jungle.server.game.clocks import FIRST_MOVE, LAG_LIMIT, LAG_REFILL, InvalidClockError, TimeControl
from jungle.server.identity.accounts import set_vacation
from jungle.server.json import decode
from jungle.server.times import DAY, SECOND
from tests.server.harness.house import House, in_house


@pytest.mark.parametrize(
    ("limit", "increment", "speed"),
    [(60, 0, "bullet"), (120, 1, "bullet"), (180, 0, "blitz"), (300, 3, "blitz"), (480, 0, "rapid"), (0, 20, "rapid")],
)
def test_speed_follows_from_the_duration_of_a_game(limit: int, increment: int, speed: str) -> None:
    assert TimeControl.live(limit, increment).speed == speed


def test_time_controls_out_of_bounds_are_refused() -> None:
    for wrong in ((0, 0), (-1, 5), (1e6, 0), (60, 1000)):
        with pytest.raises(InvalidClockError):
            TimeControl.live(*wrong)
    with pytest.raises(InvalidClockError):
        TimeControl(days=15).check()


def test_first_moves_are_free_and_lag_compensation_is_limited() -> None:
    assert clocks.time_spent(1, 0, 20_000, 0) == 0
    assert clocks.time_spent(2, 0, 20_000, 50) == 19_950
    assert clocks.compensation(10_000, 10_000) == (LAG_LIMIT, 2000)
    allowance, total = LAG_LIMIT, 0
    for _ in range(100):
        given, allowance = clocks.compensation(1000, allowance)
        total += given
    assert total <= LAG_LIMIT + 100 * clocks.LAG_REFILL
    control = TimeControl.live(60)
    assert clocks.deadline(control, 0, 60_000, 1000) == 1000 + FIRST_MOVE
    assert clocks.deadline(control, 2, 60_000, 1000) == 61_000 + LAG_LIMIT
    assert clocks.deadline(TimeControl(days=2), 0, None, 1000, away_until=5000) == 5000 + 2 * DAY
    assert clocks.deadline(TimeControl(), 0, None, 1000) is None


def test_clocks_run_from_the_third_ply_on(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 2))
        house.time += 20 * SECOND
        await house.opening(game)
        assert (await house.row(game))["blue_ms"] == 60_000
        house.time += 10 * SECOND
        await house.move(game, "anna", "a4a5")
        row = await house.row(game)
        assert (row["blue_ms"], row["red_ms"]) == (52_000, 60_000)
        house.time += 10 * SECOND
        await house.move(game, "bert", "g6g5", lag=5000)
        assert (await house.row(game))["red_ms"] == 52_000 + LAG_LIMIT

    in_house(data, story)


def test_illegal_moves_earn_no_time(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0))
        await house.opening(game)
        for _ in range(20):
            with pytest.raises(UnprocessableError):
                await house.move(game, "anna", "a4a9")
        for mine, theirs in (("a4a5", "g6g5"), ("a5a4", "g5g6"), ("a4a5", "g6g5")):
            house.time += 300
            await house.move(game, "anna", mine, lag=LAG_LIMIT)
            await house.move(game, "bert", theirs)
        spent = 60_000 - (await house.row(game))["blue_ms"]
        assert spent == 900 - 2 * LAG_LIMIT - LAG_REFILL, "constant lag is not given back in full for ever"

    in_house(data, story)


def test_correspondence_moves_include_the_deadline(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        bert = house.people["bert"]
        await set_vacation(house.services.database, house.services.events, bert.id, 4, house.time)
        await house.move(game, "anna", "a3a4")
        (moved,) = await events_after(house.services, game, 0, None)
        assert decode(moved)["deadline"] == house.time + 7 * DAY

    in_house(data, story)


def test_a_move_after_time_has_run_out_loses(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0))
        await house.opening(game)
        house.time += 60 * SECOND
        with pytest.raises(ConflictError, match="your time ran out"):
            await house.move(game, "anna", "a4a5")
        assert (await house.row(game))["reason"] == "timeout"

    in_house(data, story)
