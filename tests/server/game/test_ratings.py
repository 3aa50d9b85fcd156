"""Glicko-2 and the rating lists."""

import json

import pytest

from jungle.server.game.ratings import DAY as RATING_DAY
from jungle.server.game.ratings import Rating, rating_kind
from tests.server.harness.clients import LIVE, OPENING, Client, sign_up
from tests.server.harness.processes import Server


def test_ratings_agree_with_glickmans_paper() -> None:
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


def test_ratings_change_once_with_the_result(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    blue.open_game(red, game)
    red.post(f"/api/board/game/{game}/resign")
    assert red.refused(f"/api/board/game/{game}/resign") == (409, "over")
    winner, loser = (nobody.get(f"/api/user/{who.name}")["ratings"]["blitz"] for who in (blue, red))
    assert (winner["rating"], loser["rating"], winner["games"]) == (1662, 1338, 1)
    assert winner["deviation"] == loser["deviation"] == 290
    # The game still has the ratings with which it was played.
    answer = nobody.request("GET", f"/api/games/user/{blue.name}", Accept="application/x-ndjson")
    listed = json.loads(answer.text)
    for shown in (listed, nobody.get(f"/api/game/{game}")):
        assert [shown["players"][colour]["rating"] for colour in ("blue", "red")] == [1500, 1500]
    points = nobody.get(f"/api/user/{blue.name}/ratings/blitz")["points"]
    assert [point[1:] for point in points] == [[1662, 290, game]]
    score = nobody.get(f"/api/crosstable/{blue.name}/{red.name}")
    assert score == {"games": 1, "points": {blue.name: 1, red.name: 0}}


def test_casual_and_aborted_games_change_no_rating(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/resign")
    assert nobody.get(f"/api/user/{blue.name}")["ratings"] == {}


def test_games_show_the_ratings_with_which_they_were_played(server: Server) -> None:
    blue, red, nobody = sign_up(server, "then-blue"), sign_up(server, "then-red"), Client(server)

    def play(*, rated: bool) -> str:
        game = blue.challenge(red, **LIVE, rated=rated)
        blue.open_game(red, game)
        red.post(f"/api/board/game/{game}/resign")
        return game

    def shown(game: str) -> list[int]:
        players = nobody.get(f"/api/game/{game}")["players"]
        return [players[colour]["rating"] for colour in ("blue", "red")]

    def now() -> list[int]:
        return [client.get("/api/account")["ratings"]["blitz"]["rating"] for client in (blue, red)]

    unrated = play(rated=False)
    played = [(unrated, [1500, 1500])]
    for rated in (True, False, True):
        before = now() if len(played) > 1 else [1500, 1500]
        played.append((play(rated=rated), before))
    assert now() != before
    assert [(game, shown(game)) for game, _ in played] == played
    listed = {game["id"]: game for game in nobody.get("/api/user/then-blue/games")["games"]}
    assert [listed[game]["players"]["blue"]["rating"] for game, _ in played] == [ratings[0] for _, ratings in played]


@pytest.mark.parametrize(("plies", "status"), [(0, "aborted"), (1, "aborted"), (2, "ended"), (3, "ended")])
def test_a_very_short_game_changes_no_rating(
    blue: Client, red: Client, nobody: Client, plies: int, status: str
) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    for ply in range(plies):
        (blue, red)[ply % 2].move(game, OPENING[ply])
    red.post(f"/api/board/game/{game}/resign")
    assert nobody.get(f"/api/game/{game}")["status"] == status
    assert nobody.get(f"/api/user/{blue.name}")["ratings"] == {}
