"""Whatever is sent, the server gives a sensible answer: never a 500, never a dead socket."""

import contextlib
import itertools
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
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from jungle.games import GAMES
from jungle.record import loads
from jungle.server.game.adapter import COLOURS, move_text
from jungle.server.realtime.client_frames import FRAME_TYPES
from tests.server.harness.clients import PASSWORD, Client, sign_up
from tests.server.harness.fuzzing import MAIL_COMMANDS, Signed
from tests.server.harness.name_server import name_server
from tests.server.harness.processes import Server, another_database, free_port, served
from tests.server.harness.waiting import PATIENCE

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**24), 10**24) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
WORDS = ["jungle", "flip", "move", "show", "signup", "change", "password", "1", "#2", "fuzzer", "x", "-", "é"]
ANSWERS = {"watch": "state", "lobby": "lobby", "tournament": "tournament", "class": "class", "ping": "pong"}
"""What a frame that succeeds is answered with, if not with "ack". The others may also come unasked."""
QUIET = {"unwatch", "pong"}
"""Frames without an answer."""
UNREACHED = {"claim"}
"""Frames that succeed only minutes later."""
FIELDS = ("id", "game", "version", "move", "ply", "kind", "text", "tournament", "t", "lines")
VALUES = st.sampled_from(["\0", "a\0b", -(10**23), -3_000_000_000, 2**31, 2**63, -1, 0, "x" * 3000])
"""Values a database may choke on."""


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def player(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    if request.param == "SQLite":
        yield sign_up(request.getfixturevalue("server"), "fuzzer")
        return
    database, redis = request.getfixturevalue("cluster")[1::2]
    options = ("--database", another_database(database), "--redis", redis)
    with served(tmp_path_factory.mktemp("fuzzed"), *options) as server:
        yield sign_up(server, "fuzzer")
        code, log = server.stop()
        assert (code, "Traceback" in log) == (0, False), log


@pytest.fixture
def signed(player: Client) -> Signed:
    return Signed(player.server)


def test_no_frame_breaks_the_connection(signed: Signed) -> None:
    """Frames that succeed, frames with one field of noise, and noise."""
    connection, succeeded = signed.client.live(), set(QUIET)
    noise = st.dictionaries(st.sampled_from(FIELDS), JSON | VALUES, max_size=4)

    def send(kind: str, fields: dict[str, object]) -> None:
        connection.send(**{"id": "sent", **fields, "type": kind})
        connection.send(type="ping", id="alive")
        answer = ANSWERS.get(kind, "ack")
        while (frame := connection.next(answer, "pong", "error"))["type"] != "pong" or frame["id"] != "alive":
            if frame["type"] == answer:
                succeeded.add(kind)

    for kind in FRAME_TYPES:
        send(kind, signed.frame(kind))
    assert set(FRAME_TYPES) - succeeded == UNREACHED

    @settings(max_examples=120, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.sampled_from([*FRAME_TYPES, "x"]), noise, st.booleans())
    def fuzz(kind: str, fields: dict[str, object], is_near: bool) -> None:
        send(kind, signed.frame(kind) | dict([*fields.items()][:1]) if is_near else fields)

    fuzz()


def test_no_email_breaks_the_server(signed: Signed) -> None:
    """Commands that succeed, commands with one word of noise, and noise."""
    word = st.sampled_from(WORDS) | st.text(max_size=20)

    def send(words: list[str]) -> bool:
        text = " ".join(words).replace("\n", " ").replace("\r", " ").encode("utf-8", "replace").decode()
        answer = signed.client.mail(text, "hello")
        assert answer.status < 500, (text, answer.text)
        return answer.status == 200

    for command in MAIL_COMMANDS:
        assert send(signed.mail(command)), command

    @settings(max_examples=100, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.sampled_from(MAIL_COMMANDS), st.integers(0, 6), word)
    def near(command: str, place: int, noise: str) -> None:
        words = signed.mail(command)
        send([*words[:place], noise, *words[place + 1 :]])

    @settings(max_examples=80, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.lists(word, max_size=8))
    def far(words: list[str]) -> None:
        send(words)

    near()
    far()


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
    port, chance, accepted = free_port(), random.Random(2), 0
    options = ("--smtp-in", f":{port}", "--smtp-out", f"127.0.0.1:{free_port()}")
    with name_server() as names, served(data, *options, JUNGLE_DNS=names.address) as server:
        names.add("example.org", "TXT", "v=spf1 ip4:127.0.0.1 -all")
        for number in range(40):
            head = bytes(chance.choice(b"SubjectFrom: jungle=?utf8?B?\n\t\xff\x00<>@") for _ in range(200))
            if number % 2:  # A header that is read as one, with noise in it.
                head = b"X-Noise: " + head.replace(b"\n", b" ").replace(b"\0", b"") + b"\nSubject: help"
            content = b"From: a@example.org\r\n" + head.replace(b"\n", b"\r\n") + b"\r\n\r\n" + chance.randbytes(100)
            refused = contextlib.suppress(smtplib.SMTPResponseException)
            with smtplib.SMTP("127.0.0.1", port, timeout=60) as connection, refused:
                connection.sendmail("a@example.org", ["jungle@example.org"], content)
                accepted += 1
        assert accepted >= 20, "half of the emails at least come from where their domain says"
        assert Client(server).get("/readyz")["status"] == "ok"
        code, log = server.stop()
        assert (code, "Traceback" in log) == (0, False), log


SUCCESS_SHARE = 0.85
"""The least share of the operations that must succeed at least once."""


class Conforming:
    """Requests made from the schema, and which of the operations succeeded."""

    CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance)

    def __init__(self, server: Server) -> None:
        self.signed = Signed(server)
        self.succeeded: set[str] = set()
        self.refusals: dict[str, str] = {}
        """The last refusal of a request that should have succeeded."""

    def send(self, case: schemathesis.Case[Any], operation: str, *, is_near: bool) -> None:
        """Send a request, with what it needs to succeed if it shall be near that."""
        method, _, path = operation.partition(" ")
        signed = self.signed
        signed.stay()
        if is_near:
            case.path_parameters = {**(case.path_parameters or {}), **signed.path_values(method, path)}
            case.query = {**(case.query or {}), **signed.query_values(path)}
            if isinstance(case.body, dict):
                case.body = {**case.body, **signed.body_values(method, path)}
        response = case.call_and_validate(
            headers={"Cookie": signed.client.cookie}, checks=[*self.CHECKS], timeout=PATIENCE
        )
        if response.status_code < 400:
            self.succeeded.add(operation)
        elif is_near:
            self.refusals[operation] = response.text[:300]

    def fuzz(self, found: APIOperation[Any, Any, Any, Any], operation: str, examples: int) -> None:
        turns = itertools.count()

        @settings(
            max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
        )
        @given(case=found.as_strategy())
        def request(case: schemathesis.Case[Any]) -> None:
            self.send(case, operation, is_near=next(turns) % 2 == 0)

        request()


def _conforms(server: Server, examples: int) -> None:
    """Every other request has the path and the fields with which it can succeed; the rest is up to the schema."""
    conforming = Conforming(server)
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    # Streams do not end on their own.
    unending = ("/api/stream/event", "/api/{who}/game/stream/{game_id}")
    failures: list[str] = []
    operations = []
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        found = result.ok()
        if found.path in unending or found.path.startswith("/api/admin"):
            continue
        operations.append(f"{found.method.upper()} {found.path}")
        try:
            conforming.fuzz(found, operations[-1], examples)
        except Exception as error:
            failures.append(f"{operations[-1]}: {error}")
    assert not failures, "\n\n".join(failures)
    missed = {name: conforming.refusals.get(name) for name in operations if name not in conforming.succeeded}
    assert len(missed) <= (1 - SUCCESS_SHARE) * len(operations), missed


def test_the_server_matches_its_openapi_description(server: Server) -> None:
    _conforms(server, 2)


@pytest.mark.slow
def test_the_server_matches_its_openapi_description_in_depth(server: Server) -> None:
    _conforms(server, 25)


def test_passwords_are_not_echoed(player: Client) -> None:
    answer = player.request("POST", "/api/signup", {"name": {"x": PASSWORD}, "password": PASSWORD})
    assert (answer.status, PASSWORD in answer.text) == (422, False)
