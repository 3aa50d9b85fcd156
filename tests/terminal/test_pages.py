from datetime import date

import pytest

import jungle
from jungle import Game
from jungle.language import Translator, languages
from jungle.terminal.ansi import width
from jungle.terminal.pages import ranks_page, squares_page, welcome


def test_the_welcome_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jungle, "__version__", "12.3.4")
    monkeypatch.setattr(jungle, "__date__", "2027-02-03")
    assert welcome(Translator("en")) == (
        "|--------------------------------------------|\n"
        "|             -WELCOME TO JUNGLE-            |\n"
        '| Type "help" if you need instructions anyt- |\n'
        "| -ime during the game. Cheers and ENJOY!    |\n"
        "|                                            |\n"
        "|                                            |\n"
        "| Game Version: V12.3.4                      |\n"
        "| (Last updated on Feb 3, 2027)              |\n"
        "| (Free software: GPL-3.0-or-later)          |\n"
        "|--------------------------------------------|\n"
    )


@pytest.mark.parametrize("language", languages())
def test_the_frame_of_the_welcome_page_is_straight(language: str) -> None:
    lines = welcome(Translator(language)).splitlines()
    assert {width(line) for line in lines} == {46}
    assert all(line[0] == line[-1] == "|" for line in lines)


def test_the_version_date_is_valid() -> None:
    assert date.fromisoformat(jungle.__date__).isoformat() == jungle.__date__


@pytest.mark.parametrize("language", languages())
def test_pages_with_columns_fit_the_screen(language: str) -> None:
    for page in (ranks_page(Translator(language), Game()), squares_page(Translator(language))):
        assert all(width(line) <= 80 for line in page.splitlines())
