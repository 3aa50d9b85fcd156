"""A bot: a computer player that accepts challenges and plays on a server, through the public API.

Needs only the standard library.
"""

import http.client
import json
import logging
import threading
import time
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from jungle.engine import Limit
from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.options import parse_server
from jungle.pieces import Side
from jungle.players import player
from jungle.players.spec import PlayerSpec

Json = dict[str, Any]

log = logging.getLogger("jungle.bot")

SILENCE_SECONDS = 30.0
"""A stream that sends nothing, not even a keep-alive, for this many seconds is considered dead."""
COLOURS = ("white", "black")
"""Blue and Red, in the bot API's words."""
FIRST_WAIT, WAIT_LIMIT = 0.5, 30.0
PACED_MOVES = 40
"""A bot that plays at a human pace spends at most this fraction of its clock on waiting."""
LOW_CLOCK = 60.0
"""With less than this many seconds on the clock, a player with a fixed time per move has to hurry."""


class BotError(JungleError):
    """The server cannot be reached or rejects this bot."""


class Api:
    """An HTTP client for the server."""

    def __init__(self, url: str, token: str) -> None:
        self.address = parse_server(url)
        self.headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        return kind(self.address.hostname or "", self.address.port, timeout=timeout)

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send one request, and return the status and JSON of the response. Raises OSError, HTTPException."""
        connection = self._connect(SILENCE_SECONDS)
        try:
            headers = self.headers | ({"Content-Type": "application/json"} if body is not None else {})
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def stream(self, path: str) -> Iterator[Json]:
        """Iterate over the lines of a stream until it ends. Raises OSError, HTTPException, BotError."""
        connection = self._connect(SILENCE_SECONDS)
        try:
            connection.request("GET", path, headers=self.headers)
            response = connection.getresponse()
            if response.status != 200:
                raise BotError(f"{path}: {response.status} {_message(response.read())}")
            while line := response.readline():
                if line.strip():
                    yield json.loads(line)
        finally:
            connection.close()


def _message(body: bytes) -> str:
    try:
        return str(json.loads(body)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return body[:200].decode("utf-8", "replace")


class Bot:
    """Plays several games at once, each in its own thread, but thinks about only one at a time."""

    def __init__(self, api: Api, description: str, games: int = 4, *, pace: float = 0.0) -> None:
        self.api = api
        self.pace = pace
        """The minimum time per move in seconds, as long as the clock allows it."""
        self.description = description
        self.spec = PlayerSpec.parse(description)
        self.most_games = games
        self.playing: dict[str, threading.Thread] = {}
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._thinking = threading.Lock()

    def run(self) -> None:
        """Play until `stop` is called. Raises BotError if the server rejects this bot."""
        status, account = self._patiently("GET", "/api/account")
        if status != 200:
            raise BotError(f"the server rejected the token: {account['error']['message']}")
        if account["kind"] != "bot":
            status, answer = self._patiently("POST", "/api/bot/account/upgrade")
            if status != 200:
                raise BotError(f"{account['name']} cannot become a bot: {answer['error']['message']}")
        self.name = account["name"]
        log.info("%s plays as %s", self.description, self.name)
        wait = FIRST_WAIT
        while not self.stopping.is_set():
            try:
                for event in self.api.stream("/api/stream/event"):
                    wait = FIRST_WAIT
                    self._heard(event)
                    if self.stopping.is_set():
                        return
            except (OSError, http.client.HTTPException, ValueError) as error:
                log.info("connection lost (%s); trying again", repr(error))
            self.stopping.wait(wait)
            wait = min(2 * wait, WAIT_LIMIT)

    def stop(self) -> None:
        self.stopping.set()

    def _patiently(self, method: str, path: str) -> tuple[int, Any]:
        """Repeat a request until the server answers."""
        wait = FIRST_WAIT
        while True:
            try:
                status, answer = self.api.call(method, path)
                if status < 500:
                    return status, answer
            except (OSError, http.client.HTTPException, ValueError) as error:
                log.info("no answer (%s); trying again", repr(error))
            if self.stopping.wait(wait):
                raise BotError("stopped before the server answered")
            wait = min(2 * wait, WAIT_LIMIT)

    def _heard(self, event: Json) -> None:
        if event["type"] == "challenge":
            self._challenged(event["challenge"])
        elif event["type"] == "gameStart":
            self._begin(event["game"])
        elif event["type"] == "rematchOffered" and self._has_time():
            self._patiently("POST", f"/api/bot/game/{quote(event['game']['id'])}/rematch")

    def _challenged(self, challenge: Json) -> None:
        answer = "accept" if self._wants(challenge) else "decline"
        self._patiently("POST", f"/api/challenge/{quote(challenge['id'])}/{answer}")

    def _wants(self, challenge: Json) -> bool:
        try:
            player(self.description, game=challenge["game"], threads=1).close()
        except JungleError:
            return False
        return self._has_time()

    def _has_time(self) -> bool:
        with self._lock:
            return len(self.playing) < self.most_games

    def _begin(self, start: Json) -> None:
        with self._lock:
            if start["id"] in self.playing:
                return
            thread = threading.Thread(target=self._play, args=(start,), daemon=True)
            self.playing[start["id"]] = thread
        thread.start()

    def _play(self, start: Json) -> None:
        try:
            with player(self.description, game=start["game"], threads=1) as chooser:
                self._follow(start, chooser)
        except JungleError as error:
            log.error("game %s: %s", start["id"], error)
        finally:
            with self._lock:
                self.playing.pop(start["id"], None)

    def _follow(self, start: Json, chooser: Any) -> None:
        wait, path = FIRST_WAIT, f"/api/bot/game/stream/{quote(start['id'])}"
        while not self.stopping.is_set():
            try:
                full: Json = {}
                for line in self.api.stream(path):
                    wait = FIRST_WAIT
                    if line["type"] == "gameFull":
                        full = line
                        full["had_begun"] = bool(line["state"]["moves"])
                    state = full["state"] = line["state"] if line["type"] == "gameFull" else line
                    if state["type"] != "gameState":
                        continue
                    if state["status"] != "started":
                        return
                    self._answer_offers(start["id"], full, state)
                    self._answer(start, full, state, chooser)
            except (OSError, http.client.HTTPException, ValueError) as error:
                log.info("game %s: connection lost (%s)", start["id"], repr(error))
            self.stopping.wait(wait)
            wait = min(2 * wait, WAIT_LIMIT)

    def _answer(self, start: Json, full: Json, state: Json, chooser: Any) -> None:
        """Make a move if it is our turn."""
        fen = None if full["initialFen"] == "startpos" else full["initialFen"]
        game = GAMES[full["game"]].new(full["rules"], fen=fen).public()
        moves = state["moves"].split()
        for move in moves:
            game.play(move)
        if game.is_over():  # The line with the ending follows the one with the last move.
            return
        # Before the first flip decides the colours, Red's seat is to move; afterwards the seats may swap.
        own = Side.BLUE if full["white"]["name"] == self.name else Side.RED
        if game.start.side is None and not full["had_begun"] and game.first is Side.BLUE:
            own = own.opponent
        if (Side.RED if game.side is None else game.side) is not own:
            return
        colour = COLOURS[own]
        since = time.monotonic()
        with self._thinking:
            choice = chooser.choose(game, self._limit(state, colour))
        left = state.get(f"{colour[0]}time")
        pace = self.pace if left is None else min(self.pace, left / 1000 / PACED_MOVES)
        self.stopping.wait(max(0.0, pace - (time.monotonic() - since)))
        self._send(start["id"], choice.move.uci(), len(moves))

    def _answer_offers(self, game_id: str, full: Json, state: Json) -> None:
        """Accept takebacks and aborts in casual games; decline draws."""
        is_casual = not full["rated"]
        for kind, answer in (("takeback", is_casual), ("abort", is_casual), ("draw", False), ("pause", False)):
            # Offers always come from the opponent: this bot makes none.
            if any(state.get(f"{colour[0]}{kind}") for colour in COLOURS):
                path = f"/api/bot/game/{quote(game_id)}/{kind}/{'yes' if answer else 'no'}"
                self._patiently("POST", path)

    def _limit(self, state: Json, colour: str) -> Limit | None:
        left = state.get(f"{colour[0]}time")
        if left is None or left / 1000 > LOW_CLOCK or len(state["moves"].split()) < 2:
            return None
        clock = max(left / 1000 - 0.2, 0.05)
        return Limit(clock=clock, increment=(state.get(f"{colour[0]}inc") or 0) / 1000)

    def _send(self, game_id: str, move: str, ply: int) -> None:
        """Send a move until it is acknowledged. It carries an id, so that repeats do not count twice."""
        path = f"/api/bot/game/{quote(game_id)}/move/{quote(move)}?ply={ply}&client={uuid.uuid4().hex}"
        wait = 0.1
        while not self.stopping.is_set():
            try:
                status, answer = self.api.call("POST", path)
                if status < 500 and status != 429:
                    if status != 200:  # Stale: the game continued or ended while we were thinking.
                        log.info("game %s: %s was refused: %s", game_id, move, answer["error"]["message"])
                    return
            except (OSError, http.client.HTTPException, ValueError) as error:
                log.info("game %s: no answer to %s (%s)", game_id, move, repr(error))
            time.sleep(wait)
            wait = min(2 * wait, 5.0)
