"""Before a game: who plays, how strong, which colour."""

import random
from typing import TYPE_CHECKING

import pygame

from jungle.desktop.brains import HUMAN
from jungle.desktop.canvas import Canvas
from jungle.desktop.contests import Contest, JungleContest
from jungle.desktop.controls import Action, Button, Choice, Control
from jungle.desktop.flip_contest import FlipContest
from jungle.desktop.layout import centred
from jungle.desktop.seats import PACES, Seating
from jungle.desktop.view import Page
from jungle.desktop.views.play import PlayView
from jungle.engine import LEVELS
from jungle.flip import STRATEGIES, FlipGame
from jungle.game import Game
from jungle.house_rules import parse_rules
from jungle.pieces import Animal, Piece, Side
from jungle.rules import Rules

if TYPE_CHECKING:
    from jungle.desktop.application import Application

RANDOM = "random"
FRIEND = HUMAN
PICTURED, PLAIN = 6.2, 2.6
"""The heights of choices with and without pictures."""
LABEL = 1.3
"""The lines that a label takes: there is room for the ring of the focus below its words."""
MASCOTS = {
    "easy": Animal.RAT,
    "medium": Animal.DOG,
    "hard": Animal.LEOPARD,
    "impossible": Animal.LION,
    HUMAN: Animal.CAT,
    "biggest-first": Animal.ELEPHANT,
    "rat-first": Animal.RAT,
    "random": Animal.WOLF,
}
"""The animal that stands for a player."""
SIDES = {"blue": Side.BLUE, "red": Side.RED}

# What was chosen last for each mode, for as long as the program runs.
_chosen: dict[tuple[str, str], str] = {}


class SetupView(Page):
    """The choices of one of the four modes: pvp, pva, ava, flip."""

    name = "setup"

    def __init__(self, app: "Application", mode: str) -> None:
        super().__init__(app)
        self.mode = mode
        self.title_key = f"setup.{mode}"
        self._replaces = app.autosave.exists()
        """Is there a game under way that the new one takes the place of?"""
        self._rows: list[tuple[str, Control]] = []
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._detail = pygame.Rect(0, 0, 0, 0)
        self._detail_height = 0

    def _choice(self, key: str, options: list[tuple[str, str]], usual: str, *, side: Side | None = None) -> Choice:
        """A choice, of players where the side that they would play is given."""
        value = _chosen.get((self.mode, key), usual)
        if side is None:
            return Choice(key=key, options=options, value=value)
        pictures = [Piece(side, MASCOTS[name]) for name, _ in options]
        return Choice(key=key, options=options, value=value, columns=2, pictures=pictures)

    def build(self) -> None:
        say = self.say
        sides = [(name, self.app.say(f"side.{name}")) for name in SIDES]
        levels = [(name, say(f"level.{name}")) for name in LEVELS]
        rows: list[tuple[str, Control]] = []
        match self.mode:
            case "pva":
                rows.append(("level", self._choice("level", levels, "medium", side=Side.RED)))
                rows.append(("side", self._choice("side", [*sides, (RANDOM, say("setup.random"))], "blue")))
            case "ava":
                rows.append(("level.blue", self._choice("blue", levels, "hard", side=Side.BLUE)))
                rows.append(("level.red", self._choice("red", levels, "medium", side=Side.RED)))
                rows.append(("pace", self._choice("pace", [(name, say(f"pace.{name}")) for name in PACES], "normal")))
            case "flip":
                players = [(FRIEND, say("setup.friend")), *((name, say(f"level.{name}")) for name in STRATEGIES)]
                rows.append(("opponent", self._choice("opponent", players, "biggest-first", side=Side.BLUE)))
                rows.append(("side", self._choice("side", [*sides, (RANDOM, say("setup.random"))], "red")))
                colours = [(name, say(f"setup.colours.{name}")) for name in ("fixed", "flip")]
                rows.append(("colours", self._choice("colours", colours, "fixed")))
        if self.mode != "flip":
            first = self._choice("first", sides, "blue")
            first.enabled = self._rules.first_may_be_chosen
            if not first.enabled:
                first.value = str(self._rules.first).lower()
            rows.append(("first", first))
        self._rows = rows
        label = self.say("setup.watch" if self.mode == "ava" else "setup.play")
        play = Button(key="play", label=label, icon="play", primary=True)
        self.form.replace([*(control for _, control in rows), play, self.back_button()])
        if self.form.focus is None:
            self.form.focus = "play"
        self._follow()

    @property
    def _rules(self) -> Rules:
        return parse_rules(self.app.settings.rules)

    def _value(self, key: str) -> str:
        control = self.form[key]
        assert isinstance(control, Choice)
        return control.value

    def _follow(self) -> None:
        """Some choices matter only with others."""
        if self.mode == "flip":
            free = self._value("colours") == "fixed" and self._value("opponent") != FRIEND
            self.form["side"].enabled = free

    def _heights(self, canvas: Canvas) -> list[int]:
        return [canvas.size(PICTURED if isinstance(c, Choice) and c.columns else PLAIN) for _, c in self._rows]

    def fit_card(self, canvas: Canvas, room: pygame.Rect) -> pygame.Rect:
        width = min(room.width, canvas.size(36))
        inside = width - canvas.size(1.6)
        detail = self._detail_text()
        self._detail_height = canvas.line_height(0.88) * len(canvas.wrap(detail, 0.88, inside)) if detail else 0
        label, gap = canvas.line_height(LABEL), canvas.size(0.7)
        heights = self._heights(canvas)
        total = sum(heights) + len(heights) * (label + gap) + self._detail_height + 2 * gap + canvas.size(3.2 + 2.2)
        return centred(room, width, total)

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        play = canvas.size(3.2)
        self.form["play"].rect = pygame.Rect(0, 0, min(canvas.size(16), area.width), play)
        self.form["play"].rect.midbottom = area.midbottom
        label, gap = canvas.line_height(LABEL), canvas.size(0.7)
        heights = self._heights(canvas)
        # In a low window the rows give way.
        needed = sum(heights) + len(heights) * (label + gap) + self._detail_height + 2 * gap + play
        if needed > area.height:
            part = max(1 - (needed - area.height) / sum(heights), 0.5)
            heights = [int(height * part) for height in heights]
            gap = gap // 2
        y = area.top
        self._labels = []
        for (key, control), height in zip(self._rows, heights, strict=True):
            self._labels.append((key, pygame.Rect(area.left, y, area.width, label)))
            control.rect = pygame.Rect(area.left, y + label, area.width, height)
            y += label + height + gap
        self._detail = pygame.Rect(area.left, y, area.width, self._detail_height + 2)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        for key, rect in self._labels:
            canvas.text(
                self.say(f"setup.{key}"),
                (rect.left + canvas.size(0.3), rect.top + canvas.line_height(1.0) // 2),
                0.95,
                bold=True,
                width=rect.width,
            )
        canvas.paragraph(self._detail_text(), self._detail, 0.88, colour=canvas.theme.faint, centred=True)

    @property
    def ground_key(self) -> object:
        return super().ground_key, self._detail_text()

    def _detail_text(self) -> str:
        parts = []
        if self.mode == "flip":
            parts.append(self.say("setup.flip.detail"))
        if self.mode == "pva":
            parts.append(self.say(f"level.{self._value('level')}.detail"))
        rules = self._rules
        if self.mode != "flip" and not rules.first_may_be_chosen:
            parts.append(self.say("setup.first.fixed", rules=rules.name))
        if self._replaces:
            parts.append(self.say("setup.replaces"))
        return "\n".join(parts)

    def act(self, action: Action) -> None:
        if action.key == "back":
            self.leave()
        elif action.key == "play":
            self.app.exchange(PlayView(self.app, self.contest(), self.seating()))
        else:
            _chosen[self.mode, action.key] = str(action.value)
            self._follow()
            self.app.arrange()

    def contest(self) -> Contest:
        """The game that is chosen."""
        if self.mode == "flip":
            return FlipContest(FlipGame(first_flip_decides=self._value("colours") == "flip"))
        rules = self._rules
        first = SIDES[self._value("first")] if rules.first_may_be_chosen else None
        return JungleContest(Game(rules, first=first))

    def seating(self) -> Seating:
        """The players that are chosen."""
        match self.mode:
            case "pva":
                return _seat(self._value("side"), self._value("level"))
            case "ava":
                return Seating(blue=self._value("blue"), red=self._value("red"), pace=self._value("pace"))
            case "flip":
                # Where the first flip decides, the person begins, on Red's seat until then.
                side = self._value("side") if self.form["side"].enabled else "red"
                return _seat(side, self._value("opponent"))
            case _:
                return Seating()


def _seat(side: str, opponent: str) -> Seating:
    if side == RANDOM:
        side = random.choice(list(SIDES))
    return Seating(red=opponent) if side == "blue" else Seating(blue=opponent)
