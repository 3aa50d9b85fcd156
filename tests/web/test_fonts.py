"""The page's typefaces: small, complete, licensed; and a page without them."""

from io import BytesIO
from pathlib import Path

import pytest

from jungle.language import messages
from jungle.web import fonts

BUDGET = 50_000
"""Bytes of all fonts together: the first visit loads them."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JUNGLE_HOME", str(tmp_path))
    fonts._kept.cache_clear()
    return tmp_path


def made() -> dict[str, bytes]:
    if not fonts.are_available():
        pytest.skip("the extra `server` is not installed")
    return {path: make() for path, make in fonts.font_files().items()}


def test_the_fonts_are_small_and_kept(home: Path) -> None:
    files = made()
    assert sum(len(body) for path, body in files.items() if path.endswith(".woff2")) < BUDGET
    kept = {path.name.rsplit("-", 1)[0]: path.read_bytes() for path in (home / "fonts").iterdir()}
    assert kept == {path[6:-6]: body for path, body in files.items() if path.endswith(".woff2")}


def test_the_fonts_have_every_western_letter_of_the_texts(home: Path) -> None:
    files = made()
    from fontTools.ttLib import TTFont

    wanted = {letter for text in messages("en").values() for letter in text if " " <= letter < "\u0100"}
    for path, body in files.items():
        if path.endswith(".woff2"):
            assert wanted <= {chr(code) for code in TTFont(BytesIO(body)).getBestCmap()}, path


def test_a_subset_does_not_carry_the_name_of_the_font(home: Path) -> None:
    files = made()
    from fontTools.ttLib import TTFont

    records = TTFont(BytesIO(files["fonts/heading.woff2"]))["name"].names
    assert not [record for record in records if record.nameID in (1, 4)]
    assert b"SIL OPEN FONT LICENSE" in files["fonts/OFL.txt"]
    assert b'Reserved Font Name "Fredoka"' in files["fonts/OFL.txt"]


def test_a_page_without_the_packages_uses_the_fonts_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "are_available", lambda: False)
    assert fonts.font_files() == {}
    assert fonts.font_styles() == b""
