"""Two servers on one PostgreSQL and one Redis: the same games on whichever server a client is connected to."""

import asyncio
import json
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from urllib.parse import quote

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from jungle import Game
from jungle.server.errors import LimitedError
from jungle.server.realtime.hub import RedisHub
from tests.needs import needs
from tests.server.harness.clients import Client, Live, add_second_factor, sign_in, sign_up
from tests.server.harness.processes import Server, free_port, served
from tests.server.harness.programs import jungle
from tests.server.harness.table import Table, check
from tests.server.harness.waiting import wait_until

pytestmark = needs("postgresql", "redis")


@pytest.fixture(scope="module")
def options(cluster: tuple[str, ...]) -> tuple[str, ...]:
    return cluster


@pytest.fixture(scope="module")
def pair(options: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    one, two = (tmp_path_factory.mktemp(name) for name in ("one", "two"))
    with served(one, *options) as first, served(two, *options) as second:
        yield first, second
        for server in (first, second):
            code, errors = server.stop()
            assert (code, "Traceback" in errors) == (0, False), errors


def elsewhere(client: Client, server: Server) -> Client:
    return Client(server, client.name, client.token)


@pytest.mark.parametrize("servers", [(0, 0), (0, 1)])
def test_compatible_seeks_at_the_same_moment_are_paired(pair: tuple[Server, Server], servers: tuple[int, int]) -> None:
    """Neither transaction saw the other's seek, so both players waited for ever."""
    players = [sign_up(pair[server], f"seeker{server}of{servers[1]}at{place}") for place, server in enumerate(servers)]
    together = Barrier(2)

    def seek(player: Client, days: int) -> bool:
        together.wait()
        return "game" in player.post("/api/seek", {"days": days})

    with ThreadPoolExecutor(2) as threads:
        paired = [sorted(threads.map(seek, players, [days] * 2)) for days in range(1, 9)]
    assert paired == [[False, True]] * 8


def test_spectators_are_counted_over_all_servers(
    pair: tuple[Server, Server], options: tuple[str, ...], data: Path
) -> None:
    one, two = pair
    blue, red = sign_up(one, "watched1"), sign_up(one, "watched2")
    game = blue.challenge(red, clock={"limit": 300})
    player, here, there = blue.live(), Client(one).live(), Client(two).live()
    assert player.watch(game)["spectators"] == 0
    assert here.watch(game)["spectators"] == 1
    assert there.watch(game)["spectators"] == 2
    assert counted(player, 2)
    third = Server(data, *options)
    lost = Client(third).live()
    wait_until(lambda: lost.watch(game)["spectators"] == 3, "the third server to know the others")
    assert counted(player, 3)
    assert counted(there, 3)
    here.close()
    assert counted(there, 2)
    # Spectators on a dead server do not count.
    third.stop(signal.SIGKILL)
    assert there.next("resync")
    wait_until(lambda: there.watch(game)["spectators"] == 1, "one spectator")


def counted(connection: Live, count: int) -> bool:
    """Wait until this many spectators are reported."""
    while connection.next("spectators")["count"] != count:
        pass
    return True


def test_moves_on_one_server_are_seen_on_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    blue, red = sign_up(one, "blue"), elsewhere(sign_up(one, "red"), two)
    stream = red.lines("/api/stream/event")
    challenge = blue.post("/api/challenge/red", {"colour": "blue", "rated": True, "clock": {"limit": 300}})["challenge"]
    assert stream.next("challenge")["challenge"]["id"] == challenge["id"]
    game = red.post(f"/api/challenge/{challenge['id']}/accept")["game"]["id"]
    spectator, mover = Client(two).live(), blue.live()
    spectator.watch(game)
    mover.watch(game)
    mover.send(type="move", game=game, move="a3a4", ply=0, id=1)
    assert spectator.next("move")["move"] == "a3a4"
    red.move(game, "g7g6")
    assert [mover.next("move")["version"], mover.next("move")["version"]] == [1, 2]
    assert elsewhere(red, one).refused(f"/api/board/game/{game}/move/a4a5") == (409, "not_your_turn")
    elsewhere(blue, two).move(game, "a4a5")
    red.move(game, "g6g5")
    # Presence: the player is gone only when no server has a connection.
    blue.post(f"/api/board/game/{game}/resign")
    assert spectator.next("end")["winner"] == "red"
    assert Client(one).get("/api/user/red")["ratings"]["blitz"]["rating"] == 1662


def test_concurrent_moves_on_two_servers_are_consistent(pair: tuple[Server, Server]) -> None:
    """The same move sent to both servers at the same time counts once."""
    one, two = pair
    blue, red = sign_up(one, "blue2"), sign_up(one, "red2")
    game = blue.challenge(red, days=1)
    for ply, move in enumerate(["a3a4", "g7g6", "a4a5", "g6g5", "a5a6", "g5g4"]):
        who = (blue, red)[ply % 2]
        path = f"/api/board/game/{game}/move/{move}?ply={ply}&client=x{ply}"
        senders = [elsewhere(who, server) for server in (one, two, one, two)]
        with ThreadPoolExecutor(4) as threads:
            sent = [threads.submit(sender.request, "POST", path, {}) for sender in senders]
        assert [answer.result().status for answer in sent] == [200] * 4
    shown = blue.get(f"/api/game/{game}")
    assert (len(shown["moves"]), shown["version"]) == (6, 6)


def test_a_player_is_gone_when_no_server_has_a_connection(
    pair: tuple[Server, Server], options: tuple[str, ...], data: Path
) -> None:
    one, two = pair
    blue, red = sign_up(one, "stays"), sign_up(one, "leaves")
    game = blue.challenge(red, clock={"limit": 60})
    blue.open_game(red, game)
    watcher = blue.live()
    watcher.watch(game)
    tab, other = red.live(), elsewhere(red, two).live()
    for connection in (tab, other):
        connection.watch(game)
    stream = elsewhere(red, two).lines(f"/api/board/game/stream/{game}")
    assert stream.next("gameFull")
    tab.close()
    other.close()
    # The stream on the other server still follows the game.
    watcher.send(type="claim", game=game, id=1)
    assert watcher.next("error")["error"]["code"] == "not_gone"
    third = Server(data, *options)
    last = elsewhere(red, third).live()
    last.watch(game)
    stream.close()

    def is_here() -> bool:
        return bool(blue.get(f"/api/game/{game}")["players"]["red"]["here"])

    wait_until(lambda: third.process.poll() is None and is_here(), "red to be connected to the third server")
    assert not any('"here":false' in text for text in watcher.heard)
    third.stop(signal.SIGKILL)
    wait_until(lambda: not is_here(), "the server's death to be noticed")
    red.live().watch(game)
    wait_until(is_here, "red to be back")


def test_two_sweepers_end_a_game_on_time_only_once(pair: tuple[Server, Server]) -> None:
    one, _ = pair
    blue, red = sign_up(one, "blue3"), sign_up(one, "red3")
    games = [blue.challenge(red, rated=True, clock={"limit": 1, "increment": 0}) for _ in range(3)]
    for game in games:
        blue.open_game(red, game)
    for game in games:
        wait_until(lambda game=game: blue.get(f"/api/game/{game}")["status"] == "ended", "the flag")
        assert blue.get(f"/api/game/{game}")["version"] == 5
    assert blue.get("/api/user/blue3")["ratings"]["bullet"]["games"] == 3


def test_logging_out_on_one_server_closes_connections_on_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    person = sign_up(one, "leaver")
    session, other = sign_in(one, "leaver"), elsewhere(person, two)
    there = Client(two, "leaver", cookie=session.cookie).live()
    stays, stream = other.live(), other.lines("/api/stream/event")
    session.post("/api/logout")
    with pytest.raises(ConnectionClosed) as closed:
        there.next("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4001
    stays.send(type="ping", id="alive")
    assert stays.next("pong")["id"] == "alive"
    person.request("DELETE", "/api/token")
    with pytest.raises(ConnectionClosed):
        stays.next("nothing")
    assert stream.next() is None


def test_a_tournament_over_two_servers(pair: tuple[Server, Server], options: tuple[str, ...]) -> None:
    one, two = pair
    blue, red = sign_up(one, "blue6"), elsewhere(sign_up(one, "red6"), two)
    made = blue.post("/api/tournament", {"name": "both", "wait": 0, "clock": {"limit": 60}})["tournament"]["id"]
    follower = Client(two).live()
    follower.send(type="tournament", tournament=made, id=1)
    assert follower.next("tournament")["what"] == "state"
    for player in (blue, red):
        player.post(f"/api/tournament/{made}/join")
    while follower.next("tournament")["what"] != "pairing":
        pass
    (game,) = red.get(f"/api/tournament/{made}")["tournament"]["games"]
    players = red.get(f"/api/game/{game}")["players"]
    first, second = (blue, red) if players["blue"]["name"] == "blue6" else (red, blue)
    first.open_game(second, game)
    red.post(f"/api/board/game/{game}/resign")
    assert [found["score"] for found in blue.get(f"/api/tournament/{made}")["tournament"]["standing"]] == [2, 0]
    path = f"/api/explorer?fen={quote(Game().fen())}"
    wait_until(lambda: any(move["move"] == "a3a4" for move in blue.get(path)["moves"]), "the explorer")
    for player in (blue, red):
        player.post(f"/api/tournament/{made}/withdraw")
    # The log of admin actions cannot be changed here either.
    assert jungle("serve", "admin", "blue6", *options[:2]).stdout == "blue6 is an admin now\n"
    admin = sign_in(two, "blue6")
    add_second_factor(admin)
    assert admin.get("/api/admin/acts")["acts"][0]["about"] == "blue6"
    with pytest.raises(asyncpg.RaiseError, match="only added to"):
        asyncio.run(_execute(options[1], "DELETE FROM admin_acts"))


async def _execute(database: str, statement: str) -> None:
    connection = await asyncpg.connect(database)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def test_limits_are_counted_for_all_servers_together(options: tuple[str, ...]) -> None:
    async def story() -> None:
        hubs = [RedisHub(options[3]) for _ in range(2)]
        one, two = (hub.limits(0.5) for hub in hubs)
        for limits in (one, two, one, two, one):
            await limits.take("account_login", "somebody")
        for limits in (one, two):
            with pytest.raises(LimitedError):
                await limits.take("account_login", "somebody")
            await limits.take("account_login", "somebody else")
        for hub in hubs:
            await hub.close()

    asyncio.run(story())


def test_events_a_dead_server_did_not_publish_are_still_delivered(
    options: tuple[str, ...], pair: tuple[Server, Server], tmp_path: Path
) -> None:
    """The server commits the end of a game, and is killed before it publishes it."""
    stays, dies = pair[0], Server(tmp_path, *options)
    blue, red = sign_up(stays, "blue5"), sign_up(stays, "red5")
    game = blue.challenge(red, days=1)
    watcher, stream = Client(stays).live(), red.lines(f"/api/board/game/stream/{game}")
    watcher.watch(game)
    assert stream.next("gameFull")["state"]["status"] == "started"
    asyncio.run(_end_without_a_word(options[1], game))
    dies.stop(signal.SIGKILL)
    watcher.next("resync")
    watcher.send(type="watch", game=game, version=0)
    assert watcher.next("end")["winner"] == "blue"
    assert stream.next("gameState")["winner"] == "white"


async def _end_without_a_word(database: str, game: str) -> None:
    connection = await asyncpg.connect(database)
    end = {"version": 1, "type": "end", "game": game, "status": "ended", "result": "1-0", "reason": "resignation"}
    values = game, json.dumps(end | {"winner": "blue", "ratings": None})
    await connection.execute("INSERT INTO events (game_id, version, ply, data) VALUES ($1, 1, 0, $2)", *values)
    ended = "status = 'ended', result = '1-0', reason = 'resignation', version = 1, deadline = NULL"
    await connection.execute(f"UPDATE games SET {ended} WHERE id = $1", game)
    await connection.close()


@pytest.mark.slow
def test_a_killed_server_loses_no_acknowledged_move(options: tuple[str, ...], tmp_path: Path) -> None:
    ports = free_port(), free_port()
    servers = [Server(tmp_path / str(port), *options, port=port) for port in ports]
    blue, red = sign_up(servers[0], "blue4"), elsewhere(sign_up(servers[0], "red4"), servers[1])
    tables = [Table(blue, red, blue.challenge(red, days=1), seed) for seed in range(4)]
    for table in tables:
        table.start()
    chance = random.Random(3)
    try:
        for number in (0, 1, 0):
            time.sleep(1 + chance.random())
            servers[number].stop(signal.SIGKILL)
            servers[number] = Server(tmp_path / "again", *options, port=ports[number])
        time.sleep(1)
    finally:
        for table in tables:
            table.stopping.set()
        for table in tables:
            table.join()
        for table in tables:
            check(blue, table)
        for server in servers:
            server.stop()
