"""SMTP in: a mail's subject is a command, and the answer goes to the outbox."""

import asyncio
import email
import email.policy
import logging
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any

import sqlalchemy as sa
from aiosmtpd.smtp import SMTP, Envelope, Session

from jungle.errors import JungleError
from jungle.server.accounts import ADDRESS
from jungle.server.errors import LimitedError
from jungle.server.limits import network
from jungle.server.mail.board_commands import Sender
from jungle.server.mail.commands import MailCommands
from jungle.server.mail.outbox import Outbox, enqueue
from jungle.server.mail.parser import redacted
from jungle.server.schema import mails_seen
from jungle.server.settings import Settings

log = logging.getLogger("jungle.server.mail")

LARGEST_MAIL = 64 * 1024
MOST_CONNECTIONS = 100
LONGEST_TEXT = 8000


class MailServer:
    """Takes mails from the network."""

    def __init__(self, commands: MailCommands, outbox: Outbox, settings: Settings) -> None:
        self.commands = commands
        self.outbox = outbox
        self.settings = settings
        self._server: asyncio.Server | None = None
        self._open = 0

    async def open(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()

        def protocol() -> SMTP:
            return SMTP(
                self, data_size_limit=LARGEST_MAIL, hostname="jungle", ident="Jungle", loop=loop, enable_SMTPUTF8=True
            )

        self._server = await loop.create_server(protocol, host, port)
        log.info("mail comes in at %s:%d", host, self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """We are not a relay: everything that arrives is for us, and one copy is enough."""
        if not envelope.rcpt_tos:
            envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content or b""
        try:
            message = email.message_from_bytes(
                content if isinstance(content, bytes) else content.encode(), policy=email.policy.default
            )
            assert isinstance(message, EmailMessage)
            return await self._take(message, envelope.mail_from or "", network(session.peer[0]))
        except LimitedError:
            return "451 too many mails; try again later"
        except JungleError as error:
            log.error("a mail could not be taken: %s", error)
            return "451 try again later"
        except Exception:
            log.exception("a mail could not be taken")
            return "554 this mail cannot be understood"

    async def _take(self, message: EmailMessage, envelope_from: str, source: str) -> str:
        address = _header(message, "Reply-To") or _header(message, "From")
        address = parseaddr(address)[1]
        sender = parseaddr(_header(message, "From"))[1]
        if not envelope_from or is_automatic(message) or not ADDRESS.fullmatch(address):
            log.info("an automatic mail, or one without a sender, is not answered")
            return "250 OK, not answered"
        if sender.lower() == self.settings.sender.lower():
            return "250 OK, our own"
        message_id = _header(message, "Message-ID")[:250]
        if message_id and not await self._is_new(message_id):
            return "250 OK, seen before"
        parts = self.commands.parts
        await parts.limits.take("mail", source)
        subject = " ".join(_header(message, "Subject").split())
        reply = await self.commands.run(subject, _text(message), Sender("smtp", source, sender))
        now = parts.now()
        key = reply.key or f"reply:{message_id or sender}:{now}"
        title = f"{'Re' if reply.status == 200 else 'Refused'}: {redacted(subject)}"
        await parts.database.write(
            lambda connection: enqueue(connection, key, address, title, reply.text, now, message_id or None)
        )
        return "250 OK"

    async def _is_new(self, message_id: str) -> bool:
        now = self.commands.parts.now()
        try:
            await self.commands.parts.database.execute(sa.insert(mails_seen).values(message_id=message_id, at=now))
        except sa.exc.IntegrityError:
            return False
        return True


def is_automatic(message: EmailMessage) -> bool:
    """Was it written by a program? Answering those makes loops."""
    if _header(message, "Auto-Submitted").lower() not in ("", "no"):
        return True
    if _header(message, "Precedence").lower() in ("bulk", "junk", "list"):
        return True
    return any(name in message for name in ("List-Id", "X-Autoreply", "X-Auto-Response-Suppress", "X-Loop"))


def _header(message: EmailMessage, name: str) -> str:
    """A header, however broken it is."""
    try:
        value: Any = message.get(name, "")
        return str(value).replace("\0", "")
    except Exception:
        return ""


def _text(message: EmailMessage) -> str:
    """The plain text of a mail."""
    try:
        part = message.get_body(("plain",))
        content = part.get_content() if part is not None else ""
    except Exception:
        return ""
    return content[:LONGEST_TEXT].replace("\0", "") if isinstance(content, str) else ""
