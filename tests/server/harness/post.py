"""A server with email, and an email sink in place of the world."""

import contextlib
import itertools
import re
import smtplib
import sqlite3
from collections.abc import Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from tests.server.harness.clients import Client
from tests.server.harness.name_server import NameServer, name_server
from tests.server.harness.processes import Server, free_port, served
from tests.server.harness.waiting import PATIENCE, wait_until

SECRET = "correct-horse"


_numbers = itertools.count(1)


class Receiver:
    """A recipient's mail server, which can be made to fail."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refusal = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        if self.refusal:
            return self.refusal
        message = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        return "250 OK"

    def to(self, name: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == f"{name}@example.org"]


def written(name: str, subject: str, body: str = "", domain: str = "example.org", **headers: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = f"{name}@{domain}", "jungle@example.org", subject
    for key, value in headers.items():
        message[key.replace("_", "-")] = value
    if "Message-ID" not in message:
        message["Message-ID"] = f"<{next(_numbers)}@{domain}>"
    message.set_content(body)
    return message


def link_of(mail: EmailMessage) -> str:
    """The token of the link in an email."""
    return str(re.findall(r"token=(\S+)", text_of(mail))[0])


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content()).replace("\r\n", "\n")


class Post:
    """A server with email, everyone's mailbox, and DNS for all domains."""

    def __init__(self, server: Server, port: int, inbox: Receiver, names: NameServer) -> None:
        self.server = server
        self.port = port
        self.inbox = inbox
        self.names = names

    def send(self, name: str, subject: str, body: str = "", **headers: str) -> None:
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as connection:
            connection.send_message(written(name, subject, body, **headers))

    def ask(self, name: str, subject: str, body: str = "") -> str:
        """Send a command once all earlier email has been delivered, and return the reply."""
        self.settle()
        known = len(self.inbox.to(name))
        self.send(name, subject, body)
        return self.wait(name, known)

    def settle(self) -> None:
        """Wait until all queued email has been delivered."""
        with self.database() as database:
            waiting = "SELECT count(*) FROM outbox WHERE state = 'waiting'"
            wait_until(lambda: not database.execute(waiting).fetchone()[0], "the delivery of all emails")

    def wait(self, name: str, known: int) -> str:
        return text_of(wait_until(lambda: self.inbox.to(name)[known:], f"an email to {name}")[0])

    def database(self) -> Any:
        return contextlib.closing(sqlite3.connect(self.server.data / "server.sqlite", timeout=PATIENCE))


@contextlib.contextmanager
def posted(data: Path, **environment: str) -> Iterator[Post]:
    """A server that receives and sends email, with example.org sending from loopback."""
    inbox, out_port, in_port = Receiver(), free_port(), free_port()
    controller = Controller(inbox, hostname="127.0.0.1", port=out_port)
    controller.start()
    options = ("--smtp-in", f":{in_port}", "--smtp-out", f"127.0.0.1:{out_port}", "--mail-from", "jungle@example.org")
    try:
        with name_server() as names:
            names.add("example.org", "TXT", "v=spf1 ip4:127.0.0.1 -all")
            with served(data, *options, port=0, JUNGLE_DNS=names.address, **environment) as server:
                yield Post(server, in_port, inbox, names)
                code, log = server.stop()
                assert (code, SECRET in log, "Traceback" in log) == (0, False, False), log
    finally:
        controller.stop()


def join(post: Post, name: str) -> None:
    """Sign up by email and confirm the address."""
    post.settle()
    known = len(post.inbox.to(name))
    post.send(name, f"signup {name} {SECRET}")
    mails = wait_until(lambda: post.inbox.to(name)[known + 1 :] and post.inbox.to(name)[known:], "two emails")
    assert any(f"Welcome, {name}" in text_of(mail) for mail in mails)
    (link,) = [mail for mail in mails if mail["Subject"] == "Confirm your address"]
    Client(post.server).post("/api/confirm", {"token": link_of(link)})
