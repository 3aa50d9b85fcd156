"""Notifications: who is told what, once, and when."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.server.errors import ForbiddenError, UnprocessableError
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.identity.sessions import SESSION_LIFE, digest_of, end_session
from jungle.server.push.notices import MAIL_WAITS
from jungle.server.storage.schema import outbox, pushes, subscriptions
from jungle.server.times import DAY, HOUR, SECOND
from tests.server.harness.clients import Client, sign_in
from tests.server.harness.house import TERMS, House, in_house
from tests.server.harness.processes import served
from tests.server.harness.push_service import Browser, PushService, push_service

SLOW = {"days": 3}
PRIVATE = {"push_to_private": True}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


async def subscribe(house: House, name: str, browser: Browser, **options: Any) -> User:
    """A new session of a person, on a device that wants notifications."""
    person = house.people[name]
    secret = await house.services.accounts.new_session(person, "a browser")
    user = User(person.id, person.name, person.kind, session=digest_of(secret))
    keys = browser.keys
    await house.services.subscriptions.subscribe(user, browser.endpoint, keys["p256dh"], keys["auth"], **options)
    return user


async def deliver(house: House) -> None:
    """Send what is due."""
    while await house.services.pushes.send_waiting():
        pass


async def count(house: House, table: sa.Table, *chosen: sa.ColumnElement[bool]) -> int:
    statement = sa.select(sa.func.count()).select_from(table).where(*chosen)
    return await house.services.database.read(lambda connection: int(connection.execute(statement).scalar_one()))


def test_a_turn_is_told_on_every_device_once(data: Path, service: PushService) -> None:
    phone, desk = service.browser(), service.browser()

    async def story(house: House) -> None:
        for browser in (phone, desk):
            await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await deliver(house)
        assert phone.titles() == []
        await house.move(game, "anna", "a3a4", id="m1")
        await house.move(game, "anna", "a3a4", id="m1")  # A repeated move is no other move.
        await deliver(house)
        told = phone.next()
        assert told == {
            "title": "Your turn against anna",
            "body": "",
            "tag": "turn",
            "url": f"#/game/{game}",
            "count": 1,
        }
        assert desk.next() == told
        await deliver(house)
        assert phone.titles() == desk.titles() == []

    in_house(data, story, **PRIVATE)


def test_several_turns_are_one_notification_in_the_devices_language(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        await subscribe(house, "bert", browser, language="zh")
        for _ in range(2):
            await house.move(await house.game(**SLOW), "anna", "a3a4")
            await deliver(house)
        first, second = browser.next(), browser.next()
        assert first["title"] == "轮到你走了（对手：anna）"
        assert (second["tag"], second["count"], second["body"]) == (first["tag"], 2, "2 局等你走棋")
        assert second["url"] == "#/lobby"

    in_house(data, story, **PRIVATE)


def test_challenges_and_messages_are_told(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        anna, bert = house.people.values()
        await house.services.lobby.challenge(anna, "bert", Terms.make(**{**TERMS, "clock": (300, 2)}))
        await house.services.messages.send(anna, "bert", "Hello! " * 50)
        await deliver(house)
        told = sorted((browser.next() for _ in range(2)), key=lambda each: str(each["tag"]))
        assert told[0]["title"] == "anna challenges you: Blitz"
        assert (told[1]["title"], told[1]["count"]) == ("anna", 2)
        assert told[1]["body"].startswith("Hello! Hello!")
        assert len(told[1]["body"]) < 150
        await house.services.messages.send(anna, "bert", "read at once")
        await house.services.messages.thread(bert, "anna")
        await deliver(house)
        assert browser.titles() == []

    in_house(data, story, **PRIVATE)


def test_a_mail_waits_for_the_notification_and_says_nothing_twice(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def mails(house: House) -> int:
        return await count(house, outbox, outbox.c.state == "waiting", outbox.c.next_try <= house.time)

    async def story(house: House) -> None:
        user = await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "anna", "a3a4")
        assert await mails(house) == 1  # To anna, who has no device.
        await deliver(house)
        house.time += MAIL_WAITS
        assert await mails(house) == 1
        assert browser.titles() == ["Your turn against anna"]
        # The device does not exist any more: the mail goes out at once.
        browser.status = 410
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "bert", "g7g6")
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "anna", "a4a5")
        assert await mails(house) == 1
        await deliver(house)
        assert await mails(house) == 2
        assert await count(house, subscriptions, subscriptions.c.session == user.session) == 0
        # A service that does not answer for a while: the mail is not delayed for long.
        browser.status = 503
        await subscribe(house, "bert", browser)
        await house.move(game, "bert", "g6g5")
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "anna", "a5a6")
        await deliver(house)
        assert await mails(house) == 1
        house.time += MAIL_WAITS
        assert await mails(house) == 2
        await house.services.database.execute(sa.update(outbox).values(state="sent"))
        browser.status = 201
        await deliver(house)
        assert browser.titles() == []  # The mail has said it.

    in_house(data, story, **PRIVATE)


def test_a_lost_connection_is_tried_again(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        browser.status = 500
        await house.move(game, "anna", "a3a4")
        await deliver(house)
        browser.status = 201
        assert browser.titles() == []
        house.time += 10 * SECOND
        await deliver(house)
        assert browser.titles() == ["Your turn against anna"]

    in_house(data, story, **PRIVATE)


def test_the_night_is_quiet(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        house.time -= house.time % DAY - 23 * HOUR
        await subscribe(house, "bert", browser, quiet=(22 * 60, 8 * 60))
        game = await house.game(**SLOW)
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "anna", "a3a4")
        # Mails make no noise.
        assert await count(house, outbox, outbox.c.next_try <= house.time) == 2
        house.time += 8 * HOUR
        await deliver(house)
        assert browser.titles() == []
        house.time += HOUR
        await deliver(house)
        assert browser.titles() == ["Your turn against anna"]

    in_house(data, story, **PRIVATE)


def test_what_has_been_answered_meanwhile_is_not_told(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await house.move(game, "bert", "g7g6")
        await deliver(house)
        assert browser.titles() == []
        assert await count(house, pushes, pushes.c.state == "waiting") == 0

    in_house(data, story, **PRIVATE)


def test_a_subscription_ends_with_its_session(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        user = await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await end_session(house.services.database, user.id, user.session)
        await deliver(house)
        assert browser.titles() == []
        assert await count(house, subscriptions) == await count(house, pushes) == 0

    in_house(data, story, **PRIVATE)


def test_an_expired_session_is_told_nothing(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        game = await house.game(days=14)
        house.time += 13 * DAY
        await house.move(game, "anna", "a3a4")
        house.time += SESSION_LIFE
        await house.services.messages.send(house.people["anna"], "bert", "still there?")
        await deliver(house)
        assert browser.titles() == []

    in_house(data, story, **PRIVATE)


def test_a_slow_service_delays_no_others(tmp_path: Path, service: PushService) -> None:
    """Services that take the connection and never answer."""
    browser = service.browser()
    with (
        socket.create_server(("127.0.0.1", 0), backlog=100) as silent,
        served(tmp_path / "data", JUNGLE_PUSH_TO_PRIVATE="1") as server,
    ):
        nobody = Client(server)
        names = [f"slow-{number}" for number in range(30)]
        for name in ("sender", "quick", *names):
            nobody.post("/api/signup", {"name": name, "password": "correct horse"})
        sender = sign_in(server, "sender")
        for name in names:
            hanging = service.browser().subscription(endpoint=f"http://127.0.0.1:{silent.getsockname()[1]}/{name}")
            assert sign_in(server, name).request("PUT", "/api/account/push", hanging).status == 200
        quick = sign_in(server, "quick")
        assert quick.request("PUT", "/api/account/push", browser.subscription()).status == 200
        for name in (*names, "quick"):
            sender.post(f"/api/message/{name}", {"text": "hello"})
        assert browser.next(5)["title"] == "sender"


def test_a_browser_tells_only_whoever_used_it_last(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        await subscribe(house, "anna", browser)
        await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await house.move(game, "bert", "g7g6")
        await deliver(house)
        assert browser.titles() == []

    in_house(data, story, **PRIVATE)


def test_children_are_told_nothing(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        user = await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await house.services.accounts.update(user.id, kid_pin="x")  # Kid mode, just after it was written.
        await deliver(house)
        assert browser.titles() == []
        child = User(user.id, user.name, user.kind, session=user.session, is_child=True)
        keys = browser.keys
        with pytest.raises(ForbiddenError):
            await house.services.subscriptions.subscribe(child, browser.endpoint, keys["p256dh"], keys["auth"])

    in_house(data, story, **PRIVATE)


def test_a_tournament_about_to_start_is_told_once(data: Path, service: PushService) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        terms = Terms.make(**{**TERMS, "clock": (300, 2)})
        made = await house.services.tournaments.create(
            house.people["anna"], "Evening arena", terms, minutes=60, starts=None, wait=1200, bots=False
        )
        await house.services.tournaments.join(house.people["bert"], made["id"])
        for minutes in (1, 15, 1):
            house.time += minutes * 60 * SECOND
            await house.services.pushes.tell_of_tournaments()
            await deliver(house)
        told = browser.next()
        assert (told["title"], told["body"]) == ("Evening arena", "The tournament starts in 4 minutes")
        assert browser.titles() == []

    in_house(data, story, **PRIVATE)


@pytest.mark.parametrize(
    "change", [{"endpoint": "https://127.0.0.1/x"}, {"endpoint": "http://push.example.org/"}, {"zone": "Mars/Olympus"}]
)
def test_subscriptions_are_checked(data: Path, service: PushService, change: dict[str, str]) -> None:
    browser = service.browser()

    async def story(house: House) -> None:
        browser.endpoint = change.get("endpoint", "https://push.example.org/x")
        with pytest.raises(UnprocessableError):
            await subscribe(house, "bert", browser, zone=change.get("zone", "UTC"))

    in_house(data, story)


def test_a_server_tells_within_seconds(tmp_path: Path, service: PushService) -> None:
    """A real server and a real push service: the move of one player reaches the other, whose app is closed."""
    browser = service.browser()
    with served(tmp_path / "data", JUNGLE_PUSH_TO_PRIVATE="1") as server:
        nobody = Client(server)
        for name in ("blue", "red"):
            nobody.post("/api/signup", {"name": f"{name}-player", "password": "correct horse"})
        blue, red = (sign_in(server, f"{name}-player") for name in ("blue", "red"))
        assert red.get("/api/account/push")["subscription"] is None
        answer = red.request("PUT", "/api/account/push", browser.subscription(language="en"))
        assert answer.status == 200, answer.text
        assert red.get("/api/account/push")["subscription"]["endpoint"] == browser.endpoint
        challenge = blue.post("/api/challenge/red-player", {"colour": "blue", "days": 2})["challenge"]["id"]
        assert browser.next(5)["title"] == "blue-player challenges you: Correspondence"
        game = red.post(f"/api/challenge/{challenge}/accept")["game"]["id"]
        blue.move(game, "a3a4")
        assert browser.next(5)["title"] == "Your turn against blue-player"
        assert red.request("DELETE", "/api/account/push").status == 200
        red.move(game, "g7g6")
        blue.move(game, "a4a5")
        assert red.get("/api/account/push")["subscription"] is None
        bad = browser.subscription() | {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}
        assert red.request("PUT", "/api/account/push", bad).status == 422
