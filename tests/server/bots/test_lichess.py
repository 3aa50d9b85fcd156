"""A bot written for Lichess's API plays here, changed only where docs/host/api.md says so."""

import json
import threading
from pathlib import Path
from typing import Any

from jungle import Game
from jungle.pieces import Side
from jungle.players import level
from jungle.server.api.bots import _events
from jungle.server.game.terms import Terms
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.house import TERMS, House, in_house
from tests.server.harness.processes import Server


class Lichess:
    """The requests of a Lichess client that bots need, named as in its Python library."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def account(self) -> Any:
        return self.client.get("/api/account")

    def upgrade_to_bot(self) -> None:
        self.client.post("/api/bot/account/upgrade")

    def stream_incoming_events(self) -> Any:
        return iter(self.client.lines("/api/stream/event").next, None)

    def stream_game_state(self, game_id: str) -> Any:
        return iter(self.client.lines(f"/api/bot/game/stream/{game_id}").next, None)

    def accept_challenge(self, challenge_id: str) -> None:
        self.client.post(f"/api/challenge/{challenge_id}/accept")

    def decline_challenge(self, challenge_id: str, reason: str) -> None:
        self.client.post(f"/api/challenge/{challenge_id}/decline", {"reason": reason})

    def make_move(self, game_id: str, move: str) -> None:
        self.client.post(f"/api/bot/game/{game_id}/move/{move}?offeringDraw=false")

    def post_message(self, game_id: str, text: str) -> None:
        self.client.post(f"/api/bot/game/{game_id}/chat", {"room": "player", "text": text})


class PortedBot(threading.Thread):
    """Accepts casual games with a clock, and plays the first one."""

    def __init__(self, lichess: Lichess) -> None:
        super().__init__(daemon=True)
        self.lichess = lichess
        self.clocks: list[tuple[int, int]] = []
        """Its own and its opponent's, each time it was its turn."""
        self.declined: list[str] = []
        self.finished: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._run()
        except BaseException as error:
            self.error = error

    def _run(self) -> None:
        lichess = self.lichess
        lichess.upgrade_to_bot()
        me = lichess.account()
        assert me["title"] == "BOT"
        for event in lichess.stream_incoming_events():
            if event["type"] == "challenge":
                challenge = event["challenge"]
                assert challenge["destUser"]["id"] == me["id"]
                wanted = challenge["variant"]["key"] == "standard" and challenge["timeControl"]["type"] == "clock"
                if wanted and not challenge["rated"]:
                    lichess.accept_challenge(challenge["id"])
                else:
                    self.declined.append(challenge["timeControl"]["type"])
                    lichess.decline_challenge(challenge["id"], "timeControl")
            elif event["type"] == "gameStart":
                self._play(event["game"]["gameId"], event["game"]["color"], me["id"])
            elif event["type"] == "gameFinish":
                self.finished = event["game"]
                return

    def _play(self, game_id: str, colour: str, my_id: str) -> None:
        for line in self.lichess.stream_game_state(game_id):
            if line["type"] == "gameFull":
                assert line[colour]["id"] == my_id
                assert line["initialFen"] == "startpos"
                assert line["clock"] == {"initial": 600_000, "increment": 60_000}
                self.lichess.post_message(game_id, "Good luck!")
                state = line["state"]
            elif line["type"] == "gameState":
                state = line
            else:
                continue
            if state["status"] != "started":
                return
            game = Game.from_moves(state["moves"].split())
            if game.outcome() is None and (game.position.side is Side.BLUE) == (colour == "white"):
                clocks = (state["wtime"], state["btime"])
                self.clocks.append(clocks if colour == "white" else clocks[::-1])
                assert state["winc"] == state["binc"] == 60_000
                self.lichess.make_move(game_id, level("2", seed=1).choose(game).move.uci())


def test_a_bot_written_for_lichess_plays_a_whole_game(server: Server) -> None:
    person = sign_up(server, "ports-opponent")
    bot = PortedBot(Lichess(sign_up(server, "ported", ["bot:play", "challenge:write"])))
    events = person.lines("/api/stream/event")
    bot.start()
    try:
        person.post("/api/challenge/ported", {"days": 2})
        assert events.next("challengeDeclined")
        person.post("/api/challenge/ported", {"colour": "blue", "clock": {"limit": 600, "increment": 60}})
        start = events.next("gameStart")["game"]
        assert (start["color"], start["colour"]) == ("white", "blue")
        path = f"/api/board/game/{start['gameId']}"
        for line in iter(person.lines(path.replace("/game/", "/game/stream/")).next, None):
            state = line["state"] if line["type"] == "gameFull" else line
            if "status" in state and state["status"] != "started":
                break
            if "moves" in state:
                game = Game.from_moves(state["moves"].split())
                if game.position.side is Side.BLUE and game.outcome() is None:
                    person.post(f"{path}/move/{level('4', seed=2).choose(game).move.uci()}")
        bot.join(60)
        if bot.error:
            raise bot.error
    finally:
        events.close()
    game = Game.from_moves(state["moves"].split())
    outcome = game.outcome()
    assert outcome is not None
    winner = None if outcome.winner is None else ("white", "black")[outcome.winner]
    assert (bot.finished["winner"], state.get("winner")) == (winner, winner)
    assert bot.finished["status"]["name"] == state["status"] == ("variantEnd" if winner else "draw")
    assert bot.declined == ["correspondence"]
    # Blue got an increment for a move after which Red has not moved yet, so Red's clock is the lower one.
    own, other = bot.clocks[2]
    assert own < other


def test_a_challenge_that_comes_while_the_stream_opens_is_sent_once(data: Path) -> None:
    async def story(house: House) -> None:
        anna, bert = house.people.values()
        lobby = house.services.lobby
        of_user = lobby.of_user
        expected = []

        async def challenge() -> None:
            expected.append((await lobby.challenge(anna, "bert", Terms.make(**TERMS)))["id"])

        async def of_user_later(user: Any) -> Any:
            await challenge()  # The stream follows the topic already.
            return await of_user(user)

        lobby.of_user = of_user_later  # type: ignore[method-assign]
        stream = _events(house.services, bert)
        heard = [json.loads(await anext(stream))]
        await challenge()
        heard.append(json.loads(await anext(stream)))
        assert [line["challenge"]["id"] for line in heard] == expected

    in_house(data, story)
