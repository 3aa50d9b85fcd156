"""Children's accounts: cards, circles, hours, time played, quick phrases, and kid mode."""

import asyncio
import itertools
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from jungle.server.children.children import FEELINGS, PICTURES, ChildRow, read_children
from jungle.server.errors import ForbiddenError
from jungle.server.game.commands import PHRASES
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.identity.users import ANONYMOUS
from jungle.server.storage.schema import children
from jungle.server.times import DAY, HOUR, SECOND
from tests.needs import needs
from tests.server.harness.clients import PASSWORD, Answer, Client, sign_in, sign_in_child, sign_up
from tests.server.harness.house import TERMS, House
from tests.server.harness.processes import Server, another_database, served
from tests.server.harness.waiting import wait_until

MINUTE = 60 * SECOND
NOON = int(datetime(2026, 11, 18, 12, 0, tzinfo=UTC).timestamp()) * SECOND
_numbers = itertools.count(1)


def new_parent(server: Server) -> Client:
    name = f"parent{next(_numbers)}"
    sign_up(server, name)
    return sign_in(server, name)


def new_child(parent: Client, **choices: Any) -> Client:
    return sign_in_child(parent.server, parent.post("/api/family", choices)["card"])


def put(client: Client, path: str, body: Any) -> Any:
    answer = client.request("PUT", path, body)
    assert answer.status == 200, answer.text
    return answer.json


def _device(answer: Answer) -> str:
    """The device cookie that an answer sets."""
    cookies = answer.headers.get_all("Set-Cookie") or []
    return next((cookie for cookie in cookies if cookie.startswith("jungle-device=")), "").partition(";")[0]


def _try_pictures(server: Server, card: dict[str, Any], pictures: list[str], source: str, **headers: str) -> int:
    body = {"name": card["name"], "pictures": pictures}
    return Client(server).request("POST", "/api/card/pictures", body, X_Forwarded_For=source, **headers).status


class TestCards:
    def test_name_comes_from_a_list(self, server: Server) -> None:
        made = new_parent(server).post("/api/family", {"label": "Mia"})
        feeling, _, number = made["child"]["name"].split("-")
        assert feeling in FEELINGS
        assert number.isdigit()
        assert made["child"]["label"] == "Mia"
        assert made["card"]["name"] == made["child"]["name"]
        assert made["card"]["qr"].startswith("<svg")
        assert len(made["card"]["pictures"]) == 4

    def test_pictures_log_in(self, server: Server) -> None:
        card = new_parent(server).post("/api/family")["card"]
        body = {"name": card["name"], "pictures": card["pictures"]}
        answer = Client(server).request("POST", "/api/card/pictures", body)
        assert (answer.status, answer.json) == (200, {"name": card["name"], "kind": "child"})

    def test_wrong_pictures_and_unknown_names_get_the_same_answer(self, server: Server) -> None:
        card = new_parent(server).post("/api/family")["card"]
        other = next(picture for picture in PICTURES if picture != card["pictures"][0])
        wrong = {"name": card["name"], "pictures": [other, *card["pictures"][1:]]}
        answers = [
            Client(server).request("POST", "/api/card/pictures", body)
            for body in (wrong, {**wrong, "name": "brave-otter-0"}, {**wrong, "pictures": []})
        ]
        assert {(answer.status, answer.text) for answer in answers} == {(401, answers[0].text)}

    def test_new_card_replaces_the_old_one_and_keeps_sessions(self, server: Server) -> None:
        parent = new_parent(server)
        old = parent.post("/api/family")["card"]
        child = sign_in_child(server, old)
        new = parent.post(f"/api/family/{old['name']}/card")["card"]
        assert Client(server).refused("/api/card", {"secret": old["url"].rpartition("/")[2]}) == (401, "credentials")
        assert sign_in_child(server, new).get("/api/account")["name"] == child.get("/api/account")["name"]

    def test_wrong_cards_do_not_lock_out_a_classmate_with_the_right_one(self, limited: Server) -> None:
        name = f"parent{next(_numbers)}"
        sign_up(limited, name)
        card = sign_in(limited, name).post("/api/family")["card"]
        for _ in range(20):
            assert Client(limited).refused("/api/card", {"secret": "x" * 24}) == (401, "credentials")
        assert sign_in_child(limited, card).name == card["name"]

    def test_wrong_pictures_do_not_lock_out_the_childs_own_device(self, limited: Server) -> None:
        name = f"parent{next(_numbers)}"
        sign_up(limited, name)
        card = sign_in(limited, name).post("/api/family")["card"]
        device = _device(Client(limited).request("POST", "/api/card", {"secret": card["url"].rpartition("/")[2]}))
        tries = [_try_pictures(limited, card, [PICTURES[0]] * 4, f"203.0.113.{source}") for source in [*range(6), 0, 0]]
        assert tries[-1] == 429
        assert _try_pictures(limited, card, card["pictures"], "203.0.113.0", Cookie=device) == 200

    def test_strangers_do_not_lock_a_child_out_of_a_device_of_its_family(self, limited: Server) -> None:
        """The limit for devices new to the child was one for all of them, so strangers could use it up."""
        name = f"parent{next(_numbers)}"
        made = sign_up(limited, name)
        parent = sign_in(limited, name)
        first, second = (parent.post("/api/family")["card"] for _ in range(2))
        body = {"secret": second["url"].rpartition("/")[2]}
        tablet = _device(Client(limited).request("POST", "/api/card", body))
        laptop = _device(Client(limited).request("POST", "/api/login", {"name": made.name, "password": PASSWORD}))
        for source in range(25):
            _try_pictures(limited, first, [PICTURES[0]] * 4, f"198.51.100.{source}")
        assert _try_pictures(limited, first, first["pictures"], "192.0.2.77") == 429
        for device in (tablet, laptop):
            assert _try_pictures(limited, first, first["pictures"], "192.0.2.77", Cookie=device) == 200
        # A device that is close to the child has a limit as well.
        tries = [
            _try_pictures(limited, second, [PICTURES[0]] * 4, f"203.0.113.{source}", Cookie=laptop)
            for source in range(30)
        ]
        assert tries[-1] == 429

    def test_child_has_no_password_to_log_in_with(self, server: Server) -> None:
        card = new_parent(server).post("/api/family")["card"]
        passwords = ("", "pictures " + " ".join(card["pictures"]), card["url"])
        for password in passwords:
            body = {"name": card["name"], "password": password}
            assert Client(server).refused("/api/login", body) == (401, "credentials")


class TestGuardians:
    def test_only_the_guardian_sees_and_changes_a_child(self, server: Server) -> None:
        parent, other = new_parent(server), new_parent(server)
        name = parent.post("/api/family")["child"]["name"]
        assert [child["name"] for child in parent.get("/api/family")["children"]] == [name]
        assert other.get("/api/family")["children"] == []
        assert other.refused(f"/api/family/{name}", {"contacts": "everyone"}, "PUT") == (403, "not_a_guardian")
        assert other.refused(f"/api/family/{name}", {"password": PASSWORD}, "DELETE") == (403, "not_a_guardian")

    def test_guests_have_no_children(self, server: Server) -> None:
        answer = Client(server).request("POST", "/api/guest", {})
        guest = Client(server, cookie=(answer.headers.get_all("Set-Cookie") or [""])[-1].partition(";")[0])
        assert guest.refused("/api/family") == (403, "guest")

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({"hours": {"from": 600, "to": 700, "zone": "Mars/Olympus"}}, "zone"),
            ({"hours": {"from": -1, "to": 700}}, "invalid"),
            ({"contacts": "strangers"}, "invalid"),
            ({"dailyMinutes": 0}, "invalid"),
            ({"label": "x" * 50}, "label"),
        ],
    )
    def test_impossible_choices_are_refused(self, server: Server, body: Any, code: str) -> None:
        parent = new_parent(server)
        name = parent.post("/api/family")["child"]["name"]
        assert parent.refused(f"/api/family/{name}", body, "PUT") == (422, code)

    def test_choices_are_kept_until_they_are_changed(self, server: Server) -> None:
        parent = new_parent(server)
        name = parent.post("/api/family", {"label": "Mia"})["child"]["name"]
        hours = {"from": 900, "to": 1140, "zone": "Asia/Shanghai"}
        put(parent, f"/api/family/{name}", {"hours": hours, "dailyMinutes": 45})
        child = put(parent, f"/api/family/{name}", {"contacts": "bots"})["child"]
        assert (child["hours"], child["dailyMinutes"], child["label"]) == (hours, 45, "Mia")
        child = put(parent, f"/api/family/{name}", {"hours": None, "dailyMinutes": None})["child"]
        assert (child["hours"], child["dailyMinutes"], child["contacts"]) == (None, None, "bots")

    def test_guardian_takes_the_data_along_and_deletes_the_account(self, server: Server) -> None:
        parent = new_parent(server)
        child = new_child(parent)
        game = parent.challenge(child)
        parent.move(game, "a3a4")
        (shown,) = parent.get(f"/api/family/{child.name}/games")["games"]
        assert shown["players"]["red"]["name"] == child.name
        exported = parent.get(f"/api/family/{child.name}/export")
        assert [each["id"] for each in exported["games"]] == [game]
        assert not {"card", "pictures"} & set(exported["child"][0])
        assert parent.refused(f"/api/family/{child.name}", {"password": "wrong one"}, "DELETE") == (401, "credentials")
        assert parent.request("DELETE", f"/api/family/{child.name}", {"password": PASSWORD}).status == 200
        assert child.refused("/api/account", method="GET") == (401, "unauthorized")
        assert parent.get("/api/family")["children"] == []

    def test_children_go_when_their_guardian_closes_the_account(self, server: Server) -> None:
        parent = new_parent(server)
        child = new_child(parent)
        assert parent.request("DELETE", "/api/account", {"password": PASSWORD}).status == 200
        assert child.refused("/api/account", method="GET") == (401, "unauthorized")


class TestCircles:
    def test_family_plays_together_and_sees_each_others_names(self, server: Server) -> None:
        parent = new_parent(server)
        one, two = new_child(parent), new_child(parent)
        socket = two.live()
        socket.next("hello")
        game = one.post(f"/api/challenge/{two.name}", {"colour": "blue"})["challenge"]
        assert socket.next("challenge")["challenge"]["challenger"]["name"] == one.name
        two.post(f"/api/challenge/{game['id']}/accept")
        relatives = one.get("/api/account")["child"]["family"]
        assert [each["name"] for each in relatives] == [parent.name, two.name]
        (playing,) = two.get("/api/account/playing")["nowPlaying"]
        assert playing["players"]["blue"]["name"] == one.name
        assert parent.get(f"/api/game/{playing['id']}")["players"]["red"]["name"] == two.name

    def test_strangers_see_no_name(self, server: Server) -> None:
        parent, stranger = new_parent(server), new_parent(server)
        child = new_child(parent)
        game = parent.challenge(child)
        parent.move(game, "a3a4")
        for viewer in (stranger, Client(server)):
            player = viewer.get(f"/api/game/{game}")["players"]["red"]
            assert (player["name"], player["kind"]) == (ANONYMOUS, "child")
            record = viewer.request("GET", f"/api/game/{game}", Accept="application/x-jgn").text
            assert child.name not in record
        assert child.name not in Client(server).request("GET", f"/game/{game}").text
        assert game not in str(stranger.get("/api/tv?kind=all"))

    def test_stranger_cannot_find_or_challenge_a_child(self, server: Server) -> None:
        stranger, child = new_parent(server), new_child(new_parent(server), contacts="everyone")
        for about in ("user/{}", "games/user/{}", "user/{}/ratings/blitz"):
            path = f"/api/{about.format(child.name)}"
            assert stranger.refused(path, method="GET") == (404, "no_user")
        unknown = stranger.request("POST", "/api/challenge/brave-otter-0", {})
        known = stranger.request("POST", f"/api/challenge/{child.name}", {})
        assert (known.status, known.text) == (404, unknown.text.replace("brave-otter-0", child.name))
        assert stranger.refused(f"/api/message/{child.name}", {"text": "hi"}) == (404, "no_user")
        assert stranger.refused(f"/api/report/{child.name}", {"reason": "hi"}) == (404, "no_user")

    def test_child_cannot_challenge_strangers(self, server: Server) -> None:
        stranger, child = new_parent(server), new_child(new_parent(server), contacts="everyone")
        assert child.refused(f"/api/challenge/{stranger.name}") == (403, "circle")
        link = stranger.post("/api/challenge", {})["challenge"]["id"]
        assert child.refused(f"/api/challenge/{link}/accept") == (403, "circle")

    @pytest.mark.parametrize("contacts", ["bots", "family", "class", "everyone"])
    def test_seeks_find_strangers_only_if_everyone_may_play(self, server: Server, contacts: str) -> None:
        stranger, child = new_parent(server), new_child(new_parent(server), contacts=contacts)
        terms = {"days": 1 + next(_numbers) % 14, "fen": "7/7/7/7/3E3/7/7/3r3/7 b 0 1"}
        stranger.post("/api/seek", terms)
        found = child.post("/api/seek", terms)
        game = found.get("game")
        assert (game is not None) == (contacts == "everyone")
        if game is not None:
            seen = child.get(f"/api/game/{game['id']}")["players"]
            names = {colour: (player["name"], player["kind"]) for colour, player in seen.items()}
            assert sorted(names.values()) == sorted([(child.name, "child"), (ANONYMOUS, "hidden")])

    def test_children_play_casual_games(self, server: Server) -> None:
        child = new_child(new_parent(server), contacts="everyone")
        assert child.refused("/api/seek", {"rated": True, "clock": {"limit": 300}}) == (403, "child")


def test_child_who_may_play_bots_only_plays_the_house_bots(data: Path) -> None:
    with served(data, "--bots", "easy") as server:
        parent = new_parent(server)
        child = new_child(parent, contacts="bots")
        assert child.refused(f"/api/challenge/{parent.name}") == (403, "circle")
        assert parent.refused(f"/api/challenge/{child.name}") == (403, "circle")
        wait_until(lambda: child.get("/api/bots")["bots"])
        socket = child.live()
        socket.next("hello")
        child.post("/api/challenge/bot-easy", {"colour": "blue", "clock": {"limit": 300}})
        game = socket.next("gameStart")["game"]["id"]
        players = socket.watch(game)["state"]["players"]
        assert (players["red"]["name"], players["blue"]["name"]) == ("bot-easy", child.name)


class TestPhrases:
    def test_phrases_take_the_place_of_chat(self, server: Server) -> None:
        parent = new_parent(server)
        child = new_child(parent)
        game = parent.challenge(child)
        theirs, mine = parent.live(), child.live()
        for socket in (theirs, mine):
            socket.watch(game)
        theirs.send(type="chat", game=game, text="hello", id=1)
        assert theirs.next("error")["error"]["code"] == "child"
        mine.send(type="chat", game=game, text="hello", id=2)
        assert mine.next("error")["error"]["code"] == "child"
        for phrase in PHRASES[:4]:
            mine.send(type="phrase", game=game, kind=phrase)
            told = theirs.next("phrase")
            assert (told["colour"], told["kind"]) == ("red", phrase)
        mine.send(type="phrase", game=game, kind="come to my house", id=3)
        assert mine.next("error")["error"]["code"] == "phrase"
        again = parent.live().watch(game)
        assert [event["kind"] for event in again["events"]] == list(PHRASES[:4])

    def test_spectators_cannot_chat_after_a_childs_game(self, server: Server) -> None:
        parent = new_parent(server)
        child = new_child(parent)
        game = parent.challenge(child)
        parent.move(game, "a3a4")
        child.post(f"/api/board/game/{game}/resign")
        stranger = new_parent(server)
        assert stranger.refused(f"/api/board/game/{game}/chat", {"text": "hi"}) == (403, "child")


class TestKidMode:
    def test_kid_mode_protects_until_the_pin_is_given(self, server: Server) -> None:
        parent = new_parent(server)
        assert parent.get("/api/account")["kidMode"] is False
        put(parent, "/api/account/kid-mode", {"pin": "4711"})
        account = parent.get("/api/account")
        assert (account["isChild"], account["kidMode"]) == (True, True)
        assert parent.refused("/api/family") == (403, "child")
        assert parent.refused("/api/tv", method="GET") == (403, "child")
        assert parent.refused("/api/account/kid-mode", {"pin": "0000"}, "DELETE") == (403, "pin")
        assert parent.request("DELETE", "/api/account/kid-mode", {"pin": "4711"}).status == 200
        assert parent.get("/api/tv")

    @pytest.mark.parametrize("pin", ["", "123", "123456789", "abcd", "12 4", "１２３４"])
    def test_pin_has_four_to_eight_digits(self, server: Server, pin: str) -> None:
        assert new_parent(server).refused("/api/account/kid-mode", {"pin": pin}, "PUT") == (422, "invalid")

    def test_guessing_pins_and_pictures_is_limited(self, data: Path) -> None:
        with served(data, JUNGLE_RATE_LIMITS="0.5") as limited:
            parent = new_parent(limited)
            card = parent.post("/api/family")["card"]
            put(parent, "/api/account/kid-mode", {"pin": "4711"})
            pins = [parent.request("DELETE", "/api/account/kid-mode", {"pin": f"{pin:04}"}) for pin in range(10)]
            assert pins[-1].status == 429
            body = {"name": card["name"], "pictures": ["sun"] * 4}
            tries = [Client(limited).request("POST", "/api/card/pictures", body) for _ in range(30)]
            assert tries[-1].status == 429

    def test_open_connections_end_when_kid_mode_begins(self, server: Server) -> None:
        parent = new_parent(server)
        socket = parent.live()
        socket.next("hello")
        put(parent, "/api/account/kid-mode", {"pin": "4711"})
        with pytest.raises(Exception, match="4001"):
            socket.next("bye")

    def test_earlier_chat_is_blank_and_later_chat_is_refused(self, server: Server) -> None:
        kid, other = new_parent(server), new_parent(server)
        game = kid.challenge(other)
        other.post(f"/api/board/game/{game}/chat", {"text": "secret words"})
        put(kid, "/api/account/kid-mode", {"pin": "4711"})
        socket = kid.live()
        socket.watch(game)
        kid.get(f"/api/game/{game}/events")
        assert "secret words" not in "".join(socket.heard) + str(kid.get(f"/api/game/{game}/events"))
        assert other.refused(f"/api/board/game/{game}/chat", {"text": "more"}) == (403, "child")
        assert other.get(f"/api/game/{game}")["players"]["blue"]["name"] == ANONYMOUS

    def test_kid_mode_takes_no_mail_commands(self, server: Server) -> None:
        kid = sign_up(server, f"kid{next(_numbers)}")
        session = sign_in(server, kid.name)
        put(session, "/api/account/kid-mode", {"pin": "4711"})
        for client in (kid, session):
            answer = client.mail(f"all show {kid.name}")
            assert (answer.status, answer.code) == (403, "child")


def row(**changes: Any) -> ChildRow:
    values: dict[str, Any] = dict.fromkeys(ChildRow.__struct_fields__)
    return ChildRow(**{**values, "zone": "UTC", "contacts": "family", "name": "x", **changes})


class TestHours:
    @pytest.mark.parametrize(
        ("begins", "ends", "hour", "minutes_to_wait"),
        [
            (None, None, 3, None),
            (9 * 60, 18 * 60, 12, None),
            (9 * 60, 18 * 60, 9, None),
            (9 * 60, 18 * 60, 18, 15 * 60),
            (9 * 60, 18 * 60, 8, 60),
            (20 * 60, 7 * 60, 23, None),
            (20 * 60, 7 * 60, 3, None),
            (20 * 60, 7 * 60, 12, 8 * 60),
            (600, 600, 3, None),
        ],
    )
    def test_hours_may_cross_midnight(
        self, begins: int | None, ends: int | None, hour: int, minutes_to_wait: int | None
    ) -> None:
        now = int(datetime(2026, 11, 18, hour, 0, tzinfo=UTC).timestamp()) * SECOND
        until = row(hours_from=begins, hours_to=ends).closed_until(now)
        assert (None if until is None else (until - now) // MINUTE) == minutes_to_wait

    def test_hours_follow_the_childs_time_zone(self) -> None:
        child = row(hours_from=9 * 60, hours_to=18 * 60, zone="Asia/Shanghai")
        assert child.closed_until(NOON) is not None
        assert child.day(NOON + 5 * HOUR) == "2026-11-19"

    def test_next_hours_are_right_when_the_clocks_change(self) -> None:
        night = int(datetime(2026, 3, 28, 22, 0, tzinfo=UTC).timestamp()) * SECOND
        child = row(hours_from=9 * 60, hours_to=18 * 60, zone="Europe/Berlin")
        until = child.closed_until(night)
        assert until is not None
        assert datetime.fromtimestamp(until / SECOND, UTC).hour == 7


def in_house(data: Path, story: Callable[[House, User, User], Any]) -> None:
    """Tell a story of a parent, anna, and her child, on a server whose clock the test sets."""

    async def run() -> None:
        house = House(data)
        await house.open()
        try:
            house.time = NOON
            anna = house.people["anna"]
            view, _ = await house.services.children.add(anna, label="", contacts="family")
            rows = await house.services.database.read(lambda c: read_children(c, children.c.guardian_id == anna.id))
            await story(house, anna, User(rows[0].user_id, view["name"], "child", is_child=True))
        finally:
            await house.services.close()

    asyncio.run(run())


async def challenge(house: House, parent: User, child: User) -> str:
    terms = Terms.make(**{**TERMS, "days": 3})
    asked = await house.services.lobby.challenge(parent, child.name, terms)
    row = await house.services.lobby.accept(child, asked["id"])
    assert row is not None
    return row.id


def test_running_game_may_be_finished_after_hours_but_no_new_one_begins(data: Path) -> None:
    async def story(house: House, anna: User, child: User) -> None:
        game = await challenge(house, anna, child)
        found = await house.services.children.find(anna, child.name)
        await house.services.children.change(found, {"hours_from": 600, "hours_to": 780})
        house.time = NOON + 2 * HOUR
        await house.move(game, "anna", "a3a4")
        house.people["child"] = child
        await house.move(game, "child", "g7g6")
        with pytest.raises(ForbiddenError) as refused:
            await challenge(house, anna, child)
        assert refused.value.code == "hours"
        assert (await house.services.children.account(child))["child"]["until"] == NOON + 22 * HOUR
        house.time = NOON + 22 * HOUR
        await challenge(house, anna, child)

    in_house(data, story)


def test_seek_of_a_child_whose_hours_have_ended_is_skipped(data: Path) -> None:
    async def story(house: House, anna: User, child: User) -> None:
        lobby, terms = house.services.lobby, Terms.make(**{**TERMS, "days": 3, "colour": "random"})
        found = await house.services.children.find(anna, child.name)
        changes = {"contacts": "everyone", "hours_from": 600, "hours_to": 780}
        await house.services.children.change(found, changes)
        await lobby.seek(child, terms, None, None)
        house.time = NOON + 2 * HOUR
        waiting, game = await lobby.seek(house.people["bert"], terms, None, None)
        assert waiting is not None
        assert game is None
        with pytest.raises(ForbiddenError) as refused:
            await lobby.seek(child, terms, None, None)
        assert refused.value.code == "hours"
        _, game = await lobby.seek(anna, terms, None, None)
        assert game is not None
        assert {seat.user_id for seat in game.seats} == {anna.id, house.people["bert"].id}

    in_house(data, story)


def test_daily_minutes_count_time_in_two_tabs_once(data: Path) -> None:
    async def story(house: House, anna: User, child: User) -> None:
        services = house.services
        found = await services.children.find(anna, child.name)
        await services.children.change(found, {"daily_minutes": 10})
        for minute in range(1, 10):
            house.time = NOON + minute * MINUTE
            await services.children.count_time(child.id, house.time - MINUTE)
            await services.children.count_time(child.id, house.time - MINUTE)
        assert (await services.children.account(child))["child"]["minutesLeft"] == 1
        await challenge(house, anna, child)
        house.time += MINUTE
        await services.children.count_time(child.id, house.time - MINUTE)
        with pytest.raises(ForbiddenError) as refused:
            await challenge(house, anna, child)
        assert refused.value.code == "minutes"
        house.time += DAY
        await challenge(house, anna, child)
        assert await services.children.time(found) == [{"day": "2026-11-18", "minutes": 10}]

    in_house(data, story)


def test_guardian_sees_the_time_of_a_connected_child(server: Server) -> None:
    parent = new_parent(server)
    child = new_child(parent)
    assert parent.get("/api/family")["children"][0]["here"] is False
    socket = child.live()
    socket.next("hello")
    assert parent.get("/api/family")["children"][0]["here"] is True
    assert [day["minutes"] for day in parent.get(f"/api/family/{child.name}/time")["days"]] == [0]


@needs("postgresql", "redis")
def test_children_on_postgresql(cluster: tuple[str, ...], tmp_path: Path) -> None:
    database = another_database(cluster[1])
    with served(tmp_path / "data", "--database", database, *cluster[2:]) as server:
        parent = new_parent(server)
        one, two = new_child(parent), new_child(parent)
        put(parent, f"/api/family/{one.name}", {"hours": {"from": 0, "to": 1440}, "dailyMinutes": 30})
        game = one.challenge(two)
        one.move(game, "a3a4")
        assert parent.get(f"/api/game/{game}")["players"]["blue"]["name"] == one.name
        assert Client(server).get(f"/api/game/{game}")["players"]["blue"]["name"] == ANONYMOUS
        socket = one.live()
        socket.next("hello")
        assert parent.get(f"/api/family/{one.name}/time")["days"]
        socket.close()
        assert parent.get(f"/api/family/{one.name}/export")["child"][0]["daily_minutes"] == 30
        assert parent.request("DELETE", f"/api/family/{one.name}", {"password": PASSWORD}).status == 200
        assert two.get(f"/api/game/{game}")["status"] != "started"
