"""Parses email commands, which are in the subject. One parser for SMTP, `POST /mail` and `jungle mail`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jungle.server.errors import UnprocessableError
from jungle.server.game import adapter

SUBJECT_LIMIT = 500

GENERAL = {
    "help": "help [subject…]",
    "signup": "signup userid password [address…]",
    "change password": "change password userid old new",
    "change address": "change address userid password [address…]",
    "signoff": "signoff userid password",
    "confirm": "confirm code",
    "list": "list [game…]",
    "message": "message userid password to…",
    "all show": "all show userid [next|active]",
}
OF_A_GAME = {
    "help": "help",
    "standings": "standings",
    "ratings": "ratings",
    "history": "history",
    "games": "games userid [all|active|inactive|next]",
    "show": "show board[#n], or show userid",
    "challenge": "challenge userid1 userid2 [-options]",
    "accept": "accept board userid password",
    "decline": "decline board userid password",
    "move": "move board userid password move[#moveno]",
    "plan": "plan board userid password [move reply…; move reply…] or none",
    "resign": "resign board userid password",
    "chat": "chat board userid password",
    "submit": "submit board userid password move[#moveno]",
    "confirm": "confirm board userid password",
    "preview": "preview board move…",
    "small": "small userid password",
    "large": "large userid password",
}

_NUMBERED = re.compile(r"(.+?)#(\d{1,6})")
_REPLY = re.compile(r"^\s*((re|fw|fwd|aw|wg)\s*:\s*)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MailCommand:
    """A command, split into words.

    >>> parse("jungle move 17 alice secret 8-a4#3").words
    ('17', 'alice', 'secret', '8-a4#3')
    """

    game: str | None
    name: str
    words: tuple[str, ...]
    options: tuple[str, ...] = ()
    body: str = ""

    @property
    def usage(self) -> str:
        known = GENERAL if self.game is None else OF_A_GAME
        return f"{self.game + ' ' if self.game else ''}{known[self.name]}"

    def take(self, least: int, most: int | None = None) -> tuple[str, ...]:
        """The words, if there are as many as the command takes. Raises UnprocessableError."""
        if len(self.words) < least or (most is not None and len(self.words) > most):
            raise UnprocessableError(f"expected: {self.usage}", "usage")
        return self.words


def parse(subject: str, body: str = "") -> MailCommand:
    """Parse a subject. Raises UnprocessableError with the expected syntax."""
    text = _REPLY.sub("", subject[: SUBJECT_LIMIT + 1]).strip()
    if len(text) > SUBJECT_LIMIT:
        raise UnprocessableError(f"expected a command of at most {SUBJECT_LIMIT} characters", "usage")
    words = text.split()
    if not words:
        raise UnprocessableError("expected a command in the subject; for help, send: help", "usage")
    first = words[0].lower()
    if first in adapter.kinds():
        return _command(first, words[1:] or ["help"], OF_A_GAME, body)
    return _command(None, words, GENERAL, body)


def _command(game: str | None, words: list[str], known: dict[str, str], body: str) -> MailCommand:
    lowered = [word.lower() for word in words]
    for length in (2, 1):
        name = " ".join(lowered[:length])
        if name in known:
            rest = words[length:]
            is_challenge = name == "challenge"
            options = tuple(word.lower() for word in rest if is_challenge and word.startswith("-"))
            plain = tuple(word for word in rest if not (is_challenge and word.startswith("-")))
            return MailCommand(game, name, plain, options, body)
    if game is None and lowered[0] in OF_A_GAME:
        kind = adapter.kinds()[0]
        raise UnprocessableError(
            f"{lowered[0]!r} is a command of a game; expected: {kind} {OF_A_GAME[lowered[0]]}. For help, send: help",
            "usage",
        )
    listing = ", ".join(known)
    raise UnprocessableError(
        f"unknown command {lowered[0][:40]!r}; expected one of {listing}. For help, send: help", "usage"
    )


def split_number(text: str) -> tuple[str, int | None]:
    """Split off the number after `#`.

    >>> split_number("8-a4#3"), split_number("17")
    (('8-a4', 3), ('17', None))
    """
    match = _NUMBERED.fullmatch(text)
    return (match[1], int(match[2])) if match else (text, None)


def joined_moves(words: Sequence[str]) -> list[str]:
    """The moves in some words: `move elephant up` and `jump lion up` are one each.

    >>> joined_moves(["8-a4", "move", "lion", "up#3", "draw"])
    ['8-a4', 'move lion up#3', 'draw']
    """
    moves, rest = [], list(words)
    while rest:
        length = 3 if rest[0].lower() in ("move", "jump") else 1
        moves.append(" ".join(rest[:length]))
        rest = rest[length:]
    return moves


def redacted(subject: str) -> str:
    """The part of a subject that is safe to log, because none of its words can be a password.

    >>> redacted("jungle move 17 alice secret 8-a4")
    'jungle move …'
    """
    words = subject.split()
    known = {*GENERAL, *OF_A_GAME, *adapter.kinds(), "change", "all"}
    shown = []
    for word in words[:2]:
        if word.lower() not in known:
            break
        shown.append(word.lower())
    return " ".join([*shown, "…"] if len(words) > len(shown) else shown)
