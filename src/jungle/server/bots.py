"""Streams of newline-delimited JSON, and plain POSTs: how programs play, and people's programs too.

The shape is the one that Lichess made common: `gameFull`, then `gameState`, `chatLine` and `opponentGone`; blue and
red where chess has white and black.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query
from fastapi.responses import StreamingResponse

from jungle.server import clocks
from jungle.server.accounts import User
from jungle.server.api import models
from jungle.server.api.games import load
from jungle.server.changes import OTHER, Row
from jungle.server.errors import ForbiddenError
from jungle.server.events import RESYNC, REVOKED, Mailbox, decode, encode
from jungle.server.identity import Parts, Signed
from jungle.server.moving import start_notice
from jungle.server.offers import OFFERS
from jungle.server.presence import Presence
from jungle.server.schema import games
from jungle.server.services import Services
from jungle.server.views import clock_view, player_view

router = APIRouter(prefix="/api", tags=["bots"])
Json = dict[str, Any]
Who = Annotated[Literal["bot", "board"], Path(description="bot for bot accounts, board for the others")]

KEEP_ALIVE = 6.0
NDJSON = "application/x-ndjson"


def check(user: User, who: str) -> None:
    """Bots play under /api/bot, people under /api/board."""
    user.require(f"{who}:play")
    if (who == "bot") != (user.kind == "bot"):
        raise ForbiddenError("bot accounts play under /api/bot, all others under /api/board", "not_a_bot")


def stream(lines: AsyncIterator[bytes]) -> StreamingResponse:
    # Proxies must not buffer lines.
    return StreamingResponse(lines, media_type=NDJSON, headers={"x-accel-buffering": "no", "cache-control": "no-store"})


@router.get("/stream/event", response_class=StreamingResponse)
async def event_stream(user: Signed, parts: Parts) -> StreamingResponse:
    """What concerns me: challenges, games that begin and end. First, what is already there."""
    return stream(_events(parts, user))


async def _events(parts: Services, user: User) -> AsyncIterator[bytes]:
    topics, mailbox = [f"user:{user.id}"], Mailbox()
    if user.may("message:read"):
        topics.append(f"message:{user.id}")
    for topic in topics:
        await parts.hub.subscribe(topic, mailbox)
    parts.measure("events", 1)
    try:
        for line in await _present(parts, user):
            yield line
        while not mailbox.overflowed and not parts.is_closing and not user.has_expired(parts.now()):
            heard = await mailbox.next(_patience(parts, user))
            if heard is None:
                yield b"\n"
            elif heard[1] == REVOKED:
                if not await parts.is_signed_in(user):
                    return
            elif heard[1] == RESYNC:
                for line in await _present(parts, user):
                    yield line
            else:
                yield heard[1] + b"\n"
    finally:
        for topic in topics:
            parts.hub.unsubscribe(topic, mailbox)
        parts.measure("events", -1)


async def _present(parts: Services, user: User) -> list[bytes]:
    """The games that are going on, and the challenges that wait."""
    own = sa.or_(games.c.blue_id == user.id, games.c.red_id == user.id)
    statement = sa.select(games).where(own, games.c.status == "started")
    rows = await parts.database.read(lambda connection: connection.execute(statement).mappings().all())
    lines: list[Json] = []
    for row in rows:
        colour = "blue" if row["blue_id"] == user.id else "red"
        lines.append({"type": "gameStart", "game": start_notice(dict(row), colour)})
    waiting = (await parts.lobby.of_user(user.id))["in"]
    lines += ({"type": "challenge", "challenge": challenge} for challenge in waiting)
    return [encode(line) + b"\n" for line in lines]


def _patience(parts: Services, user: User) -> float:
    """Seconds until a stream gives a sign of life, or its session ends."""
    left = KEEP_ALIVE if user.expires is None else (user.expires - parts.now()) / clocks.SECOND
    return max(0.0, min(KEEP_ALIVE, left))


@router.get("/{who}/game/stream/{game_id}", response_class=StreamingResponse)
async def game_stream(who: Who, game_id: str, user: Signed, parts: Parts) -> StreamingResponse:
    """A game as it is played: `gameFull`, then every change."""
    check(user, who)
    row = await load(parts, game_id)
    if user.id not in (row["blue_id"], row["red_id"]):
        raise ForbiddenError("only the players may follow a game here", "not_a_player")
    return stream(GameStream(parts, user, row["id"]).lines())


class GameStream:
    """Turns the events of a game into the lines that bots expect."""

    def __init__(self, parts: Services, user: User, game_id: str) -> None:
        self.parts = parts
        self.user = user
        self.id = game_id
        self.row: Row = {}
        self.moves: list[str] = []

    async def lines(self) -> AsyncIterator[bytes]:
        parts, mailbox = self.parts, Mailbox()
        topics = (f"game:{self.id}", f"user:{self.user.id}")
        for topic in topics:
            await parts.hub.subscribe(topic, mailbox)
        parts.measure("bots", 1)
        presence = Presence(parts.games, self.id, self.user.id)
        await presence.come()
        try:
            yield await self._full()
            while not self._is_over() and not mailbox.overflowed and not parts.is_closing:
                heard = await mailbox.next(_patience(parts, self.user))
                if self.user.has_expired(parts.now()):
                    return
                if heard is None:
                    yield b"\n"
                    continue
                if heard[0] != topics[0]:
                    if heard[1] == REVOKED and not await parts.is_signed_in(self.user):
                        return
                    continue
                for line in await self._translated(decode(heard[1])):
                    yield encode(line) + b"\n"
        finally:
            for topic in topics:
                parts.hub.unsubscribe(topic, mailbox)
            parts.measure("bots", -1)
            # The request is being cancelled, so nothing can be awaited here.
            presence.leave_soon()

    def _is_over(self) -> bool:
        return bool(self.row["status"] != "started")

    async def _full(self) -> bytes:
        row = self.row = await load(self.parts, self.id)
        self.moves = row["moves"].split()
        full = {
            "type": "gameFull",
            "id": row["id"],
            "number": row["number"],
            "game": row["kind"],
            "rules": row["rules"],
            "speed": row["speed"],
            "rated": row["rated"],
            "createdAt": row["created"],
            "initialFen": row["fen"] or "startpos",
            "clock": None
            if row["clock_limit"] is None
            else {"initial": row["clock_limit"], "increment": row["increment"]},
            "daysPerTurn": row["days"],
            "blue": player_view(row, "blue"),
            "red": player_view(row, "red"),
            "state": self._state(),
        }
        return encode(full) + b"\n"

    def _state(self) -> Json:
        row = self.row
        clock = clock_view(row, self.parts.now()) or {}
        offers = {kind: offer["by"] for kind, offer in decode(row["offers"]).items() if not offer.get("declined")}
        state: Json = {
            "type": "gameState",
            "moves": " ".join(self.moves),
            "version": row["version"],
            "status": row["status"],
            "result": row["result"] or "*",
            "reason": row["reason"],
            "btime": clock.get("blue"),
            "rtime": clock.get("red"),
            "binc": row["increment"],
            "rinc": row["increment"],
        }
        for colour in OTHER:
            for kind in OFFERS:
                state[f"{colour[0]}{kind}"] = offers.get(kind) == colour
        winner = {"1-0": "blue", "0-1": "red"}.get(row["result"] or "")
        return {**state, "winner": winner} if winner else state

    async def _translated(self, event: Json) -> list[Json]:
        kind = event["type"]
        if kind == "presence":
            return self._presence(event)
        if kind == "spectators":
            return []
        if kind == "resync" or event["version"] > self.row["version"] + 1:
            self.row = await load(self.parts, self.id)
            self.moves = self.row["moves"].split()
            return [self._state()]
        if event["version"] <= self.row["version"]:
            return []
        self.row["version"] = event["version"]
        if kind == "chat":
            return [{"type": "chatLine", "room": "player", "username": event["name"], "text": event["text"]}]
        self.row = await load(self.parts, self.id) if kind not in ("move", "end") else self.row
        if kind == "move":
            self._moved(event)
        elif kind == "end":
            self.row.update(status=event["status"], result=event["result"], reason=event["reason"], offers="{}")
        else:
            self.moves = self.row["moves"].split()
        return [self._state()]

    def _moved(self, event: Json) -> None:
        row = self.row
        del self.moves[event["ply"] :]
        self.moves.append(event["move"])
        row.update(ply=len(self.moves), turn=OTHER[row["turn"]], turn_since=event["at"], offers="{}")
        if event.get("swapped"):
            row["turn"] = OTHER[row["turn"]]
            row["blue_id"], row["red_id"] = row["red_id"], row["blue_id"]
        if event["clock"]:
            row.update(blue_ms=event["clock"]["blue"], red_ms=event["clock"]["red"])

    def _presence(self, event: Json) -> list[Json]:
        own = "blue" if self.row["blue_id"] == self.user.id else "red"
        if event["colour"] == own:
            return []
        wait = clocks.GONE.get(self.row["speed"])
        line = {"type": "opponentGone", "gone": not event["here"]}
        return [line if event["here"] or wait is None else {**line, "claimWinInSeconds": wait // clocks.SECOND}]


@router.post("/{who}/game/{game_id}/move/{move}")
async def move(
    who: Who,
    game_id: str,
    move: Annotated[str, Path(max_length=40)],
    user: Signed,
    parts: Parts,
    ply: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    client: Annotated[str | None, Query(max_length=64)] = None,
    offering_draw: Annotated[bool, Query(alias="offeringDraw")] = False,
) -> Json:
    """Play a move. With `ply` and `client` it may be sent again without harm."""
    check(user, who)
    parts.limits.take_here("move", user.id)
    game_id = await _id(parts, game_id)
    ack = await parts.games.play(game_id, user.id, move, ply=ply, client=client)
    if offering_draw:
        await parts.games.offer(game_id, user.id, "draw")
    return {"ok": True, "version": ack.version, "ply": ack.ply}


async def _id(parts: Services, game_id: str) -> str:
    """The id of a game that may be given by its number."""
    return str((await load(parts, game_id))["id"]) if game_id.isdigit() else game_id


@router.post("/{who}/game/{game_id}/chat")
async def chat(who: Who, game_id: str, body: models.Chat, user: Signed, parts: Parts) -> Json:
    check(user, who)
    await parts.limits.take("chat", user.id)
    await parts.games.chat(await _id(parts, game_id), user.id, user.name, body.text)
    return {"ok": True}


@router.post("/{who}/game/{game_id}/abort")
async def abort(who: Who, game_id: str, user: Signed, parts: Parts) -> Json:
    """Call the game off: at once before both have moved, later as an offer."""
    check(user, who)
    await parts.games.abort(await _id(parts, game_id), user.id)
    return {"ok": True}


@router.post("/{who}/game/{game_id}/resign")
async def resign(who: Who, game_id: str, user: Signed, parts: Parts) -> Json:
    check(user, who)
    await parts.games.resign(await _id(parts, game_id), user.id)
    return {"ok": True}


@router.post("/{who}/game/{game_id}/{kind}/{answer}")
async def offer(
    who: Who,
    game_id: str,
    kind: Literal["draw", "takeback", "abort", "pause"],
    answer: Literal["yes", "no"],
    user: Signed,
    parts: Parts,
) -> Json:
    """Offer or accept (yes), decline or withdraw (no)."""
    check(user, who)
    act = parts.games.offer if answer == "yes" else parts.games.decline
    await act(await _id(parts, game_id), user.id, kind)
    return {"ok": True}


@router.post("/{who}/game/{game_id}/resume")
async def resume(who: Who, game_id: str, user: Signed, parts: Parts) -> Json:
    """End a pause."""
    check(user, who)
    await parts.games.resume(await _id(parts, game_id), user.id)
    return {"ok": True}


@router.post("/{who}/game/{game_id}/claim-victory")
async def claim_victory(who: Who, game_id: str, user: Signed, parts: Parts) -> Json:
    """Win against somebody who has gone."""
    check(user, who)
    await parts.games.claim(await _id(parts, game_id), user.id, False)
    return {"ok": True}


@router.post("/{who}/game/{game_id}/claim-draw")
async def claim_draw(who: Who, game_id: str, user: Signed, parts: Parts) -> Json:
    check(user, who)
    await parts.games.claim(await _id(parts, game_id), user.id, True)
    return {"ok": True}


@router.post("/{who}/game/{game_id}/rematch")
async def rematch(who: Who, game_id: str, user: Signed, parts: Parts) -> Json:
    """Offer a rematch with colours changed, or accept one."""
    check(user, who)
    new = await parts.games.rematch(await _id(parts, game_id), user.id)
    return {"offered": True} if new is None else {"game": {"id": new}}
