"""Challenges and seeks."""

from fastapi import APIRouter, Request

from jungle.server.api import models
from jungle.server.api.authentication import AppServices, CurrentUser, source_of
from jungle.server.background import COMPILING
from jungle.server.game import adapter
from jungle.server.game.commands import start_event
from jungle.server.game.rows import GameRow
from jungle.server.game.terms import Terms
from jungle.server.json import Json
from jungle.server.services import Services

router = APIRouter(prefix="/api", tags=["challenges"])


async def terms_of(body: models.Challenge, request: Request, services: Services) -> Terms:
    """The terms in a request body. House rules are slow to compile, which counts against the address's limit."""
    if body.rules is not None and not any(adapter.is_usual(kind, body.rules) for kind in adapter.kinds()):
        services.limits.take_here("work", source_of(request), COMPILING)
    opponent = body.opponent_clock if isinstance(body, models.TwoClocks) else None
    return await services.background.run(
        Terms.make,
        game=body.game,
        rules=body.rules,
        clock=None if body.clock is None else (body.clock.limit, body.clock.increment),
        days=body.days,
        colour=body.colour,
        rated=body.rated,
        fen=body.fen,
        opponent_clock=None if opponent is None else (opponent.limit, opponent.increment),
    )


def _game(row: GameRow, user_id: int, services: Services) -> Json:
    side = row.side_of(user_id)
    assert side is not None
    return {**start_event(row, side), "url": f"{services.settings.origin}/game/{row.id}"}


def _challenge(view: Json, services: Services) -> Json:
    return {**view, "url": f"{services.settings.origin}/challenge/{view['id']}"}


@router.get("/challenge")
async def list_challenges(user: CurrentUser, services: AppServices) -> Json:
    """My open challenges, incoming and outgoing."""
    return await services.lobby.of_user(user)


@router.post("/challenge", status_code=201)
async def challenge_by_link(body: models.TwoClocks, request: Request, user: CurrentUser, services: AppServices) -> Json:
    """Create an open challenge: the first person to follow the link accepts it. No account needed."""
    await services.limits.take("challenge", user.id)
    terms = await terms_of(body, request, services)
    return {"challenge": _challenge(await services.lobby.challenge(user, None, terms), services)}


@router.post("/challenge/{user_name}", status_code=201)
async def challenge(
    user_name: str, body: models.TwoClocks, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Challenge a player by name."""
    await services.limits.take("challenge", user.id)
    terms = await terms_of(body, request, services)
    return {"challenge": _challenge(await services.lobby.challenge(user, user_name, terms), services)}


@router.get("/challenge/{challenge_id}")
async def show_challenge(challenge_id: str, services: AppServices) -> Json:
    return {"challenge": _challenge(await services.lobby.find(challenge_id), services)}


@router.post("/challenge/{challenge_id}/accept")
async def accept(challenge_id: str, user: CurrentUser, services: AppServices) -> Json:
    """Accept a challenge and start the game."""
    row = await services.lobby.accept(user, challenge_id)
    return {"game": _game(row, user.id, services)} if row else {"challenge": await services.lobby.find(challenge_id)}


@router.post("/challenge/{challenge_id}/decline")
@router.post("/challenge/{challenge_id}/cancel", include_in_schema=False)
async def decline(challenge_id: str, user: CurrentUser, services: AppServices) -> Json:
    """Decline a challenge, or cancel your own."""
    await services.lobby.decline(user, challenge_id)
    return {"ok": True}


@router.get("/seek")
async def list_seeks(services: AppServices) -> Json:
    """Open seeks."""
    return {"seeks": await services.lobby.seeks()}


@router.post("/seek")
async def seek(body: models.Seek, request: Request, user: CurrentUser, services: AppServices) -> Json:
    """Find an opponent. Starts a game if a matching seek is open; otherwise posts a new seek."""
    await services.limits.take("challenge", user.id)
    terms = await terms_of(body, request, services)
    waiting, row = await services.lobby.seek(user, terms, body.rating_low, body.rating_high)
    return {"seek": waiting} if row is None else {"game": _game(row, user.id, services)}


@router.delete("/seek/{challenge_id}")
async def cancel_seek(challenge_id: str, user: CurrentUser, services: AppServices) -> Json:
    await services.lobby.decline(user, challenge_id)
    return {"ok": True}
