"""Transcripts: whole sessions, what is typed and every character that is shown.

A transcript is a text file: the command line after `$`, then the screen, with what is typed between « and », and the
exit code at the end. `^D` is the end of input; `@WELCOME@` stands for the welcome page, which changes with each
version. To write the screens of transcripts anew from what is typed in them, run
`python tests/terminal/transcript.py FILE…`, and then read the difference.
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from jungle.cli import main
from jungle.language import Language, Speaker
from jungle.terminal.pages import welcome

FOLDER = Path(__file__).parent / "transcripts"
WELCOME = "@WELCOME@"


@dataclass(frozen=True, slots=True)
class Transcript:
    arguments: list[str]
    parts: list[str]
    """What is shown and what is typed in turn, beginning and ending with what is shown."""
    code: int

    @classmethod
    def read(cls, path: Path) -> "Transcript":
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        screen, _, code = rest.rstrip("\n").rpartition("\n[exit ")
        assert first.startswith("$ jungle "), path
        screen = screen.replace(WELCOME, welcome_page(first))
        return cls(shlex.split(first)[2:], re.split("[«»]", screen + "\n"), int(code.rstrip("]") or 0))

    @property
    def shown(self) -> list[str]:
        return self.parts[::2]

    @property
    def typed(self) -> list[str]:
        return self.parts[1::2]

    def screen(self) -> str:
        """All that is on the screen at the end; the end of input leaves nothing there."""
        return "".join(part for part in self.parts if part != "^D")


def welcome_page(command: str) -> str:
    language = Language.CHINESE if "--lang zh" in command else Language.ENGLISH
    return welcome(Speaker(language)).removesuffix("\n")


def run_through_pipes(
    arguments: list[str], typed: list[str], environment: dict[str, str], folder: Path
) -> subprocess.CompletedProcess[str]:
    """Run the real command with its input and output in pipes."""
    return subprocess.run(
        [sys.executable, "-m", "jungle", *arguments],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        timeout=60,
        check=False,
    )


def written_anew(path: Path) -> str:
    """The transcript as it would be now, by what is typed in it."""
    first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    typed = iter([line for line in re.findall("«(.*?)»", rest) if line != "^D"])
    shown, pieces, begun = io.StringIO(), [], 0

    class Keyboard(io.StringIO):
        def readline(self, size: int = -1) -> str:
            nonlocal begun
            pieces.append(shown.getvalue()[begun:])
            line = next(typed, None)
            if line is None:
                pieces.append("«^D»")
                begun = len(shown.getvalue())
                return ""
            pieces.append(f"«{line}»")
            begun = len(shown.getvalue()) + len(line)
            return line + "\n"

    with (
        tempfile.TemporaryDirectory() as home,
        contextlib.chdir(home),
        patch.dict(os.environ, {"JUNGLE_HOME": home, "LANG": "C.UTF-8"}),
        patch.object(sys, "stdin", Keyboard()),
        contextlib.redirect_stdout(shown),
    ):
        code = main(shlex.split(first)[2:])
    pieces.append(shown.getvalue()[begun:])
    screen = "".join(pieces).replace(welcome_page(first), WELCOME)
    return f"{first}\n{screen}[exit {code}]\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(written_anew(Path(name)), encoding="utf-8")
