"""Simultaneous games, tournament chats, and small wishes of players, in the browser."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.browser.online.conftest import NewPerson
from tests.web.browser.online.playing import begin, look_at, press

CLOCKS = {"clock": {"limit": 900, "increment": 5}, "opponentClock": {"limit": 600, "increment": 0}}


def test_a_host_admits_players_and_plays_all_boards_on_one_page(
    person: NewPerson, axe: Callable[[Any], list[str]], tmp_path: Any
) -> None:
    ann, ben = person(settings={"confirm": "never"}), person()
    page = ann.open("#/tournament")
    page.get_by_role("button", name="New simultaneous games").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Ann against everyone")
    dialog.get_by_role("switch", name="Different clocks").check()
    dialog.get_by_label("Your minutes").select_option("15")
    dialog.get_by_role("radio", name="Blue").check()
    assert axe(page) == []
    page.screenshot(path=tmp_path / "simul-form.png")
    dialog.get_by_role("button", name="New simultaneous games").click()
    page.get_by_role("heading", name="Ann against everyone").wait_for()
    simul = page.url.rpartition("/")[2]
    ben.open(f"#/tournament/{simul}").get_by_role("button", name="Apply").click()
    others = [ann.site.sign_up() for _ in range(3)]
    for client in others:
        client.post(f"/api/tournament/{simul}/join")
    for client in others[:2]:
        page.get_by_role("button", name=f"Admit {client.name}", exact=True).click()
    page.get_by_role("button", name=f"Admit {ben.name}", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Do not admit"))).to_have_count(3)
    assert axe(page) == []
    page.screenshot(path=tmp_path / "simul-open.png", full_page=True)
    page.get_by_role("button", name="Start the games").click()
    ben.page.wait_for_url("**/#/game/*")
    board = page.locator(".host-board jungle-board")
    board.wait_for()
    expect(page.locator(".wall .watched")).to_have_count(3)
    assert page.url.endswith(simul)
    first = page.locator(".host-board h1").text_content()
    press(page, "a3")
    press(page, "a4")
    expect(page.locator(".host-board .moves")).to_contain_text("a4")
    assert axe(page) == []
    page.screenshot(path=tmp_path / "simul.png", full_page=True)
    page.keyboard.press("n")
    expect(page.locator(".host-board h1")).not_to_have_text(first or "")
    page.locator(".wall").get_by_role("link", name=re.compile(others[0].name)).click()
    expect(page.locator(".host-board h1")).to_contain_text(others[0].name)
    assert page.url.endswith(simul)
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.screenshot(path=tmp_path / "simul-phone.png", full_page=True)


def test_the_organiser_closes_the_chat_of_a_tournament(person: NewPerson, tmp_path: Any) -> None:
    ann, ben = person(), person()
    order = {"name": "a cup", "format": "swiss", "rounds": 3, "clock": {"limit": 300, "increment": 3}, "wait": 3600}
    cup = ann.api.post("/api/tournament", order)["tournament"]["id"]
    for somebody in (ann, ben):
        somebody.open(f"#/tournament/{cup}")
    chat = ben.page.get_by_role("region", name="Tournament chat")
    chat.get_by_label("Say something").fill("<b>good luck</b>")
    chat.get_by_role("button", name="Send").click()
    expect(ann.page.get_by_role("log")).to_contain_text(f"{ben.name} <b>good luck</b>")
    expect(chat.get_by_role("button", name="Close the chat")).to_have_count(0)
    ann.page.screenshot(path=tmp_path / "chat.png", full_page=True)
    ann.page.get_by_role("button", name="Close the chat").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Close the chat").click()
    expect(chat).to_contain_text("This chat is closed.")
    expect(ben.page.get_by_role("log")).to_have_count(0)
    ann.page.get_by_role("button", name="Open the chat").click()
    expect(ben.page.get_by_role("log")).to_contain_text("good luck")


def test_different_clocks_are_seen_before_they_are_accepted_and_time_is_given(person: NewPerson, tmp_path: Any) -> None:
    ann, ben = person(), person()
    made = ann.api.post(f"/api/challenge/{ben.name}", {**CLOCKS, "colour": "blue"})["challenge"]
    page = ben.open(f"#/challenge/{made['id']}")
    expect(page.locator(".odds")).to_have_text("Your clock: 10+0. Your opponent's: 15+5.")
    page.screenshot(path=tmp_path / "odds.png")
    ann.api.post(f"/api/challenge/{made['id']}/cancel")
    game = begin(ann, ben, **CLOCKS, colour="blue")
    expect(ben.page.locator(".about")).to_contain_text("Blue 15+5, Red 10+0")
    ann.page.get_by_role("button", name="Give your opponent 15 seconds").click()
    expect(ben.page.locator("#toasts")).to_contain_text("15 seconds")
    expect(ben.page.locator(".below .clock")).to_have_text("10:15")
    ann.page.screenshot(path=tmp_path / "give.png")
    assert game


def test_a_live_move_is_confirmed_by_keyboard(person: NewPerson) -> None:
    ann, ben = person(settings={"confirm": "always"}), person()
    begin(ann, ben)
    press(ann.page, "a3")
    press(ann.page, "a4")
    expect(ann.page.get_by_role("button", name="Send").first).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_text("Send this move")).to_have_count(0)
    press(ann.page, "a3")
    press(ann.page, "a4")
    ann.page.keyboard.press("Enter")
    expect(ben.page.locator(".moves")).to_contain_text("a4")


def test_one_key_leads_to_the_next_correspondence_game(person: NewPerson) -> None:
    ann = person()
    others = [ann.site.sign_up() for _ in range(2)]
    first, second = (ann.api.challenge(other, days=3, colour="blue") for other in others)
    look_at(ann, first)
    ann.page.keyboard.press("n")
    ann.page.wait_for_url(f"**/#/game/{second}")
    ann.page.get_by_role("button", name="Next game").click()
    ann.page.wait_for_url(f"**/#/game/{first}")
    ann.open("#/rules")
    ann.page.keyboard.press("n")
    ann.page.wait_for_url(f"**/#/game/{first}")
