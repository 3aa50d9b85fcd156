#!/usr/bin/env python3
"""Start Jungle on any machine: `python3 Jungle.py` plays, `python3 Jungle.py --help` shows what else it does.

The first start creates `.venv` next to this file and builds the package there; later starts only check a stamp. What a
part of the game needs beyond that (the window, the server, the full-screen terminal) is installed on first use.
If that is impossible (no network, no venv module, a read-only folder), the game runs from the source tree.
Arguments go to the `jungle` command.
"""

import sys

if sys.version_info < (3, 11):
    # This file uses only syntax that Python 2.7 understands too, so that old Pythons get as far as this line.
    sys.exit("Jungle needs Python 3.11 or newer; this is Python %d.%d." % tuple(sys.version_info[:2]))

import contextlib
import hashlib
import importlib.util
import json
import os
import queue
import re
import shlex
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
BUILD = HERE / "build" / "start"

# The optional dependencies that a command needs, by the names of pyproject.toml.
EXTRAS = {"desktop": ["desktop"], "docs": ["docs"], "mcp": ["mcp"], "serve": ["server"]}
# The same for options of any command.
OPTION_EXTRAS = {"--screen": "screen", "--cluster": "cluster"}
EXTRA_TITLES = {
    "cluster": "start.extra.cluster",
    "desktop": "start.extra.desktop",
    "docs": "start.extra.docs",
    "mcp": "start.extra.mcp",
    "screen": "start.extra.screen",
    "server": "start.extra.server",
}

RETRY_AFTER = 600  # seconds to leave a failed installation alone, so that offline starts are quick
NATIVE_CHECK = "import sys, jungle; sys.exit(not jungle.native_available())"
PIP_PATIENCE = ["--retries", "1", "--timeout", "10"]


class SetupError(Exception):
    """The package cannot be installed here; the message says why."""


def main(arguments):
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), interrupt)
    wanted = wanted_extras(arguments)
    installed = installed_extras()
    if installed is None or not wanted <= installed:
        try:
            with setup_lock():
                installed = installed_extras()  # another process may have done it while we waited
                if installed is None:
                    install_package(wanted)
                    installed = set()
                if not wanted <= installed:
                    install_extras(wanted - installed, installed)
        except SetupError as error:
            say(words("start.without" if installed is not None else "start.from source", why=error))
        except KeyboardInterrupt:
            say(words("start.stopped"))
            return 130
    return start(arguments, in_venv=installed is not None)


def wanted_extras(arguments):
    """The extras that a command and its options need."""
    options = {argument.partition("=")[0] for argument in arguments}
    wanted = {extra for option, extra in OPTION_EXTRAS.items() if option in options}
    return wanted.union(EXTRAS.get(arguments[0], []) if arguments else [])


def start(arguments, in_venv):
    """Become the `jungle` command, in the venv or from the source tree."""
    environment = dict(os.environ, JUNGLE_COMMAND=typed_command())
    if not in_venv:
        paths = [str(HERE / "src"), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    python = str(VENV_PYTHON) if in_venv else sys.executable
    # -P: the current folder must not be able to shadow the package.
    command = [python, "-P", "-m", "jungle"] + arguments
    if os.name == "posix":
        os.execve(python, command, environment)
    with contextlib.suppress(KeyboardInterrupt):
        return subprocess.call(command, env=environment)
    return 130


def typed_command():
    """The command the user typed to start this file, for messages that say what to type next."""
    typed = list(getattr(sys, "orig_argv", []))
    scripts = [index for index, word in enumerate(typed) if Path(word).name == Path(__file__).name]
    if not scripts:
        return "python3 Jungle.py"
    if is_found_as(Path(typed[0]).name, typed[0]):
        typed[0] = Path(typed[0]).name
    return " ".join(shlex.quote(word) for word in typed[: scripts[0] + 1])


def is_found_as(name, program):
    """Whether a name is enough to start a program, directly or through a shim such as pyenv's."""
    found = shutil.which(name)
    with contextlib.suppress(OSError):
        return found is not None and (Path(found).samefile(program) or Path(found).parent.name == "shims")
    return False


def installed_extras():
    """The extras that are installed with the package, or None if it must be installed (again)."""
    stamp = read_json(STAMP)
    if stamp.get("state") != current_state():
        return None
    return set(stamp["extras"])


def current_state():
    """What an installation depends on. Python sources are not part of it, because they are used in place."""
    digest = hashlib.sha256()
    sources = [HERE / "pyproject.toml", HERE / "CMakeLists.txt"] + sorted((HERE / "native").rglob("*"))
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


def install_package(extras):
    """Create .venv if there is no working one, and install the package there; extras are added later."""
    failure = read_json(FAILURE)
    if not extras and failure.get("state") == current_state():
        age = time.time() - failure["time"]
        if 0 <= age < RETRY_AFTER:
            minutes = int((RETRY_AFTER - age) // 60 + 1)
            raise SetupError(words("start.again later", why=failure["reason"], minutes=minutes))
    say(words("start.first", folder=VENV))
    try:
        if VENV.exists() and not VENV.is_dir():
            VENV.unlink()
        STAMP.unlink(missing_ok=True)  # an interrupt from here on must not leave a stamp behind
        if not venv_works():
            if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
                raise SetupError(words("start.no venv"))
            run("start.place", [sys.executable, "-m", "venv", "--clear", str(VENV)])
        FAILURE.unlink(missing_ok=True)
        # pip asks for the metadata first, which builds everything, and then builds it again. In a persistent folder,
        # there is nothing left to do the second time. One build is enough, since only this processor will run it.
        settings = ["build-dir=%s" % BUILD.as_posix(), "cmake.define.JUNGLE_THIS_MACHINE=ON"]
        run(
            "start.engine",
            pip(*["--verbose"] + ["--config-settings=" + setting for setting in settings] + ["--editable", "."]),
        )
        record_install(set())
        if subprocess.call([str(VENV_PYTHON), "-P", "-c", NATIVE_CHECK]) != 0:
            say(words("start.slow", folder=VENV))
    except OSError as error:
        raise SetupError(words("start.cannot write", file=error.filename or VENV, why=error.strerror))
    except SetupError as error:
        with contextlib.suppress(OSError):
            failure = {"state": current_state(), "time": time.time(), "reason": str(error)}
            FAILURE.write_text(json.dumps(failure), encoding="utf-8")
        raise


def install_extras(extras, installed):
    """Add extras to an installed package without rebuilding it."""
    import tomllib

    with (HERE / "pyproject.toml").open("rb") as file:
        known = tomllib.load(file)["project"]["optional-dependencies"]
    for extra in sorted(extras):
        run(EXTRA_TITLES[extra], pip(*known[extra]))
        installed.add(extra)
        record_install(installed)


def pip(*arguments):
    """The command that installs something in .venv."""
    base = [str(VENV_PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    return base + ["--progress-bar", "off"] + PIP_PATIENCE + list(arguments)


def venv_works():
    """True if .venv has its own Python that is new enough, with a working pip.

    A half-made .venv can point to the system's Python, where nothing must ever be installed.
    """
    check = "import sys, pip._internal.cli.main; sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)"
    try:
        subprocess.run([str(VENV_PYTHON), "-c", check], capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def run(key, command):
    """Run a step of the setup and show its progress; raise SetupError if it fails."""
    title = words(key)
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
        start_new_session=True,  # so that an interrupt reaches all child processes, through stop()
    )
    lines = queue.Queue()
    reader = threading.Thread(target=read_lines, args=(process.stdout, lines), daemon=True)
    reader.start()
    output = []
    progress = Progress(title, fetching=0.2 if key == "start.engine" else 0.9)
    try:
        while reader.is_alive() or not lines.empty():
            with contextlib.suppress(queue.Empty):
                output.append(lines.get(timeout=0.2))
                progress.read(output[-1])
            progress.show()
        code = process.wait()
    except BaseException:
        stop(process)
        progress.end(words("start.ended.stopped"))
        raise
    progress.end(words("start.ended.done" if code == 0 else "start.ended.failed"))
    if code != 0:
        raise SetupError(words("start.failed", what=title, why=explain(output)))


def read_lines(stream, lines):
    for line in stream:
        lines.put(line.strip())


def explain(output):
    """Save the output of a failed step, and report where it is, with the likely reason."""
    text = "\n".join(output) + "\n"
    try:
        LOG.write_text(text, encoding="utf-8")
        where = words("start.see", file=LOG)
    except OSError:
        where = output[-1] if output else "?"
    signs = ("No matching distribution", "NewConnectionError", "ConnectTimeout", "Name or service", "SSLError")
    return (words("start.no network") if any(sign in text for sign in signs) else "") + where


def stop(process):
    """End a step and all processes it has started."""
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
    """A progress bar on a terminal; elsewhere an occasional line."""

    WIDTH = 24

    def __init__(self, title, fetching=0.9):
        self.title = title
        self.fetching = fetching
        self.started = self.shown = time.monotonic()
        self.is_terminal = sys.stderr.isatty()
        self.share = 0.0
        self.files = 0
        if not self.is_terminal:
            say("  %s ..." % title)

    def read(self, line):
        """Update the progress from a line of pip's output.

        A compiler counts its files. The end of downloading is unknown: each file covers a tenth of the remaining way.
        """
        counted = re.search(r"\[(\d+)/(\d+)\]", line)
        if counted and int(counted.group(2)) > 4:
            compiled = int(counted.group(1)) / int(counted.group(2))
            self.share = max(self.share, self.fetching + (0.95 - self.fetching) * compiled)
        elif re.match(r"(Collecting|Downloading|Using cached|Installing collected|Preparing|Building)\b", line):
            self.files += 1
            self.share = max(self.share, self.fetching * (1 - 0.9**self.files))

    def show(self):
        now = time.monotonic()
        elapsed = "%d s" % (now - self.started)
        if self.is_terminal:
            full = int(self.WIDTH * self.share)
            line = "  %s  [%s%s] %3d %%  %s" % (
                self.title,
                "#" * full,
                "-" * (self.WIDTH - full),
                100 * self.share,
                elapsed,
            )
            self.write("\r\033[K" + line[: shutil.get_terminal_size().columns - 1])
        elif now - self.shown >= 5:
            self.shown = now
            say("  %s ... %d %%, %s" % (self.title, 100 * self.share, elapsed))

    def end(self, word):
        line = "  %s: %s (%.0f s)" % (self.title, word, time.monotonic() - self.started)
        self.write("\r\033[K" + line + "\n" if self.is_terminal else line + "\n")

    def write(self, text):
        sys.stderr.write(text)
        sys.stderr.flush()


@contextlib.contextmanager
def setup_lock():
    """Let one process at a time run the setup; others wait. The system releases the lock of a process that dies."""
    try:
        file = LOCK.open("a")
    except OSError as error:
        raise SetupError(words("start.cannot write", file=HERE, why=error.strerror))
    with file:
        progress = None
        while not try_lock(file):
            progress = progress or Progress(words("start.waiting"))
            progress.show()
            time.sleep(0.2)
        if progress:
            progress.end(words("start.ended.done"))
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
        return True  # a file system without locks: two simultaneous first starts are rare
    return True


def read_json(path):
    """The object in a file, or an empty one if the file is missing or damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def words(key, **values):
    """A text in the language of the locale, from the game's own language files."""
    languages = language_files()
    english = languages[0]
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    locale = locale.partition(".")[0].partition("@")[0].replace("_", "-").lower() + "-"
    longest, texts = 0, english
    for language in languages[1:]:
        with contextlib.suppress(AttributeError, KeyError, TypeError):  # a damaged file; the game will say so
            for beginning in language["@language"]["locales"]:
                if len(beginning) > longest and locale.startswith(beginning.lower() + "-"):
                    longest, texts = len(beginning), language
    return texts.get(key, english.get(key, key)).format(**values)


def language_files():
    """The contents of the language files, English first."""
    folder, added = HERE / "src" / "jungle" / "language", os.environ.get("JUNGLE_LANGUAGES")
    files = sorted(folder.glob("*.json")) + (sorted(Path(added).glob("*.json")) if added else [])
    return [read_json(file) for file in sorted(files, key=lambda file: file.name != "en.json")]


def say(message):
    sys.stderr.write((message if message.startswith(" ") else "Jungle: " + message) + "\n")
    sys.stderr.flush()


def interrupt(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
