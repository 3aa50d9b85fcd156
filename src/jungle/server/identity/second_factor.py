"""Second factors: codes from an authenticator app (TOTP), and recovery codes in case it is lost."""

import base64
import secrets
from collections.abc import Callable

import pyotp
import segno
import sqlalchemy as sa
from pyotp.totp import TOTP

from jungle.server.errors import ConflictError, LimitedError, NotSignedInError, RequestError
from jungle.server.events import Events
from jungle.server.identity.accounts import User
from jungle.server.identity.events import CodesGuessed, SessionsRevoked
from jungle.server.identity.sessions import digest_of
from jungle.server.identity.users import UserRow, read_users
from jungle.server.storage.database import Database
from jungle.server.storage.schema import sessions, tokens, users
from jungle.server.times import HOUR, SECOND

STEP = 30 * SECOND
STEPS_OFF = 1
"""How many time steps the clocks may differ by."""
SETUP_LIFE = HOUR // 2
RECOVERY_CODES = 10
FREE_TRIES = 5
"""Wrong codes in a row before the account has to wait; the wait doubles with every further one."""
WAIT_LIMIT = HOUR
WARN_EVERY = 10
"""The owner is warned after this many wrong codes."""
WRONG = "this code is wrong or has already been used"


class SecondFactors:
    """Manages second factors. Turning one on ends all other sessions, so every remaining session was begun with it."""

    def __init__(self, database: Database, events: Events, now: Callable[[], int]) -> None:
        self.database = database
        self.events = events
        self.now = now

    async def begin(self, user: User, issuer: str) -> dict[str, str]:
        """Create a secret for an authenticator app. It takes effect once `finish` has seen a code from it."""
        secret, now = pyotp.random_base32(), self.now()
        values = {"digest": digest_of(secret), "user_id": user.id, "scopes": "", "purpose": "totp", "data": secret}

        def work(connection: sa.Connection) -> None:
            if connection.execute(sa.select(users.c.totp_secret).where(users.c.id == user.id)).scalar() is not None:
                raise ConflictError("this account already has a second factor", "second_factor_exists")
            connection.execute(sa.delete(tokens).where(tokens.c.user_id == user.id, tokens.c.purpose == "totp"))
            connection.execute(sa.insert(tokens), {**values, "created": now, "expires": now + SETUP_LIFE})

        await self.database.write(work)
        uri = TOTP(secret).provisioning_uri(name=user.name, issuer_name=issuer)
        return {"secret": secret, "uri": uri, "picture": segno.make(uri, error="m").svg_data_uri(scale=4)}

    async def finish(self, user: User, code: str) -> list[str]:
        """Turn the second factor on, end all other sessions and tokens, and return recovery codes.

        Raises NotSignedInError for a wrong code.
        """
        now = self.now()
        codes = [new_recovery_code() for _ in range(RECOVERY_CODES)]

        def work(connection: sa.Connection) -> None:
            own = (tokens.c.user_id == user.id, tokens.c.purpose == "totp", tokens.c.expires > now)
            secret = connection.execute(sa.select(tokens.c.data).where(*own)).scalar()
            step = None if secret is None else matching_step(secret, code, now)
            if step is None:
                raise NotSignedInError(WRONG, "code")
            connection.execute(sa.update(users).where(users.c.id == user.id).values(totp_secret=secret, totp_step=step))
            connection.execute(sa.delete(tokens).where(tokens.c.user_id == user.id, tokens.c.purpose != "restore"))
            others = (sessions.c.user_id == user.id, sessions.c.digest != user.session)
            connection.execute(sa.delete(sessions).where(*others))
            rows = [{"digest": digest_of(clean(each)), "user_id": user.id} for each in codes]
            fixed = {"scopes": "", "purpose": "recovery", "created": now}
            connection.execute(sa.insert(tokens), [row | fixed for row in rows])

        await self.database.write(work)
        await self.events.emit(SessionsRevoked(user.id))
        return codes

    async def check(self, user_id: int, code: str | None) -> None:
        """Raise NotSignedInError if the account has a second factor and this is not a fresh code for it."""
        has_one = sa.select(users.c.totp_secret.is_not(None)).where(users.c.id == user_id)
        if not await self.database.read(lambda connection: connection.execute(has_one).scalar()):
            return

        def work(connection: sa.Connection) -> RequestError | None:
            (row,) = read_users(connection, users.c.id == user_id, lock=True)
            own = sa.update(users).where(users.c.id == user_id)
            if row.totp_secret is None or self._use_recovery(connection, row, code or ""):
                return None
            if (wait := row.codes_after - self.now()) > 0:
                seconds = -(-wait // SECOND)
                return LimitedError(f"too many wrong codes; try again in {seconds} s", retry_after=seconds)
            if self._use(connection, row, code or ""):
                connection.execute(own.values(wrong_codes=0, codes_after=0))
                return None
            count = row.wrong_codes + 1
            doubled = STEP << min(max(0, count - FREE_TRIES), 10)
            after = self.now() + min(doubled, WAIT_LIMIT) if count >= FREE_TRIES else 0
            connection.execute(own.values(wrong_codes=count, codes_after=after))
            if count % WARN_EVERY == 0:
                self.events.record(connection, CodesGuessed(user_id, count))
            return NotSignedInError(WRONG, "code")

        if not code:
            raise NotSignedInError("enter the code from your authenticator app", "second_factor")
        if (refusal := await self.database.write(work)) is not None:  # Raised after the commit: the try counts.
            raise refusal

    def _use(self, connection: sa.Connection, row: UserRow, code: str) -> bool:
        step = matching_step(row.totp_secret or "", code, self.now())
        # An older step is a replay: somebody may have read the code over the user's shoulder.
        if step is not None and step > (row.totp_step or 0):
            connection.execute(sa.update(users).where(users.c.id == row.id).values(totp_step=step))
            return True
        return False

    @staticmethod
    def _use_recovery(connection: sa.Connection, row: UserRow, code: str) -> bool:
        """Use up a recovery code. They cannot be guessed, so guessing codes does not keep them from working."""
        recovery = (
            tokens.c.user_id == row.id,
            tokens.c.purpose == "recovery",
            tokens.c.digest == digest_of(clean(code)),
        )
        return bool(connection.execute(sa.delete(tokens).where(*recovery)).rowcount)

    async def remove(self, user_id: int) -> None:
        await self.database.write(lambda connection: remove(connection, user_id))


def remove(connection: sa.Connection, user_id: int) -> None:
    """Turn a second factor off."""
    connection.execute(sa.update(users).where(users.c.id == user_id).values(totp_secret=None, totp_step=None))
    connection.execute(sa.delete(tokens).where(tokens.c.user_id == user_id, tokens.c.purpose.in_(("recovery", "totp"))))


def matching_step(secret: str, code: str, now: int) -> int | None:
    """The time step a code belongs to, if it is close to the current one."""
    digits = code.replace(" ", "").encode()
    totp = TOTP(secret)
    for step in range(now // STEP - STEPS_OFF, now // STEP + STEPS_OFF + 1):
        if secrets.compare_digest(totp.generate_otp(step).encode(), digits):
            return step
    return None


def new_recovery_code() -> str:
    """120 random bits, enough not to need a slow hash, in groups that are easy to copy by hand."""
    text = base64.b32encode(secrets.token_bytes(15)).decode().lower()
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))


def clean(code: str) -> str:
    """A recovery code without separators, in lower case.

    >>> clean(" ABCD-efgh ")
    'abcdefgh'
    """
    return "".join(sign for sign in code.lower() if sign.isalnum())
