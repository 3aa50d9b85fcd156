"""The screen a game is played on."""

from typing import TYPE_CHECKING

import pygame

from jungle.boardgame import AnyGame
from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.canvas import Canvas
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Action, Button, Control
from jungle.desktop.inputs import Input, Key, Pointer, Wheel
from jungle.desktop.layout import row
from jungle.desktop.live_game import LiveGame
from jungle.desktop.move_list import MoveList, draw_moves
from jungle.desktop.play_art import draw_bar, draw_dim, draw_plate, draw_tip, draw_toast
from jungle.desktop.play_cards import Card, MenuCard, ResultCard
from jungle.desktop.play_layout import STEPS, PlayLayout, lay_out
from jungle.desktop.view import View
from jungle.errors import JungleError
from jungle.house_rules import rules_text
from jungle.pieces import Side
from jungle.storage import Players, SavedGame

if TYPE_CHECKING:
    from jungle.desktop.application import Application

KEYS = {
    "u": "undo",
    "r": "redo",
    "h": "hint",
    "f": "flip",
    "e": "bar",
    "m": "sound",
    "s": "save",
    "space": "pause",
    "home": "first",
    "pageup": "previous",
    "pagedown": "next",
    "end": "last",
}
"""Keyboard shortcuts while no control has the focus."""


class PlayView(View):
    """The board, the players, the moves, and at times a card above them."""

    name = "play"

    def __init__(
        self,
        app: "Application",
        game: AnyGame,
        players: Players = (None, None),
        *,
        pace: str = "normal",
        turned: bool | None = None,
        paused: bool = False,
    ) -> None:
        super().__init__(app)
        settings = app.settings
        self.live = live = LiveGame(
            game, players, app.say, pace=pace, speed=settings.speed, judging=settings.evaluation_bar
        )
        if turned is not None:
            live.turned = turned
        live.paused = paused and live.is_computers_turn
        self.board = BoardPainter(live)
        self.card: Card | None = None
        """The card over the board: the menu, or who has won."""
        self.places = PlayLayout()
        self._result_seen = live.outcome is not None
        self._clock = 0.0
        self._area = pygame.Rect(0, 0, 0, 0)
        self._bar = pygame.Rect(0, 0, 0, 0)
        self._way_back = [pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)]
        self._tools: list[str] = []
        self._told_trouble: str | None = None

    @classmethod
    def resume(cls, app: "Application", saved: SavedGame) -> "PlayView":
        """Resume a saved game. Raises JungleError where another program has it open."""
        saved = app.autosave.resume(saved.path)
        pace, turned = saved.setting.get("pace", "normal"), saved.setting.get("turned")
        return cls(app, saved.game, saved.players, pace=pace, turned=turned, paused=None not in saved.players)

    # Controls and layout

    def build(self) -> None:
        live, say, settings = self.live, self.say, self.app.settings
        live.say, live.speed, live.judging = self.app.say, settings.speed, settings.evaluation_bar
        self._tools = ["undo", "redo", "hint", "flip", "sound", "menu"]
        if len(live.humans) < 2:
            self._tools.insert(2, "pause")
        if live.bar.is_possible:
            self._tools.insert(-2, "bar")
        icons = {"first": "first", "previous": "back", "next": "next", "last": "last"}
        controls: list[Control] = [Button(key=key, icon=key, tip=say(f"play.{key}")) for key in self._tools]
        controls.append(MoveList(key="moves"))
        controls += [Button(key=key, icon=icons[key], tip=say(f"play.{key}"), quiet=True) for key in STEPS]
        controls.append(Button(key="resume", label=say("play.resume"), icon="play"))
        controls.append(Button(key="present", label=say("play.present"), icon="last", primary=True))
        self.form.replace(controls)
        if self.card is not None:
            self.card = type(self.card)(live, self.app.say)  # type: ignore[arg-type]
        self._follow()

    @property
    def moves(self) -> MoveList:
        moves = self.form["moves"]
        assert isinstance(moves, MoveList)
        return moves

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        self._area = area
        top = Side.BLUE if self.live.turned else Side.RED
        places = self.places = lay_out(canvas, area, len(self._tools), top)
        for key, rect in (*zip(self._tools, places.tools, strict=True), *zip(STEPS, places.steps, strict=True)):
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
        self._follow()

    def _arrange_board(self, canvas: Canvas, area: pygame.Rect) -> None:
        shown = self.live.is_judged
        wide, gap = (canvas.size(0.9), canvas.size(0.45)) if shown else (0, 0)
        self.board.fit(pygame.Rect(area.left + wide + gap, area.top, area.width - wide - gap, area.height))
        board = self.board.rect
        self._bar = pygame.Rect(board.left - gap - wide, board.top + 4, wide, board.height - 8)

    def _follow(self) -> None:
        """Update the controls to the state of the game."""
        live, form, moves = self.live, self.form, self.moves
        game = live.game
        changed = len(game) != len(moves.plies) or moves.ply != live.ply
        moves.plies = [game.notation(move, ply) for ply, move in enumerate(game.moves)]
        number = game.number_text(0)
        moves.ply, moves.number, moves.lead = live.ply, int(number.rstrip(".")), int(number.endswith("..."))
        if changed:
            moves.reveal()
        form["undo"].enabled = bool(len(game)) or live.outcome is not None
        form["redo"].enabled = bool(game.undone)
        form["hint"].enabled = live.may_play
        for key in ("first", "previous"):
            form[key].enabled = live.ply > 0
        for key in ("next", "last"):
            form[key].enabled = live.viewing is not None
        self._set_icon("sound", "sound" if self.app.settings.sound else "mute")
        if "pause" in self._tools:
            self._set_icon("pause", "play" if live.paused else "pause", checked=live.paused)
        nowhere = pygame.Rect(0, 0, 0, 0)
        places = self._way_back if live.viewing is not None else [nowhere, nowhere]
        form["resume"].rect, form["present"].rect = places

    def _set_icon(self, key: str, icon: str, *, checked: bool = False) -> None:
        button = self.form[key]
        assert isinstance(button, Button)
        button.icon, button.checked = icon, checked

    # Input

    def handle(self, happened: Input) -> None:
        if self.card is not None:
            _, action = self.card.handle(happened)
            if action is not None:
                self.app.audio.play("click")
                self._act_on_card(action)
            elif isinstance(happened, Key) and happened.name == "escape":
                self.card = None
        else:
            self._handle_board(happened)
        self.app.audio.play(*self.live.animation.take_sounds())
        self._follow()

    def _handle_board(self, happened: Input) -> None:
        if isinstance(happened, Key) and self.form.focus is None and self.board.take_key(happened):
            return
        if isinstance(happened, Pointer) and self.live.selection and self.live.selection.held:
            self.pointer(happened)  # A dragged piece takes all pointer events.
            return
        taken, action = self.form.handle(happened)
        if isinstance(happened, Pointer) and not self.form.focus_shown and self.form.pressed is None:
            self.form.focus = None  # Arrow keys act on the board again.
        if action is not None:
            self.act(action)
        elif not taken:
            self.pass_on(happened)

    def key(self, key: Key) -> None:
        if key.name in KEYS:
            self.act(Action(KEYS[key.name]))
        elif key.name == "escape":
            if self.form.focus is not None:
                self.form.focus, self.form.focus_shown = None, False
            elif not self.live.cancel():
                self.act(Action("menu"))

    def pointer(self, pointer: Pointer) -> None:
        self.board.touch(pointer)

    def wheel(self, wheel: Wheel) -> None:
        if self.places.moves_panel.collidepoint(wheel.place):
            self.moves.scroll(1 if wheel.steps > 0 else -1)

    def act(self, action: Action) -> None:
        live = self.live
        match action.key:
            case "undo" if live.undo():
                self._result_seen = False
            case "redo":
                live.redo()
            case "pause" if "pause" in self._tools:
                live.pause()
            case "hint":
                live.ask_hint()
            case "flip":
                live.turned = not live.turned
                self.app.arrange()
            case "bar" if "bar" in self._tools:
                self.app.change(evaluation_bar=not self.app.settings.evaluation_bar)
            case "sound":
                self.app.toggle_sound()
            case "save":
                self._save()
            case "menu":
                self._lay(MenuCard(live, self.app.say))
            case "moves":
                assert isinstance(action.value, int)
                live.look(action.value)
            case "first":
                live.look(0)
            case "previous":
                live.look(live.ply - 1)
            case "next":
                live.look(live.ply + 1)
            case "last" | "present":
                live.look(None)
            case "resume":
                live.resume_here()
                self._result_seen = False

    def _lay(self, card: Card) -> None:
        self.card = card
        self.app.arrange()

    def _act_on_card(self, action: Action) -> None:
        self.card = None
        match action.key:
            case "new":
                self.app.exchange(self._another())
            case "save":
                self._save()
            case "resign":
                self.live.resign()
            case "draw":
                self.live.agree_draw()
            case "config":
                from jungle.desktop.views.options import OptionsView

                self.live.stop_thinking()
                self.app.open(OptionsView(self.app))
            case "home":
                self.app.home()

    def _save(self) -> None:
        try:
            path = self.app.library.save(self.live)
        except JungleError as error:
            self.live.tell(self.say("play.save.failed", why=str(error)))
        else:
            self.live.tell(self.say("play.saved", name=path.name))

    def _another(self) -> "PlayView":
        """A new game with the same rules and players."""
        live = self.live
        game = type(live.game).new(rules_text(live.game.rules), fen=live.game.start.fen())
        return PlayView(self.app, game, live.places, pace=live.pace, turned=live.turned)

    # Time

    @property
    def is_moving(self) -> bool:
        return self.live.is_moving

    def update(self, seconds: float) -> None:
        live = self.live
        self._clock += seconds
        if not isinstance(self.card, MenuCard):  # The menu pauses the game.
            live.update(seconds)
        self.app.audio.play(*self.live.animation.take_sounds())
        if live.changed:
            live.changed = False
            self.app.autosave.keep(live)
            self._follow()
        trouble = self.app.autosave.trouble
        if trouble and trouble != self._told_trouble:
            live.tell(self.say("autosave.failed", why=trouble))
        self._told_trouble = trouble
        if live.result_due and not self._result_seen and self.card is None:
            self._result_seen = True
            self._lay(ResultCard(live, self.app.say))

    def close(self) -> None:
        self.live.close()
        self.app.autosave.release()

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
        forms = [self.form] if self.card is None else [self.form, self.card]
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
        """Nothing while there is a card: what is below has been drawn with it."""
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
        hovered = next((control for control in self.form.controls if control.key == self.form.hovered), None)
        if isinstance(hovered, Button) and hovered.tip and self.form.pressed is None and hovered.rect.width:
            draw_tip(canvas, hovered.tip, hovered.rect, self._area)
