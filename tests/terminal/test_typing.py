"""Typing aids: prefixes, completion, and the command to resume."""

from pathlib import Path

import pytest

from tests.terminal.pseudo_terminal import PseudoTerminal
from tests.terminal.transcript import play

GOODBYE = "Have a good day and see you next time! :)\n"


@pytest.fixture
def terminal_environment(environment: dict[str, str]) -> dict[str, str]:
    return environment | {"TERM": "xterm", "COLORFGBG": "15;0"}


@pytest.mark.parametrize(
    ("arguments", "typed", "completed"),
    [
        (["--side", "down"], "move elephant u\t", "move elephant up "),
        (["--side", "down"], "move elephant r\t", "move elephant right "),
        (["--side", "down"], "move ele\tu\t", "move elephant up "),
        (["--side", "down"], "def\t", "defeat "),
        ([], "d\t", "down "),
        (["--flip"], "c\t", "computer "),
    ],
)
def test_tab_completes_what_can_come_next(
    arguments: list[str], typed: str, completed: str, terminal_environment: dict[str, str], tmp_path: Path
) -> None:
    with PseudoTerminal(["play", "--small", *arguments], terminal_environment, tmp_path) as terminal:
        terminal.wait_for("): ")
        terminal.type(typed)
        terminal.wait_for(completed)


def test_options_without_a_command_start_a_game(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["--vs", "easy", "--side", "down", "--small"], ["move rat up"], environment, tmp_path)
    assert "Upside player (computer, Hedgehog (3)): " in ran.shown


@pytest.mark.parametrize(
    ("arguments", "who"),
    [
        (["--side", "down", "--vs", "easy"], "You are the downside player; the other is the computer (Hedgehog (3))."),
        (["--side", "up", "--vs", "greedy"], "You are the upside player; the other is the computer (greedy)."),
        (["--side", "down"], "Two people play."),
    ],
)
def test_a_resumed_game_names_the_opponent(
    arguments: list[str], who: str, environment: dict[str, str], tmp_path: Path
) -> None:
    line = "move rat down" if "up" in arguments else "move rat up"
    play(["play", *arguments], [line], environment, tmp_path)
    assert f"Welcome back! The game continues.\n{who}\n" in play(["play", "--resume"], [], environment, tmp_path).shown


def test_the_resume_hint_repeats_the_command_that_was_typed(environment: dict[str, str], tmp_path: Path) -> None:
    started = environment | {"JUNGLE_COMMAND": "python3 Jungle.py"}
    ran = play(["play", "--side", "down"], ["move rat up"], started, tmp_path)
    assert ran.shown.endswith("(To resume this game: python3 Jungle.py play --resume)\n")


@pytest.mark.parametrize("word", ["quit", "q", "exit", "ex", "Q"])
def test_ways_to_leave(word: str, environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["play", "--side", "down"], [word, "y"], environment, tmp_path)
    assert f"{word}\n\n-WARNING!!!-\n" in ran.shown
    assert GOODBYE in ran.shown


def test_unambiguous_abbreviations_work(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["play", "--flip", "--seed", "1"], ["c", "biggest", "r", "?", "hist"], environment, tmp_path)
    assert "-Rank of the chess-" in ran.shown
    assert "No move has been played yet." in ran.shown
    assert "Please input" not in ran.shown.replace("Please input your", "")
    unclear = play(["play", "--side", "down"], ["h", "mov rat up", "move ra up"], environment, tmp_path).shown
    assert "Please input a correct command" in unclear, "help, hint or history?"
    assert "-ROUND 2-" in unclear
    assert "Please spell the full name of the chess correctly" in unclear, "as the manual says"


def test_lines_are_read_without_prompt_toolkit(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "prompt_toolkit.py").write_text("raise ImportError")
    own = terminal_environment | {"PYTHONPATH": str(tmp_path)}
    with PseudoTerminal(["play", "--small", "--side", "down"], own, tmp_path) as terminal:
        terminal.wait_for("exit): ")
        terminal.type("mvoe\x7f\x7f\x7fove rat up\n")
        terminal.wait_for("exit): ")
        assert "-ROUND 2-" in terminal.screen
        terminal.type("\x04")
        assert terminal.wait_for_end() == 0
        assert terminal.screen.endswith("(To resume this game: jungle play --resume)\n")


def test_the_notation_is_an_option(environment: dict[str, str], tmp_path: Path) -> None:
    lines = ["a3a4", "history"]
    shown = play(["play", "--side", "down", "--notation", "animals"], lines, environment, tmp_path).shown
    assert "1. downside  ELEP a4\n" in shown
    assert play(["play", "--notation", "chess"], [], environment, tmp_path).code == 2
