"""What depends on the terminal: window size, colours and background."""

import os
import re
import signal
import termios
from pathlib import Path

import pytest

from jungle import GAMES, Game, Side
from jungle.language import Translator
from jungle.terminal.ansi import COLOUR, Background, Paint, paint_for, width, wrapped
from jungle.terminal.board import AROUND, BoardView, Size
from jungle.terminal.text_renderer import TextRenderer
from tests.terminal.pseudo_terminal import PseudoTerminal
from tests.terminal.sessions import begun
from tests.terminal.transcript import play

PROMPT = "Please input your command (move/jump/help/defeat/exit): "
SMALL = "9 | LION"
NORMAL = "|   LION  |"
LARGE = "|   LION   |"
YELLOW, BLUE = "\x1b[1;33m", "\x1b[1;34m"
TYPED = ("help", "4", "a", "help", "1", "help", "3", "moves", "move rat up", "history", "hint")
ENGLISH = TextRenderer(Translator("en"))


@pytest.fixture
def terminal_environment(environment: dict[str, str]) -> dict[str, str]:
    return environment | {"TERM": "xterm", "COLORFGBG": "15;0"}


def first_round(environment: dict[str, str], folder: Path, *arguments: str, **window: object) -> str:
    """Everything sent to a terminal before the game's first prompt."""
    command = ["play", *(arguments or ("--side", "down"))]
    with PseudoTerminal(command, environment, folder, **window) as terminal:  # type: ignore[arg-type]
        terminal.wait_for(": ")
        return terminal.raw


@pytest.mark.parametrize(
    ("columns", "lines", "board"),
    [(80, 24, SMALL), (54, 20, SMALL), (80, 36, NORMAL), (71, 50, NORMAL), (100, 50, LARGE), (77, 50, NORMAL)],
)
def test_the_board_is_as_large_as_the_window_allows(
    columns: int, lines: int, board: str, terminal_environment: dict[str, str], tmp_path: Path
) -> None:
    arguments = ["play", "--side", "down"]
    with PseudoTerminal(arguments, terminal_environment, tmp_path, columns=columns, lines=lines) as terminal:
        terminal.wait_for("exit): ")
        shown = terminal.screen
    assert board in shown
    round_lines = shown[shown.index("-ROUND 1-") :].splitlines()
    assert len(round_lines) <= lines, "the board starts off screen"
    assert all(width(line) <= columns for line in shown.splitlines())


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("columns", [20, 40, 53])
def test_a_narrow_window_does_not_break_words(
    columns: int, lang: str, terminal_environment: dict[str, str], tmp_path: Path
) -> None:
    arguments = ["play", "--side", "down", "--lang", lang]
    with PseudoTerminal(arguments, terminal_environment, tmp_path, columns=columns, lines=24) as terminal:
        for line in TYPED:
            terminal.wait_for("\n" if line in ("4", "a", "1", "3") else ": ")
            terminal.type(f"{line}\n")
        terminal.wait_for(": ")
        notes = re.findall(r"\r\x1b\[K([^\r\n]*)", terminal.raw)
        shown = "\n".join([terminal.screen, *notes])
    for line in shown.splitlines():
        typed = next((text for text in TYPED if line.endswith(text)), "")
        assert width(line.removesuffix(typed)) <= columns
    if lang == "en":
        assert {"instructions", "elephant", "Surrender", "opponent."} <= set(shown.split())
        assert "+---" not in shown, "a board that does not fit"
        assert "board needs 54" in " ".join(shown.split())


def test_resizing_the_window_changes_the_board_size(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with PseudoTerminal(["play", "--side", "down"], terminal_environment, tmp_path, columns=80, lines=24) as terminal:
        terminal.wait_for(PROMPT)
        assert SMALL in terminal.screen
        terminal.type("move rat")
        terminal.wait_for("move rat")
        terminal.settle()
        terminal.resize(90, 40)
        terminal.wait_for(f"{PROMPT}move rat")
        assert NORMAL in terminal.screen
        terminal.settle()
        terminal.type(" up\n")
        terminal.wait_for(PROMPT)
        assert "-ROUND 2-" in terminal.screen, "what was typed before is still there"
        drawn = terminal.screen.count("+\n")
        terminal.settle()
        terminal.resize(91, 41)
        terminal.process.send_signal(signal.SIGWINCH)
        terminal.settle()
        assert terminal.screen.count("+\n") == drawn, "the same board is not drawn again"


def test_sizes_are_commands(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with PseudoTerminal(["play", "--side", "down"], terminal_environment, tmp_path, columns=80, lines=24) as terminal:
        for command, board in (("large", LARGE), ("normal", NORMAL), ("small", SMALL)):
            terminal.wait_for(PROMPT)
            terminal.type(f"{command}\n")
            terminal.wait_for(PROMPT)
            assert board in terminal.screen[-4000:]
            terminal.type("\n")


@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_window_overrides_the_chosen_size(game: str) -> None:
    window = os.terminal_size((60, 24))
    view = BoardView(ENGLISH, lambda: window, size=Size.LARGE)
    expected = {"jungle": Size.SMALL, "flip": Size.LARGE}
    assert view.size(GAMES[game].grid) is expected[game]


def test_a_full_round_fits_the_window() -> None:
    for lines in range(19, 60):
        window = os.terminal_size((80, lines))
        view = BoardView(ENGLISH, lambda window=window: window)  # type: ignore[misc]
        game = Game(fen="l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b")
        assert view.picture(game).count("\n") + AROUND <= lines


@pytest.mark.parametrize(
    ("variables", "answer", "colours"),
    [
        ({"COLORFGBG": "15;0"}, None, {YELLOW, BLUE}),
        ({"COLORFGBG": "0;15"}, None, {"\x1b[30;43m", BLUE}),
        ({"COLORFGBG": "0;default;15"}, None, {"\x1b[30;43m", BLUE}),
        ({}, "rgb:0000/0000/0000", {YELLOW, BLUE}),
        ({}, "rgb:ff/ff/ee", {"\x1b[30;43m", BLUE}),
        ({}, None, {"\x1b[30;43m", "\x1b[37;44m"}),
        ({"TERM": "xterm-256color"}, "rgb:ffff/ffff/ffff", {"\x1b[1;38;5;94m", "\x1b[1;38;5;26m"}),
        ({"TERM": "xterm-256color"}, None, {"\x1b[1;38;5;136m", "\x1b[1;38;5;33m"}),
    ],
)
def test_colours_are_chosen_by_the_background(
    variables: dict[str, str], answer: str | None, colours: set[str], environment: dict[str, str], tmp_path: Path
) -> None:
    own = {name: value for name, value in environment.items() if name not in ("COLORFGBG", "COLORTERM")}
    shown = first_round(own | {"TERM": "xterm"} | variables, tmp_path, background=answer)
    assert ("\x1b]11;?" in shown) is ("COLORFGBG" not in variables)
    found = set(re.findall(r"(\x1b\[[0-9;]+m)(?:LION|RAT)", shown))
    assert found == colours
    assert "rgb:" not in shown, "the terminal's answer is not typed"


def test_input_typed_during_a_terminal_query_is_not_lost(environment: dict[str, str], tmp_path: Path) -> None:
    own = {name: value for name, value in environment.items() if name != "COLORFGBG"} | {"TERM": "xterm"}
    with PseudoTerminal(["play", "--small"], own, tmp_path) as terminal:
        while "\x1b]11;?" not in terminal.raw and terminal.read(0.01):
            pass
        terminal.type("up\nmove rat do")
        terminal.wait_for(f"{PROMPT}move rat do")
        terminal.type("wn\n")
        terminal.wait_for(PROMPT)
        assert "-ROUND 2-" in terminal.screen


@pytest.mark.parametrize("background", Background)
@pytest.mark.parametrize("term", ["xterm", "xterm-256color"])
def test_every_colour_can_be_read(background: Background, term: str) -> None:
    palette = {33: (0, 135, 255), 136: (175, 135, 0), 196: (255, 0, 0), 75: (95, 175, 255), 203: (255, 95, 95)}
    palette |= {26: (0, 95, 215), 94: (135, 95, 0), 160: (215, 0, 0)}
    grounds = {Background.DARK: [(0, 0, 0)], Background.LIGHT: [(255, 255, 255)]}
    for has_edges in (True, False):
        paint = paint_for(background, has_edges=has_edges, environment={"TERM": term})
        assert paint.colours is not None
        assert len(set(paint.colours)) == 2
        for colour in paint.colours:
            number = int(colour.rpartition(";")[2])
            for ground in grounds.get(background, [(0, 0, 0), (255, 255, 255)]):
                if "38;5;" in colour:
                    assert contrast(palette[number], ground) >= 3
                elif background is not Background.DARK:
                    assert number >= 40 or number in (31, 34), "yellow on white"


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """As WCAG defines it."""

    def luminance(colour: tuple[int, int, int]) -> float:
        parts = [part / 255 for part in colour]
        red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_colours_on_a_terminal(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with PseudoTerminal(["play", "--side", "down"], terminal_environment, tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        board = terminal.raw[: terminal.raw.index("Now is")]
        assert board.count(YELLOW) == board.count(BLUE) == 8
        assert board.index(YELLOW) < board.index(BLUE), "upside is yellow"
        assert board.count("\x1b[36m") == 3 * 12, "the rivers"
        assert f"Now is {BLUE}downside\x1b[0m player's turn!" in terminal.raw
        terminal.type("move rat up\n")
        terminal.wait_for(PROMPT)
        assert "   \x1b[7;1;34mRAT\x1b[0m   " in terminal.raw, "who moved last"
        assert "\x1b[4m[62]\x1b[0m" in terminal.raw, "and from where"


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_marks_are_turned_on_without_colours(
    variables: dict[str, str], terminal_environment: dict[str, str], tmp_path: Path
) -> None:
    with PseudoTerminal(["play", "--side", "down"], terminal_environment | variables, tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("move rat up\n")
        terminal.wait_for(PROMPT)
        assert not re.search(r"\x1b\[[0-9;]*[1-9]m", terminal.raw)
        board = terminal.screen[terminal.screen.rindex("-ROUND") :]
        assert "|   LIONv |" in board
        assert "|   LION^ |" in board
        assert "|  >RAT^  |" in board
        assert "|   (62)  |" in board


def test_a_pipe_gets_marks_and_no_colours(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    shown = play(["play", "--side", "up"], ["help", "1"], terminal_environment, tmp_path).shown
    assert "\x1b" not in shown
    assert "|   LIONv |" in shown
    assert "|   LION  |" in play(["play", "--side", "up", "--no-marks"], [], terminal_environment, tmp_path).shown
    forced = play(["play", "--side", "up"], [], terminal_environment | {"FORCE_COLOR": "1"}, tmp_path).shown
    assert "|   LION  |" in COLOUR.sub("", forced)


def test_the_face_down_board_needs_marks_only_when_small(environment: dict[str, str], tmp_path: Path) -> None:
    arguments = ["play", "--flip", "--seed", "29", "--vs", "random", "--side", "red"]
    assert "-RED-" in play(arguments, ["b1"], environment, tmp_path).shown
    assert re.search(r"\w+[br] ?\|", play([*arguments, "--small"], ["b1"], environment, tmp_path).shown)


def test_captures_are_announced_and_captured_pieces_shown(tmp_path: Path) -> None:
    session = begun(tmp_path, fen="7/7/5d1/7/7/7/5L1/7/r5c b", paint=Paint(("34", "33")))
    text = session.feed("jump lion up")
    assert text.startswith("LION captures DOG!\n-ROUND 2-\n")
    assert COLOUR.sub("", session.feed("board")).endswith("\nCaptured: upside DOG\n")
    assert begun(tmp_path, side=Side.BLUE).feed("board").endswith("+\n"), "nobody is captured at the start"


@pytest.mark.parametrize(
    ("fen", "line", "ending"),
    [
        ("7/3L3/7/7/7/7/7/7/r6 b", "move lion up", "Downside player wins the game! (by entering the den)\n"),
        ("7/7/7/7/7/7/7/r6/C6 b", "move cat up", "Downside player wins the game! (by capturing the last piece)\n"),
    ],
)
def test_the_winners_line_names_the_reason(fen: str, line: str, ending: str, tmp_path: Path) -> None:
    assert ending in begun(tmp_path, fen=fen).feed(line)


def test_lines_break_between_words_only() -> None:
    text = "    when there is no rat in that river;\nPlease input (move/jump/help/defeat/exit): "
    for columns in range(9, 60):
        broken = wrapped(text, columns)
        assert all(width(line) <= columns for line in broken.split("\n")), columns
        assert re.sub(r"\s", "", broken) == re.sub(r"\s", "", text)
        assert {"there", "Please", "input"} <= set(broken.split())
    assert wrapped(f"{BLUE}blue\x1b[0m moves", 10) == f"{BLUE}blue\x1b[0m moves"
    assert wrapped("窗口太窄，棋盘放不下。", 10) == "窗口太窄，\n棋盘放不\n下。"


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_killed_game_restores_the_terminal(term: str, environment: dict[str, str], tmp_path: Path) -> None:
    own = environment | {"TERM": term, "COLORFGBG": "15;0"}
    with PseudoTerminal(["play", "--side", "down"], own, tmp_path) as terminal:
        before = termios.tcgetattr(terminal._handle)[:4]
        terminal.wait_for(PROMPT)
        terminal.settle()
        assert termios.tcgetattr(terminal._handle)[:4] != before, "line editing has it"
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
        assert termios.tcgetattr(terminal._handle)[:4] == before
        assert "Traceback" not in terminal.raw


def test_a_window_too_narrow_for_the_board_suggests_the_full_screen() -> None:
    def shown(columns: int) -> str:
        return BoardView(ENGLISH, lambda: os.terminal_size((columns, 24))).picture(Game())

    assert shown(53).endswith("or start with --screen, which needs 38.")
    assert shown(38).endswith("or start with --screen, which needs 38.")
    assert "--screen" not in shown(37)
    assert "ELEP" in shown(54)
