"""Controls and the focus among them, without a window."""

import pygame
import pytest

from jungle.desktop.controls import Action, Button, Form, RadioGroup, Rows, Slider, Toggle
from jungle.desktop.inputs import Key, Pointer, Touch, Wheel, read_event


def grid() -> Form:
    """Two buttons above a slider, a choice and a toggle."""
    return Form(
        [
            Button(key="left", rect=pygame.Rect(0, 0, 100, 40)),
            Button(key="right", rect=pygame.Rect(120, 0, 100, 40)),
            Slider(key="volume", value=0.5, rect=pygame.Rect(0, 60, 220, 20)),
            RadioGroup(
                key="theme", options=[("a", "A"), ("b", "B"), ("c", "C")], value="a", rect=pygame.Rect(0, 100, 220, 40)
            ),
            Toggle(key="sound", on=True, rect=pygame.Rect(0, 160, 60, 30)),
        ]
    )


def press(form: Form, *names: str) -> Action | None:
    action = None
    for name in names:
        _, action = form.handle(Key(name))
    return action


def click(form: Form, x: int, y: int) -> Action | None:
    form.handle(Pointer(Touch.DOWN, (x, y)))
    return form.handle(Pointer(Touch.UP, (x, y)))[1]


def test_a_click_counts_only_where_it_began() -> None:
    form = grid()
    assert click(form, 10, 10) == Action("left")
    form.handle(Pointer(Touch.DOWN, (10, 10)))
    assert form.handle(Pointer(Touch.UP, (150, 10))) == (True, None)


def test_tab_cycles_in_both_directions_and_shows_the_focus() -> None:
    form = grid()
    seen = []
    for _ in range(6):
        form.handle(Key("tab"))
        seen.append(form.focus)
    assert seen == ["left", "right", "volume", "theme", "sound", "left"]
    assert form.focus_shown
    form.handle(Key("tab", shift=True))
    assert form.focus == "sound"
    click(form, 10, 10)
    assert not form.focus_shown


def test_disabled_controls_are_skipped() -> None:
    form = grid()
    form["right"].enabled = False
    press(form, "tab", "tab")
    assert form.focus == "volume"
    assert click(form, 150, 10) is None


def test_arrow_keys_move_the_focus_in_their_direction() -> None:
    form = grid()
    form.focus = "left"
    press(form, "right")
    assert form.focus == "right"
    press(form, "down")
    assert form.focus == "volume"
    press(form, "down")
    assert form.focus == "theme"


@pytest.mark.parametrize("name", ["return", "space"])
def test_enter_and_space_press(name: str) -> None:
    form = grid()
    form.focus = "right"
    assert press(form, name) == Action("right")


def test_a_slider_stays_between_0_and_1_by_key_and_pointer() -> None:
    form = grid()
    form.focus = "volume"
    assert press(form, "right") == Action("volume", 0.55)
    form.handle(Pointer(Touch.DOWN, (0, 70)))
    slider = form["volume"]
    assert isinstance(slider, Slider)
    assert slider.value == 0
    assert form.handle(Pointer(Touch.MOVE, (5000, 70))) == (True, Action("volume", 1.0))


def test_choice_by_key_and_pointer() -> None:
    form = grid()
    form.focus = "theme"
    assert press(form, "left") == Action("theme", "a")
    assert press(form, "right") == Action("theme", "b")
    assert click(form, 200, 120) == Action("theme", "c")


def test_choice_in_rows() -> None:
    choice = RadioGroup(
        key="x", options=[(c, c) for c in "abcde"], value="a", columns=2, rect=pygame.Rect(0, 0, 100, 90)
    )
    assert choice.cells()[3] == pygame.Rect(50, 30, 50, 30)
    assert choice.click((75, 45)) == Action("x", "d")


def test_clicks_and_enter_toggle_a_switch() -> None:
    form = grid()
    assert click(form, 10, 170) == Action("sound", False)
    form.focus = "sound"
    assert press(form, "return") == Action("sound", True)


def test_rows_scroll_and_follow_the_choice() -> None:
    rows = Rows(key="games", rows=[str(i) for i in range(20)], row_height=10, rect=pygame.Rect(0, 0, 100, 50))
    form = Form([rows], focus="games")
    press(form, *["down"] * 7)
    assert rows.chosen == 7
    assert [i for i, _ in rows.cells()] == [3, 4, 5, 6, 7]
    form.handle(Wheel((50, 20), -100))
    assert rows.offset == 15
    assert form.handle(Key("home")) == (True, None)
    assert rows.chosen == 0
    assert click(form, 50, 25) == Action("games", 2)
    assert click(form, 50, 25) == Action("games.open", 2)
    assert press(form, "return") == Action("games.open", 2)
    press(form, "end", "pageup")
    assert rows.chosen == 14


def test_replacing_controls_keeps_the_focus_by_key() -> None:
    form = grid()
    form.focus = "theme"
    form.replace([Button(key="theme")])
    assert form.focus == "theme"
    form.replace([Button(key="other")])
    assert form.focus is None


def test_events_become_inputs_in_pixels() -> None:
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(10, 20))
    assert read_event(down, 2.0) == Pointer(Touch.DOWN, (20, 40))
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_u, mod=0)
    assert read_event(key) == Key("u")
    assert read_event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=pygame.KMOD_SHIFT)) == Key("tab", True)
    # System shortcuts are ignored.
    assert read_event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_u, mod=pygame.KMOD_CTRL)) is None
    assert read_event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(0, 0))) is None
