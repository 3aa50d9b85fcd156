"""The one catalogue of messages for all front ends, in English and Chinese.

Each table of this package maps a key to its (English, Chinese) pair; `shared` holds the words of the game,
and each front end has a table of its own. Texts are `str.format` templates.

>>> say = Speaker(Language.CHINESE)
>>> say("animal.lion"), Speaker(Language.ENGLISH)("animal.lion")
('狮', 'lion')
"""

import os
from collections.abc import Mapping
from enum import Enum
from importlib import import_module

TABLES = ("shared", "engine", "terminal", "terminal_help", "flip", "desktop")


class Language(Enum):
    ENGLISH = "en"
    CHINESE = "zh"


def language_of_locale(environment: Mapping[str, str] = os.environ) -> Language:
    """Chinese where the locale says so, else English."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return Language.CHINESE if locale.startswith("zh") else Language.ENGLISH


class Speaker:
    """Says messages in one language. A key that no table has is our own bug."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._column = list(Language).index(language)
        self._messages: dict[str, tuple[str, str]] = {}
        for table in TABLES:
            self._messages |= import_module(f"{__name__}.{table}").MESSAGES

    def __call__(self, key: str, **values: object) -> str:
        text = self._messages[key][self._column]
        return text.format(**values) if values else text
