"""The screen a game is played on."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from jungle.board_game import BoardGame
from jungle.clock import Clock
from jungle.desktop.board import Board
from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.canvas import Canvas
from jungle.desktop.cards import AskCard, Card, MenuCard, ResultCard
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Action, Button, Control, Form
from jungle.desktop.inputs import Input, Key, Pointer, Wheel
from jungle.desktop.layout import STEPS, PlayLayout, lay_out, row
from jungle.desktop.move_list import MoveList, draw_moves, faces_of, ply_words
from jungle.desktop.play_art import draw_bar, draw_dim, draw_plate, draw_tip, draw_toast, draw_tray
from jungle.desktop.scenery import Celebration, wave_frame
from jungle.desktop.settings import PACES
from jungle.desktop.view import View
from jungle.desktop.views.review import ReviewView
from jungle.errors import JungleError
from jungle.phrases import has_letters_for_animals
from jungle.play import LiveGame
from jungle.storage import Seats

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
_STEP_ICONS = {"first": "first", "previous": "back", "next": "next", "last": "last"}


class PlayView(View):
    """A game in progress: the board, the players' plates, the list of moves, a menu, and a card when it is over.

    What the window remembers with a game is in its setting: `pace`, `turned` and `turning`.
    """

    def __init__(self, app: "Application", live: LiveGame) -> None:
        super().__init__(app)
        self.live = live
        live.pace = PACES.get(str(live.setting.get("pace")), PACES["normal"])
        turned = live.setting.get("turned")
        self.board = Board(
            live,
            app.say,
            speed=app.settings.speed,
            turned=turned if isinstance(turned, bool) else None,
            turning=live.setting.get("turning") is True,
        )
        self.painter = BoardPainter(self.board)
        self.card: Card | None = None
        """The card over the board: the menu, a question, or who has won."""
        self.places = PlayLayout()
        self.tools: list[str] = []
        """The buttons below the board."""
        self._seconds = 0.0
        self._listed: object = None
        """What the list of moves was last made from."""
        self._area = self._bar = pygame.Rect(0, 0, 0, 0)
        self._way_back = [self._bar, self._bar]
        self._make_card: Callable[[], Card] | None = None
        self._result_seen = live.outcome is not None
        self._celebration: Celebration | None = None

    @classmethod
    def begin(
        cls,
        app: "Application",
        game: BoardGame,
        seats: Seats = (None, None),
        *,
        names: tuple[str, str] = ("", ""),
        clock: Clock | None = None,
        **setting: object,
    ) -> "PlayView":
        """A game that is not on the disk yet; it is saved when it changes."""
        folder = app.library.folder
        live = LiveGame(game, seats, names=names, clock=clock, setting=setting, folder=folder, save_at_once=False)
        return cls(app, live)

    @classmethod
    def resume(cls, app: "Application", path: Path) -> "PlayView":
        """Resume the game of a journal. Raises JungleError, perhaps because another program has it open."""
        live = LiveGame.resume(app.library.folder, path)
        live.paused = not live.persons
        return cls(app, live)

    # Controls and layout

    def build(self) -> None:
        live, board, say, settings = self.live, self.board, self.say, self.app.settings
        board.say, board.speed, live.evaluating = self.app.say, settings.speed, settings.evaluation_bar
        self.tools = ["undo", "redo", "hint", "flip", "bar", "sound", "menu"]
        if len(live.persons) < 2:
            self.tools.insert(2, "pause")
        controls: list[Control] = [Button(key=key, icon=key, tip=say(f"play.{key}")) for key in self.tools]
        controls.append(MoveList(key="moves"))
        controls += [Button(key=key, icon=_STEP_ICONS[key], tip=say(f"play.{key}"), quiet=True) for key in STEPS]
        controls.append(Button(key="resume", label=say("play.resume"), icon="play"))
        controls.append(Button(key="present", label=say("play.present"), icon="last", primary=True))
        self.form.replace(controls)
        self._listed = None
        self.follow()
        if self._make_card is not None:
            self.card = self._make_card()

    @property
    def moves(self) -> MoveList:
        return self.form.find("moves", MoveList)

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        self._area = area
        board, game = self.board, self.live.game
        shape = board.layout.width / board.layout.height
        top = 1 - board.bottom
        tray = bool(game.hidden_pieces(0))
        places = self.places = lay_out(canvas, area, len(self.tools), top, shape=shape, tray=tray)
        for key, rect in (*zip(self.tools, places.tools, strict=True), *zip(STEPS, places.steps, strict=True)):
            self.form[key].rect = rect
        moves = self.moves
        moves.rect, moves.strip, moves.row_height = places.moves, places.tall, places.row_height
        self._arrange_board(canvas, places.board)
        if self.card is not None:
            self.card.arrange(canvas, area, self.painter.rect)
        # While looking back at a move, the buttons that lead back cover the lower plate.
        plate = places.plates[board.bottom]
        parts = row(plate.inflate(-canvas.size(0.5), -canvas.size(0.5)), 5, canvas.size(0.4))
        self._way_back = [parts[0].union(parts[2]), parts[3].union(parts[4])]  # More room for the longer label.
        moves.reveal()
        self.follow()

    def _arrange_board(self, canvas: Canvas, area: pygame.Rect) -> None:
        wide, gap = (canvas.size(0.9), canvas.size(0.45)) if self.live.evaluating else (0, 0)
        self.painter.fit(pygame.Rect(area.left + wide + gap, area.top, area.width - wide - gap, area.height))
        board = self.painter.rect
        self._bar = pygame.Rect(board.left - gap - wide, board.top + 4, wide, board.height - 8)

    def follow(self) -> None:
        """Update the controls to the state of the game."""
        board, live, form = self.board, self.live, self.form
        self._list_moves()
        for key in ("first", "previous"):
            form[key].enabled = board.ply > 0
        for key in ("next", "last"):
            form[key].enabled = board.viewing is not None
        nowhere = pygame.Rect(0, 0, 0, 0)
        form["resume"].rect, form["present"].rect = self._way_back if board.viewing is not None else (nowhere, nowhere)
        form["undo"].enabled = bool(len(live.game)) or live.outcome is not None
        form["redo"].enabled = bool(live.game.undone)
        form["hint"].enabled = board.may_play
        self._set_icon("sound", "sound" if self.app.settings.sound else "mute")
        if "pause" in self.tools:
            self._set_icon("pause", "play" if live.paused else "pause", checked=live.paused)

    def _list_moves(self) -> None:
        game, moves, ply = self.live.game, self.moves, self.board.ply
        has_changed = len(game) != len(moves.plies) or moves.ply != ply
        listed = game.moves, self.app.settings.move_faces
        if listed != self._listed:
            self._listed = listed
            plies, with_animals = range(len(game)), self.app.settings.move_faces
            if with_animals and has_letters_for_animals(self.app.say):
                moves.plies = [ply_words(self.app.say, game, ply) for ply in plies]
            else:
                moves.plies = [game.notation(game.moves[ply], ply) for ply in plies]
                moves.faces = [faces_of(game, ply) for ply in plies] if with_animals else ()
        number = game.number_text(0)
        moves.ply, moves.number, moves.lead = ply, int(number.rstrip(".")), int(number.endswith("..."))
        if has_changed:
            moves.reveal()

    def _set_icon(self, key: str, icon: str, *, checked: bool = False) -> None:
        button = self.form.find(key, Button)
        button.icon, button.checked = icon, checked

    # Input

    def handle(self, event: Input) -> None:
        if self.card is not None:
            _, action = self.card.handle(event)
            if action is not None:
                self.app.audio.play("click")
                self._act_on_card(action)
            elif isinstance(event, Key) and event.name == "escape":
                self._lay(None)
        else:
            self._handle_board(event)
        self.board.take(self.live.events())
        self.app.audio.play(*self.board.animation.take_sounds())
        self.follow()

    def _handle_board(self, event: Input) -> None:
        if isinstance(event, Key) and self.form.focus is None and self.board.hand.take_key(event):
            return
        selection = self.board.hand.selection
        if isinstance(event, Pointer) and selection and selection.held:
            self.pointer(event)  # A dragged piece takes all pointer events.
            return
        taken, action = self.form.handle(event)
        if isinstance(event, Pointer) and not self.form.focus_shown and self.form.pressed is None:
            self.form.focus = None  # Arrow keys act on the board again.
        if action is not None:
            self.act(action)
        elif not taken:
            self.pass_on(event)

    def pointer(self, pointer: Pointer) -> None:
        self.board.hand.touch(pointer, self.painter.square_under(pointer.place))

    def wheel(self, wheel: Wheel) -> None:
        if self.places.moves_panel.collidepoint(wheel.place):
            self.moves.scroll(1 if wheel.steps > 0 else -1)

    def key(self, key: Key) -> None:
        if key.name in KEYS:
            self.act(Action(KEYS[key.name]))
        elif key.name == "escape":
            if self.form.focus is not None:
                self.form.focus, self.form.focus_shown = None, False
            elif not self.board.cancel():
                self.act(Action("menu"))

    def act(self, action: Action) -> None:
        live, board = self.live, self.board
        match action.key:
            case "undo":
                live.undo()
            case "redo":
                live.redo()
            case "pause" if "pause" in self.tools:
                live.pause(not live.paused)
            case "hint":
                board.ask_hint()
            case "flip":
                board.turned = not board.turned
                live.remember(turned=board.turned)
                self.app.arrange()
            case "bar" if "bar" in self.tools:
                self.app.change(evaluation_bar=not self.app.settings.evaluation_bar)
            case "sound":
                self.app.toggle_sound()
            case "save":
                self._save()
            case "menu":
                self._lay(lambda: MenuCard(board, self.app.say))
            case "moves":
                assert isinstance(action.value, int)
                board.look(action.value)
            case "first":
                board.look(0)
            case "previous":
                board.look(board.ply - 1)
            case "next":
                board.look(board.ply + 1)
            case "last" | "present":
                board.look(None)
            case "resume" if board.viewing is not None:
                live.take_back_to(board.viewing)

    def _lay(self, make: Callable[[], Card] | None) -> None:
        """Lay a card over the board, or take it away."""
        self._make_card = make
        self.pointer_left()
        self.card = None if make is None else make()
        self.app.arrange()

    def _ask(self, question: str) -> None:
        self._lay(lambda: AskCard(self.app.say, question))

    def _act_on_card(self, action: Action) -> None:
        live = self.live
        self._lay(None)
        match action.key:
            case "new" if live.outcome is None and len(live.game):
                self._ask("new")
            case "new" | "new.yes":
                self._play_again()
            case "weaker":
                self._play_again(-1)
            case "stronger":
                self._play_again(1)
            case "review":
                copy = LiveGame(live.game.copy(), live.seats, names=live.names)
                self.app.open(ReviewView(self.app, copy, play_on, turned=self.board.turned))
            case "save":
                self._save()
            case "resign" | "draw":
                self._ask(action.key)
            case "resign.yes":
                live.resign()
            case "draw.yes":
                live.agree_draw()
            case "rules":
                from jungle.desktop.views.rules import RulesView

                live.stop()
                self.app.open(RulesView(self.app, live.game.kind))
            case "config":
                from jungle.desktop.views.options import OptionsView

                live.stop()
                self.app.open(OptionsView(self.app))
            case "home":
                self.app.home()

    def _save(self) -> None:
        try:
            path = self.app.library.save(self.live)
        except JungleError as error:
            self.board.tell(self.say("play.save.failed", why=str(error)))
        else:
            self.board.tell(self.say("play.saved", name=path.name))

    def _play_again(self, by: int = 0) -> None:
        """Another game with the same rules and players, perhaps against a stronger or weaker level."""
        self.app.fade()
        self.live.again(by)
        if by:
            self.app.change(level=self.live.level)

    # Time

    def is_moving(self) -> bool:
        return self.board.is_moving() or self._celebration is not None

    def update(self, seconds: float) -> None:
        board, live = self.board, self.live
        self._seconds += seconds
        tide = wave_frame(self._seconds) if self.app.settings.speed else None
        if tide != self.painter.tide:
            self.painter.tide, self.app.dirty = tide, True
        if self.card is None or live.outcome is not None:  # The menu pauses the game.
            board.update(seconds)
        self.app.audio.play(*board.animation.take_sounds())
        if board.changed:
            board.changed, self.app.dirty = False, True
            if board.turning:
                self.app.arrange()
            self.follow()
        if live.outcome is None:
            self._result_seen = False
        elif board.result_due and not self._result_seen and self.card is None:
            self._result_seen = True
            self._lay(lambda: ResultCard(board, self.app.say))
            self._celebrate()
        if self._celebration is not None:
            self._celebration.update(seconds)
            if self._celebration.is_over() or self.card is None:
                self._celebration = None
                self.app.redraw()

    def _celebrate(self) -> None:
        """If a person has won, the winner's animals that are left celebrate."""
        live = self.live
        winner = None if live.outcome is None else live.outcome.winner
        if winner is not None and live.seat_of(winner) in live.persons and self.app.settings.speed:
            animals = [piece for piece in live.game.faces().values() if piece is not None and piece.side is winner]
            self._celebration = Celebration(sorted(animals, key=lambda piece: piece.animal, reverse=True))

    def close(self) -> None:
        self.live.close()

    # Drawing

    @property
    def ground_key(self) -> object:
        return tuple(self.painter.rect), self.board.turned

    def draw_ground(self, canvas: Canvas) -> None:
        self.painter.draw_ground(canvas, coordinates=self.app.settings.coordinates)
        canvas.panel(self.places.moves_panel, radius=canvas.unit * 0.6)

    @property
    def still_key(self) -> object:
        live, board = self.live, self.board
        forms: list[Form] = [self.form] if self.card is None else [self.form, self.card]
        return (
            self.painter.still_key,
            live.seats,
            live.outcome,
            live.paused,
            live.clock and (live.clock_text(0), live.clock_text(1)),
            live.is_thinking() and self._dots,
            board.notice and board.notice.text,
            live.game.moves,
            len(live.game.undone),
            self.moves.offset,
            tuple((id(form), form.focus, form.focus_shown, form.hovered, form.pressed) for form in forms),
        )

    @property
    def _dots(self) -> int:
        """The number of dots after "thinking" in this frame."""
        return 1 + int(self._seconds * 3) % 3

    def draw(self, canvas: Canvas) -> None:
        for seat, rect in self.places.plates.items():
            draw_plate(canvas, self.board, seat, rect, self.app.say, self._dots)
        if self.places.tray.width:
            draw_tray(canvas, self.board, self.places.tray, self.app.say)
        self._draw_heading(canvas)
        draw_moves(canvas, self.moves, self.say("play.no_moves"))
        self.painter.draw_still(canvas)
        draw_form(canvas, self.form)
        if self.board.notice is not None:
            # Never over the buttons that lead back from a past move.
            place = self.places.toast if self.board.viewing is None else self.places.moves_panel
            draw_toast(canvas, self.board.notice.text, place)
        self._draw_tip(canvas)
        if self.card is not None:
            self._draw_moving(canvas)
            draw_dim(canvas)
            self.card.draw(canvas)

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        """Draw what moves. While there is a card, nothing below it does."""
        if self.card is None:
            return self._draw_moving(canvas)
        return [] if self._celebration is None else self._celebration.draw(canvas, self.card.rect)

    def _draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        places = self.painter.draw_moving(canvas)
        if self.live.evaluating:
            draw_bar(canvas, self._bar, self.board.chance, turned=self.board.turned)
            places.append(self._bar)
        return places

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


def play_on(app: "Application", board: Board) -> None:
    """Replace a review by the game on its board, to be played from there."""
    live = board.live
    app.exchange(PlayView.begin(app, live.game, live.seats, names=live.names, turned=board.turned))
