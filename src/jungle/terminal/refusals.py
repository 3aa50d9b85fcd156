"""Why a move is not allowed, in the words of the terminal game."""

from collections.abc import Collection

from jungle.errors import IllegalMoveError, Obstacle
from jungle.language import Speaker
from jungle.pieces import Animal
from jungle.rules import Rules

WHY = {
    Obstacle.EDGE: "edge",
    Obstacle.OWN_PIECE: "occupied",
    Obstacle.STRONGER: "occupied",
    Obstacle.OWN_DEN: "own den",
    Obstacle.NO_RIVER: "no river",
    Obstacle.TOO_FAR: "too far",
    Obstacle.CHASE: "chase",
}


def refusal(say: Speaker, error: IllegalMoveError, rules: Rules, *, verb: str, animal: Animal | None) -> str:
    """What to answer to a move (`verb`: move or jump) of an animal, or of a square where nothing is to be moved."""
    obstacle = error.obstacle
    if obstacle is Obstacle.BLOCKED:
        return say("terminal.blocked")
    if obstacle is Obstacle.RIVER:
        why = _river(say, rules, animal)
    elif obstacle is Obstacle.NO_JUMPER:
        jumpers = rules.jumps_forward | rules.jumps_sideways
        why = say("terminal.why.jumpers", animals=listed(say, jumpers)) if jumpers else say("terminal.why.no jumpers")
    elif obstacle is Obstacle.ABSENT:
        why = say("terminal.why.captured", animal=say(f"animal.{animal}")) if animal else say("terminal.why.nothing")
    else:
        why = say(f"terminal.why.{WHY[obstacle]}")
    return say(f"terminal.cannot.{verb}", why=why)


def _river(say: Speaker, rules: Rules, animal: Animal | None) -> str:
    if not rules.swimmers:
        return say("terminal.why.no swimmers")
    swimmers = listed(say, rules.swimmers)
    if animal in rules.jumps_forward | rules.jumps_sideways:
        return say("terminal.why.river.jumper", animals=swimmers, animal=say(f"animal.{animal}"))
    return say("terminal.why.river", animals=swimmers)


def listed(say: Speaker, animals: Collection[Animal]) -> str:
    """One or more animals in words, the lowest first: Tiger and Lion."""
    names = [say(f"animal.{animal}").capitalize() for animal in sorted(animals)]
    return say("terminal.and").join(filter(None, [say("terminal.comma").join(names[:-1]), names[-1]]))
