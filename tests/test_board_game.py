"""The interface common to all games, which front ends, records and players rely on."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

import jungle
from jungle import (
    GAMES,
    GameError,
    IllegalMoveError,
    IllegalMoveReason,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesError,
    JungleError,
    Outcome,
    Reason,
    Side,
)
from jungle.board_game import BoardGame
from jungle.engine import Engine
from jungle.flip import FlipGame, FlipRules
from jungle.games import game_type, parse_rules
from jungle.geometry import SquareLike
from jungle.native import core
from jungle.native_rules import table
from jungle.tablebase import Tablebase
from tests import third_game
from tests.needs import needs_core

KINDS = pytest.mark.parametrize("kind", [*GAMES, "tiny"])


@pytest.fixture(autouse=True)
def _third_game(third_game: type[BoardGame]) -> None:
    """What holds for every game also holds for one the library does not know."""


def random_game(kind: str, seed: int, plies: int = 60) -> BoardGame:
    game = GAMES[kind].new(seed=seed if kind == "flip" else None)
    chance = random.Random(seed)
    for _ in range(plies):
        if game.outcome():
            break
        game.play(chance.choice(game.legal_moves()))
    return game


@KINDS
def test_a_game_is_described_by_its_moves_and_faces(kind: str) -> None:
    """Tracking the faces by the moves' fields alone gives the board."""
    for seed in range(5):
        game = random_game(kind, seed)
        faces = game.faces(0)
        side = game.first
        for ply, move in enumerate(game.moves):
            if move.is_flip():
                assert faces[move.origin] is None
                faces[move.origin] = move.revealed
                assert move.revealed in game.hidden_pieces(ply)
            else:
                mover = faces.pop(move.origin)
                assert mover is not None
                assert (mover.side, mover.animal) == (side, move.animal)
                prey = faces.pop(move.target, None)
                assert (prey.animal if prey else None) is move.captured
                if not move.trade:
                    faces[move.target] = mover
            side = side.opponent if side is not None else None
            assert faces == game.faces(ply + 1)
        assert side is game.side
        assert list(faces.values()).count(None) == len(game.hidden_pieces())


@KINDS
def test_text_forms_and_copies_round_trip(kind: str) -> None:
    game = random_game(kind, 7)
    assert copy.copy(game) == copy.deepcopy(game) == pickle.loads(pickle.dumps(game)) == game
    names = vars(jungle) | vars(jungle.flip) | vars(third_game)
    assert eval(repr(game), names) == game
    assert game.from_moves([game.notation(move, ply) for ply, move in enumerate(game.moves)]) == game
    for move in game.moves:
        assert eval(repr(move), names) == move
    position = eval(repr(game.position), names)
    assert (position, position.key) == (game.position, game.position.key)
    assert str(game) == str(game.position)


@KINDS
def test_moves_are_found_by_squares_and_by_text(kind: str) -> None:
    game, names = random_game(kind, 3, plies=5), GAMES[kind].grid.names
    for move in game.legal_moves():
        assert game.find_move(move.origin, move.target) == move
        assert game.find_move(names[move.origin], names[move.target].upper()) == move
        assert game.parse_move(move.uci()) == move
        assert move in game.moves_from(names[move.origin])
    assert [move for square in range(game.grid.squares) for move in game.moves_from(square)] == game.legal_moves()


@KINDS
def test_games_with_the_same_history_are_equal(kind: str) -> None:
    game = random_game(kind, 5, plies=4)
    twin = game.copy()
    twin.undo()
    assert twin != game
    twin.redo()
    assert twin == game
    twin.resign()
    assert twin != game
    assert game != game.fen()
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_games_of_two_kinds_are_never_equal() -> None:
    assert GAMES["jungle"].new() != GAMES["flip"].new()


@KINDS
def test_the_public_game_follows_the_real_one(kind: str) -> None:
    game = GAMES[kind].new()
    public = game.public()
    chance = random.Random(2)
    while len(game) < 12 and not public.outcome():
        public.play(game.play(chance.choice(public.legal_moves())))
    assert public == game
    assert getattr(public, "deal", None) is None


@KINDS
def test_a_finished_game_allows_nothing(kind: str) -> None:
    game = random_game(kind, 5, plies=4)
    move = game.legal_moves()[0]
    game.agree_draw()
    assert game.legal_moves() == game.moves_from(move.origin) == []
    attempts: list[Callable[[], object]] = [
        lambda: game.find_move(move.origin, move.target),
        lambda: game.play(move.uci()),
    ]
    for attempt in attempts:
        with pytest.raises(IllegalMoveError, match="the game is over") as caught:
            attempt()
        assert caught.value.reason is IllegalMoveReason.OVER
    with pytest.raises(GameError, match="already over"):
        game.resign(Side.BLUE)
    assert game.outcome() == Outcome(None, Reason.AGREEMENT)


@KINDS
def test_errors_quote_the_wrong_value(kind: str) -> None:
    game = GAMES[kind].new()
    attempts: list[Callable[[], object]] = [
        lambda: game.play(None),  # type: ignore[arg-type]
        lambda: game.play(3),  # type: ignore[arg-type]
        lambda: game.parse_move(None),  # type: ignore[arg-type]
        lambda: game.find_move(None, 3),  # type: ignore[arg-type]
        lambda: game.find_move(0, 99),
        lambda: game.find_step("lion", "up"),  # type: ignore[arg-type]
        lambda: game.find_step(jungle.Animal.RAT, ["up"]),  # type: ignore[arg-type]
        lambda: game.moves_from("z9"),
        lambda: game.position.piece_at(1.5),  # type: ignore[arg-type]
        lambda: game.faces(5),
        lambda: game.notation(None, "x"),  # type: ignore[arg-type]
        lambda: game.resign("blue"),  # type: ignore[arg-type]
        lambda: game.adjudicate(3),  # type: ignore[arg-type]
        lambda: GAMES[kind].new(3),  # type: ignore[arg-type]
        lambda: GAMES[kind].new(fen=3),  # type: ignore[arg-type]
        lambda: GAMES[kind].new(first="blue"),  # type: ignore[arg-type]
        lambda: GAMES[kind].new(seed="x"),  # type: ignore[arg-type]
        lambda: GAMES[kind].from_moves(3),  # type: ignore[arg-type]
        lambda: GAMES[kind].from_moves([3]),  # type: ignore[list-item]
        lambda: type(game.position).from_fen(None),  # type: ignore[arg-type]
        lambda: type(game.position).initial(rules=3),
    ]
    missed: list[tuple[int, object]] = []
    for number, attempt in enumerate(attempts):
        try:
            attempt()
            missed.append((number, "accepted"))
        except JungleError:
            pass
        except Exception as error:
            missed.append((number, error))
    assert not missed
    assert game == GAMES[kind].new()


def test_arguments_a_game_does_not_take_are_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="expected no seed or deal, got 3"):
        GAMES["jungle"].new(seed=3)
    with pytest.raises(JungleError, match="the first flip decides"):
        GAMES["flip"].new("flip:first_flip_decides=yes", first=Side.BLUE)
    with pytest.raises(InvalidArgumentError, match="so Red cannot be first"):
        GAMES["jungle"].new(fen="7/7/7/e6/7/7/7/7/4E2 b", first=Side.RED)
    with pytest.raises(GameError, match="unknown game 'go'; expected one of: jungle, flip, tiny"):
        game_type("go")


def test_moves_are_numbered_in_pairs() -> None:
    game = GAMES["jungle"].new(fen="7/7/7/e6/7/7/7/7/4E2 r 3 17")
    assert (game.number, game.number_text()) == (17, "17...")
    game.play("8-a7")
    assert (game.number, game.number_text(), game.number_text(0)) == (18, "18.", "17...")
    flip = GAMES["flip"].from_moves(["b2=T", "c3=e", "a1=R"])
    assert [flip.number_text(ply) for ply in range(4)] == ["1.", "1...", "2.", "2..."]


def test_flip_rules_are_values_like_the_rules_of_the_other_game() -> None:
    rules = parse_rules("flip:first_flip_decides=yes,quiet_limit=60", game="flip")
    assert rules == FlipRules(quiet_limit=60, first_flip_decides=True)
    assert jungle.rules_text(rules) == "flip:first_flip_decides=yes,quiet_limit=60"
    game = GAMES["flip"].new(jungle.rules_text(rules))
    assert (game.rules, game.side, game.fen().split()[1]) == (rules, None, "?")
    equals = GAMES["flip"].from_moves([], "flip:equal_ranks=captures", fen="4/4/4/Tt2 b 0 -")
    assert not equals.find_move("a1", "b1").trade


def test_a_move_of_another_game_is_refused() -> None:
    elephant = jungle.Game().parse_move("a3a4")
    with pytest.raises(InvalidMoveError, match="expected a FlipMove"):
        FlipGame(seed=1).play(elephant)


@needs_core
def test_keys_match_the_native_core() -> None:
    for seed in range(5):
        game = random_game("jungle", seed)
        for position in game.positions:
            assert isinstance(position, jungle.Position)
            assert position.key == core.State(table(position.rules), position.board, position.side).key


def test_keys_tell_positions_apart() -> None:
    seen: dict[int, tuple[bytes, Side | None]] = {}
    for kind in GAMES:
        for seed in range(5):
            for position in random_game(kind, seed).positions:
                assert seen.setdefault(position.key, (position.board, position.side)) == (position.board, position.side)


def test_a_pass_changes_only_the_side() -> None:
    position = jungle.Position.initial()
    passed = position.passed()
    assert (passed.board, passed.side, passed.key != position.key) == (position.board, Side.RED, True)
    assert passed.passed().key == position.key


def test_positions_are_made_of_pieces() -> None:
    lion, rat = jungle.Piece.from_letter("L"), jungle.Piece.from_letter("r")
    by_name_or_number: dict[SquareLike, jungle.Piece] = {"d7": lion, 0: rat}
    position = jungle.Position.of(by_name_or_number, Side.RED)
    assert position.fen() == "7/7/3L3/7/7/7/7/7/r6 r 0 1"
    assert jungle.Position.of(position.piece_map(), position.side) == position
    with pytest.raises(jungle.InvalidPositionError, match="expected a Piece on 'd7', got 'L'"):
        jungle.Position.of({"d7": "L"}, Side.BLUE)  # type: ignore[arg-type]
    impossible: list[tuple[dict[str, jungle.Piece], str]] = [
        ({"b4": lion}, "cannot swim"),
        ({"a1": lion, "b1": lion}, "two lions, on a1 and b1"),
        ({}, "no piece"),
    ]
    for pieces, complaint in impossible:
        with pytest.raises(jungle.InvalidPositionError, match=complaint):
            jungle.Position.of(pieces, Side.BLUE)


def test_the_package_lists_its_public_names_and_no_others() -> None:
    assert sorted(dir(jungle)) == sorted(jungle.__all__)
    assert {"GAMES", "parse_rules", "svg", "FlipGame"} <= set(dir(jungle))
    assert not {"Any", "import_module", "TYPE_CHECKING"} & set(dir(jungle))
    assert all(hasattr(jungle, name) for name in dir(jungle))


def test_arguments_of_the_wrong_kind_get_one_clear_error() -> None:
    with Engine(hash_mb=1) as engine, pytest.raises(JungleError, match=r"expected a Limit such as .*, got 0\.1"):
        engine.search(jungle.Game(), 0.1)  # type: ignore[arg-type]
    with pytest.raises(InvalidPositionError, match="expected a Position, got 'fen'"):
        Tablebase.open().probe("fen")  # type: ignore[arg-type]
    for size in (-3, 0, float("nan"), "large"):
        with pytest.raises(InvalidArgumentError, match="expected a size in pixels, greater than 0, got "):
            jungle.svg.board(jungle.Game(), size=size)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match="expected a game or a position, got 'fen'"):
        jungle.svg.board("fen")  # type: ignore[arg-type]


@KINDS
def test_push_and_play_make_the_same_game(kind: str) -> None:
    checked, trusted = (GAMES[kind].new(seed=3 if kind == "flip" else None) for _ in range(2))
    chance = random.Random(3)
    while not checked.is_over() and len(checked) < 80:
        move = chance.choice(checked.legal_moves())
        assert checked.play(move) == trusted.push(move) == checked.moves[-1]
    assert checked == trusted
    assert checked.positions == trusted.positions
    assert checked.is_over() is (checked.outcome() is not None)


@KINDS
def test_a_move_parsed_from_squares_is_completed_when_played(kind: str) -> None:
    game = random_game(kind, 5, plies=11)
    for expected in game.legal_moves():
        move = type(expected).from_uci(expected.uci())
        assert move == expected
        assert hash(move) == hash(expected)
        assert move in game.legal_moves()
        assert game.is_legal(move)
        assert game.is_legal(expected.uci())
        assert game.position.check(move).details() == expected.details()
    played = game.copy().play(type(expected).from_uci(expected.uci()))
    assert played.details() == expected.details()


@pytest.mark.parametrize("text", ["", "a", "z1z2", "a3a4a5", "a3 a4", "8-a4", None, 3])
def test_errors_quote_text_that_is_not_a_move(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="expected the squares of a move"):
        jungle.Move.from_uci(text)


def test_a_move_names_its_animal_and_is_refused_for_another_animal() -> None:
    game = jungle.Game.from_moves(["a3a4", "g7g6"])
    stale = jungle.Move(game.grid.as_square("a4"), game.grid.as_square("a5"), jungle.Animal.LION)
    assert not game.is_legal(stale)
    with pytest.raises(IllegalMoveError, match="does not belong to the position"):
        game.play(stale)
    assert game.is_legal(jungle.Move.from_uci("a4a5"))


def test_legality_depends_on_the_history() -> None:
    game = jungle.Game()
    game.resign()
    assert not game.is_legal("a3a4")
    assert game.position.is_legal("a3a4")
    assert list(game.iter_legal_moves()) == []
    with pytest.raises(InvalidMoveError):
        game.is_legal("castle")


@KINDS
def test_legal_moves_are_found_one_at_a_time(kind: str) -> None:
    game = random_game(kind, 4, plies=20)
    moves = game.iter_legal_moves()
    assert next(moves) == game.legal_moves()[0]
    assert [*moves] == game.legal_moves()[1:]
    assert list(game.position.iter_legal_moves()) == list(game.position.legal_moves())
    assert game.position.has_moves()


@KINDS
def test_attackers_are_the_pieces_that_can_capture_next(kind: str) -> None:
    for seed in range(6):
        position = random_game(kind, seed, plies=40).position
        if position.is_decided():
            continue
        for square, piece in position.faces().items():
            turn = position if piece and position.side is not piece.side else position.passed()
            captures = [move for move in turn.legal_moves() if move.captured and move.target == square]
            assert position.attackers(square) == ([move.origin for move in captures] if piece else [])


def test_attackers_by_name() -> None:
    position = jungle.Position.from_fen("7/7/7/e6/R6/7/7/7/L6 r")
    assert position.attackers("a6") == [jungle.Game.grid.parse_square("a5")]
    assert position.attackers("a5") == []
    assert position.attackers("c3") == []


ENDINGS = [
    (Outcome(Side.BLUE, Reason.RESIGNATION), None),
    (Outcome(Side.RED, Reason.TIMEOUT), None),
    (Outcome(None, Reason.AGREEMENT), None),
    (Outcome(None, Reason.ADJUDICATION), None),
    (Outcome(Side.RED, Reason.ADJUDICATION), None),
    (Outcome(Side.RED, Reason.AGREEMENT), "a game cannot end 0-1 by agreement"),
    (Outcome(None, Reason.RESIGNATION), "a game cannot end 1/2-1/2 by resignation"),
    (Outcome(None, Reason.TIMEOUT), "a game cannot end 1/2-1/2 by timeout"),
    (Outcome(Side.BLUE, Reason.DEN), "the game did not end by den on the board"),
]


@KINDS
@pytest.mark.parametrize(("outcome", "fault"), ENDINGS)
def test_an_ending_is_declared_or_refused(kind: str, outcome: Outcome, fault: str | None) -> None:
    game = GAMES[kind].new()
    if fault is None:
        assert game.end(outcome) is game.outcome() is outcome
        assert Outcome.from_result(outcome.result(), outcome.reason) == outcome
        with pytest.raises(GameError, match="already over"):
            game.end(outcome)
        return
    with pytest.raises(GameError, match=fault):
        game.end(outcome)
    assert not game.is_over()


def test_an_unknown_result_is_quoted_in_the_error() -> None:
    with pytest.raises(InvalidArgumentError, match="unknown result '2-0'; expected one of: 1-0, 0-1, 1/2-1/2"):
        Outcome.from_result("2-0", Reason.DEN)


def test_push_names_the_call_that_takes_text() -> None:
    game = jungle.Game()
    with pytest.raises(InvalidMoveError, match="expected a move object, got 'a3a4': `play` also takes text"):
        game.push("a3a4")  # type: ignore[arg-type]
    assert len(game) == 0


def test_a_position_given_as_rules_names_the_argument_it_belongs_to() -> None:
    with pytest.raises(InvalidRulesError, match="write fen="):
        jungle.Game("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b")


@KINDS
def test_every_game_takes_differences_from_its_rules(kind: str) -> None:
    game = GAMES[kind](quiet_limit=6)
    assert game.rules.quiet_limit == 6
    assert GAMES[kind](position=GAMES[kind]().position, quiet_limit=8).rules.quiet_limit == 8
    with pytest.raises(InvalidArgumentError, match=r"has no field quite_limit"):
        GAMES[kind](quite_limit=6)


@KINDS
def test_captures_are_the_moves_that_take_something(kind: str) -> None:
    seen = 0
    for seed in range(20):
        game = random_game(kind, seed)
        assert game.legal_captures() == [move for move in game.legal_moves() if move.captured is not None]
        for position in game.positions:
            captures = position.legal_captures()
            assert captures == [move for move in position.legal_moves() if move.captured is not None]
            seen += len(captures)
    assert seen


def test_perft_and_probe_take_a_game() -> None:
    assert jungle.perft(jungle.Game(), 2) == 576
    assert Tablebase.open().probe(jungle.Game()) is None


@pytest.mark.parametrize("kind", GAMES.values())
def test_an_outcome_is_found_once_and_follows_every_change(
    kind: type[BoardGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    decided = kind._decided

    def find(game: BoardGame) -> Outcome | None:
        asked.append(game)
        return decided(game)

    monkeypatch.setattr(kind, "_decided", find)
    game = kind.new(seed=1 if kind.uses_chance else None)
    for _ in range(3):
        assert game.outcome() is game.copy().outcome() is None
    assert len(asked) == 1
    game.push(game.legal_moves()[0])
    game.push(game.legal_moves()[0])
    assert game.outcome() is None
    ended = game.resign(Side.RED)
    assert game.outcome() == ended
    assert game.legal_moves() == []
    game.undo()
    assert game.outcome() is None
    assert game.legal_moves()
    game.undo()
    game.redo()
    assert game.outcome() is None
