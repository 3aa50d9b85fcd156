"""Challenges by link, also to somebody without an account."""

import pytest

from web.browser.online.conftest import NewPerson
from web.browser.online.playing import control, move, sees

pytestmark = pytest.mark.timeout(600)

TERMS = {"clock": {"limit": 300, "increment": 3}, "colour": "blue"}


def test_a_link_brings_a_guest_to_the_board(person: NewPerson) -> None:
    ann, guest = person(), person(None)
    challenge = ann.api.post("/api/challenge", TERMS)["challenge"]
    ann.open(f"#/challenge/{challenge['id']}")
    assert ann.page.input_value("input.code") == challenge["url"]
    ann.page.wait_for_selector("text=Waiting for the opponent")
    # The link itself, as it stands in somebody's messages.
    guest.page.goto(challenge["url"])
    guest.page.wait_for_selector(f"h1:has-text('{ann.name} challenges you')")
    assert "You play: Red" in guest.page.inner_text(".challenge")
    control(guest, "Play as a guest").click()
    for somebody in (ann, guest):
        somebody.page.wait_for_url("**/#/game/*")
        somebody.page.wait_for_selector(".connection[data-state=connected]", state="attached")
    move(ann, "c3d3")
    sees(guest, "c3d3")
    move(guest, "g7g6")
    sees(ann, "c3d3 g7g6")


def test_a_challenge_by_name_is_declined_and_taken_back(person: NewPerson) -> None:
    ann, bob, eve = person(), person(), person()
    challenge = ann.api.post(f"/api/challenge/{bob.name}", TERMS)["challenge"]["id"]
    ann.open(f"#/challenge/{challenge}")
    eve.open(f"#/challenge/{challenge}")
    assert f"This challenge is for {bob.name}" in eve.page.inner_text(".challenge")
    bob.open(f"#/challenge/{challenge}")
    control(bob, "Decline").click()
    bob.page.wait_for_url("**/#/lobby")
    ann.page.wait_for_selector("text=This challenge is no longer open.")
    challenge = ann.api.post("/api/challenge", TERMS)["challenge"]["id"]
    ann.open(f"#/challenge/{challenge}")
    control(ann, "Take back").click()
    ann.page.wait_for_url("**/#/lobby")
    bob.open(f"#/challenge/{challenge}")
    bob.page.wait_for_selector("text=This challenge is no longer open.")
