"""The examples in docstrings and documents are true."""

import doctest
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "jungle"


def modules() -> list[str]:
    paths = (path.relative_to(SOURCE.parent).with_suffix("") for path in sorted(SOURCE.rglob("*.py")))
    return [".".join(path.parts).removesuffix(".__init__") for path in paths if path.name != "__main__"]


def test_examples_in_the_code() -> None:
    failed = [name for name in modules() if doctest.testmod(import_module(name)).failed]
    assert not failed, "see the captured output"


def _run(path: Path) -> int:
    return doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed


def test_examples_in_the_documents() -> None:
    documents = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
    failed = [path.name for path in documents if _run(path)]
    assert not failed, "see the captured output"
