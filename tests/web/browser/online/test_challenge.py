"""Challenges by link, including guests without an account."""

import re

import pytest
from playwright.sync_api import expect

from tests.server.harness.clients import PASSWORD
from tests.web.browser.online.conftest import NewPerson
from tests.web.browser.online.playing import control, move, sees

pytestmark = pytest.mark.timeout(600)

TERMS = {"clock": {"limit": 300, "increment": 3}, "colour": "blue"}


def test_a_link_brings_a_guest_to_the_board(person: NewPerson) -> None:
    ann, guest = person(), person(None)
    challenge = ann.api.post("/api/challenge", TERMS)["challenge"]
    ann.open(f"#/challenge/{challenge['id']}")
    expect(ann.page.locator("input.code")).to_have_value(challenge["url"])
    ann.page.wait_for_selector("text=Waiting for your opponent")
    # The link itself, as it is shared in a message.
    guest.page.goto(challenge["url"])
    guest.page.wait_for_selector(f"h1:has-text('{ann.name} challenges you')")
    expect(guest.page.locator(".challenge").first).to_contain_text("You play: Red", use_inner_text=True)
    control(guest, "Play as a guest").click()
    for somebody in (ann, guest):
        somebody.page.wait_for_url("**/#/game/*")
        somebody.page.wait_for_selector(".connection[data-state=connected]", state="attached")
    move(ann, "c3d3")
    sees(guest, "c3d3")
    move(guest, "g7g6")
    sees(ann, "c3d3 g7g6")


def test_a_link_is_casual_unless_the_inviter_says_otherwise(person: NewPerson) -> None:
    ann = person()
    page = ann.open("#/lobby")
    page.get_by_role("button", name="Play a friend by link").click()
    expect(page.get_by_role("dialog").get_by_role("switch", name="Rated")).not_to_be_checked()
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("dialog")).to_contain_text("Casual")
    expect(page.get_by_role("dialog")).to_contain_text("No account needed")


def test_a_rated_link_says_up_front_that_it_needs_an_account(person: NewPerson) -> None:
    ann, guest = person(), person(None)
    challenge = ann.api.post("/api/challenge", {**TERMS, "rated": True})["challenge"]
    ann.open(f"#/challenge/{challenge['id']}")
    expect(ann.page.locator(".challenge")).to_contain_text("The game is rated, so they need an account.")
    guest.page.goto(challenge["url"])
    expect(guest.page.locator(".challenge")).to_contain_text("you need an account to accept")
    expect(control(guest, "Play as a guest")).to_have_count(0)
    guest.page.locator(".challenge").get_by_role("link", name="Sign up").click()
    guest.page.wait_for_url("**/#/login?*")


def test_a_challenge_by_name_is_declined_and_taken_back(person: NewPerson) -> None:
    ann, bob, eve = person(), person(), person()
    challenge = ann.api.post(f"/api/challenge/{bob.name}", TERMS)["challenge"]["id"]
    ann.open(f"#/challenge/{challenge}")
    eve.open(f"#/challenge/{challenge}")
    expect(eve.page.locator(".challenge").first).to_contain_text(
        f"This challenge is for {bob.name}", use_inner_text=True
    )
    bob.open(f"#/challenge/{challenge}")
    control(bob, "Decline").click()
    bob.page.wait_for_url("**/#/lobby")
    ann.page.wait_for_selector("text=This challenge is no longer open.")
    challenge = ann.api.post("/api/challenge", TERMS)["challenge"]["id"]
    ann.open(f"#/challenge/{challenge}")
    control(ann, "Cancel invite").click()
    ann.page.wait_for_url("**/#/lobby")
    bob.open(f"#/challenge/{challenge}")
    bob.page.wait_for_selector("text=This challenge is no longer open.")


def test_logging_in_returns_to_the_challenge(person: NewPerson) -> None:
    ann, bob = person(), person()
    challenge = ann.api.post("/api/challenge", TERMS)["challenge"]
    visitor = person(None)
    visitor.page.goto(challenge["url"])
    page = visitor.page
    page.locator(".challenge").get_by_role("link", name="Log in").click()
    page.get_by_label("Name", exact=True).first.fill(bob.name)
    page.get_by_label("Password", exact=True).first.fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(f"**/#/challenge/{challenge['id']}")
    # It is withdrawn before the answer, and the page has not heard of that.
    visitor.may_lose_connection = True  # The browser itself notes answers of status 409.
    page.route("**/accept", lambda route: (ann.api.post(f"/api/challenge/{challenge['id']}/cancel"), route.continue_()))
    page.get_by_role("button", name="Accept").click()
    page.locator(".challenge").get_by_text("This challenge is no longer open.").wait_for()


def test_a_link_can_be_copied_by_hand(person: NewPerson) -> None:
    """Pages that did not come over a safe connection have no clipboard."""
    ann = person()
    ann.context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page = ann.open("#/lobby")
    page.get_by_role("button", name="Play a friend by link").click()
    page.get_by_role("button", name="Create link").click()
    page.get_by_role("button", name="Copy").click()
    shown = page.get_by_role("dialog", name="Copy").get_by_role("textbox")
    expect(shown).to_have_value(re.compile("/challenge/"))


def test_a_missing_challenge_is_reported(person: NewPerson) -> None:
    ann = person(language="zh")
    ann.may_lose_connection = True  # The browser itself notes answers of status 404.
    ann.open("#/rules")
    for route, words in (("game/nonsense", "没有这一局棋。"), ("tournament/x", "没有这场比赛。")):
        ann.page.evaluate("(hash) => { location.hash = hash; }", f"#/{route}")
        ann.page.locator("#view").get_by_text(words).wait_for()
        ann.open(f"#/{route}")
        ann.page.locator("#view").get_by_text(words).wait_for()
    ann.page.locator("#view").get_by_role("link").click()
    ann.page.wait_for_selector(".view-home")


def test_an_open_invite_link_is_copied_again(person: NewPerson) -> None:
    ann = person()
    challenge = ann.api.post("/api/challenge", TERMS)["challenge"]
    page = ann.open("#/lobby")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy invite link").click()
    page.locator(".toast").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == challenge["url"]


def test_guests_have_readable_names_and_can_type_moves(person: NewPerson) -> None:
    ann, guest = person(), person(None)
    challenge = ann.api.post("/api/challenge", TERMS)["challenge"]
    guest.page.goto(challenge["url"])
    control(guest, "Play as a guest").click()
    guest.page.wait_for_url("**/#/game/*")
    ann.open(guest.page.url.partition("/#")[2].join(["#", ""]))
    for somebody in (ann, guest):
        somebody.page.wait_for_selector(".connection[data-state=connected]", state="attached")
    expect(ann.page.locator(".above .name")).to_have_text(re.compile(r"Guest [A-Z][a-z]+ \d+"))
    ann.page.keyboard.press("m")
    ann.page.keyboard.type("elephant up")
    ann.page.keyboard.press("Enter")
    sees(guest, "a3a4")
    guest.page.keyboard.press("l")
    expect(guest.page.locator("#spoken")).to_contain_text("Blue: elephant a3 to a4")
    guest.page.keyboard.press("c")
    expect(guest.page.locator("#spoken")).to_contain_text(f"{ann.name}: ")
