#!/usr/bin/env python3
"""The system packages that Jungle is built and tested with, and how to install them.

    python3 tools/system_packages.py build    what `make setup` needs: a venv, a compiler, Python's headers
    python3 tools/system_packages.py test     everything, including the tests' browser, node and databases

As root on Debian or Ubuntu it installs what is missing. Otherwise it prints the command that would, and exits with 0:
the tests that need a missing part are skipped. There are two exceptions. Without a venv nothing runs at all; and in CI
(the environment variable `CI` is set) a missing part is an error.

It runs before anything is installed, so it needs only the standard library.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """Something the system provides: its name in messages, the Debian packages that contain it, and a check."""

    title: str
    packages: str
    is_there: Callable[[], bool]
    group: str = "test"
    without: str = "tests that need it are skipped"


def has_command(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def has_file(*places: tuple[str, str]) -> Callable[[], bool]:
    """Whether a file below one of these folders matches a pattern."""
    return lambda: any(next(Path(folder).glob(pattern), None) for folder, pattern in places)


def has_shell() -> bool:
    """Whether Chromium without windows is installed, or apt does not know it."""
    return bool(shutil.which(SHELL)) or not shutil.which("apt-cache") or not is_offered(SHELL)


def is_offered(package: str) -> bool:
    """Whether apt knows a package."""
    return subprocess.run(["apt-cache", "show", package], capture_output=True, check=False).returncode == 0


def has_venv() -> bool:
    # Ask the Python that the venv will be made with, even if this one is inside a venv already.
    python = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
    command = [str(python) if python.exists() else sys.executable, "-c", "import ensurepip, venv"]
    return subprocess.call(command, stderr=subprocess.DEVNULL) == 0


def has_headers() -> bool:
    prefix = {"installed_base": sys.base_prefix, "base": sys.base_prefix}
    return Path(sysconfig.get_path("include", vars=prefix), "Python.h").exists()


SHELL = "chromium-headless-shell"
NO_CORE = "Jungle is built without its C++ core: slower, and tests that need the core are skipped"

PARTS = {
    "venv": Part("Python's venv module", "python3-venv", has_venv, "build"),
    "compiler": Part("a C++ compiler", "g++", has_command("g++", "clang++", "c++", "cl"), "build", NO_CORE),
    "headers": Part("Python's headers", "python3-dev", has_headers, "build", NO_CORE),
    "make": Part("make", "make", has_command("make", "gmake"), "build"),
    "node": Part("node", "nodejs", has_command("node")),
    "npm": Part("npm", "npm", has_command("npm"), without="the browser app is not linted or type-checked"),
    "chromium": Part("Chromium", "chromium", has_command("chromium", "chromium-browser", "google-chrome")),
    "shell": Part("Chromium without windows", SHELL, has_shell, without="browser tests take twice as long"),
    "postgresql": Part("PostgreSQL", "postgresql", has_file(("/usr/lib/postgresql", "*/bin/initdb"))),
    "redis": Part("Redis", "redis-server", has_command("redis-server")),
    "font": Part(
        "a Chinese font",
        "fontconfig fonts-wqy-microhei",
        has_file(
            ("/usr/share/fonts", "**/*CJK*"),
            ("/usr/share/fonts", "**/wqy*"),
            ("/System/Library/Fonts", "PingFang*"),
            ("C:/Windows/Fonts", "msyh*"),
        ),
    ),
}


def missing(group: str = "test") -> list[str]:
    """The names of missing parts: of all parts, or only of those a build needs."""
    return [name for name, part in PARTS.items() if group in ("test", part.group) and not part.is_there()]


def packages(names: list[str]) -> str:
    return " ".join(PARTS[name].packages for name in names)


def install_command(names: list[str]) -> str:
    """The command that installs parts."""
    if not shutil.which("apt-get"):
        return f"install what Debian calls {packages(names)}"
    sudo = "" if is_root() else "sudo "
    return f"{sudo}apt-get update && {sudo}apt-get install --no-install-recommends {packages(names)}"


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install(names: list[str]) -> None:
    """Install parts with apt-get, which reports its own errors. Check again afterwards."""
    _apt_get("update", "-qq")
    # One package that apt does not know would keep it from installing the others: Ubuntu has no Chromium but a snap.
    offered = [package for package in packages(names).split() if is_offered(package)]
    if offered:
        _apt_get("install", "-y", "-qq", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", *offered)


def _apt_get(*words: str) -> None:
    subprocess.call(
        ["apt-get", *words],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def record(path: Path) -> None:
    """Write the available parts to a file, for make: what it builds depends on them."""
    absent = missing()
    there = "".join(f"{name}\n" for name in PARTS if name not in absent)
    if not path.exists() or path.read_text(encoding="utf-8") != there:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(there, encoding="utf-8")


def say(text: str) -> None:
    print(f"system packages: {text}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Check for the system packages that Jungle needs; as root, install them."
    )
    parser.add_argument("group", choices=["build", "test"], help="only what a build needs, or everything")
    parser.add_argument("--record", metavar="FILE", type=Path, help="write the names of the available parts to FILE")
    options = parser.parse_args(arguments)
    if sys.version_info < (3, 11):
        sys.exit(f"Jungle needs Python 3.11 or newer; this is Python {sys.version_info.major}.{sys.version_info.minor}")
    names = missing(options.group)
    if names:
        say(f"missing: {', '.join(PARTS[name].title for name in names)}")
        if is_root() and shutil.which("apt-get"):
            say(f"installing {packages(names)} …")
            install(names)
            before, names = names, missing(options.group)
            if known := [name for name in names if name not in before]:  # To apt, since its update.
                install(known)
                names = missing(options.group)
    if options.record:
        record(options.record)
    if not names:
        return 0
    if os.environ.get("CI"):
        say(f"in CI nothing may be missing: {install_command(names)}")
        return 1
    if "venv" in names:
        say(f"nothing can be set up without {PARTS['venv'].title}: {install_command(names)}")
        return 1
    for name in names:
        say(f"without {PARTS[name].title}, {PARTS[name].without}")
    say(f"to install what is missing: {install_command(names)}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\nsystem packages: interrupted")
    except OSError as error:
        sys.exit(f"system packages: {error}")
