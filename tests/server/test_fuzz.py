"""Whatever is sent, the server gives a sensible answer: never a 500, never a dead socket."""

import contextlib
import random
import smtplib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from jungle.games import GAMES
from jungle.record import loads
from jungle.server.game.adapter import COLOURS, move_text
from jungle.server.realtime.client_frames import FRAME_TYPES
from tests.server.harness.clients import PASSWORD, Client, sign_up
from tests.server.harness.processes import Server, another_database, free_port, served

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**24), 10**24) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
WORDS = ["jungle", "flip", "move", "show", "signup", "change", "password", "1", "#2", "fuzzer", "x", "-", "é"]
FIELDS = ("id", "game", "version", "move", "ply", "kind", "text", "tournament", "t")
VALUES = st.sampled_from(["\0", "a\0b", -(10**23), -3_000_000_000, 2**31, 2**63, -1, 0, "x" * 5000])
"""Values a database may choke on."""


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def player(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    if request.param == "SQLite":
        yield sign_up(request.getfixturevalue("server"), "fuzzer")
        return
    database, redis = request.getfixturevalue("cluster")[1::2]
    options = ("--database", another_database(database), "--redis", redis)
    server = Server(tmp_path_factory.mktemp("fuzzed"), *options)
    yield sign_up(server, "fuzzer")
    code, log = server.stop()
    assert (code, "Traceback" in log) == (0, False), log


def test_frames(player: Client) -> None:
    other = sign_up(player.server, "fuzzed")
    game = player.challenge(other)
    connection, kinds = player.live(), st.sampled_from([*FRAME_TYPES, "x"])

    @settings(max_examples=150, suppress_health_check=list(HealthCheck))
    @given(kinds, st.dictionaries(st.sampled_from(FIELDS), JSON | VALUES | st.just(game), max_size=4))
    def send(kind: str, fields: dict[str, object]) -> None:
        connection.send(**{**fields, "type": kind})
        connection.send(type="ping", id="alive")
        while connection.next("pong")["id"] != "alive":
            pass

    send()


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(command=st.lists(st.sampled_from(WORDS) | st.text(), max_size=8))
def test_mails(player: Client, command: list[str]) -> None:
    answer = player.mail(" ".join(command).replace("\n", " ").replace("\r", " ").encode("utf-8", "replace").decode())
    assert answer.status < 500, answer.text


@settings(max_examples=80, suppress_health_check=list(HealthCheck), deadline=None)
@given(
    fen=st.text("7/1234lLtTrReEcCdDwWpP brx0#=?", max_size=60) | st.text(max_size=30),
    rules=st.sampled_from(["standard", "flip", "standard:quiet_limit=none"])
    | st.text("standard:flip=,_0", max_size=30),
    game=st.sampled_from(["jungle", "flip"]),
)
def test_positions_and_rules(player: Client, fen: str, rules: str, game: str) -> None:
    """The server reads no records from clients, but it does read these parts of them."""
    terms = {"fen": fen, "rules": rules, "game": game}
    answer = player.request("POST", "/api/challenge", terms)
    assert answer.status in (200, 201, 403, 409, 422), answer.text
    query = urlencode({"fen": fen, "rules": rules})
    assert player.request("GET", f"/api/tablebase?{query}").status in (200, 404, 422)


def test_records_round_trip(player: Client) -> None:
    chance = random.Random(7)
    other = sign_up(player.server, "recorded")
    for kind in GAMES:
        game = player.challenge(other, game=kind)
        for _ in range(8):
            shown = player.get(f"/api/game/{game}")
            if shown["status"] != "started":
                break
            played = GAMES[kind].from_moves(shown["moves"], shown["rules"]).public()
            seat = "red" if played.side is None else COLOURS[played.side]
            mover = player if shown["players"][seat]["name"] == player.name else other
            mover.move(game, chance.choice(played.legal_moves()).uci())
        text = player.request("GET", f"/api/game/{game}", Accept="application/x-jgn").text
        (record,) = loads(text)
        assert [move_text(move) for move in record.game.moves] == player.get(f"/api/game/{game}")["moves"]


def test_smtp_with_any_bytes(data: Path) -> None:
    port, chance = free_port(), random.Random(2)
    with served(data, "--smtp-in", f":{port}", "--smtp-out", f"127.0.0.1:{free_port()}") as server:
        for _ in range(30):
            head = bytes(chance.choice(b"SubjectFrom: jungle=?utf8?B?\n\t\xff\x00<>@") for _ in range(200))
            content = b"From: a@example.org\r\n" + head.replace(b"\n", b"\r\n") + b"\r\n\r\n" + chance.randbytes(100)
            refused = contextlib.suppress(smtplib.SMTPResponseException)
            with smtplib.SMTP("127.0.0.1", port, timeout=60) as connection, refused:
                connection.sendmail("a@example.org", ["jungle@example.org"], content)
        assert Client(server).get("/readyz")["status"] == "ok"
        code, log = server.stop()
        assert (code, "Traceback" in log) == (0, False), log


def _conforms(server: Server, examples: int) -> None:
    token = sign_up(server, f"schema{examples}", ["bot:play", "board:play", "challenge:write", "mail:write"]).token
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    checks = [not_a_server_error, status_code_conformance, content_type_conformance]
    # Streams do not end on their own, and closing the account would end the test.
    unending = ("/api/stream/event", "/api/{who}/game/stream/{game_id}")
    failures: list[str] = []
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path in unending or (operation.method.upper(), operation.path) == ("DELETE", "/api/token"):
            continue

        @settings(
            max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
        )
        @given(case=operation.as_strategy())
        def request(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=checks, timeout=60)

        try:
            request()
        except Exception as error:
            failures.append(f"{operation.method.upper()} {operation.path}: {error}")
    assert not failures, "\n\n".join(failures)


def test_the_server_matches_its_openapi_description(server: Server) -> None:
    _conforms(server, 3)


@pytest.mark.slow
def test_the_server_matches_its_openapi_description_in_depth(server: Server) -> None:
    _conforms(server, 25)


def test_passwords_are_not_echoed(player: Client) -> None:
    answer = player.request("POST", "/api/signup", {"name": {"x": PASSWORD}, "password": PASSWORD})
    assert (answer.status, PASSWORD in answer.text) == (422, False)
