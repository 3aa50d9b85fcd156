"""Transcripts: complete sessions, with everything typed and every character shown.

A transcript is a text file: the command line after `$`, then the screen, with what is typed between « and », and the
exit code at the end. `^D` is the end of input; `@WELCOME@` stands for the welcome page, which changes with each
version. To regenerate the screens of transcripts from their input, run
`python tests/terminal/transcript.py FILE…` and review the diff.

The manual's screens use colours to tell the sides apart, and so do these; the files contain only the text.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

from jungle.cli import main
from jungle.language import Translator
from jungle.terminal.ansi import COLOUR
from jungle.terminal.pages import welcome

FOLDER = Path(__file__).parent / "transcripts"
WELCOME = "@WELCOME@"
COLOURED = {"FORCE_COLOR": "1"}


@dataclass(frozen=True, slots=True)
class Transcript:
    arguments: list[str]
    parts: list[str]
    """Output and input in turn, beginning and ending with output."""
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
        """Everything on the screen at the end; end of input leaves nothing there."""
        return "".join(part for part in self.parts if part != "^D")


def welcome_page(command: str) -> str:
    language = "zh" if "--lang zh" in command else "en"
    return welcome(Translator(language)).removesuffix("\n")


@dataclass(frozen=True, slots=True)
class Played:
    """The result of running the command."""

    code: int
    shown: str
    complaints: str


class Terminal(io.TextIOWrapper):
    """A stream that is not a terminal, like a pipe."""

    def __init__(self, content: bytes = b"", encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(content), encoding=encoding, newline="\n")

    def text(self) -> str:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)


def play(
    arguments: list[str],
    typed: list[str] | bytes,
    environment: dict[str, str],
    folder: Path,
    *,
    keyboard: TextIO | None = None,
    encoding: str = "utf-8",
) -> Played:
    """Run the command in this process, with streams that act as pipes."""
    content = typed if isinstance(typed, bytes) else "".join(f"{line}\n" for line in typed).encode()
    shown, complaints = Terminal(encoding=encoding), Terminal()
    with (
        contextlib.chdir(folder),
        patch.dict(os.environ, environment, clear=True),
        patch.object(sys, "stdin", keyboard or Terminal(content)),
        contextlib.redirect_stdout(shown),
        contextlib.redirect_stderr(complaints),
    ):
        code: str | int | None
        try:
            code = main(arguments)
        except SystemExit as error:
            code = error.code
    assert isinstance(code, int)
    return Played(code, shown.text(), complaints.text())


def written_anew(path: Path) -> str:
    """The transcript as it would be now, from its input."""
    transcript = Transcript.read(path)
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    with tempfile.TemporaryDirectory() as home:
        environment = {"JUNGLE_HOME": home, "LANG": "C.UTF-8", **COLOURED}
        keyboard = Keyboard([line for line in transcript.typed if line != "^D"])
        played = play(transcript.arguments, [], environment, Path(home), keyboard=keyboard)
    pieces, begun = [], 0
    for line, place in keyboard.typed:
        pieces.append(played.shown[begun:place] + f"«{line}»")
        begun = place + (0 if line == "^D" else len(line))
    screen = COLOUR.sub("", "".join(pieces) + played.shown[begun:]).replace(welcome_page(first), WELCOME)
    return f"{first}\n{screen}[exit {played.code}]\n"


class Keyboard(io.StringIO):
    """Remembers how much output there was when each line was typed."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.typed: list[tuple[str, int]] = []
        self._lines = iter(lines)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # typeshed: IOBase reads bytes
        assert isinstance(sys.stdout, Terminal)
        line = next(self._lines, "^D")
        self.typed.append((line, len(sys.stdout.text())))
        return "" if line == "^D" else f"{line}\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(written_anew(Path(name)), encoding="utf-8")
