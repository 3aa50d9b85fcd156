"""The chats of tournaments, which the organiser and moderators can close.

Only tournaments for everybody have one: children play in tournaments of their class, and see no others.
"""

from collections.abc import Callable

import sqlalchemy as sa

from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, UnprocessableError
from jungle.server.events import Events
from jungle.server.identity.accounts import User
from jungle.server.identity.users import shown_kind, shown_name
from jungle.server.json import Json, encode
from jungle.server.lobby.events import TournamentChatSwitched
from jungle.server.lobby.tournament_rows import TournamentRow, check_visible, find_tournament
from jungle.server.realtime.hub import Hub
from jungle.server.storage.database import Database
from jungle.server.storage.schema import tournament_remarks, tournaments, users

TEXT_LIMIT = 280
SHOWN_LIMIT = 200
"""How many remarks are shown, the last ones."""


class TournamentChat:
    """Remarks about tournaments."""

    def __init__(self, database: Database, events: Events, hub: Hub, now: Callable[[], int]) -> None:
        self.database = database
        self.events = events
        self.hub = hub
        self.now = now

    async def view(self, viewer: User | None, tournament_id: str) -> Json:
        """The last remarks, none if the chat is closed. Raises NotFoundError."""

        def work(connection: sa.Connection) -> Json:
            row = _with_chat(connection, tournament_id, viewer)
            if row.is_chat_closed:
                return {"isClosed": True, "remarks": []}
            statement = (
                sa.select(
                    tournament_remarks.c.id,
                    shown_name(users).label("name"),
                    shown_kind(users).label("kind"),
                    tournament_remarks.c.text,
                    tournament_remarks.c.at,
                )
                .join(users, users.c.id == tournament_remarks.c.user_id)
                .where(tournament_remarks.c.tournament_id == tournament_id)
                .order_by(tournament_remarks.c.id.desc())
                .limit(SHOWN_LIMIT)
            )
            remarks = [dict(remark) for remark in connection.execute(statement).mappings()]
            return {"isClosed": False, "remarks": remarks[::-1]}

        return await self.database.scan(work)

    async def say(self, user: User, tournament_id: str, text: str) -> Json:
        """Say something. Raises NotFoundError, ForbiddenError, ConflictError, UnprocessableError."""
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        if not 0 < len(text) <= TEXT_LIMIT:
            raise UnprocessableError(f"expected 1 to {TEXT_LIMIT} characters, got {len(text)}", "text")
        if user.is_guest():
            raise ForbiddenError("sign up to chat in tournaments", "guest")
        now = self.now()

        def work(connection: sa.Connection) -> int:
            if _with_chat(connection, tournament_id, user).is_chat_closed:
                raise ConflictError("this chat is closed", "chat_closed")
            muted = connection.execute(sa.select(users.c.muted_until).where(users.c.id == user.id)).scalar()
            if (muted or 0) > now:
                raise ForbiddenError("you have been muted and cannot chat", "muted")
            values = {"tournament_id": tournament_id, "user_id": user.id, "text": text, "at": now}
            insert = sa.insert(tournament_remarks).values(values)
            return int(connection.execute(insert.returning(tournament_remarks.c.id)).scalar_one())

        remark_id = await self.database.write(work)
        remark = {"id": remark_id, "name": user.name, "kind": user.kind, "text": text, "at": now}
        self._publish(tournament_id, remark=remark)
        return remark

    async def switch(self, user: User, tournament_id: str, *, closed: bool) -> None:
        """Close the chat, or open it again, as the organiser. Raises NotFoundError, ForbiddenError."""

        def work(connection: sa.Connection) -> None:
            if _with_chat(connection, tournament_id, user).by_id != user.id:
                raise ForbiddenError("only its organiser may do that", "not_yours")
            switch_chat(connection, tournament_id, closed=closed)

        await self.database.write(work)
        await self.events.emit(TournamentChatSwitched(tournament_id, closed))

    def on_switched(self, event: TournamentChatSwitched) -> None:
        """Tell the followers that a chat was closed or opened."""
        self._publish(event.id, closed=event.closed)

    def _publish(self, tournament_id: str, **fields: object) -> None:
        notice = {"type": "tournament", "id": tournament_id, "what": "chat", **fields}
        self.hub.publish(f"tournament:{tournament_id}", encode(notice))


def switch_chat(connection: sa.Connection, tournament_id: str, *, closed: bool) -> None:
    """Close or open a chat. Raises NotFoundError."""
    _with_chat(connection, tournament_id, None)
    chosen = sa.update(tournaments).where(tournaments.c.id == tournament_id)
    connection.execute(chosen.values(is_chat_closed=closed))


def _with_chat(connection: sa.Connection, tournament_id: str, viewer: User | None) -> TournamentRow:
    row = find_tournament(connection, tournament_id)
    check_visible(connection, row, viewer)
    if row.class_id is not None:
        raise NotFoundError("tournaments of classes have no chat", "no_chat")
    return row
