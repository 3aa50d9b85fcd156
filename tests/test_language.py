import re
from importlib import import_module
from string import Formatter

import pytest

from jungle import Animal, Reason, Side
from jungle.language import TABLES, Language, Speaker, language_of_locale

MESSAGES = [
    (table, key, texts) for table in TABLES for key, texts in import_module(f"jungle.language.{table}").MESSAGES.items()
]
CHINESE = re.compile("[\u4e00-\u9fff]")


def names(template: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize(("table", "key", "texts"), MESSAGES, ids=lambda value: value if isinstance(value, str) else "")
def test_both_languages_say_the_same(table: str, key: str, texts: tuple[str, str]) -> None:
    english, chinese = texts
    assert english
    assert chinese
    assert not CHINESE.search(english)
    assert names(chinese) <= names(english) | {"number"}


def test_no_key_is_in_two_tables() -> None:
    keys = [key for _, key, _ in MESSAGES]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", Language)
def test_the_words_of_the_game_are_there(language: Language) -> None:
    say = Speaker(language)
    keys = [f"animal.{animal}" for animal in Animal] + [f"side.{str(side).lower()}" for side in Side]
    assert all(say(key) for key in [*keys, *(f"ending.{reason.value}" for reason in Reason)])


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, Language.ENGLISH),
        ({"LANG": "zh_CN.UTF-8"}, Language.CHINESE),
        ({"LANG": "zh_TW"}, Language.CHINESE),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, Language.ENGLISH),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LC_ALL": ""}, Language.CHINESE),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], language: Language) -> None:
    assert language_of_locale(environment) is language


def test_an_unknown_key_is_our_own_mistake() -> None:
    with pytest.raises(KeyError):
        Speaker(Language.ENGLISH)("terminal.nonsense")
