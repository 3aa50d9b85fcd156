"""The browser app: the exported files, its units under node, and the WebAssembly build against the native core."""

import json
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
from tools import build_wasm

from jungle.web.exporting import export
from tests.needs import needs, needs_core
from tests.web.expected import expected

GAMES = 60


def run_node(folder: Path, games: int) -> None:
    export(folder)
    (folder / "expected.json").write_text(json.dumps(expected(games)))
    # Debian 12's node does not recognise modules by their syntax.
    (folder / "package.json").write_text('{"type": "module"}')
    tests = sorted(str(path) for path in Path(__file__).parent.glob("*.test.js"))
    answer = subprocess.run(
        ["node", "--test", *tests],
        env={"JUNGLE_PAGE": str(folder), "PATH": str(Path(shutil.which("node") or "").parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


@needs("node")
@needs_core
@pytest.mark.timeout(300)  # All tests of the page's modules: thirty node processes.
def test_units_and_equality_with_the_native_core(tmp_path: Path) -> None:
    run_node(tmp_path, GAMES)


@needs("node")
@needs_core
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_ten_thousand_games_are_alike(tmp_path: Path) -> None:
    run_node(tmp_path, 2_500)


@pytest.mark.parametrize("name", build_wasm.BUILDS)
def test_the_checked_in_core_was_built_from_these_sources(name: str) -> None:
    record = json.loads(build_wasm.RECORD.read_text())[name]
    assert record["sources"] == build_wasm.source_hash(name), "the sources have changed: run `make wasm`"
    assert record["module"] == build_wasm.file_hash(build_wasm.FOLDER / name)


def test_a_changed_header_or_option_changes_the_hash_and_a_comment_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(build_wasm.ROOT / "native", tmp_path / "native")
    monkeypatch.setattr(build_wasm, "ROOT", tmp_path)
    before = build_wasm.source_hash("core.wasm")
    header = tmp_path / "native" / "common" / "key.h"
    header.write_text("// A comment\n" + header.read_text())
    assert build_wasm.source_hash("core.wasm") == before
    header.write_text(header.read_text() + "struct Unused {};\n")
    assert build_wasm.source_hash("core.wasm") != before
    changed = build_wasm.source_hash("core.wasm")
    monkeypatch.setattr(build_wasm, "OPTIONS", (*build_wasm.OPTIONS, "-Os"))
    assert build_wasm.source_hash("core.wasm") != changed


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", build_wasm.BUILDS)
def test_the_checked_in_core_matches_a_fresh_build(tmp_path: Path, name: str) -> None:
    pytest.importorskip("ziglang")
    if version("ziglang") != build_wasm.ZIGLANG:
        pytest.skip(f"needs ziglang {build_wasm.ZIGLANG}")
    assert build_wasm.build(name, tmp_path).read_bytes() == (build_wasm.FOLDER / name).read_bytes()
