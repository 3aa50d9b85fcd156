"""Display names of players and games."""

from jungle import phrases
from jungle.language import Translator
from jungle.pieces import Side


def player_name(say: Translator, name: str | None, *, alone: bool = False) -> str:
    """A player's display name: `Hedgehog (3)`, `Biggest-first`, or for a person `Player`; `You` for the only person."""
    if name is None:
        return say("desktop.level.you" if alone else "desktop.level.human")
    return capitalised(phrases.player_name(say, name))


def game_title(say: Translator, kind: str) -> str:
    """A game's display name, or its kind if it has none."""
    key = f"game.{kind}"
    return say(key) if key in say else capitalised(kind)


def side_name(say: Translator, side: Side) -> str:
    return say(f"side.{str(side).lower()}")


def capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]
