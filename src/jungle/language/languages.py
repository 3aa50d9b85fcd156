"""The languages: one JSON file each, with the texts and, under ``@language``, what the program must know about it.

>>> [language.name for language in languages().values()]
['English', '简体中文', '繁體中文']

The folder in the environment variable `JUNGLE_LANGUAGES` may hold more; a file there replaces one of that name here.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any

from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.language.plurals import CATEGORIES, Rule, category, parse_rule

ENGLISH = "en"
"""The language of last resort, and of the words that can be typed in every other."""
FOLDER_VARIABLE = "JUNGLE_LANGUAGES"
METADATA = "@language"
_CODE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_HEAD = re.compile(rf'\s*\{{\s*"{METADATA}"\s*:\s*')


class LanguageError(JungleError):
    """A language is unknown, or its file is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """A language, without its texts."""

    code: str
    """As in HTML: the name of its file."""
    name: str
    """What it calls itself."""
    locales: tuple[str, ...]
    """The locales that use it, by their beginning: ``zh-TW`` before ``zh``."""
    plurals: Mapping[str, str]
    """The rules of its plural forms by Unicode category, see `plurals`; all other numbers are `other`."""
    spaces: bool
    """Whether it writes spaces between words."""
    pieces: str
    """The set of pieces that the page shows first."""
    typed: Mapping[str, tuple[str, ...]]
    """The words that can be typed in a terminal game, by the English word they stand for."""
    shipped: bool
    """Whether it comes with the package."""
    file: Traversable = field(repr=False)
    _rules: Mapping[str, Rule] = field(repr=False)

    def plural_form(self, number: int) -> str:
        """The Unicode plural category of a number.

        >>> [languages()["en"].plural_form(number) for number in (0, 1, 2)]
        ['other', 'one', 'other']
        """
        return category(self._rules, number)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories that its numbers have."""
        return (*self._rules, "other")

    @classmethod
    def from_file(cls, file: Traversable, *, shipped: bool = False) -> "Language":
        """Read the metadata at the head of a file, without the texts. Raises LanguageError."""
        code = file.name.removesuffix(".json")
        try:
            if not _CODE.fullmatch(code):
                raise ValueError("expected a language code as its name, like pt-BR.json")
            text = file.read_text(encoding="utf-8")
            if not (head := _HEAD.match(text)):
                raise ValueError(f"expected {METADATA!r} as its first key")
            about, _ = json.JSONDecoder().raw_decode(text, head.end())
            return cls(code=code, shipped=shipped, file=file, **_parsed(about))
        except (OSError, ValueError, RecursionError) as error:
            raise LanguageError(f"{file}: {error}") from None


def _parsed(about: Any) -> dict[str, Any]:
    """The fields of a language from its metadata. Raises ValueError."""
    usual: dict[str, Any] = {"name": "", "locales": [], "plurals": {}, "spaces": True, "pieces": "painted", "typed": {}}
    if not isinstance(about, dict):
        raise ValueError(f"expected an object as {METADATA}, got {about!r:.80}")
    if unknown := sorted(about.keys() - usual.keys()):
        raise ValueError(f"unknown key {unknown[0]!r} in {METADATA}; expected one of: {', '.join(usual)}")
    found = usual | about
    for key, value in found.items():
        if not isinstance(value, type(usual[key])):
            raise ValueError(f"expected {key} as {type(usual[key]).__name__} in {METADATA}, got {value!r:.80}")
    if not found["name"]:
        raise ValueError(f"expected the language's name in {METADATA}")
    texts = (*found["locales"], *found["plurals"].values(), *found["typed"].values())
    if not all(isinstance(each, str) for each in texts):
        raise ValueError(f"expected only texts in the locales, plurals and typed words of {METADATA}")
    if unknown := sorted(found["plurals"].keys() - {*CATEGORIES}):
        raise ValueError(f"unknown plural {unknown[0]!r}; expected one of: {', '.join(CATEGORIES)}")
    return {
        "name": found["name"],
        "locales": tuple(found["locales"]),
        "plurals": found["plurals"],
        "spaces": found["spaces"],
        "pieces": found["pieces"],
        "typed": {english: tuple(words.split()) for english, words in found["typed"].items()},
        "_rules": {name: parse_rule(found["plurals"][name]) for name in CATEGORIES if name in found["plurals"]},
    }


def languages() -> Mapping[str, Language]:
    """All languages by code, English first. Raises LanguageError for a damaged file."""
    return _found(os.environ.get(FOLDER_VARIABLE) or None)


@cache
def _found(folder: str | None) -> Mapping[str, Language]:
    shipped = (file for file in files(__package__).iterdir() if file.name.endswith(".json"))
    found = [Language.from_file(file, shipped=True) for file in shipped]
    if folder is not None:
        if not Path(folder).is_dir():
            raise LanguageError(f"{FOLDER_VARIABLE}: expected a folder of language files, got {folder!r}")
        found += [Language.from_file(file) for file in Path(folder).glob("*.json")]
    by_code = {language.code: language for language in found}
    return dict(sorted(by_code.items(), key=lambda item: (item[0] != ENGLISH, item[0])))


def language(code: str) -> Language:
    """The language with a code. Raises LanguageError.

    >>> language("zh").name
    '简体中文'
    """
    if code not in languages():
        raise LanguageError(f"unknown language {code!r}; expected one of: {', '.join(languages())}")
    return languages()[code]


def language_of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """The code of the language of a locale; English if there is none.

    >>> language_of_locale({"LANG": "zh_TW.UTF-8"}), language_of_locale({"LANG": "C.UTF-8"})
    ('zh-Hant', 'en')
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    wanted = f"{locale.partition('.')[0].partition('@')[0].replace('_', '-').lower()}-"
    fitting = [
        (len(beginning), language.code)
        for language in languages().values()
        for beginning in language.locales
        if wanted.startswith(f"{beginning.lower()}-")
    ]
    return max(fitting, default=(0, ENGLISH))[1]


def messages(code: str) -> Mapping[str, str]:
    """All texts of a language by their keys, with those that games in `GAMES` bring along.

    A language from the folder of `JUNGLE_LANGUAGES` may lack some; English stands in. Raises LanguageError.
    """
    packages = tuple(game.features.words for game in GAMES.values() if game.features.words)
    return _messages(language(code), packages)


@cache
def _messages(language: Language, packages: tuple[str, ...]) -> Mapping[str, str]:
    texts: dict[str, str] = {}
    for package in packages:
        own, english = (files(package).joinpath(f"{code}.json") for code in (language.code, ENGLISH))
        texts |= json.loads((own if own.is_file() else english).read_text(encoding="utf-8"))
    return {**texts, **_texts(language)}


@cache
def _texts(language: Language) -> Mapping[str, str]:
    try:
        texts: dict[str, str] = json.loads(language.file.read_text(encoding="utf-8"))
        del texts[METADATA]
        return texts if language.shipped else _completed(texts, language)
    except (OSError, ValueError, RecursionError) as error:
        raise LanguageError(f"{language.file}: {error}") from None


def _completed(texts: dict[str, str], language: Language) -> dict[str, str]:
    """The texts of a language, and those of English for what is missing. Raises ValueError for a text of no use."""
    english = _texts(languages()[ENGLISH])
    for key, text in english.items():
        base, _, form = key.rpartition(".")
        counts = form in ("one", "other") and f"{base}.one" in english and f"{base}.other" in english
        for own in [f"{base}.{each}" for each in language.categories] if counts else [key]:
            given = texts.setdefault(own, english[f"{base}.other"] if counts else text)
            if not isinstance(given, str):
                raise ValueError(f"expected a text as {own!r}, got {given!r:.80}")
            if unknown := _places(given) - _places(text):
                expected = ", ".join(sorted(_places(text))) or "none"
                raise ValueError(f"expected placeholders of {expected} in {own!r}, got {min(unknown)!r}")
    return texts


def _places(text: str) -> set[str]:
    """The placeholders of a text. Raises ValueError."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
