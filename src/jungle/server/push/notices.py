"""Notifications for devices. Each is written in the transaction that it reports, and sent by `sender.py`."""

from collections.abc import Callable, Collection

import sqlalchemy as sa

from jungle.server.game.events import GameChanged, GameStarted
from jungle.server.game.rows import GameRow
from jungle.server.identity.users import shown_name
from jungle.server.json import encode
from jungle.server.lobby.events import ChallengeMade, MessageSent
from jungle.server.push.subscriptions import read_devices
from jungle.server.storage.database import insert_once
from jungle.server.storage.schema import entrants, outbox, pushes, subscriptions, tournaments, users
from jungle.server.times import DAY, SECOND

TURNS = ("move", "takeback", "resume")
"""After these events, somebody has to move."""
LIFE = DAY
"""How long the server, and then the push service, tries to deliver a notification."""
TEXT_SHOWN = 120
SOON = 300 * SECOND
"""How long before a tournament starts its players are notified."""
TURN_WAITS = 2 * SECOND
"""A notification of a turn waits this long: a player at the board answers sooner, and needs none."""
MAIL_WAITS = 240 * SECOND
"""How long an email is held back in case a notification about the same thing is delivered."""


def is_pushed(connection: sa.Connection, mail: str, now: int) -> bool:
    """True if a notification that replaces the email with this key is about to be sent."""
    chosen = (pushes.c.mail == mail, pushes.c.state == "waiting", pushes.c.next_try <= now + TURN_WAITS)
    return connection.execute(sa.select(pushes.c.id).where(*chosen).limit(1)).first() is not None


class PushNotices:
    """Writes notifications to `pushes`."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now

    def _write(
        self,
        connection: sa.Connection,
        user_id: int | None,
        kind: str,
        ref: str,
        key: str,
        *,
        mail: str | None = None,
        life: int = LIFE,
        wait: int = 0,
        **words: object,
    ) -> None:
        """Write a notification for each device of a user, once per key. `ref` is the id of what it is about."""
        now = self.now()
        for device in read_devices(connection, now, subscriptions.c.user_id == user_id):
            values = {
                "key": f"{key}:{device.session}",
                "session": device.session,
                "kind": kind,
                "ref": ref,
                "data": encode(words).decode(),
                "mail": mail,
                "state": "waiting",
                "tries": 0,
                "created": now,
                "next_try": device.wakes(now) or now + wait,
                "expires": now + life,
            }
            insert_once(connection, pushes, values)

    def _replace_turns(self, connection: sa.Connection, game_id: str, user_id: int | None) -> None:
        """Remove what is waiting to be said about earlier turns in a game, and the emails that would say the same."""
        sessions = sa.select(subscriptions.c.session).where(subscriptions.c.user_id == user_id)
        earlier = (
            pushes.c.session.in_(sessions),
            pushes.c.kind == "turn",
            pushes.c.ref == game_id,
            pushes.c.state == "waiting",
        )
        mails = set(connection.execute(sa.select(pushes.c.mail).where(*earlier)).scalars())
        if mails:
            connection.execute(sa.delete(pushes).where(*earlier))
            connection.execute(sa.delete(outbox).where(outbox.c.key.in_(mails), outbox.c.state == "waiting"))

    def _notify_turn(self, connection: sa.Connection, row: GameRow, dropped_plans: Collection[int] = ()) -> None:
        if row.days is None or not row.is_running() or row.paused_ms is not None:
            return
        player, opponent = row.to_move, row.seats[row.turn.opponent]
        name = connection.execute(sa.select(shown_name(users)).where(users.c.id == opponent.user_id)).scalar()
        mail = f"game:{row.id}:{row.version}:{player.user_id}"
        self._replace_turns(connection, row.id, player.user_id)
        is_plan_dropped = player.user_id in dropped_plans
        self._write(
            connection,
            player.user_id,
            "turn",
            row.id,
            mail,
            mail=mail,
            wait=TURN_WAITS,
            name=name or "?",
            isPlanDropped=is_plan_dropped,
        )

    def on_game_started(self, connection: sa.Connection, event: GameStarted) -> None:
        """Notify the player who is to move in a correspondence game."""
        self._notify_turn(connection, event.row)

    def on_game_changed(self, connection: sa.Connection, changed: GameChanged) -> None:
        if any(event["type"] in TURNS for event in changed.events):
            self._notify_turn(connection, changed.row, changed.dropped_plans)

    def on_challenge(self, connection: sa.Connection, event: ChallengeMade) -> None:
        challenge = event.challenge
        key = f"challenge:{challenge.id}"
        name, speed = challenge.from_name, challenge.terms.control.speed
        life = min(LIFE, challenge.expires - self.now())
        self._write(
            connection, challenge.to_id, "challenge", challenge.id, key, mail=key, life=life, name=name, speed=speed
        )

    def on_message(self, connection: sa.Connection, event: MessageSent) -> None:
        key, text = f"message:{event.id}", event.text
        shown = text if len(text) <= TEXT_SHOWN else f"{text[:TEXT_SHOWN]}…"
        self._write(
            connection, event.to.id, "message", str(event.id), key, mail=key, name=event.sender.name, text=shown
        )

    def announce_tournaments(self, connection: sa.Connection) -> None:
        """Notify the players of tournaments that are about to start."""
        now = self.now()
        soon = (tournaments.c.status == "created", tournaments.c.starts > now, tournaments.c.starts <= now + SOON)
        statement = (
            sa.select(tournaments.c.id, tournaments.c.name, tournaments.c.starts, entrants.c.user_id)
            .join(entrants, entrants.c.tournament_id == tournaments.c.id)
            .where(*soon, entrants.c.is_away.is_(False))
        )
        for row in connection.execute(statement).all():
            words = {"name": row.name, "starts": row.starts}
            key = f"tournament:{row.id}"
            self._write(connection, row.user_id, "tournament", row.id, key, life=row.starts - now, **words)
