"""What makes the app a pleasure: faces, applause, keys that people know."""

from typing import Any

from playwright.sync_api import expect

from .conftest import PHONE, OpenPage


def test_levels_have_faces_and_names(open_page: OpenPage) -> None:
    page = open_page("#/play", size=PHONE)
    levels = page.get_by_role("group", name="Strength").get_by_role("radio")
    expect(levels).to_have_count(10)
    names = [radio.evaluate("input => input.labels[0].querySelector('img').alt") for radio in levels.all()]
    assert (names[0], names[9]) == ("Chick", "Dragon")
    page.get_by_role("radio", name="Fox").check(force=True)
    expect(page.locator(".level-name")).to_have_text("Fox, level 6")
    assert is_in_sight(page, page.get_by_role("button", name="Start"))
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".strip.above .name")).to_have_text("Fox")
    expect(page.locator(".strip.above .face")).to_be_visible()


def is_in_sight(page: Any, element: Any) -> bool:
    """Is all of an element on the screen?"""
    box, size = element.bounding_box(), page.viewport_size
    return bool(box["y"] >= 0 and box["y"] + box["height"] <= size["height"])
