"""Writing records."""

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import TextIO

from jungle.boardgame import BoardGame
from jungle.errors import InvalidRecordError
from jungle.games import DEFAULT_GAME
from jungle.house_rules import rules_text
from jungle.pieces import EMPTY
from jungle.record.record import Record

WIDTH = 80


def write(records: Iterable[Record], stream: TextIO, *, deal: bool = False) -> None:
    """Write records one after the other, each whole or not at all; with `deal` also what lies face down.

    Raises InvalidRecordError.
    """
    if not isinstance(records, Iterable):
        raise InvalidRecordError(f"expected some records, got {records!r}")
    for record in records:
        stream.write(_text(record, deal))


def dumps(records: Iterable[Record], *, deal: bool = False) -> str:
    """The text of records; with `deal` also what lies face down. Raises InvalidRecordError.

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
    game, comments = record.game, record.comments
    if 0 in comments:
        yield _comment(comments[0])
    for ply, move in enumerate(game.moves):
        number, notation = game.number_text(ply), game.notation(move, ply)
        yield notation if ply and number.endswith("...") else f"{number} {notation}"
        if ply + 1 in comments:
            yield _comment(comments[ply + 1])
    yield record.result


def _deal_text(game: BoardGame) -> str:
    """What lies face down at the start, as a board without anything else."""
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
    """The text on one line, and without a bare closing mark."""
    text = text.replace("\\", "\\\\").replace(closing, "\\" + closing)
    return text.replace("\n", "\\n").replace("\r", "\\r")
