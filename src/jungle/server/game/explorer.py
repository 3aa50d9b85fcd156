"""The opening explorer: the moves played here from a position, their results, and the opening book's opinion.

Games are counted after they end, a few at a time, separately from the commands that end them.
"""

import asyncio
import logging
from collections import Counter
from functools import cache, partial

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from jungle.board_position import BoardPosition
from jungle.engine import open_book
from jungle.engine.book import BookMove
from jungle.errors import JungleError
from jungle.games import game_type
from jungle.server.background import Background
from jungle.server.errors import RequestError, UnprocessableError
from jungle.server.game import adapter
from jungle.server.json import Json
from jungle.server.storage.database import Database
from jungle.server.storage.schema import explored, games, unexplored

log = logging.getLogger("jungle.server")

PLIES = 30
AT_ONCE = 8
LOOK_SECONDS = 2.0
NOT_IN_BOOK = -10_000
RESULTS = {"1-0": "blue", "0-1": "red", "1/2-1/2": "draws"}

Counts = Counter[tuple[str, str, int, str, str]]


class Explorer:
    """Counts finished games, and looks up positions."""

    def __init__(self, database: Database, background: Background) -> None:
        self.database = database
        self.background = background

    async def run(self) -> None:
        while True:
            counted = 0
            try:
                counted = await self.count_some()
            except JungleError as error:
                log.warning("games will be counted later: %s", error)
            except Exception:
                log.exception("games will be counted later")
            if not counted:
                await asyncio.sleep(LOOK_SECONDS)

    async def count_some(self) -> int:
        """Count a few games, and return how many were counted."""
        chosen = sa.select(unexplored.c.game_id).limit(AT_ONCE)
        rows = sa.select(games.c.id, games.c.kind, games.c.rules, games.c.moves, games.c.result)
        statement = rows.where(games.c.id.in_(chosen))
        found = await self.database.scan(lambda connection: connection.execute(statement).all())
        if not found:
            return 0
        done = 0
        for game_id, *game in found:  # One at a time: a whole batch would delay every move.
            try:
                counts = await self.background.run(_counts, *game)
            except Exception:
                log.exception("game %s cannot be counted", game_id)
                counts = Counts()
            done += await self.database.write(partial(_write, game_id=game_id, counts=counts))
        return done

    async def moves(self, fen: str, rules: str, kind: str) -> Json:
        """The moves played from a position, and their values in the opening book. Raises UnprocessableError."""
        try:
            position, canonical, known = await self.background.run(_asked, fen, rules, kind)
        except RequestError:
            raise
        except JungleError as error:
            raise UnprocessableError(str(error)) from None
        mine = (explored.c.kind == kind, explored.c.rules == canonical, explored.c.key == _signed(position.key))
        statement = sa.select(explored.c.move, explored.c.blue, explored.c.red, explored.c.draws).where(*mine)
        rows = await self.database.read(lambda connection: connection.execute(statement).all())
        book = {str(each.move): each.centi_cats for each in known}
        unplayed = [(move, 0, 0, 0) for move in book.keys() - {row.move for row in rows}]
        moves = [
            {
                "move": move,
                "games": blue + red + draws,
                "blue": blue,
                "red": red,
                "draws": draws,
                "book": book.get(move),
            }
            for move, blue, red, draws in [*rows, *unplayed]
        ]
        moves.sort(key=lambda move: (-move["games"], -book.get(move["move"], NOT_IN_BOOK), move["move"]))
        return {"games": sum(move["games"] for move in moves), "moves": moves}


def _asked(fen: str, rules: str, kind: str) -> tuple[BoardPosition, str, tuple[BookMove, ...]]:
    """A position, the shortest text for its rules, and its moves in the book."""
    position = game_type(kind).new(rules, fen=fen).position
    book = open_book(kind)
    return position, adapter.canonical_rules(kind, rules), book.moves(position) if book else ()


def _signed(key: int) -> int:
    """A 64-bit key as the database stores it."""
    return key - (1 << 64) if key >= 1 << 63 else key


def _counts(kind: str, rules: str, moves: str, result: str) -> Counts:
    game, counts = adapter.new_game(kind, rules, None, 0).public(), Counts()
    for move in moves.split()[:PLIES]:
        # The piece that a flip reveals is not part of the choice.
        counts[kind, rules, _signed(game.position.key), move.partition("=")[0], RESULTS[result]] += 1
        game.play(move)
    return counts


def _write(connection: sa.Connection, game_id: str, counts: Counts) -> bool:
    # The server that deletes the row counts the game: another one may be working on it too.
    if not connection.execute(sa.delete(unexplored).where(unexplored.c.game_id == game_id)).rowcount:
        return False
    rows = [
        {"kind": kind, "rules": rules, "key": key, "move": move, **dict.fromkeys(RESULTS.values(), 0), result: count}
        # Always in the same order, so that two servers cannot deadlock.
        for (kind, rules, key, move, result), count in sorted(counts.items())
    ]
    if rows:
        connection.execute(_adding(connection.dialect.name), rows)
    return True


@cache
def _adding(dialect: str) -> sa.Insert:
    """Adds to the counts: one statement for all rows, compiled once."""
    insert = (sqlite.insert if dialect == "sqlite" else postgresql.insert)(explored)
    sums = {result: explored.c[result] + insert.excluded[result] for result in RESULTS.values()}
    return insert.on_conflict_do_update(index_elements=["kind", "rules", "key", "move"], set_=sums)
