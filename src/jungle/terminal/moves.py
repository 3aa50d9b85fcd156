"""Moves as people type them, and why one is refused."""

import re
from typing import Any

from jungle.boardgame import BoardGame
from jungle.errors import IllegalMoveError, InvalidMoveError, InvalidSquareError, JungleError, Obstacle
from jungle.language import Speaker
from jungle.phrases import refusal
from jungle.pieces import Animal
from jungle.terminal.commands import OPPOSITES, TypedCommand, Verb, parse_animal, parse_direction, plain

SQUARE = re.compile(r"[a-z]\d+")
TWO_SQUARES = re.compile(rf"({SQUARE.pattern})({SQUARE.pattern})")


class RefusedError(JungleError):
    """A move that cannot be played; the message says why in the words of the terminal game."""


def written_move(say: Speaker, game: BoardGame, text: str) -> Any:
    """The move of a text without a verb: `a3a4`, `8-a4`, and where pieces lie face down `b2`. Raises RefusedError."""
    text = plain(text).replace(" ", "")
    try:
        return game.parse_move(text)
    except (InvalidMoveError, InvalidSquareError):
        raise RefusedError(_name_squares(say, game)) from None
    except IllegalMoveError as error:
        if error.obstacle is Obstacle.MISNAMED:
            right = text.replace("x", "-") if "x" in text else text.replace("-", "x")
            raise RefusedError(say("terminal.misnamed", right=right)) from None
        raise _refused(say, game, error.obstacle, Verb.MOVE, _meant(game, text)) from None


def flip_move(say: Speaker, game: BoardGame, text: str) -> Any:
    """The turning up of the piece on a square. Raises RefusedError."""
    try:
        return game.find_move(plain(text), plain(text))
    except (InvalidMoveError, InvalidSquareError):
        raise RefusedError(_name_squares(say, game)) from None
    except IllegalMoveError:
        raise RefusedError(say("terminal.cannot.flip", why=say("refusal.no face-down"))) from None


def spoken_move(say: Speaker, game: BoardGame, command: TypedCommand, *, turned: bool) -> Any:
    """The move of `move lion up`, `jump lion up`, `move b2 b3`. Raises RefusedError."""
    words = command.words
    if command.verb is Verb.MOVE and TWO_SQUARES.fullmatch("".join(words)):
        return written_move(say, game, "".join(words))
    if len(words) != 2:
        form = "terminal.format" if game.has_direction else "terminal.format.squares"
        raise RefusedError(say(form, verb=command.verb.value))
    animal, direction = parse_animal(words[0]), parse_direction(words[1])
    if animal is None:
        raise RefusedError(say("terminal.animal"))
    if direction is None:
        raise RefusedError(say("terminal.direction"))
    try:
        return game.find_step(animal, OPPOSITES[direction] if turned else direction, jump=command.verb is Verb.JUMP)
    except IllegalMoveError as error:
        raise _refused(say, game, error.obstacle, command.verb, animal) from None


def _refused(say: Speaker, game: BoardGame, obstacle: Obstacle, verb: Verb, animal: Animal | None) -> RefusedError:
    if obstacle is Obstacle.ABSENT and animal is not None and game.hidden(0):
        why = say("refusal.not there", animal=say(f"animal.{animal}"))
    else:
        why = refusal(say, obstacle, game.rules, animal)
    return RefusedError(why if obstacle is Obstacle.BLOCKED else say(f"terminal.cannot.{verb.value}", why=why))


def _meant(game: BoardGame, text: str) -> Animal | None:
    """The animal that a written move is about, if it is one of the side to move."""
    if text[0].isdigit():
        return Animal(int(text[0]))
    squares = SQUARE.findall(text)
    piece = game.faces().get(game.grid.parse_square(squares[0]))
    return piece.animal if piece and piece.side is game.side else None


def _name_squares(say: Speaker, game: BoardGame) -> str:
    names = game.grid.names
    return say("terminal.squares" if game.has_direction else "terminal.square", first=names[0], last=names[-1])
