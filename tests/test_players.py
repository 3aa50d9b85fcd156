"""Player specs, the life cycle of players, and the simple players."""

import asyncio
import re
import sys
import threading
from typing import Any

import pytest

from jungle import Game, GameError
from jungle.engine import IllegalAnswerError, Limit, Score
from jungle.flip import FlipGame
from jungle.players import NAMES, Choice, InvalidPlayerError, PlayerSpec, UserPlayerError, player
from jungle.players.spec import KINDS


@pytest.mark.parametrize(
    ("text", "kind", "target", "options"),
    [
        ("random", "random", "", {}),
        ("greedy:timeout=2", "greedy", "", {"timeout": 2.0}),
        ("hard:time=0.1,threads=1", "hard", "", {"time": 0.1, "threads": 1}),
        ("medium:nodes=100", "medium", "", {"nodes": 100}),
        ("engine:movetime=0.1", "engine", "", {"movetime": 0.1}),
        ("engine:nodes=20000,hash=1", "engine", "", {"nodes": 20000, "hash": 1}),
        (
            "engine:depth=6,eval=material,threads=1,contempt=-20",
            "engine",
            "",
            {"depth": 6, "eval": "material", "threads": 1, "contempt": -20},
        ),
        (
            "uci:/opt/my engine/bin,option.Hash=16,depth=3",
            "uci",
            "/opt/my engine/bin",
            {"option.Hash": "16", "depth": 3},
        ),
        (
            "python:pack.mod:Player,level=3,name=x,share=0.5",
            "python",
            "pack.mod:Player",
            {"level": 3, "name": "x", "share": 0.5},
        ),
    ],
)
def test_specs_are_parsed_and_written_alike(text: str, kind: str, target: str, options: dict[str, object]) -> None:
    spec = PlayerSpec.parse(text)
    assert (spec.kind, spec.target, dict(spec.options), str(spec)) == (kind, target, options, text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("gredy", "'gredy'.*did you mean 'greedy'"),
        ("", "unknown player ''"),
        (None, "expected a player's description, got None"),
        ("random:depth=3", "'depth=3'"),
        ("engine", "movetime="),
        ("engine:hash=16", "think forever"),
        ("engine:deep=6", "'deep=6'"),
        ("engine:depth=six", "'six'"),
        ("engine:depth=0", "depth: expected a whole number from 1"),
        ("engine:depth=--6", "depth: expected a whole number from 1, got '--6'"),
        ("engine:depth=3,depth=4", "depth is given twice"),
        ("engine:depth=3,eval=magic", "eval: expected material, position, full, got 'magic'"),
        ("engine:movetime=soon", "'soon'"),
        ("engine:depth", "'depth'"),
        ("uci:", "expected a program"),
        ("uci:x,movetime=1,Hash=16", "'Hash=16'"),
        ("python:module", "'module'"),
        ("python:a-b:Player", "'a-b:Player'"),
        ("easy:depth=1", "'depth=1'"),
        ("hard:time=1,nodes=5", "not both"),
        ("hard:timeout=-1", "timeout"),
    ],
)
def test_bad_specs_name_the_word(text: str | None, word: str) -> None:
    with pytest.raises(InvalidPlayerError, match=word):
        PlayerSpec.parse(text)  # type: ignore[arg-type]


OPENED = {
    "hard": "hard:time=0.01",
    "impossible": "impossible:time=0.01,threads=1",
    "10": "10:time=0.01,threads=1",
    "engine": "engine:depth=1",
    "uci": f"uci:{sys.executable} -m jungle engine,depth=1,option.Hash=1",
    "python": "python:tests.test_players:First",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_player_has_the_same_life_cycle(kind: str) -> None:
    text = OPENED.get(kind, kind)
    with player(text, seed=1) as opened:
        assert opened.name == text
        assert opened.trusted is PlayerSpec.parse(text).is_trusted() is (kind not in ("uci", "python"))
        assert opened.choose(Game()).move in Game().legal_moves()
        opened.new_game("another seed")
        assert opened.start(Game(), Limit(movetime=0.01)).result().move in Game().legal_moves()
        opened.stop()
        finished = Game()
        finished.resign()
        with pytest.raises(GameError, match="the game is over"):
            opened.choose(finished)
    opened.close()


@pytest.mark.parametrize("kind", ["medium", "rat-first", "engine:nodes=300"])
def test_a_seed_repeats(kind: str) -> None:
    def line(seed: str) -> list[str]:
        game = Game()
        with player(kind, seed=seed) as opened:
            while len(game) < 6:
                game.play(opened.choose(game).move)
        return [move.uci() for move in game.moves]

    assert line("1") == line("1")


def test_each_player_plays_the_games_it_supports() -> None:
    assert NAMES[:4] == ("easy", "medium", "hard", "impossible")
    for name in NAMES:
        game = FlipGame(seed=4)
        with player(name, game="flip", seed=2) as opened:
            assert opened.choose(game, Limit(nodes=500)).move in game.legal_moves()
    with player(f"uci:{sys.executable} -m jungle engine,nodes=500", game="flip") as opened:
        assert opened.choose(game).move in game.legal_moves()


def test_an_early_stop_counts() -> None:
    with player("impossible:time=100,threads=1") as opened:
        for _ in range(50):
            choice = opened.prepare(Game())
            choice.stop()
            assert choice.run().move in Game().legal_moves()
            started = opened.start(Game())
            opened.stop()
            assert started.result().move in Game().legal_moves()


def test_stop_ends_a_choice_in_another_thread() -> None:
    with player("impossible:time=100,threads=1") as opened:
        begun = threading.Event()

        def stop() -> None:
            begun.wait()
            opened.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        handle = opened.prepare(Game())
        begun.set()
        assert handle.run().move in Game().legal_moves()
        stopper.join()


def test_a_choice_can_be_awaited() -> None:
    async def main() -> Choice:
        with player("engine:depth=2") as opened:
            return await opened.start(Game())

    choice = asyncio.run(main())
    assert choice.nodes is not None
    assert choice.score is not None


class First:
    """Answers with the first legal move, in a given form."""

    made = 0

    def __init__(self, form: str = "move") -> None:
        type(self).made += 1
        self._form = form

    def choose(self, game: Any) -> Any:
        if self._form == "exception":
            raise ZeroDivisionError("no\nidea")
        move = game.legal_moves()[0]
        game.play(move)  # it may do anything with its game
        forms = {
            "move": move,
            "text": move.uci(),
            "choice": Choice(move, 7, Score(30)),
            "numbers": Told(move, 7, 29.6),
            "nonsense numbers": Told(move, -7, float("nan")),
            "illegal": "a1a9",
            "nonsense": "hello",
            "nothing": None,
        }
        return forms[self._form]


class Told:
    def __init__(self, move: Any, nodes: int, score: float) -> None:
        self.move, self.nodes, self.score = move, nodes, score


@pytest.mark.parametrize(
    ("form", "nodes", "score"),
    [
        ("move", None, None),
        ("text", None, None),
        ("choice", 7, Score(30)),
        ("numbers", 7, Score(30)),
        ("nonsense numbers", None, None),
    ],
)
def test_a_user_player_may_answer_in_many_forms(form: str, nodes: int | None, score: Score | None) -> None:
    game = Game()
    with player(f"python:tests.test_players:First,form={form}") as guest:
        assert guest.choose(game) == Choice(game.legal_moves()[0], nodes, score)
    assert game == Game() or not game.moves


@pytest.mark.parametrize("form", ["illegal", "nonsense", "nothing"])
def test_a_user_players_illegal_answer_is_refused(form: str) -> None:
    with player(f"python:tests.test_players:First,form={form}") as guest, pytest.raises(IllegalAnswerError):
        guest.choose(Game())


def test_a_user_players_exception_is_reported_in_one_line() -> None:
    with player("python:tests.test_players:First,form=exception") as guest, pytest.raises(UserPlayerError) as caught:
        guest.choose(Game())
    assert re.fullmatch(r"ZeroDivisionError: no idea \(test_players\.py:\d+\)", caught.value.detail)
    assert str(caught.value) == f"python:tests.test_players:First,form=exception: {caught.value.detail}"
    with pytest.raises(UserPlayerError, match="TypeError: "):
        player("python:tests.test_players:First,colour=7")


def test_a_user_player_without_new_game_is_created_for_each_game() -> None:
    with player("python:tests.test_players:First") as guest:
        made = First.made
        guest.new_game(1)
        assert First.made == made
        guest.new_game(2)
        assert First.made == made + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uci:/nonexistent/program,depth=1", "uci: there is no program '/nonexistent/program'"),
        ("uci:'unbalanced,depth=1", "uci: No closing quotation"),
        ("python:nonexistent_module:Player", "python: there is no module 'nonexistent_module'"),
        ("python:tests.test_players:Nobody", "python: tests.test_players has no 'Nobody'"),
        ("python:tests.test_players:OPENED", "expected a class or function"),
        ("python:builtins:dict", r"without choose\(game\)"),
    ],
)
def test_players_that_cannot_be_started_are_reported(text: str, message: str) -> None:
    with pytest.raises(InvalidPlayerError, match=message):
        player(text)
