"""Reading records: an error gives its line and column, and the next game can still be read."""

import io
import os
import re
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NoReturn, TypeVar

from jungle.board_game import BoardGame, Deal
from jungle.board_position import BoardPosition
from jungle.errors import GameError, InvalidRecordError, JungleError, RecordError, RecordFileError
from jungle.games import DEFAULT_GAME, GAMES, game_type
from jungle.geometry import Grid
from jungle.outcome import RESULTS as DECIDED
from jungle.outcome import Outcome, Reason
from jungle.pieces import EMPTY, PIECES
from jungle.record.node import HIGHEST_NAG, NAGS, Node
from jungle.record.record import DERIVED_TAGS, UNKNOWN, Record
from jungle.record.text import SURROGATE, TAG_NAME
from jungle.rules import RULES_CACHE_SIZE, BaseRules
from jungle.rules_text import read_rules
from jungle.storage import os_error_text

Value = TypeVar("Value")

RESULTS = (*DECIDED, UNKNOWN)
MESSAGE_LIMIT = 400

_SPACE = re.compile(r"\s*")
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[0-9]+\.(?:\.\.)?)  # a move may follow it without a space
    | (?P<comment>\{[^}\\]*\})
    | (?P<begun>\{)  # a comment of several lines, or with escapes
    | (?P<variation>[()])
    | (?P<nag>[!?]+|\$[^\s{}();!?$]*)
    | (?P<remark>;.*)
    | (?P<closing>\})
    | (?P<word>[^\s{}();!?$]+)
    )?""",
    re.VERBOSE | re.DOTALL,
)
"""What moves, results and annotations consist of; nothing at the end of a line."""
_NAG_NUMBER = re.compile(r"\$(\d{1,3})", re.ASCII)
_VALUE = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*')
_COMMENT = re.compile(r"[^}\\]*(?:\\.[^}\\]*)*")
_ESCAPE = re.compile(r"\\(.)")


def read(
    stream: Iterable[str], *, on_error: Callable[[RecordError], None] | None = None, source: str | None = None
) -> Iterator[Record]:
    """Read records from a text stream, or any lines, one at a time.

    A bad game raises RecordError or, with `on_error`, is reported to it and skipped; reading continues at
    the next tag that follows a blank line. `source` is named in the errors.

    >>> [record] = read(["1. 8-a4 {why not} 8-g6 *"])
    >>> [(str(node.move), node.comment) for node in record.mainline()]
    [('a3a4', 'why not'), ('g7g6', '')]
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
    """Read records from a string; `on_error` as in `read`. Raises InvalidRecordError for anything but a string."""
    if not isinstance(text, str):
        raise InvalidRecordError(f"expected the text of records, got {text!r}")
    return list(read(io.StringIO(text, newline=None), on_error=on_error))


def load(path: str | os.PathLike[str], *, on_error: Callable[[RecordError], None] | None = None) -> Iterator[Record]:
    """Read the records of a file lazily; `on_error` as in `read`.

    Raises RecordFileError if the file cannot be read, and RecordError, which names the file, for bad contents,
    including bytes that are not UTF-8.
    """
    with closing(_lines(path)) as lines:
        yield from read(lines, on_error=on_error, source=os.fspath(path))


def _lines(path: str | os.PathLike[str]) -> Generator[str, None, None]:
    try:
        # Bytes that are not UTF-8 become lone surrogates, which the reader reports with their position.
        with Path(path).open(encoding="utf-8", errors="surrogateescape") as stream:
            yield from stream
    except OSError as error:
        raise RecordFileError(f"cannot read {os.fspath(path)}: {os_error_text(error)}") from error


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
        """Whether the current line certainly begins a game, even without a blank line before it."""
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
        """Whether the line opens a tag."""
        return self.text is not None and self.text.lstrip().startswith("[")

    def is_remark(self) -> bool:
        """Whether the line begins with a semicolon, so that all of it is a comment."""
        return self.text is not None and self.text.lstrip().startswith(";")

    def seek_text(self) -> bool:
        """Go to the next line that is not blank. Returns False if there is none."""
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
        """Raise RecordError here, or at an earlier place (columns from 0).

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
    """A tag's value and its place, for errors found later."""

    value: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _Departure:
    """Where a variation leaves its line: the last move of that line, which the variation replaces."""

    line: int
    column: int
    """The place of the opening parenthesis."""
    plies: int
    node: Node
    """The move that is replaced."""


class _GameReader:
    """Reads one game, from its first line to its result."""

    def __init__(self, cursor: _Cursor) -> None:
        self.cursor = cursor
        self.tags: dict[str, _Tag] = {}
        self.ending: Outcome | None = None
        """The ending that the file declares, if the board shows none."""
        self.departures: list[_Departure] = []
        """The variations that are open."""
        self.comments: defaultdict[Node, list[str]] = defaultdict(list)
        """Joined at the end, since a game may have millions of them in one place."""
        self.early: list[str] = []
        """The comments before the first move of a variation, or among the tags."""

    def read(self) -> Record:
        cursor = self.cursor
        while cursor.is_tag() or cursor.is_remark():
            if cursor.is_tag():
                self._read_tag()
                cursor.advance()
            else:
                self._read_remark()
        self.game = self.current = self._start()
        self.node = root = Node(self.game.start)
        self._take_early()
        self._read_moves()
        for node, comments in self.comments.items():
            node.comment = " ".join(comments)
        tags = {name: tag.value for name, tag in self.tags.items() if name not in DERIVED_TAGS}
        return Record.from_tree(self.game, root, tags, self.ending)

    def _read_remark(self) -> None:
        """Read a line before or among the tags that begins with a semicolon: a comment on the start."""
        cursor = self.cursor
        cursor.check_encoding()
        if text := self._rest().lstrip()[1:].strip(" \t"):
            self.early.append(text)
        cursor.advance()
        if not self.tags:
            cursor.seek_text()

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
            cursor.fail(f"expected one tag per line, got {rest!r} after the tag {name}")
        self.tags[name] = _Tag(value, cursor.number, column)

    def _start(self) -> BoardGame:
        """The game that the tags describe, without its moves."""
        kind = self._parse("Game", game_type) or GAMES[DEFAULT_GAME]
        rules = self._parse("Rules", lambda text: read_rules(text, kind.rules_type))
        game = self._parse("FEN", lambda text: kind.from_moves([], rules, fen=text))
        game = game or kind.from_moves([], position=_initial(kind, rules))

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
            found = _TOKEN.match(cursor.text or "", cursor.column)
            kind = found and found.lastgroup
            if not found or not kind:  # the end of the line
                self._next_line()
                continue
            word, column = found[kind], found.start(kind)
            cursor.column = found.end()
            match kind:
                case "number":
                    if numbered:
                        cursor.fail(f"expected a move after {numbered!r}, got {word!r}", column=column)
                    numbered = word
                    self._check_number(numbered, column)
                    continue
                case "comment":
                    self._add_comment(word[1:-1])
                    continue
                case "begun":
                    self._read_comment(cursor.number, column)
                    continue
                case "remark":
                    self._add_comment(word[1:].strip(" \t"))
                    continue
                case "closing":
                    cursor.fail("'}' closes no comment", column=column)
            if numbered and (kind != "word" or word in RESULTS):
                what = "the result " if word in RESULTS else ""
                cursor.fail(f"expected a move after {numbered!r}, got {what}{word}", column=column)
            numbered = ""
            match kind:
                case "nag":
                    self._add_nag(word, column)
                case "variation" if word == "(":
                    self._open_variation(column)
                case "variation":
                    self._close_variation(column)
                case _ if word in RESULTS:
                    self._check_closed()
                    self._end(word, column)
                    return
                case _:
                    self._play(word, column)

    def _play(self, word: str, column: int) -> None:
        game = self.current
        try:
            move = game.play(word)
        except JungleError as error:
            side = "" if game.side is None else f", {game.side}"
            self.cursor.fail(f"move {game.number}{side}: {error}", column=column)
        self.node = self.node.append(move, game.position)
        if self.early:
            self._take_early()

    def _take_early(self) -> None:
        if self.early:
            self.comments[self.node], self.early = self.early, []

    def _is_before_first(self) -> bool:
        """Whether there is no move yet in the game or the variation."""
        start = self.departures[-1].node.parent if self.departures else None
        return self.node.parent is None or self.node is start

    def _add_nag(self, word: str, column: int) -> None:
        if self._is_before_first():
            self.cursor.fail(f"expected a move before {word!r}", column=column)
        number = _NAG_NUMBER.fullmatch(word)
        nag = int(number[1]) if number else NAGS.get(word, HIGHEST_NAG + 1)
        if nag > HIGHEST_NAG:
            self.cursor.fail(f"expected {', '.join(NAGS)} or $0 to ${HIGHEST_NAG}, got {word!r}", column=column)
        self.node.nags.add(nag)

    def _open_variation(self, column: int) -> None:
        """Go back by one move, which the variation replaces."""
        parent = self.node.parent
        if parent is None or self._is_before_first():
            self.cursor.fail("expected a move before the variation that replaces it, got '('", column=column)
        if not self.departures and self.game.deal is not None:
            # A variation may turn up other pieces than the game did, so it does not know what lies face down.
            self.current = self.game.public()
        self.departures.append(_Departure(self.cursor.number, column, len(self.current), self.node))
        self.current.undo()
        self.node = parent

    def _close_variation(self, column: int) -> None:
        if not self.departures:
            self.cursor.fail("')' closes no variation", column=column)
        if self._is_before_first():
            self.cursor.fail("expected a move in the variation, got ')'", column=column)
        departure = self.departures.pop()
        self.node = departure.node
        if not self.departures and self.current is not self.game:
            self.current = self.game
            return
        while len(self.current) >= departure.plies:
            self.current.undo()
        assert self.node.move is not None
        self.current.push(self.node.move)

    def _check_closed(self) -> None:
        if self.departures:
            opened = self.departures[-1]
            self.cursor.fail("the variation is not closed: expected ')'", line=opened.line, column=opened.column)

    def _next_line(self) -> None:
        """Continue with the moves on the next line."""
        cursor = self.cursor
        cursor.advance()
        if cursor.text is None:
            self._check_closed()
            cursor.fail(f"the game ends without a result: expected {', '.join(RESULTS)}")
        if cursor.is_tag():
            cursor.at_game = True
            self._check_closed()
            cursor.fail(f"expected {', '.join(RESULTS)} before the next game's tags")
        cursor.check_encoding()

    def _check_number(self, number: str, column: int) -> None:
        if number != (expected := self.current.number_text()):
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
        self._add_comment("\n".join(parts))

    def _add_comment(self, text: str) -> None:
        """Keep a comment; one before the first move of a variation becomes the comment on that move."""
        if text:
            is_early = self.departures and self._is_before_first()
            (self.early if is_early else self.comments[self.node]).append(text)

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
        """Declare the ending that the file gives, or check that the file agrees with the board."""
        tagged, termination = self.tags.get("Result"), self.tags.get("Termination")
        if tagged and tagged.value != result:
            self.cursor.fail(f"the result is {result}, but the Result tag says {tagged.value!r}", column=column)
        reason = self._parse("Termination", _parse_reason)
        if ended := self.game.outcome():
            if result != ended.result():
                message = f"the result is {result}, but the game ended {ended.result()} by {ended.reason.value}"
                self.cursor.fail(message, column=column)
            if termination and reason is not ended.reason:
                self._fail_at(termination, f"the game ended by {ended.reason.value}, not by {termination.value}")
        elif result != UNKNOWN:
            try:
                # A result without an explanation is an adjudication.
                self.ending = self.game.end(Outcome.from_result(result, reason or Reason.ADJUDICATION))
                self.game.undo()
            except GameError as error:
                place = {"line": termination.line, "column": termination.column} if termination else {"column": column}
                self.cursor.fail(str(error), **place)
        elif termination:
            self._fail_at(termination, f"an ending by {termination.value}, but the result is {UNKNOWN}")

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


@lru_cache(RULES_CACHE_SIZE)
def _initial(kind: type[BoardGame], rules: BaseRules | None) -> BoardPosition:
    """Where most games start. Positions never change, so the games of a file share it."""
    return kind.from_moves([], rules).start


def _parse_reason(text: str) -> Reason:
    try:
        return Reason(text)
    except ValueError:
        known = ", ".join(reason.value for reason in Reason)
        raise InvalidRecordError(f"unknown termination {text!r}; expected one of: {known}") from None


def _parse_deal(grid: Grid, text: str) -> Deal:
    board = grid.parse_board(text)
    return {square: PIECES[code] for square, code in enumerate(board) if code != EMPTY}
