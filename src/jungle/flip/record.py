"""A flip game as text, to be saved and gone on with: the start, the deal, what was done, and the result.

    [Game "flip"]
    [Start "????/????/????/???? r 0 RCDWPTLErcdwptle"]
    [Deal "tEpD/TPer/wRCl/WcLd"]
    [QuietLimit "40"]
    [Result "*"]

    a2=w c3=e b1=c *

`Deal` shows what lies where at the start, digits for squares where nothing lies face down; a game whose deal is
not known has none. A game that ended has a `Termination` tag too.
"""

import re
from collections.abc import Iterator
from textwrap import fill
from typing import NoReturn

from jungle.errors import GameError, InvalidPositionError, JungleError, RecordError
from jungle.flip.game import Deal, FlipGame
from jungle.flip.position import FlipPosition
from jungle.flip.rules import GRID, QUIET_LIMIT
from jungle.pieces import EMPTY, FACE_DOWN, PIECES
from jungle.record.endings import RESULTS, Contradiction, result_of, settle

WIDTH = 80
NO_LIMIT = "none"

_TAGS = ("Game", "Start", "Deal", "QuietLimit", "Result", "Termination")
_TAG = re.compile(r'\[(\w+) "([^"]*)"\]\s*')
_WORD = re.compile(r"\S+")


def dumps(game: FlipGame) -> str:
    """The text of a game; what was undone is left out.

    >>> print(dumps(FlipGame.from_moves(["b2=T", "c3=e"])), end="")
    [Game "flip"]
    [Start "????/????/????/???? r 0 RCDWPTLErcdwptle"]
    [QuietLimit "40"]
    [Result "*"]
    <BLANKLINE>
    b2=T c3=e *
    """
    tags = "".join(f'[{name} "{value}"]\n' for name, value in _tags(game))
    return f"{tags}\n{fill(' '.join([*map(str, game.moves), result_of(game)]), WIDTH, break_on_hyphens=False)}\n"


def _tags(game: FlipGame) -> Iterator[tuple[str, str]]:
    yield "Game", "flip"
    yield "Start", game.start.fen()
    if game.deal is not None:
        yield "Deal", _deal_text(game.deal)
    yield "QuietLimit", NO_LIMIT if game.quiet_limit is None else str(game.quiet_limit)
    yield "Result", result_of(game)
    if outcome := game.outcome():
        yield "Termination", outcome.reason.value


def loads(text: str) -> FlipGame:
    """The game of a text that `dumps` wrote. Raises RecordError, with line and column."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix("\ufeff").splitlines()
        self.values: dict[str, str] = {}
        self.places: dict[str, tuple[int, int]] = {}

    def read(self) -> FlipGame:
        words = self._words(self._read_tags())
        if "Game" not in self.values:
            raise RecordError('expected the tag [Game "flip"]', 1, 1)
        if self.values["Game"] != "flip":
            self._fail("Game", f"expected 'flip', got {self.values['Game']!r}")
        game = self._start()
        for word, line, column in words:
            if word in RESULTS:
                self._settle(game, word, line, column)
                if after := next(words, None):
                    raise RecordError(f"expected nothing after the result, got {after[0]!r}", after[1], after[2])
                return game
            try:
                game.play(word)
            except JungleError as error:
                raise RecordError(str(error), line, column) from None
        end = len(self.lines[-1]) + 1 if self.lines else 1
        raise RecordError(f"expected a result, {', '.join(RESULTS)}, at the end", max(len(self.lines), 1), end)

    def _read_tags(self) -> int:
        """Read the tags and return the number of lines they and blank lines among them take."""
        for number, line in enumerate(self.lines, start=1):
            if not line.strip():
                continue
            if not line.startswith("["):
                return number - 1
            match = _TAG.fullmatch(line)
            if match is None:
                raise RecordError(f'expected a tag like [Game "flip"], got {line!r}', number, 1)
            name, value = match.groups()
            if name not in _TAGS:
                raise RecordError(f"expected a tag of {', '.join(_TAGS)}; got {name!r}", number, 2)
            if name in self.values:
                raise RecordError(f"the tag {name} is given twice", number, 2)
            self.values[name], self.places[name] = value, (number, match.start(2) + 1)
        return len(self.lines)

    def _words(self, skip: int) -> Iterator[tuple[str, int, int]]:
        """The words after the tags, with line and column."""
        for number, line in enumerate(self.lines[skip:], start=skip + 1):
            for match in _WORD.finditer(line):
                yield match[0], number, match.start() + 1

    def _start(self) -> FlipGame:
        position = FlipPosition.initial()
        if "Start" in self.values:
            try:
                position = FlipPosition.from_fen(self.values["Start"])
            except InvalidPositionError as error:
                self._fail("Start", str(error))
        limit = self.values.get("QuietLimit", str(QUIET_LIMIT))
        if limit != NO_LIMIT and not re.fullmatch(r"[1-9][0-9]{0,8}", limit):
            self._fail("QuietLimit", f"expected a number from 1 or {NO_LIMIT}, got {limit!r}")
        try:
            deal = _parse_deal(self.values["Deal"]) if "Deal" in self.values else None
            return FlipGame.from_moves(
                [],
                position=position,
                deal=deal,
                quiet_limit=None if limit == NO_LIMIT else int(limit),
                first_flip_decides=position.side is None,
            )
        except InvalidPositionError as error:
            self._fail("Deal", str(error))

    def _settle(self, game: FlipGame, result: str, line: int, column: int) -> None:
        tagged = self.values.get("Result", result)
        if tagged != result:
            raise RecordError(f"the result is {result}, but the Result tag says {tagged!r}", line, column)
        try:
            settle(game, result, self.values.get("Termination"))
        except Contradiction as error:
            if error.in_termination:
                self._fail("Termination", str(error))
            raise RecordError(str(error), line, column) from None
        except GameError as error:  # A winner before anybody has a colour.
            raise RecordError(str(error), line, column) from None

    def _fail(self, tag: str, message: str) -> NoReturn:
        raise RecordError(message, *self.places[tag])


def _deal_text(deal: Deal) -> str:
    return GRID.board_text(bytes(deal[square].code if square in deal else EMPTY for square in range(GRID.squares)))


def _parse_deal(text: str) -> Deal:
    board = GRID.parse_board(text, face_down=True)
    if FACE_DOWN in board:
        raise InvalidPositionError(f"a deal says what lies face down, got {text!r}")
    return {square: PIECES[code] for square, code in enumerate(board) if code != EMPTY}
