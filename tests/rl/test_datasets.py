"""Labelled positions: labels from the tables and the engine, in arrays that match `observe`."""

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jungle import Game, Position, Side, native_available
from jungle.errors import InvalidArgumentError, JungleError
from jungle.geometry import BOARD
from jungle.pieces import PIECES, Piece
from jungle.rl import action_mask, action_to_move, endgames, move_to_action, observe, selfplay
from jungle.tablebase import Tablebase, TablebaseError
from tests.dask_cluster import Cluster

pytestmark = pytest.mark.skipif(not native_available(), reason="the C++ core is not built")


def position_of(planes: np.ndarray[Any, np.dtype[np.uint8]], rules: str = "standard") -> Position:
    """The position of an observation, with the player to move as Blue."""
    codes = (planes[:16].reshape(16, -1) * np.arange(1, 17)[:, None]).sum(0)
    pieces: dict[int | str, Piece] = {square: PIECES[int(code)] for square, code in enumerate(codes) if code}
    return Position.of(pieces, Side.BLUE, rules=rules, quiet=int(planes[-1, 0, 0]))


@pytest.mark.parametrize("pieces", [2, 3])
@pytest.mark.parametrize("rules", ["standard", "leiden"])
def test_endgames_match_the_tables(pieces: int, rules: str) -> None:
    tables = Tablebase.open()
    batch = next(endgames(pieces, rules=rules, batch=200, seed=3))
    for planes, mask, wdl, plies, action in zip(*batch, strict=True):
        position = position_of(planes, rules)
        assert sum(map(bool, position.board)) == pieces
        game = Game(position=position)
        assert np.array_equal(observe(game), planes)
        assert np.array_equal(action_mask(game), mask)
        entry = tables.probe(position)
        assert entry is not None
        assert (entry.wdl, entry.plies or 0) == (wdl, plies)
        best = [move_to_action(game, move) for move in tables.best_moves(position)]
        assert action in best or (action == -1 and not mask.any())
    assert set(batch.wdl) == {-1, 0, 1}


def test_endgames_reach_every_square_and_animal() -> None:
    counts = [batch.observations[:, :16].sum(0, dtype=np.int64) for batch in endgames(2, batch=2000, batches=5)]
    seen = np.stack(counts).sum(0)
    land = [square for square in range(63) if square not in BOARD.dens and not BOARD.water >> square & 1]
    assert (seen.reshape(16, 63)[:, land] > 0).all()
    water = [square for square in range(63) if BOARD.water >> square & 1]
    assert (seen.reshape(16, 63)[[0, 8]][:, water] > 0).all()
    assert not seen.reshape(16, 63)[1:8, water].any()


def test_wins_beyond_the_quiet_limit_are_omitted() -> None:
    batch = next(endgames(3, rules="standard:quiet_limit=6", batch=500))
    assert 0 < batch.plies.max() <= 6


def test_a_missing_table_is_named_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(TablebaseError, match="jungle tablebase build --pieces 4"):
        next(endgames(4, folder=str(tmp_path)))


def test_selfplay_matches_the_library() -> None:
    batch = next(selfplay(games=2, nodes=100, seed=5))
    assert len(batch.scores) > 10
    for planes, mask, action in zip(batch.observations, batch.masks, batch.actions, strict=True):
        game = Game(position=position_of(planes))
        assert np.array_equal(observe(game), planes)
        assert np.array_equal(action_mask(game), mask)
        assert mask[action]
        assert action_to_move(game, int(action)).captured is None  # Positions with captures are left out.


def test_scores_and_results_agree_more_often_than_not() -> None:
    batches = list(selfplay(games=10, nodes=200, batches=3, seed=1))
    scores = np.concatenate([batch.scores for batch in batches])
    results = np.concatenate([batch.results for batch in batches])
    clear = (np.abs(scores) > 300) & (results != 0)
    assert clear.sum() > 50
    assert (np.sign(scores[clear]) == results[clear]).mean() > 0.8


def streams() -> list[Any]:
    return [
        lambda **how: endgames(3, batch=50, **how),
        lambda **how: selfplay(games=1, nodes=50, **how),
    ]


@pytest.mark.parametrize("stream", streams())
def test_only_the_seed_determines_the_data(stream: Any) -> None:
    first = [batch[2].tolist() for batch in stream(batches=4, seed=1)]
    with ThreadPoolExecutor(3) as executor:
        ahead = [batch[2].tolist() for batch in stream(batches=4, seed=1, executor=executor)]
        endless = [batch[2].tolist() for batch in islice(stream(seed=1, executor=executor), 4)]
    assert first == ahead == endless
    assert len({str(batch) for batch in first}) == 4
    assert first != [batch[2].tolist() for batch in stream(batches=4, seed=2)]


@pytest.mark.slow
def test_a_dask_cluster_computes_the_same_batches(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with Cluster(tmp_path) as cluster, distributed.Client(cluster.address, timeout=60) as client:
        there: list[Any] = list(endgames(3, batch=50, batches=3, executor=client.get_executor()))
    here: list[Any] = list(endgames(3, batch=50, batches=3))
    assert all(
        np.array_equal(a, b) for one, two in zip(there, here, strict=True) for a, b in zip(one, two, strict=True)
    )


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: endgames(1), "pieces"),
        (lambda: endgames(6), "pieces"),
        (lambda: endgames(3, batch=0), "batch"),
        (lambda: endgames(3, seed=-1), "seed"),
        (lambda: endgames(3, rules="gamerz"), "repetition|chase|rules"),
        (lambda: selfplay(games=0), "games"),
        (lambda: selfplay(nodes=0), "nodes"),
        (lambda: selfplay(batches=-1), "batches"),
        (lambda: selfplay(seed="one"), "seed"),  # type: ignore[arg-type]
    ],
)
def test_bad_arguments_are_refused_immediately(make: Any, name: str) -> None:
    with pytest.raises((InvalidArgumentError, JungleError), match=name):
        make()
