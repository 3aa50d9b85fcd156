"""Figures in the documentation are those in the code."""

from pathlib import Path

import pytest

from jungle import STANDARD
from jungle.players import levels
from jungle.server.game.commands import PLIES_LIMIT
from jungle.server.identity.limits import RATES
from jungle.server.identity.sessions import SESSION_LIFE
from jungle.server.lobby.lobby import SEEK_LIFE
from jungle.server.times import DAY, SECOND

DOCS = Path(__file__).parents[1] / "docs"
ENTRY, GUEST_ENTRY = RATES["entry"], RATES["guest_entry"]
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

FIGURES = [
    ("host/api.md", f"A seek with a clock expires after {SEEK_LIFE // SECOND} seconds"),
    ("host/api.md", f"{ENTRY.burst} accounts can enter at once and then one more every {1 / ENTRY.per_second:.0f} s"),
    ("host/api.md", f"for guests it is {GUEST_ENTRY.burst}, and one every {1 / GUEST_ENTRY.per_second:.0f} seconds"),
    ("host/api.md", f"a draw after {PLIES_LIMIT:,} plies"),
    ("host/security.md", f"Sessions last {SESSION_LIFE // DAY} days"),
    ("engine/levels.md", f"on every core (at most {NUMBERS[levels.LEVEL_THREADS_LIMIT]})"),
    ("learn/rules.md", f"After {(STANDARD.quiet_limit or 0) // 2} moves by each player without a capture"),
]


@pytest.mark.parametrize(("page", "text"), FIGURES)
def test_documented_figure_matches_the_code(page: str, text: str) -> None:
    assert text in " ".join((DOCS / page).read_text(encoding="utf-8").split())
