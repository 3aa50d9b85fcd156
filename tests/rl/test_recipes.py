"""The recipes of `docs/engine/recipes.md` run as they stand, with few steps, if their libraries are installed."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.needs import needs_core

PAGE = Path(__file__).parent.parent.parent / "docs" / "engine" / "recipes.md"
NEEDED = {"Stable-Baselines3": "sb3_contrib", "CleanRL": "torch", "TorchRL": "torchrl"}


def blocks(section: str) -> list[str]:
    """The Python blocks of a section."""
    found = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found, section
    return re.findall(r"```python\n(.*?)```", found[1], re.DOTALL)


@needs_core
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore")  # Theirs: none of these libraries is ours to keep quiet.
@pytest.mark.parametrize("section", NEEDED)
def test_a_recipe_runs(section: str) -> None:
    pytest.importorskip(NEEDED[section], reason=f"{NEEDED[section]} is not installed", exc_type=ImportError)
    names: dict[str, Any] = {"STEPS": 64}
    for block in blocks(section):
        exec(compile(block, section, "exec"), names)
    if "model" in names:
        assert names["model"].num_timesteps >= names["STEPS"]


def test_every_recipe_is_tested() -> None:
    assert re.findall(r"^## (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE) == list(NEEDED)
