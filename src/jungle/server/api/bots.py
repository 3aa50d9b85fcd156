"""The API for programs, both bots and clients for people: streams of newline-delimited JSON, and plain POST requests.

It follows the format of Lichess, so that bots written for it need few changes: `gameFull`, then `gameState`, `chatLine`
and `opponentGone`, with Blue, who moves first, as `white`.
"""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query
from fastapi.responses import StreamingResponse
from msgspec.structs import replace

from jungle.pieces import Side
from jungle.server.api import lichess, models
from jungle.server.api.authentication import AppServices, CurrentUser
from jungle.server.api.games import load
from jungle.server.errors import ForbiddenError
from jungle.server.game import clocks
from jungle.server.game.adapter import SIDES
from jungle.server.game.commands import OFFERS, Ack, start_event
from jungle.server.game.presence import Presence
from jungle.server.game.rows import GameRow, read_games
from jungle.server.game.views import clock_view
from jungle.server.identity.accounts import User
from jungle.server.json import Json, decode, encode
from jungle.server.realtime import client_frames
from jungle.server.realtime.hub import RESYNC, REVOKED, Mailbox
from jungle.server.services import Services
from jungle.server.storage.schema import games
from jungle.server.times import SECOND

router = APIRouter(prefix="/api", tags=["bots"])
Who = Annotated[Literal["bot", "board"], Path(description="bot for bot accounts, board for the others")]

KEEP_ALIVE = 6.0
NDJSON = "application/x-ndjson"


COMMANDS: dict[str, Callable[[str], client_frames.Command]] = {
    "abort": lambda game: client_frames.Abort(game=game),
    "resign": lambda game: client_frames.Resign(game=game),
    "resume": lambda game: client_frames.Resume(game=game),
    "rematch": lambda game: client_frames.Rematch(game=game),
    "give": lambda game: client_frames.Give(game=game),
    "claim-victory": lambda game: client_frames.Claim(game=game),
    "claim-draw": lambda game: client_frames.Claim(game=game, kind="draw"),
}
"""The commands without arguments, by the last part of their path."""


def check(user: User, who: str) -> None:
    """Bots play under /api/bot, people under /api/board."""
    user.require(f"{who}:play")
    if (who == "bot") != (user.kind == "bot"):
        raise ForbiddenError("bot accounts play under /api/bot, all others under /api/board", "not_a_bot")


def stream(lines: AsyncIterator[bytes]) -> StreamingResponse:
    # Keep proxies from buffering lines.
    return StreamingResponse(lines, media_type=NDJSON, headers={"x-accel-buffering": "no", "cache-control": "no-store"})


@router.get("/stream/event", response_class=StreamingResponse)
async def event_stream(user: CurrentUser, services: AppServices) -> StreamingResponse:
    """My events: challenges, and games that start and end. The stream begins with what is already open."""
    return stream(_events(services, user))


async def _events(services: Services, user: User) -> AsyncIterator[bytes]:
    topics, mailbox = [f"user:{user.id}"], Mailbox()
    if user.may("message:read") and not user.is_child:
        topics.append(f"message:{user.id}")
    for topic in topics:
        await services.hub.subscribe(topic, mailbox)
    services.count_connection("events", 1)
    try:
        opening = await _present(services, user)
        # The same may have been published between subscribing and reading.
        opened = {_what_opened(line) for line in opening}
        for line in opening:
            yield encode(line) + b"\n"
        while not mailbox.overflowed and not services.is_closing() and not user.has_expired(services.now()):
            heard = await mailbox.next(_patience(services, user))
            if heard is None:
                yield b"\n"
            elif heard[1] == REVOKED:
                if not await services.is_signed_in(user):
                    return
            elif heard[1] == RESYNC:
                for line in await _present(services, user):
                    yield encode(line) + b"\n"
            elif _what_opened(line := lichess.event(decode(heard[1]))) not in opened:
                yield encode(line) + b"\n"
    finally:
        for topic in topics:
            services.hub.unsubscribe(topic, mailbox)
        services.count_connection("events", -1)


def _what_opened(line: Json) -> tuple[str, str] | None:
    """The game or the challenge that a line announces, which happens once."""
    kind: str = line["type"]
    subject = {"gameStart": "game", "challenge": "challenge"}.get(kind)
    return None if subject is None else (subject, line[subject]["id"])


async def _present(services: Services, user: User) -> list[Json]:
    """The running games and open challenges of a user."""
    own = sa.or_(games.c.blue_id == user.id, games.c.red_id == user.id)
    statement = sa.select(games).where(own, games.c.status == "started")
    rows = await services.database.read(lambda connection: read_games(connection, statement))
    lines: list[Json] = []
    for row in rows:
        if (side := row.side_of(user.id)) is not None:
            lines.append({"type": "gameStart", "game": start_event(row, side)})
    waiting = (await services.lobby.of_user(user))["in"]
    lines += ({"type": "challenge", "challenge": challenge} for challenge in waiting)
    return [lichess.event(line) for line in lines]


def _patience(services: Services, user: User) -> float:
    """Seconds until a stream sends its next keep-alive or its session expires."""
    left = KEEP_ALIVE if user.expires is None else (user.expires - services.now()) / SECOND
    return max(0.0, min(KEEP_ALIVE, left))


@router.get("/{who}/game/stream/{game_id}", response_class=StreamingResponse)
async def game_stream(who: Who, game_id: str, user: CurrentUser, services: AppServices) -> StreamingResponse:
    """Stream a game: `gameFull`, then every change."""
    check(user, who)
    row = await load(services, game_id, user)
    if row.side_of(user.id) is None:
        raise ForbiddenError("only the players may follow a game here", "not_a_player")
    return stream(GameStream(services, user, row).lines())


class GameStream:
    """Converts the events of a game to the lines that bots expect."""

    def __init__(self, services: Services, user: User, row: GameRow) -> None:
        self.services = services
        self.user = user
        self.id = row.id
        self.row = row

    async def lines(self) -> AsyncIterator[bytes]:
        services, mailbox = self.services, Mailbox()
        topics = (f"game:{self.id}", f"user:{self.user.id}")
        for topic in topics:
            await services.hub.subscribe(topic, mailbox)
        services.count_connection("bots", 1)
        presence = Presence(services.games, services.tasks, self.id, self.user.id)
        await presence.come()
        try:
            yield await self._full()
            while self.row.is_running() and not mailbox.overflowed and not services.is_closing():
                heard = await mailbox.next(_patience(services, self.user))
                if self.user.has_expired(services.now()):
                    return
                if heard is None:
                    yield b"\n"
                    continue
                if heard[0] != topics[0] and heard[1] != RESYNC:  # A resync belongs to no topic.
                    if heard[1] == REVOKED and not await services.is_signed_in(self.user):
                        return
                    continue
                for line in await self._translated(decode(heard[1])):
                    yield encode(line) + b"\n"
        finally:
            for topic in topics:
                services.hub.unsubscribe(topic, mailbox)
            services.count_connection("bots", -1)
            # The request is being cancelled, so nothing can be awaited here.
            presence.spawn_leave()

    async def _full(self) -> bytes:
        row = self.row = await load(self.services, self.id)
        clock = None if row.clock_limit is None else {"initial": row.clock_limit, "increment": row.increment}
        full = {
            "type": "gameFull",
            "id": row.id,
            "number": row.number,
            "game": row.kind,
            "rules": row.rules,
            "speed": row.speed,
            "rated": row.rated,
            "createdAt": row.created,
            "initialFen": row.fen or "startpos",
            "clock": clock,
            "daysPerTurn": row.days,
            "variant": lichess.variant(row.rules),
            **lichess.players(row),
            "state": self._state(),
        }
        return encode(full) + b"\n"

    def _state(self) -> Json:
        row = self.row
        clock = clock_view(row, self.services.now()) or {}
        state: Json = {
            "type": "gameState",
            "moves": row.moves,
            "version": row.version,
            "status": lichess.status(row.status, row.result, row.reason),
            "result": row.result or "*",
            "reason": row.reason,
            "wtime": clock.get("blue"),
            "btime": clock.get("red"),
            "winc": None if row.clock_limit is None else row.control_of(Side.BLUE).increment,
            "binc": None if row.clock_limit is None else row.control_of(Side.RED).increment,
        }
        offers = row.standing
        for side in Side:
            for kind in OFFERS:
                state[f"{lichess.COLOURS[side][0]}{kind}"] = offers.get(kind) is side
        return state if row.winner is None else {**state, "winner": lichess.COLOURS[row.winner]}

    async def _translated(self, event: Json) -> list[Json]:
        kind = event["type"]
        if kind == "presence":
            return self._presence(event)
        if kind == "spectators":
            return []
        is_next = kind != "resync" and event["version"] == self.row.version + 1
        if kind != "resync" and event["version"] <= self.row.version:
            return []
        if is_next and kind == "chat":
            self.row = replace(self.row, version=event["version"])
            return [{"type": "chatLine", "room": "player", "username": event["name"], "text": event["text"]}]
        if is_next and kind == "move":
            self.row = _moved(self.row, event)
        elif is_next and kind == "end":
            ending = {name: event[name] for name in ("version", "status", "result", "reason")}
            self.row = replace(self.row, **ending, offers={})
        else:
            self.row = await load(self.services, self.id)
        return [self._state()]

    def _presence(self, event: Json) -> list[Json]:
        if SIDES[event["colour"]] is self.row.side_of(self.user.id):
            return []
        wait = clocks.GONE.get(self.row.speed)
        line = {"type": "opponentGone", "gone": not event["here"]}
        return [line if event["here"] or wait is None else {**line, "claimWinInSeconds": wait // SECOND}]


def _moved(row: GameRow, event: Json) -> GameRow:
    """The row after the next move."""
    blue, red = row.seats
    if is_swapped := event.get("swapped", False):
        blue, red = red, blue
    if event["clock"]:
        blue, red = replace(blue, ms=event["clock"]["blue"]), replace(red, ms=event["clock"]["red"])
    return replace(
        row,
        version=event["version"],
        seats=(blue, red),
        moves=f"{row.moves} {event['move']}".strip(),
        ply=event["ply"] + 1,
        turn=row.turn if is_swapped else row.turn.opponent,
        turn_since=event["at"],
        offers={},
    )


async def _execute(services: Services, user: User, who: str, command: client_frames.Command) -> Json:
    check(user, who)
    if command.game.isdigit():  # A game can also be given by its number.
        command = replace(command, game=(await load(services, command.game)).id)
    match await services.games.execute(command, user.id):
        case Ack(version, ply):
            return {"ok": True, "version": version, "ply": ply}
        case str(new_game):
            return {"game": {"id": new_game}}
    return {"offered": True} if isinstance(command, client_frames.Rematch) else {"ok": True}


@router.post("/{who}/game/{game_id}/move/{move}")
async def move(
    who: Who,
    game_id: str,
    move: Annotated[str, Path(max_length=40)],
    user: CurrentUser,
    services: AppServices,
    ply: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    client: Annotated[str | None, Query(max_length=64)] = None,
    offering_draw: Annotated[bool, Query(alias="offeringDraw")] = False,
) -> Json:
    """Play a move. With `ply` and `client`, it is safe to send it again."""
    ack = await _execute(services, user, who, client_frames.Move(game=game_id, move=move, ply=ply, id=client))
    if offering_draw:
        await _execute(services, user, who, client_frames.Offer(game=game_id, kind="draw"))
    return ack


@router.post("/{who}/game/{game_id}/chat")
async def chat(who: Who, game_id: str, body: models.Chat, user: CurrentUser, services: AppServices) -> Json:
    """Send a chat line to the opponent, or, once the game is over, to everyone watching."""
    return await _execute(services, user, who, client_frames.Chat(game=game_id, text=body.text))


@router.post("/{who}/game/{game_id}/{kind}/{answer}")
async def offer(
    who: Who,
    game_id: str,
    kind: Literal["draw", "takeback", "abort", "pause"],
    answer: Literal["yes", "no"],
    user: CurrentUser,
    services: AppServices,
) -> Json:
    """Make or accept an offer (yes), or decline or withdraw it (no)."""
    frame = client_frames.Offer if answer == "yes" else client_frames.Decline
    return await _execute(services, user, who, frame(game=game_id, kind=kind))


@router.post("/{who}/game/{game_id}/{command}")
async def command(
    who: Who,
    game_id: str,
    command: Literal["abort", "resign", "resume", "rematch", "give", "claim-victory", "claim-draw"],
    user: CurrentUser,
    services: AppServices,
) -> Json:
    """Abort the game (once both players have moved, this is an offer), resign, end a pause, offer or accept a rematch,
    give the opponent 15 seconds, or claim the game from an opponent who has left."""
    return await _execute(services, user, who, COMMANDS[command](game_id))
