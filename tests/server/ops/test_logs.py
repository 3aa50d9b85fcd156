"""Log lines say when, how serious, and which request and user they belong to."""

import json
import logging
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from jungle.server.ops.logs import REQUEST, USER, JsonFormatter, TextFormatter
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.processes import served


def _record(message: str, *values: object, error: BaseException | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord("jungle.server", logging.WARNING, "file.py", 1, message, values, info)


@pytest.fixture
def served_request() -> Iterator[None]:
    tokens = REQUEST.set("0123456789abcdef"), USER.set(7)
    yield
    REQUEST.reset(tokens[0])
    USER.reset(tokens[1])


def test_text_lines_name_time_level_request_and_user(served_request: None) -> None:
    line = TextFormatter().format(_record("%d seats", 3))
    time, _, rest = line.partition(" ")
    assert datetime.fromisoformat(time).utcoffset() is not None
    assert rest == "WARNING jungle.server: 3 seats request=0123456789abcdef user=7"


def test_json_lines_are_one_object_each(served_request: None) -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        line = JsonFormatter().format(_record("a \n 'quoted' 豹", error=error))
    assert "\n" not in line
    fields = json.loads(line)
    assert fields.pop("error").endswith("ValueError: two\nlines")
    datetime.fromisoformat(fields.pop("time"))
    expected = {"level": "warning", "logger": "jungle.server", "message": "a \n 'quoted' 豹"}
    assert fields == expected | {"request": "0123456789abcdef", "user": 7}


def test_lines_outside_requests_name_none() -> None:
    assert TextFormatter().format(_record("up")).endswith("WARNING jungle.server: up")
    assert set(json.loads(JsonFormatter().format(_record("up")))) == {"time", "level", "logger", "message"}


def test_a_refused_request_can_be_found_in_the_log(data: Path) -> None:
    with served(data, "--log-format", "json") as server:
        refused = sign_up(server, "anna").request("GET", "/api/admin/reports")
        nobody = Client(server).request("GET", "/api/account")
        assert refused.headers["x-request-id"] != nobody.headers["x-request-id"]
        _, errors = server.stop()
    lines = {fields["request"]: fields for fields in map(json.loads, errors.splitlines()) if "request" in fields}
    line = lines[nobody.headers["x-request-id"]]
    assert (line["level"], line["logger"]) == ("info", "jungle.server.identity.access")
    assert "user" not in line
    line = lines[refused.headers["x-request-id"]]
    assert isinstance(line["user"], int)
