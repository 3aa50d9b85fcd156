"""Profiles, leaderboards and head-to-head scores."""

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Path

from jungle.server.api.authentication import AppServices
from jungle.server.errors import NotFoundError
from jungle.server.game.ratings import PROVISIONAL
from jungle.server.game.views import ratings_view
from jungle.server.identity.accounts import HOUSE_BOT
from jungle.server.identity.users import is_child, read_users
from jungle.server.json import Json
from jungle.server.storage.schema import games, rating_changes, ratings, users

router = APIRouter(prefix="/api", tags=["people"])

POINTS_LIMIT = 2000
"""A rating graph shows this many of the latest changes."""
KINDS = ("bullet", "blitz", "rapid", "correspondence", "flip")
Kind = Annotated[str, Path(max_length=20)]


@router.get("/bots")
async def house_bots(services: AppServices) -> Json:
    """The house bots that are running, weakest first, with their ratings."""
    strengths = [strength for strength in services.settings.bots.split(",") if strength]
    names = [f"{HOUSE_BOT}{strength}" for strength in strengths]

    def work(connection: sa.Connection) -> dict[str, Json]:
        found = read_users(connection, users.c.key.in_(names))
        rated = sa.select(ratings).where(ratings.c.user_id.in_([row.id for row in found]))
        by_user: dict[int, list[sa.RowMapping]] = {}
        for each in connection.execute(rated).mappings():
            by_user.setdefault(each["user_id"], []).append(each)
        now = services.now()
        return {row.key: {"name": row.name, "ratings": ratings_view(by_user.get(row.id, ()), now)} for row in found}

    shown = await services.database.scan(work)
    strong = zip(strengths, names, strict=True)
    return {"bots": [{"strength": strength, **shown[name]} for strength, name in strong if name in shown]}


@router.get("/user/{user_name}")
async def profile(user_name: str, services: AppServices) -> Json:
    """A player's profile."""
    row = await services.accounts.find(user_name)

    def work(connection: sa.Connection) -> tuple[dict[str, int], Json]:
        own = sa.or_(games.c.blue_id == row.id, games.c.red_id == row.id)
        counted = sa.select(games.c.status, sa.func.count()).where(own).group_by(games.c.status)
        rated = connection.execute(sa.select(ratings).where(ratings.c.user_id == row.id)).mappings()
        return dict(connection.execute(counted).all()), ratings_view(rated, services.now())

    counted, rated = await services.database.scan(work)
    return {
        "name": row.name,
        "kind": row.kind,
        "title": "BOT" if row.kind == "bot" else None,
        "created": row.created,
        "seen": services.now() if services.hub.has_listeners(f"user:{row.id}") else row.seen,
        "vacationUntil": row.vacation_until,
        "ratings": rated,
        "games": counted,
    }


@router.get("/user/{user_name}/ratings/{kind}")
async def rating_graph(user_name: str, kind: Kind, services: AppServices) -> Json:
    """Rating history, of the latest 2,000 rated games: time, rating, deviation, game."""
    user_id = (await services.accounts.find(user_name)).id
    changes = rating_changes.c
    statement = (
        sa.select(changes.at, changes.rating, changes.deviation, changes.game_id)
        .where(changes.user_id == user_id, changes.kind == kind)
        .order_by(changes.at.desc())
        .limit(POINTS_LIMIT)
    )
    rows = await services.database.scan(lambda connection: connection.execute(statement).all())
    points = [[at, round(rating), round(deviation), game] for at, rating, deviation, game in reversed(rows)]
    return {"points": points}


@router.get("/leaderboard/{kind}")
async def leaderboard(kind: Kind, services: AppServices) -> Json:
    """The top hundred players with an established rating."""
    if kind not in KINDS:
        raise NotFoundError(f"unknown leaderboard {kind!r}; expected one of: {', '.join(KINDS)}")
    statement = (
        sa.select(users.c.name, users.c.kind, ratings.c.rating, ratings.c.deviation, ratings.c.games)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.kind == kind, ratings.c.deviation <= PROVISIONAL, users.c.closed.is_(None))
        .where(sa.not_(is_child(users)))
        .order_by(ratings.c.rating.desc())
        .limit(100)
    )
    rows = await services.database.scan(lambda connection: connection.execute(statement).all())
    return {
        "players": [
            {"name": name, "kind": who, "rating": round(rating), "deviation": round(deviation), "games": count}
            for name, who, rating, deviation, count in rows
        ]
    }


@router.get("/crosstable/{first}/{second}")
async def head_to_head(first: str, second: str, services: AppServices) -> Json:
    """The score between two players."""
    one, two = await services.accounts.find(first), await services.accounts.find(second)
    pairs = sa.or_(
        sa.and_(games.c.blue_id == one.id, games.c.red_id == two.id),
        sa.and_(games.c.blue_id == two.id, games.c.red_id == one.id),
    )
    counted = sa.select(games.c.blue_id, games.c.result, sa.func.count())
    statement = counted.where(pairs, games.c.status == "ended").group_by(games.c.blue_id, games.c.result)
    rows = await services.database.scan(lambda connection: connection.execute(statement).all())
    points = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
    played = sum(count for _, _, count in rows)
    score = sum(count * (points[result] if blue == one.id else 1 - points[result]) for blue, result, count in rows)
    return {"games": played, "points": {one.name: score, two.name: played - score}}
