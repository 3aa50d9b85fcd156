"""Emailed links: opening one proves that the email address is read by the user."""

import secrets
from collections.abc import Callable

import sqlalchemy as sa

from jungle.server.errors import ConflictError, LimitedError, NotSignedInError
from jungle.server.events import Events
from jungle.server.identity.accounts import User, check_address, find, name_key
from jungle.server.identity.events import NoticeSettingsChanged, SessionsRevoked
from jungle.server.identity.limits import Limits
from jungle.server.identity.sessions import add_token, digest_of
from jungle.server.mail.outbox import enqueue, wrap_lines
from jungle.server.settings import Settings
from jungle.server.storage.database import Database
from jungle.server.storage.schema import sessions, tokens, users
from jungle.server.times import DAY, HOUR

LIVES = {
    "reset": 2 * HOUR,
    "address": 2 * DAY,
    "change-address": 2 * HOUR,
    "mail-password": 2 * HOUR,
    "close": 2 * HOUR,
    "restore": 7 * DAY,
}
"""The purposes of links, and how long each is valid. All but `reset` are opened with `confirm`."""
TEXTS = {
    "reset": (
        "Set a new password",
        """\
Someone asked for a new password for the account {name} at {server}. If you didn't ask for this, ignore this email: your
password stays as it is. To set a new password, open this link within two hours:""",
    ),
    "address": (
        "Confirm your address",
        "To receive email for the account {name} at {server} at this address, open this link within two days:",
    ),
    "change-address": (
        "Confirm a new address",
        "To send email for the account {name} at {server} to {data}, open this link within two hours:",
    ),
    "mail-password": (
        "Confirm a new play-by-email password",
        """\
Someone who knows the play-by-email password of the account {name} at {server} has asked to change it. To confirm, open
this link within two hours:""",
    ),
    "close": (
        "Confirm closing your account",
        """\
To resign all games of the account {name} at {server} and close it permanently, open this link within two hours:""",
    ),
    "restore": (
        "Your address has changed",
        """\
Email for the account {name} at {server} is no longer sent to this address. If you did not change this, open this link
within seven days: it restores this address and ends all sessions. Then request a new password.""",
    ),
}


class Links:
    """Sends links, and acts on them when they are opened. Each link works once."""

    def __init__(
        self, database: Database, events: Events, settings: Settings, limits: Limits, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.events = events
        self.settings = settings
        self.limits = limits
        self.now = now

    async def check_address(self, address: str) -> None:
        """Raise UnprocessableError for an invalid address, LimitedError if it has received too many links."""
        check_address(address)
        await self.limits.take("link", address.lower())

    async def ask_address(self, user_id: int, name: str, address: str) -> None:
        """Email a confirmation link to a new address. Call check_address first."""
        await self.database.write(lambda connection: self._send(connection, user_id, name, "address", address, address))

    async def ask_owner(self, user: User, purpose: str, data: str = "") -> None:
        """Email a link to the account's own address. Raises ConflictError if it has no confirmed address."""
        await self.limits.take("link", user.id)

        def work(connection: sa.Connection) -> None:
            address = connection.execute(sa.select(users.c.address).where(users.c.id == user.id)).scalar()
            if address is None:
                raise ConflictError("this account has no confirmed email address; log in on the web", "no_address")
            self._send(connection, user.id, user.name, purpose, address, data)

        await self.database.write(work)

    async def ask_reset(self, name: str) -> None:
        """Email a password reset link, if an account with this name exists and has an address.

        Requests above the limit are silently dropped: the user already has enough links.
        """
        try:
            await self.limits.take("account_reset", name_key(name))
        except LimitedError:
            return

        def work(connection: sa.Connection) -> None:
            row = find(connection, name)
            if row is not None and row.address is not None:
                self._send(connection, row.id, row.name, "reset", row.address)

        await self.database.write(work)

    async def remove_address(self, user_id: int) -> None:
        """Remove an account's email address, and notify that address."""
        await self.database.write(lambda connection: self._set_address(connection, user_id, None))
        await self.events.emit(NoticeSettingsChanged(user_id))

    def new_code(self, connection: sa.Connection, user_id: int, purpose: str) -> str:
        """A confirmation code for a user without an address, returned in the reply."""
        return self._token(connection, user_id, purpose, "")

    async def confirm(self, secret: str) -> tuple[str, int]:
        """Act on a link, and return its purpose and its owner. Raises NotSignedInError."""

        def work(connection: sa.Connection) -> tuple[str, int]:
            purpose, user_id, data, name = self._take(connection, secret)
            if purpose == "address":
                self._set_address(connection, user_id, data)
            elif purpose == "change-address":
                self._send(connection, user_id, name, "address", data, data)
            elif purpose == "mail-password":
                _update(connection, user_id, mail_password=data)
            elif purpose == "restore":
                self._restore(connection, user_id, data)
            return purpose, user_id

        purpose, user_id = await self.database.write(work)
        if purpose in ("address", "restore"):
            await self.events.emit(NoticeSettingsChanged(user_id))
        if purpose == "restore":
            await self.events.emit(SessionsRevoked(user_id))
        return purpose, user_id

    def _take(self, connection: sa.Connection, secret: str) -> tuple[str, int, str, str]:
        """Use up a link, and return its purpose, its owner, its data and the owner's name."""
        statement = (
            sa.select(tokens.c.purpose, tokens.c.user_id, tokens.c.data, users.c.name)
            .join(users, users.c.id == tokens.c.user_id)
            .where(tokens.c.digest == digest_of(secret), tokens.c.expires > self.now(), users.c.closed.is_(None))
            .where(tokens.c.purpose.in_([purpose for purpose in LIVES if purpose != "reset"]))
        )
        row = connection.execute(statement).first()
        used = sa.delete(tokens).where(tokens.c.digest == digest_of(secret))
        if row is None or not connection.execute(used).rowcount:  # Another request may be using it right now.
            raise NotSignedInError("this link is no longer valid", "token")
        return row._tuple()

    def _token(self, connection: sa.Connection, user_id: int, purpose: str, data: str) -> str:
        if purpose not in ("reset", "restore"):  # Only the latest link is valid.
            connection.execute(sa.delete(tokens).where(tokens.c.user_id == user_id, tokens.c.purpose == purpose))
        return add_token(connection, user_id, (), self.now(), purpose=purpose, life=LIVES[purpose], data=data)

    def _send(
        self, connection: sa.Connection, user_id: int, name: str, purpose: str, address: str, data: str = ""
    ) -> None:
        token = self._token(connection, user_id, purpose, data)
        view = "reset?" if purpose == "reset" else f"confirm?what={purpose}&"
        subject, text = TEXTS[purpose]
        shown = {"name": name, "data": data, "server": self.settings.origin}
        by_mail = "" if purpose == "reset" else f"\nOr send an email with this subject:\n\n    confirm {token}\n"
        if purpose not in ("reset", "restore"):
            by_mail += "\nIf you didn't ask for this, ignore this email.\n"
        body = f"{wrap_lines(text.format(**shown))}\n\n{self.settings.origin}/#/{view}token={token}\n{by_mail}"
        enqueue(connection, f"link:{digest_of(token)}", address, subject, body, self.now())

    def _set_address(self, connection: sa.Connection, user_id: int, address: str | None) -> None:
        statement = sa.select(users.c.name, users.c.address).where(users.c.id == user_id)
        name, old = connection.execute(statement).one()
        unsubscribe = None if address is None else secrets.token_urlsafe(24)
        _update(connection, user_id, address=address, unsubscribe=unsubscribe)
        if old is not None and old != address:
            self._send(connection, user_id, name, "restore", old, old)

    @staticmethod
    def _restore(connection: sa.Connection, user_id: int, address: str) -> None:
        """Restore an address that an intruder has replaced, and revoke everything they may have created."""
        values = {"address": address, "unsubscribe": secrets.token_urlsafe(24), "mail_password": None}
        _update(connection, user_id, **values)
        connection.execute(sa.delete(sessions).where(sessions.c.user_id == user_id))
        others = (tokens.c.user_id == user_id, tokens.c.purpose != "recovery")
        connection.execute(sa.delete(tokens).where(*others))


def _update(connection: sa.Connection, user_id: int, **values: object) -> None:
    connection.execute(sa.update(users).where(users.c.id == user_id).values(values))
