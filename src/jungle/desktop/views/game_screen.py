"""A screen with the board of a game, the players' plates and the list of moves."""

from typing import TYPE_CHECKING

import pygame

from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.canvas import Canvas
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Button, Control, Form
from jungle.desktop.inputs import Pointer, Wheel
from jungle.desktop.layout import row
from jungle.desktop.live_game import LiveGame
from jungle.desktop.move_list import MoveList, draw_moves, faces_of
from jungle.desktop.play_art import draw_bar, draw_dim, draw_plate, draw_tip, draw_toast, draw_tray
from jungle.desktop.play_cards import Card
from jungle.desktop.play_layout import STEPS, PlayLayout, lay_out
from jungle.desktop.view import View
from jungle.desktop.water import frame_at

if TYPE_CHECKING:
    from jungle.desktop.application import Application

_STEP_ICONS = {"first": "first", "previous": "back", "next": "next", "last": "last"}


class GameScreen(View):
    """What is seen of a game in progress: everything but what may be done with it."""

    def __init__(self, app: "Application", live: LiveGame) -> None:
        super().__init__(app)
        self.live = live
        self.board = BoardPainter(live)
        self.card: Card | None = None
        """The card over the board: the menu, a question, or who has won."""
        self.places = PlayLayout()
        self.tools: list[str] = []
        """The buttons below the board."""
        self._clock = 0.0
        self._listed: object = None
        """What the list of moves was last made from."""
        self._area = pygame.Rect(0, 0, 0, 0)
        self._bar = pygame.Rect(0, 0, 0, 0)
        self._way_back = [pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)]

    # Controls and layout

    def build(self) -> None:
        live, say, settings = self.live, self.say, self.app.settings
        live.say, live.speed, live.judging = self.app.say, settings.speed, settings.evaluation_bar
        controls: list[Control] = [Button(key=key, icon=key, tip=say(f"play.{key}")) for key in self.tools]
        controls.append(MoveList(key="moves"))
        controls += [Button(key=key, icon=_STEP_ICONS[key], tip=say(f"play.{key}"), quiet=True) for key in STEPS]
        controls.append(Button(key="resume", label=say("play.resume"), icon="play"))
        controls.append(Button(key="present", label=say("play.present"), icon="last", primary=True))
        self.form.replace(controls)
        self._listed = None
        self.follow()

    @property
    def moves(self) -> MoveList:
        moves = self.form["moves"]
        assert isinstance(moves, MoveList)
        return moves

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        self._area = area
        top = self.live.bottom.opponent
        places = self.places = lay_out(
            canvas,
            area,
            len(self.tools),
            top,
            shape=self.live.layout.width / self.live.layout.height,
            tray=bool(self.live.game.hidden(0)),
        )
        for key, rect in (*zip(self.tools, places.tools, strict=True), *zip(STEPS, places.steps, strict=True)):
            self.form[key].rect = rect
        moves = self.moves
        moves.rect, moves.strip, moves.row_height = places.moves, places.is_tall, places.row_height
        self._arrange_board(canvas, places.board)
        if self.card is not None:
            self.card.arrange(canvas, area, self.board.rect)
        # While looking back at a move, the buttons that lead back cover the lower plate.
        plate = places.plates[top.opponent]
        parts = row(plate.inflate(-canvas.size(0.5), -canvas.size(0.5)), 5, canvas.size(0.4))
        self._way_back = [parts[0].union(parts[2]), parts[3].union(parts[4])]  # More room for the longer label.
        moves.reveal()
        self.follow()

    def _arrange_board(self, canvas: Canvas, area: pygame.Rect) -> None:
        shown = self.live.is_judged
        wide, gap = (canvas.size(0.9), canvas.size(0.45)) if shown else (0, 0)
        self.board.fit(pygame.Rect(area.left + wide + gap, area.top, area.width - wide - gap, area.height))
        board = self.board.rect
        self._bar = pygame.Rect(board.left - gap - wide, board.top + 4, wide, board.height - 8)

    def follow(self) -> None:
        """Update the controls to the state of the game."""
        live, form, moves = self.live, self.form, self.moves
        game = live.game
        changed = len(game) != len(moves.plies) or moves.ply != live.ply
        listed = game.moves, self.app.settings.move_faces
        if listed != self._listed:
            self._listed = listed
            moves.plies = [game.notation(move, ply) for ply, move in enumerate(game.moves)]
            moves.faces = [faces_of(game, ply) for ply in range(len(game))] if self.app.settings.move_faces else ()
        number = game.number_text(0)
        moves.ply, moves.number, moves.lead = live.ply, int(number.rstrip(".")), int(number.endswith("..."))
        if changed:
            moves.reveal()
        for key in ("first", "previous"):
            form[key].enabled = live.ply > 0
        for key in ("next", "last"):
            form[key].enabled = live.viewing is not None
        nowhere = pygame.Rect(0, 0, 0, 0)
        places = self._way_back if live.viewing is not None else [nowhere, nowhere]
        form["resume"].rect, form["present"].rect = places

    def pointer(self, pointer: Pointer) -> None:
        self.board.touch(pointer)

    def wheel(self, wheel: Wheel) -> None:
        if self.places.moves_panel.collidepoint(wheel.place):
            self.moves.scroll(1 if wheel.steps > 0 else -1)

    # Time

    def update(self, seconds: float) -> None:
        self._clock += seconds
        tide = frame_at(self._clock) if self.app.settings.speed else None
        if tide != self.board.tide:
            self.board.tide, self.app.dirty = tide, True

    # Drawing

    @property
    def ground_key(self) -> object:
        return tuple(self.board.rect), self.live.turned

    def draw_ground(self, canvas: Canvas) -> None:
        self.board.draw_ground(canvas, coordinates=self.app.settings.coordinates)
        canvas.panel(self.places.moves_panel, radius=canvas.unit * 0.6)

    @property
    def still_key(self) -> object:
        live = self.live
        forms: list[Form] = [self.form] if self.card is None else [self.form, self.card]
        return (
            self.board.still_key,
            live.players,
            live.outcome,
            live.paused,
            live.is_thinking and self._dots,
            live.notice and live.notice.text,
            live.game.moves,
            len(live.game.undone),
            self.moves.offset,
            tuple((id(form), form.focus, form.focus_shown, form.hovered, form.pressed) for form in forms),
        )

    @property
    def _dots(self) -> int:
        """The number of dots after "thinking" in this frame."""
        return 1 + int(self._clock * 3) % 3

    def draw(self, canvas: Canvas) -> None:
        live = self.live
        for side, rect in self.places.plates.items():
            draw_plate(canvas, live, side, rect, self.app.say, self._dots)
        if self.places.tray.width:
            draw_tray(canvas, live, self.places.tray, self.app.say)
        self._draw_heading(canvas)
        draw_moves(canvas, self.moves, self.say("play.no_moves"))
        self.board.draw_still(canvas)
        draw_form(canvas, self.form)
        if live.notice is not None:
            draw_toast(canvas, live.notice.text, self._toast)
        self._draw_tip(canvas)
        if self.card is not None:
            self._draw_moving(canvas)
            draw_dim(canvas)
            self.card.draw(canvas)

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        """While there is a card, nothing below it moves."""
        return [] if self.card is not None else self._draw_moving(canvas)

    def _draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        places = self.board.draw_moving(canvas)
        if self.live.is_judged:
            draw_bar(canvas, self._bar, self.live.bar.chance, turned=self.live.turned)
            places.append(self._bar)
        return places

    @property
    def _toast(self) -> pygame.Rect:
        """Where notices appear: never over the buttons that lead back from a past move."""
        return self.places.toast if self.live.viewing is None else self.places.moves_panel

    def _draw_heading(self, canvas: Canvas) -> None:
        heading = self.places.heading
        if heading.width:
            number = self.say("play.round", number=self.live.game.number)
            canvas.text(self.say("play.moves"), heading.midleft, 1.05, bold=True)
            canvas.text(number, heading.midright, 0.95, colour=canvas.theme.faint, anchor="midright")

    def _draw_tip(self, canvas: Canvas) -> None:
        hovered = next((control for control in self.form.usable() if control.key == self.form.hovered), None)
        if self.card is None and self.form.pressed is None and isinstance(hovered, Button) and hovered.tip:
            draw_tip(canvas, hovered.tip, hovered.rect, self._area)
