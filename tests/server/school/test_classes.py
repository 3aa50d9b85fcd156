"""Classes: joining with a code, who is here, rounds, pauses, the teacher's board."""

import http.client
import itertools
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle import Game
from jungle.flip import FlipGame
from jungle.server.errors import ConflictError
from jungle.server.game.clocks import LAG_LIMIT, LONG_FIRST_MOVE
from jungle.server.game.terms import Terms
from jungle.server.game.transaction import create
from jungle.server.school.rounds import _odd_one
from jungle.server.school.rows import ALPHABET, CODE_LENGTH, PUPILS_LIMIT
from jungle.server.storage.schema import classes
from jungle.server.times import HOUR, SECOND
from tests.server.harness.classroom import Classroom, heard, join
from tests.server.harness.clients import PASSWORD, Client, cookie_of, sign_in, sign_up
from tests.server.harness.house import TERMS, House, in_house
from tests.server.harness.processes import Server, another_database, served
from tests.server.harness.waiting import wait_until

CLOCK = {"clock": {"limit": 300, "increment": 0}}
_numbers = itertools.count(1)


@pytest.fixture
def room(server: Server) -> Classroom:
    return Classroom(server)


@pytest.fixture
def cluster_room(cluster: tuple[str, ...], data: Path) -> Iterator[Classroom]:
    _, database, *redis = cluster
    with served(data, "--database", another_database(database), *redis) as server:
        yield Classroom(server)


# Joining


def test_a_pupil_joins_with_the_code_however_it_is_written(room: Classroom) -> None:
    assert len(room.code) == CODE_LENGTH
    assert set(room.code) <= set(ALPHABET)
    pupil = join(room.server, f" {room.code[:3].lower()}-{room.code[3:]} ")
    account = pupil.get("/api/account")
    assert (account["kind"], account["isChild"], account["child"]["contacts"]) == ("child", True, "class")
    expected = {"id": room.id, "name": "Year 2", "takebacks": True, "hints": True, "isTeacher": False}
    assert account["classes"] == [expected]
    assert pupil.get("/api/class") == {"teaching": [], "attending": [{"id": room.id, "name": "Year 2"}]}
    assert [found["name"] for found in room.state()["pupils"]] == [pupil.name]
    listed = room.teacher.get("/api/class")["teaching"]
    assert [(found["id"], found["code"], found["pupils"]) for found in listed] == [(room.id, room.code, 1)]


def test_a_pupil_comes_back_with_the_card(room: Classroom) -> None:
    pupil = room.join()
    secret = pupil.card["url"].rpartition("/")[2]  # type: ignore[attr-defined]
    answer = Client(room.server).request("POST", "/api/card", {"secret": secret})
    assert answer.json["name"] == pupil.name


def test_guests_may_join_and_account_holders_may_not(room: Classroom) -> None:
    guest = Client(room.server).request("POST", "/api/guest", {})
    visitor = Client(room.server, cookie=cookie_of(guest))
    assert visitor.post("/api/class/join", {"code": room.code})["kind"] == "child"
    assert room.teacher.refused("/api/class/join", {"code": room.code}) == (409, "signed_in")
    assert room.join().refused("/api/class/join", {"code": room.code}) == (403, "child")


def test_thirty_pupils_join_at_once_but_sixty_seats_take_minutes(data: Path) -> None:
    with served(data, JUNGLE_RATE_LIMITS="1") as server:
        room = Classroom(server)
        body = {"code": room.code}
        answers = [Client(server).request("POST", "/api/class/join", body).status for _ in range(60)]
        assert answers[:30] == [201] * 30
        assert 429 in answers


def test_wrong_codes_are_refused(room: Classroom) -> None:
    nobody = Client(room.server)
    for wrong in ("", "AAAAA", "O0I1L!", room.code + "A", "é" * 6):
        assert nobody.refused("/api/class/join", {"code": wrong}) == (404, "no_class"), wrong
    for broken in (None, 7, ["A"], "x" * 500, "A\0B"):
        assert nobody.refused("/api/class/join", {"code": broken}) == (422, "invalid"), broken
    new = room.teacher.post(f"{room.path}/code")["code"]
    assert nobody.refused("/api/class/join", {"code": room.code}) == (404, "no_class")
    room.put("", {"isOpen": False})
    assert nobody.refused("/api/class/join", {"code": new}) == (403, "class_closed")


def test_after_many_wrong_codes_a_right_one_is_not_tried(data: Path) -> None:
    with served(data, JUNGLE_RATE_LIMITS="0.3") as server:
        sign_up(server, "teacher")
        made = sign_in(server, "teacher").post("/api/class", {"name": "a class"})["class"]
        guesser = Client(server)
        wrong = [guesser.request("POST", "/api/class/join", {"code": "WRONG2"}).status for _ in range(20)]
        assert wrong[0] == 404
        assert guesser.refused("/api/class/join", {"code": made["code"]}) == (429, "limited")


def test_a_class_takes_at_most_sixty_pupils(room: Classroom) -> None:
    with ThreadPoolExecutor(8) as threads:
        body = {"code": room.code}
        answers = threads.map(
            lambda _: Client(room.server).request("POST", "/api/class/join", body).status, range(PUPILS_LIMIT + 3)
        )
        assert sorted(answers) == [201] * PUPILS_LIMIT + [409] * 3
    assert len(room.state()["pupils"]) == PUPILS_LIMIT


def test_thirty_join_at_once_from_one_address_with_the_usual_limits(data: Path) -> None:
    with served(data, JUNGLE_RATE_LIMITS="1") as server:
        room = Classroom(server)
        with ThreadPoolExecutor(30) as threads:
            joined = list(threads.map(lambda _: room.join(), range(30)))
        assert len({pupil.name for pupil in joined}) == 30
        assert len(room.state()["pupils"]) == 30
        # Somebody who guesses codes is slowed down, and then even the right one does not help.
        nobody = Client(server)
        refusals = [nobody.refused("/api/class/join", {"code": "WRONG2"}) for _ in range(61)]
        assert refusals == [(404, "no_class")] * 60 + [(429, "limited")]
        assert nobody.refused("/api/class/join", {"code": room.code}) == (429, "limited")


def _teacher_admits_pupils(room: Classroom) -> None:
    room.put("", {"admits": True})
    screen, _ = room.follow(room.teacher)
    anna, bert, carl = (room.join() for _ in range(3))
    asking = [heard(screen, "waiting")["pupil"]["name"] for _ in range(3)]
    assert asking == [anna.name, bert.name, carl.name]
    state = room.state()
    assert ([each["name"] for each in state["waiting"]], state["pupils"]) == (asking, [])
    account = anna.get("/api/account")
    assert (account["classes"], account["waitingFor"]) == ([], [{"id": room.id, "name": "Year 2"}])
    # Until then they see nothing of the class, and the class nothing of them.
    assert anna.refused(room.path, method="GET") == (403, "not_in_class")
    phone = anna.live()
    phone.send(**{"type": "class", "class": room.id})
    assert phone.next("class", "error")["error"]["code"] == "not_in_class"
    room.enter(bert)
    assert room.teacher.post(f"{room.path}/round", CLOCK)["games"] == []

    admit = f"{room.path}/admit"
    assert room.teacher.post(admit, {"names": [anna.name.upper(), "nobody-here"]}) == {"admitted": [anna.name]}
    assert heard(phone, "admitted")["id"] == room.id
    assert heard(screen, "joined")["pupil"]["name"] == anna.name
    assert room.teacher.post(f"{room.path}/remove", {"names": [bert.name]}) == {"removed": [bert.name]}
    assert heard(screen, "left")["name"] == bert.name
    assert bert.refused("/api/account", method="GET") == (401, "unauthorized")
    assert room.teacher.post(admit) == {"admitted": [carl.name]}
    assert room.teacher.post(admit) == {"admitted": []}
    state = room.state(anna)
    assert sorted(each["name"] for each in state["pupils"]) == sorted([anna.name, carl.name])
    assert "waiting" not in state
    assert "waiting" not in "".join(phone.heard)


def test_a_teacher_admits_pupils(room: Classroom) -> None:
    _teacher_admits_pupils(room)


def test_a_teacher_admits_pupils_on_postgresql(cluster_room: Classroom) -> None:
    _teacher_admits_pupils(cluster_room)


def test_a_full_class_admits_no_one(room: Classroom) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: room.join(), range(PUPILS_LIMIT)))
    room.put("", {"admits": True})
    late = room.join()
    assert room.teacher.refused(f"{room.path}/admit") == (409, "class_full")
    assert [each["name"] for each in room.state()["waiting"]] == [late.name]


def test_a_parents_child_waits_too(room: Classroom) -> None:
    sign_up(room.server, "patient-parent")
    parent = sign_in(room.server, "patient-parent")
    name = parent.post("/api/family", {"contacts": "bots"})["child"]["name"]
    room.put("", {"admits": True})
    asked = {"class": {"id": room.id, "name": "Year 2", "isWaiting": True}}
    for _ in range(2):
        assert parent.post(f"/api/family/{name}/class", {"code": room.code}) == asked
    assert [each["name"] for each in room.state()["waiting"]] == [name]
    room.teacher.post(f"{room.path}/remove", {"names": [name]})
    assert (room.state()["waiting"], len(parent.get("/api/family")["children"])) == ([], 1)
    parent.post(f"/api/family/{name}/class", {"code": room.code})
    room.teacher.post(f"{room.path}/admit")
    asked["class"]["isWaiting"] = False
    assert parent.post(f"/api/family/{name}/class", {"code": room.code}) == asked


def test_a_class_full_of_strangers_is_cleared_with_one_request(room: Classroom) -> None:
    own = room.join()
    room.put(f"/pupil/{own.name}", {"label": "Anna"})
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: room.join(), range(PUPILS_LIMIT - 1)))
    assert Client(room.server).refused("/api/class/join", {"code": room.code}) == (409, "class_full")
    strangers = [each["name"] for each in room.state()["pupils"] if not each["label"]]
    assert len(room.teacher.post(f"{room.path}/remove", {"names": strangers})["removed"]) == PUPILS_LIMIT - 1
    assert [each["name"] for each in room.state()["pupils"]] == [own.name]
    assert room.teacher.refused(f"{room.path}/remove", {"names": strangers}) == (404, "no_pupil")
    room.join()


def test_one_device_takes_few_seats_and_a_new_code_has_its_own_rate(data: Path) -> None:
    with served(data, JUNGLE_RATE_LIMITS="1") as server:
        room = Classroom(server)
        device, answers = "", []
        for _ in range(5):
            answer = Client(server).request("POST", "/api/class/join", {"code": room.code}, Cookie=device)
            answers.append(answer.status)
            device = device or next(
                cookie.partition(";")[0]
                for cookie in answer.headers.get_all("Set-Cookie") or []
                if cookie.startswith("jungle-device=")
            )
        assert answers == [201] * 4 + [429]  # The first came without the cookie.
        body = {"code": room.code}
        while Client(server).request("POST", "/api/class/join", body).status == 201:
            pass
        code = room.teacher.post(f"{room.path}/code")["code"]
        assert Client(server).request("POST", "/api/class/join", {"code": code}).status == 201


def test_a_parent_adds_a_child_to_a_class(room: Classroom) -> None:
    sign_up(room.server, "parent-of-one")
    parent = sign_in(room.server, "parent-of-one")
    made = parent.post("/api/family", {"contacts": "bots"})
    path = f"/api/family/{made['child']['name']}"
    assert parent.refused(f"{path}/class", {"code": "WRONG2"}) == (404, "no_class")
    added = {"class": {"id": room.id, "name": "Year 2", "isWaiting": False}}
    assert parent.post(f"{path}/class", {"code": room.code}) == added
    (child,) = parent.get("/api/family")["children"]
    assert (child["contacts"], child["classes"]) == ("class", [{"id": room.id, "name": "Year 2"}])
    # The teacher takes the child out of the class; the account stays the parent's.
    assert room.teacher.post(f"{room.path}/remove", {"names": [child["name"]]}) == {"removed": [child["name"]]}
    assert room.state()["pupils"] == []
    assert parent.get("/api/family")["children"][0]["classes"] == []


# The class's page


def test_the_class_sees_who_is_here(room: Classroom) -> None:
    screen, state = room.follow(room.teacher)
    assert (state["pupils"], state["isTeacher"], state["teacher"]) == ([], True, room.teacher.name)
    anna = room.join()
    joined = heard(screen, "joined")["pupil"]
    assert (joined["name"], joined["here"], joined["points"]) == (anna.name, False, 0)
    bert = room.join()
    phone, seen_by_bert = room.follow(bert)
    while (told := heard(screen, "here"))["name"] != bert.name:
        pass
    assert told["here"]
    assert "label" not in seen_by_bert["pupils"][0]
    assert not {"code", "url", "isOpen", "tally", "answers"} & seen_by_bert.keys()
    again = bert.live()
    again.next("hello")
    phone.close()  # One of two connections: still here.
    (socket,) = room.enter(anna)
    assert heard(screen, "here") == {"type": "class", "id": room.id, "what": "here", "name": anna.name, "here": True}
    again.close()
    assert not heard(screen, "here")["here"]
    socket.close()
    assert heard(screen, "here")["name"] == anna.name


def test_a_teachers_text_reaches_the_class_and_labels_do_not(room: Classroom) -> None:
    (anna,) = room.pupils(1)
    phone, _ = room.follow(anna)
    screen, _ = room.follow(room.teacher)
    room.put("", {"announcement": " Well  done,\teverybody! ", "takebacks": False})
    told = heard(phone, "changed")["class"]
    assert told == {"announcement": "Well done, everybody!", "takebacks": False}
    room.put(f"/pupil/{anna.name}", {"label": "Anna M."})
    room.put("", {"isOpen": False, "name": "Year 3"})
    assert heard(phone, "changed")["class"] == {"name": "Year 3"}
    assert "Anna M." not in "".join(phone.heard)
    assert "isOpen" not in "".join(phone.heard)
    assert room.state()["pupils"][0]["label"] == "Anna M."
    assert "Anna M." not in anna.request("GET", room.path).text
    assert heard(screen, "joined")["pupil"] == {"name": anna.name, "label": "Anna M."}
    for body in ({"announcement": "x" * 501}, {"name": "   "}, {"name": "a\u202eb"}):
        answer = room.teacher.request("PUT", room.path, body)
        assert answer.status == 422, body


def test_strangers_and_other_classes_are_kept_out(room: Classroom) -> None:
    other = Classroom(room.server)
    stranger, outsider, pupil = other.teacher, other.join(), room.join()
    for path in ("", "/code.svg"):
        code = "not_a_teacher" if path else "not_in_class"
        assert stranger.refused(room.path + path, method="GET") == (403, code)
        assert stranger.refused("/api/class/missing1" + path, method="GET") == (403, code)
    assert outsider.refused(room.path, method="GET") == (403, "not_in_class")
    for method, path, body in (
        ("PUT", "", {"name": "mine"}),
        ("POST", "/code", {}),
        ("POST", "/round", {}),
        ("POST", "/pause", {"paused": True}),
        ("PUT", "/board", {"board": None}),
        ("POST", "/cards", {}),
        ("POST", "/remove", {"names": [pupil.name]}),
        ("POST", "/admit", {}),
        ("DELETE", "", {"password": PASSWORD}),
    ):
        assert stranger.refused(room.path + path, body, method) == (403, "not_a_teacher"), path
        assert pupil.refused(room.path + path, body, method) == (403, "child"), path
    assert outsider.refused(f"{room.path}/answer", {"version": 1, "move": "a3a4"}) == (403, "not_in_class")
    assert room.teacher.refused(f"{room.path}/answer", {"version": 1, "move": "a3a4"}) == (403, "not_in_class")
    for somebody in (stranger, outsider, Client(room.server)):
        socket = somebody.live()
        socket.send(**{"type": "class", "class": room.id, "id": 1})
        assert socket.next("error", "class")["error"]["code"] in ("not_in_class", "unauthorized")
    room.put("", {"announcement": "only for us"})
    socket.send(type="ping")
    assert socket.next("pong", "class")["type"] == "pong"


def test_a_removed_pupil_receives_nothing_more(room: Classroom) -> None:
    sign_up(room.server, "parent-of-two")
    parent = sign_in(room.server, "parent-of-two")
    card = parent.post("/api/family", {})["card"]
    child = Client(room.server, card["name"])
    child.cookie = cookie_of(child.request("POST", "/api/card", {"secret": card["url"].rpartition("/")[2]}))
    parent.post(f"/api/family/{card['name']}/class", {"code": room.code})
    phone, _ = room.follow(child)
    seat = room.join()
    room.follow(seat)
    for name in (child.name, seat.name):
        room.teacher.post(f"{room.path}/remove", {"names": [name]})
    assert heard(phone, "left")["name"] == child.name

    def is_deaf() -> bool:
        room.put("", {"announcement": f"secret {next(_numbers)}"})
        phone.send(type="ping")
        return bool(phone.next("pong", "class")["type"] == "pong")

    wait_until(is_deaf, "the end of the subscription")
    assert seat.refused("/api/account", method="GET") == (401, "unauthorized")


def test_deleting_a_class_deletes_its_seats(room: Classroom) -> None:
    anna, bert = room.pupils(2)
    room.teacher.post(f"{room.path}/round", {})
    assert room.teacher.refused(room.path, {"password": "wrong one"}, "DELETE") == (401, "credentials")
    assert room.teacher.request("DELETE", room.path, {"password": PASSWORD}).status == 200
    for pupil in (anna, bert):
        assert pupil.refused("/api/account", method="GET") == (401, "unauthorized")
    assert room.teacher.get("/api/class")["teaching"] == []
    assert Client(room.server).refused("/api/class/join", {"code": room.code}) == (404, "no_class")


def test_closing_a_teachers_account_deletes_the_classes(room: Classroom) -> None:
    (anna,) = room.pupils(1)
    assert room.teacher.request("DELETE", "/api/account", {"password": PASSWORD}).status == 200
    assert anna.refused("/api/account", method="GET") == (401, "unauthorized")
    assert Client(room.server).refused("/api/class/join", {"code": room.code}) == (404, "no_class")


def test_cards_are_made_for_seats_only(room: Classroom) -> None:
    anna, bert = room.join(), room.join()
    room.put(f"/pupil/{anna.name}", {"label": "Anna"})
    cards = room.teacher.post(f"{room.path}/cards", {"names": [anna.name.upper()]})["cards"]
    assert [(card["name"], card["label"]) for card in cards] == [(anna.name, "Anna")]
    assert cards[0]["qr"].startswith("<svg")
    old, new = (each["url"].rpartition("/")[2] for each in (anna.card, cards[0]))  # type: ignore[attr-defined]
    nobody = Client(room.server)
    assert nobody.refused("/api/card", {"secret": old}) == (401, "credentials")
    assert nobody.post("/api/card", {"secret": new})["name"] == anna.name
    assert anna.get("/api/account")["name"] == anna.name, "open sessions stay"
    assert len(room.teacher.post(f"{room.path}/cards")["cards"]) == 2
    assert bert.name in {card["name"] for card in room.teacher.post(f"{room.path}/cards")["cards"]}
    picture = room.teacher.request("GET", f"{room.path}/code.svg")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


# Rounds


def test_a_round_pairs_everybody_who_is_here(room: Classroom) -> None:
    away, (anna, bert, carla) = room.join(), room.pupils(3)
    phone, _ = room.follow(anna)
    made = room.teacher.post(f"{room.path}/round", {"by": "random", "bot": "easy", **CLOCK})
    assert len(made["games"]) == 1, "there is no house bot here"
    names = {made["games"][0]["players"][colour]["name"] for colour in ("blue", "red")}
    assert names | {made["waiting"]} == {anna.name, bert.name, carla.name}
    assert away.name not in names
    assert made["left"] == []
    told = heard(phone, "round")["games"]
    assert {told[0]["players"][colour]["name"] for colour in ("blue", "red")} == names
    assert told[0]["fen"] == Game().fen()
    state = room.state()
    assert {found["name"] for found in state["pupils"] if found["gameId"]} == names
    assert [game["id"] for game in state["games"]] == [made["games"][0]["id"]]
    # The others are in a game, so that only one is left.
    again = room.teacher.post(f"{room.path}/round", {})
    assert (again["games"], again["waiting"]) == ([], made["waiting"])
    assert not any(game["id"] == made["games"][0]["id"] for game in Client(room.server).get("/api/tv")["games"])


def test_points_count_and_rematches_are_avoided(room: Classroom) -> None:
    pupils = {pupil.name: pupil for pupil in room.pupils(4)}
    screen, _ = room.follow(room.teacher)
    met: list[frozenset[str]] = []
    for _ in range(3):
        games = room.teacher.post(f"{room.path}/round", {"by": "strength"})["games"]
        assert len(games) == 2
        pairs = {frozenset(game["players"][colour]["name"] for colour in ("blue", "red")) for game in games}
        assert not pairs & set(met[-2:])
        met += pairs
        for game in games:
            blue, red = (pupils[game["players"][colour]["name"]] for colour in ("blue", "red"))
            blue.open_game(red, game["id"])
            red.post(f"/api/board/game/{game['id']}/resign")
            over = heard(screen, "over")
            assert (over["gameId"], over["game"]["result"]) == (game["id"], "1-0")
            assert {found["name"]: found["gameId"] for found in over["pupils"]} == {blue.name: None, red.name: None}
    found = room.state()["pupils"]
    assert sum(pupil["points"] for pupil in found) == 6
    assert {pupil["games"] for pupil in found} == {3}


def test_a_teacher_with_two_devices_pairs_no_one_twice(room: Classroom) -> None:
    room.pupils(6)
    with ThreadPoolExecutor(4) as threads:
        rounds = list(threads.map(lambda _: room.teacher.post(f"{room.path}/round", {}), range(4)))
    assert sorted(len(made["games"]) for made in rounds) == [0, 0, 0, 3]


def test_children_whose_time_is_over_are_left_out(room: Classroom) -> None:
    sign_up(room.server, "parent-of-three")
    parent = sign_in(room.server, "parent-of-three")
    card = parent.post("/api/family", {})["card"]
    child = Client(room.server, card["name"])
    child.cookie = cookie_of(child.request("POST", "/api/card", {"secret": card["url"].rpartition("/")[2]}))
    parent.post(f"/api/family/{card['name']}/class", {"code": room.code})
    room.pupils(1)
    room.enter(child)
    change = f"/api/family/{card['name']}"
    assert parent.request("PUT", change, {"contacts": "bots"}).status == 200
    made = room.teacher.post(f"{room.path}/round", {})
    assert (made["games"], made["left"]) == ([], [child.name])
    assert parent.request("PUT", change, {"contacts": "class"}).status == 200
    assert len(room.teacher.post(f"{room.path}/round", {})["games"]) == 1


def test_a_teacher_plays_everybody_at_once(room: Classroom) -> None:
    anna, bert, carla = room.pupils(3)
    made = room.teacher.post(f"{room.path}/simul", {"names": [anna.name, bert.name], "colour": "red", **CLOCK})
    assert [game["players"]["red"]["name"] for game in made["games"]] == [room.teacher.name] * 2
    assert {game["players"]["blue"]["name"] for game in made["games"]} == {anna.name, bert.name}
    (game,) = room.teacher.post(f"{room.path}/simul", {})["games"]
    assert carla.name in {game["players"][colour]["name"] for colour in ("blue", "red")}
    assert room.teacher.refused(f"{room.path}/simul", {"colour": "green"}) == (422, "invalid")


def test_takebacks_can_be_switched_off(room: Classroom) -> None:
    pupils = {pupil.name: pupil for pupil in room.pupils(2)}
    (game,) = room.teacher.post(f"{room.path}/round", {})["games"]
    blue, red = (pupils[game["players"][colour]["name"]] for colour in ("blue", "red"))
    blue.move(game["id"], "a3a4")
    takeback = f"/api/board/game/{game['id']}/takeback/yes"
    blue.post(takeback)
    room.put("", {"takebacks": False})
    assert red.refused(takeback) == (409, "takebacks_off")
    red.move(game["id"], "g7g6")
    assert red.refused(takeback) == (409, "takebacks_off")
    room.put("", {"takebacks": True})
    red.post(takeback)
    blue.post(takeback)
    assert red.get(f"/api/game/{game['id']}")["moves"] == ["a3a4"]


def test_the_odd_one_is_not_always_the_same() -> None:
    class Someone:
        def __init__(self, user_id: int) -> None:
            self.user_id = user_id

    free: list[Any] = [Someone(number) for number in (1, 2, 3)]
    assert _odd_one(free[:2], {}, 9) is None
    assert _odd_one(free, {}, 9) is free[2]
    assert _odd_one(free, {3: 9}, 9) is free[1]
    assert _odd_one(free, {1: 9, 2: 9, 3: 9}, 9) is free[2]


# Tournaments of a class


def _a_class_plays_a_tournament(room: Classroom) -> None:
    away, pupils = room.join(), {pupil.name: pupil for pupil in room.pupils(3)}
    other, nobody = Classroom(room.server), Client(room.server)
    outsider = other.join()
    phone, _ = room.follow(next(iter(pupils.values())))
    made = room.teacher.post(f"{room.path}/tournament", {"minutes": 5, "wait": 0, **CLOCK})["tournament"]
    path = f"/api/tournament/{made['id']}"
    assert made["name"] == "Year 2"
    assert {entrant["name"] for entrant in made["standing"]} == set(pupils)
    assert heard(phone, "tournament")["tournament"]["id"] == made["id"]
    (game,) = heard(phone, "round")["games"]
    assert {game["players"][colour]["name"] for colour in ("blue", "red")} < set(pupils)
    # Nobody else sees it.
    for stranger in (outsider, other.teacher, nobody):
        assert stranger.refused(path, method="GET") == (404, "no_tournament")
        socket = stranger.live()
        socket.send(type="tournament", tournament=made["id"])
        assert socket.next("error", "tournament")["error"]["code"] == "no_tournament"
    assert nobody.refused(f"/tournament/{made['id']}", method="GET") == (404, "no_tournament")
    assert other.teacher.refused(f"{path}/join") == (404, "no_tournament")
    assert outsider.refused(f"{path}/join") == (404, "no_tournament")
    assert made["id"] not in nobody.request("GET", "/api/tournament").text
    # Somebody who comes late joins, and is paired with the one who waits.
    room.enter(away)
    away.post(f"{path}/join")
    assert away.name in str(heard(phone, "round")["games"][0]["players"])
    view = away.get(path)["tournament"]
    assert len(view["games"]) == 2
    assert {entrant["kind"] for entrant in view["standing"]} == {"child"}
    assert room.state(away)["tournaments"][0]["id"] == made["id"]
    away.post(f"{path}/withdraw")
    blue, red = (pupils[game["players"][colour]["name"]] for colour in ("blue", "red"))
    blue.open_game(red, game["id"])
    room.teacher.post(f"{room.path}/pause", {"paused": True})
    assert red.get(f"/api/game/{game['id']}")["isPaused"]


def test_a_tournament_waits_for_games_of_the_round_before(room: Classroom) -> None:
    pupils = {pupil.name: pupil for pupil in room.pupils(4)}
    phone, _ = room.follow(next(iter(pupils.values())))
    room.teacher.post(f"{room.path}/round", {"by": "random"})
    playing = heard(phone, "round")["games"]
    made = room.teacher.post(f"{room.path}/tournament", {"minutes": 5, "wait": 0, **CLOCK})["tournament"]
    over = [pupils[playing[0]["players"][colour]["name"]] for colour in ("blue", "red")]
    over[0].open_game(over[1], playing[0]["id"])
    over[0].post(f"/api/board/game/{playing[0]['id']}/resign")
    (game,) = heard(phone, "round")["games"]
    assert {game["players"][colour]["name"] for colour in ("blue", "red")} == {pupil.name for pupil in over}
    assert len(over[0].get(f"/api/tournament/{made['id']}")["tournament"]["games"]) == 1


@pytest.mark.parametrize(("result", "scores"), [("draw", {"1/2-1/2", "*"}), ("none", {"*"})])
def test_the_teacher_ends_a_round_and_the_tournament_begins(room: Classroom, result: str, scores: set[str]) -> None:
    pupils = {pupil.name: pupil for pupil in room.pupils(4)}
    phone, _ = room.follow(next(iter(pupils.values())))
    room.teacher.post(f"{room.path}/round", {"by": "random"})
    playing = heard(phone, "round")["games"]
    begun = playing[0]
    blue, red = (pupils[begun["players"][colour]["name"]] for colour in ("blue", "red"))
    blue.open_game(red, begun["id"])
    room.teacher.post(f"{room.path}/tournament", {"minutes": 5, "wait": 0, **CLOCK})
    assert all(game["tournament"] is None for game in room.state()["games"])
    room.teacher.post(f"{room.path}/pause", {"paused": True})  # Paused games end, too.
    assert room.teacher.post(f"{room.path}/round/end", {"result": result}) == {"games": 2}
    over = [heard(phone, "over")["game"] for _ in playing]
    assert {game["result"] for game in over} == scores
    room.teacher.post(f"{room.path}/pause", {"paused": False})
    for _ in playing:
        assert heard(phone, "round")["games"][0]["tournament"]
    assert room.teacher.post(f"{room.path}/round/end", {}) == {"games": 0}  # Games of the tournament continue.


def test_a_tournament_begins_when_its_teacher_says_so(room: Classroom) -> None:
    one, _ = room.pupils(2)
    phone, _ = room.follow(one)
    order = {"minutes": 5, "wait": None, **CLOCK}
    made = room.teacher.post(f"{room.path}/tournament", order)["tournament"]
    assert (made["status"], made["byHand"], made["class"]) == ("created", True, room.id)
    assert room.state()["tournaments"][0]["byHand"]
    start = f"{room.path}/tournament/{made['id']}/start"
    other = Classroom(room.server)
    assert one.refused(start, {}) == (403, "child")
    assert other.teacher.refused(start, {}) == (403, "not_a_teacher")
    assert other.teacher.refused(f"{other.path}/tournament/{made['id']}/start", {}) == (404, "no_tournament")
    room.teacher.post(start)
    assert heard(phone, "round")["games"][0]["tournament"] == made["id"]
    begun = one.get(f"/api/tournament/{made['id']}")["tournament"]
    assert begun["ends"] - begun["starts"] == made["ends"] - made["starts"]
    assert room.teacher.refused(start, {}) == (409, "started")


def test_a_class_plays_a_tournament(room: Classroom) -> None:
    _a_class_plays_a_tournament(room)


def test_a_class_plays_a_tournament_on_postgresql(cluster_room: Classroom) -> None:
    _a_class_plays_a_tournament(cluster_room)


# Pauses


def test_the_odd_one_plays_a_house_bot_which_waits_during_a_pause(data: Path) -> None:
    with served(data, "--bots", "easy") as server:
        room = Classroom(server)
        (anna,) = room.pupils(1)
        (game,) = room.teacher.post(f"{room.path}/round", {"bot": "easy"})["games"]
        assert (game["players"]["blue"]["name"], game["players"]["red"]["name"]) == (anna.name, "bot-easy")
        anna.move(game["id"], "a3a4")
        room.teacher.post(f"{room.path}/pause", {"paused": True})  # Most likely while the bot takes its time.
        room.teacher.post(f"{room.path}/pause", {"paused": False})
        wait_until(lambda: len(anna.get(f"/api/game/{game['id']}")["moves"]) == 2, "the bot's move")
        assert room.teacher.post(f"{room.path}/round", {"bot": "hard"})["games"] == []


def _pair(room: Classroom, **terms: Any) -> tuple[str, Client, Client]:
    """A game between two new pupils: its id, Blue and Red."""
    pupils = {pupil.name: pupil for pupil in room.pupils(2)}
    (game,) = room.teacher.post(f"{room.path}/round", terms)["games"]
    return game["id"], *(pupils[game["players"][colour]["name"]] for colour in ("blue", "red"))


def _a_teacher_pauses_everything(room: Classroom) -> None:
    game, blue, red = _pair(room, **CLOCK)
    slow, slow_blue, _ = _pair(room)
    blue.open_game(red, game)
    watcher = blue.live()
    watcher.watch(game)
    phone, _ = room.follow(red)
    room.teacher.post(f"{room.path}/pause", {"paused": True})
    stopped = watcher.next("pause")
    assert heard(phone, "paused")["paused"] is True
    view = blue.get(f"/api/game/{game}")
    assert view["clock"]["running"] is None
    assert view["clock"]["paused"]
    assert {colour: view["clock"][colour] for colour in ("blue", "red")} == stopped["clock"]
    act = f"/api/board/game/{game}"
    assert blue.refused(f"{act}/move/a5a6") == (409, "paused")
    assert blue.refused(f"{act}/draw/yes") == (409, "paused")
    assert blue.refused(f"{act}/resume") == (409, "paused")
    assert slow_blue.refused(f"/api/board/game/{slow}/move/a3a4") == (409, "paused")
    assert room.teacher.refused(f"{room.path}/round", {}) == (409, "paused")
    room.teacher.post(f"{room.path}/pause", {"paused": True})  # Nothing more to do.
    room.teacher.post(f"{room.path}/pause", {"paused": False})
    going = watcher.next("pause", "resume")
    assert (going["type"], going["clock"]) == ("resume", stopped["clock"])
    assert not room.state()["isPaused"]
    blue.move(game, "a5a6")
    slow_blue.move(slow, "a3a4")
    room.teacher.post(f"{room.path}/pause", {"paused": True})
    blue.post(f"{act}/resign")
    blue.post(f"{act}/rematch")
    assert red.refused(f"{act}/rematch") == (409, "paused")
    room.teacher.post(f"{room.path}/pause", {"paused": False})
    red.post(f"{act}/rematch")
    assert heard(phone, "round")["games"][0]["status"] == "started"


def test_a_teacher_pauses_everything(room: Classroom) -> None:
    _a_teacher_pauses_everything(room)


def test_a_teacher_pauses_everything_on_postgresql(cluster_room: Classroom) -> None:
    _a_teacher_pauses_everything(cluster_room)


async def _class_game(house: House, **clock: Any) -> tuple[str, str]:
    """A class of Anna's, and a game in it between two people."""
    services, (anna, bert) = house.services, house.people.values()
    class_id = await services.classes.create(anna, "a class")
    terms = Terms.make(**{**TERMS, **clock})
    row = await services.database.write(lambda c: create(c, house.time, terms, anna.id, bert.id, class_id=class_id))
    return class_id, row.id


def test_a_paused_clock_stands_still(data: Path) -> None:
    async def story(house: House) -> None:
        services, anna = house.services, house.people["anna"]
        class_id, game = await _class_game(house, clock=(60, 0))
        await house.opening(game)
        house.time += 20 * SECOND
        await services.pauses.pause(anna, class_id, True)
        row = await house.row(game)
        assert (row["blue_ms"], row["red_ms"], row["deadline"]) == (40_000, 60_000, None)
        await services.games.presence(game, house.people["bert"].id, True)
        await services.games.presence(game, house.people["bert"].id, False)
        house.time += HOUR
        await services.sweeper.sweep()
        assert (await house.row(game))["status"] == "started"
        await services.sweeper.credit_absence()  # As after a restart.
        await services.pauses.restore()
        with pytest.raises(ConflictError) as refused:
            await house.command(game, "anna", "claim")
        assert refused.value.code == "paused"
        await services.pauses.pause(anna, class_id, False)
        row = await house.row(game)
        assert row["deadline"] == house.time + 40 * SECOND + LAG_LIMIT
        with pytest.raises(ConflictError) as refused:  # The pause does not count as absence.
            await house.command(game, "anna", "claim")
        assert refused.value.code == "not_gone"
        house.time += 10 * SECOND
        await house.move(game, "anna", "a4a5")
        assert (await house.row(game))["blue_ms"] == 30_000
        await services.pauses.pause(anna, class_id, True)
        await services.pauses.pause(anna, class_id, False)
        house.time += 60 * SECOND + LAG_LIMIT
        await services.sweeper.sweep()
        assert ((await house.row(game))["status"], (await house.row(game))["reason"]) == ("ended", "timeout")

    in_house(data, story)


def test_a_pause_before_the_first_move_keeps_the_time_for_it(data: Path) -> None:
    async def story(house: House) -> None:
        services, anna = house.services, house.people["anna"]
        class_id, game = await _class_game(house, clock=(60, 0))
        house.time += LONG_FIRST_MOVE - 10 * SECOND
        await services.pauses.pause(anna, class_id, True)
        house.time += HOUR
        await services.pauses.pause(anna, class_id, False)
        assert (await house.row(game))["deadline"] == house.time + 10 * SECOND
        await house.opening(game)
        assert (await house.row(game))["blue_ms"] == 60_000

    in_house(data, story)


def test_a_pause_comes_too_late_for_a_flag_that_has_fallen(data: Path) -> None:
    async def story(house: House) -> None:
        services, anna = house.services, house.people["anna"]
        class_id, game = await _class_game(house, clock=(60, 0))
        await house.opening(game)
        house.time += 60 * SECOND + LAG_LIMIT
        await services.pauses.pause(anna, class_id, True)
        row = await house.row(game)
        assert (row["status"], row["result"], row["paused_ms"]) == ("ended", "0-1", None)

    in_house(data, story)


def test_a_pause_without_a_clock_and_a_server_that_died_in_it(data: Path) -> None:
    async def story(house: House) -> None:
        services, anna = house.services, house.people["anna"]
        class_id, game = await _class_game(house)
        # The class was marked as paused, and then the server was killed.
        paused = sa.update(classes).where(classes.c.id == class_id)
        await services.database.execute(paused.values(is_paused=True))
        await services.pauses.restore()
        assert (await house.row(game))["paused_ms"] == 0
        with pytest.raises(ConflictError):
            await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "abort")
        assert (await house.row(game))["status"] == "aborted"
        await services.pauses.pause(anna, class_id, False)

    in_house(data, story)


# The teacher's board


BOARD: dict[str, Any] = {
    "game": "jungle",
    "rules": "standard",
    "fen": Game().fen(),
    "moves": ["a3a4", "g7g6"],
    "ply": 2,
    "arrows": [["a4", "a5", "green"]],
    "circles": [["d9", "red"]],
    "ask": True,
    "solution": ["a4a5"],
}


def _pupils_answer(room: Classroom) -> None:
    anna, bert = room.pupils(2)
    phone, _ = room.follow(anna)
    screen, _ = room.follow(room.teacher)
    version = room.put("/board", {"board": BOARD})["version"]
    shown = heard(phone, "board")
    assert shown == {"type": "class", "id": room.id, "what": "board", "version": version} | {
        "board": BOARD | {"solution": None}
    }
    assert heard(screen, "board")["board"]["solution"] is None
    assert heard(screen, "board")["board"] == BOARD
    path = f"{room.path}/answer"
    assert anna.post(path, {"version": version, "move": "a4a3"}) == {"answer": "a4a3"}
    told = heard(screen, "answer")
    assert (told["name"], told["move"], told["isRight"], told["tally"]) == (anna.name, "a4a3", False, {"a4a3": 1})
    anna.post(path, {"version": version, "move": "a4a5"})
    bert.post(path, {"version": version, "move": "a4a5"})
    assert heard(screen, "answer")["tally"] == {"a4a5": 1}
    assert heard(screen, "answer")["tally"] == {"a4a5": 2}
    state = room.state()
    assert state["tally"] == {"a4a5": 2}
    assert {answer["name"]: answer["isRight"] for answer in state["answers"]} == {anna.name: True, bert.name: True}
    mine = room.state(anna)
    assert (mine["answer"], mine["board"]["solution"]) == ("a4a5", None)
    for body, refusal in (
        ({"version": version + 1, "move": "a4a5"}, (409, "stale")),
        ({"version": version, "move": "a4a9"}, (422, "illegal_move")),
        ({"version": version, "move": "<script>"}, (422, "illegal_move")),
        ({"version": -1, "move": "a4a5"}, (422, "invalid")),
        ({"version": version, "move": ["a4a5"]}, (422, "invalid")),
    ):
        assert anna.refused(path, body) == refusal, body
    # An arrow and the solution do not change what was asked.
    revealed = BOARD | {"ask": False, "arrows": []}
    assert room.put("/board", {"board": revealed})["version"] == version
    assert heard(phone, "board")["board"]["solution"] == ["a4a5"]
    assert room.state()["tally"] == {"a4a5": 2}
    assert anna.refused(path, {"version": version, "move": "a4a5"}) == (409, "not_asked")
    assert room.put("/board", {"board": BOARD})["version"] == version + 1, "a new question"
    assert room.state()["answers"] == []
    assert room.put("/board", {"board": None})["version"] == version + 2
    assert room.state(bert)["board"] is None
    assert '"solution":["a4a5"]' not in phone.heard[0]


def test_pupils_answer_the_teachers_board(room: Classroom) -> None:
    _pupils_answer(room)


def test_pupils_answer_the_teachers_board_on_postgresql(cluster_room: Classroom) -> None:
    _pupils_answer(cluster_room)


def test_a_board_of_the_face_down_game(room: Classroom) -> None:
    start = FlipGame().fen()
    board = BOARD | {"game": "flip", "rules": "flip", "fen": start, "moves": ["a1=L"], "ply": 1}
    board |= {"arrows": [], "circles": [["d4", "blue"]], "solution": ["b1"]}
    version = room.put("/board", {"board": board})["version"]
    (anna,) = room.pupils(1)
    assert room.state(anna)["board"]["moves"] == ["a1=L"]
    anna.post(f"{room.path}/answer", {"version": version, "move": "b1"})
    assert room.state()["answers"][0]["isRight"]


@pytest.mark.parametrize(
    "broken",
    [
        {"game": "chess"},
        {"rules": "nonsense"},
        {"fen": "nonsense"},
        {"fen": "<b>hello</b>"},
        {"moves": ["a3a9"]},
        {"moves": "a3a4"},
        {"moves": ["a3a4"] * 2000},
        {"ply": 3},
        {"ply": -1},
        {"ply": True},
        {"arrows": [["a1", "z9", "green"]]},
        {"arrows": [["a1", "a2", "url(javascript:alert(1))"]]},
        {"arrows": [["a1", "a2", "green"]] * 65},
        {"arrows": [["a1", "a2"]]},
        {"circles": [["a1", "hello children"]]},
        {"circles": [["hello", "red"]]},
        {"ask": "yes"},
        {"solution": ["a9a9"]},
        {"solution": "a4a5"},
        {"solution": ["a4a5\0"]},
    ],
)
def test_only_valid_boards_reach_the_pupils_screens(room: Classroom, broken: dict[str, Any]) -> None:
    answer = room.teacher.request("PUT", f"{room.path}/board", {"board": BOARD | broken})
    assert answer.status == 422, answer.text
    assert room.state()["board"] is None


def test_other_fields_of_a_board_are_dropped(room: Classroom) -> None:
    room.put("/board", {"board": BOARD | {"comment": "hello children"}})
    (anna,) = room.pupils(1)
    assert room.state(anna)["board"].keys() == BOARD.keys()


def test_large_and_odd_bodies_are_refused(room: Classroom) -> None:
    for body in ({"board": {"moves": ["a3a4"] * 20_000}}, {"board": BOARD | {"fen": "x" * 70_000}}):
        assert room.teacher.request("PUT", f"{room.path}/board", body).status == 413
    odd_ones: list[Any] = [[], "x", 7, {"board": []}, {"board": 7}, {}]
    for odd in odd_ones:
        assert room.teacher.refused(f"{room.path}/board", odd, "PUT")[0] == 422
    assert room.teacher.refused(f"{room.path}/board", '{"board": ' + "[" * 30_000, "PUT")[0] in (400, 422)
    for path in ("/round", "/simul"):
        assert room.teacher.refused(f"{room.path}{path}", {"names": ["x"] * 101, "by": "x"}) == (422, "invalid")


# Several servers


def test_a_class_on_two_servers(cluster: tuple[str, ...], tmp_path: Path) -> None:
    _, database, *redis = cluster
    options = ("--database", another_database(database), *redis)
    with served(tmp_path / "one", *options) as one, served(tmp_path / "two", *options) as two:
        room = Classroom(one)
        screen, _ = room.follow(room.teacher)
        anna, bert = join(two, room.code), join(two, room.code)
        assert {heard(screen, "joined")["pupil"]["name"] for _ in range(4)} == {anna.name, bert.name}
        phones = [pupil.live() for pupil in (anna, bert)]
        assert {heard(screen, "here")["name"] for _ in range(2)} == {anna.name, bert.name}
        wait_until(
            lambda: all(pupil["here"] for pupil in room.state(room.teacher)["pupils"]), "knowing the other server"
        )
        # Another connection of the same pupil, to the first server, does not make a difference when it ends.
        again = Client(one, anna.name, cookie=anna.cookie).live()
        assert heard(screen, "here")["here"]
        again.close()
        told = heard(screen, "here")
        assert (told["name"], told["here"]) == (anna.name, True)
        (game,) = room.teacher.post(f"{room.path}/round", {})["games"]
        assert {phone.next("gameStart")["game"]["id"] for phone in phones} == {game["id"]}
        room.teacher.post(f"{room.path}/pause", {"paused": True})
        blue = anna if game["players"]["blue"]["name"] == anna.name else bert
        assert blue.refused(f"/api/board/game/{game['id']}/move/a3a4") == (409, "paused")


# A server that dies


def test_a_round_begins_as_a_whole_or_not_at_all(data: Path) -> None:
    with served(data) as server:
        room = Classroom(server)
        room.pupils(8)
        threads = [
            threading.Thread(target=lambda: suppressed(lambda: room.teacher.post(f"{room.path}/round", {})))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        server.stop(signal.SIGKILL)
        for thread in threads:
            thread.join()
        name = room.teacher.name
    with served(data) as server:
        teacher = sign_in(server, name)
        state = teacher.get(room.path)["class"]
        assert len(state["pupils"]) == 8
        assert len(state["games"]) in (0, 4)
        for game in state["games"]:
            assert teacher.get(f"/api/game/{game['id']}")["status"] == "started"


def suppressed(work: Callable[[], Any]) -> None:
    with suppress(OSError, http.client.HTTPException, AssertionError):
        work()
