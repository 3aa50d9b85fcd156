"""Tournaments, messages, friends, notices, reports, `POST /mail`, and admin requests, which never accept a token."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from jungle.server.api import models
from jungle.server.api.authentication import AppServices, CurrentUser, OptionalUser, source_of
from jungle.server.api.challenges import terms_of
from jungle.server.errors import UnprocessableError
from jungle.server.json import Json
from jungle.server.mail.board_commands import Sender

router = APIRouter(prefix="/api", tags=["community"])
mail_router = APIRouter(tags=["mail"])


@router.get("/tournament")
async def list_tournaments(services: AppServices) -> Json:
    """Upcoming, running and recently finished tournaments."""
    return await services.tournaments.listing()


@router.post("/tournament", status_code=201)
async def create_tournament(
    body: models.TournamentOrder, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Create a tournament: an arena, in which players are paired again and again until time is up, or rounds."""
    await services.limits.take("tournament", user.id)
    view = await services.tournaments.create(
        user,
        body.name,
        await terms_of(body, request, services),
        minutes=body.minutes,
        starts=body.starts,
        wait=body.wait,
        bots=body.bots,
        kind=body.format,
        schedule=body.schedule(),
    )
    return {"tournament": {**view, "url": f"{services.settings.origin}/tournament/{view['id']}"}}


@router.get("/tournament/{tournament_id}")
async def show_tournament(tournament_id: str, user: OptionalUser, services: AppServices) -> Json:
    """A tournament with its standings, its games and, once finished, its podium."""
    return {"tournament": await services.tournaments.view(tournament_id, user)}


@router.post("/tournament/{tournament_id}/join")
async def join(tournament_id: str, request: Request, user: CurrentUser, services: AppServices) -> Json:
    """Join a tournament, or rejoin it."""
    # Children play in tournaments of their class only, and a school has one address.
    if not user.is_child and not await services.tournaments.is_in(user, tournament_id):
        entry = "guest_entry" if user.is_guest() else "entry"
        await services.limits.take(entry, (tournament_id, source_of(request)))
    await services.tournaments.join(user, tournament_id)
    return {"ok": True}


@router.post("/tournament/{tournament_id}/withdraw")
async def withdraw(tournament_id: str, user: CurrentUser, services: AppServices) -> Json:
    """Withdraw from a tournament. Points are kept."""
    await services.tournaments.withdraw(user, tournament_id)
    return {"ok": True}


@router.get(
    "/tournament/{tournament_id}/table.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}}
)
async def cross_table(tournament_id: str, user: OptionalUser, services: AppServices) -> Response:
    """The cross table of a tournament with rounds, as CSV."""
    text = await services.tournaments.rounds.table(user, tournament_id)
    name = f'attachment; filename="{tournament_id}.csv"' if tournament_id.isalnum() else "attachment"
    return Response(text, media_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


@router.post("/tournament/{tournament_id}/round")
async def start_round(tournament_id: str, user: CurrentUser, services: AppServices) -> Json:
    """Start the tournament or its next round now, as its organiser."""
    await services.tournaments.rounds.start_round(user, tournament_id)
    return {"ok": True}


@router.post("/tournament/{tournament_id}/result")
async def set_result(tournament_id: str, body: models.BoardResult, user: CurrentUser, services: AppServices) -> Json:
    """Enter or change the result of a board, as the organiser."""
    await services.tournaments.rounds.set_result(user, tournament_id, body.round, body.board, body.result)
    return {"ok": True}


@router.post("/tournament/{tournament_id}/pairing")
async def set_pairing(tournament_id: str, body: models.BoardPairing, user: CurrentUser, services: AppServices) -> Json:
    """Change the players of a board in the current round, as the organiser. They change places with those it had."""
    await services.tournaments.rounds.set_pairing(user, tournament_id, body.round, body.board, body.blue, body.red)
    return {"ok": True}


@router.post("/tournament/{tournament_id}/admit")
async def admit(tournament_id: str, body: models.Admission, user: CurrentUser, services: AppServices) -> Json:
    """Admit an applicant to simultaneous games, or not after all, as the host."""
    await services.tournaments.rounds.admit(user, tournament_id, body.name, admitted=body.admitted)
    return {"ok": True}


@router.post("/tournament/{tournament_id}/apart")
async def keep_apart(tournament_id: str, body: models.Apart, user: CurrentUser, services: AppServices) -> Json:
    """Forbid that two players meet, or allow it again, as the organiser."""
    await services.tournaments.rounds.keep_apart(user, tournament_id, body.one, body.two, apart=body.apart)
    return {"ok": True}


@router.get("/tournament/{tournament_id}/chat")
async def tournament_chat(tournament_id: str, user: OptionalUser, services: AppServices) -> Json:
    """What was said about a tournament; nothing if its chat is closed."""
    return {"chat": await services.tournament_chat.view(user, tournament_id)}


@router.post("/tournament/{tournament_id}/chat", status_code=201)
async def say_in_tournament(tournament_id: str, body: models.Chat, user: CurrentUser, services: AppServices) -> Json:
    """Say something about a tournament."""
    await services.limits.take("chat", user.id)
    return {"remark": await services.tournament_chat.say(user, tournament_id, body.text)}


@router.put("/tournament/{tournament_id}/chat")
async def switch_chat(tournament_id: str, body: models.ChatSwitch, user: CurrentUser, services: AppServices) -> Json:
    """Close the chat, or open it again, as the organiser."""
    await services.tournament_chat.switch(user, tournament_id, closed=body.closed)
    return {"ok": True}


@router.get("/notices")
async def notices(user: CurrentUser, services: AppServices) -> Json:
    """What is waiting for me: turns in correspondence games, challenges, messages."""
    return {
        "turns": await services.messages.turns(user),
        "challenges": (await services.lobby.of_user(user))["in"],
        "messages": await services.messages.unread(user),
    }


@router.post("/message/{user_name}", status_code=201)
async def write(user_name: str, body: models.Message, user: CurrentUser, services: AppServices) -> Json:
    """Send a message to a player."""
    await services.limits.take("message", user.id)
    return {"message": await services.messages.send(user, user_name, body.text)}


@router.get("/message")
async def threads(user: CurrentUser, services: AppServices) -> Json:
    """My conversations, most recent first."""
    return {"threads": await services.messages.threads(user)}


@router.get("/message/{user_name}")
async def read(user_name: str, user: CurrentUser, services: AppServices) -> Json:
    """My conversation with a player. Marks it as read."""
    return {"messages": await services.messages.thread(user, user_name)}


@router.get("/follow")
async def friends(user: CurrentUser, services: AppServices) -> Json:
    """Whom I follow, those who are here first, with their live games and what is new; and who follows me."""
    return await services.friends.listing(user)


@router.post("/follow/look")
async def look(user: CurrentUser, services: AppServices) -> Json:
    """I have seen the list: nothing in it is new any more."""
    await services.friends.mark_seen(user)
    return {"ok": True}


@router.put("/follow/{user_name}")
async def follow(user_name: str, user: CurrentUser, services: AppServices) -> Json:
    """Follow a player. A child can follow only people of its family and its classes."""
    await services.limits.take("follow", user.id)
    await services.friends.follow(user, user_name)
    return {"ok": True}


@router.delete("/follow/{user_name}")
async def unfollow(user_name: str, user: CurrentUser, services: AppServices) -> Json:
    await services.friends.unfollow(user, user_name)
    return {"ok": True}


@router.post("/report/{user_name}", status_code=201)
async def report(user_name: str, body: models.Report, user: CurrentUser, services: AppServices) -> Json:
    """Report a player to the moderators."""
    await services.limits.take("report", user.id)
    return {"report": await services.moderation.report(user, user_name, body.reason, body.game)}


@router.get("/admin/reports")
async def list_reports(admin: CurrentUser, services: AppServices, status: Literal["open", "closed"] = "open") -> Json:
    return {"reports": await services.moderation.reports(status)}


@router.post("/admin/reports/{report_id}/close")
async def close_report(
    report_id: Annotated[int, Path(ge=1, le=2**31)], body: models.Note, admin: CurrentUser, services: AppServices
) -> Json:
    """Close a report."""
    await services.moderation.close_report(admin, report_id, body.note)
    return {"ok": True}


@router.get("/admin/user/{user_name}")
async def person(user_name: str, admin: CurrentUser, services: AppServices) -> Json:
    """A user's account, the reports about them, and the admin actions taken."""
    return {"user": await services.moderation.person(user_name)}


@router.post("/admin/user/{user_name}/ban")
async def ban(user_name: str, body: models.Sanction, admin: CurrentUser, services: AppServices) -> Json:
    """Ban a user for some days, or permanently. With `refund`, opponents get back the rating points they lost."""
    until = await services.moderation.ban(admin, user_name, body.days, body.reason)
    refunded = await services.moderation.refund(admin, user_name) if body.refund else 0
    return {"until": until, "refunded": refunded}


@router.delete("/admin/user/{user_name}/ban")
async def unban(user_name: str, admin: CurrentUser, services: AppServices) -> Json:
    await services.moderation.unban(admin, user_name)
    return {"ok": True}


@router.post("/admin/user/{user_name}/mute")
async def mute(user_name: str, body: models.Sanction, admin: CurrentUser, services: AppServices) -> Json:
    """Mute a user: they can play, but not chat or send messages."""
    return {"until": await services.moderation.mute(admin, user_name, body.days, body.reason)}


@router.delete("/admin/user/{user_name}/mute")
async def unmute(user_name: str, admin: CurrentUser, services: AppServices) -> Json:
    await services.moderation.unmute(admin, user_name)
    return {"ok": True}


@router.post("/admin/user/{user_name}/rename")
async def rename(user_name: str, body: models.Rename, admin: CurrentUser, services: AppServices) -> Json:
    """Rename a user whose name is offensive."""
    await services.moderation.rename(admin, user_name, body.name, body.reason)
    return {"ok": True}


@router.put("/admin/tournament/{tournament_id}/chat")
async def moderate_chat(
    tournament_id: str, body: models.ModeratedChat, admin: CurrentUser, services: AppServices
) -> Json:
    """Close the chat of a tournament, or open it again."""
    await services.moderation.switch_chat(admin, tournament_id, closed=body.closed, reason=body.reason)
    return {"ok": True}


@router.get("/admin/acts")
async def acts(
    admin: CurrentUser, services: AppServices, before: Annotated[int | None, Query(ge=1, le=2**62)] = None
) -> Json:
    """The log of admin actions, newest first."""
    return {"acts": await services.moderation.acts(before)}


@mail_router.post(
    "/mail",
    response_class=PlainTextResponse,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
    responses={code: {"content": {"text/plain": {}}} for code in ("4XX",)},
)
async def mail(request: Request, user: OptionalUser, services: AppServices) -> PlainTextResponse:
    """Send an email command: its first line, then an empty line, then a body.

    The sender is identified by a session, or by a token with `mail:write`.
    """
    await services.limits.take("mail", source_of(request))
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise UnprocessableError("expected plain text in UTF-8") from None
    command, _, rest = text.replace("\0", "").replace("\r\n", "\n").partition("\n")
    reply = await services.mail.run(command, rest.lstrip("\n"), Sender("http", source_of(request), user=user))
    return PlainTextResponse(reply.text, reply.status)
