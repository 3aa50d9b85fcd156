"""Hostile emails: each gets a proper SMTP reply, and the server keeps running."""

import itertools
import socket
import time
from collections.abc import Iterator

import pytest

from tests.server.harness.post import SECRET, Post, join, posted, text_of
from tests.server.harness.waiting import PATIENCE

FROM = b"From: mallory@example.org\r\n"
TO = b"To: jungle@example.org\r\n"
HELP = b"Subject: help\r\n"
_numbers = itertools.count(1)


def _nested(depth: int) -> bytes:
    """An email within an email within an email."""
    return FROM + HELP + b"Content-Type: message/rfc822\r\n\r\n" * depth + b"\r\nend\r\n"


def _parts(count: int) -> bytes:
    lines = [FROM + HELP + b"MIME-Version: 1.0"]
    for number in range(count):
        lines.append(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d' % (number, number))
    return b"\r\n".join(lines) + b"\r\n\r\nend\r\n"


MAILS: dict[str, tuple[bytes, str]] = {
    # No sender, several senders, or a deceptive one.
    "nothing at all": (b"\r\n", "554"),
    "no From": (HELP + b"\r\nhello\r\n", "554"),
    "two From headers": (FROM + b"From: victim@example.org\r\n" + HELP + b"\r\n", "554"),
    "two addresses in From": (b"From: mallory@example.org, victim@example.org\r\n" + HELP + b"\r\n", "554"),
    "a group in From": (b"From: all: mallory@example.org, victim@example.org;\r\n" + HELP + b"\r\n", "554"),
    "an empty From": (b"From: <>\r\n" + HELP + b"\r\n", "554"),
    "a name that is an address": (b'From: "victim@example.org" <mallory@example.org>\r\n' + HELP + b"\r\n", "250"),
    "a quoted local part": (b'From: "mal lory"@example.org\r\n' + HELP + b"\r\n", "554"),
    "a domain literal": (b"From: mallory@[127.0.0.1]\r\n" + HELP + b"\r\n", "554"),
    "a route in From": (b"From: <@victim.org:mallory@example.org>\r\n" + HELP + b"\r\n", "250"),
    "an encoded From": (b"From: =?utf-8?q?victim=40example.org?= <mallory@example.org>\r\n" + HELP + b"\r\n", "250"),
    "an encoded line end in From": (
        b"From: =?utf-8?q?x=0D=0ABcc:_victim=40example.org?= <mallory@example.org>\r\n" + HELP + b"\r\n",
        "554",
    ),
    "somebody else's domain": (b"From: boss@victim.org\r\n" + HELP + b"\r\n", "550"),
    "a domain that is no name": (b"From: mallory@" + b"a" * 70 + b".org\r\n" + HELP + b"\r\n", "550"),
    # Replies that should go elsewhere.
    "Reply-To a third party": (FROM + b"Reply-To: victim@example.org\r\n" + HELP + b"\r\n", "250"),
    "receipts for a third party": (
        FROM + b"Return-Path: <victim@example.org>\r\nDisposition-Notification-To: victim@example.org\r\n"
        b"Errors-To: victim@example.org\r\nSender: victim@example.org\r\n" + HELP + b"\r\n",
        "250",
    ),
    # Loops.
    "an automatic reply": (FROM + b"Auto-Submitted: auto-replied; x=y\r\n" + HELP + b"\r\n", "250"),
    "a mailing list": (FROM + b"List-Id: <x.example.org>\r\n" + HELP + b"\r\n", "250"),
    "a forged verdict": (
        b"From: boss@victim.org\r\nAuthentication-Results: jungle; dkim=pass header.d=victim.org\r\n" + HELP + b"\r\n",
        "550",
    ),
    # Headers that break parsers, or would break ours when quoted.
    "a zero byte": (FROM + b"Subject: he\0lp\r\n\r\n", "554"),
    "a bare line feed": (FROM + b"X: y\nBcc: victim@example.org\r\n" + HELP + b"\r\n", "554"),
    "a bare carriage return": (FROM + b"X: y\rBcc: victim@example.org\r\n" + HELP + b"\r\n", "554"),
    "no headers": (b"this is no header\r\n\r\nbody\r\n", "554"),
    "a header without a name": (FROM + b": x\r\n" + HELP + b"\r\n", "250"),
    "a header of 30 kB": (FROM + b"X: " + b"x\r\n " * 10_000 + b"y\r\n" + HELP + b"\r\n", "554"),
    "3,000 headers": (FROM + b"X: y\r\n" * 3000 + HELP + b"\r\n", "250"),
    "a folded subject": (FROM + b"Subject: he\r\n\tlp\r\n\r\n", "250"),
    "two subjects": (FROM + HELP + b"Subject: list\r\n\r\n", "554"),
    "a subject of 7,000 characters": (FROM + b"Subject: " + b"jungle\r\n " * 900 + b"x\r\n\r\n", "250"),
    "a subject with an encoded line end": (
        FROM + b"Subject: =?utf-8?q?help=0D=0ABcc:_victim=40example.org?=\r\n\r\n",
        "250",
    ),
    "a subject in no known charset": (FROM + b"Subject: =?klingon?b?aGVscA==?=\r\n\r\n", "250"),
    "a subject that is broken base64": (FROM + b"Subject: =?utf-8?b?a?=\r\n\r\n", "250"),
    "a subject in Latin-1": (FROM + b"Subject: h\xe9lp\r\n\r\n", "250"),
    "half a surrogate": (FROM + b"Subject: =?utf-16?b?2AA=?=\r\n\r\n", "250"),
    "SQL": (FROM + b"Subject: jungle show x' OR '1'='1\r\n\r\n", "250"),
    "markup": (FROM + b"Subject: jungle show <script>alert(1)</script>\r\n\r\n", "250"),
    "a Message-ID with spaces and ends": (
        FROM + b"Message-ID: <a b@c>\r\n\t<d@e>\r\nReferences: x\r\n" + HELP + b"\r\n",
        "250",
    ),
    "a line of 4 kB": (FROM + b"Message-ID: <" + b"x" * 4000 + b"@example.org>\r\n" + HELP + b"\r\n", "500"),
    # Bodies.
    "an unknown charset": (FROM + HELP + b"Content-Type: text/plain; charset=klingon\r\n\r\nx\r\n", "250"),
    "an unknown encoding": (FROM + HELP + b"Content-Transfer-Encoding: x-evil\r\n\r\nx\r\n", "250"),
    "base64 that is none": (FROM + HELP + b"Content-Transfer-Encoding: base64\r\n\r\n%%%=\r\n", "250"),
    "HTML only": (FROM + HELP + b"Content-Type: text/html\r\n\r\n<b>help</b>\r\n", "250"),
    "a multipart without parts": (FROM + HELP + b"Content-Type: multipart/mixed\r\n\r\nx\r\n", "250"),
    "an empty boundary": (FROM + HELP + b'Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n', "250"),
    "emails 500 deep": (_nested(500), ""),
    "parts 500 deep": (_parts(500), ""),
    "a Content-Type with 500 parameters": (
        FROM + HELP + b"Content-Type: text/plain" + b"".join(b";\r\n a%d*0*=x" % n for n in range(500)) + b"\r\n\r\n",
        "250",
    ),
    "a broken signature": (b"From: boss@victim.org\r\nDKIM-Signature: v=1; a=rsa-sha256\r\n" + HELP + b"\r\n", "550"),
    "fifty signatures": (
        b"From: boss@victim.org\r\n"
        + b"".join(
            b"DKIM-Signature: v=1; a=rsa-sha256; d=victim.org; s=s%d; h=from:subject; bh=eA==; b=eA==\r\n" % n
            for n in range(50)
        )
        + HELP
        + b"\r\n",
        "550",
    ),
    "a body of 60 kB": (FROM + b"Subject: help\r\n\r\n" + b"help\r\n" * 10_000, "250"),
    "commands in the body": (FROM + b"Subject: list\r\n\r\nsignoff mallory " + SECRET.encode() + b"\r\n", "250"),
}


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    with posted(tmp_path_factory.mktemp("corpus") / "data") as opened:
        opened.names.add("victim.org", "TXT", "v=spf1 ip4:192.0.2.1 -all")
        join(opened, "mallory")
        yield opened
        # Only the sender got a reply, and the server still works.
        opened.settle()
        assert not [mail for mail in opened.inbox.mails if "victim" in f"{mail['To']}{mail['Bcc']}{mail['Cc']}"]
        assert "jungle move" in opened.ask("somebody", "help")


def said_to(post: Post, *lines: bytes) -> list[str]:
    """Send lines one by one, waiting for each reply, and return the replies."""
    with socket.create_connection(("127.0.0.1", post.port), PATIENCE) as connection:
        file = connection.makefile("rb")
        answers = [file.readline().decode()]
        for line in lines:
            connection.sendall(line)
            answer = file.readline()
            while answer[3:4] == b"-":
                answer = file.readline()
            answers.append(answer.decode())
    return answers[1:]


def deliver(post: Post, mail: bytes) -> str:
    sender, receiver = b"MAIL FROM:<mallory@example.org>\r\n", b"RCPT TO:<jungle@example.org>\r\n"
    stuffed = mail.replace(b"\r\n.", b"\r\n..")
    return said_to(post, b"EHLO mail.example.org\r\n", sender, receiver, b"DATA\r\n", stuffed + b"\r\n.\r\n")[-1]


@pytest.mark.parametrize("name", MAILS)
def test_hostile_mails_do_no_harm(post: Post, name: str) -> None:
    mail, code = MAILS[name]
    started = time.monotonic()
    answer = deliver(post, mail)
    assert answer[:3] in ({code} if code else {"250", "554"}), answer
    assert time.monotonic() - started < PATIENCE / 4
    assert "Traceback" not in answer


def test_a_second_mail_cannot_be_smuggled_in_the_first(post: Post) -> None:
    """An email that ends with anything but CR LF . CR LF is one email, not two."""
    for end in (b"\n.\n", b"\n.\r\n", b"\r.\r", b"\r\n.\n", b"\r\n\x00.\r\n"):
        inner = b"MAIL FROM:<boss@victim.org>\r\nRCPT TO:<jungle@example.org>\r\nDATA\r\nFrom: boss@victim.org\r\n"
        known = len(post.inbox.mails)
        marker = b"smuggled%d" % next(_numbers)
        deliver(post, FROM + TO + b"Subject: help\r\n\r\nx" + end + inner + b"Subject: " + marker + b"\r\n\r\n")
        post.ask("somebody", "help")
        answers = [text_of(mail) for mail in post.inbox.mails[known:]]
        assert not [text for text in answers if marker.decode() in text]


@pytest.mark.parametrize(
    "line",
    [
        b"MAIL FROM:<" + b"x" * 600 + b"@example.org>\r\n",
        b"MAIL FROM:<mallory@example.org> SIZE=99999999\r\n",
        b"HELO \xff\xfe\r\n",
        b"EHLO " + b"x" * 3000 + b"\r\n",
        b"RCPT TO:<jungle@example.org>\r\n",
        b"DATA\r\n",
        b"VRFY mallory\r\n",
        b"EXPN all\r\n",
        b"\0\0\0\r\n",
        b"GET / HTTP/1.1\r\n",
    ],
)
def test_malformed_smtp_lines_are_refused(post: Post, line: bytes) -> None:
    assert said_to(post, line)[0][:1] in ("2", "4", "5")
    assert "jungle move" in post.ask("somebody", "help")
