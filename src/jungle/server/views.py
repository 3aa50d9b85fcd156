"""What clients see of games, challenges and people, as JSON. Deals are never included."""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from jungle.server import playing
from jungle.server.changes import Row
from jungle.server.clocks import FREE_PLIES, SECOND
from jungle.server.events import decode
from jungle.server.ratings import START_DEVIATION, START_RATING, Rating
from jungle.server.schema import games, ratings, users

Json = dict[str, Any]

_blue, _red = users.alias("blue"), users.alias("red")
_blue_rating, _red_rating = ratings.alias("blue_rating"), ratings.alias("red_rating")


def _rated(table: Any, player: Any) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.user_id == player, table.c.kind == games.c.rating_kind)


GAME_WITH_PLAYERS = (
    sa.select(
        games,
        _blue.c.name.label("blue_name"),
        _blue.c.kind.label("blue_kind"),
        _red.c.name.label("red_name"),
        _red.c.kind.label("red_kind"),
        _blue_rating.c.rating.label("blue_rating"),
        _blue_rating.c.deviation.label("blue_deviation"),
        _red_rating.c.rating.label("red_rating"),
        _red_rating.c.deviation.label("red_deviation"),
    )
    .outerjoin(_blue, games.c.blue_id == _blue.c.id)
    .outerjoin(_red, games.c.red_id == _red.c.id)
    .outerjoin(_blue_rating, _rated(_blue_rating, games.c.blue_id))
    .outerjoin(_red_rating, _rated(_red_rating, games.c.red_id))
)
"""The rows of games with what is shown of their players."""


def find_game(connection: sa.Connection, game_id: str) -> Row | None:
    """The row of a game, by its id or its short number."""
    by_number = game_id.isascii() and game_id.isdigit() and len(game_id) < 12
    chosen = games.c.number == int(game_id) if by_number else games.c.id == game_id
    row = connection.execute(GAME_WITH_PLAYERS.where(chosen)).mappings().first()
    return dict(row) if row else None


def player_view(row: Mapping[str, Any], colour: str) -> Json:
    rating, deviation = row[f"{colour}_rating"], row[f"{colour}_deviation"]
    rated = Rating(START_RATING if rating is None else rating, START_DEVIATION if deviation is None else deviation)
    return {
        "name": row[f"{colour}_name"],
        "kind": row[f"{colour}_kind"],
        "rating": round(rated.rating),
        "deviation": round(rated.deviation),
        "provisional": rated.is_provisional,
        "here": row[f"{colour}_gone"] is None,
    }


def clock_view(row: Mapping[str, Any], now: int) -> Json | None:
    """The clocks as they stand now."""
    if row["days"] is not None:
        return {"days": row["days"], "deadline": row["deadline"], "paused": row["paused_ms"] is not None}
    if row["clock_limit"] is None:
        return None
    left = {colour: row[f"{colour}_ms"] for colour in playing.SIDES}
    running = row["turn"] if row["status"] == "started" and row["ply"] >= FREE_PLIES else None
    if running:
        left[running] = max(0, left[running] - (now - row["turn_since"]))
    return {
        "limit": row["clock_limit"] / SECOND,
        "increment": row["increment"] / SECOND,
        **left,
        "running": running,
    }


def game_view(row: Row, game: Any, now: int) -> Json:
    """A game as `GET /api/game/{id}` and the live connection give it."""
    is_over = row["status"] != "started"
    return {
        "id": row["id"],
        "number": row["number"],
        "game": row["kind"],
        "rules": row["rules"],
        "players": {colour: player_view(row, colour) for colour in playing.SIDES},
        "start": game.start.fen(),
        "moves": row["moves"].split(),
        "fen": game.fen(),
        "turn": None if is_over else row["turn"],
        "legal": [] if is_over else playing.legal_moves(game),
        "version": row["version"],
        "status": row["status"],
        "result": row["result"] or "*",
        "reason": row["reason"],
        "rated": row["rated"],
        "speed": row["speed"],
        "clock": clock_view(row, now),
        "offers": {kind: offer["by"] for kind, offer in decode(row["offers"]).items() if not offer.get("declined")},
        "rematch": row["rematch_id"],
        "tournament": row["tournament_id"],
        "created": row["created"],
        "now": now,
    }


def unversioned(row: Row, now: int) -> Json:
    """What no event tells: who is there, and the clocks as they stand now."""
    here = {colour: row[f"{colour}_gone"] is None for colour in playing.SIDES}
    return {"here": here, "clock": clock_view(row, now), "now": now}


def short_view(row: Row, now: int) -> Json:
    """A game in a list."""
    return {
        "id": row["id"],
        "number": row["number"],
        "game": row["kind"],
        "rules": row["rules"],
        "players": {colour: player_view(row, colour) for colour in playing.SIDES},
        "plies": row["ply"],
        "turn": row["turn"] if row["status"] == "started" else None,
        "status": row["status"],
        "result": row["result"] or "*",
        "reason": row["reason"],
        "rated": row["rated"],
        "speed": row["speed"],
        "clock": clock_view(row, now),
        "created": row["created"],
        "ended": row["ended"],
    }


def record_of(row: Row, game: Any, site: str) -> str:
    """A game as a record."""
    from datetime import UTC, datetime

    date = datetime.fromtimestamp(row["created"] / SECOND, UTC).strftime("%Y.%m.%d")
    tags = {
        "Event": f"{'Rated' if row['rated'] else 'Casual'} {row['speed']} game",
        "Site": f"{site}/game/{row['id']}",
        "Date": date,
        "Blue": row["blue_name"] or "?",
        "Red": row["red_name"] or "?",
    }
    return playing.record_text(game, tags)


def ratings_view(rows: Iterable[Mapping[str, Any]], now: int) -> Json:
    """Somebody's ratings, by kind."""
    shown = {}
    for row in rows:
        rating = Rating(row["rating"], row["deviation"], row["volatility"], row["games"], row["updated"]).at(now)
        shown[row["kind"]] = {
            "rating": round(rating.rating),
            "deviation": round(rating.deviation),
            "provisional": rating.is_provisional,
            "games": rating.games,
        }
    return shown
