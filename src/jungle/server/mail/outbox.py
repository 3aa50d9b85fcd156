"""Outgoing email: rows written in the transaction they report, then sent, with retries, until accepted."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate
from typing import Any

import aiosmtplib
import sqlalchemy as sa

from jungle.server import metrics
from jungle.server.settings import Settings, split_address
from jungle.server.storage.database import Database, StorageError, insert_once
from jungle.server.storage.schema import outbox
from jungle.server.times import HOUR, SECOND
from jungle.terminal.ansi import wrapped

log = logging.getLogger("jungle.server.mail")

FIRST_WAIT = 2 * SECOND
WAIT_LIMIT = 6 * HOUR
TRIES_LIMIT = 16
AT_ONCE = 20
LOOK_SECONDS = 0.1
TAKEN_FOR = 120 * SECOND
"""How long other servers leave an email alone while one is sending it."""
COLUMNS = 78
"""The longest line in an email, so that plain-text readers show it whole."""


def wrap_lines(text: str) -> str:
    """Wrap long lines at spaces. Lines with a link are kept whole, so that the link still works.

    >>> max(map(len, wrap_lines("one two three " * 20).splitlines()))
    77
    """
    return "\n".join(line if "://" in line else wrapped(line, COLUMNS) for line in text.split("\n"))


def enqueue(
    connection: sa.Connection,
    key: str,
    address: str,
    subject: str,
    body: str,
    now: int,
    *,
    at: int | None = None,
    reply_to: str | None = None,
    unsubscribe: str | None = None,
) -> None:
    """Put an email into the outbox, once per key. It is sent now, or at a later time."""
    values = {
        "key": key,
        "address": address,
        "subject": subject,
        "body": wrap_lines(body),
        "reply_to": reply_to,
        "unsubscribe": unsubscribe,
        "state": "waiting",
        "tries": 0,
        "created": now,
        "next_try": now if at is None else at,
    }
    insert_once(connection, outbox, values)


class Outbox:
    """Sends queued emails, retrying with increasing delays. Undeliverable emails are kept, marked as dead."""

    def __init__(self, database: Database, settings: Settings, now: Callable[[], int]) -> None:
        self.database = database
        self.settings = settings
        self.now = now

    async def run(self) -> None:
        while True:
            try:
                sent = await self.send_waiting()
            except StorageError as error:
                log.warning("the outbox will try again: %s", error)
                sent = 0
            except Exception:
                log.exception("the outbox will try again")
                sent = 0
            if not sent:
                await asyncio.sleep(LOOK_SECONDS)

    async def send_waiting(self) -> int:
        """Send the emails that are due, and return how many there were."""
        now = self.now()

        def take(connection: sa.Connection) -> list[Any]:
            chosen = (outbox.c.state == "waiting", outbox.c.next_try <= now)
            statement = sa.select(outbox).where(*chosen).order_by(outbox.c.next_try).limit(AT_ONCE)
            rows = connection.execute(statement.with_for_update(skip_locked=True)).mappings().all()
            ids = [row["id"] for row in rows]
            if ids:
                connection.execute(sa.update(outbox).where(outbox.c.id.in_(ids)).values(next_try=now + TAKEN_FOR))
            return list(rows)

        due = (outbox.c.state == "waiting", outbox.c.next_try <= now)
        if not await self.database.read(
            lambda connection: connection.execute(sa.select(outbox.c.id).where(*due)).first()
        ):
            return 0
        rows = await self.database.write(take)
        if not rows:
            return 0
        host, port = split_address(self.settings.smtp_out)
        client = aiosmtplib.SMTP(hostname=host, port=port, timeout=20, start_tls=None)
        try:
            await client.connect()
            if self.settings.smtp_user:
                await client.login(self.settings.smtp_user, self.settings.smtp_password)
        except (aiosmtplib.SMTPException, OSError) as error:
            for row in rows:
                await self._failed(row, str(error), is_final=False)
            return len(rows)
        try:
            for row in rows:
                await self._send(client, row)
        finally:
            try:
                await client.quit()
            except (aiosmtplib.SMTPException, OSError):
                client.close()
        return len(rows)

    async def _send(self, client: aiosmtplib.SMTP, row: Any) -> None:
        try:
            await client.send_message(self._message(row))
        except aiosmtplib.SMTPResponseException as error:
            # 5xx is final, unless it concerns the connection.
            await self._failed(row, f"{error.code} {error.message}", is_final=500 <= error.code < 600)
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            await self._failed(row, str(error), is_final=all(500 <= code < 600 for code in codes))
        except (aiosmtplib.SMTPException, OSError) as error:
            await self._failed(row, str(error), is_final=False)
        except Exception as error:  # An email that cannot be encoded must not hold up the others.
            await self._failed(row, repr(error), is_final=True)
        else:
            metrics.mails_out.labels("sent").inc()
            # The text is no longer needed, and it may contain a password link.
            await self._update(row, state="sent", tries=row["tries"] + 1, error=None, body="")

    def _message(self, row: Any) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self.settings.sender
        message["To"] = row["address"]
        message["Subject"] = row["subject"]
        message["Date"] = formatdate()
        # Every attempt has the same Message-ID, so that a receiver can detect repeats.
        message["Message-ID"] = f"<jungle-{row['id']}-{row['created']}@{self.settings.sender.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-replied" if row["reply_to"] else "auto-generated"
        if row["reply_to"]:
            message["In-Reply-To"] = message["References"] = row["reply_to"]
        body = row["body"]
        if row["unsubscribe"]:
            # RFC 8058: email programs show an unsubscribe button that sends the POST.
            url = f"{self.settings.origin}/api/unsubscribe?token={row['unsubscribe']}"
            message["List-Unsubscribe"] = f"<{url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            body = f"{body}\n-- \nUnsubscribe: {url}\n"
        message.set_content(body)
        return message

    async def _failed(self, row: Any, error: str, *, is_final: bool) -> None:
        tries = row["tries"] + 1
        wait = min(FIRST_WAIT * 2 ** (tries - 1), WAIT_LIMIT)
        # Jitter, so that emails that failed together are not retried together.
        wait += secrets.randbelow(wait // 4)
        is_dead = is_final or tries >= TRIES_LIMIT
        metrics.mails_out.labels("dead" if is_dead else "failed").inc()
        log.warning("email %s was not sent (%s)%s", row["id"], error, "; giving up" if is_dead else "")
        values = {"state": "dead" if is_dead else "waiting", "tries": tries, "error": error[:500]}
        if is_dead and row["key"].startswith("link:"):
            values["body"] = ""  # Dead emails are kept, but not links that could still set a password.
        await self._update(row, **values, next_try=self.now() + wait)

    async def _update(self, row: Any, **values: Any) -> None:
        statement = sa.update(outbox).where(outbox.c.id == row["id"]).values(values)
        await self.database.execute(statement)
