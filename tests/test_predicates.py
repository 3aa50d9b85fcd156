"""A name that asks a question is a method: `if game.is_over:` must never be possible to write by mistake."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "jungle"
PREFIXES = ("is_", "has_", "can_")

# These fields are named after columns of the database or keys of the API.
DATA = {"server"}


def attributes(path: Path) -> Iterator[tuple[str, int]]:
    """Names and lines of the properties, fields and instance attributes of the classes in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                    yield item.target.id, item.lineno
                elif isinstance(item, ast.Assign):
                    yield from ((name.id, item.lineno) for name in item.targets if isinstance(name, ast.Name))
                elif isinstance(item, ast.FunctionDef) and any(
                    "property" in ast.unparse(decorator) for decorator in item.decorator_list
                ):
                    yield item.name, item.lineno
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        ):
            yield node.attr, node.lineno


def test_predicates_are_methods() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {name}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not DATA & set(path.relative_to(SOURCE).parts)
        for name, line in attributes(path)
        if name.startswith(PREFIXES)
    ]
    assert not found
