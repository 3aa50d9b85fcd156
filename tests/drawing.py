"""Positions drawn as text, the way `str(position)` draws them, so that a test shows what it is about."""

from jungle import Position, Rules
from jungle.flip import FlipPosition
from jungle.geometry import BOARD


def drawn(drawing: str, side: str = "b", *, rules: Rules | str = "standard", quiet: int = 0) -> Position:
    """Parse a drawing; rank numbers on the left and file letters below are optional."""
    ranks = {}
    for number, line in zip(range(9, 0, -1), _rows(drawing), strict=True):
        cells = line.split()
        assert len(cells) == 7, line
        ranks[number] = "".join("1" if cell in ".~#*" else cell for cell in cells)
    board = "/".join(ranks[number] for number in range(9, 0, -1))
    for run in range(7, 1, -1):
        board = board.replace("1" * run, str(run))
    return Position.from_fen(f"{board} {side} {quiet}", rules=rules)


def _rows(drawing: str) -> list[str]:
    rows = [line.strip() for line in drawing.strip().splitlines()]
    return [row[1:].strip() if row[0].isdigit() else row for row in rows if row and not row.startswith("a b")]


def targets(position: Position, origin: str) -> set[str]:
    """The squares the piece on a square may move to."""
    return {BOARD.square_name(move.target) for move in position.moves_from(origin)}


def drawn_flip(drawing: str, side: str = "b", *, hidden: str = "-", quiet: int = 0) -> FlipPosition:
    """The flip position with these four ranks; `?` is face down and `.` is empty."""
    board = "/".join(drawing.split())
    for run in range(4, 0, -1):
        board = board.replace("." * run, str(run))
    return FlipPosition.from_fen(f"{board} {side} {quiet} {hidden}")
