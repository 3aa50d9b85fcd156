"""Publishes what happens in tournaments."""

from jungle.server.json import encode
from jungle.server.lobby.tournament_rows import read_tournaments
from jungle.server.realtime.hub import Hub
from jungle.server.realtime.lobby_feed import LobbyFeed
from jungle.server.storage.database import Database
from jungle.server.storage.schema import tournaments


class TournamentPublisher:
    """Publishes the events of tournaments to those who follow one, the lobby or a class."""

    def __init__(self, database: Database, hub: Hub, feed: LobbyFeed) -> None:
        self.database = database
        self.hub = hub
        self.feed = feed

    def emit(self, tournament_id: str, what: str, **content: object) -> None:
        """Publish to everybody who follows a tournament."""
        notice = {"type": "tournament", "id": tournament_id, "what": what, **content}
        self.hub.publish(f"tournament:{tournament_id}", encode(notice))

    async def announce(self, tournament_id: str) -> None:
        """Tell the lobby, or its class, that a tournament was created, has started or has ended."""
        rows = await self.database.scan(
            lambda connection: read_tournaments(connection, tournaments.c.id == tournament_id)
        )
        for row in rows:
            view = row.view() | {"players": row.players}
            if row.class_id is None:
                self.feed.add(tournament=view)
            else:
                event = {"type": "class", "id": row.class_id, "what": "tournament", "tournament": view}
                self.hub.publish(f"class:{row.class_id}", encode(event))
