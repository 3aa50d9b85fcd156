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
from jungle.pieces import Animal, Side
from jungle.pieces import parse_animal as parse_english_animal

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
    """A line that begins with a verb.

    >>> parse_command("  MOVE lion  Up ")
    TypedCommand(verb=<Verb.MOVE: 'move'>, words=('lion', 'up'), rest='lion  Up')
    """

    verb: Verb
    words: tuple[str, ...]
    """The words after the verb, in lower case."""
    rest: str
    """The same exactly as typed: a file name may contain anything."""


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


def parse_command(line: str) -> TypedCommand | None:
    """Parse a command; None if the line does not start with a verb. An unambiguous prefix is enough."""
    typed, rest = [*line.split(maxsplit=1), "", ""][:2]
    verb = chosen(_VERBS, plain(typed))
    if verb is None:
        # Chinese is written without spaces: 走狮上.
        prefix = next((word for word in _UNSPACED_VERBS if plain(typed).startswith(word)), None)
        if prefix is None:
            return None
        verb, rest = _VERBS[_ENGLISH[prefix]], line.strip()[len(prefix) :]
    words = _UNSPACED_WORDS.sub(r" \g<0> ", plain(rest)).split()
    return TypedCommand(verb, tuple(words), rest.strip())


def chosen(answers: Mapping[str, Answer], word: str) -> Answer | None:
    """The meaning of a word in any language, or of an unambiguous prefix of one; None if there is none.

    >>> answers = {"move": 1, "moves": 2, "marks": 3}
    >>> [chosen(answers, word) for word in ("moves", "mov", "m", "")]
    [2, 1, None, None]
    """
    answers = {own: answers[english] for own, english in _ENGLISH.items() if english in answers} | dict(answers)
    if word in answers or not word:
        return answers.get(word)
    words = sorted((key for key in answers if key.startswith(word)), key=len)
    shortest = words[0] if words else ""
    is_clear = all(key.startswith(shortest) or answers[key] == answers[shortest] for key in words)
    return answers[shortest] if words and is_clear else None


def is_exit(line: str) -> bool:
    """Whether a line is the whole word for leaving, in any language."""
    word = plain(line)
    return _ENGLISH.get(word, word) == Verb.EXIT.value


def parse_animal(word: str) -> Animal | None:
    """The animal with this full name, or None."""
    return parse_english_animal(_ENGLISH.get(word, word))


def parse_direction(word: str) -> str | None:
    """up, down, left or right, or None."""
    word = _ENGLISH.get(word, word)
    return word if word in DIRECTIONS else None


def parse_step(words: Sequence[str], *, uses_directions: bool) -> tuple[Animal, str] | str:
    """Parse an animal and a direction. Returns the key of an error message if that fails.

    >>> parse_step(["lion", "up"], uses_directions=True), parse_step(["lion", "upp"], uses_directions=True)
    ((Animal.LION, 'up'), 'terminal.direction')
    """
    if len(words) != 2:
        return "terminal.format" if uses_directions else "terminal.format.squares"
    animal, direction = parse_animal(words[0]), parse_direction(words[1])
    if animal is None:
        return "terminal.animal"
    return "terminal.direction" if direction is None else (animal, direction)


def typed_move(line: str, grid: Grid) -> str | None:
    """Convert a line that looks like a move without a verb to the form of `BoardGame.parse_move`; None if it does not.

    The squares need not exist. The numbers shown on the board are accepted, too.

    >>> from jungle.geometry import BOARD
    >>> [typed_move(line, BOARD) for line in ("8-A4", "a3 a4", "[02] [03]", "b2", "help")]
    ['8-a4', 'a3a4', 'a3a4', 'b2', None]
    """
    text = plain(line).replace(" ", "")
    if _NOTATION.fullmatch(text) or text in grid.names:
        return text
    if match := _SQUARES.fullmatch(text):
        return match[1] + match[2]
    if match := _NUMBERED.fullmatch(text):
        return _named(match[1], match[2], grid) + _named(match[3], match[4], grid)
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
    command = parse_command(words[0])
    if command is None:
        return ()
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
