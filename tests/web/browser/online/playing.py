"""What people do at a table on the server, and what they see there."""

import re
from typing import Any

from playwright.sync_api import expect

from jungle import Game
from tests.web.browser.online.conftest import Person

RAPID = {"clock": {"limit": 600, "increment": 5}}
UNRATED = {"clock": {"limit": 900, "increment": 10}, "rated": False}
"""Children play unrated games."""
WALK = "c3d3 g7g6 d3d4 g6g7 d4d5 g7g6 d5d6 g6g7 d6d7 g7g6 d7d8 g6g7 d8d9"
"""A whole game: Blue's wolf walks into the den while Red's elephant waits."""


def begin(blue: Person, red: Person, *spectators: Person, **terms: Any) -> str:
    """A game of two people, who look at it as the others do."""
    # A live game is called off when its first move does not come soon: the app is loaded before.
    for person in (blue, red, *spectators):
        person.open("#/rules")
    game = blue.api.challenge(red.api, **(terms or RAPID))
    for person in (blue, red, *spectators):
        person.page.evaluate("(hash) => { location.hash = hash; }", f"#/game/{game}")
        wait_for_table(person.page)
    return game


def look_at(person: Person, game: str, page: Any = None) -> Any:
    page = person.open(f"#/game/{game}", page)
    wait_for_table(page)
    return page


def wait_for_table(page: Any) -> None:
    page.wait_for_selector(".view-game .connection[data-state=connected]", state="attached")


def press(page: Any, square: str) -> None:
    page.click(f'jungle-board [data-square="{square}"]')


def move(person: Person, text: str, page: Any = None) -> None:
    """Choose a move on the board: `a3a4`, or `b2` for a flip."""
    for square in {text[:2]: 0, text[2:] or text[:2]: 0}:
        press(page or person.page, square)


def shown(page: Any) -> str:
    """The position on the board: the pieces and the side to move."""
    return " ".join(page.get_attribute("jungle-board", "fen").split()[:2])


def sees(person: Person, moves: str, page: Any = None, fen: str | None = None) -> None:
    """Wait until the board shows the position after these moves."""
    game = Game(fen=fen)
    for each in moves.split():
        game.play(each)
    wanted = " ".join(game.fen().split()[:2])
    board = (page or person.page).locator("jungle-board")
    expect(board).to_have_attribute("fen", re.compile(f"^{re.escape(wanted)}( |$)"))


def moves_of(person: Person, game: str) -> list[str]:
    """What the server has."""
    return list(person.api.get(f"/api/game/{game}")["moves"])


def control(person: Person, name: str) -> Any:
    """A button at the table, by its words."""
    return person.page.get_by_role("button", name=name, exact=True)
