"""Try the README's commands on clean machines: Debian roots with python3, git and make, nothing else.

    sudo .venv/bin/python -m tools.fresh_machine            Debian 12 and 13, root and an ordinary user; two hours
    sudo .venv/bin/python -m tools.fresh_machine root       only as root
    sudo .venv/bin/python -m tools.fresh_machine user --release bookworm --keep FOLDER
    sudo .venv/bin/python -m tools.fresh_machine root --pytest '--ignore=tests/web/browser'
    sudo .venv/bin/python -m tools.fresh_machine --release noble --mirror URL       Ubuntu 24.04

Each try gets a new root from `debootstrap` in a temporary folder and a clone of this repository's HEAD.
Root runs `python3 Jungle.py` and `make test`, which installs what is missing. An ordinary user runs the same twice:
on the bare system, where `make test` can only name the package that a venv takes, and after an administrator has
installed that package alone, when it tests everything that needs no other part. apt, pip and npm are configured as on
this machine.
"""

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools import program

ROOT = Path(__file__).resolve().parents[1]
RELEASES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
UBUNTU = {"noble": "Ubuntu 24.04"}
SCRIPTS = Path("/usr/share/debootstrap/scripts")
PACKAGES = "python3,git,make,ca-certificates"
CONFIGURED = ("etc/apt", "etc/pip.conf", "etc/npmrc", "etc/resolv.conf", "etc/hosts", "etc/ssl/certs")
VARIABLES = (
    "PIP_",
    "NPM_",
    "npm_",
    "SSL_",
    "REQUESTS_",
    "NODE_EXTRA_",
    "CURL_",
    "http",
    "HTTP",
    "no_proxy",
    "NO_PROXY",
)
MOUNTS = (
    ("proc", "proc", "rw"),
    ("devpts", "dev/pts", "newinstance,ptmxmode=0666,mode=620"),
    ("tmpfs", "dev/shm", "mode=1777"),
)
PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
GAME = "python3 Jungle.py --vs 1"
ANSWERS = "down\nmove rat up\nexit\ny\n"


class Machine:
    """A Debian root in a folder, and commands run inside."""

    def __init__(self, folder: Path, release: str, mirror: str, pytest: str) -> None:
        self.folder = folder
        self.test = f"make test ARGS={shlex.quote(pytest)}" if pytest else "make test"
        if (folder / "bin").exists():
            sys.exit(f"jungle: {folder} is in use: name a folder that is empty or does not exist")
        say(f"{(RELEASES | UBUNTU)[release]} from debootstrap, into {folder}")
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}"]
        if release in UBUNTU:  # Debian's debootstrap may not know the newest one, but they are all made alike.
            run([*command, "--components=main,universe", release, str(folder), mirror, str(SCRIPTS / "jammy")])
        else:
            run([*command, release, str(folder), mirror])
        for name in CONFIGURED:
            if name != "etc/apt" or release not in UBUNTU:  # debootstrap has written Ubuntu's sources.
                copy(Path("/", name), folder / name)
        for sources in (folder / "etc/apt").rglob("*sources*"):
            if sources.is_file():
                sources.write_text(sources.read_text().replace(this_release(), release))
        for value in settings().values():
            if value.startswith("/"):
                copy(Path(value), folder / value.lstrip("/"))
        run(["chroot", str(folder), "useradd", "--create-home", "--shell", "/bin/bash", "ada"])

    def clone(self, home: str) -> None:
        """Clone the project into a user's home folder."""
        run(["git", "clone", "--quiet", str(ROOT), str(self.folder / home.lstrip("/") / "jungle")])

    def run(self, command: str, user: str = "root", answers: str = "") -> int:
        """Run a command in the user's clone, show its output, and return its exit code."""
        home = "/root" if user == "root" else f"/home/{user}"
        say(f"{user}$ {command}")
        begun = time.monotonic()
        variables = {"HOME": home, "PATH": PATH, "LANG": "C.UTF-8"} | settings()
        prepared = ["env", "-i", *(f"{name}={value}" for name, value in variables.items())]
        identity = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        shell = ["bash", "-c", f"cd {home}/jungle 2>/dev/null; {command}"]
        done = subprocess.run(
            ["chroot", str(self.folder), *prepared, *identity, *shell], input=answers, text=True, check=False
        )
        say(f"exit code {done.returncode} after {time.monotonic() - begun:.0f} s: {command}")
        return done.returncode


@contextmanager
def machine(keep: Path | None, release: str, mirror: str, pytest: str) -> Iterator[Machine]:
    folder = keep or Path(tempfile.mkdtemp(prefix="jungle-debian-"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    mounted = []
    try:
        made = Machine(folder, release, mirror, pytest)
        for kind, name, options in MOUNTS:
            (folder / name).mkdir(exist_ok=True)
            run(["mount", "-t", kind, "-o", options, kind, str(folder / name)])
            mounted.append(folder / name)
        # Only what belongs to this root: no folder of this machine can be reached, or deleted, through it.
        (folder / "dev/ptmx").unlink(missing_ok=True)
        (folder / "dev/ptmx").symlink_to("pts/ptmx")
        yield made
    finally:
        for mount in reversed(mounted):
            subprocess.run(["umount", "--lazy", str(mount)], check=False, capture_output=True)
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def try_as_root(new: Machine) -> list[str]:
    new.clone("/root")
    return check(
        (new.run(GAME, answers=ANSWERS), 0, "the game, as root"),
        (new.run(new.test), 0, "make test, as root"),
    )


def try_as_user(new: Machine) -> list[str]:
    new.clone("/home/ada")
    run(["chown", "-R", "--reference", str(new.folder / "home/ada"), str(new.folder / "home/ada/jungle")])
    wrong = check(
        (new.run(GAME, "ada", ANSWERS), 0, "the game, as a user without a venv module"),
        (new.run(new.test, "ada"), 2, "make test, as a user without a venv module"),
    )
    new.run("apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv > /dev/null")
    return wrong + check(
        (new.run(GAME, "ada", ANSWERS), 0, "the game, as a user with a venv module"),
        (new.run(new.test, "ada"), 0, "make test, as a user with a venv module"),
    )


def check(*results: tuple[int, int, str]) -> list[str]:
    return [f"{what}: exit code {code} instead of {expected}" for code, expected, what in results if code != expected]


def run(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"jungle: {shlex.join(command)} failed: {done.stderr.strip() or done.returncode}")


def settings() -> dict[str, str]:
    """The settings with which pip and npm reach their registries from here."""
    return {name: value for name, value in os.environ.items() if name.startswith(VARIABLES)}


def copy(source: Path, target: Path) -> None:
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.exists():
            shutil.copy(source, target)


def say(text: str) -> None:
    print(f"[fresh machine] {text}", flush=True)


def apt_mirror() -> str:
    """Where this machine's apt gets Debian from."""
    done = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=False,
    )
    sites = [line for line in done.stdout.split() if "security" not in line]
    if not sites:
        sys.exit("jungle: this machine's apt has no sources to copy")
    return sites[0]


def this_release() -> str:
    """The code name of this machine's release."""
    release = Path("/etc/os-release").read_text(encoding="utf-8")
    return next(line.partition("=")[2] for line in release.splitlines() if line.startswith("VERSION_CODENAME="))


TRIES = {"root": try_as_root, "user": try_as_user}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("who", nargs="?", choices=TRIES, help="only this try instead of both")
    parser.add_argument("--release", choices=RELEASES | UBUNTU, help="only this release instead of Debian's")
    parser.add_argument("--mirror", metavar="URL", help="where to get the release from, instead of this machine's")
    parser.add_argument("--pytest", metavar="ARGS", default="", help="options for pytest, to test less")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="make the system in FOLDER and leave it there")
    options = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("jungle: this needs root and debootstrap (apt-get install debootstrap)")
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # so that nothing stays mounted
    if options.release in UBUNTU and not options.mirror:
        sys.exit("jungle: expected --mirror with the address of an Ubuntu mirror")
    mirror = options.mirror or apt_mirror()
    wrong = []
    for release in [options.release] if options.release else RELEASES:
        for who in [options.who] if options.who else TRIES:
            with machine(options.keep, release, mirror, options.pytest) as new:
                wrong += [f"{(RELEASES | UBUNTU)[release]}: {line}" for line in TRIES[who](new)]
    for line in wrong:
        say(f"WRONG: {line}")
    say("failed" if wrong else "everything is as the README says")
    return bool(wrong)


if __name__ == "__main__":
    program.run(main)
