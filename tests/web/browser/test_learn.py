"""The lessons: the rules, the first game after them, and the course of strategy."""

import pytest
from playwright.sync_api import expect

from jungle.lessons import LESSONS, STRATEGY, StrategyLesson
from tests.web.browser.conftest import PHONE, OpenPage
from tests.web.browser.test_play import click, fen, tap, wait_for_fen


def test_after_the_last_rule_comes_the_first_game(open_page: OpenPage) -> None:
    page = open_page(f"#/learn?game=jungle&lesson={LESSONS['jungle'][-1].key}", size=PHONE, touch=True)
    page.get_by_role("link", name="Play your first game").tap()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    page.evaluate("location.hash = '#/learn'")
    expect(page.get_by_role("link", name="Play your first game")).to_have_count(2)


@pytest.mark.parametrize("lesson", STRATEGY, ids=lambda lesson: lesson.key)
def test_a_lesson_of_strategy_is_solved(open_page: OpenPage, lesson: StrategyLesson) -> None:
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


def test_a_win_that_the_lesson_is_not_about_is_taken_back(open_page: OpenPage) -> None:
    page = open_page("#/learn?game=jungle&lesson=no_moves")
    click(page, "b9a9")
    expect(page.locator(".notice")).to_have_text("That wins too, but this lesson is about something else. Try again.")
    click(page, "a7a8")
    expect(page.locator(".notice")).to_have_text("Well done!")


@pytest.mark.parametrize(("lesson", "missing"), [("colours", "options"), ("draws", "loop number")])
def test_the_face_down_lessons_promise_nothing_that_the_setup_lacks(
    open_page: OpenPage, lesson: str, missing: str
) -> None:
    page = open_page(f"#/learn?game=flip&lesson={lesson}")
    expect(page.locator(".lesson-table h1")).to_be_visible()
    assert missing not in page.locator(".side").inner_text()
