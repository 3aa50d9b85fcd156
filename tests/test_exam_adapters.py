"""The adapters in docs/engine/exam.md work, if the packages they are for are installed."""

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.needs import needs_core

pytestmark = pytest.mark.filterwarnings("ignore")  # other packages' warnings
DOCUMENT = Path(__file__).parent.parent / "docs" / "engine" / "exam.md"


def adapter(package: str) -> dict[str, Any]:
    """Run the block of the document that imports a package, and return its names."""
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (block,) = (text for text in blocks if f"import {package}" in text)
    names: dict[str, Any] = {"__name__": "adapter"}
    exec(block, names)
    return names


def test_open_spiel_adapter_shows_the_same_game() -> None:
    pytest.importorskip("pyspiel")
    names = adapter("pyspiel")
    assert "a3a4" in names["prompt"]
    assert names["state"].current_player() == 1


def test_textarena_adapter_plays_a_game() -> None:
    pytest.importorskip("textarena")
    env = adapter("textarena")["JungleEnv"]()
    env.reset(num_players=2, seed=1)
    player, seen = env.get_observation()
    assert player == 0
    assert "You play Blue" in seen[0][1]
    assert env.step("I play [a3a4].")[0] is False
    assert env.get_observation()[0] == 1
    env.step("nothing")
    done, _ = env.step("nothing again")
    assert done
    assert env.close()[0] == {0: 1, 1: -1}


@needs_core
def test_verifiers_adapter_rewards_the_best_move() -> None:
    vf = pytest.importorskip("verifiers.v1")
    names = adapter("verifiers.v1")
    tasks = list(names["JungleTaskset"](vf.TasksetConfig()))
    assert len(tasks) == 60
    question = names["QUESTIONS"][tasks[0].data.name]
    best, worst = (f"MOVE: {pick(question.values, key=question.values.__getitem__)}" for pick in (max, min))
    kept = [asyncio.run(tasks[0].value_kept(SimpleNamespace(last_reply=reply))) for reply in (best, worst)]
    assert kept[0] == 1
    assert kept[1] < 1
