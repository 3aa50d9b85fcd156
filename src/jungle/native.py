"""Loads the C++ core, choosing the build that this processor can run.

The core is optional. Check `native_available()` before using `core`:

>>> from jungle import native
>>> native.native_available() == (native.core is not None)
True

`JUNGLE_NATIVE=0` in the environment disables the core, as if it had not been built.
"""

import atexit
import importlib
import os
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

__all__ = ["core", "native_available", "native_cache"]

P = ParamSpec("P")
T = TypeVar("T")


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


def native_cache(limit: int | None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """`lru_cache` for functions whose results hold objects of the core.

    At exit the core counts its instances and reports those that are left as leaked. A library that keeps a reference
    to one of our functions would keep such a cache alive until then, so it is emptied first.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        cached = lru_cache(limit)(function)
        atexit.register(cached.cache_clear)
        return cached  # type: ignore[return-value]  # typeshed knows less about its parameters

    return decorate
