"""Values of the game in words: lists of animals, names of players, and why a move is refused."""

from collections.abc import Collection

from jungle.errors import Obstacle
from jungle.language import Speaker
from jungle.pieces import Animal

SAME = {Obstacle.OWN_PIECE: "occupied", Obstacle.STRONGER: "occupied", Obstacle.ABSENT: "nothing"}
"""Obstacles that are said with another's words."""


def refusal(say: Speaker, obstacle: Obstacle, rules: object, animal: Animal | None = None) -> str:
    """Why a move is not allowed, as a sentence. `animal` is the one that was to move, where one was named.

    >>> from jungle import STANDARD
    >>> from jungle.language import Language
    >>> refusal(Speaker(Language.ENGLISH), Obstacle.NO_JUMPER, STANDARD, Animal.WOLF)
    'Only Tiger and Lion can jump.'
    """
    # Only rules with rivers say who swims and jumps, and only under those do these obstacles occur.
    swimmers: frozenset[Animal] = getattr(rules, "swimmers", frozenset())
    jumpers = getattr(rules, "jumps_forward", frozenset()) | getattr(rules, "jumps_sideways", frozenset())
    match obstacle:
        case Obstacle.RIVER if not swimmers:
            return say("refusal.no swimmers")
        case Obstacle.RIVER if animal in jumpers:
            return say("refusal.river.jumper", animals=listed(say, swimmers), animal=say(f"animal.{animal}"))
        case Obstacle.RIVER:
            return say("refusal.river", animals=listed(say, swimmers))
        case Obstacle.NO_JUMPER if jumpers:
            return say("refusal.jumpers", animals=listed(say, jumpers))
        case Obstacle.NO_JUMPER:
            return say("refusal.no jumpers")
        case Obstacle.ABSENT if animal is not None:
            return say("refusal.captured", animal=say(f"animal.{animal}"))
        case _:
            return say(f"refusal.{SAME.get(obstacle, obstacle.value)}")


def listed(say: Speaker, animals: Collection[Animal]) -> str:
    """One or more animals in words, the lowest first: Tiger and Lion."""
    names = [say(f"animal.{animal}").capitalize() for animal in sorted(animals)]
    return say("list.and").join(filter(None, [say("list.comma").join(names[:-1]), names[-1]]))


def player_name(say: Speaker, name: str) -> str:
    """What a computer player is called: a level or a strategy has words of its own, another its name."""
    return next((say(key) for key in (f"level.{name}", f"strategy.{name}") if key in say), name)
