"""Every frame that a client can send over the live connection.

Frames are JSON objects; `type` says which of these it is. Unknown fields are ignored. The bot API and
email commands make the same command frames.
"""

from typing import Annotated, get_args

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Word = Annotated[str, msgspec.Meta(max_length=64)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""An integer that fits into a database column."""
ClientId = Word | Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A frame from a client."""

    id: ClientId | None = None
    """Chosen by the client; the answer has the same."""


class Watch(Frame, frozen=True, kw_only=True, tag="watch"):
    """Follow a game. The answer is `watching`, after the missed events, or `state`."""

    game: Id
    version: Count | None = None
    """The last version the client knows. Without it, or after a long absence, the answer is the whole state."""


class Unwatch(Frame, frozen=True, kw_only=True, tag="unwatch"):
    """Stop following a game. There is no answer."""

    game: Id


class Lobby(Frame, frozen=True, kw_only=True, tag="lobby"):
    """Follow seeks, games that begin and tournaments. The answer is `lobby` with all open seeks."""


class Tournament(Frame, frozen=True, kw_only=True, tag="tournament"):
    """Follow a tournament. The answer is `tournament` with the whole tournament."""

    tournament: Id


class Class(Frame, frozen=True, kw_only=True, tag="class"):
    """Follow a class, as its teacher or one of its pupils. The answer is `class` with the whole class."""

    class_: Id = msgspec.field(name="class")


class Ping(Frame, frozen=True, kw_only=True, tag="ping"):
    """Ask for the server's time. The answer is `pong`."""

    t: float | None = None
    """Returned unchanged."""


class Pong(Frame, frozen=True, kw_only=True, tag="pong"):
    """Answer the server's `ping`. Half the round trip is the lag of a move."""

    t: float | None = None
    """The `t` of the ping."""


class Command(Frame, frozen=True, kw_only=True):
    """A request that changes a game. The answer is `ack`, or `error` with a reason."""

    game: Id

    @property
    def name(self) -> str:
        """The type of the frame."""
        return str(self.__struct_config__.tag)

    @property
    def client(self) -> str | None:
        """The id as it is stored, to recognise a move that is sent twice."""
        return None if self.id is None else str(self.id)


class Move(Command, frozen=True, kw_only=True, tag="move"):
    """Play a move."""

    move: Word
    ply: Count | None = None
    """The ply of the move. A move with the same ply and id is a repeat, and is played only once."""
    number: Count | None = None
    """The move number, as in emails: two plies are one move."""


class Plan(Command, frozen=True, kw_only=True, tag="plan"):
    """Set conditional moves in a correspondence game, instead of any earlier ones. Only their owner sees them."""

    lines: list[list[Word]]
    """Lines of moves: each begins with a move of the opponent and ends with your answer. None to remove them."""
    ply: Count | None = None
    """The ply of the opponent's move for which they are. They are refused if the game is at another one."""


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Resign. Before both players have moved, this aborts the game instead."""


class Abort(Command, frozen=True, kw_only=True, tag="abort"):
    """Abort the game. Once both players have moved, this is an offer."""


class Offer(Command, frozen=True, kw_only=True, tag="offer"):
    """Offer something, or accept what the opponent has offered."""

    kind: Word
    """`draw`, `takeback`, `abort`, or in correspondence games `pause`."""


class Accept(Command, frozen=True, kw_only=True, tag="accept"):
    """Accept the opponent's offer. Never makes a new offer if it is gone."""

    kind: Word


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Decline the opponent's offer, or withdraw your own."""

    kind: Word


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """End a pause that both players agreed to."""


class Claim(Command, frozen=True, kw_only=True, tag="claim"):
    """Claim the game from an opponent who has left."""

    kind: Word | None = None
    """`draw` to claim a draw instead of a win."""


class Give(Command, frozen=True, kw_only=True, tag="give"):
    """Give the opponent 15 seconds, in a game with clocks outside tournaments."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Offer a rematch with colours swapped, or accept one."""


class Chat(Command, frozen=True, kw_only=True, tag="chat"):
    """Send a chat line to the opponent. Spectators may chat once the game is over."""

    text: str


class Phrase(Command, frozen=True, kw_only=True, tag="phrase"):
    """Say one of the quick phrases, the only chat in games with children."""

    kind: Word


ClientCommand = (
    Move | Plan | Resign | Abort | Offer | Accept | Decline | Resume | Claim | Give | Rematch | Chat | Phrase
)
"""The frames that change a game."""
ClientFrame = Watch | Unwatch | Lobby | Tournament | Class | Ping | Pong | ClientCommand
"""All frames."""

FRAME_TYPES: dict[str, type[Frame]] = {str(frame.__struct_config__.tag): frame for frame in get_args(ClientFrame)}
"""The frames by `type`."""


class _OnlyId(msgspec.Struct):
    id: ClientId | None = None


parse_client_frame = msgspec.json.Decoder(ClientFrame).decode
"""Raises msgspec.DecodeError, UnicodeDecodeError, RecursionError."""
_parse_id = msgspec.json.Decoder(_OnlyId).decode


def id_of(text: bytes) -> str | int | None:
    """The id of an invalid frame, if it can be read, for the error frame."""
    try:
        return _parse_id(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
