"""Builds tables, class by class, in the order in which captures lead from one to the next.

The same command goes on where an earlier one was killed: a class whose file is there and whole is not built again.
"""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from jungle.house_rules import parse_rules, rules_text
from jungle.native import core, native_available
from jungle.rules import Rules
from jungle.tablebase.classes import MOST_PIECES, InvalidMaterialError, TablebaseError, check_rules, count_pieces
from jungle.tablebase.files import file_name, sole_builder, write_file
from jungle.tablebase.packed import deflate
from jungle.tablebase.tablebase import class_name, material_classes

GIGABYTE = 1 << 30
GUESSED_SPEED = 20e6
"""Positions a second, until the first class has been built."""
TICK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Built:
    """One class, built or found."""

    name: str
    pieces: int
    positions: int
    size: int
    """Bytes of its file."""
    seconds: float
    """0 where the file was there before."""


@dataclass(slots=True)
class Progress:
    """How far a build has come."""

    total: int
    """Positions in all that are to be built."""
    started: float = field(default_factory=time.monotonic)
    done: int = 0
    running: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Positions and start of the classes under way."""
    _worked: float = 0
    _solved: int = 0

    def finished(self, built: Built) -> None:
        self.done += built.positions
        self._solved += built.positions
        self._worked += built.seconds

    def seconds_left(self, jobs: int) -> float:
        return max(0.0, (self.total - self.done) / self._speed() / jobs - sum(self._elapsed()) / jobs)

    def class_seconds_left(self) -> dict[str, float]:
        """By class; a guess from the speed so far."""
        now = time.monotonic()
        speed = self._speed()
        return {name: max(0.0, size / speed - (now - since)) for name, (size, since) in self.running.items()}

    def _elapsed(self) -> Iterable[float]:
        now, speed = time.monotonic(), self._speed()
        return (min(now - since, size / speed) for size, since in self.running.values())

    def _speed(self) -> float:
        return self._solved / self._worked if self._worked else GUESSED_SPEED


class Cluster(Protocol):
    """Other machines, such as `jungle.arena.workers.ClusterPool`."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]": ...

    def width(self) -> int:
        """How many classes can be built at once; raises JungleError where the cluster is gone."""


class Builder:
    """Builds what is asked for, and what that needs. Raises TablebaseError.

    `memory` bounds what the classes under way take together, in bytes. A `cluster` builds them on other machines, as
    many at once as it has room for, each within that memory.
    """

    def __init__(
        self,
        rules: Rules,
        folder: Path,
        *,
        pieces: int = 4,
        classes: Iterable[str] = (),
        jobs: int = 1,
        memory: int = 4 * GIGABYTE,
        cluster: Cluster | None = None,
    ) -> None:
        if not native_available():
            raise TablebaseError("building tables needs the native core, which is not built here")
        check_rules(rules)
        self.rules, self.folder, self.jobs, self.memory = rules, folder, jobs, memory
        if not 2 <= pieces <= MOST_PIECES:
            raise InvalidMaterialError(f"expected 2 to {MOST_PIECES} pieces, got {pieces}")
        names = list(classes)
        self._classes = material_classes(rules, max(map(count_pieces, names)) if names else pieces)
        self._by_name = {of.name: of for of in self._classes.classes}
        self._cluster = cluster
        self.todo = self._order(names)
        for of in self.todo:
            if of.memory > memory:
                needed, allowed = of.memory / GIGABYTE, memory / GIGABYTE
                raise TablebaseError(f"{of.name} takes {needed:.1f} GB to solve, more than the {allowed:g} GB allowed")

    def _order(self, names: list[str]) -> list["core.MaterialClass"]:
        """The classes to build, the smaller ones first."""
        if not names:
            return list(self._classes.classes)
        wanted = {class_name(self._classes, name) for name in names}
        front = wanted
        while front:
            front = {left for name in front for left in self._classes.successors(name)} - wanted
            wanted |= front
        return [of for of in self._classes.classes if of.name in wanted]

    def path(self, name: str) -> Path:
        return self.folder / file_name(name, self._by_name[name].fingerprint)

    def run(
        self,
        report: Callable[[Built, Progress], None] = lambda built, progress: None,
        tick: Callable[[Progress], None] = lambda progress: None,
    ) -> list[Built]:
        """Build all; `report` hears of each class when its file is there, `tick` every second."""
        with sole_builder(self.folder):
            progress = Progress(sum(of.size for of in self.todo))
            there = [of for of in self.todo if self._is_there(of)]
            done = []
            for of in there:
                done.append(Built(of.name, of.pieces, of.size, self.path(of.name).stat().st_size, 0.0))
                progress.total -= of.size
            left = [of for of in self.todo if of not in there]
            local = core.TablebaseBuilder(self._classes)
            with ThreadPoolExecutor(self.jobs) as threads:
                try:
                    for built in self._run(threads, local, left, progress, tick):
                        done.append(built)
                        report(built, progress)
                finally:
                    local.stop()
            return done

    def _run(
        self,
        threads: ThreadPoolExecutor,
        local: "core.TablebaseBuilder",
        left: list["core.MaterialClass"],
        progress: Progress,
        tick: Callable[[Progress], None],
    ) -> Iterable[Built]:
        waiting = list(left)
        missing = {of.name for of in left}
        running: dict[Future[bytes | None], tuple[core.MaterialClass, float]] = {}
        while waiting or running:
            if self._cluster:
                self.jobs = self._cluster.width()
            for of in list(waiting):
                used = 0 if self._cluster else sum(other.memory for other, _ in running.values())
                is_full = len(running) >= self.jobs or (running and used + of.memory > self.memory)
                needed = self._classes.successors(of.name)
                if is_full or missing & set(needed):
                    continue
                packed = {name: self._read(name) for name in needed}
                if self._cluster:
                    task = self._cluster.submit(build_elsewhere, rules_text(self.rules), of.name, packed)
                else:
                    task = threads.submit(local.build, of.name, packed, deflate)
                running[task] = of, time.monotonic()
                progress.running[of.name] = of.size, time.monotonic()
                waiting.remove(of)
            finished, _ = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            tick(progress)
            for task in finished:
                of, since = running.pop(task)
                data = self._result(task, of.name)
                write_file(self.path(of.name), data)
                missing.discard(of.name)
                del progress.running[of.name]
                built = Built(of.name, of.pieces, of.size, len(data), time.monotonic() - since)
                progress.finished(built)
                yield built

    def _result(self, task: "Future[bytes | None]", name: str) -> bytes:
        try:
            data = task.result()
        except MemoryError:
            raise TablebaseError(f"not enough memory to solve {name}") from None
        except RuntimeError as error:
            raise TablebaseError(str(error)) from None
        except (Exception, CancelledError) as error:  # a lost machine or connection raises all kinds of errors
            reason = " ".join(str(error).split()) or type(error).__name__
            raise TablebaseError(f"{name} was lost: {reason}; the same command goes on from here") from None
        if not data:
            raise TablebaseError(f"{name} was stopped; the same command goes on from here")
        return data

    def _read(self, name: str) -> bytes:
        try:
            return self.path(name).read_bytes()
        except OSError as error:
            raise TablebaseError(f"cannot read {self.path(name)}: {error.strerror}") from None

    def _is_there(self, of: "core.MaterialClass") -> bool:
        """Is the file of a class there, and whole?"""
        path = self.path(of.name)
        if not path.exists():
            return False
        try:
            return core.TablebaseFile(str(path)).fingerprint == of.fingerprint
        except RuntimeError:
            return False


def build_elsewhere(rules: str, name: str, packed: dict[str, bytes]) -> bytes | None:
    """One class, on a worker of a cluster."""
    return core.TablebaseBuilder(material_classes(parse_rules(rules), count_pieces(name))).build(name, packed, deflate)
