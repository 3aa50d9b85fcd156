"""The grammar of players, and the simple ones."""

import pytest

from jungle import Game, Position
from jungle.arena.errors import InvalidPlayerError
from jungle.arena.players import KINDS, PlayerSpec
from jungle.arena.strategies import BiggestFirstPlayer, GreedyPlayer, RandomPlayer, RatFirstPlayer


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
def test_specs(text: str, kind: str, target: str, options: dict[str, object]) -> None:
    spec = PlayerSpec.parse(text)
    assert (spec.kind, spec.target, dict(spec.options), str(spec)) == (kind, target, options, text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("gredy", "'gredy'.*did you mean 'greedy'"),
        ("", "expected a player"),
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
        ("easy:time=1", "'time=1'"),
        ("hard:time=1,nodes=5", "not both"),
        ("hard:timeout=-1", "timeout"),
    ],
)
def test_bad_specs_name_the_word(text: str, word: str) -> None:
    with pytest.raises(InvalidPlayerError, match=word):
        PlayerSpec.parse(text)


def test_every_kind_that_needs_no_program_can_be_opened() -> None:
    needs = {
        "hard": "hard:time=0.01",
        "impossible": "impossible:time=0.01,threads=1",
        "engine": "engine:depth=1",
        "uci": None,
        "python": "python:jungle.arena.strategies:GreedyPlayer",
    }
    for kind in KINDS:
        text = needs.get(kind, kind)
        if text is None:
            continue
        player = PlayerSpec.parse(text).open()
        getattr(player, "new_game")("1")  # noqa: B009 -- not every player has it, all of these do
        answer = player.choose(Game())
        assert getattr(answer, "move", answer) in Game().legal_moves()
        player.close()


def played(player: RandomPlayer, fen: str) -> str:
    player.new_game("1")
    return player.choose(Game(position=Position.from_fen(fen))).uci()


@pytest.mark.parametrize("kind", [GreedyPlayer, BiggestFirstPlayer, RatFirstPlayer])
def test_the_den_comes_first(kind: type[RandomPlayer]) -> None:
    assert played(kind(), "7/2eE3/7/7/7/7/7/r6/7 b") == "d8d9"


def test_greedy_takes_the_highest_prey() -> None:
    assert played(GreedyPlayer(), "7/7/7/7/7/7/1cLt3/7/l6 b") == "c3d3"


def test_greedy_goes_forward_when_there_is_nothing_to_take() -> None:
    assert played(GreedyPlayer(), "l6/7/7/7/7/7/7/2C4/7 b") in ("c2c3", "c2d2")


def test_biggest_first_captures_with_the_highest() -> None:
    # The leopard could take the wolf, but the lion is higher, though its prey is smaller.
    assert played(BiggestFirstPlayer(), "7/1w5/1P5/7/7/7/3cL2/7/l6 b") == "e3d3"


def test_biggest_first_advances_its_highest() -> None:
    for seed in "abcdef":
        player = BiggestFirstPlayer()
        player.new_game(seed)
        assert player.choose(Game()).uci() in ("a3a4", "a3b3")


def test_rat_first_hunts_the_elephant() -> None:
    for seed in "abcdef":
        player = RatFirstPlayer()
        player.new_game(seed)
        # Red's elephant is on g7, four ranks up the file.
        assert player.choose(Game()).uci() == "g3g4"


def test_a_seed_repeats_and_another_differs() -> None:
    def line(seed: str) -> list[str]:
        player, game = RandomPlayer(), Game()
        player.new_game(seed)
        for _ in range(20):
            game.play(player.choose(game))
        return [move.uci() for move in game.moves]

    assert line("1") == line("1") != line("2")
