"""Writing records."""

from collections.abc import Iterable, Iterator
from typing import TextIO

from jungle.house_rules import rules_text
from jungle.pieces import Side
from jungle.position import Position
from jungle.record.record import Record

WIDTH = 80


def write(records: Iterable[Record], stream: TextIO) -> None:
    """Write records one after the other, each whole or not at all. Raises InvalidRecordError."""
    for record in records:
        stream.write(_text(record))


def dumps(records: Iterable[Record]) -> str:
    """The text of records. Raises InvalidRecordError.

    >>> from jungle.game import Game
    >>> print(dumps([Record(Game.from_moves(["a3a4", "g7g6"]), {"Event": "club"})]), end="")
    [Event "club"]
    [Rules "standard"]
    [Result "*"]
    <BLANKLINE>
    1. 8-a4 8-g6 *
    <BLANKLINE>
    """
    return "".join(map(_text, records))


def _text(record: Record) -> str:
    record.check()
    tags = "".join('[{} "{}"]\n'.format(name, _escaped(value, '"')) for name, value in _tags(record))
    return tags + "\n" + "".join(_wrapped(_tokens(record))) + "\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    game = record.game
    yield from record.tags.items()
    yield "Rules", rules_text(game.rules)
    if game.start != Position.initial(rules=game.rules):
        yield "FEN", game.start.fen()
    yield "Result", record.result
    if outcome := game.outcome():
        yield "Termination", outcome.reason.value


def _tokens(record: Record) -> Iterator[str]:
    """What is not broken over lines: a move with its number, a comment, the result."""
    game, comments = record.game, record.comments
    if 0 in comments:
        yield _comment(comments[0])
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False), start=1):
        number = f"{position.number}. " if position.side is Side.BLUE else f"{position.number}... " if ply == 1 else ""
        yield number + position.notation(move)
        if ply in comments:
            yield _comment(comments[ply])
    yield record.result


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
