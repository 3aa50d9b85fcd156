"""Compile the C++ core to WebAssembly for the browser app: `python -m tools.build_wasm [FILE]`.

Needs `ziglang` from PyPI, whose clang and libc++ come in one package; nothing else. The same sources and the same
version of it give the same bytes.
"""

import subprocess
import sys
from pathlib import Path

ZIGLANG = "0.17.0"
ROOT = Path(__file__).parent.parent
BUILT = ROOT / "src" / "jungle" / "web" / "page" / "engine" / "core.wasm"
OPTIONS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-Inative", "-Wall", "-Wextra"),
    *("-O3", "-flto", "-s", "-fno-exceptions", "-fno-rtti"),
    # With bulk memory each small copy is one instruction, for which browsers leave the compiled code.
    "-mcpu=generic-bulk_memory-bulk_memory_opt+simd128",
)
LEFT_OUT = (
    *("bindings/", "rl/", "tests/", "jungle/proof", "jungle/selfplay", "jungle/training"),
    *("flip/selfplay", "tables/flip/solver"),
)
"""Sources needed only by Python and the tuners, by path prefix in `native/`."""


def sources() -> list[Path]:
    native = ROOT / "native"
    return [
        path for path in sorted(native.rglob("*.cpp")) if not path.relative_to(native).as_posix().startswith(LEFT_OUT)
    ]


def build(target: Path) -> None:
    """Write the module to a file. Raises subprocess.CalledProcessError if compilation fails."""
    # Paths relative to the project, so that the same sources give the same bytes in every checkout.
    names = [path.relative_to(ROOT).as_posix() for path in sources()]
    subprocess.run([sys.executable, "-m", "ziglang", "c++", *OPTIONS, *names, "-o", str(target)], cwd=ROOT, check=True)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT
    build(target.absolute())
    print(f"{target}: {target.stat().st_size} bytes")
