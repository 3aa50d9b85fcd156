"""The house's own players, as people meet them in the lobby."""

import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from jungle import Game
from tests.server.harness.waiting import wait_until
from tests.web.browser.conftest import DESK, PHONE
from tests.web.browser.online.conftest import NewPerson, Person, Site
from tests.web.browser.online.playing import control, move, moves_of, sees, wait_for_table

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    site = Site(tmp_path_factory.mktemp("house") / "data", "--bots", "easy")
    yield site
    site.stop()


def challenge(somebody: Person, colour: str) -> str:
    """Choose the house bot in the lobby: the game's id."""
    page = somebody.open("#/lobby")
    page.get_by_role("region", name="Play the computer").get_by_role("button", name="Hedgehog").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=colour).check()
    dialog.get_by_role("button", name="Challenge", exact=True).click()
    return opened(page)


def opened(page: Any) -> str:
    page.wait_for_url("**/#/game/*")
    wait_for_table(page)
    return str(page.url).rpartition("/")[2]


def answered(somebody: Person, game: str, plies: int) -> Game:
    """Wait until the game has this many plies, as the page shows it."""
    wait_until(lambda: len(moves_of(somebody, game)) == plies, f"ply {plies}")
    played = moves_of(somebody, game)
    sees(somebody, " ".join(played))
    found = Game()
    for text in played:
        found.play(text)
    return found


OVERFLOWS = """(region) => {
  const edge = region.getBoundingClientRect().right;
  const buttons = [...region.querySelectorAll("button")];
  for (const text of buttons.flatMap((button) => [...button.querySelectorAll("span")])) {
    if (text.textContent === "easy") text.textContent = "impossible";
  }
  const leaves = (button) => button.scrollWidth > button.clientWidth || button.getBoundingClientRect().right > edge;
  return buttons.filter(leaves).map((button) => button.textContent);
}"""
"""The buttons that leave their card, if the bot has the longest of all names."""


def test_a_bots_button_stays_in_its_card(person: NewPerson, house: Site) -> None:
    page = person(site=house).open("#/lobby")
    region = page.get_by_role("region", name="Play the computer")
    region.get_by_role("button", name="Hedgehog").wait_for()
    for width, height in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        assert region.evaluate(OVERFLOWS) == []


def test_a_house_bot_is_played_from_the_lobby(person: NewPerson, house: Site) -> None:
    ann = person(site=house, size=PHONE, touch=True)
    game = challenge(ann, "Blue")
    ann.page.get_by_text("Hedgehog").first.wait_for()
    for plies in range(0, 8, 2):
        position = answered(ann, game, plies)
        move(ann, position.legal_moves()[0].uci())
    answered(ann, game, 8)
    # It answers offers: in a casual game moves are taken back, and a draw is not agreed to.
    control(ann, "Draw").click()
    ann.page.get_by_text("Hedgehog declined.").wait_for()
    control(ann, "Take back").click()
    answered(ann, game, 6)
    control(ann, "Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.page.wait_for_selector(".card h2:has-text('You lost')")
    ann.page.click(".card >> text=Rematch")
    ann.page.wait_for_url(lambda url: f"/game/{game}" not in url)
    again = opened(ann.page)
    # With the colours changed the bot begins.
    position = answered(ann, again, 1)
    move(ann, position.legal_moves()[0].uci())
    answered(ann, again, 3)


def test_a_guest_plays_the_face_down_game_with_a_house_bot(person: NewPerson, house: Site) -> None:
    page = person(None, site=house).open("#/lobby")
    page.get_by_role("region", name="Play the computer").get_by_role("button", name="Hedgehog").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Face-down game").check()
    dialog.get_by_role("radio", name="Blue").check()
    dialog.get_by_role("button", name="Challenge", exact=True).click()
    opened(page)
    wait_until(lambda: "Your turn" in page.title() or page.wait_for_timeout(20), "the guest's turn")
    page.locator("jungle-board .cell.own").first.click()
    wait_until(lambda: page.locator(".record .moves button").count() >= 2, "the bot's answer")


def bots_of(site: Site) -> int:
    """How many processes play for a server."""
    found = subprocess.run(
        ["pgrep", "-fc", str(site.data / "bot-easy.token")], capture_output=True, text=True, check=False
    )
    return int(found.stdout)


def test_a_bot_continues_after_the_server_was_killed(person: NewPerson, new_site: Callable[..., Site]) -> None:
    site = new_site("--bots", "easy")
    ann = person(site=site)
    ann.may_lose_connection = True
    game = challenge(ann, "Blue")
    move(ann, "a3a4")
    played = len(answered(ann, game, 2).moves)
    assert bots_of(site) == 1
    site.kill()
    wait_until(lambda: bots_of(site) == 0, "the end of the bot that nobody needs")
    site.start()
    wait_for_table(ann.page)
    move(ann, "c3d3")
    answered(ann, game, played + 2)
    assert bots_of(site) == 1
