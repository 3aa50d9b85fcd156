"""The choices before a game: who plays, how strong, which colour."""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from jungle.clock import Clock
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button, Control, RadioGroup, Slider, TextField
from jungle.desktop.layout import centred, cut_top, row
from jungle.desktop.settings import NAME_LENGTH, PACES
from jungle.desktop.view import Page
from jungle.desktop.views.play import PlayView
from jungle.desktop.words import capitalised, game_title, player_name
from jungle.games import DEFAULT_GAME, GAMES
from jungle.phrases import about_level
from jungle.pieces import Side
from jungle.play import Setup
from jungle.players import LEVEL_NAMES, LEVELS, canonical_level, number_of
from jungle.players.strategies import STRATEGIES
from jungle.rules import Rules
from jungle.rules_text import read_rules
from jungle.storage import archive, scores

if TYPE_CHECKING:
    from jungle.desktop.application import Application

MODES = ("pvp", "pva", "ava")
"""The ways to play the default game: two people, against the computer, two computers."""
CLOCKS = ("none", "3+2", "5+3", "10+5", "30+0")
"""The time controls that two people may choose from."""
OFFERED = 2
"""The number of strategies offered besides the levels."""
RANDOM = "random"
FRIEND, COMPUTER = "human", "computer"
PLAIN = 2.6
"""The height of a row."""
LABEL = 1.3
"""The height of a label in lines, with room below for the focus ring."""
INDENT = 0.3
"""How far headings and notes stand in from the controls."""
NOTE = 0.85
"""The size of the text below a row."""
SIDES = {"blue": Side.BLUE, "red": Side.RED}

# The last choices in each mode, remembered until the program ends.
_chosen: dict[tuple[str, str], str] = {}


@dataclass(frozen=True, slots=True)
class Row:
    """A choice: its label, its controls side by side, and a note below them."""

    label: str
    controls: list[Control]
    note: str = ""


class SetupView(Page):
    """Sets up one of the MODES of the default game, or another game by its kind."""

    def __init__(self, app: "Application", mode: str) -> None:
        super().__init__(app)
        self.mode = mode
        self.kind = DEFAULT_GAME if mode in MODES else mode
        self._scores: dict[str, tuple[int, int, int]] = {}
        self._rows: list[Row] = []
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._notes: list[tuple[str, pygame.Rect]] = []
        self._detail = pygame.Rect(0, 0, 0, 0)
        self._detail_height = 0

    @property
    def title(self) -> str:
        return self.say(f"setup.{self.mode}") if self.mode in MODES else game_title(self.app.say, self.kind)

    def _group(self, key: str, options: list[tuple[str, str]], usual: str) -> RadioGroup:
        return RadioGroup(key=key, options=options, value=_chosen.get((self.mode, key), usual))

    def _row(self, key: str, control: Control) -> Row:
        return Row(self.say(f"setup.{key}"), [control])

    def _level_row(self, key: str, usual: str) -> Row:
        """A slider over the levels, with what the chosen one is like and how you have done against it."""
        name = _chosen.get((self.mode, key), usual)
        say, stops = self.app.say, len(LEVELS)
        marks = {number_of(named) - 1: capitalised(say(f"level.{named}")) for named in LEVEL_NAMES}
        slider = Slider(key=key, value=LEVELS.index(name) / (stops - 1), stops=stops, marks=marks)
        title = f"{self.say(f'setup.{key}')}: {player_name(say, name)}"
        return Row(title, [slider], " ".join(filter(None, [about_level(say, name), self._score(name)])))

    def _score(self, level: str) -> str:
        """How people have done against a level so far."""
        if self.mode == "ava" or level not in self._scores:
            return ""
        won, drawn, lost = self._scores[level]
        return self.say("setup.score", won=won, lost=lost, drawn=drawn)

    def shown(self) -> None:
        self._scores = scores(archive(self.app.library.folder), self.kind, canonical_level)
        self.build()

    def build(self) -> None:
        rows = self._main_rows() if self.mode in MODES else self._other_rows()
        for key, options in GAMES[self.kind].features.rule_choices.items():
            named = [(name, self.say(f"setup.{key}.{name}")) for name in options]
            usual = next(name for name, difference in options.items() if not difference)
            rows.append(self._row(key, self._group(key, named, usual)))
        if self.mode in MODES:
            group = self._group("first", self._sides(), "blue")
            group.enabled = self._rules.first_may_be_chosen
            if not group.enabled:
                group.value = str(self._rules.first).lower()
            rows.append(self._row("first", group))
        self._rows = rows
        play = Button(key="play", label=self.say("setup.watch" if self.mode == "ava" else "setup.play"), icon="play")
        play.primary = True
        self.form.replace([*(control for row in rows for control in row.controls), play, self.back_button()])
        if self.form.focus is None:
            self.form.focus = "play"
        self._follow()

    def _main_rows(self) -> list[Row]:
        match self.mode:
            case "pvp":
                return self._rows_for_two()
            case "pva":
                level = self._level_row("level", self.app.settings.level)
                return [level, self._row("side", self._side_group("blue"))]
            case _:
                paces = [(name, self.say(f"pace.{name}")) for name in PACES]
                levels = [self._level_row("blue", "8"), self._level_row("red", "5")]
                return [*levels, self._row("pace", self._group("pace", paces, "normal"))]

    def _other_rows(self) -> list[Row]:
        players = [(name, player_name(self.app.say, name)) for name in [*STRATEGIES][:OFFERED]]
        players.insert(0, (COMPUTER, self.say("setup.computer")))
        group = self._group("opponent", [*players, (FRIEND, self.say("setup.friend"))], players[0][0])
        opponent = self._row("opponent", group)
        if group.value == FRIEND:
            return [opponent, *self._rows_for_two()]
        levels = [self._level_row("level", self.app.settings.level)] if group.value == COMPUTER else []
        first = "blue" if GAMES[self.kind].new().side is Side.BLUE else "red"
        return [opponent, *levels, self._row("side", self._side_group(first))]

    def _rows_for_two(self) -> list[Row]:
        """What two people at one screen may want: their names, a clock, a board that turns."""
        settings, turns = self.app.settings, [(name, self.say(f"setup.turning.{name}")) for name in ("no", "yes")]
        names: list[Control] = [
            TextField(key="blue_name", label=self.app.say("side.blue"), text=settings.blue_name, longest=NAME_LENGTH),
            TextField(key="red_name", label=self.app.say("side.red"), text=settings.red_name, longest=NAME_LENGTH),
        ]
        clocks = [(name, self.say("setup.clock.none") if name == "none" else name) for name in CLOCKS]
        rows = [Row(self.say("setup.names"), names), self._row("clock", self._group("clock", clocks, "none"))]
        if GAMES[self.kind].uses_directions:
            rows.append(self._row("turning", self._group("turning", turns, "no")))
        return rows

    def _sides(self) -> list[tuple[str, str]]:
        return [(name, self.app.say(f"side.{name}")) for name in SIDES]

    def _side_group(self, usual: str) -> RadioGroup:
        return self._group("side", [*self._sides(), (RANDOM, self.say("setup.random"))], usual)

    @property
    def _rules(self) -> Rules:
        """The rules of the default game."""
        return read_rules(self.app.settings.rules)

    def _value(self, key: str) -> str:
        control = self.form[key]
        if isinstance(control, Slider):
            return LEVELS[control.stop]
        return self.form.find(key, RadioGroup).value

    def _follow(self) -> None:
        """Disable the choices that have no effect at present."""
        if self.mode not in MODES and not self._is_for_two:
            self.form["side"].enabled = self.setup().sample.side is not None

    @property
    def _is_for_two(self) -> bool:
        return self.mode == "pvp" or (self.mode not in MODES and self._value("opponent") == FRIEND)

    def _note_height(self, canvas: Canvas, row: Row, width: int) -> int:
        return canvas.line_height(NOTE) * len(canvas.wrap(row.note, NOTE, width)) if row.note else 0

    def fit_card(self, canvas: Canvas, room: pygame.Rect) -> pygame.Rect:
        width = min(room.width, canvas.size(36))
        inside = width - canvas.size(1.6)
        detail = self._detail_text()
        self._detail_height = canvas.line_height(0.88) * len(canvas.wrap(detail, 0.88, inside)) if detail else 0
        label, gap = canvas.line_height(LABEL), canvas.size(0.7)
        notes = sum(self._note_height(canvas, row, inside - canvas.size(INDENT)) for row in self._rows)
        total = len(self._rows) * (canvas.size(PLAIN) + label + gap) + notes + 2 * gap + canvas.size(3.2 + 2.2)
        if total + self._detail_height > room.height:
            self._detail_height = 0  # In a low window the choices need the room.
        return centred(room, width, total + self._detail_height)

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        play = canvas.size(3.2)
        self.form["play"].rect = pygame.Rect(0, 0, min(canvas.size(16), area.width), play)
        self.form["play"].rect.midbottom = area.midbottom
        label, gap, height = canvas.line_height(LABEL), canvas.size(0.7), canvas.size(PLAIN)
        notes = [self._note_height(canvas, row, area.width - canvas.size(INDENT)) for row in self._rows]
        # In a low window, shrink the rows.
        count = len(self._rows)
        needed = count * (height + label + gap) + sum(notes) + self._detail_height + 2 * gap + play
        if needed > area.height:
            gap = gap // 2
            room = area.height - count * (label + gap) - sum(notes) - self._detail_height - 2 * gap - play
            height = max(room // count, height // 2)
        self._labels, self._notes = [], []
        for choice, note in zip(self._rows, notes, strict=True):
            self._labels.append((choice.label, cut_top(area, label)))
            line = cut_top(area, height)
            for control, place in zip(choice.controls, row(line, len(choice.controls), canvas.size(0.6)), strict=True):
                control.rect = place
            # Below its heading.
            left, width = area.left + canvas.size(INDENT), area.width - canvas.size(INDENT)
            self._notes.append((choice.note, pygame.Rect(left, line.bottom, width, note + 2)))
            cut_top(area, note, gap)
        self._detail = cut_top(area, self._detail_height + 2)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        for label, rect in self._labels:
            place = (rect.left + canvas.size(INDENT), rect.top + canvas.line_height(1.0) // 2)
            canvas.text(label, place, 0.95, bold=True, width=rect.width)
        for note, rect in self._notes:
            if note:
                canvas.paragraph(note, rect, NOTE, colour=canvas.theme.faint)
        if self._detail_height:
            canvas.paragraph(self._detail_text(), self._detail, 0.88, colour=canvas.theme.faint, centred=True)

    @property
    def ground_key(self) -> object:
        return super().ground_key, self._detail_text(), tuple(label for label, _ in self._labels)

    def _detail_text(self) -> str:
        parts = []
        if f"desktop.setup.{self.mode}.detail" in self.app.say:
            parts.append(self.say(f"setup.{self.mode}.detail"))
        if self.mode in MODES and not self._rules.first_may_be_chosen:
            parts.append(self.say("setup.first.fixed", rules=self._rules.name))
        return "\n".join(parts)

    def act(self, action: Action) -> None:
        match action.key:
            case "back":
                self.leave()
            case "play":
                self._play()
            case "blue_name" | "red_name":
                self.app.change(**{action.key: action.value})
            case "level":
                self.app.change(level=self._value("level"))
            case key:
                is_level = isinstance(self.form[key], Slider)
                _chosen[self.mode, key] = self._value(key) if is_level else str(action.value)
                self.rebuild()

    def _play(self) -> None:
        setup, settings = self.setup(), self.app.settings
        game = setup.game()
        seats = setup.seats(game)
        if not self._is_for_two:
            pace = self._value("pace") if self.mode == "ava" else "normal"
            self.app.exchange(PlayView.begin(self.app, game, seats, pace=pace))
            return
        blue, red = settings.blue_name.strip(), settings.red_name.strip()
        names = (blue, red) if game.side is Side.BLUE else (red, blue)
        turning = game.uses_directions and self._value("turning") == "yes"
        clock = Clock.of(self._value("clock"))
        self.app.exchange(PlayView.begin(self.app, game, seats, names=names, clock=clock, turning=turning))

    def setup(self) -> Setup:
        """The game and its players as chosen."""
        kind = GAMES[self.kind]
        if self.mode in MODES:
            rules, first = self.app.settings.rules, SIDES[self._value("first")]
        else:
            chosen = [options[self._value(key)] for key, options in kind.features.rule_choices.items()]
            usual = next(iter(kind.rules_type.named))
            rules, first = f"{usual}:{','.join(filter(None, chosen))}".rstrip(":"), None
        if self._is_for_two:
            return Setup(self.kind, rules, first=first)
        if self.mode == "ava":
            return Setup(self.kind, rules, first=first, watch=(self._value("blue"), self._value("red")))
        opponent = COMPUTER if self.mode in MODES else self._value("opponent")
        side = self._value("side")
        return Setup(
            self.kind,
            rules,
            first=first,
            side=random.choice(list(Side)) if side == RANDOM else SIDES[side],
            versus=self._value("level") if opponent == COMPUTER else opponent,
        )
