"""The window itself, on a dummy screen, with mouse and keyboard events."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from jungle import storage
from jungle.desktop.cards import MenuCard, ResultCard
from jungle.desktop.views.options import OptionsView
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.start import StartView
from jungle.desktop.window import LEAST_SIZE, Loop, run
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.outcome import Reason
from jungle.play.events import Job
from tests.desktop.driving import pass_time

SIZE = 600, 800


@pytest.fixture(scope="module")
def window(screen: None) -> Iterator[pygame.Window]:
    """One loop for all tests."""
    window = pygame.Window("test", SIZE, resizable=True)
    window.minimum_size = LEAST_SIZE
    yield window
    window.destroy()


@pytest.fixture
def loop(window: pygame.Window, home: Path) -> Iterator[Loop]:
    window.size = SIZE
    loop = Loop(window)
    loop.app.change(animation="off", evaluation_bar=False)
    loop.step()
    yield loop
    loop.close()


def another_program(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> Loop:
    """The first loop is gone without closing; another one finds what is on disk."""
    if isinstance(loop.app.view, PlayView):
        loop.app.view.live.flush()
    home = Path(os.environ["JUNGLE_HOME"])
    shutil.copytree(home, home.with_name("after"))
    monkeypatch.setenv("JUNGLE_HOME", str(home.with_name("after")))
    other = Loop(loop.window)
    other.step()
    return other


def press(loop: Loop, *keys: int, shift: bool = False) -> None:
    for key in keys:
        mod = pygame.KMOD_SHIFT if shift else 0
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0))
        loop.step()


def click(loop: Loop, place: tuple[int, int], release: tuple[int, int] | None = None) -> None:
    end = release or place
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    if release:
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
        loop.step()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    loop.step()


def push(loop: Loop, key: str) -> None:
    click(loop, loop.app.view.form[key].rect.center)


def wait(loop: Loop, until: Callable[[], bool]) -> None:
    pass_time(lambda _: loop.step(), until)


def let_the_result_come(loop: Loop, view: PlayView) -> None:
    """The end card appears a moment after the last move."""
    for _ in range(10):
        loop.app.update(0.2)
    assert isinstance(view.card, ResultCard)
    loop.step()


def begin(loop: Loop, mode: str) -> PlayView:
    push(loop, mode)
    push(loop, "play")
    view = loop.app.view
    assert isinstance(view, PlayView)
    return view


def place(view: PlayView, name: str) -> tuple[int, int]:
    return view.painter.cell(BOARD.parse_square(name)).center


@pytest.mark.parametrize(
    ("screen_size", "asked", "expected"),
    [
        ((960, 600), None, (900, 552)),
        ((960, 600), (960, 600), (960, 600)),
        ((1920, 1080), None, (900, 994)),
        ((2560, 1440), None, (900, 1000)),
        ((800, 480), None, (800, 442)),
    ],
)
def test_the_window_opens_no_larger_than_the_screen(
    screen_size: tuple[int, int],
    asked: tuple[int, int] | None,
    expected: tuple[int, int],
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[tuple[int, int]] = []
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen_size])
    monkeypatch.setattr(pygame, "quit", lambda: None)

    def note_size(loop: Loop) -> None:
        opened.append(loop.window.size)
        loop.close()

    monkeypatch.setattr(Loop, "run", note_size)
    run(size=asked)
    assert opened == [expected]


def test_a_whole_game_with_the_mouse(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    view = begin(loop, "pvp")
    game = Game()
    for ply, text in enumerate(
        ["c3d3", "a9b9", "d3d4", "b9a9", "d4d5", "a9b9", "d5d6", "b9a9", "d6d7", "a9b9", "d7d8", "b9a9", "d8d9"]
    ):
        origin, target = text[:2], text[2:]
        if ply % 3:
            click(loop, place(view, origin))
            click(loop, place(view, target))
        else:
            click(loop, place(view, origin), place(view, target))
        game.play(text)
        assert view.board.faces() == game.faces()
    assert view.live.game == game
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason is Reason.DEN
    assert loop.app.library.newest() is None
    let_the_result_come(loop, view)
    # Play again, from the card.
    assert view.card is not None
    click(loop, view.card["new"].rect.center)
    assert loop.app.view is view
    assert len(view.live.game) == 0
    assert view.live.game is not game


def test_a_game_with_the_keyboard_alone(loop: Loop) -> None:
    press(loop, pygame.K_UP)  # to "Player vs Player", above the proposal
    assert loop.app.view.form.focus == "pvp"
    press(loop, pygame.K_RETURN, pygame.K_RETURN)
    view = loop.app.view
    assert isinstance(view, PlayView)
    view.board.hand.cursor = BOARD.parse_square("a2")
    press(loop, pygame.K_UP, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN)
    assert [move.notation() for move in view.live.game.moves] == ["8-a4"]
    press(loop, pygame.K_u)
    assert len(view.live.game) == 0
    press(loop, pygame.K_r)
    assert len(view.live.game) == 1
    turned = view.board.turned
    press(loop, pygame.K_f)
    assert view.board.turned is not turned
    sound = loop.app.settings.sound
    press(loop, pygame.K_m)
    assert loop.app.settings.sound is not sound
    press(loop, pygame.K_PAGEUP)
    viewing = view.board.viewing
    assert viewing == 0
    press(loop, pygame.K_END)
    assert view.board.viewing is None
    press(loop, pygame.K_h)
    wait(loop, lambda: view.board.hint is not None)
    press(loop, pygame.K_ESCAPE)
    card = view.card
    assert isinstance(card, MenuCard)
    press(loop, pygame.K_ESCAPE)
    assert view.card is None
    press(loop, pygame.K_TAB)
    assert view.form.focus == "undo"
    press(loop, pygame.K_RETURN)
    assert len(view.live.game) == 0


def test_every_menu_can_be_opened_and_closed_by_keyboard(loop: Loop) -> None:
    for key in ("pvp", "pva", "ava", "flip", "rules", "statistics", "load", "config"):
        start = loop.app.view
        for _ in range(20):
            if start.form.focus == key:
                break
            press(loop, pygame.K_TAB)
        press(loop, pygame.K_RETURN)
        assert loop.app.view is not start, key
        press(loop, pygame.K_ESCAPE)
        assert loop.app.view is start, key


def test_a_game_against_the_computer_continues_after_a_kill(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    view = begin(loop, "pva")
    click(loop, place(view, "a3"), place(view, "a4"))
    wait(loop, lambda: len(view.live.game) == 2)
    other = another_program(loop, monkeypatch)
    label = other.app.view.form["continue"].label
    assert label.startswith("Continue: Player – Hedgehog (3)")
    push(other, "continue")
    again = other.app.view
    assert isinstance(again, PlayView)
    assert again.live.game == view.live.game
    assert again.board.may_play
    other.close()


def test_quitting_stops_a_thinking_engine(loop: Loop) -> None:
    push(loop, "pva")
    view = loop.app.view
    view.form.focus = "level"
    press(loop, *[pygame.K_RIGHT] * 9)
    push(loop, "play")
    play = loop.app.view
    assert isinstance(play, PlayView)
    assert play.live.seats == (None, "10")
    click(loop, place(play, "a3"), place(play, "a4"))
    wait(loop, play.live.is_thinking)
    thinking = play.live._background._running[Job.MOVE]
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    loop.step()
    assert not loop.app.running
    loop.app.close()
    assert thinking.wait(30)
    assert len(play.live.game) == 1


def test_closing_the_settings_returns_to_the_game(loop: Loop) -> None:
    view = begin(loop, "pvp")
    press(loop, pygame.K_ESCAPE)
    assert view.card is not None
    click(loop, view.card["config"].rect.center)
    config = loop.app.view
    assert isinstance(config, OptionsView)
    config.form.focus = "piece_set"
    press(loop, pygame.K_RIGHT, pygame.K_ESCAPE)
    assert loop.app.view is view
    assert loop.app.settings.piece_set == "captioned"


def test_the_layout_follows_the_window_size(loop: Loop) -> None:
    view = begin(loop, "pvp")
    loop.window.size = (1000, 700)
    loop.step()
    assert loop.app.draw().get_size() == (1000, 700)
    assert view.painter.rect.right < view.places.moves_panel.left


def test_nothing_is_drawn_while_nothing_happens(loop: Loop) -> None:
    view = begin(loop, "pvp")
    wait(loop, lambda: not view.is_moving())
    loop.step()
    assert not loop.app.dirty
    assert not loop.app.is_moving()
    loop.step()
    assert not loop.app.dirty


def test_a_click_on_a_move_shows_its_position(loop: Loop) -> None:
    view = begin(loop, "pvp")
    for origin, target in (("a3", "a4"), ("g7", "g6"), ("a4", "a5")):
        click(loop, place(view, origin), place(view, target))
    cells = dict(view.moves.cells())
    click(loop, cells[1].center)
    viewing = view.board.viewing
    assert viewing == 1
    click(loop, view.form["resume"].rect.center)
    assert view.board.viewing is None
    assert len(view.live.game) == 1


def test_two_computers_play(loop: Loop) -> None:
    push(loop, "ava")
    setup = loop.app.view
    for key, keys in (("blue", [pygame.K_LEFT] * 9), ("red", [pygame.K_LEFT] * 9), ("pace", [pygame.K_RIGHT] * 3)):
        setup.form.focus = key
        press(loop, *keys)
    push(loop, "play")
    view = loop.app.view
    assert isinstance(view, PlayView)
    assert view.live.seats == ("1", "1")
    wait(loop, lambda: len(view.live.game) >= 4)


def run_command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("SDL", "DISPLAY", "WAYLAND"))}
    command = [sys.executable, "-m", "jungle", "desktop", *arguments]
    return subprocess.run(command, env=plain | environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_a_missing_screen_is_reported_in_one_line(tmp_path: Path) -> None:
    done = run_command(JUNGLE_HOME=str(tmp_path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "`jungle play`" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_pygame_one_line_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "pygame.py").write_text("raise ModuleNotFoundError(\"No module named 'pygame'\", name='pygame')")
    done = run_command(PYTHONPATH=str(tmp_path), JUNGLE_HOME=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "[desktop]" in done.stderr


def test_a_bad_size_is_refused_in_one_line() -> None:
    done = run_command("--size", "big")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "'big'" in done.stderr


def test_a_game_from_another_position_continues(loop: Loop) -> None:
    games = storage.folder("games")
    games.mkdir(parents=True)
    (games / "won.jgn").write_text('[Rules "standard"]\n[FEN "7/3W3/7/7/7/7/7/4r2/7 b 0 1"]\n[Result "*"]\n\n*\n')
    push(loop, "load")
    push(loop, "open")
    view = loop.app.view
    assert isinstance(view, PlayView)
    click(loop, place(view, "d8"), place(view, "d9"))
    let_the_result_come(loop, view)


def test_enter_continues_the_game_in_progress(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    view = begin(loop, "pvp")
    click(loop, place(view, "a3"), place(view, "a4"))
    other = another_program(loop, monkeypatch)
    press(other, pygame.K_RETURN)
    again = other.app.view
    assert isinstance(again, PlayView)
    assert len(again.live.game) == 1
    other.close()


def test_neither_a_look_at_a_record_nor_a_game_without_a_move_hides_the_game_in_progress(loop: Loop) -> None:
    view = begin(loop, "pvp")
    click(loop, place(view, "a3"), place(view, "a4"))
    loop.app.home()
    (storage.folder("games") / "over.jgn").write_text('[Rules "standard"]\n[Result "1-0"]\n\n1. 8-a4 8-g6 1-0\n')
    push(loop, "load")
    push(loop, "open")
    assert isinstance(loop.app.view, PlayView)
    press(loop, pygame.K_HOME, pygame.K_END)
    loop.app.home()
    begin(loop, "flip")
    loop.app.home()
    saved = loop.app.library.newest()
    assert saved is not None
    assert [move.uci() for move in saved.game.moves] == ["a3a4"]


def test_a_game_opened_by_another_program_is_reported(loop: Loop) -> None:
    view = begin(loop, "pvp")
    click(loop, place(view, "a3"), place(view, "a4"))
    loop.app.home()
    journal, _ = storage.resume(storage.folder("games"))
    push(loop, "continue")
    start = loop.app.view
    assert isinstance(start, StartView)
    assert "open elsewhere" in start.notice
    journal.close()


def test_a_resignation_before_the_first_move_can_be_taken_back_by_mouse(loop: Loop) -> None:
    view = begin(loop, "pvp")
    view.live.resign()
    let_the_result_come(loop, view)
    press(loop, pygame.K_ESCAPE)
    push(loop, "undo")
    assert view.live.outcome is None
