"""Conditional moves in correspondence games: what a player answers if the opponent plays certain moves.

A plan is a set of lines. Each begins with a move of the opponent and ends with a move of its owner. Nobody else can see
it. It advances with the game, and is removed once the game leaves it.
"""

from collections.abc import Sequence

import sqlalchemy as sa

from jungle.board_game import BoardGame
from jungle.errors import IllegalMoveError, InvalidMoveError
from jungle.server.errors import UnprocessableError
from jungle.server.game import adapter
from jungle.server.json import Json
from jungle.server.storage.database import Prepared
from jungle.server.storage.schema import plans

LINE_LIMIT = 20
"""The most plies in a line."""
LINES_LIMIT = 20

_OWN = (plans.c.game_id == sa.bindparam("game"), plans.c.user_id == sa.bindparam("owner"))
_INSERT = Prepared(sa.insert(plans))
_UPDATE = Prepared(
    sa.update(plans)
    .where(*_OWN)
    .ordered_values((plans.c.ply, sa.bindparam("new_ply")), (plans.c.lines, sa.bindparam("new_lines")))
)
_DELETE = Prepared(sa.delete(plans).where(*_OWN))
assert _INSERT.names == ("game_id", "user_id", "ply", "lines")
assert _UPDATE.names == ("new_ply", "new_lines", "game", "owner")
assert _DELETE.names == ("game", "owner")

Line = tuple[str, ...]
"""Moves as they are stored with a game."""


def parse_lines(game: BoardGame, lines: Sequence[Sequence[str]]) -> list[Line]:
    """The lines of a plan for the opponent's next move, without those that are part of others.

    Raises UnprocessableError if a line is illegal, contains a flip or ends without an answer, and if two lines have
    different answers to the same moves.
    """
    if len(lines) > LINES_LIMIT:
        raise UnprocessableError(f"expected at most {LINES_LIMIT} lines, got {len(lines)}", "plan")
    parsed = sorted({_parse_line(game, line) for line in lines})
    answers: dict[Line, str] = {}
    for line in parsed:
        for ply in range(1, len(line), 2):
            if answers.setdefault(line[:ply], line[ply]) != line[ply]:
                moves = " ".join(line[:ply])
                raise UnprocessableError(f"two answers to {moves}: {answers[line[:ply]]} and {line[ply]}", "plan")
    return [line for line in parsed if not any(other != line and other[: len(line)] == line for other in parsed)]


def _parse_line(game: BoardGame, line: Sequence[str]) -> Line:
    if not line or len(line) % 2 or len(line) > LINE_LIMIT:
        raise UnprocessableError(
            f"expected lines of 2 to {LINE_LIMIT} moves, the opponent's and yours in turn; got {len(line)}", "plan"
        )
    played, after = [], game.public()  # Which pieces are face down must not show in what is legal.
    for text in line:
        try:
            move = after.parse_move(text)
            if move.is_flip():
                raise UnprocessableError(f"{text}: nobody knows what a flip will turn up", "plan")
            after.push(move)
        except IllegalMoveError as error:
            raise UnprocessableError(str(error), "illegal_move") from None
        except InvalidMoveError as error:
            raise UnprocessableError(str(error), "invalid_move") from None
        played.append(adapter.move_text(move))
    return tuple(played)


def following(lines: Sequence[Line], move: str) -> tuple[str, list[Line]] | None:
    """The answer to a move of the opponent, and what is left of the plan after it; None if the plan has none.

    >>> following([("g7g6", "a4a5", "g6g5", "a5a6"), ("g7f7", "d7b7")], "g7g6")
    ('a4a5', [('g6g5', 'a5a6')])
    """
    matching = [line for line in lines if line[0] == move]
    return (matching[0][1], [line[2:] for line in matching if len(line) > 2]) if matching else None


def read_plan(connection: sa.Connection, game_id: str, user_id: int | None) -> tuple[int, list[Line]] | None:
    """A player's plan for a game, and the ply at which it begins."""
    statement = sa.select(plans.c.ply, plans.c.lines).where(plans.c.game_id == game_id, plans.c.user_id == user_id)
    found = connection.execute(statement).first()
    return None if found is None else (found.ply, [tuple(line.split()) for line in found.lines.split(";")])


def save_plan(connection: sa.Connection, game_id: str, user_id: int, ply: int, lines: Sequence[Line]) -> None:
    """Replace a player's plan; without lines, remove it."""
    if not lines:
        _DELETE.run(connection, (game_id, user_id))
        return
    text = ";".join(" ".join(line) for line in lines)
    if not _UPDATE.run(connection, (ply, text, game_id, user_id)):
        _INSERT.run(connection, (game_id, user_id, ply, text))


def remove_plans(connection: sa.Connection, game_id: str) -> list[int]:
    """Remove both players' plans. Returns whose there were."""
    removed = sa.delete(plans).where(plans.c.game_id == game_id).returning(plans.c.user_id)
    return list(connection.execute(removed).scalars())


def plan_view(plan: tuple[int, list[Line]] | None) -> Json:
    """A plan for its owner."""
    return {"ply": None, "lines": []} if plan is None else {"ply": plan[0], "lines": plan[1]}
