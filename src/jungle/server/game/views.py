"""Games and ratings as JSON for clients. Deals are never included."""

from collections.abc import Iterable
from datetime import UTC, datetime

import sqlalchemy as sa

from jungle.board_game import BoardGame
from jungle.pieces import Side
from jungle.server.game import adapter
from jungle.server.game.adapter import COLOURS
from jungle.server.game.clocks import FREE_PLIES
from jungle.server.game.ratings import Rating
from jungle.server.game.rows import GameRow, Seat
from jungle.server.json import Json
from jungle.server.times import SECOND


def player_view(seat: Seat) -> Json:
    rated = seat.player.rated
    return {
        "name": seat.player.name,
        "kind": seat.player.kind,
        "rating": round(rated.rating),
        "deviation": round(rated.deviation),
        "provisional": rated.is_provisional(),
        "here": seat.gone is None,
    }


def players_view(row: GameRow) -> Json:
    return {COLOURS[side]: player_view(row.seats[side]) for side in Side}


def clock_view(row: GameRow, now: int) -> Json | None:
    """The current clocks."""
    if row.days is not None:
        return {"days": row.days, "deadline": row.deadline, "paused": row.paused_ms is not None}
    if row.clock_limit is None:
        return None
    left = {COLOURS[side]: row.seats[side].ms or 0 for side in Side}
    is_paused = row.paused_ms is not None
    running = COLOURS[row.turn] if row.is_running() and row.ply >= FREE_PLIES and not is_paused else None
    if running:
        left[running] = max(0, left[running] - (now - row.turn_since))
    shown: Json = {**(row.control.view() or {}), **left, "running": running, "paused": is_paused}
    if row.has_odds():
        shown["odds"] = {COLOURS[side]: row.control_of(side).view() for side in Side}
    return shown | {"deadline": row.shown_deadline()}


def _facts(row: GameRow, now: int) -> Json:
    """The fields that a full game and its entry in a list share."""
    return {
        "id": row.id,
        "number": row.number,
        "game": row.kind,
        "rules": row.rules,
        "players": players_view(row),
        "turn": COLOURS[row.turn] if row.is_running() else None,
        "status": row.status,
        "result": row.result or "*",
        "reason": row.reason,
        "rated": row.rated,
        "speed": row.speed,
        "clock": clock_view(row, now),
        "created": row.created,
    }


def game_view(row: GameRow, game: BoardGame, now: int) -> Json:
    """A game as returned by `GET /api/game/{id}` and the live connection."""
    return {
        **_facts(row, now),
        "start": game.start.fen(),
        "moves": row.moves.split(),
        "fen": game.fen(),
        "legal": adapter.legal_moves(game) if row.is_running() else [],
        "version": row.version,
        "offers": {kind: COLOURS[side] for kind, side in row.standing.items()},
        "rematch": row.rematch_id,
        "tournament": row.tournament_id,
        "class": row.class_id,
        "host": None if (side := row.side_of(row.host_id)) is None else COLOURS[side],
        "isPaused": row.paused_ms is not None,
        "now": now,
    }


def short_view(row: GameRow, now: int) -> Json:
    """A game in a list."""
    return {**_facts(row, now), "plies": row.ply, "ended": row.ended}


def unversioned(row: GameRow, now: int) -> Json:
    """What is in no event: who is connected, and the current clocks."""
    here = {COLOURS[side]: row.seats[side].gone is None for side in Side}
    return {"here": here, "clock": clock_view(row, now), "now": now}


def record_of(row: GameRow, game: BoardGame, site: str) -> str:
    """A game as a record."""
    blue, red = row.seats
    tags = {
        "Event": f"{'Rated' if row.rated else 'Casual'} {row.speed} game",
        "Site": f"{site}/game/{row.id}",
        "Date": datetime.fromtimestamp(row.created / SECOND, UTC).strftime("%Y.%m.%d"),
        "Blue": blue.name,
        "Red": red.name,
    }
    return adapter.record_text(game, tags)


def ratings_view(rows: Iterable[sa.RowMapping], now: int) -> Json:
    """A user's ratings, by kind."""
    shown = {}
    for row in rows:
        rating = Rating(row["rating"], row["deviation"], row["volatility"], row["games"], row["updated"]).at(now)
        shown[row["kind"]] = {
            "rating": round(rating.rating),
            "deviation": round(rating.deviation),
            "provisional": rating.is_provisional(),
            "games": rating.games,
        }
    return shown
