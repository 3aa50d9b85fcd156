"""Games in memory."""

from pathlib import Path

from jungle.server.game.cache import GAME_BYTES, PLY_BYTES
from jungle.server.game.rows import find_game
from jungle.server.identity.events import NoticeSettingsChanged
from tests.server.harness.house import House, in_house


def test_settings_of_one_account_leave_the_cached_games_of_others(data: Path) -> None:
    """A loop of email settings used to empty the cache, which slowed down everybody's moves."""

    async def story(house: House) -> None:
        games = house.services.games
        game = await house.game(days=3)
        await house.opening(game)
        row = await house.services.database.read(lambda connection: find_game(connection, game))
        cached = await games.load_game(row)
        carl = await house.services.accounts.sign_up("carl", "password")
        await house.services.events.emit(NoticeSettingsChanged(carl.id))
        assert await games.load_game(row) is cached
        await house.services.events.emit(NoticeSettingsChanged(house.people["bert"].id))
        assert await games.load_game(row) is not cached

    in_house(data, story)


def test_the_games_in_memory_take_as_much_as_is_allowed(data: Path) -> None:
    """Above four thousand games, every move used to read and replay its game, whatever the machine's memory."""

    async def story(house: House) -> None:
        cache = house.services.games.cache
        cache.limit = 3 * GAME_BYTES + 3 * PLY_BYTES
        started = [await house.game(days=3) for _ in range(5)]
        for game in started:
            await house.move(game, "anna", "a3a4")
        assert [game in cache for game in started] == [False, False, True, True, True]
        assert cache.size == cache.limit
        await house.move(started[2], "bert", "g7g6")
        assert [game in cache for game in started] == [False, False, True, False, True], "the longest unused is dropped"
        await house.move(started[0], "bert", "g7g6")
        assert (await house.row(started[0]))["moves"] == "a3a4 g7g6"
        cache.clear()
        assert (len(cache), cache.size) == (0, 0)

    in_house(data, story)
