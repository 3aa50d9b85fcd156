"""Tournaments, messages and notices."""

from fastapi import APIRouter, Request

from jungle.server.api import models
from jungle.server.api.challenges import terms_of
from jungle.server.events import Json
from jungle.server.identity import Parts, Signed, source_of

router = APIRouter(prefix="/api", tags=["community"])


@router.get("/tournament")
async def list_tournaments(parts: Parts) -> Json:
    """Tournaments that will begin, are being played, and were played lately."""
    return await parts.tournaments.listing()


@router.post("/tournament", status_code=201)
async def create_tournament(body: models.TournamentOrder, request: Request, user: Signed, parts: Parts) -> Json:
    """Announce an arena tournament: pair again at once, points and streaks until the time is over."""
    await parts.limits.take("tournament", user.id)
    view = await parts.tournaments.create(
        user,
        body.name,
        await terms_of(body, request, parts),
        minutes=body.minutes,
        starts=body.starts,
        wait=body.wait,
        bots=body.bots,
    )
    return {"tournament": {**view, "url": f"{parts.settings.origin}/tournament/{view['id']}"}}


@router.get("/tournament/{tournament_id}")
async def show_tournament(tournament_id: str, parts: Parts) -> Json:
    """A tournament with its standing, its games, and at the end its podium."""
    return {"tournament": await parts.tournaments.view(tournament_id)}


@router.post("/tournament/{tournament_id}/join")
async def join(tournament_id: str, request: Request, user: Signed, parts: Parts) -> Json:
    """Take part, or come back."""
    if not await parts.tournaments.is_in(user, tournament_id):
        entry = "guest_entry" if user.is_guest else "entry"
        await parts.limits.take(entry, (tournament_id, source_of(request)))
    await parts.tournaments.join(user, tournament_id)
    return {"ok": True}


@router.post("/tournament/{tournament_id}/withdraw")
async def withdraw(tournament_id: str, user: Signed, parts: Parts) -> Json:
    """Be paired no more; the points stay."""
    await parts.tournaments.withdraw(user, tournament_id)
    return {"ok": True}


@router.get("/notices")
async def notices(user: Signed, parts: Parts) -> Json:
    """What waits for me: turns in correspondence games, challenges, messages."""
    return {
        "turns": await parts.messages.turns(user),
        "challenges": (await parts.lobby.of_user(user.id))["in"],
        "messages": await parts.messages.unread(user),
    }


@router.post("/message/{user_name}", status_code=201)
async def write(user_name: str, body: models.Message, user: Signed, parts: Parts) -> Json:
    """Write to somebody."""
    await parts.limits.take("message", user.id)
    return {"message": await parts.messages.send(user, user_name, body.text)}


@router.get("/message")
async def threads(user: Signed, parts: Parts) -> Json:
    """With whom I have written, the latest first."""
    return {"threads": await parts.messages.threads(user)}


@router.get("/message/{user_name}")
async def read(user_name: str, user: Signed, parts: Parts) -> Json:
    """What was written between somebody and me; it counts as read from now on."""
    return {"messages": await parts.messages.thread(user, user_name)}
