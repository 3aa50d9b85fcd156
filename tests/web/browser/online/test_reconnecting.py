"""Connections that are lost, and a server that is restarted under the pages: nothing is lost, nothing is doubled."""

from collections.abc import Callable

import pytest

from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Person, Site
from tests.web.browser.online.playing import begin, look_at, move, moves_of, sees

pytestmark = pytest.mark.timeout(600)


def is_connected(somebody: Person, state: str = "connected") -> None:
    somebody.page.wait_for_selector(f".connection[data-state={state}]", state="attached")


def opening(blue: Person, red: Person) -> str:
    game = begin(blue, red)
    for ply, text in enumerate(("c3d3", "g7g6")):
        move((blue, red)[ply], text)
        sees((red, blue)[ply], " ".join(("c3d3", "g7g6")[: ply + 1]))
    return game


def move_without_connection(person: NewPerson) -> tuple[Person, Person, str]:
    """Two players and their game, in which the first has moved while offline."""
    ann, bob = person(), person()
    ann.may_lose_connection = True
    game = opening(ann, bob)
    ann.context.set_offline(True)
    ann.page.wait_for_selector(".ask.lost")
    move(ann, "d3d4")
    return ann, bob, game


def test_a_move_made_without_a_connection_is_sent_when_it_is_back(person: NewPerson) -> None:
    ann, bob = person(), person()
    ann.may_lose_connection = True
    game = opening(ann, bob)
    ann.context.set_offline(True)
    ann.page.wait_for_selector(".ask.lost")
    bob.page.wait_for_selector(".above .presence.away")
    move(ann, "d3d4")
    sees(ann, "c3d3 g7g6 d3d4")
    ann.page.wait_for_selector(".ask.lost:has-text('Your move is saved')")
    assert moves_of(bob, game) == ["c3d3", "g7g6"]
    ann.context.set_offline(False)
    sees(bob, "c3d3 g7g6 d3d4")
    is_connected(ann)
    ann.page.wait_for_selector(".ask", state="detached")
    bob.page.wait_for_selector(".above .presence:not(.away)")
    assert moves_of(bob, game) == ["c3d3", "g7g6", "d3d4"]


def test_missed_moves_are_fetched_and_a_stale_move_is_dropped(person: NewPerson) -> None:
    ann, bob, game = move_without_connection(person)
    # The same player moves elsewhere; the opponent answers and says something.
    ann.api.move(game, "a3a4")
    sees(bob, "c3d3 g7g6 a3a4")
    move(bob, "g6g5")
    bob.page.fill(".chat input", "still there?")
    bob.page.press(".chat input", "Enter")
    bob.page.wait_for_selector(".remarks p")
    ann.context.set_offline(False)
    sees(ann, "c3d3 g7g6 a3a4 g6g5")
    ann.page.wait_for_selector(".remarks p:has-text('still there?')")
    move(ann, "a4a5")
    sees(bob, "c3d3 g7g6 a3a4 g6g5 a4a5")
    assert moves_of(ann, game) == ["c3d3", "g7g6", "a3a4", "g6g5", "a4a5"]


def test_the_server_is_killed_in_the_middle_of_a_move(person: NewPerson, new_site: Callable[..., Site]) -> None:
    site = new_site()
    ann, bob = person("ann", site=site, is_cached=True), person("bob", site=site)
    ann.may_lose_connection = bob.may_lose_connection = True
    game = opening(ann, bob)
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    site.kill()
    for somebody in (ann, bob):
        somebody.page.wait_for_selector(".ask.lost")
    move(ann, "d3d4")
    sees(ann, "c3d3 g7g6 d3d4")
    # Not even a reload loses the move; the app comes from its own cache.
    ann.page.reload()
    ann.page.wait_for_selector(".notice:has-text('No connection')")
    site.start()
    sees(bob, "c3d3 g7g6 d3d4")
    move(bob, "g6g5")
    sees(ann, "c3d3 g7g6 d3d4 g6g5")
    # Stopped properly this time, right after a move was made.
    move(ann, "d4d5")
    site.stop()
    for somebody in (ann, bob):
        somebody.page.wait_for_selector(".ask.lost")
    site.start()
    for somebody in (ann, bob):
        is_connected(somebody)
        sees(somebody, "c3d3 g7g6 d3d4 g6g5 d4d5")
    wait_until(lambda: moves_of(ann, game) == ["c3d3", "g7g6", "d3d4", "g6g5", "d4d5"], "the move")


def test_two_tabs_of_one_player_agree(person: NewPerson) -> None:
    ann, bob = person(), person()
    game = opening(ann, bob)
    second = look_at(ann, game, ann.new_page())
    move(ann, "d3d4", second)
    for page in (ann.page, second):
        sees(ann, "c3d3 g7g6 d3d4", page)
    move(bob, "g6g5")
    for page in (ann.page, second):
        sees(ann, "c3d3 g7g6 d3d4 g6g5", page)
    move(ann, "d4d5")
    sees(ann, "c3d3 g7g6 d3d4 g6g5 d4d5", second)
    second.close()
    assert bob.api.get(f"/api/game/{game}")["players"]["blue"]["here"]


def test_a_move_for_a_game_that_has_ended_meanwhile_is_dropped(person: NewPerson) -> None:
    ann, bob, game = move_without_connection(person)
    bob.api.post(f"/api/board/game/{game}/resign")
    bob.page.wait_for_selector(".card")
    ann.context.set_offline(False)
    ann.page.wait_for_selector(".card h2:has-text('You win!')")
    sees(ann, "c3d3 g7g6")
    assert ann.page.query_selector_all(".cell.own") == []
    # Both ask for a rematch at once: it is one game.
    for somebody in (ann, bob):
        somebody.page.click(".card >> text=Rematch")
    for somebody in (ann, bob):
        somebody.page.wait_for_url(lambda url: f"/game/{game}" not in url)
    assert ann.page.url == bob.page.url
