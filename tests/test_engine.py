"""The engine's own interface: limits, scores, searching, stopping."""

import asyncio
import os
import signal
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from jungle import Game, GameError, Position, Side
from jungle.engine import CONTEMPT, EVALUATIONS, Engine, EngineError, InvalidLimitError, Limit, Score, SearchResult
from jungle.engine.limits import Deadline
from tests.needs import needs_core

WIN_IN_ONE = Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b")
FINISHED = Position.from_fen("3E3/7/7/7/7/7/7/r6/7 r")


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4) as engine:
        yield engine


def test_scores_order_from_the_nearest_loss_to_the_nearest_win() -> None:
    ordered = [Score.loss(2), Score.loss(8), Score(-500), Score(0), Score(20), Score.win(9), Score.win(1)]
    assert all(worse < better for worse, better in pairwise(ordered))
    assert [-score for score in reversed(ordered)] == sorted(-score for score in ordered)
    chances = [score.win_probability() for score in ordered]
    assert chances == sorted(chances)
    assert chances[0] == 0.0
    assert chances[-1] == 1.0


def test_a_score_is_read_from_either_side(engine: Engine) -> None:
    game = Game.from_moves(["a3a4"])
    score = engine.search(game, Limit(depth=3)).score
    assert score.for_side(Side.RED) == score
    assert score.for_side(Side.BLUE) == -score
    assert (-score).for_side(Side.RED) == score
    with pytest.raises(EngineError, match="belongs to neither"):
        Score(30).for_side(Side.BLUE)


def test_scores_read_as_cats_or_distances() -> None:
    scores = (Score(125), Score(-5), Score.win(7), Score.loss(12))
    assert [str(score) for score in scores] == ["+1.25", "-0.05", "win in 7", "loss in 12"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": 0}, "depth: expected a whole number from 1, got 0"),
        ({"nodes": 1.5}, "nodes: expected a whole number from 1, got 1.5"),
        ({"nodes": True}, "nodes: expected a whole number from 1, got True"),
        ({"movetime": 0}, "movetime: expected seconds from 0.001, got 0"),
        ({"movetime": float("nan")}, "movetime: expected seconds from 0.001, got nan"),
        ({"movetime": "1"}, "movetime: expected seconds from 0.001, got '1'"),
        ({"clock": -1}, "clock: expected seconds from 0, got -1"),
        ({"increment": 1}, "increment and moves_to_go need a clock"),
    ],
)
def test_invalid_limits_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidLimitError) as error:
        Limit(**options)
    assert str(error.value) == message


def test_a_clock_is_never_overdrawn() -> None:
    clocks, increments, moves_left = (0.0, 0.005, 0.03, 0.2, 1, 10, 60, 3600), (0.0, 0.1, 10), (None, 1, 2, 40)
    wrong = []
    for clock, increment, moves_to_go in product(clocks, increments, moves_left):
        limit = Limit(clock=clock, increment=increment, moves_to_go=moves_to_go)
        soft, hard = limit.deadline()
        if not 1 <= soft <= hard <= max(1, (clock - limit.overhead) * 1000 + 1):
            wrong.append((limit, soft, hard))
    assert not wrong


def test_a_clock_lasts_for_many_moves() -> None:
    clock, moves = 60.0, 0
    while clock > 0.1 and moves < 200:
        clock -= Limit(clock=clock).deadline().soft / 1000
        moves += 1
    assert moves > 60


def test_movetime_bounds_a_clock() -> None:
    assert Limit(movetime=0.1, clock=1000).deadline() == Deadline(100, 100)


@pytest.mark.parametrize(
    "settings", [{"threads": 0}, {"threads": "2"}, {"hash_mb": 0}, {"evaluation": "best"}, {"contempt": 10**6}]
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(EngineError, match=f"{next(iter(settings))}: expected"):
        Engine(**settings)


def test_finds_the_den(engine: Engine) -> None:
    result = engine.search(WIN_IN_ONE, Limit(depth=4))
    assert (result.move.uci(), result.score, result.ponder) == ("d8d9", Score.win(1), None)


@pytest.mark.parametrize("rules", ["standard", "gamerz", "leiden"])
def test_the_lines_are_playable_and_in_order(engine: Engine, rules: str) -> None:
    game = Game(rules)
    result = engine.search(game, Limit(nodes=3000), multipv=5)
    assert len({line.move for line in result.lines}) == 5
    assert [line.score for line in result.lines] == sorted((line.score for line in result.lines), reverse=True)
    for line in result.lines:
        position = game.position
        for move in line.pv:
            position = position.play(move)
    assert result.nodes > 0
    assert result.move == result.pv[0] == result.lines[0].move


def test_searches_only_the_moves_asked_for(engine: Engine) -> None:
    result = engine.search(WIN_IN_ONE, Limit(depth=3), searchmoves=["d8d7", "d8c8"], multipv=9)
    assert {line.move.uci() for line in result.lines} == {"d8d7", "d8c8"}


def test_refuses_moves_that_are_not_legal(engine: Engine) -> None:
    lion = Position.initial().parse_move("g1g2")
    with pytest.raises(EngineError, match="g1g2 is not legal"):
        engine.search(WIN_IN_ONE, Limit(depth=1), searchmoves=[lion])
    with pytest.raises(EngineError, match="at least one move"):
        engine.search(WIN_IN_ONE, Limit(depth=1), searchmoves=[])


def test_a_finished_game_is_refused(engine: Engine) -> None:
    with pytest.raises(GameError, match="the game is over"):
        engine.search(FINISHED, Limit(depth=1))


def test_knows_the_game_so_far(engine: Engine) -> None:
    """Red, far behind, repeats; Blue must not be advised to allow the third occurrence."""
    start = Position.from_fen("l6/7/7/7/7/7/E6/7/6T b")
    game = Game.from_moves(["g1f1", "a9b9", "f1g1", "b9a9", "g1f1", "a9b9", "f1g1"], position=start)
    engine.contempt = 0
    result = engine.search(game, Limit(depth=2), searchmoves=["b9a9"])
    assert (result.score, [move.uci() for move in result.pv]) == (Score(0), ["b9a9"])


def test_contempt_shifts_draws(engine: Engine) -> None:
    start = Position.from_fen("l6/7/7/7/7/7/E6/7/6T b")
    game = Game.from_moves(["g1f1", "a9b9", "f1g1", "b9a9", "g1f1", "a9b9", "f1g1"], position=start)
    assert engine.search(game, Limit(depth=2), searchmoves=["b9a9"]).score == Score(-CONTEMPT)
    engine.contempt = 25
    assert engine.search(game, Limit(depth=2), searchmoves=["b9a9"]).score == Score(-25)


def test_fixed_nodes_repeat_exactly() -> None:
    found = []
    for _ in range(2):
        with Engine(hash_mb=4) as engine:
            result = engine.search(Game(), Limit(nodes=4000))
            found.append((result.pv, result.score, result.nodes))
    assert found[0] == found[1]


def test_every_evaluation_searches(engine: Engine) -> None:
    for engine.evaluation in EVALUATIONS:
        assert engine.search(Game(), Limit(nodes=1000)).move in Game().legal_moves()


def test_a_mirrored_position_is_worth_the_same(engine: Engine) -> None:
    position = Position.from_fen("l5t/5c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b")
    scores = []
    for view in (position, position.mirrored(), position.swapped()):
        engine.new_game()
        scores.append(engine.search(view, Limit(depth=3)).score)
    assert scores[0] == scores[1] == scores[2]


def test_analyse_yields_growing_depths_and_the_final_result_last(engine: Engine) -> None:
    results = list(engine.analysis(Game(), Limit(depth=4)))
    assert [result.depth for result in results] == [1, 2, 3, 4]


def test_closing_the_iterator_stops_an_endless_search(engine: Engine) -> None:
    results = engine.analysis(Game())
    assert next(results).move in Game().legal_moves()
    results.close()
    assert engine.search(WIN_IN_ONE, Limit(depth=1)).move.uci() == "d8d9"


def test_analyse_propagates_errors(engine: Engine) -> None:
    with pytest.raises(GameError):
        next(engine.analysis(FINISHED))


def test_stop_from_another_thread(engine: Engine) -> None:
    search = engine.start(Game())
    next(iter(search))
    threading.Thread(target=engine.stop).start()
    assert search.result().move in Game().legal_moves()


def test_ponder_ends_by_the_clock_only_after_ponderhit(engine: Engine) -> None:
    search = engine.start(Game(), Limit(movetime=0.001), ponder=True)
    assert [result.depth for result, _ in zip(search, range(3), strict=False)] == [1, 2, 3]
    assert not search.done
    search.ponderhit()
    assert search.result().depth >= 3


def test_ponder_ends_when_stopped(engine: Engine) -> None:
    search = engine.start(Game(), Limit(movetime=0.001), ponder=True)
    search.stop()
    assert search.result().depth >= 1


def test_cancelling_a_task_stops_the_search(engine: Engine) -> None:
    async def main() -> SearchResult:
        task = asyncio.create_task(engine.think(Game(), Limit()))
        await asyncio.sleep(0)  # let it begin
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await engine.think(WIN_IN_ONE, Limit(depth=2))

    assert asyncio.run(main()).score == Score.win(1)


def test_a_search_is_an_async_iterator(engine: Engine) -> None:
    async def main() -> list[int]:
        with engine.start(Game(), Limit(depth=3)) as search:
            return [result.depth async for result in search]

    assert asyncio.run(main()) == [1, 2, 3]


def test_several_tasks_take_turns(engine: Engine) -> None:
    async def main() -> SearchResult:
        waiting = asyncio.create_task(engine.think(Game(), Limit()))
        cancelled = asyncio.create_task(engine.think(Game(), Limit()))
        await asyncio.sleep(0.05)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        engine.stop()
        return await waiting

    assert asyncio.run(main()).move in Game().legal_moves()


def test_a_closed_engine_refuses(engine: Engine) -> None:
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.search(Game(), Limit(depth=1))


def test_a_game_can_continue_while_it_is_analysed(engine: Engine) -> None:
    game = Game()
    results = engine.analysis(game, Limit(depth=4))
    next(results)
    game.play("a3a4")
    assert all(result.move in Game().legal_moves() for result in results)
    assert game.position.side is Side.RED


def test_an_interrupt_ends_a_search_but_not_the_engine(engine: Engine) -> None:
    search = engine.prepare(Game())

    def interrupt() -> None:
        next(iter(search))
        os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=interrupt)
    sender.start()
    with pytest.raises(KeyboardInterrupt):
        search.run()
    sender.join()
    assert engine.search(WIN_IN_ONE, Limit(depth=1)).move.uci() == "d8d9"


def test_time_limits_are_kept(engine: Engine) -> None:
    """A generous limit, since the machine may be busy. `overrun_ms` of `make bench` is the real figure."""
    times = [engine.search(Game(), Limit(movetime=0.05)).time for _ in range(5)]
    assert statistics.median(times) < 1.0


def test_the_python_searcher_answers_like_the_core() -> None:
    """Everything works the same without the core: the tests in this file run there too."""
    code = (
        "import jungle, sys; from jungle.engine import *; assert not jungle.native_available(); assert slow_notice(); "
    )
    code += "r = Engine().search(jungle.Game(), Limit(nodes=500), multipv=2); print(len(r.lines), r.depth > 0)"
    environment = {**os.environ, "JUNGLE_NATIVE": "0"}
    assert subprocess.check_output([sys.executable, "-c", code], env=environment, text=True) == "2 True\n"


def test_importing_the_library_does_not_load_the_engine() -> None:
    code = "import jungle, sys; print([name for name in sys.modules if name.startswith('jungle.engine')])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


LITTLE_MEMORY = """
import resource
from jungle import Game
from jungle.engine import Engine, EngineError, Limit
with Engine(hash_mb=1) as engine:
    resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))
    for ask in (lambda: engine.set_hash(4096), lambda: Engine(hash_mb=4096), lambda: engine.set_threads(256)):
        try:
            ask()
        except EngineError as error:
            print(error)
    print(engine.search(Game(), Limit(depth=3)).depth)
"""


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="needs limits on memory")
def test_insufficient_memory_is_reported_and_survived() -> None:
    done = subprocess.run([sys.executable, "-c", LITTLE_MEMORY], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "there is not enough memory for 4096 MB",
        "there is not enough memory for 4096 MB and 1 threads",
        "there is not enough memory for 256 threads",
        "3",
    ], done.stderr


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("while_searching", [False, True])
def test_close_frees_the_memory(while_searching: bool) -> None:
    engine = Engine(hash_mb=128)
    before = resident_mb()
    if while_searching:
        for _ in engine.analysis(Game()):
            engine.close()
    else:
        engine.close()
    assert resident_mb() < before - 100
