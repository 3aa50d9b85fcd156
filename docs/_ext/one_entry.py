"""One entry for each public name: a name that several packages export is described where it is defined.

Members of an enum that need no explanation are listed in one line instead of an empty entry each. A class is shown with
the arguments of `__init__`, also if a base class has a `__new__` that takes any.
"""

from enum import Enum
from importlib import import_module
from typing import Any

from sphinx.application import Sphinx
from sphinx.ext.autodoc.preserve_defaults import update_defvalue
from sphinx.util.inspect import signature, stringify_signature

MODULES = (
    "jungle",
    "jungle.arena",
    "jungle.engine",
    "jungle.flip",
    "jungle.play",
    "jungle.players",
    "jungle.puzzles",
    "jungle.record",
    "jungle.rl",
    "jungle.svg",
    "jungle.tablebase",
)


def owner(name: str, thing: object) -> str:
    """The package that describes a name: of those that export it, the nearest to its definition."""
    defined = getattr(thing, "__module__", "")
    exporting = [
        module
        for module in MODULES
        if name in import_module(module).__all__ and getattr(import_module(module), name) is thing
    ]
    return max(exporting, key=lambda module: len(module) if f"{defined}.".startswith(f"{module}.") else 0, default="")


def skip(app: Sphinx, what: str, name: str, thing: object, is_skipped: bool, options: object) -> bool | None:
    module = app.env.temp_data.get("autodoc:module")
    if what == "module" and module in MODULES and owner(name, thing) not in ("", module):
        return True
    return None


def list_members(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """End the description of an enum with the names of its members."""
    if what == "class" and isinstance(thing, type) and issubclass(thing, Enum) and thing.__members__:
        lines += ["", f"Members: {', '.join(f'`{member}`' for member in thing.__members__)}.", ""]


def show_arguments(
    app: Sphinx, what: str, name: str, thing: Any, options: object, arguments: str | None, returned: str | None
) -> tuple[str, None] | None:
    if what != "class" or not (arguments or "").startswith("(*_"):
        return None
    update_defvalue(app, thing.__init__, bound_method=False)
    own = signature(thing.__init__, bound_method=True)
    return stringify_signature(own, show_return_annotation=False, unqualified_typehints=True), None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", list_members)
    app.connect("autodoc-process-signature", show_arguments)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
