"""The lobby: seeks, challenges, live games and notifications."""

import re
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from tests.server.harness.waiting import wait_until
from tests.web.browser.conftest import PHONE
from tests.web.browser.online.conftest import PATIENCE_MS, NewPerson, Person

LIVE = {"clock": {"limit": 300, "increment": 3}}


def game_of(page: Any) -> str:
    """The game that the page is on."""
    page.wait_for_url("**/#/game/*")
    return str(page.url).rpartition("/")[2]


def test_two_equal_seeks_are_paired(person: NewPerson) -> None:
    ann, ben = person(), person()
    for somebody in (ann, ben):
        somebody.open("#/lobby").get_by_role("button", name="3+2 Blitz").click()
    assert game_of(ann.page) == game_of(ben.page)
    view = ann.api.get(f"/api/game/{game_of(ann.page)}")
    assert {view["players"][colour]["name"] for colour in ("blue", "red")} == {ann.name, ben.name}
    assert (view["rated"], view["clock"]["limit"]) == (True, 180)


def test_a_seek_lasts_as_long_as_the_lobby_is_open(person: NewPerson) -> None:
    ann, ben = person(), person()
    seeks = ben.open("#/lobby").get_by_role("region", name="Open games")
    ann.open("#/lobby").get_by_role("button", name="1+0 Bullet").click()
    row = seeks.get_by_role("row").filter(has_text=ann.name)
    row.wait_for()
    ann.page.get_by_role("link", name="Rules").first.click()
    row.wait_for(state="detached")
    assert ann.name not in {seek["challenger"]["name"] for seek in ben.api.get("/api/seek")["seeks"]}


@pytest.mark.slow
def test_the_seek_of_a_browser_that_crashed_goes(person: NewPerson) -> None:
    ann, ben = person(), person()
    seeks = ben.open("#/lobby").get_by_role("region", name="Open games")
    ann.open("#/lobby").get_by_role("button", name="2+1 Bullet").click()
    row = seeks.get_by_role("row").filter(has_text=ann.name)
    row.wait_for()
    with pytest.raises(PlaywrightError):
        ann.page.goto("chrome://crash")
    # The server notices within SEEK_LIFE and notifies everyone in the lobby.
    row.wait_for(state="detached", timeout=PATIENCE_MS)


def seeks_of(somebody: Person, name: str) -> list[Any]:
    return [seek for seek in somebody.api.get("/api/seek")["seeks"] if seek["challenger"]["name"] == name]


def test_a_double_click_creates_one_seek(person: NewPerson) -> None:
    ann, newcomer = person(), person(None)
    page = ann.open("#/lobby")
    page.get_by_role("button", name="3 days Correspondence").dblclick()
    page.get_by_text("Your game is listed in the lobby.").last.wait_for()
    # Two tiles, the second before the server has answered to the first.
    tile = "[...document.querySelectorAll('.quick-tile')].find((tile) => tile.textContent.startsWith(name))"
    press = f"['3+0', '10+0'].map((name) => {tile}.click())"
    for somebody in (ann, newcomer):
        page = somebody.open("#/lobby")
        page.evaluate(press)
        page.get_by_role("button", name="10+0 Waiting…").wait_for()
        name = page.locator("button.account .name").inner_text().lower().replace(" ", "-")  # A guest: guest-otter-27
        clocks = [seek["clock"] and seek["clock"]["limit"] for seek in seeks_of(ann, name)]
        assert sorted(clocks, key=str) == ([600, None] if somebody is ann else [600])
        page.get_by_role("button", name="10+0 Waiting…").click()
        page.get_by_role("button", name="10+0 Rapid").wait_for()
    ann.api.request("DELETE", f"/api/seek/{seeks_of(ann, ann.name)[0]['id']}")


def test_a_custom_seek_is_accepted_by_another_player(person: NewPerson) -> None:
    ann, ben = person(), person()
    page = ann.open("#/lobby")
    page.get_by_role("button", name="Create a game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Leiden").check()
    dialog.get_by_label("Minutes per player").select_option("15")
    dialog.get_by_label("Seconds per move").select_option("20")
    dialog.get_by_role("radio", name="Red").check()
    dialog.get_by_role("switch", name="Rated").uncheck()
    dialog.get_by_label("Minimum rating").select_option("1400")
    dialog.get_by_role("button", name="Find an opponent").click()
    dialog.wait_for(state="detached")
    ben.open("#/lobby").get_by_role("button", name=f"Play {ann.name}").click()
    view = ann.api.get(f"/api/game/{game_of(ann.page)}")
    assert (view["rules"], view["rated"], view["clock"]["limit"]) == ("leiden", False, 900)
    assert (view["players"]["red"]["name"], view["players"]["blue"]["name"]) == (ann.name, ben.name)
    assert game_of(ben.page) == view["id"]


def challenge(page: Any, name: str, button: str = "Challenge") -> Any:
    page.get_by_role("button", name="Challenge by name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name=button).click()
    return dialog


def test_a_challenge_by_name_is_shown_on_every_view_and_accepted(person: NewPerson) -> None:
    ann, ben = person(), person()
    ben.open("#/puzzles")
    challenge(ann.open("#/lobby"), ben.name)
    ann.page.get_by_role("dialog", name=f"Waiting for {ben.name}").wait_for()
    ben.page.get_by_text(f"{ann.name} challenges you: 5+3").wait_for()
    ben.page.get_by_role("button", name=f"{ben.name}: 1 waiting").wait_for()
    ben.page.locator(".toast").get_by_role("link", name="Show").click()
    ben.page.get_by_role("button", name="Accept").click()
    assert game_of(ann.page) == game_of(ben.page)
    wait_until(lambda: ann.page.get_by_role("dialog").count() == 0, "no dialog")


def test_a_challenge_that_was_answered_elsewhere_leaves_the_screen(person: NewPerson) -> None:
    ann, ben = person(), person()
    ben.open("#/rules")
    made = ann.api.post(f"/api/challenge/{ben.name}", LIVE)["challenge"]
    toast = ben.page.locator(".toast").filter(has=ben.page.get_by_role("button", name="Accept"))
    ben.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    accept = toast.get_by_role("button", name="Accept").bounding_box()
    assert accept["width"] > accept["height"]  # Its word is not broken.
    ben.api.post(f"/api/challenge/{made['id']}/accept")  # With the telephone.
    toast.wait_for(state="detached", timeout=5_000)


def test_a_challenge_is_declined_or_taken_back(person: NewPerson) -> None:
    ann, ben = person(), person()
    ben.open("#/lobby")
    challenge(ann.open("#/lobby"), ben.name)
    ben.page.get_by_role("button", name="Decline").click()
    ann.page.get_by_text(f"{ben.name} declined your challenge.").wait_for()
    wait_until(lambda: ann.page.get_by_role("dialog").count() == 0, "no dialog")
    challenge(ann.page, ben.name)
    ben.page.get_by_role("button", name="Accept").wait_for()
    ann.page.get_by_role("dialog", name=f"Waiting for {ben.name}").get_by_role("button", name="Cancel").click()
    ben.page.get_by_role("button", name="Accept").wait_for(state="detached")


def test_a_refusal_is_shown_in_the_form(person: NewPerson) -> None:
    ann = person(language="zh")
    ann.may_lose_connection = True  # The browser itself notes answers of status 404.
    page = ann.open("#/lobby")
    page.get_by_role("button", name="按名字挑战").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("名字").fill("nobody-at-all")
    dialog.get_by_role("button", name="挑战").click()
    dialog.get_by_text("没有这个名字的棋手。").wait_for()


def test_a_challenge_by_link(person: NewPerson) -> None:
    ann, ben = person(), person()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ann.open("#/lobby")
    page.get_by_role("button", name="Play a friend by link").click()
    page.get_by_role("button", name="Create link").click()
    dialog = page.get_by_role("dialog", name="Invite link")
    dialog.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    expect(dialog.get_by_role("textbox")).to_have_value(link)
    assert re.fullmatch(rf"{ann.site.url}/challenge/\w+", link)
    game = ben.api.post(f"/api/challenge/{link.rpartition('/')[2]}/accept")["game"]["id"]
    assert game_of(page) == game


def test_a_toast_about_a_game_goes_when_that_game_is_open(person: NewPerson) -> None:
    ann, ben = person(), person()
    page = ann.open("#/rules")
    page.get_by_role("button", name=ann.name).wait_for()
    game = ann.api.challenge(ben.api, **LIVE)
    toast = page.locator(".toast", has_text="Your game")
    toast.wait_for()
    page.evaluate("(hash) => { location.hash = hash; }", f"#/game/{game}")
    page.wait_for_selector(".view-game jungle-board")
    expect(toast).to_have_count(0, timeout=2000)


def wait_for_title(page: Any, start: str) -> None:
    wait_until(lambda: page.title().startswith(start), f"the title {start!r}")


def start_correspondence(ann: Person, ben: Person) -> str:
    return ann.api.challenge(ben.api, days=3)


def test_games_that_wait_come_first_and_stand_in_the_title(person: NewPerson) -> None:
    ann, ben = person(), person()
    first, second = start_correspondence(ann, ben), start_correspondence(ann, ben)
    ann.open("#/lobby")
    wait_for_title(ann.page, "(2) Lobby · Jungle")
    ann.api.move(first, "a3a4")
    ann.open("#/rules")
    ann.open("#/lobby")
    wait_for_title(ann.page, "(1) Lobby")
    cards = ann.page.get_by_role("region", name="Your games").locator("a.game-card")
    wait_until(lambda: second in (cards.first.get_attribute("href") or ""), "the game that waits")
    cards.first.get_by_text("Your turn").wait_for()
    ben.open("#/rules")
    wait_for_title(ben.page, "(1)")
    ann.api.move(second, "a3a4")
    ben.page.locator(".toast").get_by_text("Your turn").wait_for()
    wait_for_title(ben.page, "(2)")


@pytest.mark.parametrize("view", ["#/lobby", "#/"])
def test_the_best_live_game_is_watched(person: NewPerson, view: str) -> None:
    ann, ben, watcher = person(), person(), person(None)
    one, other = ann.api, ben.api
    game = one.challenge(other, **LIVE)
    one.move(game, "a3a4")
    page = watcher.open(view)
    board = page.locator(f'a[href="#/game/{game}"] jungle-board')
    board.wait_for()
    shown = board.get_attribute("fen")
    other.move(game, "g7g6")
    wait_until(lambda: board.get_attribute("fen") != shown, "the next move")
    watched = page.locator(".watched")
    expect(watched.locator(".note")).to_have_text("5+3 · 1 move")
    before = watched.locator(".clock").last.inner_text()
    wait_until(lambda: watched.locator(".clock").last.inner_text() != before, "a clock that runs on after a move")
    expect(board).to_have_attribute("fen", one.get(f"/api/game/{game}")["fen"])
    one.post(f"/api/board/game/{game}/resign")
    page.get_by_text("Red wins · by resignation").wait_for()


HEARD = """
window.heard = [];
window.Audio = class {
  constructor(source) { this.source = source; }
  async play() { window.heard.push(this.source); }
};
"""
"""A loudspeaker that writes down what it plays."""


@pytest.mark.parametrize("sound", [True, False])
def test_the_start_of_a_game_is_played_as_a_sound_once(person: NewPerson, sound: bool) -> None:
    ann, ben = person(settings={"sound": sound}), person()
    ann.context.add_init_script(HEARD)
    pages = [ann.open("#/rules"), ann.open("#/lobby", ann.new_page())]
    for page in pages:
        page.get_by_role("button", name=ann.name).wait_for()
    game = ann.api.challenge(ben.api, **LIVE)
    for page in pages:
        page.wait_for_selector(f'a[href="#/game/{game}"]' if page is pages[0] else ".view-game jungle-board")
    calls = [source for page in pages for source in page.evaluate("window.heard")]
    assert calls == (["sounds/voice-lion.flac"] if sound else [])


def test_a_turn_played_elsewhere_is_no_longer_counted(person: NewPerson) -> None:
    ann, ben = person(), person()
    game = start_correspondence(ann, ben)
    ann.open("#/rules")
    wait_for_title(ann.page, "(1) ")
    ann.api.move(game, "a3a4")  # With the telephone.
    wait_for_title(ann.page, "Rules")
    ann.page.get_by_role("button", name=ann.name, exact=True).wait_for()
    ann.api.post(f"/api/board/game/{game}/takeback/yes")
    ben.api.post(f"/api/board/game/{game}/takeback/yes")
    wait_for_title(ann.page, "(1) ")


def test_home_continues_games_on_the_server_and_invites_no_player_to_learn(person: NewPerson) -> None:
    ann, ben = person(), person()
    page = ann.open("#/")
    expect(page.get_by_role("link", name="New here?")).to_be_visible()
    game = ben.api.challenge(ann.api, days=3)
    ben.api.move(game, "a3a4")
    page.reload()
    left = page.get_by_role("link", name=f"{ben.name} Your turn")
    expect(left).to_be_visible()
    expect(page.get_by_role("link", name="New here?")).to_be_hidden()
    left.click()
    page.wait_for_url(f"**/#/game/{game}")
