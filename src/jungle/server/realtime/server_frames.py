"""Every frame that the server sends over the live connection.

Frames are JSON objects; `type` says which of these it is. Most answer a frame of the client and have its `id`. Others
are events of what the client follows; an event of a game has the game's next `version`.
"""

from typing import Any, Literal

import msgspec

Json = dict[str, Any]
Colour = Literal["blue", "red"]
Id = str | int | None
Clocks = dict[Colour, int]
"""The milliseconds on both clocks."""


class Frame(msgspec.Struct, kw_only=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """A frame from the server."""


class Problem(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why a frame was refused."""

    code: str
    """For programs. Every code has a text in every language of the page."""
    message: str
    """For people."""
    wait: int | None = None
    """After how many seconds it is worth trying again."""


# The connection


class Hello(Frame, kw_only=True, tag="hello"):
    """The connection is open."""

    name: str | None
    """Who the session or token belongs to."""
    now: int
    """The server's time, in milliseconds since 1970."""


class Ping(Frame, kw_only=True, tag="ping"):
    """Answer this with `pong` and the same `t`: it measures your lag."""

    t: float


class Pong(Frame, kw_only=True, tag="pong"):
    """The answer to the client's `ping`."""

    id: Id
    t: float | None
    now: int


class Ack(Frame, kw_only=True, tag="ack"):
    """The command is on disk."""

    id: Id
    game: str
    version: int | None = None
    """For a move: the version it has given the game."""
    ply: int | None = None


class Error(Frame, kw_only=True, tag="error"):
    """The frame with this `id` was invalid or refused. The connection stays open."""

    id: Id
    error: Problem


class Resync(Frame, kw_only=True, tag="resync"):
    """Events may have been missed: watch everything again with the last known versions."""


# Games: the answers to `watch`


class State(Frame, kw_only=True, tag="state"):
    """A game as it is now."""

    id: Id
    game: str
    state: Json
    """The same as `GET /api/game/ID`."""
    spectators: int
    events: list[Any] | None = None
    """The chat and the end of the game, if there were any."""


class Watching(Frame, kw_only=True, tag="watching"):
    """Everything after the client's version has been sent. This is what events do not contain."""

    id: Id
    game: str
    version: int
    here: dict[Colour, bool]
    clock: Json | None
    now: int
    spectators: int


# Games: events


class GameEvent(Frame, kw_only=True):
    """Something that happened in a game."""

    version: int
    """One more than that of the previous event; a gap means that something was missed."""
    game: str


class Move(GameEvent, kw_only=True, tag="move"):
    """A move was played."""

    ply: int
    move: str
    clock: Clocks | None
    at: int
    """When, in the server's time."""
    deadline: int | None = None
    """When the next move is due, in correspondence games and for first moves, which cost no time on the clock."""
    swapped: bool = False
    """The first flip has decided the colours, and the players have changed seats."""


class Takeback(GameEvent, kw_only=True, tag="takeback"):
    """Moves were taken back; `ply` plies are left."""

    ply: int
    clock: Clocks | None
    at: int
    deadline: int | None = None


class Offer(GameEvent, kw_only=True, tag="offer"):
    """A player has offered something."""

    kind: Literal["draw", "takeback", "abort", "pause", "rematch"]
    by: Colour


class Decline(GameEvent, kw_only=True, tag="decline"):
    """An offer was declined, or withdrawn by the player who made it."""

    kind: str
    by: Colour


class Pause(GameEvent, kw_only=True, tag="pause"):
    """The game is paused: by agreement, or by the teacher of a class, which stops the clocks."""

    clock: Clocks | None = None
    at: int | None = None


class Resume(GameEvent, kw_only=True, tag="resume"):
    """The game continues."""

    by: Colour | None = None
    deadline: int | None = None
    clock: Clocks | None = None
    at: int | None = None


class Give(GameEvent, kw_only=True, tag="give"):
    """A player has given the opponent some time."""

    by: Colour
    seconds: int
    clock: Clocks
    """What both clocks showed when the turn began, with the time that was given."""


class End(GameEvent, kw_only=True, tag="end"):
    """The game is over."""

    status: Literal["ended", "aborted"]
    result: str
    reason: str
    winner: Colour | None
    ratings: Json | None
    """The players' new ratings, if the game was rated."""


class Rematch(GameEvent, kw_only=True, tag="rematch"):
    """The rematch has started: a game with this `id`."""

    id: str


class Chat(GameEvent, kw_only=True, tag="chat"):
    """A chat line, from a player or, without a colour, from a spectator."""

    name: str
    colour: Colour | None
    text: str


class Phrase(GameEvent, kw_only=True, tag="phrase"):
    """A player has said one of the quick phrases."""

    colour: Colour
    kind: str


class Presence(Frame, kw_only=True, tag="presence"):
    """A player of a game has come or left."""

    game: str
    colour: Colour
    here: bool


class Spectators(Frame, kw_only=True, tag="spectators"):
    """How many others follow a game, over all servers; at most one frame per second."""

    game: str
    count: int


# The user


class GameStart(Frame, kw_only=True, tag="gameStart"):
    """A game of yours has started."""

    game: Json


class GameFinish(Frame, kw_only=True, tag="gameFinish"):
    """A game of yours is over."""

    game: Json


class YourTurn(Frame, kw_only=True, tag="yourTurn"):
    """It is your turn in a correspondence game."""

    game: Json


class PlanDropped(Frame, kw_only=True, tag="planDropped"):
    """A correspondence game took another course than your conditional moves, which have been removed."""

    game: Json


class Turn(Frame, kw_only=True, tag="turn"):
    """Whose turn it is has changed in a correspondence game of yours."""

    game: Json


class RematchOffered(Frame, kw_only=True, tag="rematchOffered"):
    """An opponent offers a rematch."""

    game: Json


class Challenge(Frame, kw_only=True, tag="challenge"):
    """Somebody has challenged you."""

    challenge: Json


class ChallengeCanceled(Frame, kw_only=True, tag="challengeCanceled"):
    """A challenge to you was cancelled."""

    challenge: Json


class ChallengeDeclined(Frame, kw_only=True, tag="challengeDeclined"):
    """Your challenge was declined."""

    challenge: Json


class Message(Frame, kw_only=True, tag="message"):
    """Somebody has written to you."""

    message: Json


# The lobby


class LobbyChange(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One of these has happened."""

    seek: Json | None = None
    """A new seek."""
    ended: list[str] | None = None
    """The ids of seeks that are gone."""
    over: str | None = None
    """The id of a game that is over."""
    tournament: Json | None = None
    """A tournament that was created, has started or has ended."""
    view: Json | None = None
    """A game that has started and that everybody may watch."""


class Lobby(Frame, kw_only=True, tag="lobby"):
    """The answer to `lobby`, with all open `seeks`; after that, what has changed, at most once per second."""

    id: Id = None
    seeks: list[Json] | None = None
    changes: list[LobbyChange] | None = None
    """In the order in which they happened."""


# Tournaments and classes


class Tournament(Frame, kw_only=True, tag="tournament"):
    """The answer to `tournament`, with the whole `tournament`; after that, what happened."""

    id: str
    what: Literal["state", "join", "withdraw", "result", "pairing", "started", "finished", "chat"]
    tournament: Json | None = None
    entrants: list[Json] | None = None
    """The new rows of those concerned."""
    game: str | None = None
    """The game that has a `result`."""
    boards: list[Json] | None = None
    """The boards of a round that have one."""
    remark: Json | None = None
    """What somebody has said."""
    closed: bool | None = None
    """True if the chat was closed, false if it was opened again."""


class Class(Frame, kw_only=True, tag="class"):
    """The answer to `class`, with the whole class; after that, what happened in it."""

    id: str
    what: Literal[
        "state",
        "here",
        "waiting",
        "admitted",
        "joined",
        "left",
        "changed",
        "round",
        "over",
        "paused",
        "board",
        "answer",
        "assignment",
        "tournament",
        "removed",
    ]
    class_: Json | None = msgspec.field(default=None, name="class")
    """With `state` the whole class, with `changed` the settings that have changed."""
    name: str | None = None
    """The pupil who is `here` or not, has `left`, or has given an `answer`."""
    here: bool | None = None
    pupil: Json | None = None
    """The pupil who has `joined`, is `waiting` to be let in, or whose label the teacher has changed."""
    games: list[Json] | None = None
    """The games of a `round`."""
    gameId: str | None = None  # noqa: N815 - the name in JSON
    """The game that is `over`."""
    game: Json | None = None
    pupils: list[Json] | None = None
    """Its players, with their new points."""
    paused: bool | None = None
    board: Json | None = None
    """The teacher's board; without it, it is hidden."""
    version: int | None = None
    move: str | None = None
    isRight: bool | None = None  # noqa: N815 - the name in JSON
    tally: dict[str, int] | None = None
    assignment: Json | None = None
    removed: int | str | None = None
    """The assignment that was removed."""
    tournament: Json | None = None


ServerFrame = (
    Hello
    | Ping
    | Pong
    | Ack
    | Error
    | Resync
    | State
    | Watching
    | Move
    | Takeback
    | Offer
    | Decline
    | Pause
    | Resume
    | Give
    | End
    | Rematch
    | Chat
    | Phrase
    | Presence
    | Spectators
    | GameStart
    | GameFinish
    | YourTurn
    | PlanDropped
    | Turn
    | RematchOffered
    | Challenge
    | ChallengeCanceled
    | ChallengeDeclined
    | Message
    | Lobby
    | Tournament
    | Class
)
"""All frames."""

parse_server_frame = msgspec.json.Decoder(ServerFrame).decode
"""For clients in Python, and for the tests, which parse every frame they receive. Raises msgspec.DecodeError."""
