"""Verifying the senders of email: SPF, DKIM, trusted relays, limits, and repeated emails."""

import random
import smtplib
import socket
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import dkim
import pytest

from tests.server.harness.clients import Client
from tests.server.harness.post import SECRET, Post, join, link_of, posted, text_of, written
from tests.server.harness.waiting import PATIENCE, wait_until

SELECTOR = "s1"


def _prime(bits: int, dice: random.Random) -> int:
    while True:
        number = dice.getrandbits(bits) | 3 << (bits - 2) | 1
        if number % 65537 != 1 and all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11, 13)):
            return number


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x82, size >> 8, size & 255])
    return bytes([tag]) + length + content


def _integers(*numbers: int) -> bytes:
    return _der(0x30, b"".join(_der(2, number.to_bytes(number.bit_length() // 8 + 1, "big")) for number in numbers))


class Key:
    """An RSA key for DKIM, generated for the tests so that none is in the repository."""

    def __init__(self) -> None:
        dice = random.Random(26)
        one, two = _prime(512, dice), _prime(512, dice)
        product, private = one * two, pow(65537, -1, (one - 1) * (two - 1))
        numbers = (0, product, 65537, private, one, two, private % (one - 1), private % (two - 1), pow(two, -1, one))
        lines = b64encode(_integers(*numbers)).decode()
        wrapped = "\n".join(lines[start : start + 64] for start in range(0, len(lines), 64))
        label = "RSA PRIVATE KEY"
        self.pem = f"-----BEGIN {label}-----\n{wrapped}\n-----END {label}-----\n".encode()
        algorithm = bytes.fromhex("300d06092a864886f70d0101010500")
        public = _der(0x30, algorithm + _der(3, b"\0" + _integers(product, 65537)))
        self.record = f"v=DKIM1; k=rsa; p={b64encode(public).decode()}"

    def sign(self, message: EmailMessage, domain: str, *, headers: tuple[str, ...] = (), length: bool = False) -> bytes:
        raw = message.as_bytes(policy=SMTP)
        signed = [name.encode() for name in headers or ("from", "to", "subject", "message-id")]
        signature = dkim.sign(
            raw, SELECTOR.encode(), domain.encode(), self.pem, include_headers=signed, length=length, logger=None
        )
        return bytes(signature) + raw


@pytest.fixture(scope="module")
def key() -> Key:
    return Key()


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory, key: Key) -> Iterator[Post]:
    with posted(tmp_path_factory.mktemp("signed") / "data") as opened:
        opened.names.add("elsewhere.example", "TXT", "v=spf1 ip4:192.0.2.1 -all")
        for domain in ("signed.example", "evil.example"):
            opened.names.add(f"{SELECTOR}._domainkey.{domain}", "TXT", key.record)
        yield opened


def deliver(post: Post, raw: bytes, envelope_from: str) -> tuple[int, str]:
    """Send bytes as an email. Returns the status and the reply."""
    with smtplib.SMTP("127.0.0.1", post.port, timeout=PATIENCE) as connection:
        connection.ehlo("client.example")
        connection.mail(envelope_from)
        connection.rcpt("jungle@example.org")
        code, said = connection.data(raw)
    return code, said.decode()


def test_a_forged_sender_is_refused_and_gets_no_reply(post: Post) -> None:
    known = len(post.inbox.mails)
    forged = written("victim", "help", domain="elsewhere.example")
    code, said = deliver(post, forged.as_bytes(policy=SMTP), "victim@elsewhere.example")
    assert (code, "SPF or DKIM" in said) == (550, True)
    # A valid envelope sender says nothing about a different From.
    assert deliver(post, forged.as_bytes(policy=SMTP), "me@example.org")[0] == 550
    # Neither does a domain without any records.
    silent = written("victim", "help", domain="nowhere.example")
    assert deliver(post, silent.as_bytes(policy=SMTP), "victim@nowhere.example")[0] == 550
    post.ask("me", "help")
    assert len(post.inbox.mails) == known + 1


def test_answers_do_not_go_to_reply_to(post: Post) -> None:
    known = len(post.inbox.to("asker"))
    post.send("asker", "help", Reply_To="victim@example.org")
    post.wait("asker", known)
    post.settle()
    assert not post.inbox.to("victim")


def test_a_dkim_signature_is_enough(post: Post, key: Key) -> None:
    mail = written("ann", "help", domain="signed.example")
    assert deliver(post, key.sign(mail, "signed.example"), "bounce@elsewhere.example")[0] == 250
    wait_until(lambda: [mail for mail in post.inbox.mails if mail["To"] == "ann@signed.example"], "an answer")


@pytest.mark.parametrize(
    "wrong", ["domain", "subject changed", "subject not signed", "length", "no key", "two senders"]
)
def test_invalid_signatures_are_rejected(post: Post, key: Key, wrong: str) -> None:
    mail = written("ann", f"jungle show {wrong}", domain="signed.example")
    raw = key.sign(
        mail,
        "evil.example" if wrong == "domain" else "unknown.example" if wrong == "no key" else "signed.example",
        headers=("from", "to", "message-id") if wrong == "subject not signed" else (),
        length=wrong == "length",
    )
    if wrong == "subject changed":
        raw = raw.replace(b"Subject: jungle show", b"Subject: jungle move")
    if wrong == "two senders":
        raw = b"From: boss@signed.example\r\n" + raw
    assert deliver(post, raw, "bounce@elsewhere.example")[0] == (554 if wrong == "two senders" else 550)


def test_a_silent_name_server_defers_the_mail(post: Post) -> None:
    post.names.is_silent = True
    try:
        mail = written("ann", "help", domain="later.example")
        assert deliver(post, mail.as_bytes(policy=SMTP), "ann@later.example")[0] == 451
    finally:
        post.names.is_silent = False


def test_a_forged_from_confirms_no_challenge(post: Post) -> None:
    """A challenge in a player's name must be confirmed by that player."""
    join(post, "carla")
    join(post, "dora")
    post.settle()
    known = len(post.inbox.mails)
    forged = written("carla", "jungle challenge carla dora")
    assert deliver(post, forged.as_bytes(policy=SMTP), "carla@elsewhere.example")[0] == 550
    post.settle()
    assert len(post.inbox.mails) == known


def test_a_deferred_mail_is_not_lost(tmp_path: Path) -> None:
    """451 means "try again later": the command is then carried out, once."""
    mail = written("emma", f"jungle large emma {SECRET}").as_bytes(policy=SMTP)
    with posted(tmp_path / "data", JUNGLE_RATE_LIMITS="0.5") as post:
        join(post, "emma")
        guesses = [written("emma", "jungle large emma wrong-one").as_bytes(policy=SMTP) for _ in range(8)]
        codes = [deliver(post, guess, "emma@example.org")[0] for guess in guesses]
        assert (codes[0], codes[-1]) == (250, 451)
        assert deliver(post, mail, "emma@example.org")[0] == 451
    with posted(tmp_path / "data") as post:  # Without limits, as if time had passed.
        assert deliver(post, mail, "emma@example.org") == (250, "OK")
        wait_until(lambda: [each for each in post.inbox.to("emma") if "now large" in text_of(each)], "an answer")
        assert "seen before" in deliver(post, mail, "emma@example.org")[1]


def test_password_guesses_count_against_the_peer_not_the_from_address(tmp_path: Path) -> None:
    with posted(tmp_path / "data", JUNGLE_RATE_LIMITS="0.5") as post:
        join(post, "fred")
        mails = [written(f"guesser{number}", "jungle large fred wrong-one") for number in range(12)]
        codes = [
            deliver(post, mail.as_bytes(policy=SMTP), f"guesser{number}@example.org")[0]
            for number, mail in enumerate(mails)
        ]
        assert codes.count(250) <= 6
        assert 451 in codes


def test_open_connections_are_limited(tmp_path: Path) -> None:
    with posted(tmp_path / "data") as post, ExitStack() as stack:
        greetings = []
        for _ in range(20):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", post.port), PATIENCE))
            greetings.append(connection.recv(1000)[:3])
        assert greetings == [b"220"] * 10 + [b"421"] * 10
        stack.close()
        wait_until(lambda: _is_greeted(post), "room for one more")


def _is_greeted(post: Post) -> bool:
    with socket.create_connection(("127.0.0.1", post.port), PATIENCE) as connection:
        return connection.recv(1000)[:3] == b"220"


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("mx.example.net; dkim=pass header.d=elsewhere.example", 250),
        ("mx.example.net; spf=pass smtp.mailfrom=ann@elsewhere.example", 250),
        ("mx.example.net; spf=pass smtp.mailfrom=ann@example.org", 550),
        ("mx.example.net; dkim=fail header.d=elsewhere.example", 550),
        ("other.example.net; dkim=pass header.d=elsewhere.example", 550),
        ('mx.example.net; spf=fail smtp.mailfrom="x; dkim=pass header.d=elsewhere.example"', 550),
        ("", 550),
    ],
)
def test_a_trusted_relay_is_believed_about_the_sender(relayed: Post, told: str, code: int) -> None:
    mail = written("ann", "help", domain="elsewhere.example")
    if told:
        mail["Authentication-Results"] = told
    assert deliver(relayed, mail.as_bytes(policy=SMTP), "ann@elsewhere.example")[0] == code


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    data = tmp_path_factory.mktemp("relayed") / "data"
    with posted(data, JUNGLE_SMTP_TRUSTED="127.0.0.1", JUNGLE_SMTP_AUTHSERV="mx.example.net") as opened:
        yield opened


def test_unconfirmed_addresses_get_no_mail(post: Post) -> None:
    nobody = Client(post.server)
    nobody.post("/api/signup", {"name": "gwen", "password": "correct horse", "mail": "gwen@example.org"})
    nobody.post("/api/password/reset", {"name": "gwen"})
    link = wait_until(lambda: post.inbox.to("gwen"), "a link")
    post.settle()
    assert [mail["Subject"] for mail in post.inbox.to("gwen")] == ["Confirm your address"]
    nobody.post("/api/confirm", {"token": link_of(link[0])})
    nobody.post("/api/password/reset", {"name": "gwen"})
    wait_until(lambda: len(post.inbox.to("gwen")) == 2, "a link to set a password")
    token = link_of(post.inbox.to("gwen")[1])
    # The text of a sent email is no longer in the database.
    post.settle()
    with post.database() as database:
        assert not database.execute("SELECT 1 FROM outbox WHERE body LIKE '%token=%'").fetchall()
    nobody.post("/api/password/set", {"token": token, "password": "another horse"})


def test_one_click_unsubscribes(post: Post) -> None:
    join(post, "hugo")
    join(post, "ivan")
    known = len(post.inbox.to("ivan"))
    post.ask("hugo", f"message hugo {SECRET} ivan", "hello")
    post.wait("ivan", known)
    mail = post.inbox.to("ivan")[known]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = mail["List-Unsubscribe"].strip("<>").removeprefix(post.server.url)
    nobody = Client(post.server)
    # Opening the link, as a scanner would, changes nothing.
    assert nobody.request("GET", path).status == 303
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert nobody.request("POST", path, "List-Unsubscribe=One-Click", **form).status == 200
    assert nobody.request("POST", path + "x", "List-Unsubscribe=One-Click", **form).status == 401
    post.ask("hugo", f"message hugo {SECRET} ivan", "hello again")
    post.settle()
    assert len(post.inbox.to("ivan")) == known + 1
    # Replies to commands have no unsubscribe link.
    assert "List-Unsubscribe" not in post.inbox.to("hugo")[-1]
