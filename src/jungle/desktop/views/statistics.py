"""Statistics: a series of games between two computer players, with plots that grow while it runs."""

from typing import TYPE_CHECKING

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button, RadioGroup
from jungle.desktop.layout import row
from jungle.desktop.plot_art import (
    FIRST,
    NEITHER,
    SECOND,
    draw_bars,
    draw_frame,
    draw_line_plot,
    draw_parts,
    draw_ranking,
)
from jungle.desktop.series import EVALUATION_MODES, GAMES, Picture, Series, picture, players_for
from jungle.desktop.view import Page
from jungle.desktop.views.setup import MAIN_GAME
from jungle.desktop.words import game_title, player_name
from jungle.games import GAMES as PLAYED

if TYPE_CHECKING:
    from jungle.desktop.application import Application


class StatisticsView(Page):
    """The choice of players above, four plots below."""

    name = "statistics"
    title_key = "statistics.title"

    def __init__(self, app: "Application") -> None:
        super().__init__(app)
        self.chosen = {"game": next(iter(PLAYED)), "first": "easy", "second": "greedy", "games": str(GAMES[0])}
        self.series: Series | None = None
        self.picture: Picture = picture([])
        self.trouble = ""
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._plots: list[pygame.Rect] = []
        self._status = pygame.Rect(0, 0, 0, 0)
        self._seen = -1
        self._runs = 0
        self._seconds = 0.0
        self._was_running = False

    @property
    def is_running(self) -> bool:
        return self.series is not None and self.series.is_running

    def build(self) -> None:
        names = players_for(self.chosen["game"])
        players = [(name, self._name(name)) for name in names]
        for key, usual in (("first", "easy"), ("second", "greedy")):
            if self.chosen[key] not in names:
                self.chosen[key] = usual
        games = [(kind, game_title(self.app.say, kind)) for kind in PLAYED]
        running = self.is_running
        self.form.replace(
            [
                RadioGroup(key="game", options=games, value=self.chosen["game"], enabled=not running),
                RadioGroup(key="first", options=players, value=self.chosen["first"], columns=3, enabled=not running),
                RadioGroup(key="second", options=players, value=self.chosen["second"], columns=3, enabled=not running),
                RadioGroup(
                    key="games",
                    options=[(str(n), str(n)) for n in GAMES],
                    value=self.chosen["games"],
                    enabled=not running,
                ),
                Button(
                    key="stop" if running else "start",
                    label=self.say("statistics.stop" if running else "statistics.start"),
                    icon="stop" if running else "play",
                    primary=True,
                ),
                self.back_button(),
            ]
        )
        if self.form.focus is None:
            self.form.focus = "stop" if running else "start"

    def _name(self, player: str) -> str:
        mode = next((mode for mode, name in EVALUATION_MODES.items() if name == player), None)
        return player_name(self.app.say, player) if mode is None else self.say(f"statistics.evaluation.{mode}")

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        wide = area.width > area.height * 1.05
        label, gap = canvas.line_height(0.9), canvas.size(0.7)
        lines = -(-len(players_for(self.chosen["game"])) // 3)
        double, single = canvas.size(2.1 * lines), canvas.size(2.3)
        go = self.form.controls[4]
        if wide:
            left = pygame.Rect(area.left, area.top, round(area.width * 0.34), area.height)
            y = left.top
            self._labels = []
            self.form["game"].rect = pygame.Rect(left.left, y, left.width, single)
            y += single + gap
            for key, height in (("first", double), ("second", double), ("games", single)):
                self._labels.append((key, pygame.Rect(left.left, y, left.width, label)))
                self.form[key].rect = pygame.Rect(left.left, y + label, left.width, height)
                y += label + height + gap
            go.rect = pygame.Rect(left.left, y + gap, left.width, canvas.size(2.9))
            self._status = pygame.Rect(left.left, go.rect.bottom + gap, left.width, label)
            plots = pygame.Rect(left.right + 2 * gap, area.top, area.right - left.right - 2 * gap, area.height)
        else:
            self.form["game"].rect = pygame.Rect(area.left, area.top, area.width, single)
            top = area.top + single + gap // 2
            halves = row(pygame.Rect(area.left, top, area.width, label + double), 2, gap)
            self._labels = []
            for key, half in zip(("first", "second"), halves, strict=True):
                self._labels.append((key, pygame.Rect(half.left, half.top, half.width, label)))
                self.form[key].rect = pygame.Rect(half.left, half.top + label, half.width, double)
            line = pygame.Rect(area.left, halves[0].bottom + gap // 2, area.width, single)
            name = round(line.width * 0.14)
            self._labels.append(("games", pygame.Rect(line.left, line.top, name, single)))
            self.form["games"].rect = pygame.Rect(line.left + name, line.top, round(line.width * 0.5), single)
            go.rect = pygame.Rect(
                line.left + name + round(line.width * 0.5) + gap,
                line.top,
                line.width - name - round(line.width * 0.5) - gap,
                single,
            )
            self._status = pygame.Rect(area.left, line.bottom + gap // 3, area.width, label)
            top = self._status.bottom + gap // 3
            plots = pygame.Rect(area.left, top, area.width, area.bottom - top)
        half_height = (plots.height - gap) // 2
        upper = row(pygame.Rect(plots.left, plots.top, plots.width, half_height), 2, gap)
        lower = row(pygame.Rect(plots.left, plots.top + half_height + gap, plots.width, half_height), 2, gap)
        self._plots = [*upper, *lower]

    @property
    def ground_key(self) -> object:
        return super().ground_key, self.is_running, tuple(self._status)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        for key, rect in self._labels:
            canvas.text(self.say(f"statistics.{key}"), rect.midleft, 0.92, bold=True, width=rect.width)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self._draw_progress(canvas)
        canvas.text(
            self._status_text(), self._status.midleft, 0.92, colour=canvas.theme.faint, width=self._status.width
        )
        shown, say = self.picture, self.say
        first, second = (self._name(name) for name in self._names())
        results, score, lengths, endings = self._plots
        inside = draw_frame(canvas, results, say("statistics.results"))
        sides = [self.app.say(f"side.{side}") for side in ("blue", "red")]
        rows = [
            (f"{first}: {sides[i]}", [(FIRST, shown.wins[i]), (NEITHER, shown.draws[i]), (SECOND, shown.losses[i])])
            for i in (0, 1)
        ]
        counts = [(FIRST, sum(shown.wins)), (NEITHER, sum(shown.draws)), (SECOND, sum(shown.losses))]
        rows.append((say("statistics.all"), counts))
        legend = canvas.line_height(0.85)
        draw_parts(canvas, pygame.Rect(inside.left, inside.top, inside.width, inside.height - legend), rows)
        names = [(FIRST, first), (NEITHER, say("statistics.draws")), (SECOND, second)]
        place = pygame.Rect(inside.left, inside.bottom - legend, inside.width, legend)
        parts = row(place, 8, 0)
        cells = [parts[0].union(parts[2]), parts[3].union(parts[4]), parts[5].union(parts[7])]
        for (colour, name), cell in zip(names, cells, strict=True):
            mark = pygame.Rect(cell.left, 0, canvas.size(0.7), canvas.size(0.7))
            mark.centery = cell.centery
            canvas.surface.fill(colour, mark)
            canvas.text(name, (mark.right + mark.width // 2, cell.centery), 0.72, width=cell.width - mark.width * 1.6)
        inside = draw_frame(canvas, score, say("statistics.score"))
        draw_line_plot(canvas, inside, shown.scores, self.series.total if self.series else 1, shown.bounds)
        inside = draw_frame(canvas, lengths, say("statistics.lengths"))
        draw_bars(canvas, inside, shown.lengths, shown.longest)
        inside = draw_frame(canvas, endings, say("statistics.endings"))
        draw_ranking(canvas, inside, [(say(f"ending.{name}"), count) for name, count in shown.endings])

    def _names(self) -> tuple[str, str]:
        if self.series is not None:
            return self.series.plan.players[0], self.series.plan.players[1]
        return self.chosen["first"], self.chosen["second"]

    def _status_text(self) -> str:
        if self.trouble:
            return self.trouble
        if self.series is None:
            return self.say("statistics.idle")
        if why := self.series.failure:
            return self.say("statistics.failed", why=why)
        seconds = int(self._seconds)
        return self.say("statistics.running", done=self.picture.games, count=self.series.total, seconds=seconds)

    def _draw_progress(self, canvas: Canvas) -> None:
        """A bar that is alive from the first second: a light runs along the part that is still to come."""
        if self.series is None:
            return
        bar = pygame.Rect(self._status.left, self._status.bottom, self._status.width, canvas.size(0.35))
        canvas.block(bar, canvas.theme.button_edge, radius=bar.height / 2, opacity=0.35)
        done = round(bar.width * self.picture.games / max(self.series.total, 1))
        if done:
            canvas.block(
                pygame.Rect(bar.left, bar.top, done, bar.height), canvas.theme.accent[1], radius=bar.height / 2
            )
        if self.is_running and done < bar.width:
            light = pygame.Rect(0, bar.top, max(bar.height * 3, 6), bar.height)
            light.left = bar.left + done + round((bar.width - done - light.width) * (self._seconds * 0.7 % 1.0))
            canvas.block(light.clip(bar), canvas.theme.accent[0], radius=bar.height / 2, opacity=0.9)

    @property
    def is_moving(self) -> bool:
        return self.is_running or self._was_running

    def update(self, seconds: float) -> None:
        if self.series is None:
            return
        running = self.is_running
        if running:
            self._seconds += seconds
        if len(self.series.results) != self._seen:
            self._seen = len(self.series.results)
            self.picture = picture(self.series.results)
        if running != self._was_running:
            self._was_running = running
            self.form.focus = None
            self.build()
            self.app.arrange()

    def act(self, action: Action) -> None:
        match action.key:
            case "start":
                self._start()
            case "stop" if self.series:
                self.series.stop()
            case "first" | "second" | "games":
                self.chosen[action.key] = str(action.value)
            case "game":
                self.chosen["game"] = str(action.value)
                self.close()
                self.series, self.picture, self._seen = None, picture([]), -1
                self.build()
                self.app.arrange()
            case _:
                super().act(action)

    def _start(self) -> None:
        chosen, games = self.chosen, int(self.chosen["games"])
        rules = self.app.settings.rules if chosen["game"] == MAIN_GAME else None
        self._runs += 1  # The seed: a second run plays new games instead of repeating the first.
        self.series = Series(
            chosen["first"], chosen["second"], games, rules=rules, game=chosen["game"], seed=self._runs
        )
        self._seen, self._seconds = -1, 0.0

    def close(self) -> None:
        if self.series is not None:
            self.series.stop()
