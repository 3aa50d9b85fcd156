"""Notifications: who gets which, when, and only once."""

import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.server.errors import ForbiddenError, UnprocessableError
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.identity.sessions import SESSION_LIFE, digest_of, end_session
from jungle.server.push.notices import MAIL_WAITS, TURN_WAITS
from jungle.server.storage.schema import outbox, pushes, subscriptions
from jungle.server.times import DAY, HOUR, SECOND
from tests.server.harness.clients import Client, sign_in
from tests.server.harness.house import TERMS, House, in_house
from tests.server.harness.processes import served
from tests.server.harness.push_service import Browser, PushService, push_service

SLOW = {"days": 3}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture
def browser(service: PushService) -> Browser:
    return service.browser()


def in_private_house(data: Path, story: Callable[[House], Awaitable[None]]) -> None:
    """Run a story on services that send to push services on loopback."""
    in_house(data, story, push_to_private=True)


async def subscribe(house: House, name: str, browser: Browser, **options: Any) -> User:
    """Log a person in on a device that wants notifications."""
    person = house.people[name]
    secret = await house.services.accounts.new_session(person, "a browser")
    user = User(person.id, person.name, person.kind, session=digest_of(secret))
    keys = browser.keys
    await house.services.subscriptions.subscribe(user, browser.endpoint, keys["p256dh"], keys["auth"], **options)
    return user


async def deliver(house: House) -> None:
    """Send what is due, and the notifications of turns."""
    house.time += TURN_WAITS
    while await house.services.pushes.send_waiting():
        pass


async def count(house: House, table: sa.Table, *chosen: sa.ColumnElement[bool]) -> int:
    statement = sa.select(sa.func.count()).select_from(table).where(*chosen)
    return await house.services.database.read(lambda connection: int(connection.execute(statement).scalar_one()))


def test_each_device_is_notified_of_a_turn_once(data: Path, service: PushService) -> None:
    phone, desk = service.browser(), service.browser()

    async def story(house: House) -> None:
        for browser in (phone, desk):
            await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await deliver(house)
        assert phone.titles() == []
        await house.move(game, "anna", "a3a4", id="m1")
        await house.move(game, "anna", "a3a4", id="m1")  # The same move, sent again.
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

    in_private_house(data, story)


def test_several_turns_are_one_notification_in_the_devices_language(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "bert", browser, language="zh")
        for _ in range(2):
            await house.move(await house.game(**SLOW), "anna", "a3a4")
            await deliver(house)
        first, second = browser.next(), browser.next()
        assert first["title"] == "轮到你走了（对手：anna）"
        assert (second["tag"], second["count"], second["body"]) == (first["tag"], 2, "2 局等你走棋")
        assert second["url"] == "#/lobby"

    in_private_house(data, story)


def test_devices_are_notified_of_challenges_and_messages(data: Path, browser: Browser) -> None:
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

    in_private_house(data, story)


def test_an_email_is_held_back_and_dropped_once_the_notification_arrives(
    data: Path, service: PushService, browser: Browser
) -> None:
    async def mails(house: House) -> int:
        return await count(house, outbox, outbox.c.state == "waiting", outbox.c.next_try <= house.time)

    async def story(house: House) -> None:
        user = await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "anna", "a3a4")
        assert await mails(house) == 1  # For anna, who has no device.
        await deliver(house)
        house.time += MAIL_WAITS
        assert await mails(house) == 1
        assert browser.titles() == ["Your turn against anna"]
        # The device is gone: the email is sent at once.
        browser.status = 410
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "bert", "g7g6")
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "anna", "a4a5")
        assert await mails(house) == 1
        await deliver(house)
        assert await mails(house) == 2
        assert await count(house, subscriptions, subscriptions.c.session == user.session) == 0
        # The push service is down for a while: the email is not held back for long.
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
        assert browser.titles() == []  # The email has been sent.

    in_private_house(data, story)


def test_a_failed_delivery_is_retried(data: Path, browser: Browser) -> None:
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

    in_private_house(data, story)


def test_nothing_is_delivered_during_quiet_hours(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        house.time -= house.time % DAY - 23 * HOUR
        await subscribe(house, "bert", browser, quiet=(22 * 60, 8 * 60))
        game = await house.game(**SLOW)
        await house.services.database.execute(sa.delete(outbox))
        await house.move(game, "anna", "a3a4")
        # Emails make no noise.
        assert await count(house, outbox, outbox.c.next_try <= house.time) == 2
        house.time += 8 * HOUR
        await deliver(house)
        assert browser.titles() == []
        house.time += HOUR
        await deliver(house)
        assert browser.titles() == ["Your turn against anna"]

    in_private_house(data, story)


def test_a_notification_that_is_no_longer_needed_is_not_sent(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await house.move(game, "bert", "g7g6")
        await deliver(house)
        assert browser.titles() == []
        assert await count(house, pushes, pushes.c.state == "waiting") == 0

    in_private_house(data, story)


def test_quick_moves_bring_one_notification_and_no_email(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.services.database.execute(sa.delete(outbox))
        for move, answer in (("a3a4", "g7g6"), ("a4a5", "g6g5"), ("a5a6", None)):
            await house.move(game, "anna", move)
            if answer:
                await house.move(game, "bert", answer)
        held_back = (outbox.c.address.startswith("bert"), outbox.c.next_try > house.time)
        assert await count(house, pushes, pushes.c.kind == "turn") == await count(house, outbox, *held_back) == 1
        await deliver(house)
        assert browser.titles() == ["Your turn against anna"]
        assert await count(house, outbox, *held_back) == 0

    in_private_house(data, story)


def test_a_subscription_ends_with_its_session(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        user = await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await end_session(house.services.database, user.id, user.session)
        await deliver(house)
        assert browser.titles() == []
        assert await count(house, subscriptions) == await count(house, pushes) == 0

    in_private_house(data, story)


def test_expired_sessions_get_no_notifications(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        game = await house.game(days=14)
        house.time += 13 * DAY
        await house.move(game, "anna", "a3a4")
        house.time += SESSION_LIFE
        await house.services.messages.send(house.people["anna"], "bert", "still there?")
        await deliver(house)
        assert browser.titles() == []

    in_private_house(data, story)


def test_a_slow_service_delays_no_others(tmp_path: Path, service: PushService, browser: Browser) -> None:
    """The services accept connections and never answer."""
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


def test_a_browser_notifies_only_its_latest_user(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "anna", browser)
        await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await house.move(game, "bert", "g7g6")
        await deliver(house)
        assert browser.titles() == []

    in_private_house(data, story)


def test_children_get_no_notifications(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        user = await subscribe(house, "bert", browser)
        game = await house.game(**SLOW)
        await house.move(game, "anna", "a3a4")
        await house.services.accounts.update(user.id, kid_pin="x")  # Kid mode is switched on before it is sent.
        await deliver(house)
        assert browser.titles() == []
        child = User(user.id, user.name, user.kind, session=user.session, is_child=True)
        keys = browser.keys
        with pytest.raises(ForbiddenError):
            await house.services.subscriptions.subscribe(child, browser.endpoint, keys["p256dh"], keys["auth"])

    in_private_house(data, story)


def test_the_start_of_a_tournament_is_announced_once(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        terms = Terms.make(**{**TERMS, "clock": (300, 2)})
        made = await house.services.tournaments.create(
            house.people["anna"], "Evening arena", terms, minutes=60, starts=None, wait=1200, bots=False
        )
        await house.services.tournaments.join(house.people["bert"], made["id"])
        for minutes in (1, 15, 1):
            house.time += minutes * 60 * SECOND
            await house.services.pushes.announce_tournaments()
            await deliver(house)
        told = browser.next()
        assert (told["title"], told["body"]) == ("Evening arena", "The tournament starts in 4 minutes")
        assert browser.titles() == []

    in_private_house(data, story)


@pytest.mark.parametrize(
    "change", [{"endpoint": "https://127.0.0.1/x"}, {"endpoint": "http://push.example.org/"}, {"zone": "Mars/Olympus"}]
)
def test_invalid_subscriptions_are_refused(data: Path, browser: Browser, change: dict[str, str]) -> None:
    async def story(house: House) -> None:
        browser.endpoint = change.get("endpoint", "https://push.example.org/x")
        with pytest.raises(UnprocessableError):
            await subscribe(house, "bert", browser, zone=change.get("zone", "UTC"))

    in_house(data, story)


def test_a_notification_arrives_within_five_seconds(tmp_path: Path, service: PushService, browser: Browser) -> None:
    """A real server and a real push service: the move of one player reaches the other, whose app is closed."""
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


@pytest.mark.parametrize("kind", ["turn", "challenge", "message"])
@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [(201, 201, (1, 0)), (410, 410, (0, 1)), (503, 201, (1, 0)), (503, 503, (0, 1))],
    ids=["delivered", "device gone", "down for a while", "down for long"],
)
def test_a_notification_and_an_email_say_the_same_thing_once(
    data: Path, browser: Browser, kind: str, first: int, then: int, expected: tuple[int, int]
) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "bert", browser)
        anna = house.people["anna"]
        game = await house.game(**SLOW)
        await house.services.database.execute(sa.delete(outbox))
        browser.status = first
        if kind == "turn":
            await house.move(game, "anna", "a3a4")
        elif kind == "challenge":
            await house.services.lobby.challenge(anna, "bert", Terms.make(**{**TERMS, **SLOW}))
        else:
            await house.services.messages.send(anna, "bert", "Hello!")
        notified = emails = 0
        for _ in range(8):
            await deliver(house)
            notified += len(browser.titles())
            due = (outbox.c.address.startswith("bert"), outbox.c.state == "waiting", outbox.c.next_try <= house.time)
            emails += await count(house, outbox, *due)
            await house.services.database.execute(sa.update(outbox).where(*due).values(state="sent"))
            house.time += MAIL_WAITS // 2
            browser.status = then
        assert (notified, emails) == expected

    in_private_house(data, story)


def test_a_dropped_plan_is_mentioned_where_the_email_would_be(data: Path, browser: Browser) -> None:
    async def story(house: House) -> None:
        await subscribe(house, "anna", browser)
        game = await house.game(**SLOW)
        await deliver(house)
        assert len(browser.titles()) == 1
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=[["g7g6", "a4a5"]])
        await house.move(game, "bert", "a7a6")
        await deliver(house)
        told = browser.next()
        assert told["title"] == "Your turn against bert"
        assert "conditional moves have been removed" in str(told["body"])

    in_private_house(data, story)
