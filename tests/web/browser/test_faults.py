"""Regression tests for faults that users reported."""

from itertools import pairwise
from random import Random

from playwright.sync_api import expect

from jungle import Game
from tests.web.browser.board import MISTAKES
from tests.web.browser.conftest import DESK, PHONE, OpenPage


def test_the_review_of_a_long_game_overprints_nothing(open_page: OpenPage) -> None:
    random, game = Random(5), Game()
    while not game.is_over() and len(game) < 120:
        game.push(random.choice(list(game.legal_moves())))
    page = open_page(f"#/analyse?moves={','.join(move.uci() for move in game.moves)}&review=1")
    expect(page.locator(".review h2")).to_be_visible()
    expect(page.locator(".tree .ply").nth(100)).to_be_attached()
    page.locator(".tree .ply").nth(60).click()
    for width, height in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.evaluate(
            """[...document.querySelector(".side").children]
              .map((each) => each.getBoundingClientRect()).filter((box) => box.height > 0)
              .map(({top, bottom}) => [top, bottom]).sort((one, other) => one[0] - other[0])"""
        )
        assert len(boxes) >= 4
        assert all(above[1] <= below[0] + 1 for above, below in pairwise(boxes)), boxes


def test_a_piece_keeps_its_terrain_in_its_name(open_page: OpenPage) -> None:
    page = open_page("#/analyse?fen=3C3/3W3/7/7/7/1R5/7/7/e6 r")
    for square, name in (
        ("d8", "d8, blue wolf, red trap"),
        ("b4", "b4, blue rat, water"),
        ("d9", "d9, blue cat, red den"),
    ):
        expect(page.locator(f'[data-square="{square}"]')).to_have_accessible_name(name)


def test_learning_from_mistakes_lists_only_ones_own(open_page: OpenPage) -> None:
    page = open_page(f"#/analyse?review=1&person=red&moves={MISTAKES}")
    expect(page.locator(".review table")).to_be_visible()
    numbers = page.locator(".review .lines b").all_inner_texts()
    assert all("…" in number for number in numbers), numbers
    expect(page.locator(".review")).not_to_contain_text("Mistakes of both sides")
