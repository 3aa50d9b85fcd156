"""The window on a real, small X11 screen."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.driving import pass_time

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xwininfo")), reason="needs Xvfb and xwininfo (x11-utils)"
)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen of 960×600 on a free display number."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "960x600x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        number = numbers.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.mark.parametrize(("options", "size"), [([], "900x552"), (["--size", "960x600"], "960x600")])
def test_the_window_fits_a_small_screen_and_has_our_name(
    options: list[str], size: str, display: str, tmp_path: Path
) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    environment |= {"DISPLAY": display, "JUNGLE_HOME": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-m", "jungle", "desktop", *options], env=environment) as program:
        try:
            found: list[tuple[str, ...]] = []

            def look(_: float) -> None:
                tree = ["xwininfo", "-display", display, "-root", "-tree"]
                text = subprocess.run(tree, capture_output=True, text=True, check=False).stdout
                found[:] = re.findall(r'"Jungle.*": \("(.*)" "(.*)"\)\s+(\d+x\d+)', text)

            pass_time(look, lambda: bool(found))
            assert found == [("Jungle", "Jungle", size)]
        finally:
            program.terminate()
