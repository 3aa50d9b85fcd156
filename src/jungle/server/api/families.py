"""Children for the adults responsible for them, login cards, and kid mode."""

import asyncio
from functools import partial

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from jungle.server.api import models
from jungle.server.api.accounts import require_own_page, signed_in
from jungle.server.api.authentication import AppServices, CurrentUser, device_of, source_of
from jungle.server.api.classes import find_code
from jungle.server.game.privacy import for_viewer
from jungle.server.game.rows import GAME_WITH_PLAYERS, read_games
from jungle.server.game.views import short_view
from jungle.server.json import Json
from jungle.server.storage.schema import games

router = APIRouter(prefix="/api", tags=["families"])

SHOWN_GAMES = 100


@router.post("/card")
async def sign_in_by_card(body: models.Card, request: Request, services: AppServices) -> JSONResponse:
    """Sign a child in with the secret from its card's QR code."""
    require_own_page(request)
    # Not limited like passwords: nobody guesses 144 random bits, and a school shares one address.
    return await signed_in(services, await services.children.by_card(body.secret), request)


@router.post("/card/pictures")
async def sign_in_by_pictures(body: models.PicturePassword, request: Request, services: AppServices) -> JSONResponse:
    """Sign a child in with its name and picture password."""
    require_own_page(request)
    check, device = partial(services.children.by_pictures, body.name, body.pictures), device_of(request)
    user = await services.attempts.slowed(
        *(body.name, source_of(request), "pictures", check),
        guesses="pictures",
        device=device,
        is_related=await services.children.is_related_device(body.name, device),
    )
    return await signed_in(services, user, request)


@router.get("/family")
async def family(user: CurrentUser, services: AppServices) -> Json:
    """My children."""
    return {"children": await services.children.family(user)}


@router.post("/family", status_code=201)
async def add_child(body: models.NewChild, user: CurrentUser, services: AppServices) -> Json:
    """Create an account for a child. Its card is shown only once."""
    await services.limits.take("child", user.id)
    child, card = await services.children.add(user, label=body.label, contacts=body.contacts)
    return {"child": child, "card": card}


@router.put("/family/{child_name}")
async def change_child(child_name: str, body: models.ChildChange, user: CurrentUser, services: AppServices) -> Json:
    """Set who may play with the child, when and for how long."""
    row = await services.children.find(user, child_name)
    given = body.model_fields_set
    values: Json = {}
    if "label" in given:
        values["label"] = body.label or ""
    if "contacts" in given and body.contacts is not None:
        values["contacts"] = body.contacts
    if "daily_minutes" in given:
        values["daily_minutes"] = body.daily_minutes
    if "hours" in given:
        values |= {"hours_from": None, "hours_to": None}
        if body.hours is not None:
            values |= {"hours_from": body.hours.from_, "hours_to": body.hours.to, "zone": body.hours.zone}
    return {"child": await services.children.change(row, values)}


@router.delete("/family/{child_name}")
async def remove_child(
    child_name: str, body: models.OnlyPassword, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Delete the child's account and everything stored about it."""
    row = await services.children.find(user, child_name)
    await services.attempts.check_password(user.name, body.password or "", source_of(request))
    await services.removal.close_account(row.user_id)
    return {"ok": True}


@router.post("/family/{child_name}/card")
async def new_card(child_name: str, user: CurrentUser, services: AppServices) -> Json:
    """Create a new card for the child; the old one stops working."""
    await services.limits.take("child", user.id)
    return {"card": await services.children.new_card(await services.children.find(user, child_name))}


@router.get("/family/{child_name}/games")
async def games_of_child(child_name: str, user: CurrentUser, services: AppServices) -> Json:
    """The child's latest games."""
    row = await services.children.find(user, child_name)
    own = sa.or_(games.c.blue_id == row.user_id, games.c.red_id == row.user_id)
    statement = GAME_WITH_PLAYERS.where(own).order_by(games.c.number.desc()).limit(SHOWN_GAMES)
    rows = await services.database.scan(
        lambda connection: for_viewer(connection, user, read_games(connection, statement))
    )
    shown = []
    for game in rows:
        fen = (await services.games.load_game(game)).fen()
        shown.append({**short_view(game, services.now()), "fen": fen, "moves": game.moves.split()})
        await asyncio.sleep(0)
    return {"games": shown}


@router.get("/family/{child_name}/time")
async def time_of_child(child_name: str, user: CurrentUser, services: AppServices) -> Json:
    """How long the child was online on each of the last days."""
    return {"days": await services.children.time(await services.children.find(user, child_name))}


@router.get("/family/{child_name}/export")
async def export_child(child_name: str, user: CurrentUser, services: AppServices) -> Json:
    """Everything stored about the child."""
    await services.limits.take("export", user.id)
    return await services.accounts.export((await services.children.find(user, child_name)).user_id)


@router.post("/family/{child_name}/class")
async def join_class(
    child_name: str, body: models.ClassCode, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Add the child to a class. Its classmates and teacher may then play with it."""
    row = await services.children.find(user, child_name)
    await find_code(body.code, request, services)
    return {"class": await services.members.enrol(row, body.code)}


@router.put("/account/kid-mode")
async def enter_kid_mode(body: models.Pin, user: CurrentUser, services: AppServices) -> Json:
    """Protect this account like a child's until the PIN is entered."""
    await services.children.set_kid_mode(user, body.pin)
    return {"ok": True}


@router.delete("/account/kid-mode")
async def leave_kid_mode(body: models.Pin, user: CurrentUser, services: AppServices) -> Json:
    """Leave kid mode with the PIN."""
    await services.limits.take("pin", user.id)
    await services.children.leave_kid_mode(user, body.pin)
    return {"ok": True}
