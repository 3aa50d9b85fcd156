"""An independent implementation of the rules, straight from the rule book and slow, to check the tables.

It shares nothing with the library but the text form of positions.
"""

from collections.abc import Iterator

WATER = {file + rank for file in "bcef" for rank in "456"}
TRAPS = {"b": {"c1", "d2", "e1"}, "r": {"c9", "d8", "e9"}}
DEN = {"b": "d1", "r": "d9"}
RANK = {letter: rank for rank, letter in enumerate("rcdwptle", start=1)}

Board = dict[str, str]


def read(fen: str) -> tuple[Board, str]:
    text, side = fen.split()[:2]
    board = {}
    for rank, row in zip("987654321", text.split("/"), strict=True):
        files = iter("abcdefg")
        for letter in row:
            if letter.isdigit():
                for _ in range(int(letter)):
                    next(files)
            else:
                board[next(files) + rank] = letter
    return board, side


def side_of(letter: str) -> str:
    return "b" if letter.isupper() else "r"


def may_capture(rules: str, board: Board, origin: str, target: str) -> bool:
    hunter, prey = board[origin].lower(), board[target].lower()
    if target in TRAPS[side_of(board[origin])]:
        return True
    from_water, to_water = origin in WATER, target in WATER
    if hunter == "r" and prey == "e":
        return not from_water
    if hunter == "e" and prey == "r":
        return rules == "leiden" and not to_water
    if hunter == "r" and prey == "r" and from_water != to_water:
        return rules in ("gamerz", "leiden")
    return RANK[hunter] >= RANK[prey]


def moves(rules: str, board: Board, side: str) -> Iterator[tuple[str, str]]:
    if "d1" in board or "d9" in board or len({side_of(letter) for letter in board.values()}) < 2:
        return
    for origin, letter in board.items():
        if side_of(letter) != side:
            continue
        for files, ranks in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            target = step(origin, files, ranks)
            if target in WATER and letter.lower() in "tl":
                crossed = []
                while target in WATER:
                    crossed.append(target)
                    target = step(target, files, ranks)
                if any(square in board for square in crossed):  # Only rats can be there.
                    continue
            if target is None or target == DEN[side] or (target in WATER and letter.lower() != "r"):
                continue
            if target not in board or (side_of(board[target]) != side and may_capture(rules, board, origin, target)):
                yield origin, target


def step(square: str, files: int, ranks: int) -> str | None:
    file, rank = chr(ord(square[0]) + files), chr(ord(square[1]) + ranks)
    return file + rank if file in "abcdefg" and rank in "123456789" else None


def after(board: Board, origin: str, target: str) -> Board:
    board = dict(board)
    board[target] = board.pop(origin)
    return board


def perft(rules: str, board: Board, side: str, depth: int) -> int:
    if depth == 0:
        return 1
    other = "r" if side == "b" else "b"
    return sum(perft(rules, after(board, *move), other, depth - 1) for move in moves(rules, board, side))
