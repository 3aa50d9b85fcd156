"""The real command: leaving, killing, resuming, colours, and invalid options."""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jungle import Game
from jungle.commands import play as play_command
from jungle.play import LiveGame
from jungle.storage import Seats
from jungle.terminal.commands import Verb
from tests.terminal.pseudo_terminal import PseudoTerminal
from tests.terminal.transcript import play

ROOT = Path(__file__).parent.parent.parent
PROMPT = "Please input your command (move/jump/help/defeat/exit): "
GOODBYE = "Have a good day and see you next time! :)\n"


@pytest.fixture
def terminal_environment(environment: dict[str, str]) -> dict[str, str]:
    return environment | {"TERM": "xterm", "COLORFGBG": "15;0"}


def killed(arguments: list[str], lines: list[str], environment: dict[str, str], folder: Path) -> str:
    """Type lines through a pipe, wait for the last prompt, and kill the game. Returns the output."""
    with subprocess.Popen(
        [sys.executable, "-m", "jungle", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        cwd=folder,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        process.stdin.flush()
        shown, deadline = b"", time.monotonic() + 60
        heading = f"-ROUND {len(lines)}-".encode()
        while not (heading in shown and shown.endswith(PROMPT.encode())) and time.monotonic() < deadline:
            shown += os.read(process.stdout.fileno(), 65536)
        process.send_signal(signal.SIGKILL)
    return shown.decode()


def last_board(text: str) -> str:
    return text[text.rindex("-ROUND ") :]


def test_a_killed_game_is_resumed(environment: dict[str, str], tmp_path: Path) -> None:
    lines = ["down", "move leopard down", "move rat down", "8-a4", "undo", "move rat up"]
    shown = killed(["play"], [*lines[:4]], environment, tmp_path)
    resumed = play(["play", "--resume"], [], environment, tmp_path)
    assert resumed.code == 0
    assert last_board(resumed.shown).startswith(last_board(shown))


def test_a_game_is_killed_and_resumed_after_every_move(environment: dict[str, str], tmp_path: Path) -> None:
    killed(["play"], ["up", "move rat down"], environment, tmp_path)
    for plies, line in enumerate(["move rat up", "move lion down", "move elephant up"], start=2):
        ran = subprocess.run(
            [sys.executable, "-c", KILLS_ITSELF, line],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        assert ran.returncode == -signal.SIGKILL, ran.stderr
        after = play(["play", "--resume"], [], environment, tmp_path).shown
        assert f"-ROUND {plies + 1}-" in after


KILLS_ITSELF = """
import io, os, signal, sys
from jungle.cli import main

class Keyboard(io.StringIO):
    lines = iter(sys.argv[1:])
    def readline(self, size=-1):
        # At the second prompt, when the move must be on disk.
        return next(self.lines, None) or os.kill(os.getpid(), signal.SIGKILL)

sys.stdin = Keyboard()
main(["play", "--resume"])
"""


def test_two_games_at_once_do_not_touch_each_other(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with (
        PseudoTerminal(["play", "--small", "--side", "down"], terminal_environment, tmp_path) as first,
        PseudoTerminal(["play", "--small", "--side", "up"], terminal_environment, tmp_path) as second,
    ):
        first.wait_for(PROMPT)
        first.type("move rat up\n")
        first.wait_for(PROMPT)
        second.wait_for(PROMPT)
        refused = play(["play", "--resume"], [], terminal_environment, tmp_path)
        assert refused.code == 1
        assert refused.complaints == "jungle: the game to resume is open elsewhere\n"
        second.type("move rat down\n")
        second.wait_for(PROMPT)
        first.type("\x04")
        assert first.wait_for_end() == 0
        resumed = play(["play", "--resume", "--small"], ["history"], terminal_environment, tmp_path)
        assert "1. downside  move rat up" in resumed.shown


def test_nothing_to_resume(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["play", "--resume"], [], environment, tmp_path)
    assert (ran.code, ran.shown) == (1, "")
    assert ran.complaints == f"jungle: there is no unfinished game in {environment['JUNGLE_HOME']}/games\n"


START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"


HEAD = {"game": "jungle", "rules": "standard", "fen": START, "players": [None, None], "moves": ["a3a4"], "setting": {}}
COMPLAINTS: list[tuple[dict[str, object], str]] = [
    ({"rules": "chess"}, "expected a rule set (standard, gamerz, leiden)"),
    ({"players": [None, "mild"]}, "unknown player 'mild'"),
    ({"game": "flip", "rules": "flip", "fen": "?"}, "expected 'board side quiet hidden'"),
    ({"game": "chess"}, "unknown game 'chess'; expected one of: jungle, flip"),
]


def test_a_game_that_cannot_be_resumed_is_reported_or_skipped(environment: dict[str, str], tmp_path: Path) -> None:
    odd = Path(environment["JUNGLE_HOME"]) / "games" / "odd.jsonl"
    odd.parent.mkdir(parents=True)
    for change, complaint in COMPLAINTS:
        odd.write_text(json.dumps(HEAD | change) + "\n")
        ran = play(["play", "--resume"], [], environment, tmp_path)
        assert (ran.code, ran.shown, ran.complaints.count("\n")) == (1, "", 1)
        assert ran.complaints.startswith(f"jungle: cannot resume {odd}: {complaint}")
    play(["play", "--side", "down"], ["g3g4"], environment, tmp_path)
    os.utime(odd, ns=(1, 10**19))
    ran = play(["play", "--resume"], ["history"], environment, tmp_path)
    assert "1. downside  move rat up" in ran.shown


def test_the_end_of_input_before_the_game(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["play"], [], environment, tmp_path)
    assert ran.code == 0
    assert ran.shown.endswith(f"Please choose your preferred side (up/down): \n\n{GOODBYE}")
    assert not Path(environment["JUNGLE_HOME"]).exists()


@pytest.mark.parametrize("arguments", [[], ["--flip"], ["--flip", "--vs", "rat-first"]])
def test_exit_before_the_game_leaves_immediately(
    arguments: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    result = play(["play", *arguments], ["exit", "up"], environment, tmp_path)
    assert result.code == 0
    assert result.shown.endswith("exit\n\n" + GOODBYE)


def test_input_without_a_line_feed_at_the_end(environment: dict[str, str], tmp_path: Path) -> None:
    played = play(["play", "--small", "--side", "down"], b"move rat up\nexit\nyes", environment, tmp_path)
    assert "(yes/no):\nyes\n\nHave a good day" in played.shown


def test_invalid_utf_8_is_not_a_command(environment: dict[str, str], tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "jungle", "play", "--small", "--side", "down"],
        input=b"\xff\xfe\x00\n\xed\xa0\x80\n",
        capture_output=True,
        env=environment,
        cwd=tmp_path,
        timeout=60,
        check=True,
    )
    assert ran.stdout.count(b"Please input a correct command (move/jump/help/defeat/exit).\n") == 2
    assert ran.stderr == b""


def test_chinese_on_a_terminal_without_chinese(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["play", "--lang", "zh", "--side", "down"], ["x"], environment, tmp_path, encoding="ascii")
    assert (ran.code, ran.complaints) == (0, "")


@pytest.mark.parametrize(
    ("locale", "words"), [("zh_CN.UTF-8", "请选择"), ("C.UTF-8", "Please choose"), ("de_DE.UTF-8", "Please choose")]
)
def test_the_language_follows_the_locale(locale: str, words: str, environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["play"], [], environment | {"LANG": locale}, tmp_path)
    assert words in ran.shown


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_an_interrupt_prints_the_closing_lines(term: str, environment: dict[str, str], tmp_path: Path) -> None:
    own = environment | {"TERM": term, "COLORFGBG": "15;0"}
    with PseudoTerminal(["play", "--small", "--side", "down"], own, tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("move rat up\n")
        terminal.wait_for(PROMPT)
        terminal.type("\x03")
        assert terminal.wait_for_end() == 130
        assert terminal.screen.endswith(
            f"\n\n{GOODBYE}(Total number of rounds: 2 )\n(To resume this game: jungle play --resume)\n"
        )


def test_an_interrupt_while_the_computer_thinks(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    arguments = ["play", "--small", "--side", "down", "--vs", "engine:movetime=1.5"]
    with PseudoTerminal(arguments, terminal_environment, tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("move rat up\n")
        deadline = time.monotonic() + 30
        while "The computer is thinking" not in terminal.raw and time.monotonic() < deadline:
            terminal.read(0.05)
        terminal.type("\x03")
        started = time.monotonic()
        assert terminal.wait_for_end() == 130
        assert time.monotonic() - started < 10
        assert "Traceback" not in terminal.raw
        assert f"{GOODBYE}(Total number of rounds: 2 )\n" in terminal.screen
    resumed = play(["play", "--resume", "--small"], ["history"], terminal_environment, tmp_path)
    assert "1. downside  move rat up" in resumed.shown
    assert "(computer, engine:movetime=1.5): " in resumed.shown, "its move was due and comes now"


def test_an_interrupt_ends_watching(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    arguments = ["play", "--small", "--watch", "easy", "--delay", "30"]
    with PseudoTerminal(arguments, terminal_environment, tmp_path) as terminal:
        deadline = time.monotonic() + 30
        while "-ROUND 1-" not in terminal.screen and time.monotonic() < deadline:
            terminal.read(0.05)
        terminal.settle()
        terminal.type("\x03")
        assert terminal.wait_for_end() == 130
        assert terminal.screen.endswith(f"{GOODBYE}(Total number of rounds: 1 )\n")


@pytest.mark.parametrize(("seats", "rests"), [(("easy", "hard"), True), ((None, "hard"), False), ((None, None), False)])
def test_a_resumed_game_of_two_computers_keeps_its_pace(seats: Seats, rests: bool) -> None:
    with LiveGame(Game(), seats) as live:
        pace = play_command._pace(argparse.Namespace(delay=None), live, is_seen=True)
        assert pace == live.pace == (play_command.WATCH_DELAY if rests else 0.0)


def test_lines_are_edited_recalled_and_completed(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with PseudoTerminal(["play", "--small", "--side", "down"], terminal_environment, tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("mvoe\x7f\x7f\x7fove elep\tup\n")
        terminal.wait_for(PROMPT)
        assert "-ROUND 2-" in terminal.screen
        terminal.type("move rat down\n")
        terminal.wait_for(PROMPT)
        terminal.type("\x1b[A\x1b[A\n")
        terminal.wait_for(PROMPT)
        assert "-ROUND 4-" in terminal.screen, "the elephant went up once more"


def test_a_game_that_was_stopped_asks_again(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with PseudoTerminal(["play", "--small", "--side", "down"], terminal_environment, tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("move rat u")
        terminal.wait_for("move rat u")
        terminal.settle()
        terminal.type("\x1a")
        terminal.settle()
        terminal.process.send_signal(signal.SIGCONT)
        terminal.settle()
        terminal.type("p\n")
        terminal.wait_for(PROMPT)
        assert "-ROUND 2-" in terminal.screen
        terminal.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED | os.WNOWAIT)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.settle()
        terminal.type("\x04")
        assert terminal.wait_for_end() == 0, "the first Ctrl-D ends the game"


def test_a_thousand_random_lines_through_the_pipe(environment: dict[str, str], tmp_path: Path) -> None:
    chance = random.Random("pipe fuzz")
    words = [verb.value for verb in Verb if verb not in (Verb.HINT, Verb.EXIT, Verb.DEFEAT)]
    words += ["rat", "lion", "elephant", "up", "down", "left", "right", "4", "a", "b", "game.jgn", "no", "x", "走象上"]
    lines = [" ".join(chance.choices(words, k=chance.choice((1, 2, 3, 3, 3)))) for _ in range(1000)]
    ran = play(["play", "--small"], ["down", *lines], environment, tmp_path)
    assert (ran.code, ran.complaints) == (0, "")
    assert GOODBYE in ran.shown


WRONG_OPTIONS = [
    (["--vs", "hrad"], "unknown player 'hrad'; did you mean 'hard'?"),
    (["--watch", "easy", "hard", "easy"], "--watch takes at most two players, got 'easy hard easy'"),
    (["--watch", "--side", "up"], "--watch and --side: both sides are the computer's"),
    (["--fen", "nonsense"], "expected 'board side quiet number'"),
    (
        ["--fen", "7/3C3/7/7/7/7/r6/7/7 b", "--first", "up"],
        "--fen and --first: the position says who moves first",
    ),
    (["--rules", "gamerz", "--first", "up"], "under 'gamerz' rules Blue moves first, not Red"),
    (["--rules", "chess"], "expected a rule set"),
    (["--resume", "--fen", "x"], "--resume and --fen: a resumed game keeps its settings"),
    (["--resume", "--flip"], "--resume and --game: a resumed game keeps its settings"),
    (["--flip", "--rules", "leiden"], "expected a rule set (flip), got 'leiden'"),
    (["--rules", "flip:quiet_limit=3"], "expected a rule set"),
    (
        ["--flip", "--rules", "flip:first_flip_decides=yes", "--side", "red"],
        "--side: under these rules, the first piece turned up decides",
    ),
    (["--delay", "-1"], "expected seconds from 0 to 3600, got '-1'"),
    (["--delay", "nan"], "expected seconds from 0 to 3600, got 'nan'"),
    (["--seed", "-1"], "expected a whole number of at least 0, got '-1'"),
    (["--large", "--small"], "not allowed with"),
    (["--vs", "easy", "--watch"], "not allowed with"),
    (["--lang", "de"], "invalid choice"),
]


def test_wrong_options_get_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    wrong = []
    for arguments, complaint in WRONG_OPTIONS:
        ran = play(["play", *arguments], [], environment, tmp_path)
        is_right = (ran.code, ran.shown, ran.complaints.count("\n")) == (2, "", 1) and complaint in ran.complaints
        wrong += [] if is_right else [(arguments, ran)]
    assert not wrong


def test_jungle_without_arguments_plays(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play([], ["down"], environment, tmp_path)
    assert "-WELCOME TO JUNGLE-" in ran.shown
    assert ran.shown.endswith("(Total number of rounds: 1 )\n")


def test_from_a_bare_source_tree(environment: dict[str, str], tmp_path: Path) -> None:
    """Without the native core or any third-party package."""
    bare = environment | {"PYTHONPATH": str(ROOT / "src")}
    arguments = ["play", "--small", "--vs", "easy", "--side", "down"]
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "jungle", *arguments],
        input="move rat up\nmoves rat\nsave game.jgn\n",
        capture_output=True,
        text=True,
        env=bare,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Upside player (computer, Hedgehog (3)): " in ran.stdout
    assert "The game is saved in game.jgn." in ran.stdout


def test_a_game_between_people_loads_no_engine(environment: dict[str, str], tmp_path: Path) -> None:
    script = (
        "import sys; from jungle.cli import main; main(['play', '--small']); assert 'jungle.engine' not in sys.modules"
    )
    lines = "down\nmove rat up\nmoves\nhistory\nundo\n"
    command = [sys.executable, "-c", script]
    subprocess.run(command, input=lines, text=True, env=environment, cwd=tmp_path, timeout=60, check=True)


def test_a_read_only_state_folder_does_not_stop_the_game(environment: dict[str, str], tmp_path: Path) -> None:
    Path(environment["JUNGLE_HOME"]).write_text("a file, not a folder")
    ran = play(["play", "--small", "--side", "down"], ["move rat up", "move rat down"], environment, tmp_path)
    assert ran.code == 0
    assert ran.shown.count("(The game can't be saved for --resume: ") == 1
    assert "-ROUND 3-" in ran.shown


def test_a_closed_pipe_ends_the_game_quietly(environment: dict[str, str], tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "jungle", "play", "--watch", "easy", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=environment,
        cwd=tmp_path,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert (process.wait(timeout=60), process.stderr.read()) == (141, b"")
