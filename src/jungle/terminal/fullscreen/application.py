"""The table on a real terminal: keys and mouse in, the picture out."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from jungle.errors import JungleError
from jungle.terminal.fullscreen.picture import picture
from jungle.terminal.fullscreen.table import Table

OK, INTERRUPTED = 0, 130
TICK = 0.1
"""Seconds between two looks at the computer and the clocks."""

# The board has colours of its own below its pieces, so they read whatever the background of the terminal is.
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
        "cursor": "bg:#ffffff #000000 bold",
        "name": "nobold",
        "turn": "bold reverse",
        "taken": "",
        "moves": "",
        "message": "bold",
        "keys": "reverse",
    }
)


def run_full_screen(
    table: Table, *, reads: Input | None = None, writes: Output | None = None, on_start: Callable[[], Any] | None = None
) -> int:
    """Play until somebody leaves, and return the exit code. The terminal is given back as it was, whatever happens.

    Raises JungleError if a player fails.
    """
    application = _application(table, reads, writes)

    def begin() -> None:
        _listen_to_signals(application)
        application.create_background_task(_tick(table, application))
        if on_start is not None:
            on_start()

    return int(application.run(pre_run=begin))


def check_terminal() -> None:
    """Raise JungleError where there is no terminal that a full screen can be drawn on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") in (None, "", "dumb"):
        raise JungleError("--screen needs a terminal that can place its cursor; leave it out to play line by line")


def _application(table: Table, reads: Input | None, writes: Output | None) -> Application[int]:
    control = FormattedTextControl(lambda: _fragments(table, application), focusable=True, show_cursor=False)
    application: Application[int] = Application(
        layout=Layout(Window(control, always_hide_cursor=True)),
        key_bindings=_bindings(table),
        style=STYLE,
        full_screen=True,
        mouse_support=True,
        input=reads,
        output=writes,
    )
    application.ttimeoutlen = application.timeoutlen = 0.05
    return application


def _fragments(table: Table, application: Application[int]) -> StyleAndTextTuples:
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

    fragments: list[Any] = []
    for line in picture(table, size.columns, size.rows, monochrome=monochrome):
        for style, text, square in line:
            fragments.append((style, text) if square is None else (style, text, clicked(square)))
        fragments.append(("", "\n"))
    return fragments[:-1]


def _bindings(table: Table) -> KeyBindings:
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
    bind(table.hint, "h")
    bind(table.turn_board, "t")
    bind(table.ask_resign, "r")
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


def _listen_to_signals(application: Application[int]) -> None:
    """Leave in order when the process is asked to end, so that the terminal is given back."""
    loop = asyncio.get_running_loop()

    def leave(number: int) -> None:
        if not application.is_done:
            application.exit(result=128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
            number = getattr(signal, name)
            loop.add_signal_handler(number, leave, number)


async def _tick(table: Table, application: Application[int]) -> None:
    """Look after the computer and the clocks."""
    ticks = 0
    while True:
        await asyncio.sleep(TICK)
        ticks += 1
        try:
            has_changed = table.poll()
        except (
            Exception
        ) as error:  # A player failed. The game is saved up to here, and the terminal must be given back.
            application.exit(exception=error)
            return
        if has_changed or ticks % 10 == 0:
            application.invalidate()
