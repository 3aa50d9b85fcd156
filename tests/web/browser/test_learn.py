"""The lessons: the rules, the first game after them, and the course of strategy."""

from playwright.sync_api import expect

from jungle.lessons import LESSONS, STRATEGY
from tests.web.browser.board import click, fen, tap, wait_for_fen
from tests.web.browser.conftest import PHONE, OpenPage


def test_after_the_last_rule_comes_the_first_game(open_page: OpenPage) -> None:
    page = open_page(f"#/learn?game=jungle&lesson={LESSONS['jungle'][-1].key}", size=PHONE, touch=True)
    page.get_by_role("link", name="Play your first game").tap()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    page.evaluate("location.hash = '#/learn'")
    expect(page.get_by_role("link", name="Play your first game")).to_have_count(2)


def test_a_lesson_of_strategy_is_solved(open_page: OpenPage) -> None:
    lesson = STRATEGY[0]
    page = open_page("#/learn")
    index = STRATEGY.index(lesson)
    page.locator(f'a.lesson[href*="strategy"][href*="{lesson.key}"]').click()
    for number, exercise in enumerate(lesson.exercises, start=1):
        expect(page.locator(".side > .faint")).to_have_text(
            f"Strategy {index + 1}/{len(STRATEGY)} · Position {number} of {len(lesson.exercises)}"
        )
        wait_for_fen(page, exercise.fen)
        for ply in range(0, len(exercise.moves), 2):
            page.wait_for_selector('jungle-board[fen*=" b "]')
            click(page, exercise.moves[ply])
        expect(page.locator(".notice.good")).to_contain_text("Well done!")
        page.locator(".controls .accent").click()
    page.evaluate("location.hash = '#/learn'")
    expect(page.locator(".lesson.done")).to_have_count(1)
    page.evaluate("location.hash = '#/stickers'")
    every = sum(map(len, LESSONS.values())) + len(STRATEGY)
    expect(page.locator("progress").first).to_have_attribute("max", str(every))


def test_a_wrong_move_is_explained(open_page: OpenPage) -> None:
    page = open_page("#/learn?game=strategy&lesson=guard", size=PHONE, touch=True)
    before = fen(page)
    tap(page, "b2b1")
    expect(page.locator(".notice.bad")).to_contain_text("Not that one. This lets the wolf into the den")
    expect(page.locator("jungle-board .arrows path")).to_have_count(1)
    assert fen(page) == before
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator('jungle-board [data-mark="note"]')).to_have_attribute("data-square", "b2")


def test_the_face_down_lessons_promise_nothing_that_the_setup_lacks(open_page: OpenPage) -> None:
    page = open_page("#/learn")
    for lesson, missing in (("colours", "options"), ("draws", "loop number")):
        page.evaluate(f"location.hash = '#/learn?game=flip&lesson={lesson}'")
        expect(page.locator('.lesson-table .controls a[href*="lesson="]').first).to_be_visible()
        assert missing not in page.locator(".side").inner_text()
