"""What surrounds the board during a game: the players' plates, the evaluation bar, notices and cards."""

import pygame

from jungle.desktop.board import Board
from jungle.desktop.canvas import Canvas
from jungle.desktop.words import player_name, side_name
from jungle.language import Translator
from jungle.pieces import Piece, Side
from jungle.svg import shapes as vector
from jungle.svg.themes import SIDE_COLOURS


def plate_result(board: Board, seat: int, say: Translator) -> str:
    """The result, on the winner's plate or, after a draw, on both."""
    outcome = board.live.outcome
    if outcome is None or board.viewing is not None:
        return ""
    if outcome.winner is None:
        return say("desktop.result.draw")
    return (
        say("desktop.result.wins", side=side_name(say, outcome.winner)) if _is_of(board, seat, outcome.winner) else ""
    )


def _is_of(board: Board, seat: int, side: Side) -> bool:
    return board.game.side_of(seat) is side


def captured(board: Board, seat: int) -> list[Piece]:
    """The pieces that a player has captured up to the ply on the board, the strongest first."""
    return [piece for piece in board.game.captured(board.ply) if not _is_of(board, seat, piece.side)]


def plate_status(board: Board, seat: int, say: Translator, dots: int) -> str:
    """The line below a player's name."""
    live, side = board.live, board.game.side_of(seat)
    if not _is_active(board, seat):
        return plate_result(board, seat, say)
    if live.is_thinking():
        status = say("desktop.play.thinking") + " " + "." * dots
    elif live.paused and live.is_computers_turn():
        status = say("desktop.play.paused")
    elif side is not None:
        status = say("desktop.play.turn", side=side_name(say, side))
    else:
        status = say("desktop.play.anyone")
    return f"{status} · {say('desktop.play.round', number=board.game.number)}"


def _is_active(board: Board, seat: int) -> bool:
    return board.live.outcome is None and board.game.seat == seat and board.viewing is None


def draw_plate(canvas: Canvas, board: Board, seat: int, rect: pygame.Rect, say: Translator, dots: int) -> None:
    """A player's plate: colour, name, status, clock, and the animals captured."""
    live, side = board.live, board.game.side_of(seat)
    theme, active, radius = canvas.theme, _is_active(board, seat), canvas.unit * 0.6
    colour = theme.faint if side is None else SIDE_COLOURS[side]
    canvas.panel(rect, edge=colour if active else theme.panel_edge, radius=radius)
    if active:
        canvas.block(rect, colour, opacity=0.12, edge=colour, radius=radius, line=canvas.unit * 0.18)
    pad = canvas.size(0.5)
    emblem = rect.height - pad
    canvas.emblem(side, (rect.left + pad + emblem / 2, rect.centery), emblem)
    left = rect.left + 2 * pad + emblem
    lost = captured(board, seat)
    room_end = rect.right - pad
    if live.clock is not None:
        room_end = _draw_clock(canvas, live.clock_text(seat), rect, active=active) - pad
    small = min(rect.height * 0.62, ((room_end - rect.left) * 0.5) / 8)
    right = room_end - small * len(lost) * 0.86 - (small * 0.14 if lost else 0)
    status = plate_status(board, seat, say, dots)
    room = max(right - left - pad, canvas.size(3))
    name = live.names[seat] or player_name(say, live.seats[seat], alone=len(live.persons) == 1)
    if rect.height > canvas.unit * 2.2:
        heading = name if side is None else f"{side_name(say, side)} – {name}"
        canvas.text(heading, (left, rect.top + rect.height * (0.34 if status else 0.5)), 1.0, bold=True, width=room)
        if status:
            canvas.text(status, (left, rect.top + rect.height * 0.7), 0.84, colour=theme.faint, width=room)
    else:
        canvas.text(f"{name} {status}", (left, rect.centery), 0.95, bold=active, width=room)
    for i, piece in enumerate(lost):
        rank = board.game.rules.rank(piece.animal)
        canvas.piece(piece, (right + small * (0.5 + 0.86 * i), rect.centery), small, rank=rank)


def _draw_clock(canvas: Canvas, text: str, plate: pygame.Rect, *, active: bool) -> int:
    """A clock at the right of a plate; returns its left edge."""
    face = pygame.Rect(0, 0, canvas.size(4.4), round(plate.height * 0.66))
    face.midright = (plate.right - canvas.size(0.5), plate.centery)
    fill, ink = ("#1d1712", "#ffe9b0") if active else ("#5a5248", "#e6dcc8")
    canvas.block(face, fill, radius=canvas.unit * 0.3)
    canvas.text(text, face.center, 1.1, colour=ink, bold=True, anchor="center", width=face.width * 0.9)
    return face.left


def draw_tray(canvas: Canvas, board: Board, rect: pygame.Rect, say: Translator) -> None:
    """What still lies face down, each side in a row; what has been turned up leaves its place empty."""
    canvas.panel(rect, radius=canvas.unit * 0.6)
    hidden, everything = set(board.game.hidden_pieces(board.ply)), board.game.hidden_pieces(0)
    inside = rect.inflate(-canvas.size(0.8), -canvas.size(0.6))
    head = canvas.line_height(1.0) if rect.height > canvas.size(7) else 0
    if head:
        text = say("desktop.play.hidden", count=len(hidden))
        canvas.text(text, (inside.left, inside.top + head / 2), 0.95, bold=True, width=inside.width)
    across, high = inside.width / (len(everything) / 2), (inside.height - head) / 2
    size = min(across, high) * 0.94
    rank = board.game.rules.rank
    ordered = sorted({piece.animal for piece in everything}, key=rank)
    for piece in everything:
        x = inside.left + (ordered.index(piece.animal) + 0.5) * across
        y = inside.top + head + (piece.side + 0.5) * high
        alpha = 255 if piece in hidden else 36
        canvas.piece(piece, (x, y), size, rank=rank(piece.animal), alpha=alpha)


def draw_bar(canvas: Canvas, rect: pygame.Rect, advantage: float, *, turned: bool) -> None:
    """The evaluation bar: Blue's share grows from Blue's side."""
    blue = round(rect.height * advantage)
    canvas.surface.fill(SIDE_COLOURS[Side.RED], rect)
    part = pygame.Rect(rect.left, rect.top if turned else rect.bottom - blue, rect.width, blue)
    canvas.surface.fill(SIDE_COLOURS[Side.BLUE], part)
    canvas.surface.fill("#ffffff", pygame.Rect(rect.left, rect.centery - 1, rect.width, 2))
    w, h = rect.size
    line = max(2.0, w * 0.14)
    frame = vector.rect(line / 2, line / 2, w - line, h - line, fill="none", stroke="#fff8e0", stroke_width=line)
    canvas.shape(rect, frame)


def draw_toast(canvas: Canvas, text: str, area: pygame.Rect) -> None:
    """A notice at the foot of an area, in one or two lines."""
    pad = canvas.size(0.8)
    lines = canvas.wrap(text, 1.0, area.width - 2 * pad)
    width = max(canvas.measure(line)[0] for line in lines) + 2 * pad
    height = canvas.line_height() * len(lines) + pad
    rect = pygame.Rect(0, 0, min(width, area.width), height)
    if area.height <= canvas.size(4):  # A plate: cover all of it.
        rect.size = area.width, max(height, area.height)
    rect.midbottom = (area.centerx, area.bottom)
    canvas.panel(rect)
    inside = rect.inflate(-2 * pad + 2, -pad)
    inside.top += max(inside.height - canvas.line_height() * len(lines), 0) // 2
    canvas.paragraph(text, inside, 1.0, centred=True)


def draw_tip(canvas: Canvas, text: str, rect: pygame.Rect, area: pygame.Rect) -> None:
    """A tooltip above a button, or below it where there is no room."""
    pad = canvas.size(0.45)
    width, height = canvas.measure(text, 0.85)
    tip = pygame.Rect(0, 0, width + 2 * pad, height + pad)
    tip.midbottom = (rect.centerx, rect.top - canvas.size(0.35))
    if tip.top < area.top:
        tip.midtop = (rect.centerx, rect.bottom + canvas.size(0.35))
    tip.clamp_ip(area)
    canvas.block(tip, "#1d1712", radius=canvas.unit * 0.3, opacity=0.92)
    canvas.text(text, tip.center, 0.85, colour="#fff6e2", anchor="center")


def draw_dim(canvas: Canvas) -> None:
    """Darken everything drawn so far."""
    shade = pygame.Surface(canvas.surface.get_size())
    shade.set_alpha(120)
    canvas.surface.blit(shade, (0, 0))


def draw_result(canvas: Canvas, card: pygame.Rect, piece: Piece | None, title: str, reason: str) -> None:
    """Who won and how, with the winner's animal at the top of the card."""
    canvas.panel(card)
    size = min(card.height * 0.4, card.width * 0.3)
    if piece is not None:
        canvas.piece(piece, (card.centerx, card.top + size * 0.08), size)
    top = card.top + (size * 0.62 if piece else canvas.size(1.2))
    width = card.width * 0.92
    canvas.text(title, (card.centerx, top + canvas.size(0.9)), 1.9, bold=True, anchor="center", width=width)
    place, faint = (card.centerx, top + canvas.size(2.7)), canvas.theme.faint
    canvas.text(reason, place, 1.0, colour=faint, anchor="center", width=width)
