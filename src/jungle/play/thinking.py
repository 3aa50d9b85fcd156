"""Background tasks of the computers in a game: moves, hints and evaluations."""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from jungle.board_game import BoardGame
from jungle.play.events import Job
from jungle.task import Task

if TYPE_CHECKING:
    from jungle.players import Choice, Player

# Players and engine are imported on first use, so that a game between people starts instantly.

HINT_PLAYER = "engine:movetime=0.5,hash=16,contempt=0,compare=yes"
"""The player that gives hints."""
PATIENCE = 2.0
"""Seconds to wait on closing for stopped tasks."""
LESS_URGENT = 5
"""The niceness of thinking, so that drawing has priority."""


def evaluator(kind: str) -> str:
    """The player that evaluates positions of a game."""
    from jungle.engine import searches_natively

    return f"engine:nodes={60_000 if searches_natively(kind) else 400},hash=4,contempt=0"


class Background:
    """Runs at most one task of each kind, on copies of the game without the face-down pieces.

    `on_done` is called from a background thread whenever a task ends. Each seat has its own player, even
    under the same name.
    """

    def __init__(self, on_done: Callable[[], None], seed: int | None = None) -> None:
        self._on_done = on_done
        self._seed = seed
        self._running: dict[Job, Task[Choice]] = {}
        self._stopped: list[Task[Choice]] = []
        self._players: dict[tuple[Player | str, object], Player] = {}
        """The players of this game by description or, if they came as objects, by themselves."""
        self._opening = threading.Lock()

    def __contains__(self, task: Job) -> bool:
        return task in self._running

    def is_busy(self) -> bool:
        self._stopped = [handle for handle in self._stopped if not handle.done]
        return bool(self._running or self._stopped)

    def start(self, task: Job, player: "Player | str", game: BoardGame, seat: int | None = None) -> None:
        """Let a player choose a move."""
        public = game.public()

        def work(handle: Task["Choice"]) -> "Choice":
            lower_priority()
            return handle.run_child(self._player(player, task if seat is None else seat, public.kind).prepare(public))

        self.stop(task)
        self._running[task] = handle = Task(work)
        handle.on_done(self._on_done)
        handle.start()

    def _player(self, wanted: "Player | str", seat: object, kind: str) -> "Player":
        """Open players within the task, since it may take a while."""
        from jungle.players import as_player
        from jungle.players.player import user_code

        with self._opening:
            if (wanted, seat) not in self._players:
                player = as_player(wanted, game=kind, seed=self._seed)
                # Ours remember nothing of a game, and may have a seed already.
                if player is wanted and (self._seed is not None or not player.trusted):
                    with user_code(player.name):
                        player.new_game(self._seed)
                self._players[wanted, seat] = player
            return self._players[wanted, seat]

    def is_done(self, task: Job) -> bool:
        handle = self._running.get(task)
        return handle is not None and handle.done

    def take(self, task: Job) -> "Choice | None":
        """The result of a finished task, once, or None. Raises what the task raised."""
        return self._running.pop(task).result() if self.is_done(task) else None

    def stop(self, *tasks: Job) -> None:
        """Stop these tasks, or all of them, and discard their results."""
        for task in tasks or tuple(self._running):
            if handle := self._running.pop(task, None):
                handle.stop()
                self._stopped.append(handle)

    def close(self) -> None:
        """Stop all tasks, wait for them, and close the players; the next task reopens them."""
        self.stop()
        latest = time.monotonic() + PATIENCE
        for handle in self._stopped:
            handle.wait(max(latest - time.monotonic(), 0))
        with self._opening:
            # Players that came as objects are not ours to close.
            players, self._players = [one for (wanted, _), one in self._players.items() if one is not wanted], {}
        for opened in players:
            with suppress(Exception):  # A user-written player may fail here too; that must not end the game.
                opened.close()


def lower_priority() -> None:
    """Lower the priority of this thread and those it starts, so that drawing comes first. Linux only."""
    if sys.platform == "linux":
        with suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + LESS_URGENT)
