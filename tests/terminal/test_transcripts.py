"""Whole sessions, to the letter: one for each section of the manual, and for what goes beyond it."""

from pathlib import Path

import pytest
from pseudo_terminal import PseudoTerminal
from transcript import FOLDER, Transcript, run_through_pipes

TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))

SECTIONS = ("1", "2.1", "2.2", "2.3", "2.4", "2.5", "3.1", "3.2", "3.3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6")


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_through_pipes(path: Path, environment: dict[str, str], tmp_path: Path) -> None:
    transcript = Transcript.read(path)
    typed = [line for line in transcript.typed if line != "^D"]
    ran = run_through_pipes(transcript.arguments, typed, environment, tmp_path)
    assert ran.stdout == transcript.screen()
    assert (ran.returncode, ran.stderr) == (transcript.code, "")


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_in_a_terminal(path: Path, environment: dict[str, str], tmp_path: Path) -> None:
    transcript = Transcript.read(path)
    environment |= {"TERM": "xterm"}
    with PseudoTerminal(transcript.arguments, environment, tmp_path) as terminal:
        for shown, typed in zip(transcript.shown, transcript.typed, strict=False):
            terminal.wait_for(shown)
            terminal.type("\x04" if typed == "^D" else f"{typed}\n")
        assert terminal.wait_for_end() == transcript.code
        assert terminal.screen == transcript.screen()


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_of_the_manual_has_a_transcript(section: str) -> None:
    assert any(path.stem.startswith(f"{section}-") for path in TRANSCRIPTS)
