"""The table without a window: what is picked up, what may be done, what moves, who thinks."""

import time
from collections.abc import Callable, Iterator

import pytest

from jungle.desktop.brains import EngineAdviser, LevelBrain
from jungle.desktop.contests import Contest, JungleContest, Option
from jungle.desktop.flip_contest import FlipAdviser, FlipContest, StrategyBrain
from jungle.desktop.motion import Flare
from jungle.desktop.seats import Cue, Seating
from jungle.desktop.table import Table
from jungle.engine import Engine, Limit
from jungle.errors import Obstacle
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.geometry import parse_square
from jungle.language import Language, Speaker
from jungle.pieces import Side
from jungle.position import Position

MakeTable = Callable[..., Table]
FRAME = 1 / 60


@pytest.fixture
def make_table() -> Iterator[MakeTable]:
    tables: list[Table] = []

    def make(game: Game | str | None = None, *, speed: float = 1.0, judging: bool = False, **seats: str) -> Table:
        if isinstance(game, str):
            game = Game(position=Position.from_fen(game))
        table = Table(
            JungleContest(game or Game()),
            Seating(**seats),
            Speaker(Language.ENGLISH),
            brain=LevelBrain,
            adviser=EngineAdviser(),
            speed=speed,
            judging=judging,
        )
        tables.append(table)
        return table

    yield make
    for table in tables:
        table.close()


def click(table: Table, name: str) -> None:
    square = parse_square(name)
    table.press(square)
    table.release(square)


def drag(table: Table, origin: str, target: str | None) -> None:
    table.press(parse_square(origin))
    table.release(None if target is None else parse_square(target))


def pass_time(table: Table, until: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it took too long"
        table.update(FRAME)
        time.sleep(0.001)


def run(table: Table, seconds: float) -> None:
    for _ in range(round(seconds / FRAME)):
        table.update(FRAME)


def test_click_picks_up_and_click_plays(make_table: MakeTable) -> None:
    table = make_table()
    click(table, "a3")
    assert table.grip is not None
    assert {table.contest.square_name(square) for square in table.grip.targets} == {"a2", "a4", "b3"}
    click(table, "a4")
    assert table.grip is None
    assert [deed.notation for deed in table.contest.deeds()] == ["8-a4"]


def test_a_second_click_puts_the_piece_back(make_table: MakeTable) -> None:
    table = make_table()
    click(table, "a3")
    click(table, "a3")
    assert table.grip is None
    assert len(table.contest) == 0


def test_another_own_piece_is_picked_up_instead(make_table: MakeTable) -> None:
    table = make_table()
    click(table, "a3")
    click(table, "g3")
    assert table.grip is not None
    assert table.grip.square == parse_square("g3")


def test_drag_plays_without_a_glide(make_table: MakeTable) -> None:
    table = make_table()
    drag(table, "a3", "a4")
    assert len(table.contest) == 1
    table.update(FRAME)
    assert table.motion is None


def test_drag_off_the_board_keeps_the_piece_picked_up(make_table: MakeTable) -> None:
    table = make_table()
    drag(table, "a3", None)
    assert table.grip is not None
    assert not table.grip.held
    assert len(table.contest) == 0


@pytest.mark.parametrize(
    ("fen", "origin", "target", "words"),
    [
        ("7/7/6c/7/7/7/1RD4/7/7 b", "c3", "c4", "The dog cannot swim"),
        ("7/7/7/7/7/3c3/2pPt2/7/7 b", "d3", "e3", "The leopard may not capture that animal from there"),
        ("7/7/6r/7/7/7/7/3D3/7 b", "d2", "d1", "Nobody may enter their own den"),
        ("7/7/1w5/7/1r5/7/1L5/7/7 b", "b3", "b7", "A rat swims in the way of the jump"),
        ("7/7/6r/7/7/7/7/3DC2/7 b", "d2", "e2", None),
    ],
)
def test_a_move_that_the_rules_forbid_is_explained(
    make_table: MakeTable, fen: str, origin: str, target: str, words: str | None
) -> None:
    table = make_table(fen)
    click(table, origin)
    click(table, target)
    assert len(table.contest) == 0
    if words is None:  # an own piece: it is picked up instead
        assert table.grip is not None
        assert table.grip.square == parse_square(target)
    else:
        assert table.notice is not None
        assert table.notice.text == words
        assert Cue.REFUSE in table.cues


@pytest.mark.parametrize("target", ["a5", "b4"])
def test_a_piece_dropped_out_of_reach_is_explained_and_a_click_there_puts_it_back(
    make_table: MakeTable, target: str
) -> None:
    table = make_table()
    drag(table, "a3", target)
    assert table.grip is None
    assert table.notice is not None
    assert table.notice.text == "The elephant goes one square at a time, never diagonally"
    table = make_table()
    click(table, "a3")
    click(table, target)
    assert table.grip is None
    assert table.notice is None


def test_every_obstacle_has_its_words() -> None:
    for language in Language:
        say = Speaker(language)
        assert all(say(f"desktop.refused.{obstacle.value}", animal="lion") for obstacle in Obstacle)


def test_keyboard_plays(make_table: MakeTable) -> None:
    table = make_table()
    table.cursor = parse_square("a1")
    table.move_cursor(0, -1)
    table.move_cursor(0, -1)
    table.confirm()
    table.move_cursor(0, -1)
    table.confirm()
    assert [deed.notation for deed in table.contest.deeds()] == ["8-a4"]
    assert table.cursor_shown


def test_cursor_stays_on_the_board_and_follows_a_turned_one(make_table: MakeTable) -> None:
    table = make_table()
    table.cursor = parse_square("a1")
    table.move_cursor(-1, 1)
    assert table.cursor == parse_square("a1")
    table.turn_board()
    assert table.cell_of(parse_square("a1")) == (6, 0)
    table.move_cursor(-1, 1)
    assert table.cursor == parse_square("b2")


@pytest.mark.parametrize("turned", [False, True])
def test_cells_and_squares_agree(make_table: MakeTable, turned: bool) -> None:
    table = make_table()
    table.turned = turned
    assert [table.square_at(*table.cell_of(square)) for square in range(63)] == list(range(63))


def test_a_piece_glides_and_then_has_arrived(make_table: MakeTable) -> None:
    table = make_table()
    click(table, "a3")
    click(table, "a4")
    assert table.motion is not None
    assert table.motion.progress == 0
    run(table, 0.1)
    assert table.motion is not None
    assert 0 < table.motion.progress < 1
    run(table, 0.3)
    assert table.motion is None
    assert Cue.STEP in table.cues


def test_a_jump_takes_longer_and_is_heard_when_it_begins(make_table: MakeTable) -> None:
    table = make_table("7/7/1w5/7/7/7/1L5/7/7 b")
    click(table, "b3")
    click(table, "b7")
    assert Cue.JUMP in table.cues
    run(table, 0.4)
    assert table.motion is not None
    run(table, 0.4)
    assert [effect.flare for effect in table.effects] == [Flare.CAPTURE]
    assert Cue.CAPTURE in table.cues


@pytest.mark.parametrize(
    ("fen", "origin", "target", "flare", "cue"),
    [
        ("7/7/6c/7/7/7/1R5/7/7 b", "b3", "b4", Flare.SPLASH, Cue.SPLASH),
        ("7/7/3W3/7/7/7/7/4r2/7 b", "d7", "d8", Flare.TRAP, Cue.TRAP),
        ("7/3W3/7/7/7/7/7/4r2/7 b", "d8", "d9", Flare.DEN, Cue.WIN),
    ],
)
def test_what_is_seen_and_heard_where_a_piece_arrives(
    make_table: MakeTable, fen: str, origin: str, target: str, flare: Flare, cue: Cue
) -> None:
    table = make_table(fen, speed=0)
    click(table, origin)
    click(table, target)
    table.update(FRAME)
    assert flare in [effect.flare for effect in table.effects]
    assert cue in table.cues


def test_without_animation_nothing_moves(make_table: MakeTable) -> None:
    table = make_table(speed=0)
    click(table, "a3")
    click(table, "a4")
    assert table.motion is None


def test_captured_animals_are_listed_by_rank(make_table: MakeTable) -> None:
    table = make_table("7/7/7/7/7/3c3/2pP3/7/7 b", speed=0)
    click(table, "d3")
    click(table, "d4")
    table.contest.undo()
    table.contest.do(Option(parse_square("d3"), parse_square("c3")))
    assert [str(piece) for piece in table.captured(Side.RED)] == ["Red leopard"]
    assert table.captured(Side.BLUE) == []


def test_looking_back_shows_the_past_and_forbids_moves(make_table: MakeTable) -> None:
    table = make_table(speed=0)
    for origin, target in (("a3", "a4"), ("g7", "g6"), ("a4", "a5")):
        click(table, origin)
        click(table, target)
    table.look(1)
    assert table.faces() == table.contest.faces(1)
    assert not table.may_play()
    click(table, "g7")
    assert table.grip is None
    assert table.cancel()
    assert table.viewing is None
    table.look(1)
    table.resume_here()
    assert len(table.contest) == 1
    assert table.may_play()


def test_undo_and_redo_between_people(make_table: MakeTable) -> None:
    table = make_table(speed=0)
    assert not table.undo()
    click(table, "a3")
    click(table, "a4")
    assert table.undo()
    assert len(table.contest) == 0
    assert table.redo()
    assert len(table.contest) == 1
    assert not table.redo()


def test_the_computer_answers_and_undo_takes_both_back(make_table: MakeTable) -> None:
    table = make_table(red="easy", speed=0)
    click(table, "a3")
    click(table, "a4")
    assert not table.may_play()
    pass_time(table, lambda: len(table.contest) == 2)
    assert table.may_play()
    table.undo()
    assert len(table.contest) == 0


def test_a_person_as_red_sees_the_board_turned(make_table: MakeTable) -> None:
    assert make_table(blue="easy").turned
    assert not make_table(red="easy").turned


class Brooder:
    """A brain that thinks for ever, unless it is stopped."""

    def __init__(self, name: str) -> None:
        self._engine = Engine(hash_mb=1)

    def choose(self, contest: Contest) -> Option:
        assert isinstance(contest, JungleContest)
        move = self._engine.search(contest.game, Limit()).move
        return Option(move.origin, move.target)

    def stop(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.close()


@pytest.mark.parametrize("frames", [0, 1, 20])
@pytest.mark.parametrize("stop", ["undo", "pause", "close", "resume_here", "resign"])
def test_a_thinking_engine_stops(stop: str, frames: int) -> None:
    game = Game.from_moves(["a3a4"])
    table = Table(JungleContest(game), Seating(red="brooder"), Speaker(Language.ENGLISH), brain=Brooder)
    pass_time(table, lambda: table.is_thinking)
    thinking = table._thoughts.moving
    assert thinking is not None
    for _ in range(frames):
        table.update(FRAME)
        time.sleep(0.002)
    if stop == "resume_here":
        table.look(0)
    getattr(table, stop)()
    assert not table.is_thinking
    # Without a stop that arrives, however early it came, this would never end.
    pass_time(table, lambda: thinking.is_done)
    assert len(table.contest) == (0 if stop in ("undo", "resume_here") else 1)
    table.close()


def test_hint_proposes_a_legal_move_in_words(make_table: MakeTable) -> None:
    table = make_table("7/3W3/7/7/7/7/7/4r2/7 b")
    table.ask_hint()
    pass_time(table, lambda: table.suggestion is not None)
    assert table.suggestion is not None
    assert table.suggestion.option in table.options()
    assert table.notice is not None
    assert table.notice.text == "The wolf enters the den and wins"
    click(table, "d8")
    click(table, "d9")
    assert table.suggestion is None


def test_the_judgement_follows_the_game(make_table: MakeTable) -> None:
    table = make_table("7/3W3/7/7/7/7/7/4r2/7 b", judging=True)
    pass_time(table, lambda: table.advantage > 0.9)
    click(table, "d8")
    click(table, "d9")
    assert table.outcome() is not None
    run(table, 3)
    assert table.advantage == pytest.approx(1, abs=0.01)
    assert not table.is_moving


def test_the_result_is_told_after_a_moment(make_table: MakeTable) -> None:
    table = make_table("7/3W3/7/7/7/7/7/4r2/7 b")
    click(table, "d8")
    click(table, "d9")
    assert not table.result_due
    run(table, 2)
    assert table.result_due
    table.undo()
    assert not table.result_due
    assert table.outcome() is None


def test_resigning_ends_the_game_for_the_person(make_table: MakeTable) -> None:
    table = make_table(red="easy")
    table.resign()
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.winner is Side.RED
    run(table, 0.1)
    assert Cue.LOSE in table.cues


def test_two_computers_play_on_their_own_and_pause(make_table: MakeTable) -> None:
    table = make_table(blue="easy", red="easy", pace="instant", speed=0)
    pass_time(table, lambda: len(table.contest) >= 6)
    table.pause()
    played = len(table.contest)
    run(table, 0.3)
    assert len(table.contest) == played
    table.pause()
    pass_time(table, lambda: len(table.contest) > played)
    assert table.undo()
    assert table.paused


def flip_table(game: FlipGame, **seats: str) -> Table:
    return Table(
        FlipContest(game),
        Seating(**seats),
        Speaker(Language.ENGLISH),
        brain=StrategyBrain,
        adviser=FlipAdviser(),
        speed=0,
    )


def test_face_down_pieces_are_turned_up_by_a_click() -> None:
    table = flip_table(FlipGame(seed=4))
    assert table.faces() == dict.fromkeys(range(16))
    table.press(5)
    table.release(5)
    assert table.faces()[5] is not None
    assert table.contest.deeds()[0].is_reveal
    table.undo()
    assert table.faces()[5] is None


def test_the_first_flip_may_decide_the_colours() -> None:
    for seed in range(8):
        table = flip_table(FlipGame(seed=seed, first_flip_decides=True), blue="random")
        assert not table.contest.has_colours
        table.press(0)
        table.release(0)
        piece = table.faces()[0]
        assert piece is not None
        # Whoever turned the piece up, here the person, plays its colour.
        assert table.seating.humans == [piece.side]
        pass_time(table, lambda table=table: len(table.contest) == 2)  # type: ignore[misc]
        table.undo()
        assert len(table.contest) == 0
        assert table.seating.humans == [Side.RED]


def test_looking_back_leaves_the_hint_behind(make_table: MakeTable) -> None:
    table = make_table(Game.from_moves(["a3a4", "g7g6"]))
    table.ask_hint()
    table.look(0)
    assert not table.is_hinting
    assert table.notice is None
    run(table, 0.1)
    assert table.suggestion is None


def test_a_hint_in_the_face_down_game() -> None:
    table = flip_table(FlipGame(seed=1))
    table.ask_hint()
    pass_time(table, lambda: table.suggestion is not None)
    assert table.suggestion is not None
    assert table.suggestion.option in table.options()
    assert not table.is_judged


def test_a_whole_face_down_game_against_the_computer() -> None:
    table = flip_table(FlipGame(seed=11), blue="biggest-first", red="rat-first", pace="instant")
    pass_time(table, lambda: table.outcome() is not None)
    table.close()
