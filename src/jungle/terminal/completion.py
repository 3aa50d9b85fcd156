"""What the tab key offers at a turn, by what was typed before it."""

from collections.abc import Iterable, Sequence

from jungle.boardgame import BoardGame
from jungle.terminal.commands import (
    CHINESE_ANIMALS,
    CHINESE_DIRECTIONS,
    CHINESE_VERBS,
    OPPOSITES,
    Verb,
    parse_animal,
    parse_command,
)
from jungle.terminal.facts import has_verb, is_dealt_face_down


def next_words(game: BoardGame, words: Sequence[str], *, turned: bool) -> Iterable[str]:
    """The words that may follow these in a command, in all languages.

    >>> from jungle import Game
    >>> sorted(word for word in next_words(Game(), ["move", "elephant"], turned=False) if word.isascii())
    ['down', 'right', 'up']
    """
    if not words:
        verbs = {verb.value: verb for verb in Verb} | CHINESE_VERBS
        return [word for word, verb in verbs.items() if has_verb(game, verb)]
    command = parse_command(words[0])
    if command is None:
        return ()
    moves, names = game.legal_moves(), game.grid.names
    match command.verb, words[1:]:
        case Verb.FLIP, [] if is_dealt_face_down(game):
            return [names[move.origin] for move in moves if move.is_flip]
        case Verb.MOVES, []:
            return _animal_words({move.animal for move in moves if move.animal})
        case (Verb.MOVE | Verb.JUMP) as verb, rest:
            steps = [move for move in moves if not move.is_flip and move.is_jump is (verb is Verb.JUMP)]
            match rest:
                case []:
                    squares = () if game.has_direction else [names[move.origin] for move in steps]
                    return [*_animal_words({move.animal for move in steps}), *dict.fromkeys(squares)]
                case [origin] if origin in names:
                    return [names[move.target] for move in steps if names[move.origin] == origin]
                case [animal]:
                    found = {move.direction for move in steps if move.animal is parse_animal(animal)}
                    return _direction_words(
                        {OPPOSITES[direction] if turned else direction for direction in found if direction}
                    )
    return ()


def _animal_words(animals: Iterable[object]) -> list[str]:
    known = set(animals)
    return [*map(str, known), *(word for word, animal in CHINESE_ANIMALS.items() if animal in known)]


def _direction_words(directions: set[str]) -> list[str]:
    return [*directions, *(word for word, direction in CHINESE_DIRECTIONS.items() if direction in directions)]
