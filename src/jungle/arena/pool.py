"""Who plays the games: processes on this machine, behind the interface of `concurrent.futures`.

A cluster takes the same function through the same interface; see `jungle.arena.cluster`.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Protocol

from jungle.arena.games import Conditions, GameJob
from jungle.arena.process import GameProcess

Batch = dict[str, Any]
"""Games to be played one after the other, in plain values: players, conditions, games."""


def make_batch(players: Sequence[str], conditions: Conditions, jobs: Sequence[GameJob]) -> Batch:
    return {
        "players": list(players),
        "conditions": conditions.to_json(),
        "games": [job.to_json() for job in jobs],
    }


def play_batch(batch: Batch) -> list[dict[str, Any]]:
    """Play a batch in the playing process of the present thread, and return the results in plain values."""
    process = _processes.here()
    conditions, jobs = Conditions.from_json(batch["conditions"]), map(GameJob.from_json, batch["games"])
    return [result.to_json() for result in process.play(batch["players"], conditions, list(jobs))]


def check_players(players: list[str], conditions: dict[str, Any]) -> None:
    """Start every player once, where the games will be played. Raises InvalidPlayerError for one that cannot be."""
    _processes.here().check(players, Conditions.from_json(conditions))


def close_processes() -> None:
    """End all playing processes of this program that play nothing now."""
    _processes.close()


class _Processes:
    """The playing processes of this program, one for each thread that asks."""

    def __init__(self) -> None:
        self._thread = threading.local()
        self._all: list[GameProcess] = []
        self._guard = threading.Lock()

    def here(self) -> GameProcess:
        process: GameProcess | None = getattr(self._thread, "process", None)
        with self._guard:
            if process is None or process not in self._all:
                process = GameProcess()
                self._thread.process = process
                self._all.append(process)
        return process

    def kill(self) -> None:
        """Stop them, whatever they do."""
        with self._guard:
            for process in self._all:
                process.kill()

    def close(self) -> None:
        with self._guard:
            processes, self._all = self._all, []
        for process in processes:
            process.close()


_processes = _Processes()


class Pool(Protocol):
    """Somewhere to have games played."""

    executor: Executor
    least_seconds: float
    """What a batch should take at least, for handing it over costs something too."""

    def width(self) -> int:
        """How many batches can be under way at once."""

    def close(self) -> None:
        """Let go of everything, without waiting for games under way."""


class LocalPool:
    """So many playing processes on this machine."""

    least_seconds = 0.05

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        # A thread a process: all it does is to wait for it and to look after it.
        self.executor: Executor = ThreadPoolExecutor(jobs, thread_name_prefix="jungle-arena")

    def width(self) -> int:
        return self._jobs

    def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        _processes.kill()
        self.executor.shutdown(wait=True)
        _processes.close()
