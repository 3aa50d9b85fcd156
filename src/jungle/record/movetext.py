"""The moves of a record as text: numbers, notation, NAGs, comments and variations."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError, JungleError
from jungle.record.node import HIGHEST_NAG, NAGS, Node
from jungle.record.text import checked_text, escaped

WIDTH = 80
SIGNS = {nag: sign for sign, nag in NAGS.items()}


def movetext(game: BoardGame, root: Node, result: str) -> str:
    """The moves below the root, whose main line is the game, in lines of up to 80 columns.

    Raises InvalidRecordError for what a file cannot hold, such as a variation that continues after a draw.
    """
    return "".join(_wrapped(_tokens(game, root, result)))


def annotated(notation: str, nags: Iterable[int]) -> list[str]:
    """A move and its NAGs; the lowest is a sign on the move if it has one.

    >>> annotated("8-a4", {10, 5}), annotated("8-a4", {10})
    (['8-a4!?', '$10'], ['8-a4', '$10'])
    """
    numbers = sorted(nags)
    if numbers and numbers[0] in SIGNS:
        notation += SIGNS[numbers.pop(0)]
    return [notation, *(f"${number}" for number in numbers)]


def _tokens(game: BoardGame, root: Node, result: str) -> Iterator[str]:
    """The parts that are never broken across lines: a move with its number, a NAG, a comment, the result."""
    if root.nags:
        raise InvalidRecordError(f"a NAG belongs to a move: expected none at the start, got {root.nags!r}")
    yield from _comment(root, "the comment at the start")
    needs_number = True
    node = root
    for ply, main in enumerate(root.mainline()):
        others = node.children[1:]
        yield from _move(main, node, game.number_text(ply), needs_number)
        if others:
            yield from _VariationWriter(_line_to(game, ply)).tokens(others)
        needs_number, node = bool(others), main
    yield result


def _move(node: Node, parent: Node, number: str, needs_number: bool) -> Sequence[str]:
    """A node's move, NAGs and comment."""
    move = node.move
    assert move is not None
    notation = parent.position.notation(move)
    if needs_number or not number.endswith("..."):
        notation = f"{number} {notation}"
    if not (node.nags or node.comment):
        return (notation,)
    return *annotated(notation, _checked_nags(node)), *_comment(node, f"the comment on {move}")


def _checked_nags(node: Node) -> set[int]:
    for nag in node.nags:
        if type(nag) is not int or not 0 <= nag <= HIGHEST_NAG:
            raise InvalidRecordError(f"expected a NAG from 0 to {HIGHEST_NAG} on {node.move}, got {nag!r}")
    return node.nags


def _comment(node: Node, what: str) -> Sequence[str]:
    text = checked_text(what, node.comment)
    return ["{" + escaped(text, "}") + "}"] if text else []


def _line_to(game: BoardGame, ply: int) -> BoardGame:
    """The game as it was at a ply, without its deal, since a variation may turn up other pieces."""
    line = game.public()
    while len(line) > ply:
        line.undo()
    return line


class _VariationWriter:
    """Writes variations, with those inside them, as tokens. `line` is the game up to them.

    Variations may be nested more deeply than Python's stack, so pending work is kept in a list.
    """

    def __init__(self, line: BoardGame) -> None:
        self._line = line
        self._tokens: list[str] = []
        self._left: list[Callable[[], None]] = []

    def tokens(self, variations: Sequence[Node]) -> list[str]:
        self._open_all(variations)
        while self._left:
            self._left.pop()()
        return self._tokens

    def _open_all(self, variations: Sequence[Node]) -> None:
        self._left += [partial(self._open, node) for node in reversed(variations)]

    def _open(self, node: Node) -> None:
        start = len(self._tokens)
        assert node.parent is not None
        self._write(node, node.parent, needs_number=True)
        self._tokens[start] = "(" + self._tokens[start]
        self._left += [partial(self._close, len(self._line)), partial(self._follow, node, False)]

    def _close(self, plies: int) -> None:
        while len(self._line) > plies:
            self._line.undo()
        self._tokens[-1] += ")"

    def _follow(self, node: Node, needs_number: bool) -> None:
        """Play a move and write what follows: its first child, the others as variations, and on from the first."""
        line, move = self._line, node.move
        assert move is not None
        try:
            line.play(move)
        except JungleError as error:
            raise InvalidRecordError(f"a variation at move {line.number}: {error}") from None
        if not node.children:
            return
        main, *others = node.children
        self._write(main, node, needs_number=needs_number)
        self._left.append(partial(self._follow, main, bool(others)))
        self._open_all(others)

    def _write(self, node: Node, parent: Node, *, needs_number: bool) -> None:
        self._tokens += _move(node, parent, self._line.number_text(), needs_number)


def _wrapped(tokens: Iterable[str]) -> Iterator[str]:
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > WIDTH:
            yield line + "\n"
            line = token
        else:
            line += f" {token}" if line else token
    yield line + "\n"
