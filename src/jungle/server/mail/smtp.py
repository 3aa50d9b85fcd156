"""Incoming email over SMTP: the subject is a command, and the reply goes to the outbox."""

import asyncio
import email
import email.policy
import logging
import re
from collections import Counter
from email.message import EmailMessage
from email.utils import getaddresses
from typing import Any

import sqlalchemy as sa
from aiosmtpd.smtp import SMTP, Envelope, Session

from jungle.errors import JungleError
from jungle.server.errors import LimitedError
from jungle.server.identity.accounts import ADDRESS
from jungle.server.identity.limits import network
from jungle.server.identity.sessions import digest_of
from jungle.server.mail.authentication import Authentication, Verdict
from jungle.server.mail.board_commands import Reply, Sender
from jungle.server.mail.commands import MailCommands
from jungle.server.mail.outbox import Outbox, enqueue
from jungle.server.mail.parser import redacted
from jungle.server.settings import Settings
from jungle.server.storage.schema import mails_seen
from jungle.server.times import SECOND

log = logging.getLogger("jungle.server.mail")

MAIL_LIMIT = 64 * 1024
HEADER_LIMIT = 8 * 1024
CONNECTIONS_LIMIT, CONNECTIONS_PER_PEER = 100, 10
"""Maximum number of connections in total, and from one peer that is not a trusted relay."""
IDLE_SECONDS = 60
COMMANDS_LIMIT = 200
"""SMTP commands of one kind per connection."""
TEXT_LIMIT = 8000
CLAIM_LIFE = 300 * SECOND
"""If a server dies while carrying out an email's command, the email can be sent again after this time."""
AGAIN = (429, 503)
"""Command statuses worth retrying: the sender's mail server gets a temporary failure."""
UNCLEAN = re.compile(rb"(?<!\r)\n|\r(?!\n)|\0")


class _Protocol(SMTP):
    """An SMTP connection, closed immediately if there are too many."""

    def __init__(self, owner: "MailServer", **options: Any) -> None:
        super().__init__(owner, **options)
        self._owner = owner
        self._peer: str | None = None

    def connection_made(self, transport: Any) -> None:
        peer = str((transport.get_extra_info("peername") or ("?",))[0])
        if not self._owner.has_room(peer):
            transport.write(b"421 4.7.0 too many connections; try again later\r\n")
            transport.close()
            return
        self._peer = peer
        self._owner.open_connections[network(peer)] += 1
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._peer is None:
            return
        counts = self._owner.open_connections
        counts[network(self._peer)] -= 1
        if not counts[network(self._peer)]:
            del counts[network(self._peer)]
        self._peer = None
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._peer is not None:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._peer is None else super().eof_received()


class MailServer:
    """Receives email from the network."""

    def __init__(self, commands: MailCommands, outbox: Outbox, settings: Settings) -> None:
        self.commands = commands
        self.outbox = outbox
        self.settings = settings
        self.open_connections: Counter[str] = Counter()
        self._authentication: Authentication | None = None
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        self._authentication = Authentication(self.settings)

        def protocol() -> SMTP:
            return _Protocol(
                self,
                data_size_limit=MAIL_LIMIT,
                hostname="jungle",
                ident="Jungle",
                loop=loop,
                enable_SMTPUTF8=True,
                timeout=IDLE_SECONDS,
                command_call_limit=COMMANDS_LIMIT,
            )

        self._server = await loop.create_server(protocol, host, port)
        log.info("listening for email at %s:%d", host, self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        if self._authentication is not None:
            self._authentication.close()

    def has_room(self, peer: str) -> bool:
        if self.open_connections.total() >= CONNECTIONS_LIMIT:
            return False
        assert self._authentication is not None
        return self.open_connections[network(peer)] < CONNECTIONS_PER_PEER or self._authentication.is_trusted(peer)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept every recipient: we are not a relay, so everything that arrives is for us, and one copy is enough."""
        if not envelope.rcpt_tos:
            envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content or b""
        peer = str(session.peer[0]) if session.peer else "?"
        try:
            assert self._authentication is not None
            if not self._authentication.is_trusted(peer):
                await self.commands.services.limits.take("mail", network(peer))
            raw = content if isinstance(content, bytes) else content.encode()
            return await self._take(raw, peer, envelope.mail_from or "", session.host_name or "")
        except LimitedError:
            return "451 4.7.0 too many emails; try again later"
        except JungleError as error:
            log.error("an email could not be accepted: %s", error)
            return "451 4.3.0 try again later"
        except Exception as error:  # Emails can be malformed in too many ways to list.
            log.warning("an email could not be parsed: %r", error)
            return "554 5.6.0 this email cannot be parsed"

    async def _take(self, raw: bytes, peer: str, envelope_from: str, helo: str) -> str:
        head = raw.partition(b"\r\n\r\n")[0]
        if UNCLEAN.search(head):
            return "554 5.6.0 expected header lines that end with CR and LF"
        message = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        if any(len(str(value)) > HEADER_LIMIT for _, value in message.raw_items()):
            return f"554 5.6.0 expected headers of at most {HEADER_LIMIT} characters"
        address = sender_of(message)
        if address is None or len(message.get_all("Subject", ())) > 1:
            return "554 5.6.0 expected one sender in From, and one Subject"
        if not envelope_from or is_automatic(message):
            log.info("ignoring an automatic email or one without a sender")
            return "250 OK, not answered"
        if address.lower() == self.settings.sender.lower():
            return "250 OK, our own email"
        assert self._authentication is not None
        domain = address.rpartition("@")[2]
        verdict = await self._authentication.check(raw, message, domain, peer, envelope_from, helo)
        if verdict is not Verdict.YES:
            log.info("SPF and DKIM of %s: %s", domain, verdict.value)
            later = verdict is Verdict.LATER
            return "451 4.7.24 no name server answers; try again later" if later else NOT_AUTHENTICATED
        source = network(peer)
        if self._authentication.is_trusted(peer):  # All email comes through the relay.
            source = address.lower()
            await self.commands.services.limits.take("mail", source)
        return await self._answer(message, address, source)

    async def _answer(self, message: EmailMessage, address: str, source: str) -> str:
        """Carry out the command, and record the email together with its answer."""
        message_id = " ".join(_header(message, "Message-ID").split())[:250]
        # Nobody must be able to block an email by using its Message-ID first.
        key = digest_of(f"{address.lower()} {message_id}") if message_id else ""
        if key and (refusal := await self._claim(key)):
            return refusal
        try:
            subject = " ".join(_header(message, "Subject").split())
            reply = await self.commands.run(
                subject, _text(message), Sender("smtp", source, address, mail_id=key or None)
            )
        except BaseException:
            await self._release(key)
            raise
        if reply.status in AGAIN:
            await self._release(key)
            return "451 4.3.0 try again later"
        await self._finish(key, address, message_id, subject, reply)
        return "250 OK"

    async def _finish(self, key: str, address: str, message_id: str, subject: str, reply: Reply) -> None:
        services = self.commands.services
        now = services.now()
        title = f"{'Re' if reply.status == 200 else 'Refused'}: {redacted(subject)}"
        answers = message_id if MESSAGE_ID.fullmatch(message_id) else None

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.update(mails_seen).where(mails_seen.c.message_id == key).values(done=True))
            name = reply.key or f"reply:{key or digest_of(address)}:{now}"
            enqueue(connection, name, address, title, reply.text, now, reply_to=answers)

        await services.database.write(work)

    async def _claim(self, key: str) -> str:
        """Claim an email for processing. Returns the reply if it was already processed, or is being processed."""
        database, now = self.commands.services.database, self.commands.services.now()
        try:
            await database.execute(sa.insert(mails_seen).values(message_id=key, at=now, done=False))
        except sa.exc.IntegrityError:
            same = mails_seen.c.message_id == key
            left = (same, mails_seen.c.done.is_(False), mails_seen.c.at < now - CLAIM_LIFE)
            if await database.execute(sa.update(mails_seen).where(*left).values(at=now)):
                return ""
            statement = sa.select(mails_seen.c.done).where(same)
            is_done = await database.read(lambda connection: connection.execute(statement).scalar())
            return "250 OK, seen before" if is_done else "451 4.3.0 already being processed; try again later"
        return ""

    async def _release(self, key: str) -> None:
        mine = (mails_seen.c.message_id == key, mails_seen.c.done.is_(False))
        await self.commands.services.database.execute(sa.delete(mails_seen).where(*mine))


NOT_AUTHENTICATED = "550 5.7.26 expected an email for which SPF or DKIM passes with the domain of From"
MESSAGE_ID = re.compile(r"<[!-;=?-~]+@[!-;=?-~]+>")


def sender_of(message: EmailMessage) -> str | None:
    """The address in From; None unless there is exactly one. Reply-To is ignored, because anyone can set it."""
    headers = message.get_all("From", ())
    if len(headers) != 1:
        return None
    found = [address for _, address in getaddresses([str(headers[0])])]
    return found[0] if len(found) == 1 and ADDRESS.fullmatch(found[0]) else None


def is_automatic(message: EmailMessage) -> bool:
    """True for an automatic email. Answering those would cause loops."""
    if _header(message, "Auto-Submitted").lower() not in ("", "no"):
        return True
    if _header(message, "Precedence").lower() in ("bulk", "junk", "list"):
        return True
    return any(name in message for name in ("List-Id", "X-Autoreply", "X-Auto-Response-Suppress", "X-Loop"))


def _header(message: EmailMessage, name: str) -> str:
    """A header's text, even if it is malformed."""
    try:
        value: Any = message.get(name, "")
        return str(value).replace("\0", "")
    except Exception:
        return ""


def _text(message: EmailMessage) -> str:
    """The plain-text part of an email."""
    try:
        part = message.get_body(("plain",))
        content = part.get_content() if part is not None else ""
    except Exception:
        return ""
    return content[:TEXT_LIMIT].replace("\0", "") if isinstance(content, str) else ""
