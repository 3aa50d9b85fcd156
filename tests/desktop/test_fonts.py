"""Fonts: open fonts for Latin letters, system fonts for everything else."""

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from jungle.desktop import fonts
from jungle.desktop.canvas import Canvas
from jungle.desktop.fonts import BOLD, HEADING, TEXT, font_for
from jungle.language import languages
from jungle.svg.themes import THEMES


def width(path: str | None, text: str) -> int:
    return int(pygame.font.Font(path, 40).size(text)[0])


@pytest.mark.parametrize(
    ("style", "expected"), [({}, TEXT), ({"bold": True}, BOLD), ({"bold": True, "heading": True}, HEADING)]
)
def test_latin_text_is_set_in_the_open_fonts(style: dict[str, bool], expected: tuple[str, str]) -> None:
    path = fonts._packaged(*expected)
    assert path is not None
    for text in ("Player vs AI", "Zoë – Renée…"):
        assert font_for(text, 40, **style).size(text)[0] == width(path, text)


def test_letters_that_the_open_fonts_lack_come_from_the_system() -> None:
    path = fonts._packaged(*TEXT)
    assert font_for("Жанна", 40).size("Жанна")[0] != width(path, "Жанна")
    assert font_for("Ζωή", 40) is font_for("Жанна", 40)


def test_text_is_drawn_without_the_font_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_packaged", lambda package, name: None)
    assert font_for("Player", 40).size("Player")[0] > 0


def test_a_missing_fontconfig_causes_no_warning(tmp_path: Path) -> None:
    code = "import pygame; pygame.font.init(); from jungle.desktop.fonts import font_for; font_for('Жанна', 40)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_headings_differ_from_bold_text() -> None:
    canvas = Canvas(pygame.Surface((480, 640)), THEMES["meadow"], piece_set="painted", language=languages()["en"])
    large, small = canvas.measure("Rules", 1.7, bold=True), canvas.measure("Rules", 1.7)
    assert large != small
    assert canvas._font("Rules", canvas.size(1.7), True) is not canvas._font("Rules", canvas.size(1.0), True)
