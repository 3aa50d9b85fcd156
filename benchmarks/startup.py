"""How fast things start: the library, and the engine's first answer.

Each is the fastest of several starts, since others share the machine.
"""

import subprocess
import sys
import time

from benchmarks import benchmark

STARTS = 9


@benchmark
def import_time() -> dict[str, float]:
    """What `import jungle` adds to Python's startup time."""
    code = "import time; t = time.perf_counter(); import jungle; print((time.perf_counter() - t) * 1000)"
    times = [float(subprocess.check_output([sys.executable, "-c", code], text=True)) for _ in range(STARTS)]
    return {"import_ms": min(times)}


@benchmark
def uciok() -> dict[str, float]:
    """The time from starting `jungle engine` to its `uciok`."""
    times = []
    for _ in range(STARTS):
        started = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", "jungle", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("uci\n")
            process.stdin.flush()
            while process.stdout.readline() != "uciok\n":
                pass
            times.append((time.perf_counter() - started) * 1000)
            process.stdin.write("quit\n")
            process.stdin.close()
    return {"uciok_ms": min(times)}
