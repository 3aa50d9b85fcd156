"""Signing up, logging in, tokens, and the user's own account."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated
from urllib.parse import quote

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse

from jungle.server.api import models
from jungle.server.api.authentication import (
    AppServices,
    CurrentUser,
    OptionalUser,
    clear_cookies,
    device_of,
    identify,
    is_own_page,
    optional_user,
    set_cookies,
    set_device_cookie,
    source_of,
)
from jungle.server.errors import ForbiddenError, NotFoundError, NotSignedInError
from jungle.server.game.views import ratings_view
from jungle.server.identity import sessions
from jungle.server.identity.accounts import User, days_left, set_vacation
from jungle.server.identity.events import NoticeSettingsChanged, SessionsRevoked
from jungle.server.identity.users import UserRow, read_users
from jungle.server.json import Json, decode
from jungle.server.services import Services
from jungle.server.storage.schema import blocks, ratings, tokens, users
from jungle.server.storage.schema import sessions as session_table

router = APIRouter(prefix="/api", tags=["account"])

SHOWN_DIGEST = 16
"""How many characters of a digest identify a session or token."""


def require_own_page(request: Request) -> None:
    """Refuse login requests from other sites."""
    if not is_own_page(request):
        raise ForbiddenError("this request comes from another site", "origin")


async def signed_in(
    services: Services, user: User, request: Request, status: int = 200, *, secret: str | None = None, **more: object
) -> JSONResponse:
    """Begin a session, unless there is the secret of one: the answer sets its cookie."""
    former = None if "authorization" in request.headers else await identify(request)
    if former is not None:  # The new session replaces the one this browser had.
        await sessions.end_session(services.database, former.id, former.session)
        await services.events.emit(SessionsRevoked(former.id))
    if secret is None:
        secret = await services.accounts.new_session(user, request.headers.get("user-agent", ""))
    response = JSONResponse({"name": user.name, "kind": user.kind, **more}, status)
    set_cookies(response, secret, services.settings.is_https())
    if not user.is_guest():
        device = device_of(request) or secrets.token_urlsafe(32)
        await sessions.remember_device(services.database, user.id, device, services.now())
        set_device_cookie(response, device, services.settings.is_https())
    return response


@router.post("/signup", status_code=201)
async def sign_up(body: models.SignUp, request: Request, services: AppServices) -> JSONResponse:
    """Create an account and log in."""
    require_own_page(request)
    await services.limits.take("signup", source_of(request))
    if body.mail:
        await services.links.check_address(body.mail)
    user = await services.accounts.sign_up(body.name, body.password)
    if body.mail:
        await services.links.ask_address(user.id, user.name, body.mail)
    return await signed_in(services, user, request, 201)


@router.post("/login")
async def login(body: models.Login, request: Request, services: AppServices) -> JSONResponse:
    """Log in. The response sets the session cookie."""
    require_own_page(request)

    async def check_code(user: User) -> None:
        await services.second_factors.check(user.id, body.code)

    user = await _checked(services, request, body.name, body.password, check_code)
    return await signed_in(services, user, request)


async def _checked(
    services: Services,
    request: Request,
    name: str,
    password: str,
    then: Callable[[User], Awaitable[None]] | None = None,
) -> User:
    source, device = source_of(request), device_of(request)
    return await services.attempts.check_password(name, password, source, device=device, then=then)


@router.post("/logout")
async def logout(user: CurrentUser, services: AppServices) -> JSONResponse:
    """Log out: end this session."""
    await sessions.end_session(services.database, user.id, user.session)
    await services.events.emit(SessionsRevoked(user.id))
    response = JSONResponse({"ok": True})
    clear_cookies(response)
    return response


@router.post("/guest", status_code=201)
async def guest(request: Request, services: AppServices) -> JSONResponse:
    """Play without an account: casual games only."""
    require_own_page(request)
    await services.limits.take("guest", source_of(request))
    return await signed_in(services, await services.accounts.new_guest(), request, 201)


@router.post("/token")
async def new_token(body: models.TokenRequest, request: Request, services: AppServices) -> Json:
    """Create a personal API token."""
    scopes = sessions.parse_scopes(body.scopes)
    signed_in = await optional_user(request)

    async def check_code(user: User) -> None:
        has_session = signed_in is not None and signed_in.id == user.id and signed_in.scopes is None
        if not has_session:  # A session has already proved who this is.
            await services.second_factors.check(user.id, body.code)

    user = await _checked(services, request, body.name, body.password, check_code)
    token = await sessions.new_token(services.database, user.id, scopes, services.now(), note=body.note.strip())
    return {"token": token, "scopes": scopes}


@router.delete("/token")
async def revoke_token(user: CurrentUser, services: AppServices) -> Json:
    """Revoke the token used for this request; with a session, revoke all tokens."""
    count = await sessions.end_token(services.database, user.id, user.session if user.scopes is not None else None)
    await services.events.emit(SessionsRevoked(user.id))
    return {"revoked": count}


@router.get("/account")
async def account(user: CurrentUser, services: AppServices) -> Json:
    """The account of the logged-in user."""
    return await _account(user, services)


@router.get("/session")
async def session(user: OptionalUser, services: AppServices) -> Json:
    """The logged-in user, if any. Pages ask this when they open."""
    return {"account": None if user is None else await _account(user, services)}


async def _account(user: User, services: Services) -> Json:
    def work(connection: sa.Connection) -> tuple[UserRow, Json, list[str], str | None]:
        (row,) = read_users(connection, users.c.id == user.id)
        rated = connection.execute(sa.select(ratings).where(ratings.c.user_id == user.id)).mappings()
        blocked = sa.select(users.c.name).join(blocks, blocks.c.blocked_id == users.c.id)
        blocked = blocked.where(blocks.c.user_id == user.id).order_by(users.c.name)
        links = (tokens.c.user_id == user.id, tokens.c.purpose == "address", tokens.c.expires > services.now())
        pending = connection.execute(sa.select(tokens.c.data).where(*links)).scalar()
        return row, ratings_view(rated, services.now()), list(connection.execute(blocked).scalars()), pending

    row, rated, blocked, pending = await services.database.read(work)
    public = {
        "id": row.key,
        "name": row.name,
        "username": row.name,
        "kind": row.kind,
        "title": "BOT" if row.kind == "bot" else None,
        "ratings": rated,
        "created": row.created,
        **await services.children.account(user),
    }
    if not user.may("account:read"):
        return public
    return public | {
        "mail": row.address,
        "pendingMail": pending,
        "mailMoves": row.mail_moves,
        "hasMailPassword": row.mail_password is not None,
        "boardSize": row.board_size,
        "vacationUntil": row.vacation_until,
        "vacationDays": days_left(row, services.now()),
        "settings": decode(row.settings),
        "blocked": blocked,
        "hasSecondFactor": row.totp_secret is not None,
        "wrongCodes": row.wrong_codes,
        "isAdmin": row.is_admin,
        "mutedUntil": row.muted_until,
    }


@router.put("/account/settings")
async def set_settings(body: Json, user: CurrentUser, services: AppServices) -> Json:
    """Store a client's preferences."""
    await services.accounts.set_settings(user.id, body)
    return {"ok": True}


@router.post("/account/password")
async def set_password(body: models.NewPassword, request: Request, user: CurrentUser, services: AppServices) -> Json:
    """Change the password. Ends all other sessions and all tokens."""
    await _checked(services, request, user.name, body.old)
    return {"ok": True, "ended": await services.accounts.set_password(user.id, body.new, keep=user.session)}


@router.post("/account/address")
async def set_address(body: models.NewAddress, request: Request, user: CurrentUser, services: AppServices) -> Json:
    """Remove the email address, or send a confirmation link to a new one."""
    await _checked(services, request, user.name, body.password)
    if body.mail:
        await services.links.check_address(body.mail)
        await services.links.ask_address(user.id, user.name, body.mail)
    else:
        await services.links.remove_address(user.id)
    return {"ok": True, "pending": bool(body.mail)}


@router.post("/account/mail")
async def set_mail_moves(body: models.MailChoice, user: CurrentUser, services: AppServices) -> Json:
    """Choose which games to get email about."""
    await services.accounts.update(user.id, mail_moves=body.moves)
    await services.events.emit(NoticeSettingsChanged(user.id))
    return {"ok": True}


@router.post("/account/mail-password")
async def set_mail_password(
    body: models.MailPassword, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Set the password used in email commands, or generate one. It allows playing and nothing else."""
    await _checked(services, request, user.name, body.password)
    password = body.mail_password or secrets.token_urlsafe(12)
    await services.accounts.set_mail_password(user.id, password)
    return {"password": password}


@router.delete("/account/mail-password")
async def revoke_mail_password(user: CurrentUser, services: AppServices) -> Json:
    """Stop accepting commands by email."""
    await services.accounts.set_mail_password(user.id, None)
    return {"ok": True}


@router.post("/account/second-factor")
async def begin_second_factor(
    body: models.OnlyPassword, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Start setting up a second factor. Returns a secret for an authenticator app, as text and as a QR code."""
    await _checked(services, request, user.name, body.password or "")
    return await services.second_factors.begin(user, f"Jungle {services.settings.origin.partition('//')[2]}")


@router.put("/account/second-factor")
async def finish_second_factor(body: models.Code, request: Request, user: CurrentUser, services: AppServices) -> Json:
    """Turn the second factor on with a code from the app. Ends other sessions and all tokens. Recovery codes are shown
    only once."""
    await services.limits.take("account_login", (user.id, source_of(request)))
    return {"codes": await services.second_factors.finish(user, body.code)}


@router.delete("/account/second-factor")
async def remove_second_factor(
    body: models.PasswordAndCode, request: Request, user: CurrentUser, services: AppServices
) -> Json:
    """Turn the second factor off; needs the password and a code."""
    await _checked(services, request, user.name, body.password)
    await services.second_factors.check(user.id, body.code)
    await services.second_factors.remove(user.id)
    return {"ok": True}


@router.get("/account/sessions")
async def list_sessions(user: CurrentUser, services: AppServices) -> Json:
    """My sessions and tokens."""

    now = services.now()

    def work(connection: sa.Connection) -> Json:
        def rows(table: sa.Table, *columns: str, **where: str) -> list[Json]:
            is_valid = sa.or_(table.c.expires.is_(None), table.c.expires > now)
            statement = sa.select(table).where(table.c.user_id == user.id, is_valid).filter_by(**where)
            found = connection.execute(statement.order_by(table.c.created.desc())).mappings()
            return [
                {"digest": row["digest"][:SHOWN_DIGEST], **{name: row[name] for name in columns}}
                | {"current": row["digest"] == user.session, "created": row["created"], "expires": row["expires"]}
                for row in found
            ]

        return {"sessions": rows(session_table, "agent"), "tokens": rows(tokens, "scopes", "note", purpose="api")}

    return await services.database.read(work)


@router.delete("/account/sessions")
async def revoke_other_sessions(user: CurrentUser, services: AppServices) -> Json:
    """End every session but this one. Tokens stay valid."""
    others = (session_table.c.user_id == user.id, session_table.c.digest != user.session)
    ended = await services.database.execute(sa.delete(session_table).where(*others))
    await services.events.emit(SessionsRevoked(user.id))
    return {"ended": ended}


@router.delete("/account/sessions/{digest}")
async def revoke_session(digest: str, user: CurrentUser, services: AppServices) -> Json:
    """Revoke a session or token, identified by the start of its digest."""

    def work(connection: sa.Connection) -> int:
        count = 0
        for table in (session_table, tokens):
            chosen = (table.c.user_id == user.id, table.c.digest.startswith(digest, autoescape=True))
            count += connection.execute(sa.delete(table).where(*chosen)).rowcount
        return count

    if len(digest) < SHOWN_DIGEST or not await services.database.write(work):
        raise NotFoundError("there is no such session", "no_session")
    await services.events.emit(SessionsRevoked(user.id))
    return {"ok": True}


@router.post("/account/vacation")
async def vacation(body: models.Vacation, user: CurrentUser, services: AppServices) -> Json:
    """Take a vacation of some days, which stops the correspondence clocks; 0 ends it early."""
    return await set_vacation(services.database, services.events, user.id, body.days, services.now())


@router.get("/account/export")
async def export(user: CurrentUser, services: AppServices) -> Json:
    """Everything stored about me."""
    await services.limits.take("export", user.id)
    return await services.accounts.export(user.id)


@router.delete("/account")
async def close_account(
    body: models.OnlyPassword, request: Request, user: CurrentUser, services: AppServices
) -> JSONResponse:
    """Close the account: resigns running games and deletes personal data."""
    if not user.is_guest():
        await _checked(services, request, user.name, body.password or "")
    await services.removal.close_account(user.id)
    response = JSONResponse({"ok": True})
    clear_cookies(response)
    return response


@router.get("/account/push")
async def show_push(user: CurrentUser, services: AppServices) -> Json:
    """The key that a browser needs to subscribe to notifications, and this device's subscription."""
    device = await services.subscriptions.of_session(user)
    return {"key": services.pushes.key.public, "subscription": None if device is None else device.view()}


@router.put("/account/push")
async def subscribe(body: models.PushSubscription, user: CurrentUser, services: AppServices) -> Json:
    """Send notifications to this device while the app is closed. It ends with the session."""
    await services.limits.take("push", user.id)
    hours = body.quiet
    device = await services.subscriptions.subscribe(
        user,
        body.endpoint,
        body.keys.p256dh,
        body.keys.auth,
        language=body.language,
        quiet=None if hours is None else (hours.from_, hours.to),
        zone="UTC" if hours is None else hours.zone,
    )
    return {"subscription": device.view()}


@router.delete("/account/push")
async def unsubscribe_device(user: CurrentUser, services: AppServices) -> Json:
    """Send no more notifications to this device."""
    await services.subscriptions.unsubscribe(user.session)
    return {"ok": True}


@router.post("/account/block/{name}")
async def block(name: str, user: CurrentUser, services: AppServices) -> Json:
    """Block a player: no chat, challenges or pairings."""
    await services.accounts.block(user.id, name, True)
    return {"ok": True}


@router.delete("/account/block/{name}")
async def unblock(name: str, user: CurrentUser, services: AppServices) -> Json:
    await services.accounts.block(user.id, name, False)
    return {"ok": True}


@router.post("/password/reset", status_code=202)
async def ask_for_reset(body: models.ResetRequest, request: Request, services: AppServices) -> Json:
    """Request a password reset link by email. The response does not reveal whether the account exists."""
    await services.limits.take("reset", source_of(request))
    services.tasks.spawn(services.links.ask_reset(body.name))
    return {"message": "if this account exists and has an email address, a link is on its way"}


@router.post("/password/set")
async def reset_password(body: models.ResetPassword, request: Request, services: AppServices) -> Json:
    """Set a new password with the token from the reset link. Ends all sessions and other tokens."""
    await services.limits.take("login", source_of(request))
    principal = await sessions.find_token(services.database, body.token, services.now(), purpose="reset")
    if principal is None:
        raise NotSignedInError("this link is no longer valid", "token")
    return {"ok": True, "ended": await services.accounts.set_password(principal.user_id, body.password)}


@router.post("/confirm")
async def confirm(body: models.Confirmation, request: Request, services: AppServices) -> Json:
    """Redeem an emailed link: confirm an address, a new play-by-email password, or closing the account."""
    require_own_page(request)
    await services.limits.take("login", source_of(request))
    return {"confirmed": await services.confirm(body.token)}


@router.get("/unsubscribe", include_in_schema=False)
async def unsubscribe_page(token: Annotated[str, Query(max_length=100)]) -> RedirectResponse:
    """Landing page of the unsubscribe link. Nothing changes until the reader confirms."""
    return RedirectResponse(f"/#/confirm?what=unsubscribe&token={quote(token)}", 303)


@router.post("/unsubscribe")
async def unsubscribe(token: Annotated[str, Query(max_length=100)], request: Request, services: AppServices) -> Json:
    """One-click unsubscribe from all notification email (RFC 8058). No login needed."""
    await services.limits.take("login", source_of(request))
    chosen = (users.c.unsubscribe == token, users.c.closed.is_(None))
    stopped = sa.update(users).where(*chosen).values(mail_moves="never").returning(users.c.id)
    user_id = await services.database.write(lambda connection: connection.execute(stopped).scalar())
    if user_id is None:
        raise NotSignedInError("this link is no longer valid", "token")
    await services.events.emit(NoticeSettingsChanged(user_id))
    return {"ok": True}


@router.post("/bot/account/upgrade")
async def become_bot(user: CurrentUser, services: AppServices) -> Json:
    """Turn this account into a bot account. Only possible before its first game."""
    await services.accounts.become_bot(user)
    return {"ok": True}
