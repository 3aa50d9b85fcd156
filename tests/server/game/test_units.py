"""Clocks, ratings, names and boards: pure functions."""

import re
import time
from pathlib import Path

import pytest

from jungle.games import GAMES
from jungle.pieces import Side
from jungle.server.errors import LimitedError, UnprocessableError
from jungle.server.game import clocks
from jungle.server.game.cache import GAME_BYTES, PLY_BYTES
from jungle.server.game.clocks import FIRST_MOVE, LAG_LIMIT, InvalidClockError, TimeControl
from jungle.server.game.ratings import DAY as RATING_DAY
from jungle.server.game.ratings import Rating, rating_kind
from jungle.server.game.rows import find_game
from jungle.server.identity.events import MailSettingsChanged
from jungle.server.identity.limits import Bucket, Limits, Rate
from jungle.server.mail.boards import board_text, move_list
from jungle.server.mail.help import help_text
from jungle.server.mail.parser import parse, redacted, split_number
from jungle.server.times import DAY, Now
from tests.server.harness.diagrams import SOURCE, SOURCE_WITH_LEGEND
from tests.server.harness.house import House, in_house


def test_settings_of_one_account_leave_the_cached_games_of_others(data: Path) -> None:
    """A loop of mail settings used to empty the cache, which slowed down everybody's moves."""

    async def story(house: House) -> None:
        games = house.services.games
        game = await house.game(days=3)
        await house.opening(game)
        row = await house.services.database.read(lambda connection: find_game(connection, game))
        cached = await games.load_game(row)
        carl = await house.services.accounts.sign_up("carl", "password")
        await house.services.events.emit(MailSettingsChanged(carl.id))
        assert await games.load_game(row) is cached
        await house.services.events.emit(MailSettingsChanged(house.people["bert"].id))
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


def test_glickmans_example() -> None:
    """The worked example of the paper: 1464.06, 151.52, 0.05999."""
    player = Rating(1500, 200, 0.06)
    results = [(1.0, Rating(1400, 30)), (0.0, Rating(1550, 100)), (0.0, Rating(1700, 300))]
    after = player.after_games(results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_ratings_are_symmetric_and_grow_uncertain_with_time() -> None:
    winner, loser = Rating().after(1, Rating(), 5), Rating().after(0, Rating(), 5)
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert Rating(1500, 60, 0.06, 9, 0).at(365 * RATING_DAY).deviation > 100
    assert Rating().at(10**12).deviation == 350
    upset = Rating(1200, 50, 0.06).after(1, Rating(2400, 50, 0.06))
    assert upset.volatility > 0.06


def test_games_count_for_the_right_rating_list() -> None:
    assert rating_kind("jungle", "blitz") == "blitz"
    assert rating_kind("flip", "bullet") == "flip"
    assert rating_kind("jungle", "unlimited") is None


@pytest.mark.parametrize(
    ("limit", "increment", "speed"),
    [(60, 0, "bullet"), (120, 1, "bullet"), (180, 0, "blitz"), (300, 3, "blitz"), (480, 0, "rapid"), (0, 20, "rapid")],
)
def test_speeds(limit: int, increment: int, speed: str) -> None:
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


def test_a_system_clock_that_jumps_has_no_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    now = Now()
    before = now()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= now() - before < 60_000


def test_buckets_refill() -> None:
    bucket = Bucket(Rate(2, 1), 0.0)
    assert [bucket.take(0.0), bucket.take(0.0)] == [0, 0]
    assert bucket.take(0.0) == 1
    assert bucket.take(1.0) == 0
    moment = 0.0
    limits = Limits(1.0, now=lambda: moment)
    for _ in range(8):
        limits.take_here("chat", "somebody")
    with pytest.raises(LimitedError, match="try again"):
        limits.take_here("chat", "somebody")
    limits.take_here("chat", "somebody else")


def test_help_names_the_animals_and_draws_the_original_map() -> None:
    text = help_text()
    assert text.endswith(SOURCE_WITH_LEGEND)
    assert "5 leopard (or cougar)" in text
    assert max(map(len, text.splitlines())) <= 78


def test_the_small_board_matches_the_original() -> None:
    assert board_text(GAMES["jungle"].new("gamerz")) == SOURCE
    assert len(SOURCE.splitlines()) == 21


def test_the_viewers_den_is_at_the_bottom() -> None:
    lines = board_text(GAMES["jungle"].new("gamerz"), Side.RED).splitlines()
    assert lines[0].split() == list("gfedcba")
    assert lines[2].endswith("| 7^|   | T |^^^| T |   | 6^| 1")
    assert lines[18].endswith("|v6 |   | T |vvv| T |   |v7 | 9")
    assert lines[16].startswith("  RED<")


def test_the_large_board_has_39_rows() -> None:
    lines = board_text(GAMES["jungle"].new("gamerz"), size="large").splitlines()
    assert len(lines) == 39
    assert sum(line.strip().startswith("+") for line in lines) == 10
    assert re.search(r"\|  v7   \|       \|   T   \|  vvv  \|", lines[3])


def test_every_game_has_a_board() -> None:
    game = GAMES["flip"].new(seed=3)
    game.play("a1")
    text = board_text(game)
    assert text.count("?") == 15
    assert len(text.splitlines()) == 11
    assert "1. a1=" in move_list(game)


def test_commands_are_parsed() -> None:
    command = parse("Re: JUNGLE Challenge alice bob -days=3 -unrated")
    assert (command.game, command.name, command.words) == ("jungle", "challenge", ("alice", "bob"))
    assert command.options == ("-days=3", "-unrated")
    assert parse("change password a b c").words == ("a", "b", "c")
    assert parse("jungle").name == "help"
    assert parse("flip move 3 a b b2").game == "flip"
    assert split_number("8-a4#12") == ("8-a4", 12)
    for wrong in ("", "dance", "jungle dance", "x" * 600):
        with pytest.raises(UnprocessableError, match=r"expected|unknown command"):
            parse(wrong)
    with pytest.raises(UnprocessableError, match="expected: jungle resign board userid password"):
        parse("jungle resign 17").take(3, 3)


def test_passwords_are_never_logged() -> None:
    for subject in ("jungle move 17 alice secret 8-a4", "signup alice secret", "change password alice secret new"):
        assert "secret" not in redacted(subject)
    assert redacted("secret jungle") == "…"
