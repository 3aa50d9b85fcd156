"""What a person does at a board of the page: by mouse, touch and keyboard."""

import re
from typing import Any

from playwright.sync_api import expect

BOARD = "jungle-board"
MISTAKES = (
    "a1b1,a7a6,c3b3,e7d7,g1f1,a6a5,f1e1,a5a4,g3g4,a4a3,f2e2,a3a4,b2c2,d7d6,c2d2,f8e8,b3c3,c7d7,g4f4,e8f8,b1b2,g9g8,b2b3,"
    "a9a8,e3d3,a8a7"
)
"""Blue's rat leaves the elephant to Red's on its fifth move."""


def square(page: Any, name: str) -> Any:
    return page.locator(f'[data-square="{name}"]')


def centre(page: Any, name: str) -> tuple[float, float]:
    box = square(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Any, move: str) -> None:
    for name in (move[:2], move[2:]):
        page.mouse.click(*centre(page, name))


def tap(page: Any, move: str) -> None:
    for name in (move[:2], move[2:]):
        page.touchscreen.tap(*centre(page, name))


def drag(page: Any, move: str) -> None:
    page.mouse.move(*centre(page, move[:2]))
    page.mouse.down()
    page.mouse.move(*centre(page, move[2:]), steps=6)
    page.mouse.up()


def press(page: Any, move: str) -> None:
    """Walk over the board with the arrow keys, and press Enter on both squares."""
    for name in (move[:2], move[2:]):
        for _ in range(20):
            at = page.evaluate(
                "document.querySelector('jungle-board').shadowRoot.querySelector('[tabindex=\"0\"]').dataset.square"
            )
            if at == name:
                break
            file, rank = ord(name[0]) - ord(at[0]), int(name[1]) - int(at[1])
            key = ("ArrowRight" if file > 0 else "ArrowLeft") if file else ("ArrowUp" if rank > 0 else "ArrowDown")
            page.keyboard.press(key)
        page.keyboard.press("Enter")


def fen(page: Any) -> str:
    return str(page.locator(BOARD).get_attribute("fen"))


def wait_for_fen(page: Any, start: str) -> None:
    expect(page.locator(BOARD)).to_have_attribute("fen", re.compile("^" + re.escape(start)))


def menu(page: Any, entry: str) -> None:
    """Choose an entry of the menu under "More"."""
    page.get_by_role("button", name="More").click()
    page.locator("dialog").get_by_role("button", name=entry, exact=True).click()
