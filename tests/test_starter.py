"""Jungle.py as a newcomer runs it: in a copy of the source tree, from another folder."""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from jungle import cli

ROOT = Path(__file__).parent.parent
PERFT = ["perft", "--depth", "2"]
STARTERS = ("Jungle.py", "run_game_visual.py", "run_stats.py")
LEAVES = "576 leaves at depth 2 in "


class Copy:
    """A copy of the source tree, in a folder with a space in its name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "my games"
        for name in ("native", "src"):
            shutil.copytree(ROOT / name, self.folder / name, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for name in (*STARTERS, "pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, self.folder)
        self.venv = self.folder / ".venv"
        self.elsewhere = folder

    def make_venv(self, pip: str) -> None:
        """A fake .venv whose pip is this program. The slow tests use a real one."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(self.venv)], check=True)
        for site_packages in self.venv.glob("lib/*/site-packages"):
            cli_folder = site_packages / "pip" / "_internal" / "cli"
            cli_folder.mkdir(parents=True)
            (cli_folder / "main.py").touch()
            (site_packages / "pip" / "__main__.py").write_text(pip, encoding="utf-8")
            (site_packages / "jungle.pth").write_text(f"{self.folder / 'src'}\n", encoding="utf-8")

    def open(self, *arguments: str, starter: str = "Jungle.py", **environment: str) -> "subprocess.Popen[str]":
        command = [sys.executable, str(self.folder / starter), *arguments]
        quiet = {name: value for name, value in os.environ.items() if name != "JUNGLE_REQUIRE_NATIVE"}
        return subprocess.Popen(
            command,
            cwd=self.elsewhere,
            env={**quiet, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(
        self, *arguments: str, starter: str = "Jungle.py", **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        with self.open(*arguments, starter=starter, **environment) as process:
            out, err = process.communicate(timeout=600)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


OFFLINE = "import sys; sys.exit('ERROR: No matching distribution found for nanobind>=3.1')"
RECORDING = """
import os, sys
with open(os.environ["PIP_CALLS"], "a") as file:
    print(*sys.argv[1:], file=file)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.fixture
def offline(tmp_path: Path) -> dict[str, str]:
    """An environment in which pip finds nothing."""
    empty = tmp_path / "empty"
    empty.mkdir()
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(empty), "PIP_CONFIG_FILE": os.devnull}


def test_the_starters_syntax_is_valid_in_old_python_versions() -> None:
    ast.parse((ROOT / "Jungle.py").read_text(encoding="utf-8"), feature_version=(3, 5))


def test_python_2_can_read_the_starter_as_far_as_its_version() -> None:
    text = (ROOT / "Jungle.py").read_text(encoding="utf-8")
    assert text.isascii(), "Python 2 wants to be told of any other encoding"
    wrong = []
    for node in ast.walk(ast.parse(text)):
        is_new = isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.Nonlocal | ast.NamedExpr | ast.AsyncFunctionDef)
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                is_new = any(isinstance(part, ast.Starred) for part in parts)
            case ast.Dict(keys=keys):
                is_new = None in keys
            case ast.Raise(cause=cause):
                is_new = cause is not None
            case ast.Call(func=ast.Name(id="print")):
                is_new = True
            case ast.Call(args=arguments):
                is_new = any(isinstance(argument, ast.Starred) for argument in arguments[:-1])
            case ast.FunctionDef(args=arguments, returns=returns):
                named = [*arguments.posonlyargs, *arguments.args]
                is_new = bool(arguments.kwonlyargs or arguments.posonlyargs or returns)
                is_new = is_new or any(argument.annotation for argument in named)
        if is_new:
            wrong.append((getattr(node, "lineno", 0), type(node).__name__))
    assert not wrong


def test_old_python_gets_one_clear_line() -> None:
    code = f"import runpy, sys; sys.version_info = (3, 8, 1); runpy.run_path({str(ROOT / 'Jungle.py')!r})"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert result.stderr == "Jungle needs Python 3.11 or newer; this is Python 3.8.\n"


def test_commands_and_starter_agree_on_extras() -> None:
    code = "import json, Jungle; print(json.dumps(Jungle.EXTRAS))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    extras = json.loads(result.stdout)
    needed = {name: [command.extra] for name, command in cli.COMMANDS.items() if command.extra}
    assert {name: extras.get(name) for name in needed} == needed


def test_extras_are_added_without_rebuilding(copy: Copy, tmp_path: Path) -> None:
    copy.make_venv(RECORDING)
    calls = tmp_path / "calls"
    environment = {"PIP_CALLS": str(calls), "LANG": "C"}
    for arguments in (
        PERFT,
        ["play", "--help"],
        ["desktop", "--help"],
        ["desktop", "--help"],
        ["play", "--screen", "-h"],
        ["match", "--cluster=tcp://127.0.0.1:1", "-h"],
    ):
        copy.start(*arguments, **environment)
    copy.start("--screen", "--help", **environment)
    core, *parts = calls.read_text().splitlines()
    assert core.endswith("--editable .")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert [part.rpartition("--timeout 10 ")[2].split() for part in parts] == [
        extras[name] for name in ("desktop", "screen", "cluster")
    ]


def test_the_first_start_of_an_extra_shows_each_step(copy: Copy, tmp_path: Path) -> None:
    copy.make_venv(RECORDING)
    environment = {"PIP_CALLS": str(tmp_path / "calls"), "JUNGLE_NATIVE": "0"}
    told = copy.start("desktop", "--help", **environment, LANG="C").stderr
    steps = ["setting up the game in ", "building the engine: done", "the fast engine core was not built"]
    steps.append("installing the desktop packages: done")
    places = [told.index(step) for step in steps]
    assert places == sorted(places)
    chinese = copy.start("serve", "--help", **environment, LC_ALL="zh_CN.UTF-8", PYTHONUTF8="1").stderr
    assert "获取服务器组件" in chinese
    taiwan = copy.start("play", "--screen", "-h", **environment, LANG="zh_TW.UTF-8", PYTHONUTF8="1").stderr
    assert "獲取全螢幕終端機元件" in taiwan


def test_the_bar_grows_with_the_compiler_s_count() -> None:
    code = """
import Jungle
progress = Jungle.Progress("x", fetching=0.2)
lines = ["Collecting nanobind>=3.1", "Downloading nanobind.whl", "Preparing editable metadata (pyproject.toml)"]
lines += ["Collecting pathspec", "Installing collected packages: pathspec, nanobind"]  # before anything is compiled
lines += ["[%d/50] Building CXX object search.cpp.o" % n for n in range(1, 51)] + ["[1/1] Re-checking", "Successfully"]
shares = []
for line in lines:
    progress.read(line)
    shares.append(progress.share)
assert shares == sorted(shares) and 0.2 > shares[4] > shares[0] > 0 and shares[-1] == 0.95, shares
assert 0.5 < shares[5 + 24] < 0.6, shares  # half of the files
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("starter", [*STARTERS[1:]])
def test_starter_scripts_named_in_the_source_work(starter: str, copy: Copy, tmp_path: Path) -> None:
    copy.make_venv(RECORDING)
    environment = {"PIP_CALLS": str(tmp_path / "calls"), "JUNGLE_HOME": str(tmp_path / "home")}
    if starter == "run_game_visual.py":
        result = copy.start("--help", starter=starter, **environment)
        assert "jungle: desktop needs pygame" in result.stderr, "it is the window that was started"
        assert "pygame" in (tmp_path / "calls").read_text()
    else:
        result = copy.start("random", "random", "--games", "2", "--seed", "1", starter=starter, **environment)
        assert (result.returncode, "random" in result.stdout) == (0, True), result.stderr
        assert '["easy", "medium", "--games", "10"]' in (ROOT / starter).read_text()


@pytest.mark.parametrize("is_on_path", [True, False])
def test_messages_show_how_it_was_started(copy: Copy, tmp_path: Path, is_on_path: bool) -> None:
    copy.make_venv(RECORDING)
    environment = {"PIP_CALLS": str(tmp_path / "calls"), "JUNGLE_HOME": str(tmp_path / "home"), "LANG": "C"}
    command = [sys.executable, "Jungle.py", "--side", "down"]
    environment["PATH"] = str(Path(sys.executable).parent if is_on_path else tmp_path)
    result = subprocess.run(
        command,
        cwd=copy.folder,
        env={**os.environ, **environment},
        input="move rat up\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    python = Path(sys.executable).name if is_on_path else sys.executable
    assert result.stdout.endswith(f"(To resume this game: {python} Jungle.py play --resume)\n")


def test_without_a_network_it_plays_from_the_source_tree(copy: Copy) -> None:
    copy.make_venv(OFFLINE)
    first = copy.start(*PERFT)
    assert first.returncode == 0
    assert first.stdout.startswith(LEAVES)
    assert "building the engine failed (no network? see " in first.stderr
    assert first.stderr.endswith("playing from the source tree.\n")

    second = copy.start(*PERFT)
    assert second.stdout.startswith(LEAVES)
    assert "trying again in 10 min" in second.stderr
    assert second.stderr.count("\n") == 1, "it tried again at once"


def test_in_a_read_only_folder_it_plays_from_the_source_tree(copy: Copy) -> None:
    (copy.folder / ".venv.lock").mkdir()  # nobody can write this, not even root
    result = copy.start(*PERFT)
    assert result.stdout.startswith(LEAVES)
    assert result.stderr.startswith("Jungle: cannot write ")
    assert result.stderr.count("\n") == 1


def test_without_the_venv_module_it_plays_from_the_source_tree(copy: Copy, tmp_path: Path) -> None:
    hide = "import importlib.util as u; find = u.find_spec\n"
    hide += "u.find_spec = lambda name, *rest: None if name == 'ensurepip' else find(name, *rest)\n"
    (tmp_path / "sitecustomize.py").write_text(hide, encoding="utf-8")
    result = copy.start(*PERFT, PYTHONPATH=str(tmp_path))
    assert result.stdout.startswith(LEAVES)
    assert "this Python can't create a virtual environment" in result.stderr


@pytest.mark.slow
@pytest.mark.timeout(600)
class TestInstalling:
    @pytest.mark.parametrize("broken", ["absent", "a file", "half made", "dangling"])
    def test_first_start_installs_and_the_second_is_instant(self, copy: Copy, broken: str) -> None:
        binary = copy.venv / "bin"
        if broken == "a file":
            copy.venv.write_text("?", encoding="utf-8")
        elif broken == "half made":
            binary.mkdir(parents=True)
            (binary / "python").symlink_to(sys.executable)
            (copy.venv / "jungle-installed.json").write_text("{", encoding="utf-8")
        elif broken == "dangling":
            binary.mkdir(parents=True)
            (binary / "python").symlink_to("/no/such/python")

        first = copy.start(*PERFT)
        assert first.returncode == 0, first.stderr
        assert first.stdout.startswith(LEAVES)
        assert "building the engine: done" in first.stderr
        assert (copy.venv / "pyvenv.cfg").exists(), "installed into the system's Python"

        second = copy.start(*PERFT)
        assert second.stdout.startswith(LEAVES)
        assert second.stderr == ""

    def test_an_interrupted_setup_is_resumed(self, copy: Copy) -> None:
        # Shells make background jobs ignore interrupts; processes we start must not inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with copy.open(*PERFT) as process:
            assert process.stderr is not None
            for line in process.stderr:
                if "building" in line:
                    break
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
        assert process.returncode == 130
        assert err.endswith("Jungle: setup stopped; the next start resumes it.\n")

        result = copy.start(*PERFT)
        assert result.stdout.startswith(LEAVES)
        assert "building the engine: done" in result.stderr

    def test_two_concurrent_first_starts(self, copy: Copy) -> None:
        processes = [copy.open(*PERFT) for _ in range(2)]
        results = [process.communicate(timeout=500) for process in processes]
        assert all(out.startswith(LEAVES) for out, _ in results)
        assert sum("building the engine: done" in err for _, err in results) == 1
        assert sum("another process is setting up the game: done" in err for _, err in results) == 1

    def test_a_change_of_the_native_core_reinstalls(self, copy: Copy) -> None:
        copy.start(*PERFT)
        with (copy.folder / "native" / "bindings" / "module.cpp").open("a", encoding="utf-8") as source:
            source.write("// changed\n")
        assert "building the engine: done" in copy.start(*PERFT).stderr
        assert copy.start(*PERFT).stderr == ""

    def test_new_python_modules_need_no_installation(self, copy: Copy) -> None:
        copy.start(*PERFT)
        package = copy.folder / "src" / "jungle" / "zebra"
        package.mkdir()
        (package / "__init__.py").write_text("from jungle.zebra.stripe import STRIPES\n", encoding="utf-8")
        (package / "stripe.py").write_text("STRIPES = 3\n", encoding="utf-8")
        command = [str(copy.venv / "bin" / "python"), "-c", "import jungle.zebra; print(jungle.zebra.STRIPES)"]
        result = subprocess.run(command, cwd=copy.elsewhere, capture_output=True, text=True, check=True)
        assert result.stdout == "3\n"

    def test_an_extra_that_cannot_be_installed_leaves_the_package_in_place(
        self, copy: Copy, offline: dict[str, str]
    ) -> None:
        copy.start(*PERFT)
        result = copy.start("desktop", "--help", **offline)
        assert "installing the desktop packages failed (no network?" in result.stderr
        assert "continuing without it" in result.stderr
        assert copy.start(*PERFT).stderr == ""

    def test_without_a_compiler_it_plays_in_pure_python(self, copy: Copy) -> None:
        result = copy.start(*PERFT, CC="/bin/false", CXX="/bin/false")
        assert result.stdout.startswith(LEAVES)
        assert "the fast engine core was not built" in result.stderr
        code = "import jungle; print(jungle.native_available())"
        command = [str(copy.venv / "bin" / "python"), "-c", code]
        checked = subprocess.run(command, cwd=copy.elsewhere, capture_output=True, text=True, check=True)
        assert checked.stdout == "False\n"

    def test_where_the_core_is_required_a_failed_build_fails(self, copy: Copy) -> None:
        result = copy.start(*PERFT, CC="/bin/false", CXX="/bin/false", JUNGLE_REQUIRE_NATIVE="1")
        assert "building the engine failed (see " in result.stderr
