"""Pictures and previews of what is in no game on the server: lines that somebody analyses, and puzzles."""

import hashlib
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.puzzles import UnknownPuzzleError, find_puzzle
from jungle.server.api.authentication import AppServices, source_of
from jungle.server.api.previews import PREVIEW, preview
from jungle.server.background import COMPILING
from jungle.server.errors import NotFoundError, UnprocessableError
from jungle.server.game import adapter
from jungle.svg import animation, board

router = APIRouter(include_in_schema=False)

PLIES_LIMIT = 300
QUERY_LIMIT = 8000
DRAWING, MOVING = 10, 60
"""Estimated milliseconds to draw a position and a line; charged to an address."""
LIFE = "public, max-age=86400"
WIDTH = 480

Fen = Annotated[str, Query(max_length=200)]
Moves = Annotated[str, Query(max_length=3000, description="separated by commas, such as a3a4,g7g6")]
Rules = Annotated[str, Query(max_length=200)]


def play_line(fen: str, moves: str, rules: str) -> BoardGame:
    """A game from a position, or from the usual start. Raises UnprocessableError."""
    played = [move for move in moves.split(",") if move]
    if len(played) > PLIES_LIMIT:
        raise UnprocessableError(f"expected at most {PLIES_LIMIT} moves, got {len(played)}", "moves")
    kind = rules if rules in adapter.kinds() else adapter.kinds()[0]
    try:
        return adapter.replay(kind, rules, fen or None, 0, played).public()
    except JungleError as error:
        raise UnprocessableError(str(error)) from None


def _draw(fen: str, moves: str, rules: str, theme: str, pieces: str, turned: bool, is_moving: bool) -> str:
    game = play_line(fen, moves, rules)
    try:
        if is_moving and game.moves:
            return animation(game, size=WIDTH, theme=theme, pieces=pieces, turned=turned)
        return board(game, size=WIDTH, theme=theme, pieces=pieces, turned=turned)
    except JungleError as error:
        raise UnprocessableError(str(error)) from None


@router.get("/line.svg")
async def line_svg(
    request: Request,
    services: AppServices,
    fen: Fen = "",
    moves: Moves = "",
    rules: Rules = "standard",
    theme: Annotated[str, Query(max_length=20)] = "meadow",
    pieces: Annotated[str, Query(max_length=20)] = "painted",
    turned: bool = False,
    moving: bool = False,
) -> Response:
    """The last position of a line, or the whole line as a moving picture."""
    cost = (MOVING if moving else DRAWING) + (0 if _is_named(rules) else COMPILING)
    services.limits.take_here("work", source_of(request), cost)
    drawing = await services.background.run(_draw, fen, moves, rules, theme, pieces, turned, moving)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": LIFE})


@router.get("/line.png")
async def line_png(
    request: Request, services: AppServices, fen: Fen = "", moves: Moves = "", rules: Rules = "standard"
) -> Response:
    """The last position of a line as a PNG, for previews that do not support SVG."""
    services.limits.take_here("work", source_of(request), DRAWING + (0 if _is_named(rules) else COMPILING))
    drawing = await services.background.run(_draw, fen, moves, rules, "meadow", "painted", False, False)
    name = hashlib.sha256(drawing.encode()).hexdigest()
    data = await services.pictures.png(f"line:{name}", 0, drawing)
    return Response(data, media_type="image/png", headers={"cache-control": LIFE})


def _is_named(rules: str) -> bool:
    return any(adapter.is_usual(kind, rules) for kind in adapter.kinds())


@router.get("/analyse")
async def analysis_page(
    request: Request,
    services: AppServices,
    fen: Fen = "",
    moves: Moves = "",
    rules: Rules = "standard",
    shown: Annotated[str | None, Query(max_length=3000, description="the moves that the preview shows")] = None,
) -> HTMLResponse:
    """The preview of a link to an analysis. The rest of its query, such as a tree of variations, is for the app."""
    if len(request.url.query) > QUERY_LIMIT:
        raise UnprocessableError(f"expected a link of at most {QUERY_LIMIT} characters", "link")
    services.limits.take_here("work", source_of(request), DRAWING + (0 if _is_named(rules) else COMPILING))
    line = moves if shown is None else shown
    plies = len((await services.background.run(play_line, fen, line, rules)).moves)
    count = "1 move" if plies == 1 else f"{plies} moves"
    given = {"fen": fen, "moves": line, "rules": rules}
    origin = services.settings.origin
    picture = f"{origin}/line{PREVIEW}?{urlencode({name: value for name, value in given.items() if value})}"
    about = f"{count}, {rules} rules: open it on the analysis board"
    query = request.url.query
    return preview("Analysis · Jungle", about, f"{origin}/analyse?{query}", picture, f"/#/analyse?{query}")


@router.get("/puzzle/{puzzle_id}")
async def puzzle_page(puzzle_id: str, services: AppServices) -> HTMLResponse:
    """The preview of a link to a puzzle. It does not give away the solution."""
    try:
        puzzle = await services.background.run(find_puzzle, puzzle_id)
    except UnknownPuzzleError as error:
        raise NotFoundError(str(error)) from None
    origin = services.settings.origin
    side = "Red" if puzzle.fen.split()[1] == "r" else "Blue"
    goal = {"win": "wins", "save": "saves the game"}.get(puzzle.goal, "plays best")
    query = urlencode({"fen": puzzle.fen, "rules": puzzle.rules})
    about = f"{side} moves and {goal}. Rated {puzzle.rating}."
    url = f"{origin}/puzzle/{puzzle.id}"
    return preview("Puzzle · Jungle", about, url, f"{origin}/line{PREVIEW}?{query}", f"/#/puzzles?id={puzzle.id}")
