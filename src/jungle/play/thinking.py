"""Background tasks of the computers in a game: moves, hints and evaluations."""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from jungle.board_game import BoardGame
from jungle.play.events import Job
from jungle.task import Task

if TYPE_CHECKING:
    from jungle.engine import BaseEngine, Hint, Score
    from jungle.players import Choice, Player

# Players and engine are imported on first use, so that a game between people starts instantly.

PATIENCE = 2.0
"""Seconds to wait on closing for stopped tasks."""
LESS_URGENT = 5
"""The niceness of thinking, so that drawing has priority."""
EVALUATION_NODES = 60_000
EVALUATION_NODES_IN_PYTHON = 400
EVALUATION_HASH_MB = 4


class Background:
    """Runs at most one task of each kind, on copies of the game without the face-down pieces.

    `on_done` is called from a background thread whenever a task ends. Each seat has its own player, even
    under the same name.
    """

    def __init__(self, on_done: Callable[[], None], seed: int | None = None) -> None:
        self._on_done = on_done
        self._seed = seed
        self._running: dict[Job, Task[Any]] = {}
        self._stopped: list[Task[Any]] = []
        self._players: dict[tuple[Player | str, int], Player] = {}
        """The players of this game by description or, if they came as objects, by themselves."""
        self._engines: dict[Job, BaseEngine] = {}
        self._opening = threading.Lock()

    def __contains__(self, task: Job) -> bool:
        return task in self._running

    def is_busy(self) -> bool:
        self._stopped = [handle for handle in self._stopped if not handle.done]
        return bool(self._running or self._stopped)

    def choose(self, game: BoardGame, seat: int, player: "Player | str") -> None:
        """Let a player choose a move."""
        public = game.public()
        self._start(Job.MOVE, lambda task: task.run_child(self._player(player, seat, public.kind).prepare(public)))

    def hint(self, game: BoardGame, previous: "Hint | None") -> None:
        """Look for a hint that carries on from the previous one."""
        public = game.public()
        self._start(Job.HINT, lambda task: find_hint(self, public, previous, task))

    def evaluate(self, game: BoardGame) -> None:
        """Score the position for the side to move."""
        public = game.public()
        self._start(Job.EVALUATION, lambda task: find_score(self, public, task))

    def _start(self, job: Job, work: Callable[[Task[Any]], object]) -> None:
        def run(task: Task[Any]) -> object:
            lower_priority()
            return work(task)

        self.stop(job)
        self._running[job] = task = Task(run)
        task.on_done(self._on_done)
        task.start()

    def _player(self, wanted: "Player | str", seat: int, kind: str) -> "Player":
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

    def engine(self, job: Job, open_engine: "Callable[[], BaseEngine]") -> "BaseEngine":
        """The engine that does a job, opened on first use."""
        with self._opening:
            if job not in self._engines:
                self._engines[job] = open_engine()
            return self._engines[job]

    def is_done(self, task: Job) -> bool:
        handle = self._running.get(task)
        return handle is not None and handle.done

    def take_move(self) -> "Choice | None":
        """The choice of a player that is done, once, or None. Raises what the player raised."""
        move: Choice | None = self._take(Job.MOVE)
        return move

    def take_hint(self) -> "Hint | None":
        """The same for a hint."""
        hint: Hint | None = self._take(Job.HINT)
        return hint

    def take_score(self) -> "Score | None":
        """The same for an evaluation."""
        score: Score | None = self._take(Job.EVALUATION)
        return score

    def _take(self, job: Job) -> Any:
        return self._running.pop(job).result() if self.is_done(job) else None

    def stop(self, *tasks: Job) -> None:
        """Stop these tasks, or all of them, and discard their results."""
        for task in tasks or tuple(self._running):
            if handle := self._running.pop(task, None):
                handle.stop()
                self._stopped.append(handle)

    def close(self) -> None:
        """Stop all tasks, wait for them, and close players and engines; the next task reopens them."""
        self.stop()
        latest = time.monotonic() + PATIENCE
        for handle in self._stopped:
            handle.wait(max(latest - time.monotonic(), 0))
        with self._opening:
            # Players that came as objects are not ours to close.
            used = [*(one for (wanted, _), one in self._players.items() if one is not wanted), *self._engines.values()]
            self._players, self._engines = {}, {}
        for opened in used:
            with suppress(Exception):  # A user-written player may fail here too; that must not end the game.
                opened.close()


def lower_priority() -> None:
    """Lower the priority of this thread and those it starts, so that drawing comes first. Linux only."""
    if sys.platform == "linux":
        with suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + LESS_URGENT)


def find_hint(background: Background, game: BoardGame, previous: "Hint | None", task: Task[Any]) -> "Hint":
    """A hint, found by an engine that stays open for the next one."""
    from jungle.engine.hints import hint, hint_engine

    engine = background.engine(Job.HINT, lambda: hint_engine(game.kind))
    return hint(game, engine=engine, previous=previous, parent=task)


def find_score(background: Background, game: BoardGame, task: Task[Any]) -> "Score":
    """The score of a position, for the side to move."""
    from jungle.engine import Limit, engine_for, searches_natively

    engine = background.engine(Job.EVALUATION, lambda: engine_for(game.kind, hash_mb=EVALUATION_HASH_MB, tables=False))
    nodes = EVALUATION_NODES if searches_natively(game.kind) else EVALUATION_NODES_IN_PYTHON
    return task.run_child(engine.prepare(game, Limit(nodes=nodes))).score
