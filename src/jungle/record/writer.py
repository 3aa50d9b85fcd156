"""Writing records."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import StringIO
from typing import TextIO

from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError, JungleError, RecordFileError
from jungle.games import DEFAULT_GAME
from jungle.pieces import EMPTY
from jungle.record.node import Node
from jungle.record.record import SURROGATE, Record
from jungle.rules_text import rules_text
from jungle.storage import atomic_open, os_error_text

WIDTH = 80


def write(records: Iterable[Record], stream: TextIO, *, deal: bool = False) -> None:
    """Write records in order, each completely or not at all; with `deal`, include the face-down pieces.

    Raises InvalidRecordError.
    """
    if not isinstance(records, Iterable):
        raise InvalidRecordError(f"expected some records, got {records!r}")
    for record in records:
        stream.write(_text(record, deal))


def dumps(records: Iterable[Record], *, deal: bool = False) -> str:
    """Write records to a string; with `deal`, include the face-down pieces. Raises InvalidRecordError.

    >>> from jungle.game import Game
    >>> print(dumps([Record(Game.from_moves(["a3a4", "g7g6"]), {"Event": "club"})]), end="")
    [Event "club"]
    [Rules "standard"]
    [Result "*"]
    <BLANKLINE>
    1. 8-a4 8-g6 *
    <BLANKLINE>
    """
    stream = StringIO()
    write(records, stream, deal=deal)
    return stream.getvalue()


def save(path: str | os.PathLike[str], records: Iterable[Record], *, deal: bool = False) -> None:
    """Write records to a file, which is replaced only once all of them are on disk; `deal` as in `write`.

    Raises RecordFileError or InvalidRecordError and leaves the file unchanged.
    """
    try:
        with atomic_open(path) as stream:
            write(records, stream, deal=deal)
    except OSError as error:
        raise RecordFileError(f"cannot write {os.fspath(path)}: {os_error_text(error)}") from error


def _text(record: Record, deal: bool) -> str:
    if not isinstance(record, Record):
        raise InvalidRecordError(f"expected a Record, got {record!r}")
    record.check()
    tags = "".join('[{} "{}"]\n'.format(name, _escaped(value, '"')) for name, value in _tags(record, deal))
    return tags + "\n" + "".join(_wrapped(_tokens(record))) + "\n"


def _tags(record: Record, deal: bool) -> Iterator[tuple[str, str]]:
    game = record.game
    yield from record.tags.items()
    if game.kind != DEFAULT_GAME:
        yield "Game", game.kind
    yield "Rules", rules_text(game.rules)
    if game.start != game.position_type.initial(rules=game.rules):
        yield "FEN", game.start.fen()
    if deal and game.deal:
        yield "Deal", _deal_text(game)
    yield "Result", record.result
    if outcome := game.outcome():
        yield "Termination", outcome.reason.value


def _tokens(record: Record) -> Iterator[str]:
    """The parts that are never broken across lines: a move with its number, a comment, the result."""
    game, comments, variations = record.game, record.comments, record.variations
    if not variations.keys() <= set(range(len(game))):
        raise InvalidRecordError(f"expected variations by ply, from 0 to {len(game) - 1}, got {list(variations)!r}")
    if 0 in comments:
        yield _comment(comments[0])
    needs_number = True
    for ply, move in enumerate(game.moves):
        yield _numbered(game.number_text(ply), game.notation(move, ply), needs_number)
        if ply + 1 in comments:
            yield _comment(comments[ply + 1])
        for variation in variations.get(ply, ()):
            yield from _VariationWriter(_line_to(game, ply)).tokens(variation)
        needs_number = bool(variations.get(ply))
    yield record.result


def _numbered(number: str, notation: str, needs_number: bool) -> str:
    return f"{number} {notation}" if needs_number or not number.endswith("...") else notation


def _line_to(game: BoardGame, ply: int) -> BoardGame:
    """The game as it was at a ply, without its deal, since a variation may turn up other pieces."""
    line = game.public()
    while len(line) > ply:
        line.undo()
    return line


class _VariationWriter:
    """Writes one variation, with those inside it, as tokens. `line` is the game up to the variation.

    Variations may be nested more deeply than Python's stack, so pending work is kept in a list.
    """

    def __init__(self, line: BoardGame) -> None:
        self._line = line
        self._tokens: list[str] = []
        self._left: list[Callable[[], None]] = []

    def tokens(self, first: Node) -> list[str]:
        self._open(first)
        while self._left:
            self._left.pop()()
        return self._tokens

    def _open(self, node: Node) -> None:
        self._write(node, "(", needs_number=True)
        self._left += [partial(self._close, len(self._line)), partial(self._continue, node, False)]

    def _close(self, plies: int) -> None:
        while len(self._line) > plies:
            self._line.undo()
        self._tokens[-1] += ")"

    def _continue(self, node: Node, needs_number: bool) -> None:
        """Write what follows a node: its first child, the others as variations, and on from the first child."""
        self._line.push(node.move)
        if not node.children:
            return
        main, *others = node.children
        self._write(main, needs_number=needs_number)
        self._left.append(partial(self._continue, main, bool(others)))
        self._left += [partial(self._open, other) for other in reversed(others)]

    def _write(self, node: Node, prefix: str = "", *, needs_number: bool) -> None:
        line = self._line
        if not isinstance(node, Node):
            raise InvalidRecordError(f"expected a Node, got {node!r}")
        if SURROGATE.search(node.comment):
            raise InvalidRecordError(f"the comment on {node.move} in a variation contains an unpaired surrogate")
        try:
            line.play(node.move)
        except JungleError as error:
            raise InvalidRecordError(f"a variation at move {line.number}: {error}") from None
        ply = len(line) - 1
        text = _numbered(line.number_text(ply), line.notation(line.moves[ply], ply), needs_number)
        line.undo()
        self._tokens.append(prefix + text)
        if node.comment:
            self._tokens.append(_comment(node.comment))


def _deal_text(game: BoardGame) -> str:
    """The pieces face down at the start, as the text of a board."""
    deal = game.deal or {}
    codes = (deal[square].code if square in deal else EMPTY for square in range(game.grid.squares))
    return game.grid.board_text(bytes(codes))


def _wrapped(tokens: Iterable[str]) -> Iterator[str]:
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > WIDTH:
            yield line + "\n"
            line = token
        else:
            line += f" {token}" if line else token
    yield line + "\n"


def _comment(text: str) -> str:
    return "{" + _escaped(text, "}") + "}"


def _escaped(text: str, closing: str) -> str:
    """The text on one line, with closing marks escaped."""
    text = text.replace("\\", "\\\\").replace(closing, "\\" + closing)
    return text.replace("\n", "\\n").replace("\r", "\\r")
