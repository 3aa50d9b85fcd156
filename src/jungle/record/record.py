"""A record: the tree of a game's moves, with its tags and its ending."""

from collections.abc import Iterator, Mapping
from html import escape
from importlib import import_module
from typing import Self

from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError, JungleError
from jungle.game import Game
from jungle.games import DEFAULT_GAME
from jungle.outcome import Outcome
from jungle.pieces import EMPTY
from jungle.record.movetext import movetext
from jungle.record.node import Node
from jungle.record.text import TAG_NAME, checked_text, escaped
from jungle.rules_text import rules_text

DERIVED_TAGS = ("Game", "Rules", "FEN", "Deal", "Result", "Termination")
"""Tags that the game itself determines; never among `Record.tags`."""

UNKNOWN = "*"
"""The result of a game that is unfinished, or whose ending was not recorded."""


class Record:
    """Tags, and a game with its comments, NAGs and variations as a tree of nodes.

    `tags` are your own: those for the game, rules, start, result and ending follow from the record. `root` is the
    start, and its first children are the main line. `ending` is an ending that the board does not show, such as a
    resignation, or None. Records are equal if all of this is.

    >>> record = Record(Game.from_moves(["a3a4", "g7g6"]), {"Event": "club"})
    >>> first, reply = record.mainline()
    >>> first.comment = "as ever"
    >>> quieter = first.add_line(["8-f7", "8-a5"])
    >>> print(record)
    [Event "club"]
    [Rules "standard"]
    [Result "*"]
    <BLANKLINE>
    1. 8-a4 {as ever} 8-g6 (1... 8-f7 2. 8-a5) *
    """

    __slots__ = ("_game", "_root", "ending", "tags")

    def __init__(self, game: BoardGame | None = None, tags: Mapping[str, str] | None = None) -> None:
        """The record of a game as it is now, by default of a new one. Raises InvalidRecordError if it is no game."""
        game = Game() if game is None else game
        if not isinstance(game, BoardGame):
            raise InvalidRecordError(f"expected a game, got {game!r}")
        node = root = Node(game.start)
        for move, position in zip(game.moves, game.positions[1:], strict=True):
            node = node.append(move, position)
        outcome = game.outcome()
        ending = outcome if outcome is not None and outcome.reason.is_declared() else None
        game = game.copy()
        if ending:
            game.undo()
        self._set(game, root, dict(tags or {}), ending)

    @classmethod
    def from_tree(cls, game: BoardGame, root: Node, tags: dict[str, str], ending: Outcome | None) -> Self:
        """The record of a tree whose main line is the game, without its declared ending.

        The record keeps the game, so nobody else may play on it.
        """
        record = object.__new__(cls)
        record._set(game, root, tags, ending)
        return record

    def _set(self, game: BoardGame, root: Node, tags: dict[str, str], ending: Outcome | None) -> None:
        self.tags = tags
        self.ending = ending
        self._root = root
        self._game = game
        """The main line when it was last requested, without a declared ending."""

    @property
    def root(self) -> Node:
        """The start of the game."""
        return self._root

    @property
    def game(self) -> BoardGame:
        """The main line as a new game, which ends as the record does.

        Playing on it leaves the record as it is. Raises InvalidRecordError if the moves continue after the game was
        over, or if it cannot have ended as declared.
        """
        game = self._played().copy()
        if self.ending and not game.is_over():
            try:
                game.end(self.ending)
            except JungleError as error:
                raise InvalidRecordError(f"the record's ending: {error}") from None
        return game

    def _played(self) -> BoardGame:
        game = self._game
        moves = [node.move for node in self._root.mainline() if node.move]
        if moves != list(game.moves):
            try:
                game = type(game).from_moves(moves, position=game.start, deal=game.deal)
            except JungleError as error:
                raise InvalidRecordError(f"the main line: {error}") from None
            self._game = game
        return game

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game is in progress."""
        outcome = self.game.outcome()
        return outcome.result() if outcome else UNKNOWN

    def mainline(self) -> list[Node]:
        """The nodes of the main line, without the root."""
        return self._root.mainline()

    def text(self, *, deal: bool = False) -> str:
        """The record as a file holds it; with `deal`, include the face-down pieces.

        Raises InvalidRecordError for what a file cannot hold.
        """
        game = self.game
        outcome = game.outcome()
        result = outcome.result() if outcome else UNKNOWN
        tags = [*self._own_tags(), *_derived_tags(game, deal), ("Result", result)]
        if outcome:
            tags.append(("Termination", outcome.reason.value))
        lines = "".join('[{} "{}"]\n'.format(name, escaped(value, '"')) for name, value in tags)
        return f"{lines}\n{movetext(game, self._root, result)}"

    def _own_tags(self) -> Iterator[tuple[str, str]]:
        for name, value in self.tags.items():
            if not TAG_NAME.fullmatch(str(name)):
                raise InvalidRecordError(f"expected a tag's name of letters, digits and '_', got {name!r}")
            if name in DERIVED_TAGS:
                raise InvalidRecordError(f"the tag {name} comes from the game and cannot be set to {value!r}")
            yield name, checked_text(f"the tag {name}", value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (
            type(self._game) is type(other._game)
            and self._root.position == other._root.position
            and self.tags == other.tags
            and self.ending == other.ending
            and _same_trees(self._root, other._root)
        )

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        players = [self.tags[side] for side in ("Blue", "Red") if side in self.tags]
        names = f" {' vs. '.join(map(repr, players))}" if players else ""
        plies = len(self.mainline())
        return f"<Record{names}, {plies} {'ply' if plies == 1 else 'plies'}, {self.result}>"

    def _repr_html_(self) -> str:
        board = import_module("jungle.svg").board(self.game, size=320)
        return (
            '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
            f'<div>{board}</div><pre style="max-height:34em;overflow:auto;margin:0">{escape(str(self))}</pre></div>'
        )


def _derived_tags(game: BoardGame, deal: bool) -> Iterator[tuple[str, str]]:
    if game.kind != DEFAULT_GAME:
        yield "Game", game.kind
    yield "Rules", rules_text(game.rules)
    if game.start != game.position_type.initial(rules=game.rules):
        yield "FEN", game.start.fen()
    if deal and game.deal:
        codes = (game.deal[square].code if square in game.deal else EMPTY for square in range(game.grid.squares))
        yield "Deal", game.grid.board_text(bytes(codes))


def _same_trees(one: Node, other: Node) -> bool:
    left = [(one, other)]
    while left:
        one, other = left.pop()
        mine, theirs = one.children, other.children
        if (one.move, one.comment, one.nags, len(mine)) != (other.move, other.comment, other.nags, len(theirs)):
            return False
        left += zip(mine, theirs, strict=True)
    return True
