"""The texts of the window that its code asks for by computed names."""

from jungle.arena.games import Ending
from jungle.desktop.series import PLAYERS
from jungle.engine import LEVELS
from jungle.flip import STRATEGIES
from jungle.language import Language, messages


def test_everybody_who_plays_has_a_name() -> None:
    texts = messages(Language.ENGLISH)
    for name in {*PLAYERS, *LEVELS, *STRATEGIES, "human", "you"}:
        assert f"desktop.level.{name}" in texts
    for ending in Ending:
        assert f"desktop.ending.{ending.value}" in texts
