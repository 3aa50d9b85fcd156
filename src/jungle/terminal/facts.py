"""What a game has, as far as it matters to the terminal: which commands there are."""

from jungle.boardgame import AnyGame
from jungle.geometry import Terrain
from jungle.terminal.commands import Verb
from jungle.terminal.computers import can_advise


def is_dealt_face_down(game: AnyGame) -> bool:
    """Is this a game in which pieces are turned up?"""
    return bool(game.hidden(0))


def has_water(game: AnyGame) -> bool:
    return any(game.grid.terrain(square) is Terrain.WATER for square in range(game.grid.squares))


def main_verbs(game: AnyGame) -> list[Verb]:
    """The commands that a player must know."""
    verbs = [Verb.MOVE, Verb.HELP, Verb.DEFEAT, Verb.EXIT]
    if has_water(game):
        verbs.insert(1, Verb.JUMP)
    if is_dealt_face_down(game):
        verbs.insert(0, Verb.FLIP)
    return verbs


def has_verb(game: AnyGame, verb: Verb) -> bool:
    """Is there such a command in this game?"""
    match verb:
        case Verb.JUMP:
            return has_water(game)
        case Verb.FLIP:
            return is_dealt_face_down(game) or game.has_direction
        case Verb.HINT:
            return can_advise(game.kind)
        case _:
            return True
