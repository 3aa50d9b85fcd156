"""Fonts: a system font for text (pygame's own as a fallback), and one for Chinese where there is one."""

from functools import lru_cache

import pygame

LATIN = "avenirnext,segoeui,notosans,opensans,ubuntu,cantarell,dejavusans,helveticaneue,helvetica,arial"
CHINESE = (
    "notosanscjksc,notosanscjk,notosanssc,sourcehansanscn,sourcehansanssc,pingfangsc,hiraginosansgb,microsoftyahei,"
    "wenquanyimicrohei,wenquanyizenhei,droidsansfallback,simhei,simsun,arphicumingcn,arplumingcn,arplukaicn,unifont"
)
SAMPLE = "象狮虎豹狼狗猫鼠设置"
"""A font is used for Chinese only if it has all of these."""


@lru_cache(maxsize=8)
def _path(names: str, bold: bool) -> str | None:
    return pygame.font.match_font(names, bold=bold)


@lru_cache(maxsize=1)
def writes_chinese() -> bool:
    """Does this system have a font for the Chinese texts?"""
    path = _path(CHINESE, False)
    if path is None:
        return False
    try:
        return None not in pygame.font.Font(path, 16).metrics(SAMPLE)
    except pygame.error:
        return False


@lru_cache(maxsize=128)
def font(size: int, *, bold: bool = False, chinese: bool = False) -> pygame.font.Font:
    """A font of that height in pixels."""
    path = _path(CHINESE if chinese else LATIN, bold)
    try:
        made = pygame.font.Font(path, size)
    except (OSError, pygame.error):
        made = pygame.font.Font(None, size)
    if chinese and path == _path(CHINESE, False):
        # Bold Chinese fonts are rarely found by name: embolden the regular one instead.
        made.bold = bold
    return made
