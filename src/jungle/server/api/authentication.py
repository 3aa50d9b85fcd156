"""Authentication: identifies the sender of a request by session cookie or token, and checks where it comes from."""

import ipaddress
from typing import Annotated
from urllib.parse import urlsplit

import sqlalchemy as sa
from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from jungle.server.errors import ForbiddenError, NotSignedInError
from jungle.server.identity import sessions
from jungle.server.identity.access import ACCESS, ANY_SCOPE, Access
from jungle.server.identity.accounts import User
from jungle.server.identity.limits import network
from jungle.server.ops.logs import USER
from jungle.server.services import Services
from jungle.server.storage.schema import users

STRICT_COOKIE = "__Host-jungle"
PLAIN_COOKIE = "jungle"
"""Without TLS, browsers accept a `__Host-` cookie only on loopback; programs and other machines need this one."""
DEVICE_COOKIE = "jungle-device"
"""Recognises a browser that has logged in before. It allows nothing."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


async def _services(request: Request) -> Services:
    """The same for a dependency: the framework would call a plain function in a thread, on every request."""
    return services_of(request)


async def identify(connection: HTTPConnection) -> User | None:
    """The user, or None for an anonymous visitor. Raises NotSignedInError for an invalid token."""
    services = services_of(connection)
    now = services.now()
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        scheme, _, secret = authorization.partition(" ")
        principal = (
            await sessions.find_token(services.database, secret.strip(), now) if scheme.lower() == "bearer" else None
        )
        if principal is None:
            raise NotSignedInError("this token is not valid", "token")
        return _user(principal)
    secret = connection.cookies.get(STRICT_COOKIE) or connection.cookies.get(PLAIN_COOKIE) or ""
    principal = await sessions.find_session(services.database, secret, now) if secret else None
    return _user(principal) if principal else None


def _user(principal: sessions.Principal) -> User:
    USER.set(principal.user_id)
    return User(
        principal.user_id,
        principal.name,
        principal.kind,
        principal.scopes,
        principal.digest,
        principal.expires,
        is_child=principal.is_child,
    )


def is_own_page(connection: HTTPConnection) -> bool:
    """True if the request comes from one of our pages, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is not None:
        return origin in own_origins(connection)
    return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def own_origins(connection: HTTPConnection) -> set[str]:
    settings = services_of(connection).settings
    if settings.public_url:
        return {settings.public_url}
    # Without a public address, requests go to our own address. The Host header must match it too: otherwise a foreign
    # name that resolves to us (DNS rebinding) would be trusted.
    host = connection.headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    known = {settings.host, "localhost", "127.0.0.1", "::1"}
    listens_everywhere = settings.host in ("0.0.0.0", "::")
    return {f"http://{host}"} if name in known or (listens_everywhere and _is_address(name)) else set()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """True for an address of this machine. For requests through a local proxy, pass the address in X-Forwarded-For."""
    return _is_address(address) and ipaddress.ip_address(address).is_loopback


async def optional_user(request: Request) -> User | None:
    """The user, if any. Pages of other sites may not use our cookie."""
    user = await identify(request)
    if user and user.scopes is None and request.method not in SAFE_METHODS and not is_own_page(request):
        raise ForbiddenError("this request comes from another site", "origin")
    return user


async def authorize(request: Request) -> User | None:
    """The user, if the request needs one. Raises RequestError if they may not make this request.

    Every request passes through here; `access.ACCESS` lists the requirements.
    """
    path = getattr(request.scope.get("route"), "path", "")
    method = "GET" if request.method == "HEAD" else request.method
    access = ACCESS.get(f"{method} {path}")
    if access is None:
        raise ForbiddenError("this request has no access rule", "undeclared")
    if access.who == "anyone" and not access.scopes:
        return await _anyone(request, access)
    user = await optional_user(request)
    if user is None:
        if access.who == "anyone":
            return None
        raise NotSignedInError("log in first")
    _check_child(user, access)
    if ANY_SCOPE not in access.scopes:
        user.require(*access.scopes)
    if access.who == "admin":
        await _require_admin(request, user)
    return user


async def _anyone(request: Request, access: Access) -> User | None:
    """The user, for requests open to anyone whose response depends on the user; keeps children out."""
    if access.for_children and not access.is_personal:
        return None
    try:
        user = await identify(request)
    except NotSignedInError:
        return None
    if user is None:
        return None
    _check_child(user, access)
    return user if user.scopes is None else None


def _check_child(user: User, access: Access) -> None:
    if user.is_child and not access.for_children:
        raise ForbiddenError("this is not for children's accounts", "child")


async def _require_admin(request: Request, user: User) -> None:
    """Check that this is an admin whose session began with a second factor. Tokens are never accepted."""
    statement = sa.select(users.c.is_admin, users.c.totp_secret).where(users.c.id == user.id)
    row = await services_of(request).database.read(lambda connection: connection.execute(statement).one())
    if not row.is_admin:
        raise ForbiddenError("only admins may do that", "not_an_admin")
    if row.totp_secret is None:
        raise ForbiddenError("admins need a second factor; set one up in the settings", "second_factor_missing")


async def authorized(user: Annotated[User | None, Depends(authorize)]) -> User:
    """The user, for requests that `access.ACCESS` restricts to logged-in users."""
    if user is None:
        raise NotSignedInError("log in first")
    return user


OptionalUser = Annotated[User | None, Depends(authorize)]
CurrentUser = Annotated[User, Depends(authorized)]
AppServices = Annotated[Services, Depends(_services)]


def set_cookies(response: Response, secret: str, is_https: bool) -> None:
    age = sessions.SESSION_LIFE // 1000
    response.set_cookie(STRICT_COOKIE, secret, max_age=age, path="/", secure=True, httponly=True, samesite="lax")
    if not is_https:
        response.set_cookie(PLAIN_COOKIE, secret, max_age=age, path="/", httponly=True, samesite="lax")


def device_of(connection: HTTPConnection) -> str:
    """The secret of the browser's device cookie, if it has one."""
    return connection.cookies.get(DEVICE_COOKIE, "")


def set_device_cookie(response: Response, secret: str, is_https: bool) -> None:
    age = sessions.DEVICE_LIFE // 1000
    response.set_cookie(DEVICE_COOKIE, secret, max_age=age, path="/", secure=is_https, httponly=True, samesite="lax")


def clear_cookies(response: Response) -> None:
    response.delete_cookie(STRICT_COOKIE, path="/", secure=True, httponly=True, samesite="lax")
    response.delete_cookie(PLAIN_COOKIE, path="/", httponly=True, samesite="lax")


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


def source_of(connection: HTTPConnection) -> str:
    """The source that rate limits count this request against."""
    return network(address_of(connection))
