"""Every view that needs a server: accessibility, and layout on every screen."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tools.web_layout import SIZES, faults_of

from tests.server.harness.clients import Client, sign_in
from tests.web.browser.conftest import PHONE, Axe
from tests.web.browser.online.accounts import make_admin
from tests.web.browser.online.conftest import NewPerson, Person, Site

LIVE = {"clock": {"limit": 3600, "increment": 3}}
VIEWS = (
    "",
    "lobby",
    "login",
    "login?new=1",
    "reset?token=x",
    "confirm?what=restore&token=x",
    "user/{other}",
    "user",
    "tournament",
    "tournament/{arena}",
    "messages",
    "messages/{other}",
    "friends",
    "settings",
    "admin?user={other}",
    "user/{wide}",
)


@pytest.fixture(scope="module")
def around(online: Site) -> dict[str, str]:
    """A player with games, a tournament and reports."""
    other, third = online.sign_up("vera"), online.sign_up("wilhelmina-von-tutti")
    for _ in range(2):
        game = other.challenge(third, rated=True, **LIVE)
        finish(game, other, third)
    running = other.challenge(third, **LIVE)
    other.move(running, "a3a4")
    other.post("/api/seek", {**LIVE, "rated": True, "rating_low": 1400, "rating_high": 1900})
    arena = other.post("/api/tournament", {"name": "Evening arena of all animals", "wait": 3000, **LIVE})["tournament"]
    for client in (other, third):
        client.post(f"/api/tournament/{arena['id']}/join")
    third.post("/api/report/vera", {"reason": "plays too well", "game": game})
    online.sign_up("W" * 20)
    return {"other": "vera", "arena": arena["id"], "wide": "W" * 20}


def finish(game: str, winner: Client, loser: Client) -> None:
    winner.move(game, "a3a4")
    loser.move(game, "g7g6")
    loser.post(f"/api/board/game/{game}/resign")


def looker(person: NewPerson, online: Site, **options: Any) -> Person:
    """A user for whom every part of every view has content."""
    somebody = person(**options)
    vera = sign_in(online.server, "vera")
    me = somebody.api
    vera.challenge(me, days=3)
    vera.post(f"/api/challenge/{somebody.name}", {"days": 2})
    vera.post(f"/api/message/{somebody.name}", {"text": "Hello there. " * 10})
    me.post("/api/message/vera", {"text": "x" * 200})
    for client, name in ((me, "vera"), (me, "wilhelmina-von-tutti"), (vera, somebody.name)):
        assert client.request("PUT", f"/api/follow/{name}").status == 200
    make_admin(online, somebody)  # With a second factor, which ends the session of `me`.
    return somebody


@pytest.fixture
def visits(person: NewPerson, online: Site, around: dict[str, str]) -> Callable[..., Iterator[tuple[str, Any]]]:
    def each(**options: Any) -> Iterator[tuple[str, Any]]:
        somebody = looker(person, online, **options)
        for view in VIEWS:
            page = somebody.open(f"#/{view.format(**around)}")
            page.locator("#view h1").first.wait_for(state="attached")
            page.wait_for_load_state("networkidle")
            yield view, page

    return each


@pytest.mark.timeout(400)  # Fifteen views, each on five screens and in both looks.
@pytest.mark.parametrize("language", ["en", "zh"])
def test_online_views_are_accessible_and_well_laid_out(visits: Any, axe: Axe, language: str) -> None:
    wrong: list[str] = []
    for view, page in visits(language=language):
        wrong += [f"{view} {line}" for line in axe.in_both_looks(page)]
        for size in SIZES:
            wrong += [f"{view} {size}: {fault}" for fault in faults_of(page, size)]
    assert wrong == []


def test_dialogs_fit_and_have_no_accessibility_violation(person: NewPerson, axe: Axe) -> None:
    page = person(size=PHONE).open("#/lobby")
    for dialog in ("Create a game", "Play a friend by link", "Challenge by name"):
        page.get_by_role("button", name=dialog).click()
        page.get_by_role("dialog").wait_for()
        assert axe(page) == []
        assert page.evaluate("document.querySelector('dialog').scrollWidth") <= PHONE[0]
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
