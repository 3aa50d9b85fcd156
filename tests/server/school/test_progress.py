"""Progress on the account: merged from several devices, bounded, and only of what there is."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from jungle.puzzles import puzzles
from jungle.server.errors import ConflictError
from jungle.server.identity.accounts import User
from jungle.server.school import progress
from jungle.server.school.progress import Item, lesson_ids
from tests.server.harness.clients import Client, cookie_of, save_progress, sign_in
from tests.server.harness.house import START, House, in_house
from tests.server.harness.processes import Server, another_database, served

LESSON = {"kind": "lesson", "key": "jungle.den", "stars": 2, "tries": 3, "firstTry": False, "ms": 500, "at": 9}


@pytest.fixture
def learner(blue: Client, server: Server) -> Client:
    return sign_in(server, blue.name)


def test_progress_from_two_devices_is_merged(learner: Client) -> None:
    assert learner.get("/api/progress") == {"items": []}
    assert save_progress(learner, LESSON) == [LESSON]
    merged = save_progress(learner, LESSON | {"stars": 3, "tries": 1, "firstTry": True, "ms": 10, "at": 7})
    assert merged == [LESSON | {"stars": 3, "tries": 3, "firstTry": True, "ms": 500, "at": 7}]
    assert save_progress(learner, LESSON | {"at": None}, LESSON | {"stars": 0, "firstTry": False, "at": 8}) == merged
    assert learner.get("/api/progress")["items"] == merged


def test_a_tried_item_becomes_done(learner: Client) -> None:
    tried = {"kind": "level", "key": "flip.10", "stars": 0, "tries": 4, "firstTry": False, "ms": 100, "at": None}
    assert save_progress(learner, tried) == [tried]
    assert save_progress(learner, tried | {"tries": 5, "at": 50}) == [tried | {"tries": 5, "at": 50}]


def test_times_in_the_future_become_now(learner: Client) -> None:
    (item,) = save_progress(learner, LESSON | {"at": 2**52})
    assert START - 10**12 < item["at"] < 2**43


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ({"key": "jungle.nothing"}, "unknown"),
        ({"key": "jungle.den\0"}, "invalid"),
        ({"kind": "puzzle", "key": "zzzzzz"}, "unknown"),
        ({"kind": "puzzle", "key": "<b>hello</b>"}, "unknown"),
        ({"kind": "level", "key": "jungle.11"}, "unknown"),
        ({"kind": "level", "key": "chess.1"}, "unknown"),
        ({"kind": "sticker"}, "invalid"),
        ({"stars": 4}, "invalid"),
        ({"tries": -1}, "invalid"),
        ({"ms": 10**11}, "invalid"),
        ({"at": "yesterday"}, "invalid"),
        ({"at": 2**60}, "invalid"),
        ({"key": "x" * 41}, "invalid"),
    ],
)
def test_unknown_items_are_refused(learner: Client, broken: Any, code: str) -> None:
    assert learner.refused("/api/progress", {"items": [LESSON, LESSON | broken]}, "PUT") == (422, code)
    assert learner.get("/api/progress") == {"items": []}


def test_puzzles_of_deleted_assignments_are_left_out(learner: Client) -> None:
    gone = {"kind": "puzzle", "key": "own-abcdefgh-1", "at": 5}
    assert save_progress(learner, LESSON, gone) == [LESSON]


def test_requests_are_limited_in_size(learner: Client) -> None:
    many = [{"kind": "puzzle", "key": puzzle.id} for puzzle in puzzles()[:601]]
    assert learner.refused("/api/progress", {"items": many}, "PUT") == (422, "invalid")
    assert len(save_progress(learner, *many[:600])) == 600
    assert learner.request("PUT", "/api/progress", {"items": many * 10}).status == 413


def test_an_account_keeps_a_limited_number_of_items(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "ITEMS_LIMIT", 3)
    lessons = [Item("lesson", key) for key in sorted(lesson_ids())[:4]]

    async def story(house: House) -> None:
        anna: User = house.people["anna"]
        await house.services.progress.merge(anna, lessons[:3])
        with pytest.raises(ConflictError):
            await house.services.progress.merge(anna, lessons)
        again = await house.services.progress.merge(anna, [Item("lesson", lessons[0].key, stars=3)])
        assert sorted(item["stars"] for item in again) == [0, 0, 3]

    in_house(data, story)


def test_guests_and_children_have_progress_and_tokens_do_not(server: Server, blue: Client) -> None:
    guest = Client(server, cookie=cookie_of(Client(server).request("POST", "/api/guest", {})))
    assert save_progress(guest, LESSON) == [LESSON]
    assert blue.refused("/api/progress", {"items": [LESSON]}, "PUT") == (403, "scope")
    assert Client(server).refused("/api/progress", method="GET") == (401, "unauthorized")


def test_devices_that_save_at_once_lose_nothing_on_postgresql(cluster: tuple[str, ...], data: Path) -> None:
    _, database, *redis = cluster
    with served(data, "--database", another_database(database), *redis) as server:
        Client(server).post("/api/signup", {"name": "busy", "password": "correct horse"})
        devices = [sign_in(server, "busy") for _ in range(6)]
        with ThreadPoolExecutor(6) as threads:
            results = [LESSON | {"tries": number, "at": 100 - number} for number in range(6)]
            list(threads.map(save_progress, devices, results))
        assert devices[0].get("/api/progress")["items"] == [LESSON | {"tries": 5, "at": 95}]
        assert devices[0].get("/api/account/export")["progress"][0]["key"] == "jungle.den"
