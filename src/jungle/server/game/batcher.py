"""Runs commands that arrive together in one PostgreSQL transaction, so that locking, reading and writing them all takes
as many round trips as a single command. While one group runs, the next is collected."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

import sqlalchemy as sa

from jungle.server import metrics
from jungle.server.errors import NotFoundError, RequestError
from jungle.server.game.transaction import GameTransaction, PendingWrites
from jungle.server.storage.database import StorageError

if TYPE_CHECKING:
    from jungle.server.game.games import Games

log = logging.getLogger("jungle.server")

T = TypeVar("T")

BATCH_SIZE = 64
"""The most commands in a group. Its games stay locked until all of it is done."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    game_id: str
    work: Callable[[GameTransaction], object]
    answer: asyncio.Future[tuple[GameTransaction, object]]


class CommandBatcher:
    """Runs one group after another."""

    def __init__(self, games: "Games") -> None:
        self.games = games
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """How many commands are waiting for the next group."""
        return len(self._waiting)

    async def transact(self, game_id: str, work: Callable[[GameTransaction], T]) -> tuple[GameTransaction, T]:
        """Let `work` change a game as part of the next group."""
        answer: asyncio.Future[tuple[GameTransaction, T]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(game_id, work, cast("asyncio.Future[tuple[GameTransaction, object]]", answer)))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        while self._waiting:
            batch = self._next_batch()
            try:
                await self._commit(batch)
            except StorageError as error:  # The database is down, so retrying them one by one would not help.
                for waiting in batch:
                    _refuse(waiting, error)
            except Exception as error:
                log.warning("retrying %d commands one by one: %s", len(batch), error)
                for waiting in batch:  # Nothing was saved; this isolates the command that made the others fail.
                    try:
                        await self._commit([waiting])
                    except Exception as refusal:
                        _refuse(waiting, refusal)

    def _next_batch(self) -> list[_Waiting]:
        """The oldest commands, at most one per game: a command must see what the previous one has written."""
        chosen: dict[str, _Waiting] = {}
        left: list[_Waiting] = []
        while self._waiting and len(chosen) < BATCH_SIZE:
            waiting = self._waiting.popleft()
            if waiting.game_id in chosen:
                left.append(waiting)
            else:
                chosen[waiting.game_id] = waiting
        self._waiting.extendleft(reversed(left))
        return list(chosen.values())

    async def _commit(self, batch: list[_Waiting]) -> None:
        try:
            answers = await self.games.database.write(lambda connection: self._work(connection, batch))
        except BaseException:
            self.games.forget(waiting.game_id for waiting in batch)
            raise
        metrics.group_size.observe(len(batch))
        for waiting, answer in zip(batch, answers, strict=True):
            if isinstance(answer, RequestError):
                _refuse(waiting, answer)
            elif not waiting.answer.done():
                waiting.answer.set_result(answer)

    def _work(
        self, connection: sa.Connection, batch: list[_Waiting]
    ) -> list[tuple[GameTransaction, object] | RequestError]:
        pending, answers = PendingWrites(), []
        loaded = self.games.load(connection, [waiting.game_id for waiting in batch])
        for waiting in batch:
            answer: tuple[GameTransaction, object] | RequestError
            if waiting.game_id not in loaded:
                answer = NotFoundError(f"there is no game {waiting.game_id!r}", "no_game")
            else:
                try:
                    answer = self.games.attempt(connection, loaded[waiting.game_id], waiting.work, pending)
                except RequestError as error:
                    answer = error
            answers.append(answer)
        pending.write(connection)
        return answers


def _refuse(waiting: _Waiting, error: Exception) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(error)
