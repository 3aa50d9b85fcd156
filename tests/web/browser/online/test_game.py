"""Games of people in real browsers on a real server."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from jungle import Game
from tests.server.harness.waiting import wait_until
from tests.web.browser.board import press as walk
from tests.web.browser.conftest import DESK, PHONE, Axe
from tests.web.browser.online.conftest import NewPerson
from tests.web.browser.online.playing import RAPID, WALK, begin, control, look_at, move, moves_of, sees

pytestmark = pytest.mark.timeout(600)

MARKUP = '<img src=x onerror="document.title=1"><b>hello</b>'


def test_a_whole_game_to_the_den_and_what_comes_after(person: NewPerson) -> None:
    ann, bob, eve = person(), person(size=PHONE, touch=True), person(None)
    game = begin(ann, bob, eve, **RAPID, rated=True)
    played: list[str] = []
    for ply, text in enumerate(WALK.split()):
        move((ann, bob)[ply % 2], text)
        played.append(text)
        for somebody in (ann, bob, eve):
            sees(somebody, " ".join(played))
    ann.page.wait_for_selector(".card h2:has-text('You win!')")
    bob.page.wait_for_selector(".card h2:has-text('You lost')")
    eve.page.wait_for_selector(".card h2:has-text('Blue wins')")
    expect(ann.page.locator(".card").first).to_contain_text("entering the den", use_inner_text=True)
    expect(ann.page.locator(".rating-change").first).to_contain_text("(+", use_inner_text=True)
    expect(bob.page.locator(".rating-change").first).to_contain_text("(−", use_inner_text=True)
    for somebody in (ann, bob, eve):
        strips = {link.inner_text() for link in somebody.page.query_selector_all(".strip .rating")}
        assert strips == {"1662?", "1338?"}, somebody.name
    assert moves_of(ann, game) == played
    assert eve.page.query_selector_all(".cell.own") == []
    # The record, a review, and another game with the colours changed.
    control(ann, "More").click()
    with ann.page.expect_download() as saved:
        control(ann, "Download record").click()
    assert '[Result "1-0"]' in saved.value.path().read_text()
    expect(ann.page.locator(".card a:has-text('Review')")).to_have_attribute("href", re.compile("review=1"))
    ann.page.click(".card >> text=Rematch")
    bob.page.wait_for_selector(".ask:has-text('would like a rematch')")
    control(bob, "Accept").click()
    for somebody in (ann, bob):
        somebody.page.wait_for_url(lambda url: f"/game/{game}" not in url)
        wait_until(lambda somebody=somebody: somebody.page.query_selector(".card") is None, "the new game")
    sees(ann, "")
    move(bob, "a3a4")
    sees(ann, "a3a4")


def test_takebacks_and_draws_are_offered_and_answered(person: NewPerson) -> None:
    ann, bob = person(), person()
    game = begin(ann, bob)
    for ply, text in enumerate(("c3d3", "g7g6", "d3d4")):
        move((ann, bob)[ply % 2], text)
        sees(bob if ply % 2 == 0 else ann, " ".join(("c3d3", "g7g6", "d3d4")[: ply + 1]))
    control(ann, "Take back").click()
    control(bob, "Decline").click()
    ann.page.wait_for_selector(".ask", state="detached")
    sees(ann, "c3d3 g7g6 d3d4")
    move(bob, "g6g7")
    sees(ann, "c3d3 g7g6 d3d4 g6g7")
    control(ann, "Take back").click()
    control(bob, "Accept").click()
    sees(ann, "c3d3 g7g6")
    sees(bob, "c3d3 g7g6")
    control(bob, "Draw").click()
    bob.page.wait_for_selector(".ask:has-text('You offered a draw')")
    control(ann, "Accept").click()
    bob.page.wait_for_selector(".card h2:has-text('Draw')")
    assert ann.api.get(f"/api/game/{game}")["reason"] == "agreement"


def test_aborting_resigning_and_leaving(person: NewPerson) -> None:
    ann, bob = person(), person()
    begin(ann, bob)
    control(ann, "Abort").click()
    bob.page.wait_for_selector(".card h2:has-text('Aborted')")
    game = begin(ann, bob)
    for ply, text in enumerate(("c3d3", "g7g6")):
        move((ann, bob)[ply], text)
        sees((bob, ann)[ply], " ".join(("c3d3", "g7g6")[: ply + 1]))
    control(ann, "Resign").click()
    ann.page.click("dialog >> text=Cancel")
    assert ann.api.get(f"/api/game/{game}")["status"] == "started"
    control(ann, "Resign").click()
    ann.page.click("dialog button.accent")
    bob.page.wait_for_selector(".card h2:has-text('You win!')")
    for each, result in ((ann, "You lost"), (bob, "You win")):
        expect(each.page.locator("#spoken")).to_contain_text(f"{result}. Red wins by resignation.")
        expect(each.page.get_by_text("Your turn")).to_have_count(0)


def test_a_refused_move_is_explained(person: NewPerson) -> None:
    ann, bob = person(), person()
    begin(ann, bob)
    move(ann, "c3c4")
    expect(ann.page.locator(".bubble")).to_have_text("The wolf can't swim.")
    expect(ann.page.locator("#spoken")).to_have_text("The wolf can't swim.")
    sees(ann, "")


def test_a_premove_is_played_when_legal_and_a_take_back_ends_it(person: NewPerson) -> None:
    ann, bob = person(), person()
    game = begin(ann, bob)
    move(ann, "c3d3")
    sees(bob, "c3d3")
    move(ann, "d3d4")
    ann.page.wait_for_selector(".ask:has-text('Premove')")
    assert moves_of(ann, game) == ["c3d3"]
    move(bob, "g7g6")
    sees(bob, "c3d3 g7g6 d3d4")
    move(ann, "d4d5")
    ann.page.wait_for_selector(".ask:has-text('Premove')")
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_selector(".ask", state="detached")
    move(ann, "d4d5")
    control(ann, "Take back").click()
    control(bob, "Accept").click()
    sees(ann, "c3d3 g7g6")
    ann.page.wait_for_selector(".ask", state="detached")
    move(ann, "a3a4")
    sees(bob, "c3d3 g7g6 a3a4")
    move(bob, "g6g5")
    sees(ann, "c3d3 g7g6 a3a4 g6g5")
    assert moves_of(ann, game) == ["c3d3", "g7g6", "a3a4", "g6g5"]


def test_the_clocks_agree_with_the_server_to_a_tenth_of_a_second(person: NewPerson) -> None:
    ann, bob = person(), person()
    game = begin(ann, bob, clock={"limit": 9, "increment": 0})
    for ply, text in enumerate(("c3d3", "g7g6")):
        move((ann, bob)[ply], text)
        sees((bob, ann)[ply], " ".join(("c3d3", "g7g6")[: ply + 1]))
    # The server's clock, asked for from the page: it is that of some moment between the question and the answer.
    question = """async (game) => {
        const shown = () => Number(document.querySelector('.strip.turn .clock').textContent.replace('0:', ''));
        const found = [];
        for (let round = 0; round < 8; round += 1) {
            await new Promise((done) => setTimeout(done, 230));
            const before = shown();
            const answer = await (await fetch(`/api/game/${game}`)).json();
            found.push([before, answer.clock.blue / 1000, shown()]);
        }
        return found;
    }"""
    for somebody in (ann, bob):
        found = somebody.page.evaluate(question, game)
        # Tenths are cut off, and drawn ten times a second.
        assert all(after - 0.1 <= told <= before + 0.2 for before, told, after in found), found
        assert found[0][0] < 9
    ann.page.wait_for_selector(".card h2:has-text('You lost')", timeout=20_000)
    expect(bob.page.locator(".card").first).to_contain_text("on time", use_inner_text=True)


def test_chat_is_plain_text(person: NewPerson) -> None:
    ann, bob, eve = person(), person(size=PHONE), person()
    begin(ann, bob, eve, days=3)
    ann.page.fill(".chat input", MARKUP)
    ann.page.press(".chat input", "Enter")
    for somebody in (ann, bob, eve):
        somebody.page.wait_for_selector(f".remarks p:has-text({json.dumps(MARKUP)})", state="attached")
        assert somebody.page.query_selector(".remarks img, .remarks b") is None
    expect(bob.page.locator(".controls .unread")).to_have_attribute("data-count", "1")
    bob.page.click(".controls .unread")
    bob.page.wait_for_selector(".controls .unread", state="detached")
    assert eve.page.is_hidden(".chat form")
    control(ann, "Abort").click()
    eve.page.fill(".chat input", "good game")
    eve.page.press(".chat input", "Enter")
    ann.page.wait_for_selector(f".remarks p:has-text('{eve.name}')")
    # A late visitor sees the chat; a user who has muted it sees nothing.
    ann.page.reload()
    ann.page.wait_for_selector(".remarks p:has-text('good game')")
    control(ann, "Mute chat").click()
    wait_until(lambda: not ann.page.query_selector(".remarks p"), "silence")
    control(bob, "More").click()
    control(bob, f"Block {ann.name}").click()
    bob.page.click("dialog button.accent")
    wait_until(lambda: bob.api.get("/api/account")["blocked"] == [ann.name], "the block")


def test_the_own_presence_dot_is_lit_and_clocks_in_days_fit_their_strip(person: NewPerson) -> None:
    ann, ben = person(), person()
    game = ann.api.challenge(ben.api, days=3)
    for width, height in (PHONE, DESK):  # And after reloading.
        ann.page.set_viewport_size({"width": width, "height": height})
        page = look_at(ann, game)
        expect(page.locator(".strip.below").get_by_role("img", name="Here")).to_have_count(1)
        assert page.evaluate(STRIP_OVERFLOWS) == []


STRIP_OVERFLOWS = """[...document.querySelectorAll(".strip")]
  .filter((strip) => [...strip.children].some((part) => part.clientHeight > strip.clientHeight))
  .map((strip) => strip.textContent)"""


def test_correspondence_moves_are_confirmed(person: NewPerson) -> None:
    ann, bob = person(), person()
    game = begin(ann, bob, days=3)
    move(ann, "c3d3")
    control(ann, "Cancel").click()
    sees(ann, "")
    move(ann, "c3d3")
    assert moves_of(ann, game) == []
    ann.page.click(".ask button.accent")
    sees(bob, "c3d3")
    expect(bob.page.locator(".below .clock").first).to_contain_text("2 d 23 h", use_inner_text=True)
    assert "Your turn" in bob.page.title()
    # The confirmation can be switched off.
    control(bob, "More").click()
    control(bob, "Send moves without asking").click()
    move(bob, "g7g6")
    sees(ann, "c3d3 g7g6")
    control(ann, "More").click()
    control(ann, "Offer a break").click()
    control(bob, "Accept").click()
    ann.page.wait_for_selector(".ask:has-text('The game is paused')")
    control(ann, "Resume").click()
    ann.page.wait_for_selector(".ask", state="detached")


def test_a_move_by_keyboard_alone(person: NewPerson) -> None:
    ann, bob = person(), person()
    begin(ann, bob)
    ann.page.focus('jungle-board [data-square="a1"]')
    for key in ("ArrowUp", "ArrowUp", "Enter", "ArrowUp", "Enter"):
        ann.page.keyboard.press(key)
    sees(bob, "a3a4")
    wait_until(
        lambda: "elephant a3" in bob.page.inner_text("#spoken").lower() or bob.page.wait_for_timeout(20), "the words"
    )


@pytest.mark.parametrize(("size", "look", "language"), [(DESK, "light", "en"), (PHONE, "dark", "zh")])
def test_an_online_game_has_no_accessibility_violation(
    person: NewPerson, axe: Axe, size: tuple[int, int], look: str, language: str
) -> None:
    ann, bob = person(size=size, look=look, language=language), person(size=size, look=look, language=language)
    begin(ann, bob)
    move(ann, "c3d3")
    sees(bob, "c3d3")
    move(ann, "d3d4")
    ann.page.fill(".chat input", "hello")
    ann.page.press(".chat input", "Enter")
    bob.page.wait_for_selector(".remarks p", state="attached")
    ann.api.post(f"/api/board/game/{ann.page.url.rpartition('/')[2]}/draw/yes")
    bob.page.wait_for_selector(".ask")
    assert axe(ann.page) == []
    assert axe(bob.page) == []
    assert bob.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bob.api.post(f"/api/board/game/{ann.page.url.rpartition('/')[2]}/draw/yes")
    ann.page.wait_for_selector(".card")
    assert axe(ann.page) == []


@pytest.mark.parametrize(
    ("rules", "fen", "text"),
    [
        ("gamerz", None, "a3a4"),
        ("leiden", None, "a3a4"),
        ("standard:equal_ranks=both_vanish", "l6/7/7/7/e6/E6/7/7/6L b 0 1", "a4a5"),
    ],
)
def test_every_rule_set_and_house_rules(person: NewPerson, rules: str, fen: str | None, text: str) -> None:
    ann, bob = person(), person()
    game = begin(ann, bob, **RAPID, rules=rules, fen=fen)
    after = Game(rules, fen=fen)
    after.play(text)
    move(ann, text)
    for somebody in (ann, bob):
        sees(somebody, "", fen=after.fen())
    assert ann.api.get(f"/api/game/{game}")["fen"] == after.fen()


def tab_to(page: Any, name: str, key: str = "Tab") -> None:
    """Move the focus with the keyboard to the element whose words begin so."""
    for _ in range(80):
        page.keyboard.press(key)
        words = "({ ariaLabel, textContent, localName }) => `${ariaLabel ?? textContent.trim()}|${localName}`"
        if any(each.startswith(name) for each in page.evaluate(f"({words})(document.activeElement)").split("|")):
            return
    raise AssertionError(f"{name!r} is not reached by {key}")


def test_conditional_moves_are_entered_by_keyboard_alone(person: NewPerson) -> None:
    ann, bob = person(settings={"confirm": False}), person()
    game = begin(ann, bob, days=3)
    page = ann.page
    page.locator("jungle-board [tabindex='0']").focus()
    walk(page, "a3a4")
    sees(ann, "a3a4")
    tab_to(page, "More")
    page.keyboard.press("Enter")
    tab_to(page, "Conditional moves")
    page.keyboard.press("Enter")
    help_line = page.locator(".planning p")
    expect(help_line).to_have_text(f"Play a move that {bob.name} might make next.")
    assert help_line.get_attribute("role") == "status"
    walk(page, "g7g6")  # The board has the focus.
    expect(help_line).to_have_text("Now play your answer.")
    walk(page, "a4a5")
    tab_to(page, "Start of the lines")
    page.keyboard.press("Enter")
    expect(help_line).to_have_text(f"Play a move that {bob.name} might make next.")
    tab_to(page, "jungle-board", "Shift+Tab")
    walk(page, "a7a6")
    walk(page, "c3d3")
    lines = page.get_by_role("list", name="Planned lines").get_by_role("listitem")
    expect(lines).to_have_count(2)
    tab_to(page, "Remove line 2")
    page.keyboard.press("Enter")
    expect(lines).to_have_count(1)
    tab_to(page, "Save the plan")
    page.keyboard.press("Enter")
    expect(page.locator(".notes")).to_contain_text("You have planned 1 line.")
    assert ann.api.get(f"/api/game/{game}/plan")["lines"] == [["g7g6", "a4a5"]]
    assert page.evaluate("document.activeElement.localName") == "jungle-board"


def test_conditional_moves_are_played_on_the_board(person: NewPerson, axe: Axe) -> None:
    ann, bob = person(settings={"confirm": False}), person(settings={"confirm": False}, size=PHONE)
    game = begin(ann, bob, days=3)
    move(ann, "a3a4")
    sees(ann, "a3a4")
    control(ann, "More").click()
    control(ann, "Conditional moves").click()
    help_line = ann.page.locator(".planning p")
    expect(help_line).to_have_text(f"Play a move that {bob.name} might make next.")
    move(ann, "g7g6")
    expect(help_line).to_have_text("Now play your answer.")
    move(ann, "a4a5")
    control(ann, "Start of the lines").click()
    move(ann, "g7f7")  # A branch.
    move(ann, "c3d3")
    assert axe(ann.page) == []
    control(ann, "Save the plan").click()
    expect(ann.page.locator(".notes")).to_contain_text("You have planned 2 lines.")
    sees(ann, "a3a4")
    assert ann.api.get(f"/api/game/{game}/plan")["lines"] == [["g7f7", "c3d3"], ["g7g6", "a4a5"]]
    move(bob, "g7g6")
    sees(bob, "a3a4 g7g6 a4a5")
    sees(ann, "a3a4 g7g6 a4a5")
    expect(ann.page.locator(".notes")).not_to_contain_text("planned")
    # Somebody who is planning while the game goes on is told so.
    control(ann, "More").click()
    control(ann, "Conditional moves").click()
    help_line.wait_for()
    move(ann, "a7a6")
    move(bob, "g6g5")
    expect(ann.page.get_by_text("The game has moved on.")).to_be_visible()
    sees(ann, "a3a4 g7g6 a4a5 g6g5")
    control(bob, "More").click()
    control(bob, "Conditional moves").click()
    move(bob, "c3d3")
    move(bob, "a7b7")
    help_line = bob.page.locator(".planning p")
    assert help_line.bounding_box()["y"] == 0  # In view, instead of the menu.
    expect(help_line).to_have_text(f"Play {ann.name}'s next move, or go back to add another.")
    control(bob, "Save the plan").click()
    expect(bob.page.locator(".notes")).to_contain_text("You have planned 1 line.")
    move(ann, "a5a6")  # The game leaves Bob's plan.
    expect(bob.page.get_by_text("so your conditional moves have been removed")).to_be_visible()
