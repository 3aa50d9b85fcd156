"""Every error code has a text in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import jungle.server
from jungle.language import languages, messages
from jungle.server import errors

SOURCES = sorted(Path(jungle.server.__file__).parent.rglob("*.py"))
REFUSALS = {name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and hasattr(kind, "code")}
TELLING = ("_problem", "_refuse")
"""Functions that take a code before the message."""


def codes() -> Iterator[str]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield from _codes_of_call(node)
            elif isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == "code" and isinstance(value, ast.Constant):
                        yield str(value.value)


def _codes_of_call(call: ast.Call) -> Iterator[str]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name not in REFUSALS and name not in TELLING:
        return
    texts = [each.value for each in call.args[1:] if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if texts:
        yield texts[0]
    elif name in REFUSALS:
        assert len(call.args) < 2, ast.unparse(call)
        yield REFUSALS[name].code


def test_codes_are_found() -> None:
    assert {"limited", "not_your_turn", "internal", "frame", "bad_request"} <= set(codes())


@pytest.mark.parametrize("language", languages())
def test_every_error_code_has_a_text(language: str) -> None:
    # The framework refuses methods, and the page itself reports when there is no response.
    told = {*codes(), "method_not_allowed", "unreachable"}
    missing = {code for code in told if f"server.{code}" not in messages(language)}
    assert missing == set()
