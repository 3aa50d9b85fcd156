"""Plans of hints: a value with squares, and the choice among moves that cost nothing."""

import pytest

from jungle import Animal, Game, Position, Side
from jungle.engine import Engine, Hint, HintKind, Limit, Line, Plan, PlanKind, Score, hint
from jungle.engine.engine import move_code
from jungle.engine.hints import FIGURES, _advise, _state, _weights, hint_engine
from jungle.engine.search import Search, SearchResult
from jungle.geometry import BOARD
from jungle.language import Translator, languages
from jungle.native import core
from jungle.phrases import hint_words, plan_words
from tests.needs import needs_core

pytestmark = needs_core


def line(position: Position, moves: str, score: Score) -> Line:
    played = []
    for text in moves.split():
        played.append(position.parse_move(text))
        position = position.after(played[-1])
    return Line(score, tuple(played), 1, 1)


def planned(fen: str, moves: str, score: Score) -> Plan:
    game = Game(fen=fen)
    plan = _advise(game, [line(game.position, moves, score)], None).plan
    assert plan is not None
    return plan


@pytest.mark.parametrize(
    ("fen", "line", "score", "kind", "piece", "target", "steps", "enemy"),
    [
        ("7/7/3C3/7/7/7/7/7/l5t b", "d7d8 a1a2 d8d9", Score.win(3), PlanKind.RUN, "d7", "d9", "d8 d9", None),
        ("7/7/3L3/7/d6/7/7/7/t6 b", "d7d8", Score(100), PlanKind.RUN, "d7", "d9", "d8 d9", None),
        ("e6/7/7/7/7/7/2T3w/7/7 b", "c3d3 a9a8 d3e3 a8a7 e3f3 a7a6 f3g3", Score(400),
         PlanKind.HUNT, "c3", "g3", "d3 e3 f3 g3", "g3"),
        ("7/7/2l4/3R3/7/7/7/6E/T6 b", "d6c6", Score(0), PlanKind.BLOCK_JUMP, "d6", "c6", "c6", "c7"),
        ("e6/7/7/7/R6/7/7/7/6l b", "a5a6", Score(0), PlanKind.MEET_ELEPHANT, "a5", "a9", "a6 a7 a8 a9", "a9"),
        ("7/7/7/7/3w3/7/6P/7/7 b", "g3g2", Score(0), PlanKind.GUARD, "g3", "d1", "g2", "d5"),
        ("6t/7/7/7/2R4/7/2L4/7/e6 b", "c5d5", Score(0), PlanKind.OPEN_JUMP, "c3", "c7", "c7", None),
    ],
)  # fmt: skip
def test_a_plan_follows_from_a_line(
    fen: str, line: str, score: Score, kind: PlanKind, piece: str, target: str, steps: str, enemy: str | None
) -> None:
    plan = planned(fen, line, score)
    assert (plan.kind, BOARD.square_name(plan.piece), BOARD.square_name(plan.target)) == (kind, piece, target)
    assert " ".join(map(BOARD.square_name, plan.steps)) == steps
    assert plan.enemy == (None if enemy is None else BOARD.parse_square(enemy))
    for language in languages():
        assert "{" not in plan_words(Translator(language), plan)


def test_a_run_names_the_only_enemy_that_can_come_back() -> None:
    plan = planned("7/7/3L3/7/7/6d/7/7/r6 b", "d7d8", Score(100))
    assert (plan.defenders, plan.other) == (0, None)
    plan = planned("7/4d2/3L3/7/7/7/7/7/r6 b", "d7d8", Score(100))
    assert (plan.defenders, plan.other) == (1, Animal.DOG)


@pytest.mark.parametrize(
    ("fen", "kind"),
    [
        ("7/D6/7/7/7/c6/7/7/7 b", PlanKind.HUNT),
        ("7/D6/7/7/7/7/c6/7/7 b", PlanKind.WAIT),
        ("7/R6/7/7/7/7/e6/7/7 b", PlanKind.MEET_ELEPHANT),
        ("7/R6/7/7/7/7/7/e6/7 b", PlanKind.WAIT),
    ],
)
def test_a_distant_enemy_is_not_hunted(fen: str, kind: PlanKind) -> None:
    assert planned(fen, "a8a7", Score(0)).kind is kind


def test_equally_good_moves_continue_the_plan_of_the_previous_hint() -> None:
    """Of two equally good moves, the one of the piece whose plan it was."""
    game = Game(fen="7/7/T5L/7/7/7/7/7/r6 b")
    lines = [line(game.position, "a7a8", Score(50)), line(game.position, "g7g8", Score(50))]
    assert _advise(game, lines, None).line is lines[0]
    run = Plan(PlanKind.RUN, BOARD.parse_square("g6"), BOARD.parse_square("d9"), (), Animal.LION)
    before = Hint(game.parse_move("g7g8"), None, HintKind.STEP, "g7", plan=run)
    advice = _advise(game, lines, before)
    assert advice.line is lines[1]
    assert advice.carries_on


def test_pieces_do_not_go_back_and_forth_while_ahead() -> None:
    """Of two equally good moves, the one after which the own pieces have not stood before."""
    game = Game(fen="6r/7/7/7/7/7/7/7/E5L b")
    lines = [line(game.position, "g1g2", Score(600)), line(game.position, "a1a2", Score(590))]
    assert _advise(game, lines, None).line is lines[0]
    for move in ("g1g2", "g9f9", "a1b1", "f9e9"):
        game.play(move)
    lines = [line(game.position, "g2g3", Score(600)), line(game.position, "b1b2", Score(590))]
    assert _advise(game, lines, None).line is lines[0]
    game.play("g2g1")
    game.play("e9f9")
    lines = [line(game.position, "g1g2", Score(600)), line(game.position, "b1b2", Score(590))]
    assert _advise(game, lines, None).line is lines[1]


def test_the_margin_grows_with_the_lead() -> None:
    figures = _weights()
    candidates = core.candidates
    assert candidates([(0, 0, [1]), (-90, 0, [2])], figures) == [0]
    assert candidates([(400, 0, [1]), (310, 0, [2])], figures) == [0, 1]
    assert candidates([(400, 9, [1]), (400, 0, [2])], figures) == [0]


def test_an_opponent_who_errs_plays_what_looks_good() -> None:
    """The rat can take the elephant. Whether that is a mistake is beyond its sight."""
    game = Game.from_moves(["a3a4", "g7g6", "a4a5", "c7c8", "g3g4", "g6g5"])
    taking = move_code(game.parse_move("g4g5"))
    others = [code for code in map(move_code, game.legal_moves()) if code != taking]

    def expected(score_of_taking: int, score_of_others: int) -> int:
        answers = [(score_of_taking, 0, [taking]), *((score_of_others, 0, [code]) for code in others)]
        return core.expected_score(_state(game), answers, _weights())

    assert expected(0, 0) == 0
    # With 23 equally likely answers these would be near 10 and 480.
    trap, no_trap = expected(-500, 0), expected(0, -500)
    assert 150 < trap < 500
    assert 0 < no_trap < 300


def test_the_path_of_a_plan_omits_the_move_itself() -> None:
    game = Game(fen="7/7/3C3/7/7/7/7/7/l5t b")
    found = hint(game, limit=Limit(depth=6))
    d8, d9 = BOARD.parse_square("d8"), BOARD.parse_square("d9")
    assert found.way() == ((d8, d9),)
    assert Hint.of_move(game, found.move).way() == ()


def test_a_lost_position_has_no_plan() -> None:
    found = hint(Game(fen="7/7/T5L/7/7/7/3c3/7/e6 b"), limit=Limit(depth=6))
    assert found.score is not None
    assert found.score.is_decided()
    assert found.plan is None
    assert found.way() == ()


def test_a_proven_win_is_not_given_away_for_a_plan() -> None:
    game = Game(fen="7/7/3C3/7/7/7/7/7/l5t b")
    lines = [line(game.position, "d7d8 a1a2 d8d9", Score.win(3)), line(game.position, "d7c7", Score(5000))]
    assert _advise(game, lines, None).line is lines[0]


def test_a_hint_that_goes_back_says_what_has_changed() -> None:
    """The lion went to d5 and the elephant came next to it: back again, and the words say why."""
    game = Game(fen="6t/7/3e3/7/7/3L3/7/1C5/T5D b")
    going = Hint(game.parse_move("d4d5"), None, HintKind.STEP, "d5", plan=planned(game.fen(), "d4d5", Score(0)))
    game.play("d4d5")
    game.play("d7d6")
    back = line(game.position, "d5d4", Score(0))
    assert _advise(game, [back], going).goes_back
    found = Hint(back.move, Score(0), HintKind.STEP, "d4", since=game.moves[-1])
    assert hint_words(Translator("en"), found).startswith("now that the elephant has moved to d6:")


def test_no_position_is_repeated_while_ahead() -> None:
    """The side that is ahead gets a move that does not repeat, as long as there is one."""
    game = Game(fen="7/7/7/7/7/r6/7/7/E5L b")
    with Engine(hash_mb=1) as engine:
        seen = {(game.position.board, game.position.side)}
        last = None
        for _ in range(12):
            last = hint(game, engine=engine, limit=Limit(depth=3), previous=last)
            game.play(last.move)
            assert (game.position.board, game.position.side) not in seen
            seen.add((game.position.board, game.position.side))
            if game.is_over():
                break
            game.push(game.legal_moves()[0])
            seen.add((game.position.board, game.position.side))
            if game.is_over():
                break


class Recorder(Engine):
    """An engine that records its searches: the nodes, the lines, the side to move, and what a draw is worth."""

    def __init__(self, contempt: int) -> None:
        super().__init__(hash_mb=1, contempt=contempt)
        self.searches: list[tuple[int | None, int, Side | None, int]] = []

    def _run(self, search: Search) -> SearchResult:
        self.searches.append((search.limit.nodes, search.multipv, search.game.position.side, self.contempt))
        return super()._run(search)


def test_after_a_proven_win_the_budget_looks_for_a_shorter_one() -> None:
    with Recorder(0) as engine:
        found = hint(Game(fen="7/7/3C3/7/7/7/7/7/l5t b"), engine=engine, limit=Limit(nodes=10_000))
    assert found.score == Score.win(3)
    assert [nodes for nodes, *_ in engine.searches] == [4500, 5500]


def test_a_draw_is_worth_the_same_to_a_hint_in_the_enemys_answers() -> None:
    with Recorder(20) as engine:
        hint(Game(), engine=engine, limit=Limit(nodes=20_000))
    assert {(side, contempt) for *_, side, contempt in engine.searches} == {(Side.BLUE, 20), (Side.RED, -20)}
    assert engine.contempt == 20


def test_hints_dislike_draws() -> None:
    with hint_engine("jungle") as engine:
        assert isinstance(engine, Engine)
        assert engine.contempt == FIGURES["contempt"] > 0
