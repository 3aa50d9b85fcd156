"""The series of games behind the statistics screen."""

from collections.abc import Callable

import pygame
import pytest

from jungle.arena.games import GameJob, GameResult, Opening, Termination
from jungle.desktop.application import Application
from jungle.desktop.controls import Action
from jungle.desktop.series import BINS, Series, picture
from jungle.desktop.views.statistics import StatisticsView
from jungle.errors import JungleError
from jungle.pieces import Side
from tests.desktop.driving import pass_time


def result(pair: int, leg: int, winner: int | None, plies: int = 60) -> GameResult:
    blue, red = (0, 1) if leg == 0 else (1, 0)
    job = GameJob(0, pair, leg, (blue, red), Opening(), "")
    ending = Termination.REPETITION if winner is None else Termination.DEN
    return GameResult(job=job, line=" ".join(["a3a4"] * plies), winner=winner, first=Side.BLUE, ending=ending)


def test_the_picture_counts_for_the_first_player() -> None:
    shown = picture([result(0, 0, 0, 50), result(0, 1, 0, 60), result(1, 1, 1, 120), result(1, 0, None, 90)])
    assert shown.wins == (1, 1)
    assert shown.losses == (0, 1)
    assert shown.draws == (1, 0)
    assert shown.games == 4
    # In the order of the plan, whatever order they ended in.
    assert shown.scores == (1.0, 0.5, 0.5, 0.625)
    assert shown.endings == (("den", 3), ("repetition", 1))
    assert sum(shown.lengths) == 4
    assert len(shown.lengths) == BINS
    assert shown.longest == 120
    assert shown.bounds is not None
    low, high = shown.bounds
    assert low <= 0.625 <= high


def test_players_that_there_are_not_are_refused() -> None:
    with pytest.raises(JungleError):
        Series("nobody", "easy", 4, rules="standard")


def test_a_series_is_played_to_its_end() -> None:
    series = Series("random", "greedy", 4, rules="leiden")
    pass_time(lambda _: None, lambda: not series.is_running)
    assert series.failure is None
    assert len(series.results) == series.total == 4
    series.stop()


def test_a_series_stops_when_it_is_told_to() -> None:
    series = Series("impossible", "impossible", 10, rules="standard")
    series.stop()  # ten games of theirs would take minutes
    assert not series.is_running
    assert series.failure is None


def test_the_plots_grow_on_the_screen(make_app: Callable[..., Application]) -> None:
    app = make_app((900, 1100))
    view = StatisticsView(app)
    app.open(view)
    before = app.draw().copy()
    view.act(Action("first", "random"))
    view.act(Action("games", "10"))
    view.act(Action("start"))
    pass_time(app.update, lambda: not view.is_running and not view.is_moving)
    assert view.picture.games == 10
    app.dirty = True
    after = app.draw()
    for plot in view._plots:
        assert pygame.image.tobytes(before.subsurface(plot), "RGB") != pygame.image.tobytes(
            after.subsurface(plot), "RGB"
        )
    app.home()


def test_a_second_run_is_another_sample(make_app: Callable[..., Application]) -> None:
    view = StatisticsView(make_app())
    seeds = []
    for _ in range(2):
        view.act(Action("start"))
        assert view.series is not None
        seeds.append(view.series.plan.seed)
        view.close()
    assert seeds[0] != seeds[1]
