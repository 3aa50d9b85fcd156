"""Ways to break the server on purpose, to see that the simulation finds them: docs/contribute/simulation.md."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import msgspec
import sqlalchemy as sa

from jungle.server.api import games, live
from jungle.server.api.live import Connection
from jungle.server.game import clocks, commands
from jungle.server.game.games import Games
from jungle.server.game.plans import read_plan, save_plan
from jungle.server.game.rows import GameRow
from jungle.server.realtime.client_frames import Plan
from jungle.server.realtime.hub import Hub, RedisHub
from jungle.server.storage.database import PostgresDatabase, StorageError
from jungle.server.storage.schema import plans


def _nothing(*args: Any) -> None:
    pass


def _state_read_before_subscribing() -> None:
    listen, load = Connection._listen, games.load
    later: ContextVar[Any] = ContextVar("later")

    async def note(connection: Connection, topic: str) -> None:
        if topic.startswith("game:"):
            later.set((connection, topic))
        else:
            await listen(connection, topic)

    async def load_then_listen(*args: Any) -> GameRow:
        row = await load(*args)
        await listen(*later.get())
        return row

    patch.object(Connection, "_listen", note).start()
    patch.object(live, "load", load_then_listen).start()


def _cache_kept_after_a_failed_commit() -> None:
    patch.object(Games, "forget", _nothing).start()
    patch.object(Games, "forget_games", _nothing).start()


def _published_before_the_commit() -> None:
    attempt = Games.attempt

    def attempt_and_publish(games: Games, *args: Any) -> Any:
        transaction, result = attempt(games, *args)
        games._publish(transaction)
        return transaction, result

    patch.object(Games, "attempt", attempt_and_publish).start()


def _acknowledged_although_the_commit_failed() -> None:
    write = PostgresDatabase._write

    async def written(database: PostgresDatabase, work: Any) -> Any:
        results = []

        def remembered(connection: Any) -> Any:
            results.append(work(connection))
            return results[-1]

        try:
            return await write(database, remembered)
        except StorageError:
            if not results:
                raise
            return results[-1]

    patch.object(PostgresDatabase, "_write", written).start()


def _a_move_sent_again_is_a_new_move() -> None:
    patch.object(commands, "_played_before", _nothing).start()


def _no_resync_after_a_lost_commit() -> None:
    patch.object(PostgresDatabase, "_lost", PostgresDatabase._forget).start()


def _no_resync_after_redis_was_away() -> None:
    patch.object(RedisHub, "resync", _nothing).start()


def _unsent_events_are_forgotten_at_a_stop() -> None:
    async def flushed(hub: Hub) -> bool:
        return True

    patch.object(RedisHub, "flush", flushed).start()


def _lag_is_compensated_without_limit() -> None:
    patch.object(clocks, "compensation", lambda lag, allowance: (lag + 300, allowance)).start()


def _gifts_are_too_large() -> None:
    patch.object(clocks, "GIFT", 30_000).start()


def _increments_are_swapped() -> None:
    control_of = GameRow.control_of
    patch.object(GameRow, "control_of", lambda row, side: control_of(row, side.opponent)).start()


def _a_plan_survives_the_move_that_leaves_it() -> None:
    def keep(connection: Any, game_id: str, user_id: int, ply: int, lines: Any) -> None:
        if lines:
            save_plan(connection, game_id, user_id, ply, lines)

    patch.object(commands, "save_plan", keep).start()


def _a_plan_survives_a_takeback() -> None:
    patch.object(commands, "remove_plans", lambda *args: []).start()


def _a_plan_may_be_for_any_ply() -> None:
    plan = commands.plan

    def plan_now(transaction: Any, command: Any, actor: Any) -> None:
        plan(transaction, msgspec.structs.replace(command, ply=None), actor)

    patch.dict(commands.COMMANDS, {Plan: replace(commands.COMMANDS[Plan], run=plan_now)}).start()


def _opponents_see_a_plan() -> None:
    def read(connection: Any, game_id: str, user_id: int) -> Any:
        others = sa.select(plans.c.user_id).where(plans.c.game_id == game_id)
        return read_plan(connection, game_id, connection.execute(others).scalar())

    patch.object(games, "read_plan", read).start()


BREAKAGES: dict[str, Callable[[], None]] = {
    breakage.__name__[1:].replace("_", " "): breakage
    for breakage in (
        _a_move_sent_again_is_a_new_move,
        _a_plan_may_be_for_any_ply,
        _a_plan_survives_a_takeback,
        _a_plan_survives_the_move_that_leaves_it,
        _acknowledged_although_the_commit_failed,
        _cache_kept_after_a_failed_commit,
        _lag_is_compensated_without_limit,
        _gifts_are_too_large,
        _increments_are_swapped,
        _no_resync_after_a_lost_commit,
        _no_resync_after_redis_was_away,
        _opponents_see_a_plan,
        _published_before_the_commit,
        _state_read_before_subscribing,
        _unsent_events_are_forgotten_at_a_stop,
    )
}
