"""Puzzles in the browser."""

from typing import Any

from playwright.sync_api import expect

from jungle.puzzles import Puzzle, find_puzzle, next_puzzle, puzzles
from tests.web.browser.conftest import PHONE, OpenPage
from tests.web.browser.test_play import click, fen, tap


def test_the_next_puzzle_is_solved_and_counts(open_page: OpenPage) -> None:
    page = open_page("#/puzzles", size=PHONE, touch=True)
    page.get_by_role("link", name="Start").tap()
    page.wait_for_selector("jungle-board")
    puzzle = next_puzzle(800)
    assert puzzle is not None
    assert puzzle.id in page.url
    solve(page, puzzle, tap)
    expect(page.locator(".notice")).to_have_text("Solved!")
    page.get_by_role("link", name="Next puzzle").tap()
    expect(page.locator(".notice")).not_to_have_text("Solved!")
    assert puzzle.id not in page.url
    page.evaluate("location.hash = '#/puzzles'")
    expect(page.locator(".figures dd").nth(1)).to_have_text("1")


def solve(page: Any, puzzle: Puzzle, way: Any, plies: int = 99) -> None:
    for ply in range(0, min(len(puzzle.moves), plies), 2):
        way(page, puzzle.moves[ply])
        if ply + 2 < len(puzzle.moves):
            expect(page.locator(".notice")).to_have_text("Right! Go on.")
            side = puzzle.fen.split()[1]
            page.wait_for_selector(f'jungle-board[fen*=" {side} "]')


def test_a_wrong_move_a_reload_and_the_solution(open_page: OpenPage) -> None:
    long = next(puzzle for puzzle in puzzles() if len(puzzle.moves) >= 5)
    page = open_page(f"#/puzzles?id={long.id}")
    solve(page, long, click, plies=1)
    before = fen(page)
    page.reload()
    page.wait_for_selector("jungle-board")
    assert fen(page) == before
    game = find_puzzle(long.id).game()
    for move in long.moves[:2]:
        game.play(move)
    wrong = next(move for move in game.legal_moves() if move.uci() != long.moves[2])
    click(page, wrong.uci())
    expect(page.locator(".notice")).to_contain_text("Not the best move")
    assert fen(page) == before
    page.get_by_role("button", name="Hint").click()
    expect(page.locator('jungle-board [data-mark="note"]')).to_have_attribute("data-square", long.moves[2][:2])
    page.get_by_role("button", name="Solution").click()
    expect(page.get_by_role("link", name="Analyse").last).to_be_visible()
    page.evaluate("location.hash = '#/puzzles'")
    expect(page.locator(".figures dd").nth(1)).to_have_text("0")


def test_themes_lead_to_their_puzzles(open_page: OpenPage) -> None:
    page = open_page("#/puzzles")
    page.locator(".themes a").first.click()
    page.wait_for_selector("jungle-board")
    assert "theme=" in page.url
