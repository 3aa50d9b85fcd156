"""Fonts: the system's for text, with pygame's own to fall back on, and one for Chinese where there is one."""

from functools import lru_cache

import pygame

LATIN = "avenirnext,segoeui,notosans,opensans,ubuntu,cantarell,dejavusans,helveticaneue,helvetica,arial"
CHINESE = (
    "notosanscjksc,notosanscjk,notosanssc,sourcehansanscn,sourcehansanssc,pingfangsc,hiraginosansgb,microsoftyahei,"
    "wenquanyimicrohei,wenquanyizenhei,droidsansfallback,simhei,simsun,arphicumingcn,arplumingcn,arplukaicn,unifont"
)
SAMPLE = "象狮虎豹狼狗猫鼠设置"
"""What a font must be able to write to serve for Chinese."""


@lru_cache(maxsize=8)
def _path(names: str, bold: bool) -> str | None:
    return pygame.font.match_font(names, bold=bold)


@lru_cache(maxsize=1)
def writes_chinese() -> bool:
    """Is there a font on this system for the Chinese texts?"""
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
        # Chinese fonts seldom come with a bold cut that can be found by name: then it is made from the plain one.
        made.bold = bold
    return made
