"""Conditional moves: legal when entered, played with the move that they answer, and secret."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle.games import GAMES
from jungle.server.errors import ConflictError, ForbiddenError, UnprocessableError
from jungle.server.game.plans import LINE_LIMIT, LINES_LIMIT, parse_lines
from jungle.server.storage.schema import outbox, plans
from tests.needs import needs
from tests.server.harness.clients import Client, sign_in, sign_up
from tests.server.harness.house import House, in_house
from tests.server.harness.post import SECRET, join, posted
from tests.server.harness.processes import Server, served
from tests.server.harness.waiting import PATIENCE

DEEP = [["g7g6", "a4a5", "g6g5", "a5a6"], ["g7f7", "c3d3"]]
"""After Blue's a3a4: what Blue answers to two moves of the elephant, and then to its next."""


class TestParsing:
    def test_lines_in_any_notation_become_coordinates_and_parts_of_others_go(self) -> None:
        game = GAMES["jungle"].new("standard")
        game.play("a3a4")
        lines = parse_lines(game, [["g7g6", "a4a5"], ["8-g6", "a4a5", "g6g5", "8-a6"], ["g7g6", "a4a5"]])
        assert lines == [("g7g6", "a4a5", "g6g5", "a5a6")]

    @pytest.mark.parametrize(
        ("lines", "code"),
        [
            ([["g7g6"]], "plan"),
            ([[]], "plan"),
            ([["g7g6", "a4a5", "g6g5"]], "plan"),
            ([["g7g6", "a4a5"], ["g7g6", "c3d3"]], "plan"),
            ([["g7g6", "a4a9"]], "illegal_move"),
            ([["a4a5", "g7g6"]], "illegal_move"),
            ([["g7g6", "\ud800\0"]], "invalid_move"),
            ([["g7g6", "a4a5"]] * (LINES_LIMIT + 1), "plan"),
            ([["g7g6", "a4a5"] * (LINE_LIMIT // 2 + 1)], "plan"),
        ],
    )
    def test_invalid_lines_are_refused(self, lines: list[list[str]], code: str) -> None:
        game = GAMES["jungle"].new("standard")
        game.play("a3a4")
        with pytest.raises(UnprocessableError) as refused:
            parse_lines(game, lines)
        assert refused.value.code == code

    def test_a_line_of_the_face_down_game_has_no_flips(self) -> None:
        game = GAMES["flip"].new("flip", seed=3)
        while not any(not move.is_flip() for move in game.legal_moves()):
            game.play(game.legal_moves()[0])
        moves = game.legal_moves()
        step = next(move for move in moves if not move.is_flip())
        flip = next(move for move in moves if move.is_flip())
        after = game.copy()
        after.play(step)
        reply_flip = next(move for move in after.legal_moves() if move.is_flip())
        for line in ([flip.uci(), step.uci()], [step.uci(), reply_flip.uci()], [step.uci(), f"{reply_flip.uci()}=T"]):
            with pytest.raises(UnprocessableError) as refused:
                parse_lines(game, [line])
            assert refused.value.code in ("plan", "invalid_move", "illegal_move")


async def planned(house: House) -> list[tuple[str, int, str]]:
    statement = sa.select(plans.c.user_id, plans.c.ply, plans.c.lines).order_by(plans.c.user_id)
    rows = await house.services.database.read(lambda connection: connection.execute(statement).all())
    names = {user.id: name for name, user in house.people.items()}
    return [(names[row.user_id], row.ply, row.lines) for row in rows]


def told(house: House) -> list[tuple[int, str]]:
    """The plans whose owners were notified from now on."""
    heard: list[tuple[int, str]] = []
    publish = house.services.hub.publish

    def listen(topic: str, data: bytes) -> None:
        if topic.startswith("user:"):
            heard.append((int(topic.partition(":")[2]), json.loads(data)["type"]))
        publish(topic, data)

    house.services.hub.publish = listen  # type: ignore[method-assign]
    return heard


def test_planned_moves_are_played_with_the_move_they_answer(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        before = await house.row(game)
        await house.command(game, "anna", "plan", lines=DEEP)
        assert await house.row(game) == before
        ack = await house.move(game, "bert", "g7g6", ply=1)
        row = await house.row(game)
        assert (ack.version, ack.ply) == (2, 1)
        assert (row["moves"], row["ply"], row["version"], row["turn"]) == ("a3a4 g7g6 a4a5", 3, 3, "red")
        assert row["deadline"] == house.time + 3 * 24 * 3600 * 1000
        assert await planned(house) == [("anna", 3, "g6g5 a5a6")]
        await house.move(game, "bert", "g6g5")
        assert (await house.row(game))["moves"].endswith("g6g5 a5a6")
        assert await planned(house) == []  # All of it was played.

    in_house(tmp_path / "data", story)


def test_a_game_that_leaves_the_plan_removes_it_and_notifies_its_owner(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=DEEP)
        anna, bert = (user.id for user in house.people.values())
        heard = told(house)
        await house.move(game, "bert", "a7a6")
        assert (await house.row(game))["ply"] == 2
        assert await planned(house) == []
        assert (anna, "planDropped") in heard
        assert (bert, "planDropped") not in heard

    in_house(tmp_path / "data", story)


def test_both_players_plans_follow_each_other_in_one_transaction(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=DEEP)
        await house.move(game, "bert", "g7g6")
        await house.command(game, "anna", "plan", lines=[["g6g5", "a5a6", "g5g4", "c3d3"]])
        with pytest.raises(ConflictError) as refused:
            await house.command(game, "bert", "plan", lines=[["a5a6", "g5g4"]])
        assert refused.value.code == "your_turn"
        await house.command(game, "anna", "offer", kind="takeback")
        await house.command(game, "bert", "accept", kind="takeback")
        row = await house.row(game)
        assert (row["ply"], await planned(house)) == (2, [])  # Taken back to Blue's turn.
        await house.command(game, "bert", "plan", lines=[["a4a5", "g6g5", "a5a6", "g5g4"]])
        await house.move(game, "anna", "a4a5")
        assert (await house.row(game))["moves"].endswith("g7g6 a4a5 g6g5")
        assert await planned(house) == [("bert", 4, "a5a6 g5g4")]

    in_house(tmp_path / "data", story)


def test_a_planned_move_that_is_no_longer_legal_removes_the_plan(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=DEEP)
        spoiled = sa.update(plans).values(lines="g7g6 a4a9")
        await house.services.database.execute(spoiled)
        await house.move(game, "bert", "g7g6")
        assert (await house.row(game))["moves"] == "a3a4 g7g6"
        assert await planned(house) == []

    in_house(tmp_path / "data", story)


def test_a_plan_from_before_moves_that_another_build_played_is_removed(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=[["g7g6", "a4a5"]])
        await house.services.database.execute(sa.update(plans).values(ply=3))
        await house.move(game, "bert", "g7g6")
        assert (await house.row(game))["ply"] == 2
        assert await planned(house) == []

    in_house(tmp_path / "data", story)


def test_a_plan_that_arrives_late_is_not_taken_for_one_of_the_next_move(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=[["g7g6", "a4a5"]], ply=1)
        assert await planned(house) == [("anna", 1, "g7g6 a4a5")]
        await house.move(game, "bert", "a7a6")
        await house.move(game, "anna", "c3d3")
        with pytest.raises(ConflictError) as refused:
            await house.command(game, "anna", "plan", lines=[["g7g6", "a4a5"]], ply=1)
        assert refused.value.code == "stale"
        assert await planned(house) == []

    in_house(tmp_path / "data", story)


@pytest.mark.parametrize("ending", ["resign", "abort"])
def test_plans_end_with_the_game(tmp_path: Path, ending: str) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=DEEP)
        await house.command(game, "bert", ending)
        assert await planned(house) == []
        with pytest.raises(ConflictError) as refused:
            await house.command(game, "anna", "plan", lines=DEEP)
        assert refused.value.code == "over"

    in_house(tmp_path / "data", story)


def test_only_players_of_correspondence_games_plan(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        live = await house.game(clock=(300, 0))
        await house.move(live, "anna", "a3a4")
        with pytest.raises(ConflictError) as refused:
            await house.command(live, "anna", "plan", lines=DEEP)
        assert refused.value.code == "plan_live"
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        house.people["carl"] = await house.services.accounts.sign_up("carl", "password")
        with pytest.raises(ForbiddenError):
            await house.command(game, "carl", "plan", lines=DEEP)

    in_house(tmp_path / "data", story)


def test_a_mail_says_that_a_plan_was_played_or_removed(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=3)
        await house.move(game, "anna", "a3a4")
        await house.command(game, "anna", "plan", lines=DEEP)
        for move in ("g7g6", "c7d7"):
            await house.move(game, "bert", move)
        statement = sa.select(outbox.c.address, outbox.c.body).order_by(outbox.c.id)
        mails = await house.services.database.read(lambda connection: connection.execute(statement).all())
        played, removed = "Your conditional moves were played.", "have been removed"
        assert [played in body for address, body in mails if "anna" in address][-2:] == [True, False]
        assert [removed in body for address, body in mails if "anna" in address][-2:] == [False, True]
        secrets = ("conditional", "a5a6", "8-a6")
        assert not [body for address, body in mails if "bert" in address for secret in secrets if secret in body]

    in_house(tmp_path / "data", story)


def _requests(client: Client, game: str) -> list[str]:
    """All that a player or spectator can ask about a game."""
    paths: list[tuple[str, dict[str, str]]] = [
        (f"/api/game/{game}", {}),
        (f"/api/game/{game}", {"Accept": "application/x-jgn"}),
        (f"/api/game/{game}/events", {}),
        (f"/api/game/{game}/plan", {}),
        ("/api/games/user/blue", {}),
        ("/api/games/user/blue", {"Accept": "application/x-ndjson"}),
        ("/api/user/blue", {}),
        ("/api/account", {}),
        ("/api/account/playing", {}),
        ("/api/account/export", {}),
        ("/api/notices", {}),
        ("/api/tv", {}),
        (f"/game/{game}", {}),
        (f"/game/{game}.svg", {}),
    ]
    answers = [client.request("GET", path, **headers) for path, headers in paths]
    answers += [client.mail(f"jungle show {game}"), client.mail("jungle games blue")]
    return [str(answer.headers) + answer.text for answer in answers]


def test_nobody_but_the_owner_receives_a_byte_of_a_plan(data: Path) -> None:
    with served(data) as server:
        blue, red, spectator = sign_up(server, "blue"), sign_up(server, "red"), Client(server)
        game = blue.challenge(red, days=3)
        watching = [client.live() for client in (red, spectator)]
        for connection in watching:
            connection.watch(game)
        stream, events = red.lines(f"/api/board/game/stream/{game}"), red.lines("/api/stream/event")
        blue.move(game, "a3a4")
        version = spectator.get(f"/api/game/{game}")["version"]
        answer = blue.request("PUT", f"/api/game/{game}/plan", {"lines": DEEP})
        assert answer.json == {"ply": 1, "lines": [["g7f7", "c3d3"], DEEP[0]]} == blue.get(f"/api/game/{game}/plan")
        assert spectator.refused(f"/api/game/{game}/plan", {"lines": DEEP}, "PUT")[0] == 401
        assert spectator.get(f"/api/game/{game}")["version"] == version
        heard = []
        for move in ("g7g6", None):
            for client in (red, sign_in(server, "red"), spectator):
                heard += _requests(client, game)
            if move:
                red.move(game, move)
        for connection in watching:
            while connection.next("move")["ply"] != 2:
                pass
            heard += connection.heard
        heard += [json.dumps(stream.next("gameFull")), *(json.dumps(stream.next("gameState")) for _ in range(2))]
        heard += [json.dumps(events.next(kind)) for kind in ("gameStart", "yourTurn", "yourTurn")]
        assert len(heard) > 100
        # What was planned, and not played: it shows in none of them, and neither does that there was anything.
        for secret in ("a5a6", "onditional", "planDropped"):
            assert not [text for text in heard if secret in text.replace('"conditionalMoves":[]', "")]
        assert red.get(f"/api/game/{game}/plan") == {"ply": None, "lines": []}
        # The owner has it, in the export of their data too.
        assert "g6g5 a5a6" in sign_in(server, "blue").request("GET", "/api/account/export").text


class TestByMail:
    """`plan` sets, shows and removes conditional moves, however the command arrives."""

    def check(self, ask: Callable[[str, str], str], first: str, second: str) -> None:
        text = ask(first, f"jungle challenge {first} {second} -days=3")
        number = re.findall(r"accept (\d+)|[Bb]oard (\d+)", text)[0]
        number = number[0] or number[1]
        for name in (first, second):  # Only a mail proves who sent the challenge.
            ask(name, f"jungle accept {number} {name} {SECRET}")
        ask(first, f"jungle move {number} {first} {SECRET} a3a4")
        assert "no conditional moves" in ask(first, f"jungle plan {number} {first} {SECRET}")
        text = ask(first, f"jungle plan {number} {first} {SECRET} g7g6 a4a5 g6g5 8-a6; 8-f7 c3d3")
        assert "if g7g6, then a4a5; if g6g5, then a5a6" in text
        assert "if g7f7, then c3d3" in text
        assert "expected lines of 2 to 20 moves" in ask(first, f"jungle plan {number} {first} {SECRET} g7g6")
        assert "no conditional moves" in ask(second, f"jungle plan {number} {second} {SECRET}")
        assert "no conditional moves" in ask(first, f"jungle plan {number} {first} {SECRET} none")

    def test_plans_are_kept_by_the_mail_route(self, server: Server) -> None:
        nobody = Client(server)
        for name in ("planner", "partner"):
            nobody.mail(f"signup {name} {SECRET} {name}@example.org")
        self.check(lambda _name, subject: nobody.mail(subject).text, "planner", "partner")

    def test_plans_are_kept_by_email(self, data: Path) -> None:
        with posted(data) as post:
            for name in ("ann", "ben"):
                join(post, name)
            self.check(post.ask, "ann", "ben")

    def test_from_the_command_line(self, server: Server) -> None:
        nobody = Client(server)
        for name in ("shellann", "shellben"):
            nobody.mail(f"signup {name} {SECRET} {name}@example.org")
        command = [sys.executable, "-m", "jungle", "mail", "--server", server.url]

        def ask(_name: str, subject: str) -> str:
            return subprocess.run(
                [*command, subject], check=False, capture_output=True, text=True, timeout=PATIENCE
            ).stdout

        self.check(ask, "shellann", "shellben")


@needs("postgresql", "redis")
def test_a_plan_is_played_on_whichever_server_the_opponent_moves(cluster: tuple[str, ...], tmp_path: Path) -> None:
    with served(tmp_path / "one", *cluster) as one, served(tmp_path / "two", *cluster) as two:
        blue, red = sign_up(one, "planblue"), sign_up(two, "planred")
        game = blue.challenge(Client(one, red.name, red.token), days=3)
        live = blue.live()
        live.watch(game)
        blue.move(game, "a3a4")
        blue.request("PUT", f"/api/game/{game}/plan", {"lines": DEEP})
        assert red.move(game, "g7g6")["ply"] == 1
        assert [live.next("move")["move"] for _ in range(3)] == ["a3a4", "g7g6", "a4a5"]
        assert Client(two).get(f"/api/game/{game}")["moves"] == ["a3a4", "g7g6", "a4a5"]
        red.move(game, "a7a6")
        assert live.next("planDropped")["game"]["id"] == game
        assert blue.get(f"/api/game/{game}/plan")["lines"] == []
