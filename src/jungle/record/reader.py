"""Reading records: an error names its line and column, and does not prevent the next game from being read."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from jungle.boardgame import BoardGame, Deal
from jungle.errors import InvalidRecordError, JungleError, RecordError
from jungle.games import DEFAULT_GAME, GAMES, game_type
from jungle.geometry import Grid
from jungle.house_rules import parse_rules
from jungle.pieces import EMPTY, PIECES
from jungle.record.endings import RESULTS, Contradiction, settle
from jungle.record.record import DERIVED_TAGS, SURROGATE, TAG_NAME, Record

Value = TypeVar("Value")

MESSAGE_LIMIT = 400

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\s{}()]+")
_NUMBER = re.compile(r"(\d+)(\.\.\.|\.)", re.ASCII)
_VALUE = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*')
_COMMENT = re.compile(r"[^}\\]*(?:\\.[^}\\]*)*")
_ESCAPE = re.compile(r"\\(.)")


def read(
    stream: Iterable[str], *, on_error: Callable[[RecordError], None] | None = None, source: str | None = None
) -> Iterator[Record]:
    """The records of a text stream, or of any lines, one at a time.

    A game that is wrong raises RecordError, or, with `on_error`, is reported to it and left out; reading continues at
    the next tag that follows a blank line. `source` is named in the errors.

    >>> [record] = read(["1. 8-a4 {why not} 8-g6 *"])
    >>> record.game.moves[0].uci(), record.comments
    ('a3a4', {1: 'why not'})
    """
    cursor = _Cursor(stream, source)
    while cursor.seek_text():
        start = cursor.number
        try:
            record = _GameReader(cursor).read()
        except RecordError as error:
            if on_error is None:
                raise
            cursor.seek_game(after=start)
            on_error(error)
        else:
            yield record


def loads(text: str, *, on_error: Callable[[RecordError], None] | None = None) -> list[Record]:
    """The records of a text; `on_error` as in `read`. Raises InvalidRecordError for anything but text."""
    if not isinstance(text, str):
        raise InvalidRecordError(f"expected the text of records, got {text!r}")
    return list(read(io.StringIO(text, newline=None), on_error=on_error))


class _Cursor:
    """A place in the stream of lines. Lines that begin with % are skipped, except inside a comment."""

    def __init__(self, lines: Iterable[str], source: str | None) -> None:
        self._lines = iter(lines)
        self._source = source
        self._taken = 0
        self.number = 0
        self.text: str | None = ""
        """The line without its end, or None at the end of the stream."""
        self.column = 0
        self.after_blank = True
        self.at_game = False
        """Does the current line certainly begin a game, even without a blank line before it?"""
        self.advance()

    def advance(self, *, in_comment: bool = False) -> None:
        """Go to the start of the next line."""
        self.after_blank = self.number == 0 or self.is_blank()
        self.at_game = False
        while True:
            line = next(self._lines, None)
            if line is None:
                # The cursor stays at the end of the last line.
                self.column = self.column if self.text is None else len(self.text)
                self.text = None
                return
            self._taken += 1
            if self._taken == 1:
                line = line.removeprefix("\ufeff")
            if in_comment or not line.startswith("%"):
                break
        self.number, self.column = self._taken, 0
        self.text = line.removesuffix("\n").removesuffix("\r")

    def is_blank(self) -> bool:
        return self.text is not None and not self.text.strip()

    def is_tag(self) -> bool:
        """Does the line open a tag?"""
        return self.text is not None and self.text.lstrip().startswith("[")

    def seek_text(self) -> bool:
        """Go to the next line that is not blank; is there one?"""
        while self.is_blank():
            self.advance()
        return self.text is not None

    def seek_game(self, *, after: int) -> None:
        """Go to the likely beginning of the next game, after an error in the one that began on line `after`."""
        if self.number == after:
            self.advance()
        while self.text is not None and not (self.is_tag() and (self.after_blank or self.at_game)):
            self.advance()

    def check_encoding(self) -> None:
        """Raise RecordError for bytes that were not UTF-8."""
        if self.text and not self.text.isascii() and (match := SURROGATE.search(self.text)):
            self.fail(f"expected UTF-8, got the byte 0x{ord(match[0]) & 0xFF:02x}", column=match.start())

    def fail(self, message: str, *, line: int | None = None, column: int | None = None) -> NoReturn:
        """Raise RecordError here, or at a place seen before (columns from 0).

        Messages quote the file, in which a single word may be megabytes long, so the middle of a long one is left out.
        """
        if len(message) > MESSAGE_LIMIT:
            message = f"{message[: MESSAGE_LIMIT // 2]} … {message[-MESSAGE_LIMIT // 2 :]}"
        raise RecordError(
            message,
            self.number if line is None else line,
            (self.column if column is None else column) + 1,
            source=self._source,
        )


@dataclass(frozen=True, slots=True)
class _Tag:
    """A tag's value and its place, for errors that are found later."""

    value: str
    line: int
    column: int


class _GameReader:
    """Reads one game, from its first line to its result."""

    def __init__(self, cursor: _Cursor) -> None:
        self.cursor = cursor
        self.tags: dict[str, _Tag] = {}
        self.comments: dict[int, str] = {}

    def read(self) -> Record:
        cursor = self.cursor
        while cursor.is_tag():
            self._read_tag()
            cursor.advance()
        self.game = self._start()
        self._read_moves()
        tags = {name: tag.value for name, tag in self.tags.items() if name not in DERIVED_TAGS}
        return Record(self.game, tags, self.comments)

    def _read_tag(self) -> None:
        cursor = self.cursor
        cursor.check_encoding()
        self._expect("[", "a tag")
        self._skip_space()
        name = self._match(TAG_NAME) or cursor.fail(f"expected a tag's name after '[', got {self._rest()!r}")
        if name in self.tags:
            cursor.fail(f"the tag {name} is given twice", column=cursor.column - len(name))
        self._expect('"', f'"value" of the tag {name}')
        column = cursor.column
        value = _unescaped(cursor, self._match(_VALUE), '"')
        self._expect('"', f"a closing quote of the tag {name}", spaced=False)
        self._expect("]", f"']' after the tag {name}")
        self._skip_space()
        if rest := self._rest():
            cursor.fail(f"expected one tag a line, got {rest!r} after the tag {name}")
        self.tags[name] = _Tag(value, cursor.number, column)

    def _start(self) -> BoardGame:
        """The game that the tags describe, without its moves."""
        kind = self._parse("Game", game_type) or GAMES[DEFAULT_GAME]
        rules = self._parse("Rules", lambda text: parse_rules(text, kind.rules_type))
        game = self._parse("FEN", lambda text: kind.from_moves([], rules, fen=text)) or kind.from_moves([], rules)

        def dealt(text: str) -> BoardGame:
            return kind.from_moves([], position=game.start, deal=_parse_deal(kind.grid, text))

        return self._parse("Deal", dealt) or game

    def _parse(self, name: str, parse: Callable[[str], Value]) -> Value | None:
        """The value of a tag, or None if there is no such tag. Raises RecordError at its place."""
        if (tag := self.tags.get(name)) is None:
            return None
        try:
            return parse(tag.value)
        except JungleError as error:
            self._fail_at(tag, str(error))

    def _read_moves(self) -> None:
        cursor = self.cursor
        numbered = ""
        cursor.check_encoding()
        while True:
            self._skip_space()
            if cursor.text is None or cursor.column == len(cursor.text):
                self._next_line()
                continue
            column = cursor.column
            if self._accept("{"):
                self._read_comment(cursor.number, column)
                continue
            word = self._match(_WORD)
            if not word:
                self._refuse_mark()
            if number := _NUMBER.match(word):
                if numbered:
                    cursor.fail(f"expected a move after {numbered!r}, got {word!r}", column=column)
                numbered = number[0]
                self._check_number(numbered, column)
                # A move may follow the full stop without a space.
                cursor.column = column + len(numbered)
                continue
            if word in RESULTS:
                if numbered:
                    cursor.fail(f"expected a move after {numbered!r}, got the result {word}", column=column)
                self._end(word, column)
                return
            try:
                self.game.play(word)
            except JungleError as error:
                side = "" if self.game.side is None else f", {self.game.side}"
                cursor.fail(f"move {self.game.number}{side}: {error}", column=column)
            numbered = ""

    def _next_line(self) -> None:
        """Continue with the moves on the next line."""
        cursor = self.cursor
        cursor.advance()
        if cursor.text is None:
            cursor.fail(f"the game ends without a result: expected {', '.join(RESULTS)}")
        if cursor.is_tag():
            cursor.at_game = True
            cursor.fail(f"expected {', '.join(RESULTS)} before the next game's tags")
        cursor.check_encoding()

    def _refuse_mark(self) -> NoReturn:
        mark = self._rest()[0]
        if mark == "}":
            self.cursor.fail("'}' closes no comment")
        self.cursor.fail(f"variations are not kept: expected the moves played, got {mark!r}")

    def _check_number(self, number: str, column: int) -> None:
        if number != (expected := self.game.number_text()):
            self.cursor.fail(f"expected the move number {expected}, got {number}", column=column)

    def _read_comment(self, line: int, column: int) -> None:
        """Read a comment whose opening brace was at that place; it may span several lines."""
        cursor = self.cursor
        parts = []
        while True:
            parts.append(_unescaped(cursor, self._match(_COMMENT), "}"))
            if self._accept("}"):
                break
            if rest := self._rest():
                cursor.fail(f"expected {_ESCAPES} after a backslash, got {rest[1:2] or 'the end of the line'!r}")
            cursor.advance(in_comment=True)
            if cursor.text is None or (cursor.is_tag() and cursor.after_blank):
                cursor.fail("the comment is not closed: expected '}'", line=line, column=column)
            cursor.check_encoding()
        text, ply = "\n".join(parts), len(self.game)
        self.comments[ply] = f"{self.comments[ply]} {text}" if ply in self.comments else text

    def _end(self, result: str, column: int) -> None:
        cursor, line = self.cursor, self.cursor.number
        self._skip_space()
        if rest := self._rest():
            cursor.fail(f"expected nothing after the result, got {rest!r}")
        self._settle(result, column)
        cursor.advance()
        if cursor.text is not None and not cursor.is_blank() and not cursor.is_tag():
            self._skip_space()
            cursor.fail(f"expected a blank line after the result on line {line}, got {self._rest()!r}")

    def _settle(self, result: str, column: int) -> None:
        tagged, termination = self.tags.get("Result"), self.tags.get("Termination")
        if tagged and tagged.value != result:
            self.cursor.fail(f"the result is {result}, but the Result tag says {tagged.value!r}", column=column)
        try:
            settle(self.game, result, termination.value if termination else None)
        except Contradiction as error:
            if termination and error.in_termination:
                self._fail_at(termination, str(error))
            self.cursor.fail(str(error), column=column)

    def _fail_at(self, tag: _Tag, message: str) -> NoReturn:
        self.cursor.fail(message, line=tag.line, column=tag.column)

    def _rest(self) -> str:
        return (self.cursor.text or "")[self.cursor.column :]

    def _match(self, pattern: re.Pattern[str]) -> str:
        """Consume what matches here, possibly nothing."""
        text = self.cursor.text
        match = pattern.match(text, self.cursor.column) if text is not None else None
        if match is None:
            return ""
        self.cursor.column = match.end()
        return match[0]

    def _skip_space(self) -> None:
        self._match(_SPACE)

    def _accept(self, mark: str) -> bool:
        if not (self.cursor.text or "").startswith(mark, self.cursor.column):
            return False
        self.cursor.column += len(mark)
        return True

    def _expect(self, mark: str, what: str, *, spaced: bool = True) -> None:
        if spaced:
            self._skip_space()
        if not self._accept(mark):
            self.cursor.fail(f"expected {what}, got {self._rest() or 'the end of the line'!r}")


_ESCAPES = "one of n, r, \\ or the closing mark"


def _unescaped(cursor: _Cursor, text: str, closing: str) -> str:
    """The text that was just read, with its escapes replaced."""
    if "\\" not in text:
        return text
    known = {"n": "\n", "r": "\r", "\\": "\\", closing: closing}
    for match in _ESCAPE.finditer(text):
        if match[1] not in known:
            column = cursor.column - len(text) + match.start()
            cursor.fail(f"expected {_ESCAPES} after a backslash, got {match[1]!r}", column=column)
    return _ESCAPE.sub(lambda match: known[match[1]], text)


def _parse_deal(grid: Grid, text: str) -> Deal:
    board = grid.parse_board(text)
    return {square: PIECES[code] for square, code in enumerate(board) if code != EMPTY}
