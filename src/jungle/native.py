"""Loads the C++ core, choosing the build that this processor can run.

The core is optional. Check `native_available()` before using `core`:

>>> from jungle import native
>>> native.native_available() == (native.core is not None)
True

`JUNGLE_NATIVE=0` in the environment disables the core, as if it had not been built.
"""

import importlib
import os
from types import ModuleType
from typing import TYPE_CHECKING

__all__ = ["core", "native_available"]


def _import_built(name: str) -> ModuleType | None:
    """Import a compiled module of this package, or return None if it was not built.

    A module that exists but does not load is a broken build: its ImportError propagates.
    """
    full_name = f"jungle.{name}"
    try:
        return importlib.import_module(full_name)
    except ModuleNotFoundError as error:
        if error.name != full_name:
            raise
        return None


def _load_core() -> ModuleType | None:
    if os.environ.get("JUNGLE_NATIVE", "1") == "0":
        return None
    cpu = _import_built("_cpu")
    if cpu is None:  # either not x86-64, which has a single build, or nothing was built
        return _import_built("_native")
    level = cpu.x86_level()
    if level >= 3:
        return _import_built("_native_v3")
    if level == 2:
        return _import_built("_native_v2")
    return None


if TYPE_CHECKING:  # every build has the interface that _native.pyi describes
    from jungle import _native as core
else:
    core = _load_core()


def native_available() -> bool:
    """Whether the C++ core is in use."""
    return core is not None
