"""The screen a game is played on."""

from typing import TYPE_CHECKING

import pygame

from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.brains import EngineAdviser, LevelBrain
from jungle.desktop.canvas import Canvas
from jungle.desktop.contests import Contest, JungleContest
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Action, Button, Control
from jungle.desktop.flip_contest import FlipAdviser, FlipContest, StrategyBrain
from jungle.desktop.inputs import ARROWS, Input, Key, Pointer, Wheel
from jungle.desktop.layout import row
from jungle.desktop.move_list import MoveList, draw_moves
from jungle.desktop.play_art import draw_bar, draw_dim, draw_plate, draw_tip, draw_toast
from jungle.desktop.play_cards import Card, MenuCard, ResultCard
from jungle.desktop.play_layout import STEPS, PlayLayout, lay_out
from jungle.desktop.saves import Keep
from jungle.desktop.seats import Seating
from jungle.desktop.table import Table
from jungle.desktop.view import View
from jungle.errors import JungleError
from jungle.pieces import Side

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
"""What the keys ask for while no control has the focus."""


class PlayView(View):
    """The board, the players, the moves, and now and then a card over them."""

    name = "play"

    def __init__(
        self,
        app: "Application",
        contest: Contest,
        seating: Seating,
        *,
        turned: bool | None = None,
        paused: bool = False,
    ) -> None:
        super().__init__(app)
        self._setup = contest, seating
        flip = isinstance(contest, FlipContest)
        self.table = Table(
            contest,
            seating,
            app.say,
            brain=StrategyBrain if flip else LevelBrain,
            adviser=FlipAdviser() if flip else EngineAdviser(),
            speed=app.settings.speed,
            judging=app.settings.evaluation_bar,
        )
        if turned is not None:
            self.table.turned = turned
        self.table.paused = paused and contest.outcome() is None and not seating.is_human(contest.side)
        self.board = BoardPainter(self.table)
        self.card: Card | None = None
        """The card over the board: the menu, or who has won."""
        self.places = PlayLayout()
        self._result_seen = contest.outcome() is not None
        self._clock = 0.0
        self._area = pygame.Rect(0, 0, 0, 0)
        self._bar = pygame.Rect(0, 0, 0, 0)
        self._way_back = [pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)]
        self._tools: list[str] = []
        self._kept_trouble: str | None = None

    @classmethod
    def of_keep(cls, app: "Application", keep: Keep) -> "PlayView":
        """Go on with a game."""
        return cls(app, keep.contest, keep.seating, turned=keep.turned, paused=not keep.seating.humans)

    # Controls and their places.

    def build(self) -> None:
        table, say, settings = self.table, self.say, self.app.settings
        table.say, table.stage.speed, table.judging = self.app.say, settings.speed, settings.evaluation_bar
        self._tools = ["undo", "redo", "hint", "flip", "sound", "menu"]
        if len(table.seating.humans) < 2:
            self._tools.insert(2, "pause")
        if isinstance(table.contest, JungleContest):
            self._tools.insert(-2, "bar")
        icons = {"first": "first", "previous": "back", "next": "next", "last": "last"}
        controls: list[Control] = [Button(key=key, icon=key, tip=say(f"play.{key}")) for key in self._tools]
        controls.append(MoveList(key="moves"))
        controls += [Button(key=key, icon=icons[key], tip=say(f"play.{key}"), quiet=True) for key in STEPS]
        controls.append(Button(key="resume", label=say("play.resume"), icon="play"))
        controls.append(Button(key="present", label=say("play.present"), icon="last", primary=True))
        self.form.replace(controls)
        if self.card is not None:
            self.card = type(self.card)(table, self.app.say)  # type: ignore[arg-type]
        self._follow()

    @property
    def moves(self) -> MoveList:
        moves = self.form["moves"]
        assert isinstance(moves, MoveList)
        return moves

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        self._area = area
        top = Side.BLUE if self.table.turned else Side.RED
        places = self.places = lay_out(canvas, area, len(self._tools), top)
        for key, rect in (*zip(self._tools, places.tools, strict=True), *zip(STEPS, places.steps, strict=True)):
            self.form[key].rect = rect
        moves = self.moves
        moves.rect, moves.strip, moves.row_height = places.moves, places.is_tall, places.row_height
        self._arrange_board(canvas, places.board)
        if self.card is not None:
            self.card.arrange(canvas, area, self.board.rect)
        # Where a past move is looked at, the way back lies over the plate at the bottom.
        plate = places.plates[top.opponent]
        parts = row(plate.inflate(-canvas.size(0.5), -canvas.size(0.5)), 5, canvas.size(0.4))
        self._way_back = [parts[0].union(parts[2]), parts[3].union(parts[4])]  # The longer words have more room.
        moves.reveal()
        self._follow()

    def _arrange_board(self, canvas: Canvas, area: pygame.Rect) -> None:
        shown = self.table.is_judged
        wide, gap = (canvas.size(0.9), canvas.size(0.45)) if shown else (0, 0)
        self.board.fit(pygame.Rect(area.left + wide + gap, area.top, area.width - wide - gap, area.height))
        board = self.board.rect
        self._bar = pygame.Rect(board.left - gap - wide, board.top + 4, wide, board.height - 8)

    def _follow(self) -> None:
        """Let the controls say what holds now."""
        table, form, moves = self.table, self.form, self.moves
        deeds = table.contest.deeds()
        changed = len(deeds) != len(moves.plies) or moves.ply != table.ply
        moves.plies, moves.ply = [deed.notation for deed in deeds], table.ply
        if isinstance(table.contest, JungleContest):
            moves.first, moves.number = table.contest.game.start.side, table.contest.game.start.number
        if changed:
            moves.reveal()
        form["undo"].enabled = bool(deeds) or table.outcome() is not None
        form["redo"].enabled = table.contest.can_redo()
        form["hint"].enabled = table.may_play()
        for key in ("first", "previous"):
            form[key].enabled = table.ply > 0
        for key in ("next", "last"):
            form[key].enabled = table.viewing is not None
        self._set_icon("sound", "sound" if self.app.settings.sound else "mute")
        if "pause" in self._tools:
            self._set_icon("pause", "play" if table.paused else "pause", checked=table.paused)
        nowhere = pygame.Rect(0, 0, 0, 0)
        places = self._way_back if table.viewing is not None else [nowhere, nowhere]
        form["resume"].rect, form["present"].rect = places

    def _set_icon(self, key: str, icon: str, *, checked: bool = False) -> None:
        button = self.form[key]
        assert isinstance(button, Button)
        button.icon, button.checked = icon, checked

    # What people do.

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
        self._play_cues()
        self._follow()

    def _handle_board(self, happened: Input) -> None:
        if isinstance(happened, Key) and self.form.focus is None and self._board_key(happened):
            return
        if isinstance(happened, Pointer) and self.table.grip and self.table.grip.held:
            self.pointer(happened)  # Whoever carries a piece presses nothing else.
            return
        taken, action = self.form.handle(happened)
        if isinstance(happened, Pointer) and not self.form.focus_shown and self.form.pressed is None:
            self.form.focus = None  # The arrows belong to the board again.
        if action is not None:
            self.act(action)
        elif not taken:
            self.pass_on(happened)

    def _board_key(self, key: Key) -> bool:
        """Keys that mean the board while no control has the focus."""
        if key.name in ARROWS:
            self.table.move_cursor(*ARROWS[key.name])
        elif key.name == "return":
            self.table.confirm()
        else:
            return False
        return True

    def key(self, key: Key) -> None:
        if key.name in KEYS:
            self.act(Action(KEYS[key.name]))
        elif key.name == "escape":
            if self.form.focus is not None:
                self.form.focus, self.form.focus_shown = None, False
            elif not self.table.cancel():
                self.act(Action("menu"))

    def pointer(self, pointer: Pointer) -> None:
        self.board.touch(pointer)

    def wheel(self, wheel: Wheel) -> None:
        if self.places.moves_panel.collidepoint(wheel.place):
            self.moves.scroll(1 if wheel.steps > 0 else -1)

    def act(self, action: Action) -> None:
        table = self.table
        match action.key:
            case "undo" if table.undo():
                self._result_seen = False
            case "redo":
                table.redo()
            case "pause" if "pause" in self._tools:
                table.pause()
            case "hint":
                table.ask_hint()
            case "flip":
                table.turn_board()
                self.app.arrange()
            case "bar" if "bar" in self._tools:
                self.app.change(evaluation_bar=not self.app.settings.evaluation_bar)
            case "sound":
                self.app.toggle_sound()
            case "save":
                self._save()
            case "menu":
                self._lay(MenuCard(table, self.app.say))
            case "moves":
                assert isinstance(action.value, int)
                table.look(action.value)
            case "first":
                table.look(0)
            case "previous":
                table.look(table.ply - 1)
            case "next":
                table.look(table.ply + 1)
            case "last" | "present":
                table.look(None)
            case "resume":
                table.resume_here()
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
                self.table.resign()
            case "draw":
                self.table.agree_draw()
            case "config":
                from jungle.desktop.views.options import OptionsView

                self.table.stop_thinking()
                self.app.open(OptionsView(self.app))
            case "home":
                self.app.home()

    def _save(self) -> None:
        if not isinstance(self.table.contest, JungleContest):
            self.table.tell(self.say("play.flip.unsaved"))
            return
        try:
            path = self.app.library.save(self.table)
        except JungleError as error:
            self.table.tell(self.say("play.save.failed", why=str(error)))
        else:
            self.table.tell(self.say("play.saved", name=path.name))

    def _another(self) -> "PlayView":
        """A new game of the same kind between the same players."""
        contest, seating = self._setup
        assert isinstance(contest, JungleContest | FlipContest)
        return PlayView(self.app, contest.anew(), seating, turned=self.table.turned)

    # The course of time.

    @property
    def is_moving(self) -> bool:
        return self.table.is_moving

    def update(self, seconds: float) -> None:
        table = self.table
        self._clock += seconds
        if not isinstance(self.card, MenuCard):  # Behind the menu the game waits.
            table.update(seconds)
        self._play_cues()
        if table.saved_needed:
            table.saved_needed = False
            self.app.autosave.keep(table)
            self._follow()
        trouble = self.app.autosave.trouble
        if trouble and trouble != self._kept_trouble:
            table.tell(self.say("autosave.failed", why=trouble))
        self._kept_trouble = trouble
        if table.result_due and not self._result_seen and self.card is None:
            self._result_seen = True
            self._lay(ResultCard(table, self.app.say))

    def _play_cues(self) -> None:
        for cue in self.table.cues:
            self.app.audio.play(cue.value)
        self.table.cues.clear()

    def close(self) -> None:
        self.table.close()

    # What is seen.

    @property
    def ground_key(self) -> object:
        return tuple(self.board.rect), self.table.turned

    def draw_ground(self, canvas: Canvas) -> None:
        self.board.draw_ground(canvas, coordinates=self.app.settings.coordinates)
        canvas.panel(self.places.moves_panel, radius=canvas.unit * 0.6)

    @property
    def still_key(self) -> object:
        table = self.table
        forms = [self.form] if self.card is None else [self.form, self.card]
        return (
            self.board.still_key,
            table.contest.is_swapped,
            table.outcome(),
            table.paused,
            table.is_thinking and self._dots,
            table.notice and table.notice.text,
            len(table.contest),
            table.contest.can_redo(),
            self.moves.offset,
            tuple((id(form), form.focus, form.focus_shown, form.hovered, form.pressed) for form in forms),
        )

    @property
    def _dots(self) -> int:
        """How many dots follow "thinking" now."""
        return 1 + int(self._clock * 3) % 3

    def draw(self, canvas: Canvas) -> None:
        table = self.table
        for side, rect in self.places.plates.items():
            draw_plate(canvas, table, side, rect, self.app.say, self._dots)
        self._draw_heading(canvas)
        draw_moves(canvas, self.moves, self.say("play.no_moves"))
        self.board.draw_still(canvas)
        draw_form(canvas, self.form)
        if table.notice is not None:
            draw_toast(canvas, table.notice.text, self._toast)
        self._draw_tip(canvas)
        if self.card is not None:
            self._draw_moving(canvas)
            draw_dim(canvas)
            self.card.draw(canvas)

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        """What moves; under a card it stands still, and has been drawn below it."""
        return [] if self.card is not None else self._draw_moving(canvas)

    def _draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        places = self.board.draw_moving(canvas)
        if self.table.is_judged:
            draw_bar(canvas, self._bar, self.table.advantage, turned=self.table.turned)
            places.append(self._bar)
        return places

    @property
    def _toast(self) -> pygame.Rect:
        """Where a notice is: never over the way back from a past move."""
        return self.places.toast if self.table.viewing is None else self.places.moves_panel

    def _draw_heading(self, canvas: Canvas) -> None:
        heading = self.places.heading
        if heading.width:
            number = self.say("play.round", number=self.table.contest.number)
            canvas.text(self.say("play.moves"), heading.midleft, 1.05, bold=True)
            canvas.text(number, heading.midright, 0.95, colour=canvas.theme.faint, anchor="midright")

    def _draw_tip(self, canvas: Canvas) -> None:
        hovered = next((control for control in self.form.controls if control.key == self.form.hovered), None)
        if isinstance(hovered, Button) and hovered.tip and self.form.pressed is None and hovered.rect.width:
            draw_tip(canvas, hovered.tip, hovered.rect, self._area)
