"""The browser app at `/`, and link targets with preview metadata that redirect to the app."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from jungle.language.plurals import counted
from jungle.server.api.authentication import AppServices, source_of
from jungle.server.api.games import load
from jungle.server.api.lines import MOVING, WIDTH, Name, check_dress, gif_order
from jungle.server.api.previews import PREVIEW, preview
from jungle.server.errors import NotFoundError
from jungle.server.game.rows import GameRow
from jungle.server.game.views import game_view
from jungle.svg import animation
from jungle.web.contents import Content, contents
from jungle.web.documentation import site, site_files
from jungle.web.serving import content_type, is_worth_packing, packed

router = APIRouter(include_in_schema=False)


@cache
def _files() -> Mapping[str, Content]:
    """The files to serve, by path: the app and, if it was built, the documentation."""
    return {**contents(with_server=True), **{f"docs/{path}": make for path, make in site_files(site()).items()}}


def has_documentation() -> bool:
    """True if the documentation was built and is served under /docs/."""
    return "docs/index.html" in _files()


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the browser app, ready to send."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str


def _make(path: str) -> PageFile:
    body = _files()[path]()
    smaller = packed(body) if is_worth_packing(path) else None
    return PageFile(body, smaller, content_type(path), f'"{hashlib.sha256(body).hexdigest()[:24]}"')


@router.get("/game/{game_id}.svg")
async def picture(
    game_id: str,
    request: Request,
    services: AppServices,
    moving: bool = False,
    theme: Name = "meadow",
    pieces: Name = "painted",
    turned: bool = False,
) -> Response:
    """The current position of a game as an SVG, or all its moves as a moving picture with the board and the pieces
    asked for."""
    row = await load(services, game_id)
    game = (await services.games.load_game(row)).public()
    if moving and game.moves:
        services.limits.take_here("work", source_of(request), MOVING)
        check_dress(theme, pieces)
        drawing = await services.background.run(
            partial(animation, game, size=WIDTH, theme=theme, pieces=pieces, turned=turned)
        )
        return Response(drawing, media_type="image/svg+xml", headers={"cache-control": _life(row)})
    drawing = await services.background.run(services.pictures.svg, row.id, row.version, game)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": _life(row)})


def _life(row: GameRow) -> str:
    """The cache lifetime of a picture: the position of a finished game never changes."""
    return "public, max-age=86400" if not row.is_running() else "no-cache"


@router.get("/game/{game_id}.png")
async def small_picture(game_id: str, services: AppServices) -> Response:
    """The current position of a game as a PNG, for previews that do not support SVG."""
    row = await load(services, game_id)
    game = (await services.games.load_game(row)).public()
    drawing = await services.background.run(services.pictures.svg, row.id, row.version, game)
    data = await services.pictures.png(row.id, row.version, drawing)
    return Response(data, media_type="image/png", headers={"cache-control": _life(row)})


@router.get("/game/{game_id}.gif")
async def moving_picture(
    game_id: str,
    request: Request,
    services: AppServices,
    theme: Name = "meadow",
    pieces: Name = "painted",
    turned: bool = False,
) -> Response:
    """All moves of a game as an animated GIF."""
    row = await load(services, game_id)
    services.limits.take_here("work", source_of(request), MOVING)
    order = gif_order((await services.games.load_game(row)).public(), theme, pieces, turned)
    data = await services.pictures.gif(f"{row.id} {theme} {pieces} {turned}", row.version, order)
    return Response(data, media_type="image/gif", headers={"cache-control": _life(row)})


@router.get("/icon.png")
async def icon(services: AppServices) -> Response:
    """The app's icon, for previews."""
    data = await services.pictures.png("icon", 0, contents()["icon.svg"]().decode())
    return Response(data, media_type="image/png", headers={"cache-control": "public, max-age=86400"})


@router.get("/game/{game_id}")
async def game_page(game_id: str, request: Request, services: AppServices) -> Response:
    """The preview of a link to a game. Browsers are redirected to the app."""
    if "." in game_id:  # The app has a folder of the same name.
        return await page(f"game/{game_id}", request)
    row = await load(services, game_id)
    view = game_view(row, await services.games.load_game(row), services.now())
    names = " – ".join(f"{view['players'][colour]['name'] or '?'}" for colour in ("blue", "red"))
    state = f"{view['result']}, {view['reason']}" if view["status"] != "started" else f"{view['turn']} to move"
    about = f"{view['speed']}, {view['rules']} rules, {counted((len(view['moves']) + 1) // 2, 'move')}: {state}"
    url = f"{services.settings.origin}/game/{view['id']}"
    return preview(f"{names} · Jungle", about, url, f"{url}{PREVIEW}", f"/#/game/{view['id']}")


@router.get("/join")
@router.get("/join/{code}")
async def join_page(code: str = "") -> RedirectResponse:
    """The address of a class as people type it, with or without its code."""
    return RedirectResponse(f"/#/join/{quote(code, safe='')}", 307)


@router.get("/challenge/{challenge_id}")
async def challenge_page(challenge_id: str, services: AppServices) -> HTMLResponse:
    """The preview of a link to a challenge."""
    view = await services.lobby.find(challenge_id)
    title = f"{view['challenger']['name']} challenges you · Jungle"
    about = f"{view['game']}, {view['rules']} rules, {view['speed']}, {'rated' if view['rated'] else 'casual'}"
    url = f"{services.settings.origin}/challenge/{view['id']}"
    return preview(title, about, url, f"{services.settings.origin}/icon{PREVIEW}", f"/#/challenge/{view['id']}")


@router.get("/tournament/{tournament_id}")
async def tournament_page(tournament_id: str, services: AppServices) -> HTMLResponse:
    """The preview of a link to a tournament."""
    view = await services.tournaments.view(tournament_id, None)
    about = f"{view['speed']}, {view['rules']} rules, {counted(len(view['standing']), 'player')}, {view['status']}"
    url = f"{services.settings.origin}/tournament/{view['id']}"
    picture = f"{services.settings.origin}/icon{PREVIEW}"
    return preview(f"{view['name']} · Jungle", about, url, picture, f"/#/tournament/{view['id']}")


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(path: str, request: Request) -> Response:
    """A file of the browser app or of the documentation."""
    name = f"{path}index.html" if not path or path.endswith("/") else path
    if name.startswith("docs/") and not has_documentation():
        raise NotFoundError("this server has no documentation: run `jungle docs --where` once, then restart it")
    if name not in _files():
        raise NotFoundError(f"there is nothing at {request.url.path!r}")
    files: dict[str, PageFile] = request.app.state.files
    if (file := files.get(name)) is None:  # Generating and compressing it must not delay anyone's move.
        file = files[name] = await asyncio.to_thread(_make, name)
    headers = {"cache-control": "no-cache", "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    is_packed = file.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
    if is_packed:
        headers["content-encoding"] = "gzip"
    return Response(file.packed if is_packed else file.body, media_type=file.kind, headers=headers)
