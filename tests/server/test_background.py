"""Slow work runs off the event loop, one job at a time, with limits on memory and per address."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from jungle import Game
from jungle.rules import RULES_CACHE_SIZE
from jungle.server.background import COMPILING, WAITING_LIMIT, Background, cancel
from jungle.server.errors import BusyError
from jungle.server.identity.limits import RATES
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import memory_of, served


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_for_house_rules_is_bounded(data: Path) -> None:
    with served(data) as server:
        nobody, fen = Client(server), quote(Game().fen())

        def ask(numbers: range) -> None:
            for number in numbers:
                rules = f"standard:quiet_limit={number}"
                assert nobody.request("GET", f"/api/rules/compiled?rules={rules}").status == 200
                assert nobody.request("GET", f"/api/explorer?fen={fen}&rules={rules}").status == 200
                assert nobody.request("GET", f"/api/tablebase?fen={fen}&rules={rules}&optional=true").status == 200

        ask(range(10, 20 + RULES_CACHE_SIZE))
        before = memory_of(server)
        ask(range(200, 200 + RULES_CACHE_SIZE))
        assert memory_of(server) - before < 16, "the rules before these are forgotten"


def test_compiling_house_rules_counts_against_the_address(data: Path) -> None:
    factor = 0.2
    allowed = int(RATES["work"].burst * factor / COMPILING)
    with served(data, JUNGLE_RATE_LIMITS=str(factor)) as server:
        nobody = Client(server)
        path = "/api/rules/compiled?rules=standard:quiet_limit="
        answers = [nobody.request("GET", f"{path}{number}", X_Forwarded_For="10.1.1.1") for number in range(1, 60)]
        assert [answer.status for answer in answers[:allowed]] == [200] * allowed
        assert answers[-1].status == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert nobody.request("GET", f"{path}3", X_Forwarded_For="10.1.1.2").status == 200


def test_a_stream_of_games_contains_the_requested_number(data: Path) -> None:
    with served(data) as server:
        blue, red = sign_up(server, "blue"), sign_up(server, "red")
        for _ in range(25):
            game = blue.challenge(red, days=1)
            blue.move(game, "a3a4")
        listed = blue.request("GET", "/api/games/user/blue?limit=24").text
        assert listed.count('[Event "') == 24
        lines = blue.request("GET", "/api/games/user/red?opponent=blue", Accept="application/x-ndjson").text.split("\n")
        assert len(lines) == 26
        assert lines[0].count('"moves":["a3a4"]') == 1
        assert blue.request("GET", "/api/games/user/red?opponent=red").text == ""


def test_a_long_game_is_replayed_off_the_event_loop(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        services, run = house.services, house.services.background.run
        worked: list[str] = []

        async def noted(work: Any, *args: Any, **options: Any) -> Any:
            worked.append(work.__name__)
            return await run(work, *args, **options)

        monkeypatch.setattr(services.background, "run", noted)
        plain = await house.game()
        await house.move(plain, "anna", "a3a4")
        assert worked == []
        long = await house.game(rules="standard:repetition=allowed,quiet_limit=none")
        worked.clear()
        services.games.forget_games()
        await services.games.load_game(await house.row(long))
        assert worked == ["replayed"]
        await house.move(long, "anna", "a3a4")
        await house.move(long, "bert", "g7g6")
        assert worked == ["replayed"] * 2, "the first move replays it, the next finds it in memory"
        monkeypatch.setattr("jungle.server.game.games.SLOW_PLIES", 0)
        services.games.forget_games()
        await house.move(plain, "bert", "g7g6")
        assert worked == ["replayed"] * 3

    in_house(data, story)


def test_an_endless_game_is_eventually_drawn(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.server.game.commands.PLIES_LIMIT", 12)

    async def story(house: House) -> None:
        game = await house.game(rules="standard:repetition=allowed,quiet_limit=none")
        for _ in range(3):
            for name, move in (("anna", "a3a4"), ("bert", "g7g6"), ("anna", "a4a3"), ("bert", "g6g7")):
                await house.move(game, name, move)
        row = await house.row(game)
        assert (row["ply"], row["status"], row["result"]) == (12, "ended", "1/2-1/2")

    in_house(data, story)


def test_too_much_slow_work_is_refused() -> None:
    async def story() -> None:
        background = Background()
        done = await asyncio.gather(
            *(background.run(int, "7") for _ in range(WAITING_LIMIT + 5)), return_exceptions=True
        )
        assert done[:WAITING_LIMIT] == [7] * WAITING_LIMIT
        assert [type(answer) for answer in done[WAITING_LIMIT:]] == [BusyError] * 5
        assert await background.run(int, "8") == 8
        background.close()

    asyncio.run(story())


def test_a_lost_cancellation_does_not_keep_a_server_from_stopping() -> None:
    """A server that was stopped while it opened its first connections sometimes did not end."""

    async def deaf() -> None:
        for _ in range(2):
            with suppress(asyncio.CancelledError):  # As some libraries do if a timeout comes at the same moment.
                await asyncio.sleep(3600)
        await asyncio.sleep(3600)

    async def story() -> None:
        tasks = [asyncio.create_task(deaf()) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.wait_for(cancel(tasks), 60)
        assert all(task.cancelled() for task in tasks)

    asyncio.run(story())
