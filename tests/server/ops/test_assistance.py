"""The nightly comparison with an engine, and refunds after a ban."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle import Game
from jungle.engine import Limit, engine_for
from jungle.server.ops import assistance
from jungle.server.ops.assistance import LEAST_GAMES, LEAST_MOVES, Check, compare
from jungle.server.storage.schema import games, move_checks, reports
from jungle.server.times import DAY
from tests.server.harness.clients import OPENING
from tests.server.harness.house import House, in_house


def _against_chance(plies: int, seed: int) -> list[str]:
    """A game in which Blue plays the engine's moves and Red plays at random."""
    engine, chance, game = engine_for("jungle", hash_mb=16), random.Random(seed), Game()
    while len(game) < plies and game.outcome() is None:
        by_engine = len(game) % 2 == 0
        move = engine.search(game, Limit(nodes=1000)).lines[0].move if by_engine else chance.choice(game.legal_moves())
        game.play(move)
    return [move.uci() for move in game.moves]


def test_engine_moves_match_the_engine_and_random_moves_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistance, "DECIDED", 1.0)
    moves = _against_chance(40, 3)
    blue, red = compare("standard", moves, engine_for("jungle", hash_mb=16), nodes=1000)
    assert blue["moves"] > 5
    assert blue["agreed"] / blue["moves"] > 0.6 > red["agreed"] / red["moves"]
    assert blue["lost"] < red["lost"]


def test_only_outliers_with_enough_moves_are_suspicious() -> None:
    outlier = Check(LEAST_GAMES, LEAST_MOVES, int(0.9 * LEAST_MOVES), 0.1, 4.0, 0.5)
    assert outlier.is_suspicious()
    assert "90% match the engine's" in outlier.evidence()
    assert "unusually even" in outlier.evidence()
    assert "unusually even" not in replace(outlier, spread=4.0).evidence()
    for other in (
        replace(outlier, games=LEAST_GAMES - 1),
        replace(outlier, moves=LEAST_MOVES - 1),
        replace(outlier, agreed=LEAST_MOVES // 4),
        replace(outlier, lost=0.1 * LEAST_MOVES),
    ):
        assert not other.is_suspicious()


def test_the_nightly_check_reports_evidence_and_bans_nobody(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistance, "LEAST_GAMES", 1)
    monkeypatch.setattr(assistance, "LEAST_MOVES", 1)
    monkeypatch.setattr(assistance, "AGREEMENT_LIMIT", 0.0)
    monkeypatch.setattr(assistance, "LEAST_LOSS", 1.0)

    async def story(house: House) -> None:
        game = await house.game(clock=(600, 0), rated=True)
        for ply, move in enumerate(_against_chance(16, 4)):
            house.time += 3000
            await house.move(game, ("anna", "bert")[ply % 2], move)
        if (await house.row(game))["status"] == "started":
            await house.command(game, "bert", "resign")
        assert await house.services.assistance.check_night() == 2
        store = house.services.database
        found = await store.read(lambda connection: connection.execute(sa.select(reports)).all())
        assert {row.about_id for row in found} == {user.id for user in house.people.values()}
        assert all("Engine check: 1 rated games" in row.reason and row.by_id is None for row in found)
        checks = await store.read(lambda connection: connection.execute(sa.select(move_checks)).all())
        assert [(row.seconds, row.spread) for row in checks] == [(3.0, 0.0)] * 2
        # Once a night, and one report at a time.
        assert await house.services.assistance.check_night() == 0
        house.time += DAY
        await store.execute(sa.update(games).values(ended=house.time))
        assert await house.services.assistance.check_night() == 0

    in_house(data, story)


def test_points_lost_to_a_cheat_are_refunded_once(data: Path) -> None:
    async def story(house: House) -> None:
        services = house.services
        game = await house.game(clock=(600, 0), rated=True)
        for ply, move in enumerate(OPENING):
            await house.move(game, ("anna", "bert")[ply % 2], move)
        await house.command(game, "bert", "resign")
        admin = await services.accounts.sign_up("chief", "password")
        await services.moderation.ban(admin, "anna", None, "an engine's moves")
        assert [await services.moderation.refund(admin, "anna") for _ in range(2)] == [1, 0]
        rated = (await services.accounts.export(house.people["bert"].id))["ratings"]
        assert [round(row["rating"]) for row in rated] == [1500]
        assert (await services.moderation.acts(None))[1]["detail"] == "162 points to 1 player"

    in_house(data, story)
