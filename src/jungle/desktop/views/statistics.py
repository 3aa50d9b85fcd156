"""Statistics: a match between two computer players, with plots that grow while it runs."""

import os
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

import pygame

from jungle.arena import MatchResult, play_match
from jungle.arena.summary import Standing, summarise
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button, RadioGroup
from jungle.desktop.layout import WIDE, cut_left, cut_top, row
from jungle.desktop.plots import (
    FIRST,
    INCONCLUSIVE,
    NEITHER,
    SECOND,
    draw_bars,
    draw_frame,
    draw_line_plot,
    draw_parts,
    draw_ranking,
)
from jungle.desktop.view import Page
from jungle.desktop.words import game_title, player_name, side_name
from jungle.engine import EVALUATIONS
from jungle.games import DEFAULT_GAME, GAMES
from jungle.pieces import Side

if TYPE_CHECKING:
    from jungle.desktop.application import Application

EVALUATION_MODES = {name: f"engine:depth=4,hash=8,eval={name}" for name in EVALUATIONS}
"""Players that search alike and judge positions differently, by what they judge by."""
PLAYERS = ("random", "greedy", "easy", "medium", "hard", "impossible")
OFFERED = (*PLAYERS, *EVALUATION_MODES.values())
GAME_COUNTS = (10, 50, 100, 500)
BINS = 12
PATIENCE = 2.0
"""Seconds to wait for a match that was stopped."""


class StatisticsView(Page):
    """The choice of players above, four plots below."""

    title_key = "statistics.title"

    def __init__(self, app: "Application") -> None:
        super().__init__(app)
        self.chosen = {"game": next(iter(GAMES)), "first": "easy", "second": "greedy", "games": str(GAME_COUNTS[0])}
        self.match: MatchResult | None = None
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._plots: list[pygame.Rect] = []
        self._status = pygame.Rect(0, 0, 0, 0)
        self._runs = 0
        self._seconds = 0.0
        self._was_running = False

    def is_running(self) -> bool:
        return self.match is not None and not self.match.done

    @property
    def played(self) -> int:
        """How many games have been played."""
        return 0 if self.match is None else len(self.match.games)

    def build(self) -> None:
        players = [(name, self._name(name)) for name in OFFERED]
        games = [(kind, game_title(self.app.say, kind)) for kind in GAMES]
        running, counts = self.is_running(), [(str(count), str(count)) for count in GAME_COUNTS]
        go = "stop" if running else "start"
        self.form.replace(
            [
                RadioGroup(key="game", options=games, value=self.chosen["game"], enabled=not running),
                RadioGroup(key="first", options=players, value=self.chosen["first"], columns=3, enabled=not running),
                RadioGroup(key="second", options=players, value=self.chosen["second"], columns=3, enabled=not running),
                RadioGroup(key="games", options=counts, value=self.chosen["games"], enabled=not running),
                Button(key=go, label=self.say(f"statistics.{go}"), icon="stop" if running else "play", primary=True),
                self.back_button(),
            ]
        )
        if self.form.focus is None:
            self.form.focus = go

    def _name(self, player: str) -> str:
        mode = next((mode for mode, name in EVALUATION_MODES.items() if name == player), None)
        return player_name(self.app.say, player) if mode is None else self.say(f"statistics.evaluation.{mode}")

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        label, gap = canvas.line_height(0.9), canvas.size(0.7)
        double, single = canvas.size(2.1 * -(-len(OFFERED) // 3)), canvas.size(2.3)
        form, go = self.form, self.form.controls[4]
        self._labels = []
        if area.width > area.height * WIDE:
            high = canvas.size(2.9)
            # In a low window everything but the text shrinks.
            texts = 4 * label + canvas.size(0.4)
            shrink = min((area.height - texts) / (2 * single + 2 * double + high + 6 * gap), 1.0)
            single, double, high, gap = (int(length * shrink) for length in (single, double, high, gap))
            left = cut_left(area, round(area.width * 0.34), 2 * gap)
            form["game"].rect = cut_top(left, single, gap)
            for key, height in (("first", double), ("second", double), ("games", single)):
                self._labels.append((key, cut_top(left, label)))
                form[key].rect = cut_top(left, height, gap)
            cut_top(left, gap)
            go.rect = cut_top(left, high, gap)
            self._status = cut_top(left, label)
        else:
            form["game"].rect = cut_top(area, single, gap // 2)
            players = row(cut_top(area, label + double, gap // 2), 2, gap)
            for key, half in zip(("first", "second"), players, strict=True):
                self._labels.append((key, cut_top(half, label)))
                form[key].rect = half
            go.rect = cut_top(area, single, gap // 3)
            self._labels.append(("games", cut_left(go.rect, round(area.width * 0.14))))
            form["games"].rect = cut_left(go.rect, round(area.width * 0.5), gap)
            self._status = cut_top(area, label, gap // 3)
        upper = cut_top(area, (area.height - gap) // 2, gap)
        self._plots = [*row(upper, 2, gap), *row(cut_top(area, upper.height), 2, gap)]

    @property
    def ground_key(self) -> object:
        return super().ground_key, self.is_running(), tuple(self._status)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        for key, rect in self._labels:
            canvas.text(self.say(f"statistics.{key}"), rect.midleft, 0.92, bold=True, width=rect.width)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self._draw_progress(canvas)
        status, faint = self._status, canvas.theme.faint
        canvas.text(self._status_text(), status.midleft, 0.92, colour=faint, width=status.width)
        say, names = self.say, self._names()
        first = self._name(names[0])
        results, score, lengths, endings = self._plots
        played = () if self.match is None else self.match.games
        summary = summarise(played, 0, 1, names)
        inside = draw_frame(canvas, results, say("statistics.results"))
        rows = [(f"{first}: {side_name(self.app.say, side)}", _parts(summary.by_side[side])) for side in Side]
        rows.append((say("statistics.all"), _parts(summary.standing)))
        legend = canvas.line_height(0.85)
        draw_parts(canvas, pygame.Rect(inside.left, inside.top, inside.width, inside.height - legend), rows)
        place = pygame.Rect(inside.left, inside.bottom - legend, inside.width, legend)
        keys = self._legend(summary.standing)
        for colour, name in keys:
            cell = cut_left(place, inside.width * (2 if colour == NEITHER else 3) // (3 * len(keys) - 1))
            mark = pygame.Rect(cell.left, 0, canvas.size(0.7), canvas.size(0.7))
            mark.centery = cell.centery
            canvas.surface.fill(colour, mark)
            canvas.text(name, (mark.right + mark.width // 2, cell.centery), 0.72, width=cell.width - mark.width * 1.6)
        inside = draw_frame(canvas, score, say("statistics.score"))
        bounds = None
        if summary.pairs.total >= 2:
            interval = summary.pairs.interval()
            bounds = interval.low, interval.high
        points = accumulate(result.points(0) for result in played)
        scores = [total / number for number, total in enumerate(points, start=1)]
        draw_line_plot(canvas, inside, scores, self._total, bounds)
        inside = draw_frame(canvas, lengths, say("statistics.lengths"))
        longest = max(summary.lengths, default=0)
        bins = Counter(min(plies * BINS // max(longest, 1), BINS - 1) for plies in summary.lengths)
        draw_bars(canvas, inside, [bins[i] for i in range(BINS)], longest)
        inside = draw_frame(canvas, endings, say("statistics.endings"))
        ways = Counter(result.ending.value for result in played)
        draw_ranking(canvas, inside, [(say(f"ending.{name}"), count) for name, count in ways.most_common()])

    def _legend(self, standing: Standing) -> list[tuple[str, str]]:
        """The colours of the results and what they stand for."""
        first, second = map(self._name, self._names())
        keys = [(FIRST, first), (NEITHER, self.say("statistics.draws")), (SECOND, second)]
        return [*keys, (INCONCLUSIVE, self.say("ending.too many plies"))] if standing.inconclusive else keys

    @property
    def _total(self) -> int:
        return 1 if self.match is None else self.match.plan.total

    def _names(self) -> tuple[str, str]:
        if self.match is not None:
            return self.match.plan.descriptions[0], self.match.plan.descriptions[1]
        return self.chosen["first"], self.chosen["second"]

    def _status_text(self) -> str:
        if self.match is None:
            return self.say("statistics.idle")
        if why := self.match.failure():
            return self.say("statistics.failed", why=why)
        return self.say("statistics.running", done=self.played, count=self._total, seconds=int(self._seconds))

    def _draw_progress(self, canvas: Canvas) -> None:
        """A bar that is alive from the first second: a light runs along the part that is still to come."""
        if self.match is None:
            return
        bar = pygame.Rect(self._status.left, self._status.bottom, self._status.width, canvas.size(0.35))
        canvas.block(bar, canvas.theme.button_edge, radius=bar.height / 2, opacity=0.35)
        done = round(bar.width * self.played / self._total)
        if done:
            part = pygame.Rect(bar.left, bar.top, done, bar.height)
            canvas.block(part, canvas.theme.accent[1], radius=bar.height / 2)
        if self.is_running() and done < bar.width:
            light = pygame.Rect(0, bar.top, max(bar.height * 3, 6), bar.height)
            light.left = bar.left + done + round((bar.width - done - light.width) * (self._seconds * 0.7 % 1.0))
            canvas.block(light.clip(bar), canvas.theme.accent[0], radius=bar.height / 2, opacity=0.9)

    def is_moving(self) -> bool:
        return self.is_running() or self._was_running

    def update(self, seconds: float) -> None:
        running = self.is_running()
        if running:
            self._seconds += seconds
        if running != self._was_running:
            self._was_running = running
            self.form.focus = None
            self.rebuild()

    def act(self, action: Action) -> None:
        match action.key:
            case "start":
                self._start()
            case "stop" if self.match:
                self.match.stop()
            case "first" | "second" | "games":
                self.chosen[action.key] = str(action.value)
            case "game":
                self.chosen["game"] = str(action.value)
                self.close()
                self.match = None
                self.rebuild()
            case _:
                super().act(action)

    def _start(self) -> None:
        chosen = self.chosen
        self._runs += 1  # The seed: a second run plays new games instead of repeating the first.
        self.match = play_match(
            chosen["first"],
            chosen["second"],
            games=int(chosen["games"]),
            game=chosen["game"],
            rules=self.app.settings.rules if chosen["game"] == DEFAULT_GAME else None,
            seed=self._runs,
            jobs=max((os.cpu_count() or 2) - 1, 1),
        )
        self._seconds = 0.0

    def close(self) -> None:
        if self.match is not None:
            self.match.stop()
            self.match.wait(PATIENCE)


def _parts(standing: Standing) -> list[tuple[str, int]]:
    """A bar with what was won, drawn, inconclusive and lost."""
    undecided = [(NEITHER, standing.draws), (INCONCLUSIVE, standing.inconclusive)]
    return [(FIRST, standing.wins), *undecided, (SECOND, standing.losses)]
