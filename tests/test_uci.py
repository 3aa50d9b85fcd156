"""The engine protocol, over real pipes and against random input."""

import contextlib
import io
import queue
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from jungle import Game, Position
from jungle.board_game import BoardGame
from jungle.cli import main
from jungle.engine import Limit
from jungle.flip import FlipGame
from jungle.pieces import Side
from jungle.uci.go import parse_go
from jungle.uci.session import UciSession
from tests.needs import needs_core

PATIENCE = 60
"""Seconds after which a test gives up, far more than needed."""
WIN_IN_ONE = "7/3E3/7/7/7/7/7/r6/7 b"


class Pipe:
    """`jungle engine` in its own process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jungle", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        stdin, stdout, stderr = self.process.stdin, self.process.stdout, self.process.stderr
        assert isinstance(stdin, io.TextIOWrapper)
        assert stdout is not None
        assert stderr is not None
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for line in self.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *commands: str) -> None:
        self.stdin.write("".join(f"{command}\n" for command in commands))
        self.stdin.flush()

    def until(self, start: str) -> list[str]:
        """All lines up to and including the first that begins with this text."""
        lines: list[str] = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, (start, lines)
            lines.append(line)
            if line.startswith(start):
                return lines

    def end(self) -> tuple[int, str]:
        """The exit code and standard error, once the process has ended."""
        with contextlib.suppress(BrokenPipeError):
            self.stdin.close()
        code = self.process.wait(PATIENCE)
        self.thread.join(PATIENCE)
        errors = self.stderr.read()
        self.stdout.close()
        self.stderr.close()
        return code, errors


@pytest.fixture
def own_pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    if pipe.process.poll() is None:
        pipe.process.kill()
        pipe.end()


@pytest.fixture(scope="module")
def shared_pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    pipe.send("quit")
    assert pipe.end() == (0, "")


@pytest.fixture
def pipe(shared_pipe: Pipe) -> Pipe:
    """The shared process, reset to its initial state."""
    shared_pipe.send("setoption name Level value none", "setoption name Hash value 1", "ucinewgame", "isready")
    assert shared_pipe.until("readyok") == ["readyok"]
    return shared_pipe


def converse(*lines: str, played_by: str | None = None, kind: type[BoardGame] = Game) -> list[str]:
    """A session's answers; each line is sent once the previous one has been handled."""
    output = io.StringIO()
    session = UciSession(output, played_by, kind)

    def patiently() -> Iterator[str]:
        for line in lines:
            yield line
            session.wait()

    session.run(patiently())
    return output.getvalue().splitlines()


def test_uci_lists_the_options(own_pipe: Pipe) -> None:
    own_pipe.send("uci")
    lines = own_pipe.until("uciok")
    assert lines[0].startswith("id name Jungle")
    declared = {line.split(" type ")[0].removeprefix("option name ") for line in lines if line.startswith("option")}
    assert declared >= {"Hash", "Threads", "MultiPV", "Contempt", "Rules", "Level", "Evaluation", "Ponder"}
    own_pipe.send("isready")
    assert own_pipe.until("readyok")[-1] == "readyok"
    own_pipe.send("quit")
    assert own_pipe.end() == (0, "")


def test_a_search_reports_and_answers(pipe: Pipe) -> None:
    pipe.send("position startpos moves a3a4 g7g6", "go depth 4")
    *infos, answer = pipe.until("bestmove")
    game = Game.from_moves(["a3a4", "g7g6"])
    assert answer.split()[1] in {move.uci() for move in game.legal_moves()}
    pattern = (
        r"info depth \d+ seldepth \d+ multipv 1 score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ "
        r"tbhits \d+ time \d+ pv( [a-g][1-9][a-g][1-9])+"
    )
    assert all(re.fullmatch(pattern, info) for info in infos)
    assert {int(info.split()[2]) for info in infos} >= {1, 2, 3, 4}


def test_stop_ends_an_endless_search(pipe: Pipe) -> None:
    pipe.send("go infinite")
    pipe.until("info depth 3 ")
    pipe.send("isready")
    assert "bestmove" not in " ".join(pipe.until("readyok"))
    pipe.send("stop")
    assert pipe.until("bestmove")


def test_a_finished_infinite_search_waits_for_stop(pipe: Pipe) -> None:
    pipe.send(f"position fen {WIN_IN_ONE}", "go infinite")
    pipe.until("info depth 1 ")
    pipe.send("isready")
    assert "bestmove" not in " ".join(pipe.until("readyok"))
    pipe.send("stop")
    assert pipe.until("bestmove")[-1].startswith("bestmove d8d9")


@pytest.mark.parametrize("burst", [("go infinite", "stop"), ("go ponder movetime 1", "ponderhit"), ("go nodes 1",)])
def test_commands_before_the_search_has_started_take_effect(pipe: Pipe, burst: tuple[str, ...]) -> None:
    for _ in range(20):
        pipe.send(*burst)
        pipe.until("bestmove")


def test_ponderhit_starts_the_clock(pipe: Pipe) -> None:
    pipe.send("go ponder wtime 100 btime 100 movestogo 10")
    pipe.until("info depth 2 ")
    pipe.send("isready")
    assert "bestmove" not in " ".join(pipe.until("readyok"))
    pipe.send("ponderhit")
    assert pipe.until("bestmove")


def test_searches_follow_one_another(pipe: Pipe) -> None:
    for move in range(30):
        pipe.send(f"go depth {move % 3 + 1}")
        assert not [line for line in pipe.until("bestmove") if "string" in line]


def test_end_of_input_ends_a_search(own_pipe: Pipe) -> None:
    own_pipe.send("go infinite")
    own_pipe.until("info depth 1 ")
    assert own_pipe.end() == (0, "")


def test_an_interrupt_ends_the_engine_with_one_line(own_pipe: Pipe) -> None:
    own_pipe.send("go infinite")
    own_pipe.until("info depth 2 ")
    own_pipe.process.send_signal(signal.SIGINT)
    code, errors = own_pipe.end()
    assert (code, errors) == (130, "jungle: interrupted\n")


def test_bench_and_perft(pipe: Pipe) -> None:
    pipe.send("perft 3")
    pipe.until("Nodes searched: 12240")
    pipe.send("go perft 2")
    assert len(pipe.until("Nodes searched: 576")) == 24 + 2
    pipe.send("bench 2")
    assert pipe.until("Nodes/second")


def test_a_bench_can_be_stopped(pipe: Pipe) -> None:
    pipe.send("bench 99", "stop", "isready")
    assert pipe.until("readyok") == ["info string stopped", "readyok"]


def test_a_count_can_be_stopped(pipe: Pipe) -> None:
    pipe.send("go perft 30", "stop", "go depth 1")
    assert not [line for line in pipe.until("bestmove ") if "a search is running" in line]


def test_a_huge_clock_is_accepted(pipe: Pipe) -> None:
    for times in (f"wtime {10**17} winc {10**17}", f"movetime {10**17}"):
        pipe.send(f"go depth 1 {times}")
        pipe.until("bestmove ")


@pytest.mark.parametrize("option", ["Level value impossible", "Hash value 1"])
def test_a_stop_right_after_go(pipe: Pipe, option: str) -> None:
    pipe.send(f"setoption name {option}", "isready")
    pipe.until("readyok")
    for _ in range(20):
        pipe.send("ucinewgame", "go infinite", "stop", "isready")
        answers = pipe.until("readyok")
        assert answers[-2].startswith("bestmove "), answers


LIMITS = [
    ("depth 5", Side.BLUE, Limit(depth=5)),
    ("nodes 100 movetime 250", Side.BLUE, Limit(nodes=100, movetime=0.25)),
    ("wtime 1000 btime 2000 winc 10 binc 20", Side.BLUE, Limit(clock=1, increment=0.01)),
    ("wtime 1000 btime 2000 winc 10 binc 20", Side.RED, Limit(clock=2, increment=0.02)),
    ("wtime -5 btime 1 movestogo 3", Side.BLUE, Limit(clock=0, moves_to_go=3)),
    ("mate 3", Side.BLUE, Limit(depth=6)),
    ("depth 0 nodes 0 movetime 0", Side.BLUE, Limit(depth=1, nodes=1, movetime=0.001)),
    ("infinite depth 3", Side.BLUE, Limit()),
    ("", Side.BLUE, Limit()),
    ("depth 99999999999999999999999999", Side.BLUE, Limit(depth=999999999999999999)),
]


def test_go_sets_the_limits() -> None:
    found = [(words, side, parse_go(words.split()).limit(side, 20)) for words, side, _ in LIMITS]
    assert found == LIMITS


def test_searchmoves_end_at_the_next_word() -> None:
    go = parse_go(["searchmoves", "a3a4", "g3g4", "depth", "3", "ponder"])
    assert (go.searchmoves, go.numbers, go.ponder) == (["a3a4", "g3g4"], {"depth": 3}, True)


MISUNDERSTOOD = {
    "castle": "got 'castle'",
    "position": "expected position startpos|fen",
    "position fen": "expected 'board side quiet number'",
    "position fen 9/9 b": "expected 9 ranks",
    "position startpos moves a3a5": "cannot reach that square",
    "position startpos moves hello": "expected a move",
    "go depth": "expected a whole number, got 'nothing'",
    "go depth 1.5": "expected a whole number, got '1.5'",
    "go wtime 1 btime": "go btime: expected a whole number",
    "go sideways": "got 'sideways'",
    "go depth abc": "expected a whole number, got 'abc'",
    "setoption Hash 5": "expected setoption name",
    "setoption name Hash value 0": "Hash: expected a whole number from 1",
    "setoption name Hash value lots": "got 'lots'",
    "setoption name Level value wizard": "Level: expected none, easy",
    "setoption name Rules value poker": "expected a rule set",
    "setoption name Colour value red": "unknown option 'Colour'",
    "setoption name Ponder value maybe": "true or false",
    "bench forever": "bench: expected a depth",
    "eval this": "eval takes no arguments",
}


def test_invalid_commands_are_reported_and_change_nothing() -> None:
    before = converse("position startpos moves a3a4", "d")
    wrong = []
    for command, message in MISUNDERSTOOD.items():
        answer, *rest = converse("position startpos moves a3a4", command, "d")
        if command.startswith("go") and rest[0] == "bestmove (none)":  # Programs wait for a move after every `go`.
            del rest[0]
        elif command.startswith("go"):
            wrong.append((command, rest[0]))
        if not answer.startswith("info string ") or message not in answer or rest != before:
            wrong.append((command, answer))
    assert not wrong


@pytest.mark.parametrize(
    ("fen", "score"),
    [("3E3/7/7/7/7/7/7/r6/7 r", "mate 0"), ("l6/7/7/7/7/7/7/7/6L b 200 1", "cp 0")],
)
def test_a_finished_game_has_no_move(fen: str, score: str) -> None:
    lines = converse(f"position fen {fen}", "go depth 3", "stop")
    assert lines[0] == f"info depth 0 score {score}"
    assert lines[-1] == "bestmove (none)"


def test_a_position_may_lack_its_counts() -> None:
    assert f"Fen: {WIN_IN_ONE} 0 1" in converse(f"position fen {WIN_IN_ONE}", "d")


def test_rules_by_option() -> None:
    lines = converse("setoption name rules value gamerz:quiet_limit=50", "d")
    assert "Rules: gamerz:quiet_limit=50" in lines
    assert f"Fen: {Position.initial(rules='gamerz').fen()}" in lines


def test_level_by_option() -> None:
    lines = converse("setoption name Level value easy", f"position fen {WIN_IN_ONE}", "go movetime 1000")
    assert lines[-1] == "bestmove d8d9"


def test_another_player_answers_over_the_protocol() -> None:
    walker = "python:tests.arena.user_players:Walker"
    lines = converse("uci", "ucinewgame", f"position fen {WIN_IN_ONE}", "go movetime 1000", played_by=walker)
    assert lines[0] == f"id name {walker}"
    assert lines[-1] == "bestmove d8d9"


def test_clearing_the_level_restores_the_player() -> None:
    lines = converse(
        "setoption name Level value easy", "setoption name Level value none", "go nodes 1", played_by="greedy"
    )
    assert [line.split()[0] for line in lines] == ["bestmove"]


def test_an_unknown_player_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--player", "nobody"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_lines_by_option() -> None:
    lines = converse("setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true", "go depth 2")
    assert {line.split()[6] for line in lines if line.startswith("info")} == {"1", "2", "3"}
    for line in lines[:-1]:
        chances = re.search(r" wdl (\d+) (\d+) (\d+) ", line)
        assert chances is not None
        assert sum(int(chance) for chance in chances.groups()) == 1000


def test_searchmoves_limits_the_choice() -> None:
    lines = converse(f"position fen {WIN_IN_ONE}", "go depth 3 searchmoves d8d7")
    assert lines[-1].startswith("bestmove d8d7")


def test_illegal_searchmoves_are_reported_and_ignored() -> None:
    lines = converse(f"position fen {WIN_IN_ONE}", "go depth 3 searchmoves d9d8 nonsense d8d7")
    assert lines[0].startswith("info string searchmoves: ")
    assert "no piece on d9" in lines[0]
    assert "got 'nonsense'" in lines[1]
    assert lines[-1].startswith("bestmove d8d7")
    lines = converse(f"position fen {WIN_IN_ONE}", "go depth 3 searchmoves d9d8")
    assert lines[1] == "info string searchmoves: none is legal, so all moves are searched"
    assert lines[-1].startswith("bestmove d8d9")


@needs_core
@pytest.mark.parametrize("nodes", [1000, 50_000])
def test_a_node_limit_applies_to_all_threads_together(nodes: int) -> None:
    lines = converse("setoption name Threads value 2", "position startpos", f"go nodes {nodes}")
    searched = re.search(r" nodes (\d+) ", lines[-2])
    assert searched is not None
    assert int(searched[1]) < 1.1 * nodes


def test_wins_are_counted_in_moves() -> None:
    lines = converse("position fen 7/7/3C3/7/7/7/7/7/l5t b", "go depth 6")
    assert " score mate 2 " in lines[-2]


def random_lines(seed: int) -> Iterator[str]:
    """Lines that look roughly like commands."""
    draw = random.Random(seed)
    words = (
        "uci isready ucinewgame setoption position go stop ponderhit d eval perft name value Hash Threads Level Rules "
        "Evaluation MultiPV startpos fen moves a3a4 g7g6 a1a9 depth nodes movetime wtime btime infinite ponder "
        "searchmoves 1 2 3 -1 0 999999999999999999999 1e9 easy gamerz standard:ranks=1 none true full material "
        f"{Position.initial().fen()} {WIN_IN_ONE} 9/9/9 \0 ☃ \ud7ff . / é \t"
    ).split(" ")
    for _ in range(150):
        if draw.random() < 0.2:
            yield "".join(map(chr, draw.choices(range(1, 0x2FF), k=draw.randrange(200)))).replace("\n", "")
            continue
        line = draw.choices(words, k=draw.randrange(1, 8))
        # Commands that would take too long are not tested here.
        if "perft" in line or ("Hash" in line and "setoption" in line) or "Threads" in line:
            continue
        yield " ".join(line)


@pytest.mark.parametrize("seed", range(8))
def test_random_input_never_ends_the_session(seed: int) -> None:
    output = io.StringIO()
    session = UciSession(output)

    def lines() -> Iterator[str]:
        for line in random_lines(seed):
            yield line
            if line.lstrip().startswith("go"):
                yield "stop"
        session.handle(["stop"])
        session.wait()
        yield "isready"

    session.run(lines())
    answers = output.getvalue().splitlines()
    assert answers[-1] == "readyok"
    known = ("info ", "id ", "option ", "bestmove ", "uciok", "readyok", "Fen: ", "Rules: ", "Moves: ", "Evaluation: ")
    boards = re.compile(r"[1-9]  \S( \S){6}|   a b c d e f g|")
    assert [line for line in answers if not line.startswith(known) and not boards.fullmatch(line)] == []


def test_invalid_utf_8_does_not_end_the_session(own_pipe: Pipe) -> None:
    own_pipe.stdin.buffer.write(bytes(range(256)) * 10 + b"\nisready\nquit\n")
    own_pipe.stdin.flush()
    own_pipe.until("readyok")
    assert own_pipe.end() == (0, "")


def test_a_closed_output_ends_the_session_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "jungle", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(b"uci\ngo depth 3\nisready\n", timeout=PATIENCE)
    assert (process.returncode, errors) == (141, b"")


def test_a_seed_repeats_the_game_of_a_player() -> None:
    begun = []
    for seed in range(8):
        game = (f"setoption name Seed value {seed}", "ucinewgame", "position startpos", "go movetime 1000")
        first, second = (line for line in converse(*game, *game, played_by="random") if line.startswith("bestmove"))
        assert first == second
        begun.append(first)
    assert len(set(begun)) > 1


def test_a_variant_changes_the_game_and_its_engine() -> None:
    lines = converse(
        "setoption name UCI_Variant value flip",
        "position startpos moves b2=t b3=L",
        "go nodes 300",
        "perft 1",
        "eval",
        "setoption name UCI_Variant value jungle",
        "position startpos moves a3a4",
        "go nodes 300",
        "setoption name UCI_Variant value chess",
    )
    moves = [line.split()[1] for line in lines if line.startswith("bestmove")]
    assert moves[0] in [move.uci() for move in FlipGame.from_moves(["b2=t", "b3=L"]).legal_moves()]
    assert moves[1] in [move.uci() for move in Game.from_moves(["a3a4"]).legal_moves()]
    assert "info string eval works only in the 7×9 game" in lines
    assert "info string UCI_Variant: expected jungle, flip, got 'chess'" in lines


def test_a_player_of_another_game_speaks_the_protocol() -> None:
    commands = ("position startpos moves b2=t b3=L", "d", "go nodes 1", "perft 1", "setoption name Rules value leiden")
    lines = converse(*commands, played_by="greedy", kind=FlipGame)
    assert any(line.startswith("Fen: ????/?L??/?t??/???? ") for line in lines)
    assert any(re.fullmatch(r"bestmove \S+", line) for line in lines)
    assert lines[-2].startswith("Nodes searched: ")
    assert "info string expected a rule set (flip), got 'leiden'" in lines
