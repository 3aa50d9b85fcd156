"""Parses typed lines and completes them: commands, animals and directions in English or Chinese, in any case."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self, TypeVar

from jungle.board_game import BoardGame
from jungle.geometry import DIRECTIONS, Grid, Terrain
from jungle.pieces import Animal, Side
from jungle.pieces import parse_animal as parse_english_animal

Answer = TypeVar("Answer")


class Verb(Enum):
    """The first word of a command. The value is its English name; `words` are its synonyms."""

    words: tuple[str, ...]

    def __new__(cls, *words: str) -> Self:
        verb = object.__new__(cls)
        verb._value_, verb.words = words[0], words
        return verb

    MOVE = "move", "走", "移动"
    JUMP = "jump", "跳"
    HELP = "help", "帮助", "?"
    DEFEAT = "defeat", "认输"
    EXIT = "exit", "退出", "quit", "q"
    UNDO = "undo", "悔棋"
    REDO = "redo", "重走"
    DRAW = "draw", "和棋"
    HINT = "hint", "提示"
    MOVES = "moves", "走法"
    HISTORY = "history", "棋谱"
    SAVE = "save", "保存", "储存"
    LOAD = "load", "读取"
    FLIP = "flip", "翻转", "翻"
    BOARD = "board", "棋盘"
    MARKS = "marks", "标记"
    SMALL = "small", "小棋盘"
    NORMAL = "normal", "中棋盘"
    LARGE = "large", "大棋盘"
    REVIEW = "review", "复盘"
    LEVEL_NAMES = "levels", "水平"


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


def _by_word(words: Mapping[Answer, str]) -> dict[str, Answer]:
    """Invert a mapping of meanings to words separated by spaces."""
    return {word: meaning for meaning, listed in words.items() for word in listed.split()}


_VERBS = {word: verb for verb in Verb for word in verb.words}
CHINESE_VERBS = {word: verb for word, verb in _VERBS.items() if not word.isascii()}
EXIT_WORDS = frozenset(Verb.EXIT.words)
CHINESE_ANIMALS = _by_word(
    {
        Animal.RAT: "鼠 老鼠",
        Animal.CAT: "猫",
        Animal.DOG: "狗 犬",
        Animal.WOLF: "狼",
        Animal.LEOPARD: "豹 豹子",
        Animal.TIGER: "虎 老虎",
        Animal.LION: "狮 狮子",
        Animal.ELEPHANT: "象 大象",
    }
)
CHINESE_DIRECTIONS = {"上": "up", "下": "down", "左": "left", "右": "right"}
SIDES = _by_word({Side.RED: "up 上 上方", Side.BLUE: "down 下 下方"})
COLOURS = _by_word({Side.RED: "red 红 红方", Side.BLUE: "blue 蓝 蓝方"})
MODES = _by_word({False: "friend 朋友", True: "computer 电脑"})
"""Answers to whom to play against: whether it is the computer."""
CONFIRMATIONS = _by_word({True: "yes y 是", False: "no n 否"})
AFTERWARDS = _by_word(
    {
        "again": "yes 是",
        "stronger": "stronger 强",
        "weaker": "weaker 弱",
        "review": "review 复盘",
        "undo": "undo 悔棋",
        "no": "no 否 exit quit q",
    }
)
"""Answers to what to do after a game."""
PUZZLE_WORDS = _by_word(
    {"hint": "hint 提示", "show": "show 答案", "next": "next 下一题", "exit": "exit 退出 quit q", "board": "board 棋盘"}
)
"""What can be typed at a puzzle besides a move."""
OPPOSITES = {"up": "down", "down": "up", "left": "right", "right": "left"}

_BY_LENGTH = sorted(CHINESE_VERBS, key=len, reverse=True)
_CHINESE_WORDS = re.compile("|".join(sorted([*CHINESE_ANIMALS, *CHINESE_DIRECTIONS], key=len, reverse=True)))

_SCRIPTS = ("动帮认输谱储读转盘标记复狮猫红蓝电脑强题", "動幫認輸譜儲讀轉盤標記復獅貓紅藍電腦強題")
_TRADITIONAL = str.maketrans(*_SCRIPTS)
_SIMPLIFIED = str.maketrans(_SCRIPTS[1] + "覆複", _SCRIPTS[0] + "复复")

_NUMBERED = re.compile(r"\[?(\d)(\d)]?[-x]?\[?(\d)(\d)]?")
_SQUARES = re.compile(r"([a-z]\d+)[-x]?([a-z]\d+)")
_NOTATION = re.compile(r"\d[-x][a-z]\d+")


def plain(text: str) -> str:
    """Normalise full-width letters, spaces and capitals, as input methods produce them, and traditional characters of
    the game's words to simplified ones.

    >>> plain(" 復盤 Ａ３")
    '复盘 a3'
    """
    return unicodedata.normalize("NFKC", text).strip().lower().translate(_SIMPLIFIED)


def traditional(word: str) -> str:
    """A word of the game in traditional characters.

    >>> traditional("移动"), traditional("move")
    ('移動', 'move')
    """
    return word.translate(_TRADITIONAL)


def parse_command(line: str) -> TypedCommand | None:
    """Parse a command; None if the line does not start with a verb. An unambiguous prefix is enough."""
    typed, rest = [*line.split(maxsplit=1), "", ""][:2]
    verb = chosen(_VERBS, plain(typed))
    if verb is None:
        # Chinese is written without spaces: 走狮上.
        prefix = next((word for word in _BY_LENGTH if plain(typed).startswith(word)), None)
        if prefix is None:
            return None
        verb, rest = CHINESE_VERBS[prefix], line.strip()[len(prefix) :]
    words = _CHINESE_WORDS.sub(r" \g<0> ", plain(rest)).split()
    return TypedCommand(verb, tuple(words), rest.strip())


def chosen(answers: Mapping[str, Answer], word: str) -> Answer | None:
    """The meaning of a word or an unambiguous prefix of one; None if there is none.

    >>> answers = {"move": 1, "moves": 2, "marks": 3}
    >>> [chosen(answers, word) for word in ("moves", "mov", "m", "")]
    [2, 1, None, None]
    """
    if word in answers or not word:
        return answers.get(word)
    words = sorted((key for key in answers if key.startswith(word)), key=len)
    shortest = words[0] if words else ""
    is_clear = all(key.startswith(shortest) or answers[key] == answers[shortest] for key in words)
    return answers[shortest] if words and is_clear else None


def parse_animal(word: str) -> Animal | None:
    """The animal with this full name, or None."""
    return CHINESE_ANIMALS.get(word) or parse_english_animal(word)


def parse_direction(word: str) -> str | None:
    """up, down, left or right, or None."""
    word = CHINESE_DIRECTIONS.get(word, word)
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
    """The words that can follow these in a command, in all languages.

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
            return [names[move.origin] for move in moves if move.is_flip()]
        case Verb.MOVES, []:
            return _animal_words({move.animal for move in moves if move.animal})
        case (Verb.MOVE | Verb.JUMP) as verb, rest:
            steps = [move for move in moves if not move.is_flip() and move.is_jump() is (verb is Verb.JUMP)]
            match rest:
                case []:
                    squares = () if game.uses_directions else [names[move.origin] for move in steps]
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
