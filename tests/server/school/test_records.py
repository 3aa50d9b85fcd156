"""Puzzle ratings and personal bests on the account: merged from several devices, checked, exported."""

from typing import Any

import pytest

from tests.server.harness.clients import Client, sign_in
from tests.server.harness.processes import Server


@pytest.fixture
def learner(blue: Client, server: Server) -> Client:
    return sign_in(server, blue.name)


def record(name: str, value: int, count: int = 0) -> dict[str, Any]:
    return {"name": name, "value": value, "count": count}


def save(client: Client, *records: Any) -> Any:
    answer = client.request("PUT", "/api/records", {"records": records})
    assert answer.status == 200, answer.text
    return {each["name"]: (each["value"], each["count"]) for each in answer.json["records"]}


def test_records_of_two_devices_are_merged(learner: Client, server: Server) -> None:
    assert learner.get("/api/records") == {"records": []}
    assert save(learner, record("rating", 900, 5), record("sprint", 7)) == {"rating": (900, 5), "sprint": (7, 0)}
    other = sign_in(server, learner.name)
    merged = {"rating": (700, 60), "sprint": (7, 0), "run": (4, 0)}
    assert save(other, record("rating", 700, 60), record("sprint", 3), record("run", 4)) == merged
    assert save(learner, record("rating", 990, 6)) == merged
    assert len(learner.get("/api/account/export")["records"]) == 3


@pytest.mark.parametrize(
    "broken",
    [record("height", 180), record("sprint", 10_001), record("rating", 500, -1), {"name": "sprint"}],
)
def test_other_records_are_refused(learner: Client, broken: Any) -> None:
    answer = learner.request("PUT", "/api/records", {"records": [broken]})
    assert answer.status == 422
    assert learner.get("/api/records") == {"records": []}
