"""Compile the C++ core to WebAssembly for the browser app: `python -m tools.build_wasm [FOLDER]`.

Needs only `ziglang` from PyPI, which contains clang and libc++. The same sources and the same version of it give the
same bytes. RECORD says from which sources the modules in the repository were built, so that a test can notice an
outdated one without a compiler.
"""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

ZIGLANG = "0.17.0"
ROOT = Path(__file__).parent.parent
RECORD = ROOT / "native" / "wasm" / "built.json"
FOLDER = ROOT / "src" / "jungle" / "web" / "page" / "engine"
OPTIONS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-Inative", "-Wall", "-Wextra"),
    *("-O3", "-flto", "-s", "-fno-exceptions", "-fno-rtti"),
)
# With bulk memory each small copy is one instruction, which browsers execute outside the compiled code.
ONE_THREAD = ("-mcpu=generic-bulk_memory-bulk_memory_opt+simd128",)
# Shared memory does not link without it. `engine/core.js` makes the memory, of the same size.
THREADS = (
    "-mcpu=generic+atomics+bulk_memory+simd128",
    "-Wl,--shared-memory,--import-memory,--initial-memory=33554432,--max-memory=536870912",
    "-Wl,--export=__stack_pointer,--export=__wasm_init_tls",
)
LEFT_OUT = (
    *("bindings/", "rl/", "tests/", "jungle/proof", "jungle/selfplay", "jungle/training"),
    *("flip/selfplay", "tables/flip/solver"),
)
"""Sources needed only by Python and the tuners, by path prefix in `native/`."""
ONLY_THREADS = ("wasm/threads",)
BUILDS = {"core.wasm": (ONE_THREAD, LEFT_OUT + ONLY_THREADS), "core-threads.wasm": (THREADS, LEFT_OUT)}
"""The modules: the options for each, and the sources that are left out."""


def sources(left_out: tuple[str, ...]) -> list[Path]:
    native = ROOT / "native"
    return [
        path for path in sorted(native.rglob("*.cpp")) if not path.relative_to(native).as_posix().startswith(left_out)
    ]


def build(name: str, folder: Path) -> Path:
    """Write a module into a folder. Raises subprocess.CalledProcessError if compilation fails."""
    options, left_out = BUILDS[name]
    # Paths relative to the project, so that the same sources give the same bytes in every checkout.
    paths = [path.relative_to(ROOT).as_posix() for path in sources(left_out)]
    target = folder / name
    command = [sys.executable, "-m", "ziglang", "c++", *OPTIONS, *options, *paths, "-o", str(target)]
    subprocess.run(command, cwd=ROOT, check=True)
    return target


def source_hash(name: str) -> str:
    """A hash of everything a module is built from: compiler, options, and sources. Comment lines do not count."""
    options, left_out = BUILDS[name]
    digest = hashlib.sha256(repr((ZIGLANG, OPTIONS, options)).encode())
    for path in _with_headers(sources(left_out)):
        lines = path.read_text(encoding="utf-8").splitlines()
        code = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
        digest.update(f"{path.relative_to(ROOT).as_posix()}\n{code}\n".encode())
    return digest.hexdigest()


def _with_headers(paths: list[Path]) -> list[Path]:
    found, left = set(paths), list(paths)
    while left:
        for header in re.findall(r'^#include "(.+)"', left.pop().read_text(encoding="utf-8"), re.MULTILINE):
            path = ROOT / "native" / header
            if path not in found:
                found.add(path)
                left.append(path)
    return sorted(found)


def file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    folder = Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else FOLDER
    record = {}
    for name in BUILDS:
        target = build(name, folder)
        record[name] = {"sources": source_hash(name), "module": file_hash(target)}
        print(f"{target}: {target.stat().st_size} bytes")
    if folder == FOLDER:
        RECORD.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
