"""Outgoing mail: rows written in the transaction they report, and sent afterwards until they have arrived."""

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
from jungle.server.clocks import HOUR, SECOND
from jungle.server.database import Database, StorageError, insert_once
from jungle.server.schema import outbox
from jungle.server.settings import Settings, split_address
from jungle.terminal.paint import wrapped

log = logging.getLogger("jungle.server.mail")

FIRST_WAIT = 2 * SECOND
LONGEST_WAIT = 6 * HOUR
MOST_TRIES = 16
AT_ONCE = 20
LOOK_SECONDS = 0.1
TAKEN_FOR = 120 * SECOND
"""A mail being sent is left alone by other servers for this long."""
COLUMNS = 78
"""No line of a mail is longer than a plain mail reader shows."""


def fitted(text: str) -> str:
    """The text with long lines broken between words. Lines with a link stay whole, so that the link still works.

    >>> max(map(len, fitted("one two three " * 20).splitlines()))
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
    reply_to: str | None = None,
    unsubscribe: str | None = None,
) -> None:
    """Put a mail into the outbox, once for each key."""
    values = {
        "key": key,
        "address": address,
        "subject": subject,
        "body": fitted(body),
        "reply_to": reply_to,
        "unsubscribe": unsubscribe,
        "state": "waiting",
        "tries": 0,
        "created": now,
        "next_try": now,
    }
    insert_once(connection, outbox, values)


class Outbox:
    """Sends queued mails, retrying with growing pauses; undeliverable mails are kept as dead."""

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
        """Send what is due, and return how many that were."""
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
            # 5xx is final, unless it is about the connection.
            await self._failed(row, f"{error.code} {error.message}", is_final=500 <= error.code < 600)
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            await self._failed(row, str(error), is_final=all(500 <= code < 600 for code in codes))
        except (aiosmtplib.SMTPException, OSError) as error:
            await self._failed(row, str(error), is_final=False)
        except Exception as error:  # A mail that cannot be written must not keep those after it.
            await self._failed(row, repr(error), is_final=True)
        else:
            metrics.mails_out.labels("sent").inc()
            # Nobody needs the text any more, and it may hold a link that sets a password.
            await self._update(row, state="sent", tries=row["tries"] + 1, error=None, body="")

    def _message(self, row: Any) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self.settings.sender
        message["To"] = row["address"]
        message["Subject"] = row["subject"]
        message["Date"] = formatdate()
        # The same mail has the same name each time it is tried, so that a receiver may notice a repeat.
        message["Message-ID"] = f"<jungle-{row['id']}-{row['created']}@{self.settings.sender.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-replied" if row["reply_to"] else "auto-generated"
        if row["reply_to"]:
            message["In-Reply-To"] = message["References"] = row["reply_to"]
        body = row["body"]
        if row["unsubscribe"]:
            # RFC 8058: mail programs show a button that sends the POST.
            url = f"{self.settings.origin}/api/unsubscribe?token={row['unsubscribe']}"
            message["List-Unsubscribe"] = f"<{url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            body = f"{body}\n-- \nStop these mails: {url}\n"
        message.set_content(body)
        return message

    async def _failed(self, row: Any, error: str, *, is_final: bool) -> None:
        tries = row["tries"] + 1
        wait = min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT)
        # Some randomness, so that mails that failed together are not retried together.
        wait += secrets.randbelow(wait // 4)
        is_dead = is_final or tries >= MOST_TRIES
        metrics.mails_out.labels("dead" if is_dead else "failed").inc()
        log.warning("mail %s was not sent (%s)%s", row["id"], error, "; given up" if is_dead else "")
        values = {"state": "dead" if is_dead else "waiting", "tries": tries, "error": error[:500]}
        if is_dead and row["key"].startswith("link:"):
            values["body"] = ""  # Dead mails are kept, but not what could still set a password.
        await self._update(row, **values, next_try=self.now() + wait)

    async def _update(self, row: Any, **values: Any) -> None:
        statement = sa.update(outbox).where(outbox.c.id == row["id"]).values(values)
        await self.database.execute(statement)
