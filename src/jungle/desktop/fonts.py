"""Fonts: our own lettering for Latin text, a system font for every other script.

The lettering comes with the packages of two open fonts, Hanken Grotesk for text and Fredoka One for headings. Where
they are missing, and for letters they lack, a system font is used, or pygame's own.
"""

import warnings
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import pygame

from jungle.language import languages, messages
from jungle.pieces import Animal

TEXT = ("font_hanken_grotesk", "HankenGrotesk-Medium.otf")
BOLD = ("font_hanken_grotesk", "HankenGrotesk-Bold.otf")
HEADING = ("font_fredoka_one", "FredokaOne-Regular.ttf")
SYSTEM = "avenirnext,segoeui,notosans,opensans,ubuntu,cantarell,dejavusans,helveticaneue,helvetica,arial"
CHINESE = (
    "notosanscjksc,notosanscjk,notosanssc,sourcehansanscn,sourcehansanssc,pingfangsc,hiraginosansgb,microsoftyahei,"
    "wenquanyimicrohei,wenquanyizenhei,droidsansfallback,simhei,simsun,arphicumingcn,arplumingcn,arplukaicn,unifont"
)
CJK = "\u2e80"
"""The first of the CJK code points."""
_WEST = "\u0100"
"""Up to here both open fonts have every letter; above, only the signs of `_SIGNS`."""
_SIGNS = frozenset("–—…’“”")


@lru_cache(maxsize=8)
def _system(names: str, bold: bool) -> str | None:
    # pygame warns if it finds no fonts at all, for example without fontconfig; its own font is used then.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return pygame.font.match_font(names, bold=bold)


@lru_cache(maxsize=8)
def _packaged(package: str, name: str) -> str | None:
    """The path of a font in an installed package, or None."""
    try:
        path = Path(str(files(package).joinpath("files", name)))
    except ModuleNotFoundError:
        return None
    return str(path) if path.is_file() else None


@lru_cache(maxsize=32)
def can_write(code: str) -> bool:
    """Whether a font of this system has the letters of a language, going by its own name and the animals'."""
    texts = messages(code)
    return all(
        None not in font_for(text, 16).metrics(text)
        for text in (languages()[code].name, *(texts[f"animal.{animal}"] for animal in Animal))
    )


def needs_cjk(text: str) -> bool:
    """Whether a text has Chinese, Japanese or Korean letters."""
    return not text.isascii() and any(letter >= CJK for letter in text)


def font_for(text: str, size: int, *, bold: bool = False, heading: bool = False, cjk: bool = False) -> pygame.Font:
    """A font of that height in pixels that has the letters of a text."""
    if cjk or needs_cjk(text):
        return _font(_system(CHINESE, bold), size, embolden=bold and _system(CHINESE, True) == _system(CHINESE, False))
    if text.isascii() or all(letter < _WEST or letter in _SIGNS for letter in text):
        path = _packaged(*HEADING if heading else BOLD if bold else TEXT)
        if path is not None:
            return _font(path, size)
    return _font(_system(SYSTEM, bold or heading), size)


@lru_cache(maxsize=128)
def _font(path: str | None, size: int, *, embolden: bool = False) -> pygame.Font:
    try:
        made = pygame.font.Font(path, size)
    except (OSError, pygame.error):
        made = pygame.font.Font(None, size)
    # Bold Chinese fonts are rarely found by name: embolden the regular one instead.
    made.bold = embolden
    return made
