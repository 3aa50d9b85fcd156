"""Looking at games: one, its events, somebody's, those being played."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse

from jungle.errors import JungleError
from jungle.server import playing
from jungle.server.changes import Row
from jungle.server.errors import NotFoundError, UnprocessableError
from jungle.server.events import decode, encode
from jungle.server.identity import Parts, Signed
from jungle.server.schema import events, games
from jungle.server.services import Services
from jungle.server.views import GAME_WITH_PLAYERS, find_game, game_view, record_of, short_view

router = APIRouter(prefix="/api", tags=["games"])
Json = dict[str, Any]

RECORD_TYPE = "application/x-jgn"
PAGE = 50
MOST_EVENTS = 1000


async def load(parts: Services, game_id: str) -> Row:
    row = await parts.database.read(lambda connection: find_game(connection, game_id))
    if row is None:
        raise NotFoundError(f"there is no game {game_id!r}", "no_game")
    return row


@router.get(
    "/game/{game_id}",
    response_model=None,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}, RECORD_TYPE: {}}}},
)
async def show_game(game_id: str, request: Request, parts: Parts) -> Json | Response:
    """A game; with `Accept: application/x-jgn`, its record."""
    row = await load(parts, game_id)
    game = parts.games.held(row)
    if RECORD_TYPE in request.headers.get("accept", ""):
        return PlainTextResponse(record_of(row, game, parts.settings.origin), media_type=RECORD_TYPE)
    return game_view(row, game, parts.now())


@router.get("/game/{game_id}/events")
async def show_events(game_id: str, parts: Parts, after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0) -> Json:
    """What happened after a version: for a client that has missed something."""
    row = await load(parts, game_id)
    return {"events": await events_after(parts, row["id"], after), "version": row["version"]}


async def events_after(parts: Services, game_id: str, version: int) -> list[Json]:
    statement = (
        sa.select(events.c.data)
        .where(events.c.game_id == game_id, events.c.version > version)
        .order_by(events.c.version)
        .limit(MOST_EVENTS)
    )
    found = await parts.database.read(lambda connection: connection.execute(statement).scalars().all())
    return [decode(data) for data in found]


@router.get("/games/user/{user_name}", response_class=StreamingResponse)
async def games_of(
    user_name: str,
    request: Request,
    parts: Parts,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
    opponent: str | None = None,
) -> StreamingResponse:
    """Somebody's games, newest first: records, or with `Accept: application/x-ndjson` a JSON object a line."""
    user_id = (await parts.accounts.find(user_name))["id"]
    other_id = None if opponent is None else (await parts.accounts.find(opponent))["id"]
    as_json = "ndjson" in request.headers.get("accept", "")

    async def lines() -> AsyncIterator[bytes]:
        before, left = 2**62, limit
        while left > 0:
            rows = await _page(parts, user_id, other_id, before, min(PAGE, left))
            for row in rows:
                if as_json:
                    shown = {**short_view(row, parts.now()), "fen": parts.games.held(row).fen()}
                    yield encode({**shown, "moves": row["moves"].split()}) + b"\n"
                    await asyncio.sleep(0)  # Replaying them must not hold up anybody's move.
                else:
                    yield record_of(row, parts.games.held(row), parts.settings.origin).encode()
            if len(rows) < PAGE:
                break
            before, left = rows[-1]["number"], left - len(rows)

    return StreamingResponse(lines(), media_type="application/x-ndjson" if as_json else RECORD_TYPE)


async def _page(parts: Services, user_id: int, other_id: int | None, before: int, limit: int) -> list[Row]:
    chosen = [sa.or_(games.c.blue_id == user_id, games.c.red_id == user_id), games.c.number < before]
    if other_id is not None:
        chosen.append(sa.or_(games.c.blue_id == other_id, games.c.red_id == other_id))
    statement = GAME_WITH_PLAYERS.where(*chosen).order_by(games.c.number.desc()).limit(limit)
    return await parts.database.scan(lambda connection: [dict(row) for row in connection.execute(statement).mappings()])


@router.get("/account/playing")
async def playing_now(user: Signed, parts: Parts) -> Json:
    """My running games, those that wait for me first."""
    chosen = (sa.or_(games.c.blue_id == user.id, games.c.red_id == user.id), games.c.status == "started")
    statement = GAME_WITH_PLAYERS.where(*chosen).order_by(games.c.deadline).limit(500)
    rows = await parts.database.read(lambda connection: [dict(row) for row in connection.execute(statement).mappings()])
    shown = []
    for row in rows:
        colour = "blue" if row["blue_id"] == user.id else "red"
        fen = parts.games.held(row).fen()
        shown.append({**short_view(row, parts.now()), "fen": fen, "colour": colour, "isMyTurn": row["turn"] == colour})
        await asyncio.sleep(0)
    return {"nowPlaying": sorted(shown, key=lambda game: not game["isMyTurn"])}


@router.get("/tv")
async def watch(parts: Parts, kind: Literal["live", "all"] = "live") -> Json:
    """Games being played now, the best players first, and the first of them in full."""
    chosen = [games.c.status == "started", games.c.ply > 0]
    if kind == "live":
        chosen.append(games.c.days.is_(None))
    statement = GAME_WITH_PLAYERS.where(*chosen).order_by(games.c.created.desc()).limit(200)
    rows = await parts.database.scan(lambda connection: [dict(row) for row in connection.execute(statement).mappings()])
    rows.sort(key=lambda row: -((row["blue_rating"] or 0) + (row["red_rating"] or 0)))
    best = game_view(rows[0], parts.games.held(rows[0]), parts.now()) if rows else None
    return {"best": best, "games": [short_view(row, parts.now()) for row in rows[:PAGE]]}


@router.get("/rules")
async def rules() -> Json:
    """The games that can be played, and their rule sets."""
    return {"games": {kind: playing.rule_sets(kind) for kind in playing.kinds()}}


@router.get("/rules/compiled")
async def compiled_rules(
    rules: Annotated[str, Query(max_length=500)], game: Annotated[str, Query(max_length=20)] = "jungle"
) -> Json:
    """House rules as the browser app runs them."""
    return await asyncio.to_thread(playing.compiled, game, rules)


@router.get("/explorer")
async def explorer(
    fen: Annotated[str, Query(max_length=200)],
    parts: Parts,
    rules: Annotated[str, Query(max_length=200)] = "standard",
    game: Annotated[str, Query(max_length=20)] = "jungle",
) -> Json:
    """What was played here from a position, how often, and how those games ended."""
    return await parts.explorer.moves(fen, rules, game)


@router.get("/tablebase")
async def tablebase(
    fen: Annotated[str, Query(max_length=200)],
    rules: Annotated[str, Query(max_length=200)] = "standard",
    optional: Annotated[bool, Query(description="where no table knows it, answer null")] = False,
) -> Json | None:
    """What perfect play leads to from a position with few pieces."""
    try:
        entry = await asyncio.to_thread(playing.probe, fen, rules)
    except JungleError as error:
        raise UnprocessableError(str(error)) from None
    if entry is None and not optional:
        raise NotFoundError("no table knows this position", "no_table")
    return entry
