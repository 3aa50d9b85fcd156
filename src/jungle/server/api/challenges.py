"""Challenges and seeks."""

from fastapi import APIRouter, Request

from jungle.server.api import models
from jungle.server.api.authentication import Parts, Signed, source_of
from jungle.server.background import COMPILING
from jungle.server.game import playing
from jungle.server.game.acts import start_notice
from jungle.server.game.rows import GameRow
from jungle.server.game.terms import Terms
from jungle.server.json import Json
from jungle.server.services import Services

router = APIRouter(prefix="/api", tags=["challenges"])


async def terms_of(body: models.Challenge, request: Request, parts: Services) -> Terms:
    """The terms in a request body. House rules are slow to compile, which counts against the address's limit."""
    if body.rules is not None and not any(playing.is_usual(kind, body.rules) for kind in playing.kinds()):
        parts.limits.take_here("work", source_of(request), COMPILING)
    return await parts.background.run(
        Terms.make,
        game=body.game,
        rules=body.rules,
        clock=None if body.clock is None else (body.clock.limit, body.clock.increment),
        days=body.days,
        colour=body.colour,
        rated=body.rated,
        fen=body.fen,
    )


def _game(row: GameRow, user_id: int, parts: Services) -> Json:
    side = row.side_of(user_id)
    assert side is not None
    return {**start_notice(row, side), "url": f"{parts.settings.origin}/game/{row.id}"}


def _challenge(view: Json, parts: Services) -> Json:
    return {**view, "url": f"{parts.settings.origin}/challenge/{view['id']}"}


@router.get("/challenge")
async def list_challenges(user: Signed, parts: Parts) -> Json:
    """My open challenges, incoming and outgoing."""
    return await parts.lobby.of_user(user)


@router.post("/challenge", status_code=201)
async def challenge_by_link(body: models.Challenge, request: Request, user: Signed, parts: Parts) -> Json:
    """Create an open challenge: the first person to follow the link accepts it. No account needed."""
    await parts.limits.take("challenge", user.id)
    terms = await terms_of(body, request, parts)
    return {"challenge": _challenge(await parts.lobby.challenge(user, None, terms), parts)}


@router.post("/challenge/{user_name}", status_code=201)
async def challenge(user_name: str, body: models.Challenge, request: Request, user: Signed, parts: Parts) -> Json:
    """Challenge a player by name."""
    await parts.limits.take("challenge", user.id)
    terms = await terms_of(body, request, parts)
    return {"challenge": _challenge(await parts.lobby.challenge(user, user_name, terms), parts)}


@router.get("/challenge/{challenge_id}")
async def show_challenge(challenge_id: str, parts: Parts) -> Json:
    return {"challenge": _challenge(await parts.lobby.find(challenge_id), parts)}


@router.post("/challenge/{challenge_id}/accept")
async def accept(challenge_id: str, user: Signed, parts: Parts) -> Json:
    """Accept a challenge and start the game."""
    row = await parts.lobby.accept(user, challenge_id)
    return {"game": _game(row, user.id, parts)} if row else {"challenge": await parts.lobby.find(challenge_id)}


@router.post("/challenge/{challenge_id}/decline")
@router.post("/challenge/{challenge_id}/cancel", include_in_schema=False)
async def decline(challenge_id: str, user: Signed, parts: Parts) -> Json:
    """Decline a challenge, or cancel your own."""
    await parts.lobby.decline(user, challenge_id)
    return {"ok": True}


@router.get("/seek")
async def list_seeks(parts: Parts) -> Json:
    """Open seeks."""
    return {"seeks": await parts.lobby.seeks()}


@router.post("/seek")
async def seek(body: models.Seek, request: Request, user: Signed, parts: Parts) -> Json:
    """Find an opponent. Starts a game if a matching seek is open; otherwise posts a new seek."""
    await parts.limits.take("challenge", user.id)
    terms = await terms_of(body, request, parts)
    waiting, row = await parts.lobby.seek(user, terms, body.rating_low, body.rating_high)
    return {"seek": waiting} if row is None else {"game": _game(row, user.id, parts)}


@router.delete("/seek/{challenge_id}")
async def cancel_seek(challenge_id: str, user: Signed, parts: Parts) -> Json:
    await parts.lobby.decline(user, challenge_id)
    return {"ok": True}
