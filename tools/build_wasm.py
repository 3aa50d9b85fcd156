"""Compile the C++ core to WebAssembly for the browser app: `python -m tools.build_wasm [FOLDER]`.

Needs only `ziglang` from PyPI, which contains clang and libc++. The same sources and the same version of it give the
same bytes.
"""

import subprocess
import sys
from pathlib import Path

ZIGLANG = "0.17.0"
ROOT = Path(__file__).parent.parent
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


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for name in BUILDS:
        target = build(name, folder.absolute())
        print(f"{target}: {target.stat().st_size} bytes")
