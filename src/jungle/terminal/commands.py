"""Parses typed lines and completes them: commands, animals and directions in any case and language."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from jungle.board_game import BoardGame
from jungle.geometry import DIRECTIONS, Grid, Terrain
from jungle.language import languages
from jungle.pieces import Animal, Side, parse_animal

Answer = TypeVar("Answer")


class Verb(Enum):
    """The first word of a command. Language files add words that mean the same."""

    MOVE = "move"
    JUMP = "jump"
    HELP = "help"
    DEFEAT = "defeat"
    EXIT = "exit"
    UNDO = "undo"
    REDO = "redo"
    DRAW = "draw"
    HINT = "hint"
    MOVES = "moves"
    HISTORY = "history"
    SAVE = "save"
    LOAD = "load"
    FLIP = "flip"
    BOARD = "board"
    MARKS = "marks"
    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"
    REVIEW = "review"
    LEVELS = "levels"


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A line that begins with a verb, or is a move without one."""

    verb: Verb
    words: tuple[str, ...] = ()
    """The words after the verb, in English and lower case if they are words of the game."""
    rest: str = ""
    """The same exactly as typed: a file name may contain anything."""
    squares: str | None = None
    """A move given by squares, in a form that `BoardGame.parse_move` reads."""


_VERBS = {verb.value: verb for verb in Verb}
_ANIMALS = {str(animal): animal for animal in Animal}
SIDES = {"up": Side.RED, "down": Side.BLUE}
COLOURS = {"red": Side.RED, "blue": Side.BLUE}
MODES = {"friend": False, "computer": True}
"""Answers to whom to play against: whether it is the computer."""
CONFIRMATIONS = {"yes": True, "no": False}
AFTERWARDS = {
    "yes": "again",
    "stronger": "stronger",
    "weaker": "weaker",
    "review": "review",
    "undo": "undo",
    "no": "no",
    "exit": "no",
}
"""Answers to what to do after a game."""
PUZZLE_WORDS = {word: word for word in ("hint", "show", "next", "exit", "board")}
"""What can be typed at a puzzle besides a move."""
AFTER_A_PUZZLE = CONFIRMATIONS | {"next": True, "exit": False}
"""Answers to whether to go on after a puzzle."""
OPPOSITES = {"up": "down", "down": "up", "left": "right", "right": "left"}

_ENGLISH = {
    word: english for language in languages().values() for english, words in language.typed.items() for word in words
}
"""The English word that each word of a language file stands for."""
_UNSPACED = sorted(
    (word for each in languages().values() if not each.spaces for words in each.typed.values() for word in words),
    key=len,
    reverse=True,
)
"""The words that can be typed without spaces between them, the longest first."""
_UNSPACED_VERBS = [word for word in _UNSPACED if _ENGLISH[word] in _VERBS]
_UNSPACED_WORDS = re.compile(
    "|".join(word for word in _UNSPACED if _ENGLISH[word] in {*_ANIMALS, *DIRECTIONS}) or "(?!)"
)

_NUMBERED = re.compile(r"\[?(\d)(\d)]?[-x]?\[?(\d)(\d)]?")
_SQUARES = re.compile(r"([a-z]\d+)[-x]?([a-z]\d+)")
_NOTATION = re.compile(r"\d[-x][a-z]\d+")


def plain(text: str) -> str:
    """Normalise full-width letters, spaces and capitals, as input methods produce them.

    >>> plain(" 復盤 Ａ３")
    '復盤 a3'
    """
    return unicodedata.normalize("NFKC", text).strip().lower()


def parse_command(line: str, game: BoardGame) -> TypedCommand | None:
    """Parse a command or a move; None if the line is neither. An unambiguous prefix of a verb is enough.

    >>> from jungle import Game
    >>> parse_command("  MOVE lion  Up ", Game())
    TypedCommand(verb=<Verb.MOVE: 'move'>, words=('lion', 'up'), rest='lion  Up', squares=None)
    >>> parse_command("8-A4", Game()).squares
    '8-a4'
    """
    text = plain(line)
    if squares := _squares(text, game):
        return TypedCommand(Verb.MOVE, squares=squares)
    if text in game.grid.names and is_dealt_face_down(game):
        return TypedCommand(Verb.FLIP, (text,), text)
    rest = "".join(line.split(maxsplit=1)[1:])
    head, tail = [*text.split(maxsplit=1), "", ""][:2]
    verb = chosen(_VERBS, head)
    if verb is None:
        # Chinese is written without spaces: 走狮上.
        prefix = next((word for word in _UNSPACED_VERBS if text.startswith(word)), None)
        if prefix is None:
            return None
        verb, rest, tail = _VERBS[_ENGLISH[prefix]], line.strip()[len(prefix) :], text[len(prefix) :]
    words = _UNSPACED_WORDS.sub(r" \g<0> ", tail).split()
    squares = _squares(tail, game) if verb in (Verb.MOVE, Verb.JUMP) else None
    return TypedCommand(verb, tuple(map(_ENGLISH.get, words, words)), rest.strip(), squares)


def chosen(answers: Mapping[str, Answer], word: str) -> Answer | None:
    """The meaning of a word in any language, or of an unambiguous prefix of one; None if there is none.

    >>> answers = {"move": 1, "moves": 2, "marks": 3}
    >>> [chosen(answers, word) for word in ("moves", "mov", "m", "")]
    [2, 1, None, None]
    """
    if word in answers or not word:
        return answers.get(word)
    answers = {own: answers[english] for own, english in _ENGLISH.items() if english in answers} | dict(answers)
    if word in answers:
        return answers[word]
    words = sorted((key for key in answers if key.startswith(word)), key=len)
    shortest = words[0] if words else ""
    is_clear = all(key.startswith(shortest) or answers[key] == answers[shortest] for key in words)
    return answers[shortest] if words and is_clear else None


def is_exit(line: str) -> bool:
    """Whether a line is the whole word for leaving, in any language."""
    word = plain(line)
    return _ENGLISH.get(word, word) == Verb.EXIT.value


def parse_step(words: Sequence[str], *, uses_directions: bool) -> tuple[Animal, str] | str:
    """Parse an animal and a direction. Returns the key of an error message if that fails.

    >>> parse_step(["lion", "up"], uses_directions=True), parse_step(["lion", "upp"], uses_directions=True)
    ((Animal.LION, 'up'), 'terminal.direction')
    """
    if len(words) != 2:
        return "terminal.format" if uses_directions else "terminal.format.squares"
    animal, direction = parse_animal(words[0]), words[1]
    if animal is None:
        return "terminal.animal"
    return (animal, direction) if direction in DIRECTIONS else "terminal.direction"


def _squares(text: str, game: BoardGame) -> str | None:
    """Convert text that looks like a move between squares to the form of `BoardGame.parse_move`; None if it does not.

    The squares need not exist. The numbers shown on the board are accepted, too.

    >>> from jungle import Game
    >>> [_squares(text, Game()) for text in ("8-a4", "a3 a4", "[02] [03]", "b2", "help")]
    ['8-a4', 'a3a4', 'a3a4', None, None]
    """
    text = text.replace(" ", "")
    if _NOTATION.fullmatch(text):
        return text
    if match := _SQUARES.fullmatch(text):
        return match[1] + match[2]
    if match := _NUMBERED.fullmatch(text):
        return _named(match[1], match[2], game.grid) + _named(match[3], match[4], game.grid)
    return None


def _named(file: str, rank: str, grid: Grid) -> str:
    letter = grid.file_names[int(file)] if int(file) < grid.files else "?"
    return f"{letter}{int(rank) + 1}"


def is_dealt_face_down(game: BoardGame) -> bool:
    """Whether pieces lie face down at the start, so that a move can turn one up."""
    return bool(game.hidden_pieces(0))


def has_water(game: BoardGame) -> bool:
    return any(game.grid.terrain(square) is Terrain.WATER for square in range(game.grid.squares))


def main_verbs(game: BoardGame) -> list[Verb]:
    """The commands listed in the prompt."""
    verbs = [Verb.MOVE, Verb.HELP, Verb.DEFEAT, Verb.EXIT]
    if has_water(game):
        verbs.insert(1, Verb.JUMP)
    if is_dealt_face_down(game):
        verbs.insert(0, Verb.FLIP)
    return verbs


def has_verb(game: BoardGame, verb: Verb) -> bool:
    """Whether this game has a command."""
    match verb:
        case Verb.JUMP:
            return has_water(game)
        case Verb.FLIP:
            return is_dealt_face_down(game) or game.uses_directions
        case _:
            return True


def next_words(game: BoardGame, words: Sequence[str], *, turned: bool) -> Iterable[str]:
    """The English words that can follow these in a command.

    >>> from jungle import Game
    >>> sorted(next_words(Game(), ["move", "elephant"], turned=False))
    ['down', 'right', 'up']
    """
    if not words:
        return [verb.value for verb in Verb if has_verb(game, verb)]
    command = parse_command(words[0], game)
    if command is None:
        return ()
    words = tuple(map(_ENGLISH.get, words, words))
    moves, names = game.legal_moves(), game.grid.names
    match command.verb, words[1:]:
        case Verb.FLIP, [] if is_dealt_face_down(game):
            return [names[move.origin] for move in moves if move.is_flip()]
        case Verb.MOVES, []:
            return {str(move.animal) for move in moves if move.animal}
        case (Verb.MOVE | Verb.JUMP) as verb, rest:
            steps = [move for move in moves if not move.is_flip() and move.is_jump() is (verb is Verb.JUMP)]
            match rest:
                case []:
                    squares = () if game.uses_directions else [names[move.origin] for move in steps]
                    return [*{str(move.animal) for move in steps}, *dict.fromkeys(squares)]
                case [origin] if origin in names:
                    return [names[move.target] for move in steps if names[move.origin] == origin]
                case [animal]:
                    found = {move.direction for move in steps if move.animal is parse_animal(animal)}
                    return {OPPOSITES[direction] if turned else direction for direction in found if direction}
    return ()
