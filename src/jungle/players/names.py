"""Display names of computer players."""

from jungle.engine import LEVELS, number_of
from jungle.language import Speaker


def player_name(say: Speaker, name: str) -> str:
    """The display name of a computer player. A level has one name, whether chosen by number or by word.

    >>> from jungle.language import Language
    >>> say = Speaker(Language.ENGLISH)
    >>> player_name(say, "3"), player_name(say, "easy"), player_name(say, "rat-first"), player_name(say, "uci:thing")
    ('Hedgehog (3)', 'Hedgehog (3)', 'rat-first', 'uci:thing')
    """
    level = str(number_of(name)) if name in LEVELS else name
    return next((say(key) for key in (f"level.{level}", f"strategy.{name}") if key in say), name)
