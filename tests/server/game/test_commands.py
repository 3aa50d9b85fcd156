"""What players can do in a game."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle.server.errors import ConflictError, ForbiddenError
from jungle.server.game.clocks import FIRST_MOVE
from jungle.server.storage.schema import games
from jungle.server.times import SECOND
from tests.server.harness.clients import LIVE, Client, Somebody, sign_in
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server


def test_a_game_can_be_claimed_only_after_a_while(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(300, 0))
        await house.opening(game)
        await house.services.games.presence(game, house.people["bert"].id, False)
        house.time += 29 * SECOND
        with pytest.raises(ConflictError, match="long enough"):
            await house.command(game, "anna", "claim")
        house.time += SECOND
        await house.command(game, "anna", "claim")
        assert (await house.row(game))["result"] == "1-0"

    in_house(data, story)


def test_the_first_flip_can_decide_the_colours(data: Path) -> None:
    async def story(house: House) -> None:
        seats = set()
        for _ in range(12):
            game = await house.game(game="flip", rules="flip:first_flip_decides=yes")
            await house.move(game, "bert", "a1")
            row = await house.row(game)
            mover = "blue" if row["moves"][-1].isupper() else "red"
            assert row[f"{mover}_id"] == house.people["bert"].id
            assert row["turn"] != mover
            seats.add(mover)
            await house.move(game, "anna", "b1")
        assert seats == {"blue", "red"}

    in_house(data, story)


def test_illegal_moves_are_refused_and_change_nothing(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    path = f"/api/board/game/{game}/move"
    assert blue.refused(f"{path}/a3a6") == (422, "illegal_move")
    assert blue.refused(f"{path}/xyzzy") == (422, "invalid_move")
    assert red.refused(f"{path}/g7g6") == (409, "not_your_turn")
    assert blue.refused(f"{path}/a3a4?ply=4") == (409, "stale")
    assert nobody.refused(f"{path}/a3a4") == (401, "unauthorized")
    assert blue.get(f"/api/game/{game}")["version"] == 0


def test_players_see_when_a_first_move_is_due(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)

    def deadline() -> int | None:
        shown = blue.get(f"/api/game/{game}")
        at: int | None = shown["clock"]["deadline"]
        assert at is None or 0 < at - shown["now"] <= FIRST_MOVE
        return at

    socket = red.live()
    socket.watch(game)
    first = deadline()
    assert first is not None
    blue.move(game, "a3a4")
    assert (second := deadline()) is not None
    assert socket.next("move")["deadline"] == second
    red.move(game, "g7g6")
    assert deadline() is None
    assert socket.next("move").get("deadline") is None


def test_only_players_move(blue: Client, red: Client, somebody: Somebody) -> None:
    game = blue.challenge(red, **LIVE)
    assert somebody().refused(f"/api/board/game/{game}/move/a3a4") == (403, "not_a_player")


def test_a_move_sent_twice_counts_once(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    first = blue.move(game, "a3a4", ply=0, client="one")
    assert blue.move(game, "a3a4", ply=0, client="one") == first
    red.move(game, "g7g6")
    assert blue.move(game, "a3a4", ply=0, client="one") == first
    assert blue.get(f"/api/game/{game}")["moves"] == ["a3a4", "g7g6"]
    assert blue.refused(f"/api/board/game/{game}/move/a4a5?ply=0&client=two") == (409, "stale")


def test_the_final_move_can_be_sent_again(blue: Client, red: Client) -> None:
    game = blue.challenge(red, fen="7/3L3/7/7/7/7/7/7/r6 b")
    won = blue.move(game, "d8d9", ply=0, client="last")
    assert blue.move(game, "d8d9", ply=0, client="last") == won
    shown = blue.get(f"/api/game/{game}")
    assert (shown["status"], shown["result"], shown["reason"]) == ("ended", "1-0", "den")


def test_draws_are_agreed_and_offers_expire_with_the_next_move(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/draw/yes")
    assert blue.get(f"/api/game/{game}")["offers"] == {"draw": "blue"}
    red.move(game, "g7g6")
    assert blue.get(f"/api/game/{game}")["offers"] == {}
    assert red.refused(f"/api/board/game/{game}/draw/no") == (409, "no_offer")
    red.post(f"/api/board/game/{game}/draw/yes")
    red.post(f"/api/board/game/{game}/draw/no")
    red.post(f"/api/board/game/{game}/draw/yes")
    blue.post(f"/api/board/game/{game}/draw/no")
    assert red.refused(f"/api/board/game/{game}/draw/yes") == (409, "declined")
    blue.move(game, "a4a5")
    red.post(f"/api/board/game/{game}/draw/yes")
    blue.post(f"/api/board/game/{game}/draw/yes")
    shown = blue.get(f"/api/game/{game}")
    assert (shown["result"], shown["reason"]) == ("1/2-1/2", "agreement")


def test_a_takeback_needs_both_players_and_a_move(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    assert blue.refused(f"/api/board/game/{game}/takeback/yes") == (409, "no_takeback")
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/takeback/yes")
    red.post(f"/api/board/game/{game}/takeback/yes")
    assert blue.get(f"/api/game/{game}")["moves"] == []
    blue.move(game, "g3g4")
    red.move(game, "g7g6")
    blue.post(f"/api/board/game/{game}/takeback/yes")
    red.post(f"/api/board/game/{game}/takeback/yes")
    shown = blue.get(f"/api/game/{game}")
    assert (shown["moves"], shown["turn"]) == ([], "blue")
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/takeback/yes")
    red.move(game, "g7g6")  # The offer has expired with it.
    assert red.refused(f"/api/board/game/{game}/takeback/no") == (409, "no_offer")
    assert len(blue.get(f"/api/game/{game}")["moves"]) == 2


def test_a_game_is_aborted_alone_at_first_and_together_later(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    assert blue.get(f"/api/game/{game}")["status"] == "aborted"
    assert red.refused(f"/api/board/game/{game}/move/a3a4") == (409, "over")
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    blue.post(f"/api/board/game/{game}/abort")
    assert blue.get(f"/api/game/{game}")["status"] == "started"
    red.post(f"/api/board/game/{game}/abort")
    assert blue.get(f"/api/game/{game}")["status"] == "aborted"


def test_players_who_keep_aborting_have_to_wait(blue: Client, red: Client) -> None:
    for _ in range(3):
        blue.post(f"/api/board/game/{blue.challenge(red, **LIVE)}/abort")
    answer = blue.request("POST", f"/api/challenge/{red.name}", LIVE)
    assert (answer.status, answer.code) == (429, "aborts")
    assert int(answer.headers["retry-after"]) > 0
    assert red.post("/api/challenge", LIVE)["challenge"]["kind"] == "link"


def test_a_rematch_swaps_colours(blue: Client, red: Client) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    assert blue.refused(f"/api/board/game/{game}/rematch") == (409, "running")
    blue.move(game, "a3a4")
    red.post(f"/api/board/game/{game}/resign")
    assert red.post(f"/api/board/game/{game}/rematch") == {"offered": True}
    new = blue.post(f"/api/board/game/{game}/rematch")["game"]["id"]
    assert red.post(f"/api/board/game/{game}/rematch")["game"]["id"] == new
    shown = blue.get(f"/api/game/{new}")
    assert shown["players"]["red"]["name"] == blue.name
    assert shown["rated"] is True


def test_a_rematch_offer_reaches_a_player_who_left_the_page(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    stream = blue.lines("/api/stream/event")
    for _ in range(3):
        assert red.post(f"/api/board/game/{game}/rematch") == {"offered": True}
    offered = stream.next("rematchOffered")["game"]
    assert (offered["id"], offered["colour"]) == (game, "blue")
    events = blue.get(f"/api/game/{game}/events?after=0")["events"]
    assert [event["type"] for event in events].count("offer") == 1


def test_a_blocked_player_gets_no_rematch(server: Server, blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    sign_in(server, blue.name).post(f"/api/account/block/{red.name}")
    assert red.refused(f"/api/board/game/{game}/rematch") == (403, "blocked")


def test_spectators_chat_only_after_the_game(blue: Client, red: Client, somebody: Somebody) -> None:
    game, other = blue.challenge(red, **LIVE), somebody()
    assert other.refused(f"/api/board/game/{game}/chat", {"text": "take it!"}) == (403, "not_a_player")
    assert blue.refused(f"/api/board/game/{game}/chat", {"text": " "})[0] == 422
    assert blue.refused(f"/api/board/game/{game}/chat", {"text": "x" * 281})[0] == 422
    blue.post(f"/api/board/game/{game}/resign")
    other.post(f"/api/board/game/{game}/chat", {"text": "well played"})


def test_given_time_is_on_the_clock_and_moves_the_deadline(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(clock=(60, 0))
        await house.opening(game)
        before = await house.row(game)
        house.time += 20 * SECOND
        await house.command(game, "bert", "give")  # It is Anna's turn: her clock is running.
        await house.command(game, "anna", "give")
        row = await house.row(game)
        assert (row["blue_ms"], row["red_ms"]) == (75 * SECOND, 75 * SECOND)
        assert row["deadline"] == before["deadline"] + 15 * SECOND
        house.time += 50 * SECOND
        await house.services.sweeper.sweep()
        assert (await house.row(game))["status"] == "started"
        await house.move(game, "anna", "a4a5")
        assert (await house.row(game))["blue_ms"] == 5 * SECOND
        house.time += 76 * SECOND
        with pytest.raises(ConflictError, match="time is up"):
            await house.command(game, "anna", "give")

    in_house(data, story)


def test_time_is_given_by_players_of_games_with_clocks_only(data: Path) -> None:
    async def story(house: House) -> None:
        slow = await house.game(days=3)
        with pytest.raises(ConflictError, match="no clock"):
            await house.command(slow, "anna", "give")
        full = await house.game(clock=(3 * 3600 - 20, 0))
        await house.command(full, "anna", "give")
        with pytest.raises(ConflictError, match="enough time"):
            await house.command(full, "anna", "give")
        game = await house.game(clock=(60, 0))
        house.people["carl"] = await house.services.accounts.sign_up("carl", "password")
        with pytest.raises(ForbiddenError):
            await house.command(game, "carl", "give")
        set_tournament = sa.update(games).where(games.c.id == game).values(tournament_id="T")
        await house.services.database.execute(set_tournament)
        house.services.games.forget_games()
        with pytest.raises(ConflictError, match="tournament"):
            await house.command(game, "anna", "give")

    in_house(data, story)


def test_everybody_sees_that_time_was_given(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    spectator = nobody.live()
    spectator.watch(game)
    assert blue.post(f"/api/board/game/{game}/give") == {"ok": True}
    given = {"by": "blue", "seconds": 15, "clock": {"blue": 300_000, "red": 315_000}}
    assert spectator.next("give") == {"version": 1, "type": "give", "game": game, **given}
    spectator.close()
