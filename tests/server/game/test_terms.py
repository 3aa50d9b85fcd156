"""The terms of a game."""

from pathlib import Path

import pytest

from jungle.server.game.terms import Terms
from jungle.server.times import SECOND
from tests.server.harness.clients import Client
from tests.server.harness.house import House, in_house


@pytest.mark.parametrize("rules", ["standard", "gamerz", "leiden", "standard:quiet_limit=60"])
def test_every_rule_set_is_played(blue: Client, red: Client, rules: str) -> None:
    game = blue.challenge(red, rules=rules)
    assert blue.get(f"/api/game/{game}")["rules"] == rules
    blue.move(game, "a3a4")


def test_invalid_terms_are_refused(blue: Client, red: Client) -> None:
    path = f"/api/challenge/{red.name}"
    assert blue.refused(path, {"rules": "chess"}) == (422, "invalid")
    assert blue.refused(path, {"game": "go"})[0] == 422
    assert blue.refused(path, {"fen": "nonsense"}) == (422, "invalid")
    assert blue.refused(path, {"clock": {"limit": 1e9, "increment": 0}})[0] == 422
    assert blue.refused(path, {"days": 3, "clock": {"limit": 60}}) == (422, "clock")
    assert blue.refused(path, {"rated": True}) == (422, "rated")
    assert blue.refused(path, {"rated": True, "days": 3, "rules": "standard:quiet_limit=60"}) == (422, "rated")
    assert blue.refused(f"/api/challenge/{blue.name}") == (422, "self")
    assert blue.refused("/api/challenge/nobody-at-all") == (404, "no_user")


def test_terms_with_equal_clocks_are_stored_as_before() -> None:
    """Servers of the previous version read them."""
    plain = Terms(limit=60_000)
    assert "opponent" not in plain.text()
    odds = Terms(limit=60_000, colour="red", opponent_limit=30_000, opponent_increment=1000)
    assert [Terms.read(terms.text()) for terms in (plain, odds)] == [plain, odds]
    assert odds.reversed().reversed() == odds
    assert odds.reversed().view()["opponentClock"] == {"limit": 60, "increment": 0}


def test_each_side_plays_with_its_own_clock(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0), opponent_clock=(300, 5), colour="red")
        assert (await house.row(game))["speed"] == "rapid"
        await house.move(game, "bert", "a3a4")
        await house.move(game, "anna", "g7g6")
        house.time += 10 * SECOND
        await house.move(game, "bert", "a4a5")
        house.time += 10 * SECOND
        await house.move(game, "anna", "g6g5")
        row = await house.row(game)
        assert (row["blue_ms"], row["red_ms"]) == (295 * SECOND, 50 * SECOND)
        await house.command(game, "bert", "resign")
        await house.command(game, "anna", "rematch")
        await house.command(game, "bert", "rematch")
        again = await house.row((await house.row(game))["rematch_id"])
        assert again["blue_id"] == house.people["anna"].id
        assert (again["blue_ms"], again["red_ms"]) == (60 * SECOND, 300 * SECOND)
        assert (again["blue_increment"], again["red_increment"]) == (0, 5 * SECOND)

    in_house(data, story)


def test_clocks_follow_their_players_when_the_first_flip_decides(data: Path) -> None:
    async def story(house: House) -> None:
        swapped = 0
        for _ in range(12):
            rules = "flip:first_flip_decides=yes"
            game = await house.game(game="flip", rules=rules, clock=(60, 0), opponent_clock=(300, 5))
            await house.move(game, "bert", "a1")
            row = await house.row(game)
            own = "blue" if row["blue_id"] == house.people["anna"].id else "red"
            assert (row[f"{own}_ms"], row[f"{own}_limit"], row[f"{own}_increment"]) == (60 * SECOND, 60 * SECOND, 0)
            swapped += own == "red"
        assert 0 < swapped < 12

    in_house(data, story)


def test_different_clocks_are_shown_before_the_game_and_in_it(blue: Client, red: Client) -> None:
    clocks = {"clock": {"limit": 300, "increment": 3}, "opponentClock": {"limit": 60, "increment": 0}}
    path = f"/api/challenge/{red.name}"
    assert blue.refused(path, {**clocks, "rated": True}) == (422, "rated")
    assert blue.refused(path, {**clocks, "clock": None, "days": 3}) == (422, "clock")
    assert blue.refused(path, {**clocks, "opponentClock": {"limit": 0}}) == (422, "invalid")
    made = blue.post(path, {**clocks, "colour": "blue"})["challenge"]
    seen = red.get("/api/challenge")["in"][0]
    assert [(each["clock"], each["opponentClock"]) for each in (made, seen)] == [tuple(clocks.values())] * 2
    game = red.post(f"/api/challenge/{made['id']}/accept")["game"]["id"]
    clock = blue.get(f"/api/game/{game}")["clock"]
    assert clock["odds"] == {"blue": clocks["clock"], "red": clocks["opponentClock"]}
    assert (clock["blue"], clock["red"]) == (300_000, 60_000)
    equal = blue.post(path, {**clocks, "opponentClock": clocks["clock"], "rated": True})["challenge"]
    assert "opponentClock" not in equal
