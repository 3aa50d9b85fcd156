"""Viewing games: a single game, its events, a player's games, games in progress."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, Literal, TypeVar

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.server.api import models
from jungle.server.api.authentication import AppServices, CurrentUser, OptionalUser, source_of
from jungle.server.background import COMPILING, LOOKING_UP, WRITING_RECORD
from jungle.server.errors import ForbiddenError, NotFoundError, RequestError, UnprocessableError
from jungle.server.game import adapter
from jungle.server.game.adapter import COLOURS
from jungle.server.game.plans import plan_view, read_plan
from jungle.server.game.privacy import check_visible, for_viewer
from jungle.server.game.rows import GAME_WITH_PLAYERS, GameRow, find_game, read_games
from jungle.server.game.search import Search, continuations, figures
from jungle.server.game.transaction import replayed
from jungle.server.game.views import game_view, record_of, short_view
from jungle.server.identity.accounts import User
from jungle.server.json import Json, decode, encode
from jungle.server.realtime import client_frames
from jungle.server.services import Services
from jungle.server.storage.schema import events, games

log = logging.getLogger("jungle.server")

T = TypeVar("T")

router = APIRouter(prefix="/api", tags=["games"])

RECORD_TYPE = "application/x-jgn"
PAGE = 50
FEW = 10
"""How many games of a stream are written at a time."""
EVENTS_LIMIT = 1000


async def load(services: Services, game_id: str, viewer: User | None = None) -> GameRow:
    """A game as this user may see it. Raises NotFoundError."""

    def work(connection: sa.Connection) -> GameRow:
        row = find_game(connection, game_id)
        check_visible(connection, viewer, row)
        return for_viewer(connection, viewer, [row])[0]

    return await services.database.read(work)


@router.get(
    "/game/{game_id}",
    response_model=None,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}, RECORD_TYPE: {}}}},
)
async def show_game(game_id: str, request: Request, user: OptionalUser, services: AppServices) -> Json | Response:
    """A game as JSON, or as a record with `Accept: application/x-jgn`."""
    row = await load(services, game_id, user)
    if RECORD_TYPE in request.headers.get("accept", ""):
        services.limits.take_here("work", source_of(request), WRITING_RECORD)
        record = await services.background.run(_record, row, services.settings.origin)
        return PlainTextResponse(record, media_type=RECORD_TYPE)
    return game_view(row, await services.games.load_game(row), services.now())


def _record(row: GameRow, origin: str) -> str:
    return record_of(row, replayed(row), origin)


def _line(row: GameRow, now: int) -> bytes:
    """A game in a list, as JSON."""
    return encode({**short_view(row, now), "fen": replayed(row).fen(), "moves": row.moves.split()}) + b"\n"


@router.get("/game/{game_id}/events", response_model=Json)
async def show_events(
    game_id: str, user: OptionalUser, services: AppServices, after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0
) -> Response:
    """The events after a version, for a client that has missed some."""
    row = await load(services, game_id, user)
    stored = b",".join(await events_after(services, row.id, after, user))
    return Response(b'{"events":[%b],"version":%d}' % (stored, row.version), media_type="application/json")


async def events_after(services: Services, game_id: str, version: int, viewer: User | None) -> list[bytes]:
    """The events after a version, as encoded JSON that need not be decoded."""
    statement = (
        sa.select(events.c.data)
        .where(events.c.game_id == game_id, events.c.version > version)
        .order_by(events.c.version)
        .limit(EVENTS_LIMIT)
    )
    found = await services.database.read(lambda connection: connection.execute(statement).scalars().all())
    return _for_viewer(found, viewer)


async def chat_events(services: Services, game_id: str, viewer: User | None) -> list[bytes]:
    """The chat and the ending of a game, which its state does not include."""
    # Quotes in chat lines are escaped, so users cannot forge these.
    kinds = sa.or_(*(events.c.data.contains(f',"type":"{kind}",') for kind in ("chat", "phrase", "end")))
    statement = (
        sa.select(events.c.data)
        .where(events.c.game_id == game_id, kinds)
        .order_by(events.c.version.desc())
        .limit(EVENTS_LIMIT)
    )
    found = await services.database.read(lambda connection: connection.execute(statement).scalars().all())
    return _for_viewer(reversed(found), viewer)


def _for_viewer(found: Iterable[str], viewer: User | None) -> list[bytes]:
    """Stored events as they are sent. For chat, a child gets only the version; it is from before kid mode."""
    if viewer is None or not viewer.is_child:
        return [data.encode() for data in found]
    events = (decode(data) for data in found)
    return [encode(event | {"name": "", "text": ""} if event["type"] == "chat" else event) for event in events]


@router.get("/game/{game_id}/plan")
async def show_plan(game_id: str, user: CurrentUser, services: AppServices) -> Json:
    """My conditional moves in a correspondence game."""
    row = await load(services, game_id)
    if row.side_of(user.id) is None:
        raise ForbiddenError(f"only the players of board {row.number} may do that", "not_a_player")
    return plan_view(await services.database.read(lambda connection: read_plan(connection, row.id, user.id)))


@router.put("/game/{game_id}/plan")
async def change_plan(game_id: str, body: models.Plan, user: CurrentUser, services: AppServices) -> Json:
    """Set my conditional moves, instead of any earlier ones; no lines remove them."""
    row = await load(services, game_id)
    await services.games.execute(client_frames.Plan(game=row.id, lines=body.lines, ply=body.ply), user.id)
    return await show_plan(game_id, user, services)


@router.get("/games/user/{user_name}", response_class=StreamingResponse)
async def games_of(
    user_name: str,
    request: Request,
    services: AppServices,
    wanted: Annotated[models.GameSearch, Query()],
) -> StreamingResponse:
    """A player's games, newest first: records, or one JSON object per line with `Accept: application/x-ndjson`."""
    search = await _search(user_name, wanted, services)
    as_json = "ndjson" in request.headers.get("accept", "")

    address = source_of(request)

    async def lines() -> AsyncIterator[bytes]:
        before: int | None = wanted.before
        left = wanted.limit
        while before is not None and left > 0:
            size = min(FEW, left)
            ids, before = await services.database.scan(partial(search.page, before=before, limit=size))
            left -= len(ids)
            if not ids:
                continue
            # The stream continues when the address's limit allows it; moves are served in between.
            while wait := services.limits.try_here("work", address, FEW * WRITING_RECORD):
                await asyncio.sleep(wait)
            yield await services.background.run(_written, await _page(services, ids))

    def _written(rows: list[GameRow]) -> bytes:
        if as_json:
            return b"".join(_replayable(rows, lambda row: _line(row, services.now())))
        return b"".join(_replayable(rows, lambda row: _record(row, services.settings.origin).encode()))

    return StreamingResponse(lines(), media_type="application/x-ndjson" if as_json else RECORD_TYPE)


async def _search(user_name: str, wanted: models.GameSearch, services: Services) -> Search:
    """What is searched for, with names resolved. Raises NotFoundError."""
    user_id = (await services.accounts.find(user_name)).id
    other_id = None if wanted.opponent is None else (await services.accounts.find(wanted.opponent)).id
    values = wanted.model_dump(exclude={"opponent", "before", "limit"})
    return Search(user_id=user_id, opponent_id=other_id, **values)


@router.get("/user/{user_name}/games")
async def search_games(
    user_name: str,
    request: Request,
    user: OptionalUser,
    services: AppServices,
    wanted: Annotated[models.GameSearch, Query()],
) -> Json:
    """A page of a player's games, newest first. `next` is the `before` of the next page, or null after the last; a page
    may hold fewer games than asked for, even none, and have a next one."""
    search = await _search(user_name, wanted, services)
    ids, following = await services.database.scan(
        partial(search.page, before=wanted.before, limit=min(wanted.limit, PAGE))
    )
    services.limits.take_here("work", source_of(request), len(ids) * WRITING_RECORD)
    rows = await _page(services, ids)
    seen = await services.database.read(lambda connection: for_viewer(connection, user, rows))

    def work() -> list[Json]:
        return list(_replayable(seen, lambda row: {**short_view(row, services.now()), "fen": replayed(row).fen()}))

    return {"games": await services.background.run(work), "next": following}


@router.get("/user/{user_name}/figures")
async def show_figures(user_name: str, services: AppServices) -> Json:
    """A player's results in the latest games, by speed and colour, and the first moves they play most."""
    user_id = (await services.accounts.find(user_name)).id
    return await services.database.scan(lambda connection: figures(connection, user_id))


@router.get("/user/{user_name}/explorer")
async def show_continuations(
    user_name: str,
    services: AppServices,
    wanted: Annotated[models.GameSearch, Query()],
) -> Json:
    """The moves that follow an opening in a player's latest games, and their results. The filters are those of the
    search."""
    search = await _search(user_name, wanted, services)
    return await services.database.scan(lambda connection: continuations(connection, search))


def _replayable(rows: list[GameRow], write: Callable[[GameRow], T]) -> Iterator[T]:
    """Each game as `write` puts it, without those that cannot be replayed."""
    for row in rows:
        try:
            yield write(row)
        except JungleError as error:
            _log_damaged(row, error)


async def _replayed_or_none(services: Services, row: GameRow) -> BoardGame | None:
    """The game of a row in a list; None if it cannot be replayed, which must not hide the others."""
    try:
        return await services.games.load_game(row)
    except JungleError as error:
        _log_damaged(row, error)
        return None


def _log_damaged(row: GameRow, error: JungleError) -> None:
    log.error("game %s cannot be replayed and is left out: %s", row.id, error)


async def _page(services: Services, ids: list[str]) -> list[GameRow]:
    statement = GAME_WITH_PLAYERS.where(games.c.id.in_(ids)).order_by(games.c.number.desc())
    return await services.database.scan(lambda connection: read_games(connection, statement))


@router.get("/account/playing")
async def playing_now(user: CurrentUser, services: AppServices) -> Json:
    """My running games; those in which it is my turn come first."""
    chosen = (sa.or_(games.c.blue_id == user.id, games.c.red_id == user.id), games.c.status == "started")
    statement = GAME_WITH_PLAYERS.where(*chosen).order_by(games.c.deadline).limit(500)
    rows = await services.database.read(lambda c: for_viewer(c, user, read_games(c, statement)))
    shown = []
    for row in rows:
        side = row.side_of(user.id)
        assert side is not None
        if (game := await _replayed_or_none(services, row)) is None:
            continue
        fen, is_my_turn = game.fen(), row.turn is side
        own = {"fen": fen, "colour": COLOURS[side], "isMyTurn": is_my_turn}
        part_of = {"tournament": row.tournament_id, "class": row.class_id}
        shown.append({**short_view(row, services.now()), **own, **part_of})
        await asyncio.sleep(0)
    return {"nowPlaying": sorted(shown, key=lambda game: not game["isMyTurn"])}


@router.get("/tv")
async def watch(services: AppServices, kind: Literal["live", "all"] = "live") -> Json:
    """Games in progress, strongest players first, with the top game in full."""
    chosen = [games.c.status == "started", games.c.ply > 0]
    if kind == "live":
        chosen.append(games.c.days.is_(None))
    statement = GAME_WITH_PLAYERS.where(*chosen).order_by(games.c.created.desc()).limit(200)
    rows = await services.database.scan(lambda connection: read_games(connection, statement))
    rows = [row for row in rows if not any(seat.player.kind == "child" for seat in row.seats)]
    rows.sort(key=lambda row: -sum(seat.player.rating or 0 for seat in row.seats))
    best = None
    while rows and best is None:
        if (game := await _replayed_or_none(services, rows[0])) is None:
            del rows[0]
        else:
            best = game_view(rows[0], game, services.now())
    return {"best": best, "games": [short_view(row, services.now()) for row in rows[:PAGE]]}


@router.get("/rules")
async def rules() -> Json:
    """The available games and their rule sets."""
    return {"games": {kind: adapter.rule_sets(kind) for kind in adapter.kinds()}}


@router.get("/rules/compiled")
async def compiled_rules(
    request: Request,
    services: AppServices,
    rules: Annotated[str, Query(max_length=500)],
    game: Annotated[str, Query(max_length=20)] = "jungle",
) -> Json:
    """House rules, compiled for the browser app."""
    services.limits.take_here("work", source_of(request), COMPILING)
    return await services.background.run(adapter.compiled, game, rules)


def _cost(rules: str, kind: str = "jungle") -> int:
    return LOOKING_UP if kind in adapter.kinds() and adapter.is_usual(kind, rules) else COMPILING


@router.get("/explorer")
async def explorer(
    request: Request,
    fen: Annotated[str, Query(max_length=200)],
    services: AppServices,
    rules: Annotated[str, Query(max_length=200)] = "standard",
    game: Annotated[str, Query(max_length=20)] = "jungle",
) -> Json:
    """Opening explorer: the moves played on this server from a position, how often, and with what results."""
    services.limits.take_here("work", source_of(request), _cost(rules, game))
    return await services.explorer.moves(fen, rules, game)


@router.get("/tablebase")
async def tablebase(
    request: Request,
    services: AppServices,
    fen: Annotated[str, Query(max_length=200)],
    rules: Annotated[str, Query(max_length=200)] = "standard",
    optional: Annotated[bool, Query(description="return null if no table covers the position")] = False,
) -> Json | None:
    """The result of perfect play from a position with few pieces."""
    services.limits.take_here("work", source_of(request), _cost(rules))
    try:
        entry = await services.background.run(adapter.probe, fen, rules)
    except RequestError:
        raise
    except JungleError as error:
        raise UnprocessableError(str(error)) from None
    if entry is None and not optional:
        raise NotFoundError("no table covers this position", "no_table")
    return entry
