"""A move of a record and its continuations."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from jungle.board_position import BoardPosition
from jungle.moves import BoardMove


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A move, the position after it, its comment, and its continuations: the first child is the main one.

    Nodes are equal if they and everything below them are. A line may have thousands of moves, so nothing here
    recurses.

    >>> from jungle.position import Position
    >>> node = Node.after(Position.initial(), "8-a4", "bold")
    >>> reply = node.add_line(["8-g6", "8-a5"])
    >>> [str(each.move) for each in node.mainline()], reply.position.side
    (['a3a4', 'g7g6', 'a4a5'], Side.RED)
    """

    move: BoardMove
    position: BoardPosition
    comment: str = ""
    children: list["Node"] = field(default_factory=list)

    @classmethod
    def after(cls, position: BoardPosition, move: BoardMove | str, comment: str = "") -> "Node":
        """The node for a move played in a position. Raises InvalidMoveError, IllegalMoveError."""
        move = position.check(move)
        return cls(move, position.after(move), comment)

    def add(self, move: BoardMove | str, comment: str = "") -> "Node":
        """Append a continuation. Raises InvalidMoveError, IllegalMoveError."""
        node = Node.after(self.position, move, comment)
        self.children.append(node)
        return node

    def add_line(self, moves: Iterable[BoardMove | str]) -> "Node":
        """Add a sequence of moves and return the last. Raises InvalidMoveError, IllegalMoveError."""
        node = self
        for move in moves:
            node = node.add(move)
        return node

    def mainline(self) -> Iterator["Node"]:
        """This node, its first child, that one's first child, and so on."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def walk(self) -> Iterator["Node"]:
        """This node and all nodes below it: for each move its continuation, then its alternatives."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left += reversed(node.children)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        left = [(self, other)]
        while left:
            one, two = left.pop()
            if (one.move, one.comment, one.position, len(one.children)) != (
                two.move,
                two.comment,
                two.position,
                len(two.children),
            ):
                return False
            left += zip(one.children, two.children, strict=True)
        return True

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        count = sum(1 for _ in self.walk()) - 1
        return f"<Node {self.move} {self.comment!r}, followed by {count} moves>"
