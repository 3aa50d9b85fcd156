"""The screen a game is played on."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from jungle.boardgame import BoardGame
from jungle.clock import Clock
from jungle.desktop.canvas import Canvas
from jungle.desktop.celebration import Celebration
from jungle.desktop.controls import Action, Button
from jungle.desktop.inputs import Input, Key, Pointer
from jungle.desktop.live_game import LiveGame
from jungle.desktop.play_cards import AskCard, Card, MenuCard, ResultCard
from jungle.desktop.settings import NAME_LENGTH
from jungle.desktop.views.game_screen import GameScreen
from jungle.desktop.views.review import ReviewView
from jungle.engine import stronger
from jungle.errors import JungleError
from jungle.house_rules import rules_text
from jungle.pieces import Side
from jungle.storage import Players

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


class PlayView(GameScreen):
    """A game to be played, with a menu, and a card when it is over."""

    name = "play"

    def __init__(
        self,
        app: "Application",
        game: BoardGame,
        players: Players = (None, None),
        *,
        pace: str = "normal",
        turned: bool | None = None,
        paused: bool = False,
        names: tuple[str, str] = ("", ""),
        clock: Clock | None = None,
        turning: bool = False,
    ) -> None:
        settings = app.settings
        live = LiveGame(
            game,
            players,
            app.say,
            pace=pace,
            speed=settings.speed,
            judging=settings.evaluation_bar,
            names=names,
            clock=clock,
            turning=turning,
        )
        if turned is not None:
            live.turned = turned
        live.paused = paused and live.is_computers_turn
        super().__init__(app, live)
        self._make_card: Callable[[], Card] | None = None
        self._result_seen = live.outcome is not None
        self._told_trouble: str | None = None
        self._clocks = ("", "")
        self._celebration: Celebration | None = None

    @classmethod
    def resume(cls, app: "Application", path: Path) -> "PlayView":
        """Resume the game of a journal. Raises JungleError where another program has it open."""
        saved = app.autosave.resume(path)
        return cls(app, saved.game, saved.players, paused=None not in saved.players, **restored(saved.setting))

    def build(self) -> None:
        self.tools = ["undo", "redo", "hint", "flip", "sound", "menu"]
        if len(self.live.humans) < 2:
            self.tools.insert(2, "pause")
        if self.live.bar.is_possible:
            self.tools.insert(-2, "bar")
        super().build()
        if self._make_card is not None:
            self.card = self._make_card()

    def follow(self) -> None:
        super().follow()
        live, form = self.live, self.form
        form["undo"].enabled = bool(len(live.game)) or live.outcome is not None
        form["redo"].enabled = bool(live.game.undone)
        form["hint"].enabled = live.may_play
        self._set_icon("sound", "sound" if self.app.settings.sound else "mute")
        if "pause" in self.tools:
            self._set_icon("pause", "play" if live.paused else "pause", checked=live.paused)

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
                self._lay(None)
        else:
            self._handle_board(happened)
        self.app.audio.play(*self.live.animation.take_sounds())
        self.follow()

    def _handle_board(self, happened: Input) -> None:
        if isinstance(happened, Key) and self.form.focus is None and self.board.take_key(happened):
            return
        if isinstance(happened, Pointer) and self.live.hand.selection and self.live.hand.selection.held:
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

    def act(self, action: Action) -> None:
        live = self.live
        match action.key:
            case "undo" if live.undo():
                self._result_seen = False
            case "redo":
                live.redo()
            case "pause" if "pause" in self.tools:
                live.pause()
            case "hint":
                live.ask_hint()
            case "flip":
                live.turned = not live.turned
                self.app.arrange()
            case "bar" if "bar" in self.tools:
                self.app.change(evaluation_bar=not self.app.settings.evaluation_bar)
            case "sound":
                self.app.toggle_sound()
            case "save":
                self._save()
            case "menu":
                self._lay(lambda: MenuCard(live, self.app.say))
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
                self.app.exchange(self._another())
            case "review":
                self.app.open(ReviewView(self.app, live.game.copy(), live.players, turned=live.turned))
            case "weaker":
                self._change_level(-1)
            case "stronger":
                self._change_level(1)
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

                live.stop_thinking()
                self.app.open(RulesView(self.app, live.game.kind))
            case "config":
                from jungle.desktop.views.options import OptionsView

                live.stop_thinking()
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

    def _change_level(self, by: int) -> None:
        """Another game, against a stronger or weaker level."""
        live = self.live
        assert live.level is not None
        level = stronger(live.level, by)
        live.places = tuple(None if name is None else level for name in live.places)  # type: ignore[assignment]
        self.app.change(level=level)
        self.app.exchange(self._another())

    def _another(self) -> "PlayView":
        """A new game with the same rules and players."""
        live = self.live
        game = type(live.game).new(rules_text(live.game.rules), fen=live.game.start.fen())
        return PlayView(
            self.app,
            game,
            live.places,
            pace=live.pace,
            turned=live.turned,
            names=live.names,
            clock=live.clock and Clock.of(live.clock.control),
            turning=live.turning,
        )

    # Time

    @property
    def is_moving(self) -> bool:
        return self.live.is_moving or self._celebration is not None

    def update(self, seconds: float) -> None:
        super().update(seconds)
        live = self.live
        if self.card is None or live.outcome is not None:  # The menu pauses the game.
            live.update(seconds)
        clocks = live.clock_text(Side.BLUE), live.clock_text(Side.RED)
        if clocks != self._clocks:
            self._clocks, self.app.dirty = clocks, True
        self.app.audio.play(*self.live.animation.take_sounds())
        if live.changed:
            live.changed = False
            self.app.autosave.keep(live)
            if live.turning:
                self.app.arrange()
            self.follow()
        trouble = self.app.autosave.trouble
        if trouble and trouble != self._told_trouble:
            live.tell(self.say("autosave.failed", why=trouble))
        self._told_trouble = trouble
        if live.result_due and not self._result_seen and self.card is None:
            self._result_seen = True
            self._lay(lambda: ResultCard(live, self.app.say))
            self._celebrate()

        if self._celebration is not None:
            self._celebration.update(seconds)
            if self._celebration.is_over or self.card is None:
                self._celebration = None
                self.app.redraw()

    def _celebrate(self) -> None:
        """A person has won, or one of two: let the animals that are left have their feast."""
        live = self.live
        winner = None if live.outcome is None else live.outcome.winner
        if winner in live.humans and self.app.settings.speed:
            animals = [piece for piece in live.faces().values() if piece is not None and piece.side is winner]
            self._celebration = Celebration(sorted(animals, key=lambda piece: piece.animal, reverse=True))

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        places = super().draw_moving(canvas)
        if self._celebration is not None and self.card is not None:
            places += self._celebration.draw(canvas, self.card.rect)
        return places

    def close(self) -> None:
        self.live.close()
        self.app.autosave.release()


def restored(setting: dict[str, Any]) -> dict[str, Any]:
    """What a saved game remembers of the window, as arguments of PlayView; nonsense is left out."""
    names, clock = setting.get("names"), Clock.restored(setting.get("clock"))
    found: dict[str, Any] = {"pace": str(setting.get("pace", "normal")), "clock": clock}
    if isinstance(setting.get("turned"), bool):
        found["turned"] = setting["turned"]
    if isinstance(names, list) and len(names) == 2:
        found["names"] = tuple(str(name)[:NAME_LENGTH] for name in names)
    return found | {"turning": setting.get("turning") is True}
