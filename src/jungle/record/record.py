"""A record: a game with its tags, comments and variations."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError
from jungle.moves import BoardMove
from jungle.record.node import Node

DERIVED_TAGS = ("Game", "Rules", "FEN", "Deal", "Result", "Termination")
"""Tags that the game itself determines; never among `Record.tags`."""

UNKNOWN = "*"
"""The result of a game that is unfinished, or whose ending was not recorded."""

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True, eq=False)
class Record:
    """A game with its tags, comments by ply (0: before the first move), and variations.

    Tags for the game, rules, start, result and ending are derived from the game. `variations` are moves that might
    have been played instead: those at 0 replace the first move. Records are equal if games, tags, comments and
    variations are.

    >>> from jungle.game import Game
    >>> record = Record(Game.from_moves(["a3a4", "g7g6"]), {"Event": "club"}, {1: "as ever"})
    >>> record.comments[1], record.result
    ('as ever', '*')
    >>> record.add_variation(1, ["8-f7", "8-a5"], "quieter").comment
    'quieter'
    >>> [(str(node.move), len(node.children)) for node in record.mainline()]
    [('a3a4', 2), ('g7g6', 0)]
    """

    game: BoardGame
    tags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    variations: dict[int, list[Node]] = field(default_factory=dict)

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game is in progress."""
        outcome = self.game.outcome()
        return outcome.result() if outcome else UNKNOWN

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (
            self.game == other.game
            and self.tags == other.tags
            and self.comments == other.comments
            and self.variations == other.variations
        )

    __hash__ = None  # type: ignore[assignment]

    def add_variation(self, ply: int, moves: Iterable[BoardMove | str], comment: str = "") -> Node:
        """Add moves that might have been played from a ply on, and return the first of them, with the comment.

        Raises InvalidRecordError if no move was played there or none is given, InvalidMoveError, IllegalMoveError.
        """
        played = list(moves)
        if not played:
            raise InvalidRecordError("expected the moves of a variation, got none")
        if ply not in range(len(self.game)):
            raise InvalidRecordError(f"expected the ply of a move, from 0 to {len(self.game) - 1}, got {ply!r}")
        node = Node.after(self.game.positions[ply], played[0], comment)
        node.add_line(played[1:])
        self.variations.setdefault(ply, []).append(node)
        return node

    def mainline(self) -> list[Node]:
        """The moves of the game as nodes, whose children include the variations; built on each call.

        Alternatives to the first move are not included; they are in `variations[0]`.
        """
        positions = self.game.positions
        nodes = [Node(move, positions[ply], self.comments.get(ply, "")) for ply, move in enumerate(self.game.moves, 1)]
        for ply, node in enumerate(nodes, 1):
            node.children = [*nodes[ply : ply + 1], *self.variations.get(ply, [])]
        return nodes

    def check(self) -> None:
        """Raise InvalidRecordError for tags and comments that a file cannot hold; `write` checks the variations."""
        if not isinstance(self.game, BoardGame):
            raise InvalidRecordError(f"expected a game, got {self.game!r}")
        for name, value in self.tags.items():
            if not TAG_NAME.fullmatch(str(name)):
                raise InvalidRecordError(f"expected a tag's name of letters, digits and '_', got {name!r}")
            if name in DERIVED_TAGS:
                raise InvalidRecordError(f"the tag {name} comes from the game and cannot be set to {value!r}")
            if not isinstance(value, str):
                raise InvalidRecordError(f"expected text for the tag {name}, got {value!r}")
            if SURROGATE.search(value):
                raise InvalidRecordError(f"the tag {name} contains an unpaired surrogate: {value!r}")
        for ply, comment in self.comments.items():
            if type(ply) is not int or not isinstance(comment, str):
                raise InvalidRecordError(f"expected a comment by its ply, got {ply!r}: {comment!r}")
            if not 0 <= ply <= len(self.game):
                raise InvalidRecordError(f"a comment after ply {ply} in a game of {len(self.game)} plies: {comment!r}")
            if SURROGATE.search(comment):
                raise InvalidRecordError(f"the comment after ply {ply} contains an unpaired surrogate: {comment!r}")
