"""The full-screen game without a terminal: its state and its picture."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jungle import GAMES, Animal, Side
from jungle.clock import Clock
from jungle.language import Translator
from jungle.outcome import Reason
from jungle.play import LiveGame, Setup
from jungle.storage import resume
from jungle.terminal.ansi import width
from jungle.terminal.full_screen_game import FullScreenGame
from jungle.terminal.picture import layout, picture
from jungle.terminal.text_renderer import Notation, TextRenderer
from tests.third_game import TinyGame

SIZES = [(80, 24), (120, 40), (60, 20), (38, 14), (200, 60), (80, 15)]


@pytest.fixture
def make_table(tmp_path: Path) -> Iterator[Any]:
    tables = []

    def make(lang: str = "en", control: str = "", notation: Notation = Notation.WORDS, **setup: Any) -> FullScreenGame:
        words = TextRenderer(Translator(lang), notation=notation)
        table = FullScreenGame(words, tmp_path, Setup(**setup), clock=Clock.of(control), seed=1, now=(now := Time()))
        table.time = now  # type: ignore[attr-defined]
        tables.append(table)
        return table

    yield make
    for table in tables:
        table.close()


class Time:
    """A clock controlled by the test."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def wait(table: FullScreenGame) -> None:
    deadline = time.monotonic() + 60
    while table.is_thinking() and time.monotonic() < deadline:
        if not table.poll():
            time.sleep(0.01)
    assert not table.is_thinking()


def text(table: FullScreenGame, columns: int = 80, lines: int = 24, **options: Any) -> str:
    return "\n".join("".join(part[1] for part in line) for line in picture(table, columns, lines, **options))


def square(table: FullScreenGame, name: str) -> int:
    return table.game.grid.parse_square(name)


def test_a_piece_is_chosen_and_moved_with_the_cursor(make_table: Any) -> None:
    table = make_table(side=Side.BLUE)
    assert table.game.grid.square_name(table.cursor) == "a1"
    for _ in range(2):
        table.move_cursor("up")
    table.press()
    assert sorted(table.game.grid.square_name(target) for target in table.targets()) == ["a2", "a4", "b3"]
    assert "[ELEP]" in text(table)
    assert text(table).count("+") - text(table).count("(+)") == 3
    table.move_cursor("up")
    table.press()
    assert [str(move) for move in table.game.moves] == ["a3a4"]
    assert table.selected is None
    assert " 1. ELEP a4" in text(table)


def test_the_cursor_stops_at_the_edges_and_follows_a_turned_board(make_table: Any) -> None:
    table = make_table(side=Side.BLUE)
    for direction in ("down", "left"):
        table.move_cursor(direction)
    assert table.cursor == 0
    table.turn_board()
    table.move_cursor("down")
    assert table.game.grid.square_name(table.cursor) == "a2"


def test_a_move_that_is_not_allowed_says_why(make_table: Any) -> None:
    table = make_table(side=Side.BLUE)
    table.press(square(table, "c3"))
    table.press(square(table, "c4"))
    assert table.message == "Only Rat can move into the river."
    assert not len(table.game)
    table.press(square(table, "c3"))
    table.press(square(table, "e3"))
    assert table.selected == square(table, "e3"), "another piece is selected instead"
    table.release()
    assert table.selected is None


def test_the_computer_answers_and_undo_takes_both_back(make_table: Any) -> None:
    table = make_table(versus="easy")
    assert table.live.seats == (None, "easy")
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    assert not table.live.is_persons_turn()
    table.press(square(table, "a7"))
    assert table.selected is None, "nobody moves for the computer"
    wait(table)
    assert len(table.game) == 2
    assert table.message.startswith("Upside player (computer, Hedgehog (3)): ")
    table.undo()
    assert len(table.game) == 0
    table.undo()
    assert table.message == "There is no move to take back."


def test_a_person_playing_red_sits_at_the_bottom(make_table: Any) -> None:
    table = make_table(versus="easy", side=Side.RED)
    assert table.is_turned()
    wait(table)
    lines = text(table).splitlines()
    assert "1   " in lines[1] + lines[2]


def test_a_hint_is_shown_on_the_board(make_table: Any) -> None:
    table = make_table(fen="7/3C3/7/7/7/7/r6/7/7 b")
    table.hint()
    wait(table)
    assert table.message.startswith("Hint: move cat up  (2-d9; ")
    styles = [part[0] for line in picture(table, 80, 24) for part in line if "hint" in part[0]]
    assert len(styles) == 4, "two squares of two lines"


def test_a_review_covers_the_board_until_escape(make_table: Any) -> None:
    table = make_table(side=Side.BLUE)
    table.review()
    assert table.message == "No move has been played yet."
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    table.review()
    wait(table)
    assert "-Review-\nDownside: accuracy " in text(table)
    assert "Escape: back to the board" in text(table)
    table.press()
    assert "-Review-" not in text(table)
    assert "ELEP" in text(table)


def test_captures_are_announced_and_shown(make_table: Any) -> None:
    table = make_table(fen="7/7/5d1/7/7/7/5L1/7/r5c b", side=Side.BLUE)
    table.press(square(table, "f3"))
    assert "xDOG" in text(table)
    table.press(square(table, "f7"))
    assert table.message == "LION captures DOG!"
    assert "took DOG" in text(table)


def test_the_end_says_why_and_a_new_game_begins(make_table: Any) -> None:
    table = make_table(fen="7/3L3/7/7/7/7/7/7/r6 b")
    table.press(square(table, "d8"))
    table.press(square(table, "d9"))
    assert table.is_over()
    assert "Downside player wins the game! (by entering the den)" in table.message
    table.press(square(table, "a1"))
    assert len(table.game) == 1
    table.undo()
    assert not table.is_over(), "the ending can be taken back"
    assert table.message == "Taken back: move lion up"
    table.redo()
    assert table.is_over()
    table.ask_new_game()
    assert not table.is_over()
    assert len(table.game) == 0


def test_resigning_and_leaving_ask_for_confirmation(make_table: Any) -> None:
    table = make_table(side=Side.BLUE)
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    for ask in (table.ask_new_game, table.ask_resign):
        ask()
        assert table.question is not None
        assert table.question[0] in text(table)
        table.release()
        assert table.question is None
        assert len(table.game) == 1
    table.ask_resign()
    table.confirm()
    outcome = table.game.outcome()
    assert (outcome.winner, outcome.reason) == (Side.BLUE, Reason.RESIGNATION)


def test_the_clock_of_the_player_to_move_runs(make_table: Any) -> None:
    table = make_table(side=Side.BLUE, control="1+5")
    assert text(table).count("1:00") == 2
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    table.time.seconds += 10
    assert table.poll(), "the clock shows another time"
    assert (table.clock_text(Side.BLUE), table.clock_text(Side.RED)) == ("1:00", "0:50")
    table.press(square(table, "a7"))
    table.press(square(table, "a6"))
    table.time.seconds += 1
    table.poll()
    assert (table.clock_text(Side.BLUE), table.clock_text(Side.RED)) == ("0:59", "0:55")
    table.time.seconds += 60
    assert table.poll()
    outcome = table.game.outcome()
    assert (outcome.winner, outcome.reason) == (Side.RED, Reason.TIMEOUT)
    assert "(on time)" in table.message


def test_a_resumed_clock_continues_where_it_stopped(make_table: Any, tmp_path: Path) -> None:
    table = make_table(side=Side.BLUE, control="5+0")
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    table.time.seconds += 60
    table.poll()
    table.close()
    again = FullScreenGame(table.words, tmp_path, LiveGame.resume(tmp_path))
    assert again.clock_text(Side.RED) == "4:00"
    again.close()


def test_without_a_clock_the_time_spent_is_counted(make_table: Any) -> None:
    table = make_table(side=Side.BLUE)
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    table.time.seconds += 75
    table.poll()
    assert (table.clock_text(Side.BLUE), table.clock_text(Side.RED)) == ("0:00", "1:15")


def test_the_next_game_can_be_against_a_stronger_computer(make_table: Any) -> None:
    table = make_table(versus="easy")
    table.change_level(1)
    assert table.live.opponent == "easy", "not before it is over"
    table.ask_resign()
    table.confirm()
    assert "A game without a move does not count." in table.message
    assert "s: stronger" in table.message
    table.change_level(1)
    assert (table.live.opponent, table.is_over()) == ("4", False)
    table.ask_resign()
    table.confirm()
    table.change_level(-1)
    assert table.live.opponent == "3"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", GAMES)
def test_the_picture_fits_every_window(kind: str, lang: str, make_table: Any) -> None:
    table = make_table(lang=lang, kind=kind, versus="random", seed=3 if kind == "flip" else None)
    for _ in range(8):
        wait(table)
        move = table.game.legal_moves()[0]
        table.press(move.origin)
        if move.origin != move.target:
            table.press(move.target)
    wait(table)
    for columns, lines in [*SIZES, (20, 24), (80, 8), (2, 1), (37, 13)]:
        for monochrome in (False, True):
            shown = text(table, columns, lines, monochrome=monochrome).splitlines()
            assert len(shown) <= lines
            assert all(width(line) <= columns for line in shown), (columns, lines)
        if layout(columns, lines, table.game.grid) is None:
            assert shown[0].split()[0] in ("This", "Th") or lang == "zh"
        else:
            assert len(shown) == lines


def test_a_full_game_at_eighty_by_twentyfour_has_everything(make_table: Any) -> None:
    table = make_table(versus="easy")
    shown = text(table)
    for part in (
        "  Upside            ",
        "  Hedgehog (3)",
        "> Downside",
        "0:00",
        "It is the downside player's turn.",
        "q: leave",
        "-DEN-",
        "~ ~",
    ):
        assert part in shown, part
    assert text(table, monochrome=True).count("LIONv") == 1


def test_face_down_pieces_are_turned_up(make_table: Any) -> None:
    table = make_table(kind="flip", seed=29)
    assert text(table).count("####") == 16
    table.press(0)
    assert table.game.moves[0].is_flip()
    assert text(table).count("####") == 15
    assert "The piece on a1 is" in table.message
    table.undo()
    assert table.message == "A piece that was turned up can't be turned face down again."


def test_a_third_game_is_played_to_its_end(third_game: type[TinyGame], make_table: Any) -> None:
    table = make_table(kind="tiny", versus="greedy", side=Side.BLUE)
    for _ in range(60):
        wait(table)
        if table.is_over():
            break
        move = table.game.legal_moves()[-1]
        table.press(move.origin)
        table.press(move.target)
    assert table.is_over()
    assert "wins the game!" in table.message or "Nobody wins" in table.message
    assert "ELEP" in text(table) or Animal.ELEPHANT not in [p.animal for p in table.game.faces().values() if p]


def test_a_game_is_saved_move_by_move(make_table: Any, tmp_path: Path) -> None:
    table = make_table(side=Side.BLUE)
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    assert table.close().endswith("(To resume this game: jungle play --resume)\n")
    _, saved = resume(tmp_path)
    assert [str(move) for move in saved.game.moves] == ["a3a4"]


def test_moves_are_listed_by_animal_or_rank(make_table: Any) -> None:
    for lang, notation, listed in (
        ("en", Notation.WORDS, "ELEP a4"),
        ("zh", Notation.ANIMALS, "象 a4"),
        ("en", Notation.RANKS, "8-a4"),
    ):
        table = make_table(lang=lang, notation=notation, side=Side.BLUE)
        table.press(square(table, "a3"))
        table.press(square(table, "a4"))
        assert f" 1. {listed}" in text(table)


def test_a_loss_on_time_can_be_taken_back(make_table: Any) -> None:
    table = make_table(side=Side.BLUE, control="1+0")
    table.press(square(table, "a3"))
    table.press(square(table, "a4"))
    table.time.seconds += 61
    assert table.poll()
    assert table.is_over()
    table.undo()
    assert not table.is_over()
    assert table.message == "The ending is taken back. The game continues."
    assert table.live.clock is None


def test_watched_computers_can_be_paused(make_table: Any) -> None:
    table = make_table(watch=("random", "random"))
    table.poll()
    table.pause()
    assert "Paused. p: continue" in text(table)
    plies = len(table.game)
    table.poll()
    assert len(table.game) == plies
    table.pause()
    deadline = time.monotonic() + 60
    while len(table.game) == plies and time.monotonic() < deadline:
        table.poll()
    assert len(table.game) > plies


def test_two_people_can_agree_to_a_draw(make_table: Any) -> None:
    against = make_table(versus="easy")
    against.ask_draw()
    assert against.question is None
    table = make_table(side=Side.BLUE)
    table.ask_draw()
    table.confirm()
    assert table.live.outcome is not None
    assert table.live.outcome.reason is Reason.AGREEMENT


def test_names_are_not_cut_to_make_room_for_a_clock(make_table: Any) -> None:
    shown = text(make_table(versus="easy", control="5+0"), 80, 24).splitlines()
    row = next(number for number, line in enumerate(shown) if "Upside" in line)
    assert shown[row].rstrip().endswith("5:00")
    assert shown[row + 1].rstrip().endswith("  Hedgehog (3)")


@pytest.mark.parametrize("columns", [38, 45, 52, 60])
def test_without_a_panel_the_first_line_has_both_clocks(columns: int, make_table: Any) -> None:
    first = text(make_table(versus="easy", control="5+0"), columns, 14).splitlines()[0]
    assert first.count("5:00") == 2
    assert first.rstrip().endswith("5:00")


def test_each_message_has_a_line_if_there_is_room(make_table: Any) -> None:
    table = make_table()
    table.message = "One.\nTwo.\nThree."
    assert [line.strip() for line in text(table, 80, 24).splitlines()[20:23]] == ["One.", "Two.", "Three."]
    assert "One. Two. Three." in text(table, 38, 14)
