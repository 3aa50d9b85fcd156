"""The full-screen terminal game: keys and mouse in, pictures out. Needs the extra `screen`."""

import asyncio
import os
import sys
from collections.abc import Callable
from functools import cache

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from jungle.errors import JungleError
from jungle.terminal.full_screen_game import FullScreenGame
from jungle.terminal.loop import INTERRUPTED, OK, TICK, leave_on_signals
from jungle.terminal.picture import picture

# The squares have their own background colours, so pieces are readable on any terminal.
STYLE = Style.from_dict(
    {
        "title": "bg:#303030 #ffffff bold",
        "label": "#888888",
        "land0": "bg:#005f00 #87af87",
        "land1": "bg:#0a560a #87af87",
        "water0": "bg:#005f87 #87afd7",
        "water1": "bg:#06577d #87afd7",
        "trap0": "bg:#5f5f00 #d7d7af",
        "trap1": "bg:#5f5f00 #d7d7af",
        "den0": "bg:#5f0000 #ffd7af",
        "den1": "bg:#5f0000 #ffd7af",
        "last": "bg:#444444 #d7d7af",
        "hidden": "bg:#303030 #8a8a8a",
        "blue.edge": "bold #9adcff",
        "blue.colour": "bold #9adcff",
        "red.edge": "bold #ffe066",
        "red.colour": "bold #ff9a8a",
        "target": "underline bold #ffffff",
        "selected": "bg:#875f00 bold underline",
        "hint": "bg:#870087 bold",
        "plan": "bg:#5f00af",
        "cursor": "bg:#ffffff #000000 bold",
        "name": "nobold",
        "turn": "bold reverse",
        "taken": "",
        "moves": "",
        "message": "bold",
        "keys": "reverse",
    }
)


def run_full_screen(table: FullScreenGame) -> int:
    """Play until the player leaves, and return the exit code. The terminal is always restored.

    Raises JungleError if a player fails.
    """
    leave_on_signals()
    application = _application(table)
    return int(application.run(pre_run=lambda: _start(table, application)))


def _start(table: FullScreenGame, application: Application[int]) -> None:
    application.create_background_task(_tick(table, application))


def check_terminal() -> None:
    """Raise JungleError if there is no terminal that supports full-screen programs."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") in (None, "", "dumb"):
        raise JungleError("--screen needs a terminal that can place its cursor; leave it out to play line by line")


def _application(table: FullScreenGame) -> Application[int]:
    control = FormattedTextControl(lambda: _fragments(table, application), focusable=True, show_cursor=False)
    application: Application[int] = Application(
        layout=Layout(Window(control, always_hide_cursor=True)),
        key_bindings=_bindings(table),
        style=STYLE,
        full_screen=True,
        mouse_support=True,
    )
    application.ttimeoutlen = application.timeoutlen = 0.05
    return application


def _fragments(table: FullScreenGame, application: Application[int]) -> StyleAndTextTuples:
    size = application.output.get_size()
    monochrome = application.color_depth is ColorDepth.DEPTH_1_BIT

    @cache
    def clicked(square: int) -> Callable[[MouseEvent], object]:
        def handle(event: MouseEvent) -> object:
            if event.event_type is MouseEventType.MOUSE_UP:
                table.press(square)
                return None
            return NotImplemented

        return handle

    fragments: StyleAndTextTuples = []
    for line in picture(table, size.columns, size.rows, monochrome=monochrome):
        for style, text, square in line:
            fragments.append((style, text) if square is None else (style, text, clicked(square)))
        fragments.append(("", "\n"))
    return fragments[:-1]


def _bindings(table: FullScreenGame) -> KeyBindings:
    bindings = KeyBindings()

    def bind(action: Callable[[], object], *keys: str) -> None:
        def handle(event: KeyPressEvent) -> None:
            action()

        for key in keys:
            bindings.add(key)(handle)

    for direction in ("up", "down", "left", "right"):
        bind(lambda direction=direction: table.move_cursor(direction), direction)  # type: ignore[misc]
    bind(lambda: table.confirm() if table.question else table.press(), "enter", " ")
    bind(table.confirm, "y", "Y")
    bind(table.release, "escape")
    bind(table.undo, "u")
    bind(table.redo, "U")
    bind(table.hint, "h")
    bind(table.review, "v")
    bind(table.pause, "p")
    bind(table.turn_board, "t")
    bind(table.ask_resign, "r")
    bind(table.ask_draw, "d")
    bind(table.ask_new_game, "n")
    bind(lambda: table.change_level(1), "s")
    bind(lambda: table.change_level(-1), "w")
    bind(table.tell_keys, "?")

    @bindings.add("q")
    @bindings.add("c-d")
    def leave(event: KeyPressEvent) -> None:
        event.app.exit(result=OK)

    @bindings.add("c-c")
    def interrupt(event: KeyPressEvent) -> None:
        event.app.exit(result=INTERRUPTED)

    @bindings.add("c-z")
    def suspend(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    return bindings


async def _tick(table: FullScreenGame, application: Application[int]) -> None:
    """Let time pass for the computer and the clocks."""
    while True:
        await asyncio.sleep(TICK)
        try:
            if table.poll():
                application.invalidate()
        except Exception as error:  # A player failed. The game is saved, and the terminal must be given back.
            application.exit(exception=error)
            return
