"""Cards on the account: merged from several devices, checked, bounded, private; a class's themes for its teacher."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from jungle.puzzles import course
from jungle.server.school import training
from jungle.server.school.training import TrainingCard
from tests.server.harness.classroom import Classroom
from tests.server.harness.clients import Client, save_progress, sign_in
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server

MEMORY = {"stability": 1.5, "difficulty": 5.0, "last": 1_000, "due": 86_401_000, "reviews": 1}
PUZZLE = {"id": course()[0].id, "memory": MEMORY}
MISTAKE = {
    "id": "game standard 7/7/3W3/7/7/7/7/4r2/7 b 0 1",
    "move": "d7d8",
    "theme": "run",
    "memory": MEMORY,
}
FACE_DOWN = {"id": "game flip 4/1w2/1D2/?2c b 0 R", "move": "b2c2", "theme": "plan", "memory": MEMORY}


@pytest.fixture
def learner(blue: Client, server: Server) -> Client:
    return sign_in(server, blue.name)


@pytest.fixture
def room(server: Server) -> Classroom:
    return Classroom(server)


def save(client: Client, *cards: Any) -> Any:
    answer = client.request("PUT", "/api/cards", {"cards": cards})
    assert answer.status == 200, answer.text
    return answer.json["cards"]


def by_id(cards: Any) -> Any:
    return sorted(cards, key=lambda card: str(card["id"]))


def test_cards_of_two_devices_are_merged(learner: Client, server: Server) -> None:
    assert learner.get("/api/cards") == {"cards": []}
    assert by_id(save(learner, PUZZLE, MISTAKE, FACE_DOWN)) == by_id([PUZZLE, MISTAKE, FACE_DOWN])
    again = PUZZLE | {"memory": MEMORY | {"reviews": 2, "last": 5_000}}
    other = sign_in(server, learner.name)
    assert again in save(other, again)
    assert again in save(learner, PUZZLE)  # Nothing older replaces it.
    assert by_id(learner.get("/api/cards")["cards"]) == by_id([again, MISTAKE, FACE_DOWN])
    assert len(learner.get("/api/account/export")["cards"]) == 3


def test_times_in_the_future_are_cut(learner: Client) -> None:
    (card,) = save(learner, PUZZLE | {"memory": MEMORY | {"last": 2**52, "due": 2**53}})
    assert card["memory"]["last"] < 2**43
    assert card["memory"]["due"] - card["memory"]["last"] <= 365 * 86_400_000


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ({"id": "zzzzzz", "move": None, "theme": None}, "unknown"),
        ({"id": "game standard hello my name is Ann"}, "unknown"),
        ({"id": "game standard 7/7/3W3/7/7/7/7/4r2/7 b 3 12"}, "unknown"),
        ({"id": "game nowhere 7/7/3W3/7/7/7/7/4r2/7 b 0 1"}, "unknown"),
        ({"id": MISTAKE["id"], "move": "d7d1"}, "unknown"),
        ({"theme": "my name"}, "unknown"),
        ({"id": course()[0].id}, "unknown"),
        ({"id": "x" * 161}, "invalid"),
        ({"memory": MEMORY | {"stability": 0}}, "invalid"),
        ({"memory": MEMORY | {"stability": 1e300}}, "invalid"),
        ({"memory": MEMORY | {"reviews": 0}}, "invalid"),
        ({"memory": MEMORY | {"last": -1}}, "invalid"),
    ],
)
def test_unknown_cards_are_refused(learner: Client, broken: Any, code: str) -> None:
    assert learner.refused("/api/cards", {"cards": [PUZZLE, MISTAKE | broken]}, "PUT") == (422, code)
    assert learner.get("/api/cards") == {"cards": []}


def test_an_account_keeps_the_weakest_cards(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CARDS_LIMIT", 3)
    cards = [TrainingCard(puzzle.id, None, None, 1.0 + n, 5.0, 0, 1, 1) for n, puzzle in enumerate(course()[:5])]

    async def story(house: House) -> None:
        anna = house.people["anna"]
        kept, _ = await asyncio.gather(
            house.services.training.merge(anna, cards[2:]), house.services.training.merge(anna, cards[:2])
        )
        assert len(kept) <= 3
        found = await house.services.training.cards(anna)
        assert sorted(card["id"] for card in found) == sorted(card.id for card in cards[:3])

    in_house(data, story)


def test_a_teacher_sees_themes_of_the_class_and_no_cards(room: Classroom) -> None:
    first, second = room.pupils(2)
    puzzle = course()[0]
    (theme,) = puzzle.themes[:1]
    others = [each for each in course() if theme in each.themes][1:3]
    path = f"/api/class/{room.id}/themes"
    assert room.teacher.get(path) == {"themes": []}
    save(first, PUZZLE)
    tried = {"kind": "puzzle", "key": puzzle.id, "tries": 2, "firstTry": False, "at": 9}
    save_progress(first, tried)
    save_progress(second, tried | {"tries": 1, "firstTry": True}, *[tried | {"key": each.id} for each in others])
    (row, *_) = [each for each in room.teacher.get(path)["themes"] if each["theme"] == theme]
    assert (row["solved"], row["tried"]) == (1, 4)
    assert 0 < row["low"] < 0.25 < row["high"] < 1
    text = room.teacher.request("GET", path).text
    assert first.name not in text
    assert puzzle.id not in text
    for pupil in (first, second):
        assert pupil.refused(path, method="GET") == (403, "child")
    assert room.teacher.get("/api/cards") == {"cards": []}
