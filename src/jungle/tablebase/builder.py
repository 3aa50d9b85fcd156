"""Builds tables class by class, in the order in which captures lead from one to the next.

Rerun the command to continue an interrupted build: a class with a complete file is not built again.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from jungle.rules import BaseRules
from jungle.rules_text import read_rules, rules_text
from jungle.tablebase.errors import TablebaseError
from jungle.tablebase.files import file_name, read_file, sole_builder, write_file
from jungle.tablebase.jungle import JungleSolver
from jungle.tablebase.tablebase import Tablebase, TableClass

GIGABYTE = 1 << 30
TICK_SECONDS = 1.0

Solved = tuple[int, bytes] | None
"""The fingerprint and the bytes of a file; None if the work was stopped."""


@dataclass(frozen=True, slots=True)
class Built:
    """One class, built or found."""

    name: str
    pieces: int
    positions: int
    size: int
    """Bytes of its file."""
    seconds: float
    """0 if the file already existed."""


@dataclass(slots=True)
class Progress:
    """Progress of a build, in positions."""

    total: int
    done: int = 0
    running: list[str] = field(default_factory=list)
    """The classes being built."""
    started: float = field(default_factory=time.monotonic)

    def seconds_left(self) -> float | None:
        """Estimated from the speed so far; None before the first class is built."""
        elapsed = time.monotonic() - self.started
        return elapsed * (self.total - self.done) / self.done if self.done else None


class Cluster(Protocol):
    """Other machines, such as `jungle.arena.workers.ClusterPool`."""

    def submit(self, function: Callable[..., Solved], *arguments: str | dict[str, bytes]) -> "Future[Solved]": ...

    def width(self) -> int:
        """How many classes can be built at once. Raises JungleError if the cluster is gone."""


class Builder:
    """Builds the requested classes and their dependencies. Raises TablebaseError.

    `memory` limits the total memory of the classes in progress, in bytes. A `cluster` builds them on other machines, as
    many at once as it has room for, each within that memory.
    """

    def __init__(
        self,
        rules: BaseRules,
        folder: Path | None = None,
        *,
        pieces: int = 4,
        classes: Iterable[str] = (),
        jobs: int = 1,
        memory: int = 4 * GIGABYTE,
        cluster: Cluster | None = None,
    ) -> None:
        names = list(classes)
        kind = next(kind for kind in Tablebase.types().values() if isinstance(rules, kind.rules_type))
        self._solver = kind.checked_solver(rules, pieces, names)
        if cluster and not isinstance(self._solver, JungleSolver):
            raise TablebaseError("only tables of the 7×9 game can be built on a cluster")
        self.rules, self.folder, self.jobs, self.memory = rules, folder or kind.built_folder(), jobs, memory
        self._cluster = cluster
        self.files: dict[str, Path] = {}
        """The existing files, by class name."""
        self.todo = self._order(names)
        for of in self.todo:
            if of.memory > memory:
                needed, allowed = of.memory / GIGABYTE, memory / GIGABYTE
                raise TablebaseError(f"{of.name} takes {needed:.1f} GB to solve, more than the {allowed:g} GB allowed")

    def _order(self, names: list[str]) -> list[TableClass]:
        """The classes to build, the smaller ones first."""
        wanted = {of.name for of in self._solver.chosen(names)}
        front = wanted
        while front:
            front = {left for name in front for left in self._solver.successors(name)} - wanted
            wanted |= front
        return [of for of in self._solver.classes if of.name in wanted]

    def paths(self, name: str) -> list[Path]:
        """The possible paths of a class's file."""
        marks = next(of.fingerprints for of in self._solver.classes if of.name == name)
        return [self.folder / file_name(name, mark) for mark in marks]

    def run(
        self,
        report: Callable[[Built, Progress], None] = lambda built, progress: None,
        tick: Callable[[Progress], None] = lambda progress: None,
    ) -> list[Built]:
        """Build all classes. Calls `report` when a class's file is ready, and `tick` every second."""
        with sole_builder(self.folder):
            done, left = [], []
            for of in self.todo:
                path = next(
                    (path for path in self.paths(of.name) if path.exists() and self._solver.take(of, path)), None
                )
                if path:
                    self.files[of.name] = path
                    done.append(Built(of.name, of.pieces, of.positions, path.stat().st_size, 0.0))
                else:
                    left.append(of)
            progress = Progress(sum(of.positions for of in left))
            with ThreadPoolExecutor(self.jobs) as threads:
                try:
                    for built in self._build(threads, left, progress, tick):
                        done.append(built)
                        report(built, progress)
                finally:
                    self._solver.stop()
            return done

    def _build(
        self,
        threads: ThreadPoolExecutor,
        waiting: list[TableClass],
        progress: Progress,
        tick: Callable[[Progress], None],
    ) -> Iterator[Built]:
        running: dict[Future[Solved], tuple[TableClass, float]] = {}
        while waiting or running:
            if self._cluster:
                self.jobs = self._cluster.width()
            for of in list(waiting):
                used = 0 if self._cluster else sum(other.memory for other, _ in running.values())
                is_full = len(running) >= self.jobs or (running and used + of.memory > self.memory)
                if not is_full and self.files.keys() >= set(self._solver.successors(of.name)):
                    running[self._submit(threads, of)] = of, time.monotonic()
                    waiting.remove(of)
            progress.running = [of.name for of, _ in running.values()]
            finished, _ = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            tick(progress)
            for task in finished:
                of, since = running.pop(task)
                mark, data = self._result(task, of.name)
                self.files[of.name] = self.folder / file_name(of.name, mark)
                write_file(self.files[of.name], data)
                progress.done += of.positions
                yield Built(of.name, of.pieces, of.positions, len(data), time.monotonic() - since)

    def _submit(self, threads: ThreadPoolExecutor, of: TableClass) -> "Future[Solved]":
        if not self._cluster:
            return threads.submit(self._solver.solve, of, self.files)
        files = {name: read_file(self.files[name]) for name in self._solver.successors(of.name)}
        return self._cluster.submit(build_elsewhere, rules_text(self.rules), of.name, files)

    def _result(self, task: "Future[Solved]", name: str) -> tuple[int, bytes]:
        try:
            solved = task.result()
        except MemoryError:
            raise TablebaseError(f"not enough memory to solve {name}") from None
        except TablebaseError:
            raise
        except RuntimeError as error:
            raise TablebaseError(str(error)) from None
        except (Exception, CancelledError) as error:  # A lost machine or connection raises all kinds of errors.
            reason = " ".join(str(error).split()) or type(error).__name__
            raise TablebaseError(f"{name} was lost: {reason}; the same command continues from here") from None
        if not solved:
            raise TablebaseError(f"{name} was stopped; the same command continues from here")
        return solved


def build_elsewhere(rules: str, name: str, files: dict[str, bytes]) -> Solved:
    """One class, on a worker of a cluster."""
    solver = JungleSolver(read_rules(rules), sum(map(str.isalpha, name)))
    return solver.solve_from(solver.chosen([name])[0], files)
