"""The words of every front end: one JSON file per language beside this module, keyed alike.

Texts are `str.format` templates. What several front ends say (animals, sides, endings) has keys of its own; the rest
is below the name of its front end. A text that counts something has one key for each plural form of its language,
`.one` and `.other`; it is asked for without them.

>>> chinese, english = Speaker(Language.CHINESE), Speaker(Language.ENGLISH)
>>> chinese("animal.lion"), english("animal.lion")
('狮', 'lion')
>>> [english("online.n games", count=count) for count in (1, 2)], chinese("online.n games", count=1)
(['1 game', '2 games'], '1 局')
"""

import json
import os
import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib.resources import files


class Language(Enum):
    ENGLISH = "en"
    CHINESE = "zh"
    TRADITIONAL = "zh-Hant"
    """Chinese in traditional characters, as written in Taiwan; made from the simplified by `tools/traditional.py`."""

    @property
    def is_chinese(self) -> bool:
        return self is not Language.ENGLISH


_TRADITIONAL_LOCALE = re.compile("zh.*(TW|HK|MO|Hant)", re.IGNORECASE)


def language_of_locale(environment: Mapping[str, str] = os.environ) -> Language:
    """Chinese if the locale says so, in the script of its country; else English."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if _TRADITIONAL_LOCALE.match(locale):
        return Language.TRADITIONAL
    return Language.CHINESE if locale.startswith("zh") else Language.ENGLISH


@cache
def messages(language: Language) -> Mapping[str, str]:
    """All texts of a language by their keys."""
    text = files(__name__).joinpath(f"{language.value}.json").read_text(encoding="utf-8")
    loaded: dict[str, str] = json.loads(text)
    return loaded


def plural_form(language: Language, number: int) -> str:
    """The plural category of a number, as Unicode names it: English has two, Chinese has one."""
    return "one" if language is Language.ENGLISH and number == 1 else "other"


class Speaker:
    """Says messages in one language. A key that no file has is our own bug."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __contains__(self, key: str) -> bool:
        texts = messages(self.language)
        return key in texts or f"{key}.other" in texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key. Its plural form goes by `count`, or else by the first number among the values."""
        texts = messages(self.language)
        text = texts.get(key)
        if text is None:
            numbers = [value for value in values.values() if isinstance(value, int)]
            count = values.get("count", numbers[0] if numbers else 0)
            assert isinstance(count, int)
            text = texts.get(f"{key}.{plural_form(self.language, count)}")
        if text is None:
            raise KeyError(key)
        return text.format(**values) if values else text
