"""A child's browser while a hostile account writes wherever it can: none of it arrives, and none is shown."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, expect

from tests.server.harness.clients import sign_in, sign_up
from tests.web.browser.conftest import PHONE
from tests.web.browser.online.accounts import add_child, enter
from tests.web.browser.online.conftest import NewPerson, Site
from tests.web.browser.online.playing import UNRATED, wait_for_table

POISON = "Xqzv"
VIEWS = (
    "",
    "play",
    "puzzles",
    "learn",
    "rules",
    "settings",
    "stickers",
    "lobby",
    "tournament",
    "messages",
    "class",
    "friends",
)


def listen(page: Any) -> list[str]:
    """Everything that a page receives from now on: frames, and answers of the API."""

    def hear(answer: Any) -> None:
        if "/api/" in answer.url:
            with suppress(Error):  # The page that asked is gone, and the browser has dropped the answer.
                heard.append(answer.text())

    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    page.on("response", hear)
    return heard


def test_nothing_that_a_stranger_writes_reaches_a_childs_browser(
    person: NewPerson, new_site: Callable[..., Site]
) -> None:
    site = new_site()
    guardian = person(site=site)
    sign_up(site.server, POISON)
    villain = sign_in(site.server, POISON)
    cup = {"name": f"{POISON} cup", "clock": {"limit": 300}, "minutes": 60, "wait": 0}
    tournament = villain.post("/api/tournament", cup)["tournament"]["id"]
    villain.post("/api/class", {"name": POISON})
    elsewhere = villain.challenge(sign_up(site.server, "bystander"))
    villain.post(f"/api/board/game/{elsewhere}/chat", {"text": POISON})
    child = person(None, site=site, size=PHONE, touch=True)
    heard = listen(child.page)
    page = enter(child, add_child(guardian, contacts="everyone"))
    page.get_by_role("button", name="Jungle", exact=True).click()
    expect(page.get_by_text("Waiting")).to_be_visible()
    game = villain.post("/api/seek", UNRATED)["game"]["id"]
    wait_for_table(page)
    for path, body in (
        (f"/api/board/game/{game}/chat", {"text": POISON}),
        (f"/api/message/{child.name}", {"text": POISON}),
        (f"/api/report/{child.name}", {"reason": POISON}),
        (f"/api/challenge/{child.name}", {}),
    ):
        assert villain.request("POST", path, body).status in (403, 404), path
    villain.post(f"/api/board/game/{game}/draw/yes")
    expect(page.get_by_role("button", name="Accept")).to_be_visible()  # What is not text arrives.
    expect(page.locator(".strip.above .player")).to_have_text("Player")
    assert POISON.lower() not in page.content().lower()
    for route in (*VIEWS, f"game/{game}", f"game/{elsewhere}", f"tournament/{tournament}", f"user/{POISON}"):
        child.open(f"#/{route}")
        page.wait_for_load_state("networkidle")
        shown = page.content().replace(f"#/user/{POISON}", "")
        assert POISON.lower() not in shown.lower(), route
    assert any(game in text for text in heard)  # The listener works.
    arrived = [text for text in heard if POISON.lower() in text.lower()]
    assert not arrived, arrived[:3]
    child.messages = [note for note in child.messages if "status of 40" not in note]  # What it may not see is refused.
