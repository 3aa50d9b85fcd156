"""Handles: stopping at any time, waiting, awaiting, and program exit."""

import asyncio
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from jungle import Game, GameError, native_available
from jungle.engine import Engine, EngineError, Limit
from jungle.task import Task

LEGAL = Game().legal_moves()


def test_results_and_errors_reach_every_waiter() -> None:
    assert Task(lambda _: 42).start().result() == 42

    def fail(handle: Task[None]) -> None:
        raise RuntimeError("mine")

    handle = Task(fail).start()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="mine"):
            handle.result()
    assert handle.done
    with pytest.raises(RuntimeError, match="mine"):
        Task(fail).run()


def test_wait_gives_up_in_time() -> None:
    release = threading.Event()
    handle = Task(lambda _: release.wait()).start()
    assert not handle.wait(0.001)
    release.set()
    assert handle.wait()


def test_stop_works_before_and_during_but_not_after() -> None:
    heard = []
    handle = Task(lambda handle: handle.stopped)
    handle.on_stop(lambda: heard.append("before"))
    handle.stop()
    handle.on_stop(lambda: heard.append("at once"))
    handle.stop()
    assert heard == ["before", "at once"]
    assert handle.run()
    other = Task(lambda _: None)
    other.on_stop(lambda: heard.append("after"))
    other.run()
    other.stop()
    assert heard == ["before", "at once"]


def test_an_inner_handle_is_stopped_with_the_outer() -> None:
    inner = Task(lambda handle: handle.stopped)
    outer = Task(lambda handle: handle.run_child(inner))
    outer.stop()
    assert outer.run()


@pytest.mark.parametrize("pairs", [600, pytest.param(20_000, marks=pytest.mark.slow)])
def test_many_stops_around_the_start_of_a_search(pairs: int) -> None:
    """Endless searches: if a single stop were lost, the test would hang."""
    draw = random.Random(1)
    with Engine(hash_mb=1) as engine:
        for number in range(pairs):
            search = engine.start(Game())
            if number % 3 == 0:
                for _ in range(draw.randrange(2000)):
                    pass
            elif number % 3 == 1:
                time.sleep(0)
            (search if number % 2 else engine).stop()
            assert search.result().move in LEGAL
        for _ in range(pairs // 10):
            search = engine.prepare(Game())
            threading.Thread(target=search.stop).start()
            assert search.run().move in LEGAL


def test_a_late_stop_does_not_end_the_next_search() -> None:
    depth = 6 if native_available() else 3
    with Engine(hash_mb=1) as engine:
        for _ in range(100):
            search = engine.start(Game(), Limit(depth=1))
            stopper = threading.Thread(target=search.stop)
            stopper.start()
            assert engine.search(Game(), Limit(depth=depth)).depth == depth
            stopper.join()


def test_several_threads_take_turns() -> None:
    with Engine(hash_mb=1) as engine:
        searches = [engine.start(Game(), Limit(depth=3)) for _ in range(20)]
        assert {search.result().depth for search in searches} == {3}
        endless = [engine.start(Game()) for _ in range(20)]
        engine.stop()
        assert all(search.result().move in LEGAL for search in endless)


def test_closing_ends_running_searches_and_refuses_queued_ones() -> None:
    engine = Engine(hash_mb=1)
    running = engine.start(Game())
    next(iter(running))
    waiting = engine.start(Game())
    engine.close()
    assert running.result().move in LEGAL
    with pytest.raises(EngineError, match="closed"):
        waiting.result()


def test_every_iteration_sees_every_result() -> None:
    with Engine(hash_mb=1) as engine:
        search = engine.start(Game(), Limit(depth=4))
        seen: list[list[int]] = [[], []]

        def follow(number: int) -> None:
            seen[number] += [result.depth for result in search]

        threads = [threading.Thread(target=follow, args=[number]) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen[0] == seen[1] == [result.depth for result in search] == [1, 2, 3, 4]


def test_leaving_the_block_stops_and_waits() -> None:
    with Engine(hash_mb=1) as engine:
        with engine.start(Game()) as search:
            next(iter(search))
        assert search.done


def test_awaiting_and_cancelling() -> None:
    async def main(engine: Engine) -> None:
        assert (await engine.start(Game(), Limit(depth=2))).depth == 2
        done = engine.start(Game(), Limit(depth=1))
        done.wait()
        assert (await done).depth == 1
        for pause in range(20):
            task = asyncio.create_task(engine.think(Game(), Limit()))
            for _ in range(pause):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        both = await asyncio.gather(engine.start(Game(), Limit(depth=3)), engine.start(Game(), Limit(depth=2)))
        assert [result.depth for result in both] == [3, 2]

    with Engine(hash_mb=1) as engine:
        asyncio.run(main(engine))


def test_an_early_ponderhit_counts() -> None:
    with Engine(hash_mb=1) as engine:
        for _ in range(100):
            search = engine.start(Game(), Limit(movetime=0.001), ponder=True)
            search.ponderhit()
            assert search.result().move in LEGAL


@pytest.mark.parametrize("game", [None, "startpos", 3])
def test_an_argument_that_is_not_a_game_is_refused(game: Any) -> None:
    with Engine(hash_mb=1) as engine, pytest.raises(GameError, match="expected a Game or Position, got"):
        engine.start(game)


EXITS = """
import sys
from jungle import Game
from jungle.engine import Engine
search = Engine(hash_mb=1, threads=2).start(Game())
next(iter(search))
print("searching", flush=True)
if sys.argv[1] == "wait":
    search.result()
"""


def test_a_program_can_exit_during_a_search() -> None:
    done = subprocess.run([sys.executable, "-c", EXITS, "exit"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "searching\n", "")


def test_an_interrupt_while_waiting_for_a_result() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", EXITS, "wait"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
