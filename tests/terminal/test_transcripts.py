"""Complete sessions, checked character by character: one for each section of the manual, and more."""

import difflib
from pathlib import Path

import pytest

from jungle.terminal.ansi import COLOUR
from tests.terminal.pseudo_terminal import PseudoTerminal
from tests.terminal.transcript import COLOURED, FOLDER, Transcript, play

TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))

SECTIONS = ("1", "2.1", "2.2", "2.3", "2.4", "2.5", "3.1", "3.2", "3.3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6")

IN_A_TERMINAL = ("1-start", "2.3-help", "2.5-exit", "against-easy", "chinese", "flip-questions", "save-and-load")


def test_transcripts_are_the_same_through_pipes(environment: dict[str, str], tmp_path: Path) -> None:
    differences: list[str] = []
    for number, path in enumerate(TRANSCRIPTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        transcript = Transcript.read(path)
        typed = [line for line in transcript.typed if line != "^D"]
        own = environment | {"JUNGLE_HOME": str(folder / "state"), **COLOURED}
        played = play(transcript.arguments, typed, own, folder)
        expected = f"{transcript.screen()}[exit {transcript.code}]"
        got = COLOUR.sub("", f"{played.shown}{played.complaints}[exit {played.code}]")
        differences += difflib.unified_diff(expected.splitlines(), got.splitlines(), path.stem, lineterm="")
    assert not differences, "\n".join(differences)


@pytest.mark.parametrize("name", IN_A_TERMINAL)
def test_in_a_terminal(name: str, environment: dict[str, str], tmp_path: Path) -> None:
    transcript = Transcript.read(FOLDER / f"{name}.txt")
    environment |= {"TERM": "xterm", "COLORFGBG": "15;0"}
    with PseudoTerminal(transcript.arguments, environment, tmp_path) as terminal:
        for shown, typed in zip(transcript.shown, transcript.typed, strict=False):
            terminal.wait_for(shown)
            terminal.type("\x04" if typed == "^D" else f"{typed}\n")
        assert terminal.wait_for_end() == transcript.code
        assert stripped(terminal.screen) == stripped(transcript.screen())


def stripped(screen: str) -> list[str]:
    """Lines without trailing spaces."""
    return [line.rstrip() for line in screen.splitlines()]


def test_every_section_of_the_manual_has_a_transcript() -> None:
    stems = [path.stem for path in TRANSCRIPTS]
    assert not [section for section in SECTIONS if not any(stem.startswith(f"{section}-") for stem in stems)]
