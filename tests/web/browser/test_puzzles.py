"""Puzzles in the browser."""

import json
from typing import Any

from playwright.sync_api import expect

from jungle.puzzles import Puzzle, course, find_puzzle, puzzles, themes_of
from tests.web.browser.board import click, fen, tap, wait_for_fen
from tests.web.browser.conftest import PHONE, OpenPage


def test_the_next_puzzle_is_solved_and_counts(open_page: OpenPage) -> None:
    page = open_page("#/puzzles", size=PHONE, touch=True)
    page.get_by_role("link", name="Start").tap()
    page.wait_for_selector("jungle-board")
    puzzle = course()[0]
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
            expect(page.locator(".notice")).to_have_text("Right! Keep going.")
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


def test_a_solved_puzzle_says_why_and_why_another_move_fails(open_page: OpenPage) -> None:
    puzzle = find_puzzle("00e007")
    page = open_page(f"#/puzzles?id={puzzle.id}", size=PHONE, touch=True)
    tap(page, "e8d8")
    expect(page.locator(".notice")).to_contain_text("Not the best move")
    tap(page, puzzle.moves[0])
    expect(page.locator(".notice")).to_have_text("Solved!")
    why = page.locator(".puzzle-why")
    expect(why).to_contain_text("This opens the way to the den and wins in 4 moves.")
    expect(page.locator("#spoken")).to_contain_text("This opens the way to the den and wins in 4 moves.")
    other = page.get_by_role("button", name="Why not lion d8?")
    expect(other).to_contain_text("Red takes it")
    other.tap()
    wait_for_fen(page, "5t1/2pL3")
    expect(page.locator("jungle-board .arrows path")).to_have_count(1)
    other.tap()
    wait_for_fen(page, "5t1/2p1L2/1l1P3")


def test_the_prompt_covers_nothing(open_page: OpenPage) -> None:
    page = open_page("#/puzzles?id=00e007")
    expect(page.locator(".notice")).to_have_text("Blue to move: find the winning move.")
    for width, height in ((360, 640), (360, 740), (640, 360), (768, 1024), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        prompt, board, controls = (
            page.locator(each).bounding_box() for each in (".notice", "jungle-board", ".table > .controls")
        )
        for other in (board, controls):
            apart = (
                prompt["x"] + prompt["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= prompt["x"] + 1
                or prompt["y"] + prompt["height"] <= other["y"] + 1
                or other["y"] + other["height"] <= prompt["y"] + 1
            )
            assert apart, (prompt, other)
        assert prompt["y"] + prompt["height"] <= height


def test_the_daily_puzzle_looks_like_one(open_page: OpenPage) -> None:
    page = open_page("#/puzzles")
    daily = page.locator(".daily")
    expect(daily.get_by_role("heading")).to_have_text("Puzzle of the day")
    expect(daily).to_contain_text("to move: find")
    daily.get_by_role("link", name="Solve").click()
    page.wait_for_selector("jungle-board")
    expect(page.get_by_role("heading", name="Puzzle of the day").last).to_be_visible()
    assert "daily=1" in page.url


def test_the_first_puzzle_is_not_rated(open_page: OpenPage) -> None:
    page = open_page("#/puzzles?id=00e007")
    expect(page.get_by_text("Your first puzzle is not rated.")).to_be_visible()
    click(page, "e8d8")
    expect(page.locator(".notice")).to_contain_text("Not the best move")
    expect(page.locator(".puzzle-about")).to_contain_text("Your rating: 400")
    page.evaluate("location.hash = '#/puzzles?id=01352f'")
    expect(page.locator(".puzzle-about h2")).to_have_text("Rating 806")
    expect(page.get_by_text("Your first puzzle is not rated.")).to_have_count(0)
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".puzzle-about strong").first).not_to_have_text("400")


def test_every_theme_that_is_offered_has_puzzles(open_page: OpenPage) -> None:
    page = open_page("#/puzzles")
    themes = page.locator(".themes a")
    expect(themes).to_have_count(len(themes_of()))
    counts = [int(text) for text in page.locator(".themes a .faint").all_inner_texts()]
    assert min(counts) >= 10
    page.get_by_role("link", name="river block").click()
    expect(page.locator(".notice")).to_contain_text("to move")


def test_next_always_moves_on_and_try_again_works(open_page: OpenPage) -> None:
    page = open_page("#/puzzles?next=1")
    seen = set()
    for _ in range(4):
        page.wait_for_selector("jungle-board")
        seen.add(page.url.split("id=")[1].split("&")[0])
        url = page.url
        page.get_by_role("link", name="Next puzzle").click()
        page.wait_for_function("url => location.href !== url && location.href.includes('id=')", arg=url)
    assert len(seen) == 4
    puzzle = course()[0]
    page.evaluate(f"location.hash = '#/puzzles?id={puzzle.id}'")
    expect(page.locator(".puzzle-about h2")).to_have_text(f"Rating {puzzle.rating}")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_disabled()
    wrong = next(move for move in puzzle.game().legal_moves() if move != puzzle.answer)
    click(page, wrong.uci())
    expect(page.locator(".notice")).to_contain_text("Not the best move")
    again.click()
    expect(page.locator(".notice")).to_have_text("Blue to move: find the winning move.")
    marked = page.locator('jungle-board [data-mark="note"]')
    page.get_by_role("button", name="Hint").click()
    expect(marked).to_have_attribute("data-square", puzzle.moves[0][:2])
    page.get_by_role("button", name="Hint").click()
    expect(marked).to_have_count(0)


def test_a_failed_puzzle_comes_back_the_next_day(open_page: OpenPage) -> None:
    page = open_page(f"#/puzzles?id={course()[3].id}")
    page.get_by_role("button", name="Solution").click()
    day = 86_400_000
    page.evaluate(
        """day => {
          const cards = JSON.parse(localStorage.getItem("jungle.cards"));
          for (const { memory } of cards) for (const name of ["last", "due"]) memory[name] -= day;
          localStorage.setItem("jungle.cards", JSON.stringify(cards));
        }""",
        day,
    )
    page.evaluate("location.hash = '#/'")
    page.get_by_role("link", name="Training 1 position comes back today").click()
    page.wait_for_selector("jungle-board")
    assert course()[3].id in page.url
    solve(page, course()[3], click)
    expect(page.locator(".notice")).to_have_text("Solved!")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_text("That's all for today.")).to_be_visible()
    expect(page.get_by_text("Puzzles that you miss and mistakes in your games come back here")).to_be_visible()


def test_a_card_that_cannot_be_opened_is_dropped_when_the_training_begins(open_page: OpenPage) -> None:
    page = open_page("#/")
    memory = {"stability": 1, "difficulty": 5, "last": 0, "due": 1, "reviews": 1}
    broken = {"id": "game standard 7/7 b 0 1", "move": "a1a2", "theme": "run", "memory": memory}
    cards = json.dumps([broken, {"id": course()[3].id, "memory": memory}])
    page.evaluate("cards => localStorage.setItem('jungle.cards', cards)", cards)
    page.evaluate("location.hash = '#/puzzles?train=1'")
    page.wait_for_selector("jungle-board")
    assert course()[3].id in page.url
    expect(page.get_by_text("1 card could not be opened and was removed.").first).to_be_visible()


def test_a_puzzle_of_the_face_down_game(open_page: OpenPage) -> None:
    page = open_page("#/puzzles")
    page.locator(".panel").get_by_role("link", name="Face-down game 4×4", exact=True).click()
    page.wait_for_selector("jungle-board")
    puzzle = course("flip")[0]
    assert puzzle.id in page.url
    solve(page, puzzle, click)
    expect(page.locator(".notice")).to_have_text("Solved!")


def test_a_streak_is_solved_by_keyboard_and_keeps_its_best(open_page: OpenPage) -> None:
    page = open_page("#/puzzles")
    page.get_by_role("link", name="Streak", exact=True).click()
    page.wait_for_selector("jungle-board")
    expect(page.locator(".score")).to_contain_text("Solved")
    skip = page.get_by_role("button", name="Skip")
    skip.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("Not the best move. It was:")
    expect(page.locator(".notice")).to_contain_text("The streak is over: 0 puzzles solved.")
    page.get_by_role("link", name="Play again").click()
    expect(page.get_by_role("button", name="Skip")).to_be_enabled()
    assert "mode=streak" in page.url
