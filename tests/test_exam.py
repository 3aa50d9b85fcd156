"""`jungle exam`: exact questions, and examinees of every kind over loopback."""

import hashlib
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jungle.cli import main
from jungle.exam import Conditions, Endpoint, EndpointError, Question, View, question_prompt, questions
from jungle.exam.endpoint import KEY, LARGEST, message
from jungle.exam.examinees import png
from jungle.exam.prompts import read_chance, read_move
from jungle.exam.questions import EXAM
from jungle.exam.solver import Solver
from jungle.exam.worlds import State, World, counterfactual
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.pieces import Piece, Side
from jungle.position import Position
from jungle.svg import board
from jungle.tablebase import Tablebase
from tests.needs import needs_core

COUNT = 8
UNSEEN = 3
Script = Callable[["Request"], "str | None"]
"""Answers a request by text, or writes the answer itself and returns None."""


@dataclass
class Request:
    handler: BaseHTTPRequestHandler
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        content = self.body["messages"][0]["content"]
        return str(content if isinstance(content, str) else content[0]["text"])

    def send(self, status: int, data: bytes, **headers: str) -> None:
        self.handler.send_response(status)
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.send_header("Content-Length", str(len(data)))
        self.handler.end_headers()
        self.handler.wfile.write(data)


@dataclass
class Model:
    """A scripted model on loopback."""

    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    prompts: Counter[str] = field(default_factory=Counter)
    ending: threading.Event = field(default_factory=threading.Event)
    """Set at the end, so that no answer hangs longer than the test."""


def hang(model: Model) -> None:
    model.ending.wait(300)


@contextmanager
def scripted(script: Script) -> Iterator[Model]:
    model = Model()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            request = Request(self, body)
            model.requests.append(body)
            model.headers.append(dict(self.headers))
            model.prompts[request.prompt] += 1
            try:
                text = script(request)
                if text is not None:
                    usage = {"prompt_tokens": 1000, "completion_tokens": 100}
                    told = {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}
                    request.send(200, json.dumps(told).encode())
            except OSError:
                self.close_connection = True  # The client has given up.

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield model
    finally:
        model.ending.set()
        server.shutdown()
        thread.join()
        server.server_close()


def examine(model: Model, out: Path, *options: str, parts: tuple[str, ...] = ("exact", "hidden")) -> int:
    common = ("--questions", str(COUNT), "--parts", *parts, "--out", str(out))
    return main(["exam", "--endpoint", model.url, "--model", "scripted", *common, *options])


def result(out: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((out / "exam.json").read_text("utf-8"))
    return told


def journal(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "journal.jsonl").read_text("utf-8").splitlines()[1:]]


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    return questions(1, ("exact", "hidden"), COUNT)


@pytest.fixture(scope="module")
def unseen() -> list[Question]:
    """Three of them, one in each kind of world: solving the worlds takes ten seconds."""
    return questions(1, ("unseen",), UNSEEN)


def perfect_script(asked: list[Question], conditions: Conditions | None = None) -> Script:
    answers = {}
    for question in asked:
        is_chance = question.expected is not None
        answer = f"PROBABILITY: {question.expected}" if is_chance else f"MOVE: {min(question.best)}"
        answers[question_prompt(question, conditions or Conditions()).text] = f"I see.\n{answer}"
    return lambda request: answers[request.prompt]


pytestmark = needs_core


def test_the_questions_of_exam_v1_are_frozen() -> None:
    told = [
        [one.name, one.state, sorted(one.values.items()), sorted(one.best)]
        if one.world
        else [one.name, one.game.fen() if one.game else "", one.expected]
        for one in questions(1, ("exact", "hidden"), 60)
    ]
    assert EXAM == "exam_v1"
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
    assert digest == "6680e8e2d28f26d426f9c5676a8ae07f70e5bb7cf7887f67b990f3e956f0c1b7"


def test_the_worlds_of_exam_v1_are_frozen() -> None:
    worlds = [repr(counterfactual(Random(f"{EXAM}/unseen/1/{number}"), number).grid) for number in range(6)]
    worlds += [" ".join(counterfactual(Random(f"{EXAM}/unseen/1/{number}"), number).animals) for number in range(6)]
    digest = hashlib.sha256("\n".join(worlds).encode()).hexdigest()
    assert digest == "10cb11de0f63c2e40c473a318aeacc81919c16b1e1efad4da8072d112f386a5e"


@pytest.mark.parametrize("letters", ["Rc", "Er", "Tc"])
def test_the_solver_agrees_with_the_endgame_tables(letters: str) -> None:
    world, material, chosen, checked = World(), tuple(map(Piece.from_letter, letters)), Random(letters), 0
    solver, tables = Solver(world), Tablebase.of_game("jungle").shipped()
    while checked < 500:
        squares = tuple(chosen.sample(range(BOARD.squares), len(material)))
        if not all(map(world.can_stand, material, squares)):
            continue
        state = State(chosen.randrange(2), squares)
        position = Position.of(dict(zip(squares, material, strict=True)), Side(state.side))
        if (entry := tables.probe(position)) is None:
            continue
        code = solver.code(material, state)
        assert (entry.wdl, entry.plies) == ((0, None) if not code else (1 - 2 * (code % 2), code - 1)), position
        checked += 1


@pytest.mark.timeout(400)
def test_values_belong_to_the_legal_moves_of_our_own_rules(asked: list[Question], unseen: list[Question]) -> None:
    expressible = [one for one in asked + unseen if one.world is not None and one.game is not None]
    assert {one.part for one in expressible} == {"exact", "unseen", "control"}
    for one in expressible:
        assert one.world
        assert one.game
        moves = {one.world.move_name(move.origin, move.target) for move in one.game.legal_moves()}
        assert moves == set(one.values), one.name


@pytest.mark.timeout(400)
def test_recall_does_not_answer_unseen_rules(unseen: list[Question]) -> None:
    named = {one.name: one for one in unseen}
    chosen = [one for one in unseen if one.part == "unseen"]
    assert len(chosen) == UNSEEN
    for one in chosen:
        control = named[one.name.replace("unseen", "control")]
        assert (one.start, one.moves) == (control.start, control.moves)
        assert one.world
        assert control.world
        familiar = {(control.world.square_name(s), one.world.square_name(s)) for s in range(BOARD.squares)}
        renamed = dict(familiar)
        assert one.best != {renamed[move[:2]] + renamed[move[2:]] for move in control.best}


@pytest.mark.timeout(400)
def test_a_model_that_knows_the_values_is_perfect_under_unseen_rules(unseen: list[Question], tmp_path: Path) -> None:
    with scripted(perfect_script(unseen)) as model:
        assert examine(model, tmp_path, "--questions", str(UNSEEN), parts=("unseen",)) == 0
    told = result(tmp_path)
    for part in ("unseen", "control"):
        assert (told[part]["questions"], told[part]["regret"][0], told[part]["perfect"][0]) == (UNSEEN, 0, 1)
    assert told["difference"]["regret"][0] == 0


@pytest.mark.timeout(400)
def test_a_model_that_recalls_the_familiar_game_fails_under_other_rules(unseen: list[Question], tmp_path: Path) -> None:
    """It answers the control perfectly, and elsewhere gives a move of the familiar board."""
    controls = [one for one in unseen if one.part == "control"]
    known = perfect_script(controls)

    def script(request: Request) -> str | None:
        try:
            return known(request)
        except KeyError:
            return "MOVE: a3a4"

    with scripted(script) as model:
        assert examine(model, tmp_path, "--questions", str(UNSEEN), parts=("unseen",)) == 0
    told = result(tmp_path)
    assert told["control"]["perfect"][0] == 1
    assert told["difference"]["regret"][0] > 0


def test_a_model_that_plays_from_the_tables_is_perfect(asked: list[Question], tmp_path: Path) -> None:
    with scripted(perfect_script(asked)) as model:
        assert examine(model, tmp_path) == 0
    told = result(tmp_path)
    assert (told["exact"]["regret"][0], told["exact"]["perfect"][0]) == (0, 1)
    assert told["exact"]["illegal"] == told["exact"]["failed"] == 0
    assert told["hidden"]["brier"][0] == pytest.approx(told["hidden"]["best_brier"], abs=1e-6)
    assert all(stated == pytest.approx(true) for stated, true, _ in told["hidden"]["bins"])
    assert told["tokens"] == [2 * COUNT * 1000, 2 * COUNT * 100]
    kept = journal(tmp_path)
    assert len(kept) == 2 * COUNT
    assert {line["prompt"] for line in kept} == set(model.prompts)
    page = (tmp_path / "exam.html").read_text("utf-8")
    assert "Reliability diagram" in page
    assert "scripted" in page


def test_a_random_model_scores_what_chance_predicts(tmp_path: Path) -> None:
    chosen = random.Random(5)

    def script(request: Request) -> str:
        if "PROBABILITY" in request.prompt:
            return f"PROBABILITY: {chosen.random():.2f}"
        legal = re.search(r"legal moves: ([^.]*)\.", request.prompt)
        assert legal
        return f"MOVE: {chosen.choice(legal[1].split())}"

    with scripted(script) as model:
        assert examine(model, tmp_path, "--legal", "--questions", "80", parts=("exact",)) == 0
    told = result(tmp_path)["exact"]
    regret, low, high = told["regret"]
    # Questions are answered in parallel, so the draws differ from run to run: twice the 95 % interval.
    assert abs(regret - told["chance_regret"]) < high - low
    assert told["illegal"] == 0


@pytest.mark.parametrize("retry", [False, True])
def test_nonsense_is_counted_and_scored_as_the_worst_move(retry: bool, asked: list[Question], tmp_path: Path) -> None:
    with scripted(lambda _: "MOVE: z9z9, or perhaps 🐘 PROBABILITY: 7") as model:
        assert examine(model, tmp_path, *(["--retry"] if retry else []), parts=("exact",)) == 0
    told = result(tmp_path)["exact"]
    worst = [one.regret(None) for one in asked if one.part == "exact"]
    assert told["regret"][0] == pytest.approx(sum(worst) / len(worst))
    assert told["illegal"] == len(model.requests) == COUNT * (1 + retry)
    if retry:
        second = [body["messages"] for body in model.requests if len(body["messages"]) == 3]
        assert len(second) == COUNT
        assert [said["role"] for said in second[0]] == ["user", "assistant", "user"]
        assert "z9z9" in second[0][2]["content"]


def test_a_retry_may_correct_an_illegal_answer(asked: list[Question], tmp_path: Path) -> None:
    perfect = perfect_script(asked)

    def script(request: Request) -> str | None:
        return perfect(request) if len(request.body["messages"]) > 1 else "MOVE: a1a9"

    with scripted(script) as model:
        assert examine(model, tmp_path, "--retry", parts=("exact",)) == 0
    told = result(tmp_path)["exact"]
    assert (told["perfect"][0], told["illegal"]) == (1, COUNT)


def test_a_model_that_hangs_gets_no_points_and_the_exam_ends(tmp_path: Path) -> None:
    with scripted(lambda _: hang(model)) as model:
        assert examine(model, tmp_path, "--timeout", "0.2", "--concurrency", "8") == 0
    told = result(tmp_path)
    assert told["exact"]["failed"] == told["hidden"]["failed"] == COUNT
    assert told["exact"]["perfect"][0] == 0
    assert all("no answer in 0.2 s" in line["error"] for line in journal(tmp_path))


def ask_once(script: Script, timeout: float = 5.0) -> tuple[Any, Model]:
    with scripted(script) as model:
        return Endpoint(model.url, "scripted", timeout=timeout).ask([message("user", "hello")]), model


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"x" * (LARGEST + 10), "more than"),
        (bytes(range(256)), "chat format"),
        (b"", "chat format"),
        (b"{}", "chat format"),
        (b"[" * 100_000, "chat format"),
        (b'{"choices": []}', "chat format"),
        (b'{"choices": [{"message": {"content": null}}]}', "chat format"),
        (b'{"choices": [{"message": {"content": [1, 2]}}]}', "chat format"),
        (b"<html>down for maintenance</html>", "chat format"),
    ],
)
def test_a_malformed_reply_counts_as_unanswered(data: bytes, error: str) -> None:
    reply, model = ask_once(lambda request: request.send(200, data))
    assert error in reply.error
    assert "\n" not in reply.error
    assert len(model.requests) == 1


@pytest.mark.parametrize("usage", [None, "many", {"prompt_tokens": "x"}, {"prompt_tokens": -5}, [1]])
def test_odd_token_counts_are_ignored(usage: object) -> None:
    told = {"choices": [{"message": {"content": "MOVE: a1a2"}}], "usage": usage}
    reply, _ = ask_once(lambda request: request.send(200, json.dumps(told).encode()))
    assert (reply.text, reply.tokens) == ("MOVE: a1a2", (0, 0))


@pytest.mark.parametrize("start", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{"])
def test_a_slow_drip_ends_in_time(start: bytes) -> None:
    def script(request: Request) -> None:
        request.handler.wfile.write(start)
        while not model.ending.wait(0.02):
            request.handler.wfile.write(b"x")

    with scripted(script) as model:
        began = time.monotonic()
        reply = Endpoint(model.url, "scripted", timeout=0.4).ask([message("user", "hello")])
    assert "no answer in 0.4 s" in reply.error
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_endpoint_is_asked_again(status: int) -> None:
    def script(request: Request) -> str | None:
        if len(seen) < 2:
            seen.append(status)
            request.send(status, b"busy", Retry_After="0")
            return None
        return "MOVE: a1a2"

    seen: list[int] = []
    reply, model = ask_once(script)
    assert reply.text == "MOVE: a1a2"
    assert len(model.requests) == 3


def test_retry_after_is_waited_for() -> None:
    times: list[float] = []

    def script(request: Request) -> str | None:
        times.append(time.monotonic())
        if len(times) > 1:
            return "MOVE: a1a2"
        request.send(429, b"", Retry_After="1")
        return None

    ask_once(script)
    assert times[1] - times[0] >= 1


@pytest.mark.parametrize(("status", "headers"), [(401, {}), (404, {}), (302, {"Location": "http://127.0.0.1:9/"})])
def test_a_refusal_ends_the_exam_in_one_line(
    status: int, headers: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with scripted(lambda request: request.send(status, b"no\nway", **headers)) as model:
        assert examine(model, tmp_path, "--concurrency", "1") == 1
    assert f"status {status}: no way\n" in capsys.readouterr().err
    assert len(model.requests) <= 2
    assert journal(tmp_path) == []


def test_an_endpoint_that_is_away_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.exam.endpoint.TRIES", 2)
    with pytest.raises(EndpointError, match=r"cannot reach 127\.0\.0\.1"):
        Endpoint("http://127.0.0.1:9/v1", "none").ask([message("user", "hello")])


def test_a_stopped_endpoint_returns_immediately() -> None:
    with scripted(lambda _: hang(model)) as model:
        endpoint = Endpoint(model.url, "scripted", timeout=300)
        ended = threading.Event()

        def ask() -> None:
            with pytest.raises(EndpointError):
                endpoint.ask([message("user", "hello")])
            ended.set()

        thread = threading.Thread(target=ask)
        thread.start()
        while not model.requests:
            time.sleep(0.01)
        endpoint.stop()
        thread.join(60)
        assert ended.is_set()


@pytest.mark.parametrize("url", ["ftp://nowhere", "http://", "http://[", "http://host:99999", "://"])
def test_a_bad_address_is_one_line(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "--endpoint", url, "--model", "x"]) != 0
    assert capsys.readouterr().err.count("\n") == 1


def test_the_key_is_sent_and_never_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret-key")
    with scripted(lambda _: "PROBABILITY: 0.5") as model:
        assert examine(model, tmp_path, parts=("hidden",)) == 0
    assert {sent["Authorization"] for sent in model.headers} == {"Bearer secret-key"}
    assert all("secret-key" not in path.read_text("utf-8") for path in tmp_path.iterdir())


@pytest.mark.timeout(400)
def test_pictures_are_sent_as_pictures(unseen: list[Question], tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    with scripted(perfect_script(unseen, Conditions(view=View.PICTURE))) as model:
        options = ("--view", "picture", "--questions", str(UNSEEN))
        assert examine(model, tmp_path, *options, parts=("unseen",)) == 0
    for body in model.requests:
        text, picture = body["messages"][0]["content"]
        assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
        assert " ~ " not in text["text"].partition("\n\n")[2]


@pytest.mark.skipif(not any(Path("/usr/share/fonts").rglob("*.ttf")), reason="no fonts")
def test_pictures_show_the_letters_and_labels() -> None:
    pytest.importorskip("resvg_py")
    world, material, state = World(), tuple(map(Piece.from_letter, "Tc")), State(0, (0, 40))
    for picture in (world.board_svg(material, state), board(Game())):
        assert png(picture) != png(re.sub("<text[^<]*</text>", "", picture))


def test_moves_only_shows_no_board(asked: list[Question]) -> None:
    for question in asked:
        text = question_prompt(question, Conditions(view=View.MOVES)).text
        assert not re.search(r"^\d {2}", text, re.MULTILINE), text


def test_legal_moves_are_listed_on_request_only(asked: list[Question]) -> None:
    question = next(one for one in asked if one.part == "exact")
    listed = f"The legal moves: {' '.join(sorted(question.values))}."
    assert listed in question_prompt(question, Conditions(legal=True)).text
    assert listed not in question_prompt(question, Conditions()).text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("MOVE: a3a4", "a3a4"),
        ("move: A3-A4.", "a3a4"),
        ("**MOVE:** `a3a4`", "a3a4"),
        ("MOVE: a3 to a4", None),
        ("MOVE: a1a2\nNo, wait.\nMOVE: a3a4", "a3a4"),
        (" a3a4\n", "a3a4"),
        ("MOVE：a3a4", "a3a4"),
        ("I would play a3a4", None),
        ("MOVE: b1b2", None),
        ("", None),
        ("MOVE:" * 100_000, None),
    ],
)
def test_moves_are_found_in_prose(text: str, move: str | None) -> None:
    assert read_move(text, {"a3a4", "a1a2"}) == move


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("PROBABILITY: 0.25", 0.25),
        ("probability: 25%", 0.25),
        ("**PROBABILITY:** .5", 0.5),
        ("0.75", 0.75),
        ("PROBABILITY: 1", 1.0),
        ("PROBABILITY: 1.5", None),
        ("PROBABILITY: -0.5", None),
        ("PROBABILITY: nan", None),
        ("nan", None),
        ("inf", None),
        ("perhaps", None),
        ("", None),
    ],
)
def test_probabilities_are_read_from_answers(text: str, chance: float | None) -> None:
    assert read_chance(text) == chance


COMMAND = [sys.executable, "-m", "jungle", "exam"]


def test_a_killed_exam_continues_where_it_was(asked: list[Question], tmp_path: Path) -> None:
    perfect, gate = perfect_script(asked), threading.Event()

    def script(request: Request) -> str | None:
        if len(model.prompts) > 5 and not gate.is_set():
            hang(model)
            return None
        return perfect(request)

    with scripted(script) as model:
        options = [
            "--questions",
            str(COUNT),
            "--parts",
            "exact",
            "hidden",
            "--out",
            str(tmp_path),
            "--concurrency",
            "2",
        ]
        with subprocess.Popen([*COMMAND, "--endpoint", model.url, "--model", "scripted", *options]) as process:
            while len(model.prompts) < 7:
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
        with (tmp_path / "journal.jsonl").open("ab") as torn:
            torn.write(b'{"name":"exact-')  # what a write cut off in the middle leaves
        kept = len(journal_lines(tmp_path))
        assert kept >= 4
        gate.set()
        assert examine(model, tmp_path, "--concurrency", "2") == 0
    told = result(tmp_path)
    assert told["exact"]["perfect"][0] == 1
    assert told["answered"] == len(journal(tmp_path)) == 2 * COUNT
    assert sum(model.prompts.values()) <= 2 * COUNT + 3, "only what was on its way is asked again"


def journal_lines(out: Path) -> list[bytes]:
    return [line for line in (out / "journal.jsonl").read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def test_two_exams_do_not_share_a_folder(tmp_path: Path) -> None:
    with scripted(lambda _: hang(model)) as model:
        options = ["--questions", "2", "--parts", "hidden", "--out", str(tmp_path)]
        arguments = [*COMMAND, "--endpoint", model.url, "--model", "scripted", *options]
        with subprocess.Popen(arguments) as process:
            while not model.requests:
                assert process.poll() is None
                time.sleep(0.01)
            second = subprocess.run(arguments, capture_output=True, text=True, check=False)
            process.kill()
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert "another run is using" in second.stderr


def test_another_exam_is_not_mixed_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with scripted(lambda _: "PROBABILITY: 0.5") as model:
        assert examine(model, tmp_path, parts=("hidden",)) == 0
        assert examine(model, tmp_path, "--seed", "2", parts=("hidden",)) == 1
        assert "seed is 1 there and 2 here" in capsys.readouterr().err
        assert examine(model, tmp_path, "--seed", "2", "--restart", parts=("hidden",)) == 0
    assert result(tmp_path)["run"]["seed"] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of this kind")
def test_a_full_disk_is_one_line_and_the_exam_continues_later(tmp_path: Path) -> None:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))

    with scripted(lambda _: "PROBABILITY: 0.5") as model:
        arguments = [*COMMAND, "--endpoint", model.url, "--model", "scripted", "--questions", str(COUNT)]
        arguments += ["--parts", "hidden", "--out", str(tmp_path)]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        full = subprocess.run(
            arguments, capture_output=True, text=True, check=False, preexec_fn=limit, env=environment, timeout=100
        )
        assert (full.returncode, full.stderr.count("\n")) == (1, 1), full.stderr
        assert "cannot write to" in full.stderr
        assert examine(model, tmp_path, parts=("hidden",)) == 0
    assert result(tmp_path)["answered"] == COUNT


def test_limits_stop_the_exam_and_more_continues_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with scripted(lambda _: "PROBABILITY: 0.5") as model:
        costs = ("--prices", "1", "10", "--concurrency", "1")  # 0.002 for each answer
        assert examine(model, tmp_path, *costs, "--max-cost", "0.005", parts=("hidden",)) == 1
        assert "cost limit of 0.005 is reached" in capsys.readouterr().err
        assert len(model.requests) == 3
        assert examine(model, tmp_path, *costs, "--max-time", "0", parts=("hidden",)) == 1
        assert len(model.requests) == 3
        assert examine(model, tmp_path, *costs, parts=("hidden",)) == 0
    assert len(model.requests) == COUNT
    assert result(tmp_path)["cost"] == pytest.approx(COUNT * 0.002)


def test_a_cost_limit_needs_prices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "1", "--max-cost", "1"]) == 2
    assert "--prices" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["1", "--endpoint", "x"], ["--endpoint", "x"], ["--model", "x"], ["nobody"]])
def test_bad_arguments_are_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("option", ["--max-cost", "--temperature"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1", "much"])
def test_amounts_are_numbers(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["exam", "1", f"{option}={value}"])
    assert "expected a number of at least 0" in capsys.readouterr().err


def test_a_level_is_examined_and_its_ladder_is_repeatable(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert (
            main(
                ["exam", "random", "--questions", str(COUNT), "--parts", "exact", "play", "--out", str(tmp_path / name)]
            )
            == 0
        )
    one, two = result(tmp_path / "one"), result(tmp_path / "two")
    assert one == two
    assert one["play"]["games"][0]["level"] == "1"
    assert len(one["play"]["games"]) >= 4
    elo, low, high = one["play"]["elo"]
    assert low < elo < high
    assert elo < 300


@pytest.mark.timeout(400)
def test_players_are_not_asked_what_their_rules_cannot_express(tmp_path: Path) -> None:
    player = "engine:nodes=5000,tables=yes"
    assert main(["exam", player, "--questions", "2", "--parts", "exact", "unseen", "--out", str(tmp_path)]) == 0
    told = result(tmp_path)
    assert told["exact"]["perfect"][0] == 1
    assert (told["unseen"]["questions"], told["control"]["questions"]) == (1, 2)


def test_illegal_moves_lose_the_game(tmp_path: Path) -> None:
    with scripted(lambda _: "MOVE: e9e9") as model:
        assert examine(model, tmp_path, "--retry", parts=("play",)) == 0
    games = result(tmp_path)["play"]["games"]
    assert [(game["level"], game["points"], game["illegal"]) for game in games] == [
        *([("1", 0.0, 2)] * 2),
        *([("2", 0.0, 2)] * 2),
    ]
    assert games[0]["ending"] == "no legal move was given"
