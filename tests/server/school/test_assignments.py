"""Assignments: what may be set, who has done what, and the table for a spreadsheet."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jungle import Game
from jungle.puzzles import THEMES, find_puzzle
from jungle.server.school.assignments import csv_text
from tests.server.harness.classroom import Classroom, heard
from tests.server.harness.clients import Client, save_progress
from tests.server.harness.processes import Server, another_database, served


@pytest.fixture
def room(server: Server) -> Classroom:
    return Classroom(server)


@pytest.fixture
def cluster_room(cluster: tuple[str, ...], data: Path) -> Iterator[Classroom]:
    _, database, *redis = cluster
    with served(data, "--database", another_database(database), *redis) as server:
        yield Classroom(server)


def assign(room: Classroom, kind: str, task: Any, title: str = "homework", **more: Any) -> Any:
    body = {"title": title, "kind": kind, "task": task, **more}
    return room.teacher.post(f"{room.path}/assignment", body)["assignment"]


def listed(room: Classroom, member: Client) -> Any:
    return member.get(f"{room.path}/assignment")["assignments"]


def _a_class_does_its_homework(room: Classroom) -> None:
    anna, bert = room.pupils(2)
    phone, _ = room.follow(anna)
    screen, _ = room.follow(room.teacher)
    room.put(f"/pupil/{anna.name}", {"label": "=Anna"})
    lessons = assign(room, "lessons", {"lessons": ["jungle.den", "flip.steps", "jungle.den"]}, due=2**41)
    assert (lessons["count"], lessons["due"]) == (2, 2**41)
    assert heard(phone, "assignment")["assignment"]["id"] == lessons["id"]
    level = assign(room, "level", {"game": "jungle", "level": 4}, "-beat it")
    games = assign(room, "games", {"count": 1})
    save_progress(
        anna, {"kind": "lesson", "key": "jungle.den", "stars": 3, "tries": 1, "firstTry": True, "ms": 60_000, "at": 5}
    )
    save_progress(anna, {"kind": "level", "key": "jungle.4", "tries": 2, "ms": 30_000})
    while "name" not in (told := heard(screen, "assignment")):
        pass
    assert told["name"] == anna.name
    assert [each["done"] for each in listed(room, anna)] == [1, 0, 0]
    save_progress(anna, {"kind": "lesson", "key": "flip.steps", "tries": 4, "ms": 60_000, "at": 9})
    (game,) = room.teacher.post(f"{room.path}/round", {})["games"]
    blue, red = (anna, bert) if game["players"]["blue"]["name"] == anna.name else (bert, anna)
    blue.open_game(red, game["id"])
    red.post(f"/api/board/game/{game['id']}/resign")
    found = {each["id"]: each for each in listed(room, room.teacher)}
    by_name = {line["name"]: line for line in found[lessons["id"]]["table"]}
    expected = {"name": anna.name, "label": "=Anna", "done": 2, "count": 2, "firstTries": 1}
    assert by_name[anna.name] == expected | {"ms": 120_000, "finishedAt": 9}
    assert (by_name[bert.name]["done"], by_name[bert.name]["finishedAt"]) == (0, None)
    assert [line["done"] for line in found[level["id"]]["table"]] == [0, 0]
    assert [line["done"] for line in found[games["id"]]["table"]] == [1, 1]
    assert all(line["finishedAt"] for line in found[games["id"]]["table"])
    answer = room.teacher.request("GET", f"{room.path}/results.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.body.startswith(b"\xef\xbb\xbfName,Label,homework: done,")
    head, *lines = csv.reader(io.StringIO(answer.body.decode("utf-8-sig")))
    assert head[7] == "'-beat it: done"
    assert [line[:7] for line in lines if line[0] == anna.name] == [
        [anna.name, "'=Anna", "2", "2", "1", "2.0", "1970-01-01 00:00"]
    ]
    assert room.teacher.request("DELETE", f"{room.path}/assignment/{level['id']}").status == 200
    assert heard(phone, "assignment")["what"] == "assignment"
    assert [each["id"] for each in listed(room, bert)] == [lessons["id"], games["id"]]
    assert "table" not in listed(room, bert)[0]


def test_a_class_does_its_homework(room: Classroom) -> None:
    _a_class_does_its_homework(room)


def test_a_class_does_its_homework_on_postgresql(cluster_room: Classroom) -> None:
    _a_class_does_its_homework(cluster_room)


def test_puzzles_by_theme_are_picked_once_for_everybody(room: Classroom) -> None:
    (anna,) = room.pupils(1)
    made = assign(room, "puzzles", {"theme": "jump", "count": 5})
    ids = made["task"]["puzzles"]
    assert (made["count"], len(set(ids))) == (5, 5)
    assert all("jump" in find_puzzle(each).themes for each in ids)
    save_progress(anna, *({"kind": "puzzle", "key": each, "tries": 1, "firstTry": True, "at": 5} for each in ids[:3]))
    (mine,) = listed(room, anna)
    assert (mine["task"]["puzzles"], mine["done"], mine["firstTries"]) == (ids, 3, 3)
    assert "" not in THEMES
    assert assign(room, "puzzles", {"theme": "", "count": 2})["count"] == 2


def test_a_teachers_own_puzzles_are_checked_and_solved(room: Classroom) -> None:
    (anna,) = room.pupils(1)
    stranger = Classroom(room.server).join()
    fen = Game().fen()
    given = [{"fen": fen, "moves": ["a3a4", "g7g6"]}, {"fen": fen, "rules": "gamerz", "moves": ["a3a4"]}]
    made = assign(room, "puzzles", {"puzzles": given})
    first, second = made["task"]["puzzles"]
    assert (first["id"], first["moves"], first["rules"]) == (f"own-{made['id']}-1", ["a3a4", "g7g6"], "standard")
    assert second["rules"] == "gamerz"
    item = {"kind": "puzzle", "key": second["id"], "tries": 1, "firstTry": True, "at": 5}
    assert [found["key"] for found in save_progress(anna, item)] == [second["id"]]
    assert save_progress(stranger, item) == []
    assert save_progress(anna, item | {"key": f"own-{made['id']}-3"}) == save_progress(anna, item)
    assert listed(room, anna)[0]["done"] == 1


@pytest.mark.parametrize(
    ("kind", "task"),
    [
        ("lessons", {"lessons": []}),
        ("lessons", {"lessons": ["jungle.nothing"]}),
        ("lessons", {"lessons": "jungle.den"}),
        ("lessons", {}),
        ("puzzles", {"theme": "magic", "count": 3}),
        ("puzzles", {"theme": "jump", "count": 0}),
        ("puzzles", {"theme": "jump", "count": 51}),
        ("puzzles", {"theme": "jump", "count": "3"}),
        ("puzzles", {"puzzles": []}),
        ("puzzles", {"puzzles": [{"fen": "nonsense", "moves": ["a3a4"]}]}),
        ("puzzles", {"puzzles": [{"fen": Game().fen(), "moves": []}]}),
        ("puzzles", {"puzzles": [{"fen": Game().fen(), "moves": ["a3a9"]}]}),
        ("puzzles", {"puzzles": [{"fen": Game().fen(), "moves": ["a3a4"], "rules": "nonsense"}]}),
        ("puzzles", {"puzzles": [{"fen": Game().fen(), "moves": ["a3a4"], "game": "chess"}]}),
        ("puzzles", {"puzzles": [7]}),
        ("level", {"game": "jungle", "level": 11}),
        ("level", {"game": "chess", "level": 1}),
        ("level", {"game": "jungle"}),
        ("games", {"count": 0}),
        ("games", {"count": True}),
        ("games", {"count": 10**30}),
    ],
)
def test_impossible_assignments_are_refused(room: Classroom, kind: str, task: Any) -> None:
    path, body = f"{room.path}/assignment", {"title": "homework", "kind": kind, "task": task}
    status, code = room.teacher.refused(path, body)
    assert (status, code) in ((422, "task"), (422, "invalid"))
    assert room.teacher.get(path) == {"assignments": []}


def test_only_the_teacher_sets_assignments(room: Classroom) -> None:
    path = f"{room.path}/assignment"
    task: dict[str, Any] = {"kind": "games", "task": {"count": 1}}
    other = Classroom(room.server)
    assert other.teacher.refused(path, {"title": "mine", **task}) == (403, "not_a_teacher")
    assert other.join().refused(path, method="GET") == (403, "not_in_class")
    for title, code in (("", "text"), ("x" * 81, "text"), ("a\u202eb", "text")):
        assert room.teacher.refused(path, {"title": title, **task}) == (422, code)
    made = assign(room, **task)
    assert other.teacher.refused(f"{other.path}/assignment/{made['id']}", method="DELETE") == (404, "no_assignment")
    for _ in range(49):
        assign(room, **task)
    assert room.teacher.refused(path, {"title": "one more", **task}) == (409, "too_many")


def test_csv_cells_are_never_formulas() -> None:
    for formula in ("=1", "+1", "-1", "@x", "\t=1", "\r=1", " =1"):
        assert csv_text([[formula]]).lstrip("\ufeff").lstrip('"').startswith("'"), formula
