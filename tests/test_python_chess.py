"""The page for people who know python-chess: both columns run, and ours is nowhere the longer one."""

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "library" / "python-chess.md"
TEXT = PAGE.read_text(encoding="utf-8")
TASKS = re.findall(
    r"^### (\d+\. [^\n]+)\n\n```python\n# python-chess\n(.*?)```\n\n```python\n# jungle\n(.*?)```\n", TEXT, re.M | re.S
)
IMPORTS = TEXT.partition("import jungle  # jungle\n")[2].partition("```")[0]


def parts(code: str) -> int:
    """The number of names, values and operations; the name of a keyword argument is not counted."""
    return sum(not isinstance(part, ast.keyword | ast.expr_context) for part in ast.walk(ast.parse(code)))


def run(code: str, names: dict[str, Any]) -> None:
    exec(compile(code, str(PAGE), "exec"), names)


def test_there_are_25_tasks() -> None:
    assert [int(title.partition(".")[0]) for title, _, _ in TASKS] == list(range(1, 26))


@pytest.mark.parametrize(("title", "chess", "jungle"), TASKS, ids=[title for title, _, _ in TASKS])
def test_no_task_takes_more_code_than_in_python_chess(title: str, chess: str, jungle: str) -> None:
    assert jungle.count("\n") <= chess.count("\n")
    assert parts(jungle) <= parts(chess)


def test_our_column_runs(tmp_path: Path) -> None:
    names: dict[str, Any] = {"path": tmp_path / "game.jgn"}
    run("import jungle\n" + IMPORTS, names)
    for _, _, code in TASKS:
        run(code, names)
    assert names["fen"].endswith("b 2 2")
    assert names["legal"] is True
    assert names["texts"] == ("a3a4", "8-a4")
    assert (names["over"], names["leaves"]) == (False, 576)
    assert names["comments"] == ["bold", "", ""]
    assert [str(node.move) for node in names["nodes"]] == ["None", "a3a4", "g7g6", "a4a5"]
    assert names["end"] == names["last"].position
    assert names["records"] == [names["record"]]
    assert "1. 8-a4!? {bold} 8-g6 2. 8-a5 *" in names["path"].read_text(encoding="utf-8")


@pytest.mark.slow
def test_their_column_runs(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    names: dict[str, Any] = {"path": tmp_path / "game.pgn"}
    for module in ("chess", "chess.engine", "chess.pgn", "chess.svg"):
        import_module(module)
    run("import chess", names)
    for _, code, _ in TASKS:
        if "popen_uci" in code:  # It needs a chess engine.
            compile(code, str(PAGE), "exec")
        else:
            run(code, names)
    assert names["fen"].endswith("w KQkq - 0 2")
    assert names["legal"] is True
    assert names["texts"] == ("e2e4", "e4")
    assert (names["over"], names["leaves"]) == (True, 400)
    assert names["comments"] == ["bold", "", ""]
    assert len(names["nodes"]) == 4
    assert [str(game.end().board().fen()) for game in names["records"]] == [names["end"].fen()]
