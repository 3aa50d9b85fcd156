"""Points of an arena tournament, given once, in the transaction that ends a game."""

from typing import Any

import sqlalchemy as sa

from jungle.server.schema import entrants, tournaments

Row = dict[str, Any]

COUNTED_PLIES = 4
"""A shorter game changes neither ratings nor the standing of a tournament: it is given away, not won."""
WIN, DRAW = 2, 1
STREAK = 2
"""After so many wins in a row, points count double until a game is not won."""


def points_for(result: float, streak: int) -> int:
    """What a game brings: 1 for a win, 0.5 for a draw, 0 for a loss, after so many wins in a row.

    >>> points_for(1, 0), points_for(1, 2), points_for(0.5, 3), points_for(0, 5)
    (2, 4, 2, 0)
    """
    points = WIN if result == 1 else DRAW if result == 0.5 else 0
    return 2 * points if streak >= STREAK else points


def score(connection: sa.Connection, row: Row, winner: str | None, now: int) -> None:
    """Note the result of a game that has ended or was aborted, and free its players for the next."""
    found = connection.execute(
        sa.select(tournaments.c.status, tournaments.c.ends).where(tournaments.c.id == row["tournament_id"])
    ).first()
    counts = found is not None and found.status == "started" and now < found.ends
    counts = counts and row["status"] == "ended" and row["ply"] >= COUNTED_PLIES
    for colour in ("blue", "red"):
        mine = (entrants.c.tournament_id == row["tournament_id"], entrants.c.user_id == row[f"{colour}_id"])
        entrant = connection.execute(sa.select(entrants).where(*mine).with_for_update()).mappings().first()
        if entrant is None or entrant["game_id"] != row["id"]:
            continue
        values: Row = {"game_id": None}
        if row["status"] == "aborted" and row["aborted_by"] == row[f"{colour}_id"]:
            values["is_away"] = True  # Whoever did not begin is not paired again until they come back.
        if counts:
            result = 0.5 if winner is None else 1.0 if winner == colour else 0.0
            points = points_for(result, entrant["streak"])
            values |= {
                "score": entrant["score"] + points,
                "streak": entrant["streak"] + 1 if result == 1 else 0,
                "games": entrant["games"] + 1,
                "wins": entrant["wins"] + (result == 1),
                "results": f"{entrant['results']} {points}".strip(),
            }
        connection.execute(sa.update(entrants).where(*mine).values(values))


def tournament_notice(row: Row) -> Row:
    """What followers of a tournament hear when a game of it is over."""
    return {"type": "tournament", "id": row["tournament_id"], "what": "result", "game": row["id"]}
