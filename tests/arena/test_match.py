"""The match API: `play_match` yields games as they end, and then the result."""

import time
from collections.abc import Callable

import pytest

import jungle.arena
from jungle.arena import MatchResult, play_match
from jungle.arena.errors import ArenaError
from jungle.errors import JungleError
from tests.arena.conftest import Finished

GUESTS = "python:tests.arena.user_players:"


def test_games_are_yielded_as_they_end_and_summed_up() -> None:
    with play_match("greedy", "random", games=7, seed=3, max_plies=60, jobs=2) as match:
        assert isinstance(match, MatchResult)
        came = list(match)
        summary = match.result()
    assert len(came) == summary.standing.games == 7
    assert sum(result.points(0) for result in came) == summary.standing.points
    assert [(game.job.pair, game.job.leg) for game in match.games] == [divmod(number, 2) for number in range(7)]
    assert list(match) == came  # as often as asked


def test_the_first_game_is_yielded_before_the_last_is_played() -> None:
    with play_match("random", GUESTS + "Sleeps,timeout=0.1", games=10_000) as match:
        next(iter(match))
        assert not match.done
        assert 1 <= match.summary().standing.games < 10_000


def test_a_stopped_match_keeps_the_finished_games() -> None:
    match = play_match("random", "random", games=1_000_000, max_plies=20)
    for _ in match:
        match.stop()
    summary = match.result()
    assert match.stopped
    assert 1 <= summary.standing.games == len(match.games) < 1_000_000


def test_a_match_stopped_immediately_has_a_result() -> None:
    started = time.monotonic()
    match = play_match("impossible", "impossible")
    match.stop()
    assert match.result().standing.games == 0
    assert str(match) == "no game was finished"
    assert time.monotonic() - started < 30


def test_a_match_plays_the_same_games_as_the_command(jungle: Callable[..., Finished]) -> None:
    options = {"games": 4, "game": "flip", "rules": "flip:quiet_limit=20", "seed": 5, "openings": "random:2"}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    shown = jungle("stats", "greedy", "random", *words).out
    match = play_match("greedy", "random", **options)  # type: ignore[arg-type]
    match.result()
    assert str(match).split("time per move")[0] == shown.split("time per move")[0]
    assert "4 games" in shown


def test_a_player_that_cannot_start_is_an_error() -> None:
    match = play_match("random", "python:nowhere:Player")
    with pytest.raises(ArenaError, match="cannot start player 'python:nowhere:Player'"):
        match.result()
    with pytest.raises(ArenaError, match="cannot start player"):
        list(match)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games: expected at least 1, got 0"),
        ({"games": 2.5}, "games: expected at least 1, got 2.5"),
        ({"seed": -1}, "seed: expected at least 0, got -1"),
        ({"jobs": True}, "jobs: expected at least 1, got True"),
        ({"max_plies": 99_999}, "max_plies: expected 1 to 10000, got 99999"),
        ({"timeout": "long"}, "timeout: expected 0.001 to 1e"),
        ({"game": "chess"}, "unknown game 'chess'; expected one of: jungle, flip"),
        ({"rules": "chess"}, "'chess'"),
        ({"openings": "nowhere"}, "'nowhere'"),
        ({"adjudicate": "points=3"}, "points=3"),
    ],
)
def test_impossible_matches_are_refused_immediately(options: dict[str, object], message: str) -> None:
    with pytest.raises(JungleError, match=message):
        play_match("random", "random", **options)  # type: ignore[arg-type]


def test_unknown_players_and_names_are_refused() -> None:
    with pytest.raises(JungleError, match="did you mean 'greedy'"):
        play_match("gredy", "random")
    with pytest.raises(AttributeError, match="no attribute 'play_mach'"):
        _ = jungle.arena.play_mach  # type: ignore[attr-defined]
