#!/usr/bin/env python3
"""Start Jungle on any machine: `python3 Jungle.py` plays, `python3 Jungle.py --help` shows what else it does.

The first start makes `.venv` beside this file and installs the package there; later starts look at a stamp.
Where that cannot be done (no network, no venv module, a read-only folder) the game runs from the source tree.
Arguments go to the `jungle` command.
"""

import sys

if sys.version_info < (3, 11):
    # This file keeps to the syntax of old Pythons, so that they get as far as this line.
    sys.exit("Jungle needs Python 3.11 or newer; this is Python %d.%d." % tuple(sys.version_info[:2]))

import contextlib
import hashlib
import importlib.util
import json
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "jungle-installed.json"
FAILURE = VENV / "jungle-failed.json"
LOG = VENV / "jungle-install.log"
LOCK = HERE / ".venv.lock"

# The optional dependencies that a command needs, by the names of pyproject.toml.
EXTRAS = {"desktop": ["desktop"], "serve": ["server"]}

RETRY_AFTER = 600  # seconds to leave a failed installation alone, so that offline starts are quick
NATIVE_CHECK = "import sys, jungle; sys.exit(not jungle.native_available())"
PIP_PATIENCE = ["--retries", "1", "--timeout", "10"]


class SetupError(Exception):
    """The package cannot be installed here; the message says why."""


def main(arguments):
    wanted = set(EXTRAS.get(arguments[0], [])) if arguments else set()
    installed = installed_extras()
    if installed is None or not wanted <= installed:
        try:
            with setup_lock():
                installed = installed_extras()  # another start may have done it while we waited
                if installed is None or not wanted <= installed:
                    install(wanted | (installed or set()))
                    installed = wanted
        except SetupError as error:
            playing = "continuing without it" if installed is not None else "playing from the source tree"
            say("%s; %s." % (error, playing))
        except KeyboardInterrupt:
            say("setup stopped; the next start resumes it.")
            return 130
    return start(arguments, in_venv=installed is not None)


def start(arguments, in_venv):
    """Become the `jungle` command, in the venv or from the source tree."""
    environment = dict(os.environ)
    if not in_venv:
        paths = [str(HERE / "src"), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    python = str(VENV_PYTHON) if in_venv else sys.executable
    # -P: the folder the game is started in must not be able to stand in for the package.
    command = [python, "-P", "-m", "jungle", *arguments]
    if os.name == "posix":
        os.execve(python, command, environment)
    with contextlib.suppress(KeyboardInterrupt):
        return subprocess.call(command, env=environment)
    return 130


def installed_extras():
    """The extras that are installed with the package, or None if it must be installed (again)."""
    stamp = read_json(STAMP)
    if stamp.get("state") != current_state():
        return None
    return set(stamp["extras"])


def current_state():
    """What an installation depends on. Python sources are not part of it: they are used where they are."""
    digest = hashlib.sha256()
    sources = [HERE / "pyproject.toml", HERE / "CMakeLists.txt", *sorted((HERE / "native").rglob("*"))]
    for path in sources:
        if path.is_file():
            content = path.read_bytes()
            digest.update(("%s %d\n" % (path.relative_to(HERE).as_posix(), len(content))).encode())
            digest.update(content)
    # A system upgrade changes what .venv/bin/python leads to; a moved folder changes the paths inside .venv.
    python = os.path.realpath(str(VENV_PYTHON)) if VENV_PYTHON.exists() else None
    return {"sources": digest.hexdigest(), "python": python, "folder": str(HERE)}


def record_install(extras):
    """Write the stamp that makes the next start instant."""
    STAMP.write_text(json.dumps({"state": current_state(), "extras": sorted(extras)}), encoding="utf-8")


def install(extras):
    """Make .venv if there is no working one, and install the package with these extras."""
    failure = read_json(FAILURE)
    if not extras and failure.get("state") == current_state():
        age = time.time() - failure["time"]
        if 0 <= age < RETRY_AFTER:
            minutes = (RETRY_AFTER - age) // 60 + 1
            raise SetupError("%s (trying again in %d min)" % (failure["reason"], minutes))
    say("setting up in %s, once; this takes about a minute." % VENV)
    before = installed_extras()
    try:
        if VENV.exists() and not VENV.is_dir():
            VENV.unlink()
        STAMP.unlink(missing_ok=True)  # whoever interrupts what follows must not leave a stamp behind
        if not venv_works():
            if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
                raise SetupError("this Python cannot make a .venv (on Debian and Ubuntu: apt install python3-venv)")
            run("making .venv", [sys.executable, "-m", "venv", "--clear", str(VENV)], "could not make .venv")
        FAILURE.unlink(missing_ok=True)
        target = ".[%s]" % ",".join(sorted(extras)) if extras else "."
        pip = [str(VENV_PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        pip_install = ["install", "--progress-bar", "off", *PIP_PATIENCE, "--editable", target]
        what = "the package" + (" with " + ", ".join(sorted(extras)) if extras else "")
        run("installing " + what, pip + pip_install, "could not install " + what)
        record_install(extras)
        if subprocess.call([str(VENV_PYTHON), "-P", "-c", NATIVE_CHECK]) != 0:
            say("no fast engine core (is there a C++20 compiler?): all works, only slower.")
            say("with a compiler, remove %s and start again." % VENV)
    except OSError as error:
        raise SetupError("cannot write %s (%s)" % (error.filename or VENV, error.strerror)) from error
    except SetupError as error:
        with contextlib.suppress(OSError):
            if before is not None:  # pip leaves what was installed as it was
                record_install(before)
            failure = {"state": current_state(), "time": time.time(), "reason": str(error)}
            FAILURE.write_text(json.dumps(failure), encoding="utf-8")
        raise


def venv_works():
    """Does .venv hold a Python of its own that is new enough and has a pip that runs?

    A half-made .venv can lead to the Python of the system, where nothing must ever be installed.
    """
    check = "import sys, pip._internal.cli.main; sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)"
    try:
        subprocess.run([str(VENV_PYTHON), "-c", check], capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def run(title, command, complaint):
    """Run a step of the setup while showing what it does and for how long; raise SetupError if it fails."""
    # The build inside pip runs another pip, which gets these settings only through the environment.
    environment = dict(os.environ, PIP_RETRIES="1", PIP_TIMEOUT="10", PIP_DEFAULT_TIMEOUT="10", PIP_USER="0")
    process = subprocess.Popen(
        command,
        cwd=str(HERE),
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,  # so that an interrupt reaches the whole family, through stop()
    )
    lines = queue.Queue()
    reader = threading.Thread(target=read_lines, args=(process.stdout, lines), daemon=True)
    reader.start()
    output = []
    progress = Progress(title)
    try:
        while reader.is_alive() or not lines.empty():
            with contextlib.suppress(queue.Empty):
                output.append(lines.get(timeout=0.2))
            progress.show(output[-1] if output else "")
        code = process.wait()
    except BaseException:
        stop(process)
        progress.end("stopped")
        raise
    progress.end("done" if code == 0 else "failed")
    if code != 0:
        raise SetupError(complaint + explain(output))


def read_lines(stream, lines):
    for line in stream:
        lines.put(line.strip())


def explain(output):
    """Keep the output of a failed step, and say where, with the likely reason."""
    text = "\n".join(output) + "\n"
    try:
        LOG.write_text(text, encoding="utf-8")
        where = "see %s" % LOG
    except OSError:
        where = output[-1] if output else "no output"
    signs = (
        "No matching distribution",
        "NewConnectionError",
        "ConnectTimeout",
        "Name or service",
        "SSLError",
    )
    offline = "no network? " if any(sign in text for sign in signs) else ""
    return " (%s%s)" % (offline, where)


def stop(process):
    """End a step and all that it has started."""
    for name in ("SIGTERM", "SIGKILL"):
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(process.pid, getattr(signal, name))
            else:
                process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=3)
            return


class Progress:
    """A line that ticks on a terminal; elsewhere a line now and then."""

    def __init__(self, title):
        self.title = title
        self.started = time.monotonic()
        self.ticks = sys.stderr.isatty()
        self.shown = self.started
        if not self.ticks:
            say("  %s ..." % title)

    def show(self, detail):
        now = time.monotonic()
        elapsed = "%d s" % (now - self.started)
        if self.ticks:
            line = "  {} ... {}  {}".format(self.title, elapsed, detail)
            self.write("\r\033[K" + line[: shutil.get_terminal_size().columns - 1])
        elif now - self.shown >= 5:
            self.shown = now
            say("  {} ... {}  {}".format(self.title, elapsed, detail[:60]))

    def end(self, word):
        line = "  %s: %s after %.0f s" % (self.title, word, time.monotonic() - self.started)
        self.write("\r\033[K" + line + "\n" if self.ticks else line + "\n")

    def write(self, text):
        sys.stderr.write(text)
        sys.stderr.flush()


@contextlib.contextmanager
def setup_lock():
    """Let one start at a time set up; the others wait. The system releases the lock of a start that dies."""
    try:
        file = LOCK.open("a")
    except OSError as error:
        raise SetupError("cannot write to %s (%s)" % (HERE, error.strerror)) from error
    with file:
        progress = None
        while not try_lock(file):
            progress = progress or Progress("another start is setting up")
            progress.show("")
            time.sleep(0.2)
        if progress:
            progress.end("done")
        yield


def try_lock(file):
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks: two first starts at once are rare
    return True


def read_json(path):
    """The object in a file, or an empty one if the file is missing or damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def say(message):
    print(message if message.startswith(" ") else "Jungle: " + message, file=sys.stderr, flush=True)


def interrupt(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), interrupt)
    sys.exit(main(sys.argv[1:]))
