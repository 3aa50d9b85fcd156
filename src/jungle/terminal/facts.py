"""Which commands a game has in the terminal."""

from jungle.boardgame import BoardGame
from jungle.geometry import Terrain
from jungle.terminal.commands import Verb


def is_dealt_face_down(game: BoardGame) -> bool:
    """Do pieces lie face down at the start, so that a move can turn one up?"""
    return bool(game.hidden(0))


def has_water(game: BoardGame) -> bool:
    return any(game.grid.terrain(square) is Terrain.WATER for square in range(game.grid.squares))


def main_verbs(game: BoardGame) -> list[Verb]:
    """The commands that a player must know."""
    verbs = [Verb.MOVE, Verb.HELP, Verb.DEFEAT, Verb.EXIT]
    if has_water(game):
        verbs.insert(1, Verb.JUMP)
    if is_dealt_face_down(game):
        verbs.insert(0, Verb.FLIP)
    return verbs


def has_verb(game: BoardGame, verb: Verb) -> bool:
    """Does this game have that command?"""
    match verb:
        case Verb.JUMP:
            return has_water(game)
        case Verb.FLIP:
            return is_dealt_face_down(game) or game.has_direction
        case _:
            return True
