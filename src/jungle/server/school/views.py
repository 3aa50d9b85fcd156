"""Classes as their members see them."""

import asyncio
from collections.abc import Callable, Iterable

from jungle.server.children.children import (
    Children,
)
from jungle.server.game.games import Games
from jungle.server.game.privacy import for_viewer
from jungle.server.game.rows import GAME_WITH_PLAYERS, GameRow, read_games
from jungle.server.game.views import short_view
from jungle.server.identity.accounts import User
from jungle.server.json import Json
from jungle.server.school.rows import (
    Pupil,
    Record,
)
from jungle.server.storage.database import Database
from jungle.server.storage.schema import games
from jungle.server.times import SECOND

RECENT = 300 * SECOND
"""How long a finished game stays among the class's boards."""
FEW = 8
"""How many games are announced or read before other work gets its turn."""


class ClassViews:
    """Pupils and games of a class, in the form clients receive."""

    def __init__(self, database: Database, games: Games, children: Children, now: Callable[[], int]) -> None:
        self.database = database
        self.games = games
        self.children = children
        self.now = now

    async def games_of(self, rows: Iterable[GameRow]) -> list[Json]:
        """Games with their positions."""
        shown = []
        for number, row in enumerate(rows, start=1):
            fen = (await self.games.load_game(row)).fen()
            shown.append({**short_view(row, self.now()), "tournament": row.tournament_id, "fen": fen})
            if number % FEW == 0:
                await asyncio.sleep(0)
        return shown

    def pupil(
        self, pupil: Pupil, record: Record | None = None, game_id: str | None = None, *, is_teacher: bool = False
    ) -> Json:
        record = record or Record()
        shown: Json = {
            "name": pupil.name,
            "here": self.children.is_here(pupil.user_id, pupil.seen),
            "gameId": game_id,
            "points": record.points,
            "games": record.games,
        }
        if is_teacher:
            shown |= {"label": pupil.label, "joined": pupil.joined, "seen": pupil.seen}
        return shown

    async def named_games(self, viewer: User, ids: list[str]) -> list[Json]:
        """The games of a class, with the names its members know."""
        if not ids:
            return []
        statement = GAME_WITH_PLAYERS.where(games.c.id.in_(ids)).order_by(games.c.number)
        rows = await self.database.scan(
            lambda connection: for_viewer(connection, viewer, read_games(connection, statement))
        )
        return await self.games_of(rows)
