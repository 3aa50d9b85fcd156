"""The texts of every front end: one JSON file per language next to this module, all with the same keys.

Texts are `str.format` templates. Those that several front ends share (animals, sides, endings) have common keys; others
start with the name of their front end. A text that counts something has one key per plural form of its language,
such as `.one` and `.other`; callers leave the suffix out.

>>> chinese, english = Translator("zh"), Translator("en")
>>> chinese("animal.lion"), english("animal.lion")
('狮', 'lion')
>>> [english("online.n games", count=count) for count in (1, 2)], chinese("online.n games", count=1)
(['1 game', '2 games'], '1 局')
"""

from jungle.language.languages import (
    ENGLISH,
    Language,
    LanguageError,
    language,
    language_of_locale,
    languages,
    messages,
)

__all__ = [
    "ENGLISH",
    "Language",
    "LanguageError",
    "Translator",
    "language",
    "language_of_locale",
    "languages",
    "messages",
]


class Translator:
    """Formats texts in one language, by its code. A missing key is a bug."""

    def __init__(self, code: str) -> None:
        self.language = language(code)

    def __contains__(self, key: str) -> bool:
        texts = messages(self.language.code)
        return key in texts or f"{key}.other" in texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key. The plural form is chosen by `count`, or by the first number among the values."""
        texts = messages(self.language.code)
        text = texts.get(key)
        if text is None:
            numbers = [value for value in values.values() if isinstance(value, int)]
            count = values.get("count", numbers[0] if numbers else 0)
            assert isinstance(count, int)
            text = texts.get(f"{key}.{self.language.plural_form(count)}")
        if text is None:
            raise KeyError(key)
        return text.format(**values) if values else text
