"""Tournaments, messages, notices, reports, `POST /mail`, and the admin requests, which never accept a token."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse

from jungle.server.api import models
from jungle.server.api.authentication import AnyUser, Parts, Signed, source_of
from jungle.server.api.challenges import terms_of
from jungle.server.errors import UnprocessableError
from jungle.server.json import Json
from jungle.server.mail.board_commands import Sender

router = APIRouter(prefix="/api", tags=["community"])
mail_router = APIRouter(tags=["mail"])


@router.get("/tournament")
async def list_tournaments(parts: Parts) -> Json:
    """Upcoming, running and recently finished tournaments."""
    return await parts.tournaments.listing()


@router.post("/tournament", status_code=201)
async def create_tournament(body: models.TournamentOrder, request: Request, user: Signed, parts: Parts) -> Json:
    """Create an arena tournament: players are re-paired immediately and collect points and streaks until time is up."""
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
async def show_tournament(tournament_id: str, user: AnyUser, parts: Parts) -> Json:
    """A tournament with its standings, its games and, once finished, its podium."""
    return {"tournament": await parts.tournaments.view(tournament_id, user)}


@router.post("/tournament/{tournament_id}/join")
async def join(tournament_id: str, request: Request, user: Signed, parts: Parts) -> Json:
    """Join a tournament, or rejoin it."""
    # Children play in tournaments of their class only, and a school has one address.
    if not user.is_child and not await parts.tournaments.is_in(user, tournament_id):
        entry = "guest_entry" if user.is_guest() else "entry"
        await parts.limits.take(entry, (tournament_id, source_of(request)))
    await parts.tournaments.join(user, tournament_id)
    return {"ok": True}


@router.post("/tournament/{tournament_id}/withdraw")
async def withdraw(tournament_id: str, user: Signed, parts: Parts) -> Json:
    """Withdraw from a tournament. Points are kept."""
    await parts.tournaments.withdraw(user, tournament_id)
    return {"ok": True}


@router.get("/notices")
async def notices(user: Signed, parts: Parts) -> Json:
    """What is waiting for me: turns in correspondence games, challenges, messages."""
    return {
        "turns": await parts.messages.turns(user),
        "challenges": (await parts.lobby.of_user(user))["in"],
        "messages": await parts.messages.unread(user),
    }


@router.post("/message/{user_name}", status_code=201)
async def write(user_name: str, body: models.Message, user: Signed, parts: Parts) -> Json:
    """Send a message to a player."""
    await parts.limits.take("message", user.id)
    return {"message": await parts.messages.send(user, user_name, body.text)}


@router.get("/message")
async def threads(user: Signed, parts: Parts) -> Json:
    """My conversations, most recent first."""
    return {"threads": await parts.messages.threads(user)}


@router.get("/message/{user_name}")
async def read(user_name: str, user: Signed, parts: Parts) -> Json:
    """My conversation with a player. Marks it as read."""
    return {"messages": await parts.messages.thread(user, user_name)}


@router.post("/report/{user_name}", status_code=201)
async def report(user_name: str, body: models.Report, user: Signed, parts: Parts) -> Json:
    """Report a player to the moderators."""
    await parts.limits.take("report", user.id)
    return {"report": await parts.moderation.report(user, user_name, body.reason, body.game)}


@router.get("/admin/reports")
async def list_reports(admin: Signed, parts: Parts, status: Literal["open", "closed"] = "open") -> Json:
    return {"reports": await parts.moderation.reports(status)}


@router.post("/admin/reports/{report_id}/close")
async def close_report(
    report_id: Annotated[int, Path(ge=1, le=2**31)], body: models.Note, admin: Signed, parts: Parts
) -> Json:
    """Close a report."""
    await parts.moderation.close_report(admin, report_id, body.note)
    return {"ok": True}


@router.get("/admin/user/{user_name}")
async def person(user_name: str, admin: Signed, parts: Parts) -> Json:
    """A user's account, the reports about them, and the admin actions taken."""
    return {"user": await parts.moderation.person(user_name)}


@router.post("/admin/user/{user_name}/ban")
async def ban(user_name: str, body: models.Sanction, admin: Signed, parts: Parts) -> Json:
    """Ban a user for some days, or permanently. With `refund`, opponents get back the rating points they lost."""
    until = await parts.moderation.ban(admin, user_name, body.days, body.reason)
    refunded = await parts.moderation.refund(admin, user_name) if body.refund else 0
    return {"until": until, "refunded": refunded}


@router.delete("/admin/user/{user_name}/ban")
async def unban(user_name: str, admin: Signed, parts: Parts) -> Json:
    await parts.moderation.unban(admin, user_name)
    return {"ok": True}


@router.post("/admin/user/{user_name}/mute")
async def mute(user_name: str, body: models.Sanction, admin: Signed, parts: Parts) -> Json:
    """Mute a user: they can play, but not chat or send messages."""
    return {"until": await parts.moderation.mute(admin, user_name, body.days, body.reason)}


@router.delete("/admin/user/{user_name}/mute")
async def unmute(user_name: str, admin: Signed, parts: Parts) -> Json:
    await parts.moderation.unmute(admin, user_name)
    return {"ok": True}


@router.post("/admin/user/{user_name}/rename")
async def rename(user_name: str, body: models.Rename, admin: Signed, parts: Parts) -> Json:
    """Rename a user whose name is offensive."""
    await parts.moderation.rename(admin, user_name, body.name, body.reason)
    return {"ok": True}


@router.get("/admin/acts")
async def acts(admin: Signed, parts: Parts, before: Annotated[int | None, Query(ge=1, le=2**62)] = None) -> Json:
    """The log of admin actions, newest first."""
    return {"acts": await parts.moderation.acts(before)}


@mail_router.post(
    "/mail",
    response_class=PlainTextResponse,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
    responses={code: {"content": {"text/plain": {}}} for code in ("4XX",)},
)
async def mail(request: Request, user: AnyUser, parts: Parts) -> PlainTextResponse:
    """Send a mail command: its first line, then an empty line, then a body.

    The sender is identified by a session, or by a token with `mail:write`.
    """
    await parts.limits.take("mail", source_of(request))
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise UnprocessableError("expected plain text in UTF-8") from None
    command, _, rest = text.replace("\0", "").replace("\r\n", "\n").partition("\n")
    reply = await parts.mail.run(command, rest.lstrip("\n"), Sender("http", source_of(request), user=user))
    return PlainTextResponse(reply.text, reply.status)
