"""Speed figures. A file in this folder is an area; its functions marked `@benchmark` return figures by name.

    @benchmark
    def perft() -> dict[str, float]:
        return {"python_perft_nps": …}

`make bench` runs them all and prints one JSON object; `make bench ONLY=perft` runs those whose
`area.function` contains that text.
"""

from collections.abc import Callable, Mapping

Benchmark = Callable[[], Mapping[str, float]]

REGISTRY: dict[str, Benchmark] = {}


def benchmark(function: Benchmark) -> Benchmark:
    """Add the function to those that `make bench` runs, as `area.function`."""
    area = function.__module__.rpartition(".")[2]
    REGISTRY[f"{area}.{function.__name__}"] = function
    return function
