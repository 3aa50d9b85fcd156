"""Workers: calls return their results, and a worker that dies is replaced."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from jungle.arena.errors import ArenaError
from jungle.arena.plan import Plan
from jungle.arena.playing import check_players, play_batch
from jungle.arena.run import TRIES, play
from jungle.arena.workers import WorkerLostError, Workers


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers()
    yield workers
    workers.close()


def test_calls_return_and_a_dead_worker_is_replaced(workers: Workers) -> None:
    process = workers.call(os.getpid)
    assert process != os.getpid()
    with pytest.raises(ZeroDivisionError):
        workers.call(divmod, 1, 0)
    assert workers.call(os.getpid) == process
    with pytest.raises(WorkerLostError, match="exit code 3"):
        workers.call(os._exit, 3)
    assert workers.call(os.getpid) != process


def test_closing_ends_a_running_call(workers: Workers) -> None:
    workers.call(os.getpid)
    ended: list[Exception] = []

    def wait_there() -> None:
        try:
            workers.call(time.sleep, 60)
        except WorkerLostError as error:
            ended.append(error)

    thread = threading.Thread(target=wait_there)
    thread.start()
    started = time.monotonic()
    workers.close()
    thread.join()
    assert ended
    assert time.monotonic() - started < 30
    with pytest.raises(WorkerLostError, match="closed"):
        workers.call(os.getpid)


class UnreliablePool:
    """Plays games in this process, after losing some."""

    least_seconds = 0.05

    def __init__(self, losses: int) -> None:
        self._losses = losses

    def width(self) -> int:
        return 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if function is check_players:
            future.set_result(None)
        elif self._losses:
            self._losses -= 1
            future.set_exception(WorkerLostError("it died"))
        else:
            future.set_result(play_batch(*arguments))
        return future

    def close(self) -> None:
        pass


def test_lost_games_are_replayed_a_limited_number_of_times() -> None:
    plan = Plan(command="test", players=("random", "greedy"), games=4)
    results = [result for batch in play(plan, UnreliablePool(TRIES - 1)) for result in batch]
    assert sorted(result.job.key for result in results) == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    with pytest.raises(ArenaError, match="games were lost 3 times: it died"):
        list(play(plan, UnreliablePool(100)))
