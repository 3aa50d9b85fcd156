"""`jungle mcp`, as assistants use it: through the SDK's own client, over both transports."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters
from mcp.types import ImageContent, TextContent

from jungle import GAMES, Game
from jungle.cli import main
from jungle.mcp import create_server
from jungle.mcp.open_games import OPEN_LIMIT
from jungle.puzzles import puzzles
from jungle.rules_words import describe_rules
from jungle.storage import archive, unfinished
from tests.needs import needs_core

COMMAND = [sys.executable, "-m", "jungle", "mcp"]
WIN_IN_ONE = "7/3C3/7/7/7/7/7/7/6e b"
TOOLS = {
    *("new_game", "list_games", "resume_game", "state", "picture", "legal_moves", "play", "undo", "resign"),
    *("hint", "analyse", "probe", "review", "puzzle", "solve_puzzle"),
}


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "JUNGLE_HOME": str(home)}


@contextmanager
def http_server(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and its address."""
    with subprocess.Popen(
        [*COMMAND, "--http", "0"], env=environment(home), stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"http://\S+", process.stderr.readline())
            assert found
            yield process, found[0]
        finally:
            process.kill()


@asynccontextmanager
async def connected(transport: str, home: Path) -> AsyncIterator[Client]:
    if transport == "stdio":
        parameters = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=environment(home))
        async with Client(parameters) as client:
            yield client
    elif transport == "http":
        with http_server(home) as (_, address):
            async with Client(address) as client:
                yield client
    else:
        async with Client(create_server(home / "games")) as client:
            yield client


def run(transport: str, home: Path, work: Callable[[Client], Awaitable[None]]) -> None:
    async def talk() -> None:
        async with connected(transport, home) as client:
            await work(client)

    anyio.run(talk)


async def data(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured result of a tool that succeeds."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def error(client: Client, tool: str, **arguments: Any) -> str:
    """The message of a tool that fails: always one line."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert "\n" not in content.text
    assert "Traceback" not in content.text
    return content.text


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_whole_visit_over_each_transport(transport: str, tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        begun = await data(client, "new_game", opponent="1", seed=1)
        assert begun["persons_turn"]
        assert len((await data(client, "legal_moves", game=begun["game"]))["moves"]) == 24
        played = await data(client, "play", game=begun["game"], move="a3a4")
        assert len(played["moves"]) == 2
        assert played["moves"][0] == "a3a4"
        assert await data(client, "state", game=begun["game"]) == {**played, "news": []}
        hint = await data(client, "hint", game=begun["game"])
        assert hint["move"] in (await data(client, "legal_moves", game=begun["game"]))["moves"]
        picture = (await client.call_tool("picture", {"game": begun["game"]})).content[0]
        assert isinstance(picture, ImageContent)
        assert picture.mime_type == "image/png"
        assert (await data(client, "undo", game=begun["game"]))["moves"] == []
        rules = (await client.list_resources()).resources
        assert {str(rule.uri) for rule in rules} >= {"jungle://rules/standard", "jungle://rules/flip"}
        assert {prompt.name for prompt in (await client.list_prompts()).prompts} == {
            *("play_me", "teach_me", "review_this_game")
        }
        assert "solve_puzzle" in str((await client.get_prompt("teach_me")).messages)

    run(transport, tmp_path, work)


def test_bad_input_gets_one_clear_line(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        game = (await data(client, "new_game"))["game"]
        for tool, arguments, expected in (
            ("play", {"game": game, "move": "a3a9"}, "'a3a9': The position is too far away; the game's FEN is l5t/"),
            ("play", {"game": game, "move": "elephant"}, "'elephant': not a move; the game's FEN is l5t/"),
            ("play", {"game": game, "move": ""}, "at least 1 character"),
            ("play", {"game": game}, "move: Field required"),
            ("play", {"game": "9", "move": "a3a4"}, "no open game '9'"),
            ("play", {"game": game, "move": ["a3a4"]}, "valid string"),
            ("new_game", {"opponent": "uci:/bin/sh"}, "level"),
            ("new_game", {"opponent": "python:os.py"}, "level"),
            ("new_game", {"kind": "chess"}, "jungle"),
            ("new_game", {"rules": "nobody:x"}, "rule set"),
            ("new_game", {"fen": "x" * 100_000}, "expected"),
            ("new_game", {"rules": "gamerz", "first": "red"}, "moves first"),
            ("resume_game", {}, "no unfinished game"),
            ("resume_game", {"name": "../../etc/passwd"}, "no saved game"),
            ("undo", {"game": game}, "nothing to undo"),
            ("review", {"game": game}, "nothing to review"),
            ("analyse", {}, "either game or fen"),
            ("analyse", {"fen": WIN_IN_ONE, "seconds": 1e9}, "less than or equal to 30"),
            ("probe", {"game": game}, "no endgame table"),
            ("puzzle", {"theme": "chess"}, "den_race"),
            ("solve_puzzle", {"puzzle": "nothing", "moves": []}, "no puzzle"),
        ):
            message = await error(client, tool, **arguments)
            assert expected in message, (tool, arguments, message)
            assert len(message) <= 400
        assert (await data(client, "state", game=game))["moves"] == []

    run("memory", tmp_path, work)


def test_a_person_may_move_second_and_the_level_begins(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        begun = await data(client, "new_game", opponent="easy", person_moves_first=False, seed=3)
        assert len(begun["moves"]) == 1
        assert begun["persons_turn"]
        assert begun["players"]["second"] == "person"

    run("memory", tmp_path, work)


def test_a_face_down_piece_is_never_shown(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        begun = await data(client, "new_game", kind="flip", seed=5)
        assert set(begun["fen"].split()[0]) == {"?", "/"}
        flipped = await data(client, "play", game=begun["game"], move="b2")
        assert flipped["fen"].split()[0].count("?") == 15
        found = await data(client, "analyse", game=begun["game"], seconds=0.05)
        assert found["lines"]
        assert "turned up" in await error(client, "undo", game=begun["game"])

    run("memory", tmp_path, work)


@needs_core
def test_the_game_ends_and_is_reviewed(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        game = (await data(client, "new_game", fen=WIN_IN_ONE))["game"]
        assert (await data(client, "probe", game=game))["result"] == "win in 1"
        assert (await data(client, "analyse", game=game))["is_exact"]
        ended = await data(client, "play", game=game, move="d8d9")
        assert ended["outcome"] == "Blue wins: by entering the den"
        assert (await data(client, "review", game=game))["accuracy"] == {"Blue": 100.0, "Red": None}
        assert "over" in await error(client, "play", game=game, move="d8d9")
        assert "over" in await error(client, "hint", game=game)
        again = await data(client, "undo", game=game)
        assert again["outcome"] is None

    run("memory", tmp_path, work)


def test_resigning_names_the_winner(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        game = (await data(client, "new_game"))["game"]
        assert (await data(client, "resign", game=game))["outcome"] == "Red wins: by resignation"

    run("memory", tmp_path, work)


def test_a_puzzle_is_solved_move_by_move(tmp_path: Path) -> None:
    puzzle = next(one for one in puzzles() if len(one.moves) >= 3)

    async def work(client: Client) -> None:
        own = list(puzzle.moves[::2])
        wrong = next(move.uci() for move in puzzle.game().legal_moves() if move.uci() != own[0])
        asked = {"puzzle": puzzle.id}
        assert (await data(client, "solve_puzzle", **asked, moves=[wrong]))["answer"] == "wrong"
        first = await data(client, "solve_puzzle", **asked, moves=own[:1])
        assert (first["answer"], first["moves"]) == ("right", list(puzzle.moves[:2]))
        assert (await data(client, "solve_puzzle", **asked, moves=own))["answer"] == "solved"
        given_up = await data(client, "solve_puzzle", **asked, moves=[], show_solution=True)
        assert (given_up["answer"], given_up["solution"]) == (None, list(puzzle.moves))
        offered = await data(client, "puzzle", rating=800, theme="den_race")
        assert "solution" not in offered
        assert "den_race" in offered["themes"]

    run("memory", tmp_path, work)


def test_a_killed_server_loses_no_move(tmp_path: Path) -> None:
    async def play() -> None:
        with http_server(tmp_path) as (process, address):
            # Closing the connection to a dead server fails, in the SDK's own way.
            with suppress(Exception, BaseExceptionGroup):
                async with Client(address) as client:
                    game = (await data(client, "new_game"))["game"]
                    for move in ("a3a4", "g7g6", "a4a5"):
                        await data(client, "play", game=game, move=move)
                    process.send_signal(signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL

    anyio.run(play)

    async def work(client: Client) -> None:
        (saved,) = (await data(client, "list_games"))["saved"]
        resumed = await data(client, "resume_game", name=saved["name"])
        assert resumed["moves"] == ["a3a4", "g7g6", "a4a5"]
        assert (await data(client, "list_games"))["saved"] == []

    run("stdio", tmp_path, work)


def test_a_game_open_in_one_server_is_not_resumed_in_another(tmp_path: Path) -> None:
    async def talk() -> None:
        async with connected("stdio", tmp_path) as one, connected("stdio", tmp_path) as two:
            game = (await data(one, "new_game"))["game"]
            await data(one, "play", game=game, move="a3a4")
            await data(one, "legal_moves", game=game)
            assert (await data(two, "list_games"))["saved"] == []
            assert "open elsewhere" in await error(two, "resume_game")

    anyio.run(talk)
    assert len(unfinished(tmp_path / "games")) == 1


def test_the_game_continues_if_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")

    async def work(client: Client) -> None:
        game = (await data(client, "new_game"))["game"]
        told = await data(client, "play", game=game, move="a3a4")
        assert any("could not be saved" in line for line in told["news"])
        told = await data(client, "play", game=game, move="g7g6")
        assert told["moves"] == ["a3a4", "g7g6"]

    run("memory", tmp_path, work)


def test_the_number_of_open_games_is_bounded(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        first = (await data(client, "new_game"))["game"]
        await data(client, "play", game=first, move="a3a4")
        for _ in range(OPEN_LIMIT):
            await data(client, "new_game")
        assert "no open game" in await error(client, "state", game=first)
        assert (await data(client, "resume_game"))["moves"] == ["a3a4"]

    run("memory", tmp_path, work)
    assert len(archive(tmp_path / "games")) == 1


def test_many_calls_at_once_are_played_one_after_another(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        game = (await data(client, "new_game"))["game"]
        answers: list[bool] = []

        async def play() -> None:
            answers.append((await client.call_tool("play", {"game": game, "move": "a3a4"})).is_error)

        async with anyio.create_task_group() as tasks:
            for _ in range(8):
                tasks.start_soon(play)
        assert sorted(answers) == [False] + [True] * 7

    run("memory", tmp_path, work)


@pytest.mark.parametrize("kind", ["jungle", "flip"])
def test_every_rule_set_is_described_by_its_own_fields(kind: str) -> None:
    texts = {name: describe_rules(GAMES[kind].new(name)) for name in GAMES[kind].rules_type.named}
    assert len(set(texts.values())) == len(texts)
    assert all("draw" in text or "gamerz" in name for name, text in texts.items())


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("standard", "The rat captures the elephant."),
        ("leiden", "The elephant captures the rat."),
        ("standard:jumps_sideways=L", "along a rank: lion."),
        ("standard:traps=none", "have no effect"),
        ("standard:quiet_limit=50", "50 moves in a row"),
        ("standard:swimmers=RD,equal_ranks=both_vanish", "enter it: rat, dog."),
    ],
)
def test_house_rules_are_described(rules: str, sentence: str) -> None:
    assert sentence in describe_rules(Game(rules))


def test_a_taken_port_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with http_server(tmp_path) as (_, address):
        port = address.split(":")[2].partition("/")[0]
        assert main(["mcp", "--http", port]) == 1
    assert re.fullmatch(rf"jungle: cannot listen on 127\.0\.0\.1:{port}: .*\n", capsys.readouterr().err)


def test_the_server_ends_with_its_input(tmp_path: Path) -> None:
    ended = subprocess.run(
        COMMAND, env=environment(tmp_path), input="not json\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr
