"""Try an installed package as users would: `python -P try_wheel.py`, in a clean environment outside the source tree.

Tries the rules, the engine, the tables, the window (without a screen), the server, the page, and the documentation.
Standard library only; `make wheel` runs it in the environment that the wheel was installed in.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

WAIT = 60
"""How many seconds a program may take to start or stop."""


def command(*arguments: str) -> list[str]:
    """The console script next to this Python."""
    folder = Path(sys.executable).parent
    return [str(folder / ("jungle.exe" if os.name == "nt" else "jungle")), *arguments]


def run(*arguments: str, typed: str = "") -> str:
    done = subprocess.run(command(*arguments), input=typed, stdout=subprocess.PIPE, text=True, timeout=300, check=True)
    return done.stdout


def try_rules() -> str:
    import jungle

    place = Path(jungle.__file__).resolve()
    assert "site-packages" in place.parts, f"expected an installed package, got {place}"
    assert jungle.native_available() or os.environ.get("JUNGLE_REQUIRE_NATIVE") == "0", "expected the C++ core"
    assert jungle.perft(jungle.Position.initial(), 4) == 260_099
    ended = run("play", "--fen", "7/3R3/7/7/7/7/e6/7/7 b 0 1", typed="friend\nmove d8 d9\n")
    assert "wins the game! (by entering the den)" in ended
    return f"jungle {jungle.__version__}"


def try_engine() -> str:
    return run("bench").splitlines()[0]


def try_tables() -> str:
    run("tablebase", "build", "--classes", "E-R", "--jobs", "1", "--folder", "tables")
    probed = run("tablebase", "probe", "--folder", "tables", "7/7/7/7/7/7/3r3/7/E6 r 0 1")
    assert probed.startswith("Red: win in 3\n"), probed
    return "win in 3"


def try_window() -> str:
    """Open the window, and close it a second later."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    import pygame

    from jungle.desktop.window import run as run_window

    pygame.display.init()
    pygame.time.set_timer(pygame.QUIT, 1000, loops=1)
    run_window(size=(900, 640))
    return "opened and closed"


def try_server() -> str:
    server = subprocess.Popen(command("serve", "--port", "0", "--data", "data"), stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        first = server.stdout.readline()
        address = first.rpartition(" ")[2].strip()
        with urllib.request.urlopen(f"{address}/readyz", timeout=WAIT) as answer:
            state = json.load(answer)
        with urllib.request.urlopen(f"{address}/", timeout=WAIT) as answer:
            assert b"<html" in answer.read()
        with urllib.request.urlopen(f"{address}/docs/", timeout=WAIT) as answer:
            assert b"Jungle" in answer.read()
    finally:
        server.terminate()
        server.wait(WAIT)
    return json.dumps(state)


def try_page() -> str:
    run("web", "--export", "page")
    names = {path.name for path in Path("page").rglob("*")}
    assert {"index.html", "core.wasm", "core-threads.wasm"} <= names, sorted(names)
    return f"{len(names)} files"


def try_docs() -> str:
    """The wheel contains the site: no Sphinx is installed here. Its pictures and boards come from the package."""
    folder = Path(run("docs", "--where").strip())
    assert "site-packages" in folder.parts, f"expected the site in the package, got {folder}"
    docs = subprocess.Popen(command("docs", "--no-open", "--port", "0"), stdout=subprocess.PIPE, text=True)
    assert docs.stdout is not None
    try:
        address = docs.stdout.readline().partition(" (")[0].rpartition(" ")[2].strip().rstrip("/")
        for name in ("index.html", "learn/rules.html", "_images/play.png", "_static/page/board/board.js"):
            with urllib.request.urlopen(f"{address}/{name}", timeout=WAIT) as answer:
                assert answer.read(), name
    finally:
        docs.terminate()
        docs.wait(WAIT)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return f"{size / 1e6:.1f} MB in {folder.name}"


def main() -> int:
    parts = [try_rules, try_engine, try_tables, try_window, try_server, try_page, try_docs]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        os.environ["JUNGLE_HOME"] = str(Path(folder) / "home")
        for part in parts:
            print(f"{part.__name__.removeprefix('try_'):8}{part()}", flush=True)
        os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
