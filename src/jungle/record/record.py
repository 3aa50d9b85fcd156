"""A record: a game with its tags and comments."""

import re
from dataclasses import dataclass, field

from jungle.boardgame import BoardGame
from jungle.errors import InvalidRecordError
from jungle.record.endings import result_of

DERIVED_TAGS = ("Game", "Rules", "FEN", "Deal", "Result", "Termination")
"""Tags that the game itself determines; never among `Record.tags`."""

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True, eq=False)
class Record:
    """A game, the tags that people gave it, and comments by ply (0: before the first move).

    Which game it is, rules, start, result and the way it ended are the game's own. Records are equal when games, tags
    and comments are.

    >>> from jungle.game import Game
    >>> record = Record(Game.from_moves(["a3a4", "g7g6"]), {"Event": "club"}, {1: "as ever"})
    >>> record.comments[1], record.result
    ('as ever', '*')
    """

    game: BoardGame
    tags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game is in progress."""
        return result_of(self.game)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.game == other.game and self.tags == other.tags and self.comments == other.comments

    __hash__ = None  # type: ignore[assignment]

    def check(self) -> None:
        """Raise InvalidRecordError for tags and comments that a file cannot hold."""
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
                raise InvalidRecordError(f"the tag {name} holds half a character: {value!r}")
        for ply, comment in self.comments.items():
            if type(ply) is not int or not isinstance(comment, str):
                raise InvalidRecordError(f"expected a comment by its ply, got {ply!r}: {comment!r}")
            if not 0 <= ply <= len(self.game):
                raise InvalidRecordError(f"a comment after ply {ply} in a game of {len(self.game)} plies: {comment!r}")
            if SURROGATE.search(comment):
                raise InvalidRecordError(f"the comment after ply {ply} holds half a character: {comment!r}")
