"""Checks tables against themselves: a value must follow from those of the positions one move further.

The moves are the core's ordinary ones, and positions are set up piece by piece; the solver is not asked. A table in
which every value follows so is right: wins and losses by induction over their plies, draws because neither side can
leave them.
"""

from collections.abc import Iterable, Iterator

from jungle.native import core, native_available
from jungle.rules import Rules
from jungle.tablebase.classes import TablebaseError, check_rules, count_pieces
from jungle.tablebase.tablebase import Tablebase, class_name, material_classes

FULLY_CHECKED = 3
"""Classes with more pieces are checked by samples, unless told otherwise."""
SEED = 2026


def chosen_classes(rules: Rules, pieces: int, names: Iterable[str]) -> list["core.MaterialClass"]:
    """The classes of these materials, or all up to so many pieces. Raises TablebaseError."""
    if not native_available():
        raise TablebaseError("this needs the native core, which is not built here")
    check_rules(rules)
    names = list(names)
    classes = material_classes(rules, max(map(count_pieces, names)) if names else pieces)
    chosen = {class_name(classes, name) for name in names}
    return [of for of in classes.classes if not chosen or of.name in chosen]


def verify(
    tables: Tablebase, rules: Rules, *, pieces: int, classes: Iterable[str] = (), sample: int | None = None
) -> Iterator[tuple[str, "core.Verified"]]:
    """Check the classes whose files are there; of the large ones `sample` positions, None for all."""
    files = tables.core_tables(rules)
    for of in chosen_classes(rules, pieces, classes):
        if not tables.file_of(of.fingerprint):
            continue
        is_small = of.pieces <= FULLY_CHECKED
        yield of.name, files.verify(of.name, 0 if is_small or sample is None else sample, SEED)
