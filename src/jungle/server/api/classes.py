"""Classes: joining with a code, the teacher's page, rounds and the teacher's board."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from jungle.server.api import models
from jungle.server.api.accounts import require_own_page, signed_in
from jungle.server.api.authentication import AppServices, CurrentUser, OptionalUser, device_of, source_of
from jungle.server.api.challenges import terms_of
from jungle.server.background import COMPILING
from jungle.server.children.children import qr_code
from jungle.server.errors import ConflictError, NotFoundError
from jungle.server.game.terms import Terms
from jungle.server.identity.sessions import digest_of
from jungle.server.json import Json
from jungle.server.school.class_board import is_usual
from jungle.server.school.rows import ClassRow
from jungle.server.services import Services

router = APIRouter(prefix="/api/class", tags=["classes"])


async def find_code(code: str, request: Request, services: Services) -> ClassRow:
    """The class with a code. Wrong codes are limited per address; right ones are not: a school has one address."""
    source = source_of(request)
    await services.limits.check("class_code", source)
    try:
        return await services.members.find_code(code)
    except NotFoundError:
        await services.limits.take("class_code", source)
        raise


async def _terms(body: models.Challenge, request: Request, services: Services) -> Terms:
    return await terms_of(body.model_copy(update={"days": None, "rated": False}), request, services)


@router.post("/join", status_code=201)
async def join(body: models.ClassCode, request: Request, user: OptionalUser, services: AppServices) -> JSONResponse:
    """Join a class with its code, without an account. The card is shown only once."""
    require_own_page(request)
    if user is not None and not user.is_guest():
        raise ConflictError("log out first: a pupil gets an account in the class", "signed_in")
    row = await find_code(body.code, request, services)
    if device := device_of(request):
        await services.limits.take("class_seat", (row.id, digest_of(device)))
    await services.limits.take("class_join", (row.id, row.code))
    agent = request.headers.get("user-agent", "")
    pupil, secret, card, joined = await services.members.join(row.id, agent)
    return await signed_in(services, pupil, request, 201, secret=secret, **{"class": joined}, card=card)


@router.get("")
async def list_classes(user: CurrentUser, services: AppServices) -> Json:
    """The classes I teach, and those I attend."""
    return await services.classes.listing(user)


@router.post("", status_code=201)
async def create_class(body: models.NewClass, user: CurrentUser, services: AppServices) -> Json:
    """Create a class."""
    await services.limits.take("class", user.id)
    return {"class": await services.classes.view(user, await services.classes.create(user, body.name))}


@router.get("/{class_id}")
async def show_class(class_id: str, user: CurrentUser, services: AppServices) -> Json:
    """A class: who is present, its games and its board."""
    return {"class": await services.classes.view(user, class_id)}


@router.put("/{class_id}")
async def change_class(class_id: str, body: models.ClassChange, user: CurrentUser, services: AppServices) -> Json:
    """Change a class: its name, who may join and how, takebacks, hints and the announcement."""
    values = {name: value for name in body.model_fields_set if (value := getattr(body, name)) is not None}
    await services.classes.change(user, class_id, values)
    return {"class": await services.classes.view(user, class_id)}


@router.delete("/{class_id}")
async def delete_class(
    class_id: str, body: models.OnlyPassword, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Delete a class and the accounts of its seats. Children added by their parents only leave it."""
    await services.classes.code(user, class_id)
    await services.attempts.check_password(user.name, body.password or "", source_of(request))
    await services.removal.remove_class(user, class_id)
    return {"ok": True}


@router.post("/{class_id}/code")
async def new_code(class_id: str, user: CurrentUser, services: AppServices) -> Json:
    """Create a new code; the old one stops working."""
    await services.limits.take("class", user.id)
    code = await services.classes.renew_code(user, class_id)
    return {"code": code, "url": services.classes.join_url(code)}


@router.get("/{class_id}/code.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def code_picture(class_id: str, user: CurrentUser, services: AppServices) -> Response:
    """The QR code of the link that pupils use to join."""
    code = await services.classes.code(user, class_id)
    return Response(qr_code(services.classes.join_url(code)), media_type="image/svg+xml")


@router.put("/{class_id}/pupil/{pupil_name}")
async def label_pupil(
    class_id: str, pupil_name: str, body: models.PupilChange, user: CurrentUser, services: AppServices
) -> Json:
    """Give a pupil a name that only the teacher sees."""
    await services.members.set_label(user, class_id, pupil_name, body.label)
    return {"ok": True}


@router.post("/{class_id}/admit")
async def admit_pupils(class_id: str, body: models.Chosen, user: CurrentUser, services: AppServices) -> Json:
    """Let pupils who wait into the class."""
    return {"admitted": await services.members.admit(user, class_id, body.names)}


@router.post("/{class_id}/remove")
async def remove_pupils(class_id: str, body: models.ChosenPupils, user: CurrentUser, services: AppServices) -> Json:
    """Remove pupils from the class, also those who wait. Seats are deleted with everything stored about them."""
    return {"removed": await services.removal.remove_pupils(user, class_id, body.names)}


@router.post("/{class_id}/cards")
async def new_cards(class_id: str, body: models.Chosen, user: CurrentUser, services: AppServices) -> Json:
    """Create new login cards for seats of the class; the old ones stop working. They are shown only once."""
    await services.classes.code(user, class_id)
    await services.limits.take("cards", user.id)
    return {"cards": await services.members.cards(user, class_id, body.names)}


@router.post("/{class_id}/round")
async def start_round(
    class_id: str, body: models.Round, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Pair everyone who is present and not in a game. `left` lists those whose guardian does not let them play now."""
    await services.classes.code(user, class_id)
    await services.limits.take("round", user.id)
    terms = await _terms(body, request, services)
    return await services.rounds.round(user, class_id, terms, by=body.by, bot=body.bot)


@router.post("/{class_id}/round/end")
async def end_round(class_id: str, body: models.EndRound, user: CurrentUser, services: AppServices) -> Json:
    """End all running games of the class outside tournaments, as draws or without a result."""
    await services.classes.code(user, class_id)
    await services.limits.take("round", user.id)
    return {"games": await services.rounds.end(user, class_id, as_draws=body.result == "draw")}


@router.post("/{class_id}/simul")
async def start_simul(
    class_id: str, body: models.Simul, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Play everyone who is present and not in a game, or some of them, at the same time."""
    await services.classes.code(user, class_id)
    await services.limits.take("round", user.id)
    return await services.rounds.simul(user, class_id, await _terms(body, request, services), body.names)


@router.post("/{class_id}/tournament", status_code=201)
async def start_tournament(
    class_id: str, body: models.ClassTournament, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Start a tournament that only the class sees. Every pupil who is here is entered."""
    await services.classes.code(user, class_id)
    await services.limits.take("round", user.id)
    terms = await _terms(body, request, services)
    length: Json = {"minutes": body.minutes, "wait": body.wait, "bots": body.bots}
    length |= {"kind": body.format, "schedule": body.schedule()}
    return {"tournament": await services.rounds.tournament(user, class_id, body.name, terms, **length)}


@router.post("/{class_id}/tournament/{tournament_id}/start")
async def start_waiting_tournament(class_id: str, tournament_id: str, user: CurrentUser, services: AppServices) -> Json:
    """Start a tournament of the class now, instead of when it would begin by itself."""
    await services.classes.code(user, class_id)
    await services.limits.take("round", user.id)
    await services.tournaments.start(user, class_id, tournament_id)
    return {"ok": True}


@router.post("/{class_id}/pause")
async def pause(class_id: str, body: models.Pause, user: CurrentUser, services: AppServices) -> Json:
    """Pause all running games of the class with their clocks, or resume them."""
    await services.classes.code(user, class_id)
    await services.limits.take("round", user.id)
    await services.pauses.pause(user, class_id, body.paused)
    return {"paused": body.paused}


@router.put("/{class_id}/board")
async def show_board(
    class_id: str, body: models.BoardOrder, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Show a position on every pupil's screen, ask for the best move, or hide the board."""
    await services.classes.code(user, class_id)
    await services.limits.take("board", user.id)
    if body.board is not None and not is_usual(body.board):
        services.limits.take_here("work", source_of(request), COMPILING)
    return {"version": await services.boards.show_board(user, class_id, body.board)}


@router.post("/{class_id}/answer")
async def answer(class_id: str, body: models.BoardAnswer, user: CurrentUser, services: AppServices) -> Json:
    """Answer the question on the teacher's board, or change the answer."""
    await services.limits.take("answer", user.id)
    return {"answer": await services.boards.answer(user, class_id, body.version, body.move)}
