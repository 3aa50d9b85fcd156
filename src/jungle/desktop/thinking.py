"""The computer's moves, hints and evaluations, computed in the background."""

import os
import sys
import threading
import time
from contextlib import suppress

from jungle.boardgame import BoardGame
from jungle.engine import Handle, searches_natively
from jungle.players import Choice, InvalidPlayerError, Player, PlayerSpec, names_for, player

HINT = "movetime=0.6,hash=8,contempt=0,compare=yes"
JUDGEMENT = "nodes=60000,hash=4,contempt=0"
JUDGEMENT_IN_PYTHON = "nodes=400,hash=4,contempt=0"
PATIENCE = 2.0
"""Seconds to wait at the end for tasks that were stopped."""
LESS_URGENT = 5
"""How much lower the priority of thinking is than that of drawing, as for `nice`."""


def hint_player(kind: str) -> str:
    """The player who gives hints: the engine or, if it does not know the game, the usual opponent."""
    return _engine(kind, HINT) or names_for(kind)[0]


def judge(kind: str) -> str | None:
    """The player who evaluates positions: the engine, if it knows the game."""
    return _engine(kind, JUDGEMENT if searches_natively() else JUDGEMENT_IN_PYTHON)


def _engine(kind: str, options: str) -> str | None:
    spec = PlayerSpec.parse(f"engine:{options}")
    try:
        spec.check_game(kind)
    except InvalidPlayerError:
        return None
    return str(spec)


class Thinking:
    """Named tasks, at most one of each name. They work on copies of the game without its hidden pieces."""

    def __init__(self) -> None:
        self._tasks: dict[str, Handle[Choice]] = {}
        self._stopped: list[Handle[Choice]] = []
        self._players: dict[tuple[str, str], Player] = {}
        self._opening = threading.Lock()

    def __contains__(self, task: str) -> bool:
        return task in self._tasks

    @property
    def is_busy(self) -> bool:
        self._stopped = [handle for handle in self._stopped if not handle.done]
        return bool(self._tasks or self._stopped)

    def start(self, task: str, name: str, game: BoardGame, seat: str = "") -> None:
        """Let a player choose a move. Each `seat` has a player of its own, even under the same name."""
        copy = game.public()

        def work(handle: Handle[Choice]) -> Choice:
            lower_priority()
            return handle.run_inner(self._player(name, seat or task, copy.kind).prepare(copy))

        self._tasks[task] = Handle(work).start()

    def _player(self, name: str, seat: str, kind: str) -> Player:
        """Open players in the task: it may take longer than a frame."""
        with self._opening:
            if (name, seat) not in self._players:
                self._players[name, seat] = player(name, game=kind)
            return self._players[name, seat]

    def take(self, task: str) -> Choice | None:
        """The result of a finished task, once, or None. Raises what the task raised."""
        handle = self._tasks.get(task)
        return self._tasks.pop(task).result() if handle is not None and handle.done else None

    def stop(self, *tasks: str) -> None:
        """Stop the named tasks, or all of them, and discard their results."""
        for task in tasks or tuple(self._tasks):
            if handle := self._tasks.pop(task, None):
                handle.stop()
                self._stopped.append(handle)

    def close(self) -> None:
        """Stop all tasks and wait for them."""
        self.stop()
        latest = time.monotonic() + PATIENCE
        for handle in self._stopped:
            handle.wait(max(latest - time.monotonic(), 0))
        for opened in self._players.values():
            opened.close()
        self._players.clear()


def lower_priority() -> None:
    """Lower the priority of this thread and those it starts, so that drawing comes first. Linux only."""
    if sys.platform == "linux":
        with suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + LESS_URGENT)
