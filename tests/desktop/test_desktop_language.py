"""The texts of the window: complete, and alike in both languages."""

import ast
import re
from pathlib import Path

import pytest

import jungle.desktop
from jungle.arena.games import Ending
from jungle.desktop.series import PLAYERS
from jungle.engine import LEVELS
from jungle.flip import STRATEGIES
from jungle.language.desktop import MESSAGES

HOLES = re.compile(r"{(\w+)}")


@pytest.mark.parametrize("key", MESSAGES)
def test_both_languages_name_the_same_things(key: str) -> None:
    english, chinese = MESSAGES[key]
    assert set(HOLES.findall(english)) == set(HOLES.findall(chinese))
    assert english.strip() == english
    assert chinese.strip() == chinese


def test_everybody_who_plays_has_a_name() -> None:
    for name in {*PLAYERS, *LEVELS, *STRATEGIES, "human", "you"}:
        assert f"desktop.level.{name}" in MESSAGES
    for ending in Ending:
        assert f"desktop.ending.{ending.value}" in MESSAGES


def test_every_text_that_the_code_asks_for_is_there() -> None:
    folder = Path(jungle.desktop.__file__).parent
    asked = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                text = node.args[0].value
                if name == "say" and isinstance(text, str):
                    asked.add(text if text.startswith(("desktop.", "side.", "animal.")) else f"desktop.{text}")
    missing = {key for key in asked if key.startswith("desktop.")} - MESSAGES.keys()
    assert not missing
    assert len(asked) > 40
