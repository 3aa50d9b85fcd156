"""One plays by email commands, the other in a browser."""

import secrets

import pytest

from tests.server.harness.clients import Client
from tests.web.browser.online.conftest import NewPerson, Site
from tests.web.browser.online.playing import control, look_at, move, sees

pytestmark = pytest.mark.timeout(600)

SECRET = "mail-secret"


def test_a_mail_player_against_a_browser_player(person: NewPerson, online: Site) -> None:
    ann = person(settings={"confirm": False})
    post, name = Client(online.server), f"post{secrets.token_hex(3)}"
    assert post.mail(f"signup {name} {SECRET} {name}@example.org").status == 200
    challenge = ann.api.post(f"/api/challenge/{name}", {"days": 2, "colour": "blue"})["challenge"]
    ann.open(f"#/challenge/{challenge['id']}")
    assert post.mail(f"jungle accept {challenge['number']} {name} {SECRET}").status == 200
    ann.page.wait_for_url("**/#/game/*")
    game = ann.page.url.rpartition("/")[2]
    look_at(ann, game)
    move(ann, "a3a4")
    sees(ann, "a3a4")
    number = ann.api.get(f"/api/game/{game}")["number"]
    assert "1. 8-a4" in post.mail(f"jungle show {number}").text
    assert post.mail(f"jungle move {number} {name} {SECRET} 8-g6").status == 200
    sees(ann, "a3a4 g7g6")
    assert post.mail(f"jungle chat {number} {name} {SECRET}", "a letter <b>for you</b>").status == 200
    ann.page.wait_for_selector(".remarks p:has-text('a letter <b>for you</b>')")
    post.mail(f"jungle move {number} {name} {SECRET} propose draw")
    control(ann, "Accept").click()
    ann.page.wait_for_selector(".card h2:has-text('Draw')")
