import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import jungle
from jungle import cli
from jungle.cli import COMMANDS, Command, main
from jungle.engine import slow_notice
from jungle.errors import JungleError
from jungle.extras import install_command


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "jungle", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A command named `roar`, whose `run` a test can replace."""
    module = SimpleNamespace(configure=lambda parser: None, run=lambda args: 0)
    monkeypatch.setitem(sys.modules, "roar_command", module)
    monkeypatch.setitem(COMMANDS, "roar", Command(help="roar", module="roar_command"))
    return module


def test_every_command_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    without = []
    for name in COMMANDS:
        try:
            code: object = main([name, "--help"])
        except SystemExit as exit_:
            code = exit_.code
        out, err = capsys.readouterr()
        if code != 0 or f"usage: jungle {name}" not in out:
            without.append((name, err))
    assert not without


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--help"])
    assert exit_.value.code == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out and command.help in out for name, command in COMMANDS.items())


def test_version_is_printed() -> None:
    result = run("--version")
    assert (result.returncode, result.stdout) == (0, f"jungle {jungle.__version__}\n")


def test_jungle_without_arguments_plays_or_shows_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(COMMANDS, "play", raising=False)
    assert main([]) == 0
    assert "usage: jungle" in capsys.readouterr().out


def test_jungle_without_arguments_runs_the_default_command(
    command: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "DEFAULT_COMMAND", "roar")
    command.run = lambda args: 7
    assert main([]) == 7


BAD_USAGE = [
    (["pref"], "jungle: unknown command 'pref'; did you mean 'perft'? (see jungle --help)"),
    (["xyzzy"], "jungle: unknown command 'xyzzy' (see jungle --help)"),
    (["--colour"], "jungle play: unrecognized arguments: --colour (see jungle play --help)"),
    (["perft", "--dept", "x"], "jungle perft: argument --depth: expected a whole number of at least 0, got 'x'"),
    (["perft", "--threads", "0"], "jungle perft: argument --threads: expected a whole number of at least 1"),
    (["perft", "--depth", "201"], "jungle perft: argument --depth: expected a whole number of at most 200"),
    (["perft", "--threads", "9" * 20], "jungle perft: argument --threads: expected a whole number of at most 256"),
    (
        ["perft", "--rules", "standard:quiet_limit=4294967296"],
        "jungle perft: argument --rules: rules 'standard': quiet_limit is 4294967296",
    ),
    (
        ["play", "--flip", "--rules", "flip:quiet_limit=9999999999"],
        "jungle play: argument --rules: rules 'flip': quiet_limit is 9999999999",
    ),
    (
        ["play", "--rules", "chess"],
        "jungle play: argument --rules: expected a rule set (standard, gamerz, leiden, flip)",
    ),
    (["perft", "--rules", "chess"], "jungle perft: argument --rules: expected a rule set"),
    (["perft", "now"], "jungle perft: argument DEPTH: expected a whole number"),
]


def test_bad_usage_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = []
    for arguments, expected in BAD_USAGE:
        try:
            code: object = main(arguments)
        except SystemExit as exit_:
            code = exit_.code
        out, err = capsys.readouterr()
        if (code, out, err.count("\n")) != (2, "", 1) or not err.startswith(expected):
            wrong.append((arguments, code, out, err))
    assert not wrong


@pytest.mark.parametrize(
    "arguments",
    [
        ("perft", "--fen", "no position"),
        ("play", "--vs", "nobody"),
        ("perft", "3", "--depth", "2"),
        ("serve", "--check", "--smtp-in", "nonsense"),
        ("serve", "--check", "--database", "nonsense"),
        ("serve", "--check", "--database", "mysql://host/name"),
        ("play", "--clock", "5"),
        ("analyse", "nosuchfile"),
        ("puzzle", "--id", "nonsense"),
        ("stats", "random", "random", "--game", "chess"),
        ("tablebase", "probe", "nonsense"),
        ("bench", "--nodes", "5"),
        ("web", "--gzip"),
        ("bot", "--server", "ftp://nowhere", "--token", os.devnull),
        ("mail", "--server", "http://127.0.0.1:99999", "help"),
        ("serve", "--port", "99999"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stderr.count("\n"), result.stdout) == (2, 1, "")
    assert result.stderr.startswith("jungle")


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--resume"),
        ("analyse", os.devnull),
        ("analyse", "3E3/7/7/7/7/7/7/r6/7 r"),
        ("tournament", "nowhere.toml"),
        ("tablebase", "probe", jungle.Game().fen()),
        ("bot", "--server", "http://127.0.0.1:1", "--token", "nowhere"),
        ("mail", "--server", "http://127.0.0.1:1", "help"),
        ("mail", "--token", "nowhere", "help"),
        ("mail", "--token", sys.executable, "help"),
    ],
)
def test_failures_are_one_line_and_exit_1(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUNGLE_HOME", str(tmp_path))
    result = run(*arguments)
    errors = result.stderr.removeprefix(f"jungle: {slow_notice()}\n")
    assert (result.returncode, errors.count("\n"), result.stdout) == (1, 1, "")
    assert errors.startswith("jungle: ")


def test_jungle_error_is_put_on_one_line(command: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(args: object) -> int:
        raise JungleError("two\nlines")

    command.run = fail
    assert main(["roar"]) == 1
    assert capsys.readouterr().err == "jungle: two lines\n"


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(COMMANDS, "draw", Command(help="draw", module="no_such_library.draw", extra="arena"))
    assert main(["draw"]) == 1
    assert capsys.readouterr().err == f"jungle: draw needs no_such_library: {install_command('arena')}\n"


def test_our_own_missing_module_is_not_blamed_on_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "draw", Command(help="draw", module="jungle.no_such_module", extra="arena"))
    with pytest.raises(ModuleNotFoundError):
        main(["draw"])


def test_interrupt_is_one_line_and_exit_130(command: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    command.run = interrupt
    assert main(["roar"]) == 130
    assert capsys.readouterr().err == "jungle: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_control_c_stops_a_running_count() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "jungle", "perft", "--depth", "5", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "JUNGLE_NATIVE": "0"},
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == "jungle: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_closed_pipe_prints_no_error() -> None:
    command = [sys.executable, "-m", "jungle", "perft", "--depth", "2", "--divide"]
    read, write = os.pipe()
    os.close(read)
    result = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    os.close(write)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux")
@pytest.mark.parametrize(
    "arguments", [("perft", "--depth", "2", "--divide"), ("play",), ("--help",), ("--version",), ("perft", "--help")]
)
def test_a_full_disk_is_reported_in_one_line(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "jungle", *arguments]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (result.returncode, result.stderr) == (1, "jungle: [Errno 28] No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", "<&- >&-"])
def test_closed_streams_print_no_error(closed: str) -> None:
    line = f'"{sys.executable}" -m jungle play --side down {closed}'
    result = subprocess.run(["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


def test_starts_without_optional_libraries() -> None:
    code = "import sys, jungle.cli; print([m for m in ('numpy', 'pygame', 'rich', 'asyncio') if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout == "[]\n"
