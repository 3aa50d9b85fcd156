"""A move of a record, its annotations and its continuations."""

from collections.abc import Iterable, Iterator
from typing import Self

from jungle.board_position import BoardPosition
from jungle.errors import InvalidRecordError
from jungle.moves import BoardMove

NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The NAGs (numeric annotation glyphs) that have signs: a good move, a mistake, and so on."""
HIGHEST_NAG = 255


class Node:
    """A move, the position after it, its comment and NAGs, and its continuations: the first child is the main one.

    The root of a record is the start: it has a position but no parent and no move. Every other node is made by `add`,
    and changing a node changes its record. A line may have thousands of moves, so nothing here recurses.

    >>> from jungle.position import Position
    >>> root = Node(Position.initial())
    >>> move = root.add("8-a4", "bold", nags=[NAGS["!?"]])
    >>> reply = move.add_line(["8-g6", "8-a5"])
    >>> [str(node.move) for node in root.mainline()], reply.position.side
    (['a3a4', 'g7g6', 'a4a5'], Side.RED)
    """

    __slots__ = ("_children", "_move", "_parent", "_position", "comment", "nags")

    def __init__(self, position: BoardPosition, move: BoardMove | None = None, parent: Self | None = None) -> None:
        """A root; `add` makes the other nodes."""
        self._position = position
        self._move = move
        self._parent = parent
        self._children: list[Self] = []
        self.comment = ""
        self.nags: set[int] = set()
        """Numeric annotation glyphs."""

    @property
    def parent(self) -> Self | None:
        """The node that this one follows; None for a root and for a removed node."""
        return self._parent

    @property
    def move(self) -> BoardMove | None:
        """The move that led here; None for a root."""
        return self._move

    @property
    def position(self) -> BoardPosition:
        """The position after the move."""
        return self._position

    @property
    def children(self) -> tuple[Self, ...]:
        """The continuations, the main one first, as they are now."""
        return tuple(self._children)

    def add(self, move: BoardMove | str, comment: str = "", nags: Iterable[int] = ()) -> Self:
        """Append a continuation and return it. Raises InvalidMoveError, IllegalMoveError."""
        move = self._position.check(move)
        node = self.append(move, self._position.after(move))
        node.comment, node.nags = comment, set(nags)
        return node

    def add_line(self, moves: Iterable[BoardMove | str]) -> Self:
        """Append a sequence of moves and return the last, or this node if there are none.

        Raises InvalidMoveError or IllegalMoveError and adds nothing.
        """
        node = first = type(self)(self._position)
        for move in moves:
            node = node.add(move)
        for child in first._children:
            child._parent = self
            self._children.append(child)
        return self if node is first else node

    def append(self, move: BoardMove, position: BoardPosition) -> Self:
        """Append a move that is known to be legal here, with the position it leads to: `add` without its checks."""
        node = type(self)(position, move, self)
        self._children.append(node)
        return node

    def mainline(self) -> list[Self]:
        """The main continuation: the first child, that one's first child, and so on."""
        nodes, node = [], self
        while node._children:
            node = node._children[0]
            nodes.append(node)
        return nodes

    def walk(self) -> Iterator[Self]:
        """This node and all nodes below it: for each move its continuation, then its alternatives."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left += reversed(node._children)

    def line(self) -> list[Self]:
        """The nodes from the first move to this one, without the root."""
        nodes, node = [], self
        while node._parent is not None:
            nodes.append(node)
            node = node._parent
        return nodes[::-1]

    def is_mainline(self) -> bool:
        """Whether no move on the way from the root is an alternative to another."""
        return all(node._siblings()[0] is node for node in self.line())

    def promote(self) -> None:
        """Move this continuation one place up among its siblings. Raises InvalidRecordError for a root."""
        self._swap(-1)

    def promote_to_main(self) -> None:
        """Make this continuation the main one of its parent. Raises InvalidRecordError for a root."""
        siblings = self._siblings()
        siblings.remove(self)
        siblings.insert(0, self)

    def demote(self) -> None:
        """Move this continuation one place down among its siblings. Raises InvalidRecordError for a root."""
        self._swap(1)

    def _swap(self, step: int) -> None:
        siblings = self._siblings()
        here = siblings.index(self)
        other = here + step
        if 0 <= other < len(siblings):
            siblings[here], siblings[other] = siblings[other], siblings[here]

    def remove(self) -> None:
        """Remove this move and all that follows it from its parent. Raises InvalidRecordError for a root."""
        self._siblings().remove(self)
        self._parent = None

    def _siblings(self) -> list[Self]:
        if self._parent is None:
            raise InvalidRecordError(f"expected a move that follows another node, got {self!r}")
        return self._parent._children

    def __repr__(self) -> str:
        if self._move is None:
            return f"<Node at the start, {len(self._children)} children>"
        return f"<Node {self._move} {self.comment!r}, {len(self._children)} children>"
