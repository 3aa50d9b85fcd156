"""The words of every front end: one JSON file per language beside this module, keyed alike.

Texts are `str.format` templates. What several front ends say (animals, sides, endings) has keys of its own; the rest
is below the name of its front end.

>>> say = Speaker(Language.CHINESE)
>>> say("animal.lion"), Speaker(Language.ENGLISH)("animal.lion")
('狮', 'lion')
"""

import json
import os
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib.resources import files


class Language(Enum):
    ENGLISH = "en"
    CHINESE = "zh"


def language_of_locale(environment: Mapping[str, str] = os.environ) -> Language:
    """Chinese where the locale says so, else English."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return Language.CHINESE if locale.startswith("zh") else Language.ENGLISH


@cache
def messages(language: Language) -> Mapping[str, str]:
    """All texts of a language by their keys."""
    text = files(__name__).joinpath(f"{language.value}.json").read_text(encoding="utf-8")
    loaded: dict[str, str] = json.loads(text)
    return loaded


class Speaker:
    """Says messages in one language. A key that no file has is our own bug."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __contains__(self, key: str) -> bool:
        return key in messages(self.language)

    def __call__(self, key: str, **values: object) -> str:
        text = messages(self.language)[key]
        return text.format(**values) if values else text
