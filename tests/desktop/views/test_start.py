"""The start screen: its menu at every size."""

from collections.abc import Callable

import pytest

from jungle.desktop.application import Application
from jungle.desktop.views.start import OTHERS


@pytest.mark.parametrize("size", [(380, 420), (1280, 800), (1920, 1080)])
def test_labels_have_room_and_one_size(make_app: Callable[..., Application], size: tuple[int, int]) -> None:
    app = make_app(size)
    app.arrange()
    form, canvas = app.view.form, app._canvas
    menu = form["pvp"].rect.height
    assert form["config"].rect.height <= menu
    for key, _ in OTHERS:
        rect = form[key].rect
        part = min(rect.height * 0.42 / canvas.unit, 1.25)
        assert canvas.measure(form[key].label, part)[0] + 1.2 * rect.height <= rect.width, key


def test_labels_of_a_small_window_are_of_one_size(make_app: Callable[..., Application]) -> None:
    app = make_app((380, 420))
    app.arrange()
    assert len({control.rect.height for control in app.view.form.controls}) == 1


def test_the_menu_is_about_as_wide_as_the_signs_on_a_large_screen(make_app: Callable[..., Application]) -> None:
    app = make_app((1920, 1080))
    app.arrange()
    assert app.view.form["pvp"].rect.width >= 0.9 * app.view._wordmark.width  # type: ignore[attr-defined]
