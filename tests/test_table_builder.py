"""Building tables gives the same values every time, whatever interrupts it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from jungle import RULES, STANDARD, Repetition, Rules, Stalemate
from jungle.native import core
from jungle.rules import Blockers, Traps
from jungle.tablebase import Tablebase, TablebaseError
from jungle.tablebase.builder import GIGABYTE, Builder
from jungle.tablebase.files import SHIPPED, pieces_of, sole_builder
from jungle.tablebase.jungle import material_classes
from jungle.tablebase.packed import deflate
from tests.dask_cluster import Cluster
from tests.needs import needs_core
from tests.unpacked import unpacked

pytestmark = needs_core


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "jungle", "tablebase", "build", "--folder", str(folder), *options]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.jtb")}


def test_the_shipped_tables_can_be_rebuilt(tmp_path: Path) -> None:
    Builder(STANDARD, tmp_path, pieces=3, jobs=2).run()
    made = sorted(tmp_path.glob("*.jtb"))
    assert len(made) == 52
    assert all(unpacked(path) == unpacked(SHIPPED / path.name) for path in made)


def test_existing_tables_are_kept_and_damaged_ones_rebuilt(tmp_path: Path) -> None:
    builder = Builder(STANDARD, tmp_path, pieces=2)
    assert all(built.seconds for built in builder.run())
    assert not any(built.seconds for built in builder.run())
    damaged = next(tmp_path.glob("*.jtb"))
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:-1])
    assert [built.name for built in builder.run() if built.seconds] == [damaged.name.rpartition("-")[0]]
    assert damaged.read_bytes() == whole


def test_building_a_class_includes_those_its_captures_lead_to(tmp_path: Path) -> None:
    built = Builder(STANDARD, tmp_path, classes=["l-wd"]).run()
    # Either of two equal dogs may be captured; the colours are swapped.
    assert [one.name for one in built] == ["C-T", "DC-T"]


def test_a_build_killed_at_any_moment_resumes(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    whole = contents(SHIPPED)
    for pause in (0.35, 0.5, 0.7):
        process = subprocess.Popen(command(folder, "--pieces", "3", "--jobs", "1"), stderr=subprocess.DEVNULL)
        until = time.monotonic() + pause
        while time.monotonic() < until and process.poll() is None:
            os.sched_yield() if hasattr(os, "sched_yield") else None
        process.kill()
        process.wait()
        # Every file present is intact.
        assert all(whole[name] == data for name, data in contents(folder).items())
    done = subprocess.run(command(folder, "--pieces", "3"), capture_output=True, text=True, check=True)
    assert "52 classes" in done.stdout
    assert len(contents(folder)) == 52
    assert not list(folder.glob(".*.part"))


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_cluster_builds_the_same_tables_even_if_a_worker_dies(cluster: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    order = command(folder, "--pieces", "3", "--cluster", cluster.address)
    with subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as building:
        _wait_for_files(folder, 5)
        cluster.worker.kill()
        _, errors = building.communicate(timeout=120)
    assert building.returncode == 0, errors
    made = sorted(folder.glob("*.jtb"))
    assert len(made) == 52
    assert all(unpacked(path) == unpacked(SHIPPED / path.name) for path in made)


@pytest.mark.slow
def test_a_lost_cluster_is_reported_in_one_line(cluster: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    order = command(folder, "--pieces", "4", "--cluster", cluster.address)
    with subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as building:
        _wait_for_files(folder, 5)
        cluster.worker.kill()
        cluster.scheduler.kill()
        _, errors = building.communicate(timeout=120)
    assert building.returncode == 1
    told = [line for line in errors.splitlines() if "positions" not in line]
    assert len(told) == 1, errors
    assert "the same command" in told[0]
    # Every file present is intact.
    assert all(unpacked(path) == unpacked(SHIPPED / path.name) for path in folder.glob("*.jtb") if pieces_of(path) < 4)


def _wait_for_files(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(list(folder.glob("*.jtb"))) < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_ctrl_c_ends_a_build_immediately(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(tmp_path, "--classes", "ER-TR", "--jobs", "1"),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline()  # The first class is done.
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert "Traceback" not in error


def test_two_builders_do_not_interfere(tmp_path: Path) -> None:
    with sole_builder(tmp_path):
        second = subprocess.run(command(tmp_path, "--pieces", "2"), capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert second.stderr == f"jungle: another build is running in {tmp_path}\n"
    assert not contents(tmp_path)


def test_impossible_builds_are_refused_in_one_line(tmp_path: Path) -> None:
    attempts: list[tuple[Callable[[], Builder], str]] = [
        (lambda: Builder(replace(STANDARD, repetition=Repetition.CHASE), tmp_path), "threefold repetition"),
        (lambda: Builder(STANDARD, tmp_path, classes=["Q-R"]), "'Q-R'"),
        (lambda: Builder(STANDARD, tmp_path, classes=["RCDW-RCD"]), "'RCDW-RCD'"),
        (lambda: Builder(STANDARD, tmp_path, memory=GIGABYTE // 1000), "more than the"),
        (lambda: Builder(STANDARD, tmp_path, pieces=7), "got 7"),
    ]
    for attempt, message in attempts:
        with pytest.raises(TablebaseError, match=message) as error:
            attempt()
        assert "\n" not in str(error.value)
    (tmp_path / "file").write_text("")
    with pytest.raises(TablebaseError, match="cannot build in"):
        Builder(STANDARD, tmp_path / "file", pieces=2).run()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builder = Builder(STANDARD, tmp_path, pieces=2)
    monkeypatch.setattr(Path, "open", lambda self, mode="r", **options: open("/dev/full", mode.replace("x", "w")))  # noqa: PTH123, SIM115
    monkeypatch.setattr("jungle.tablebase.builder.sole_builder", lambda folder: open(os.devnull))  # noqa: PTH123, SIM115
    with pytest.raises(TablebaseError, match="No space left on device"):
        builder.run()


HOUSE_RULES = {
    "tigers one way": replace(STANDARD, jumps_sideways=frozenset()),
    "stalemate draws": replace(STANDARD, stalemate=Stalemate.DRAWS),
    "jump over own rats, any trap": replace(STANDARD, blockers=Blockers.ENEMY, traps=Traps.ANY),
    "no traps": replace(STANDARD, traps=Traps.NONE),
}


@pytest.mark.parametrize("rules", HOUSE_RULES.values(), ids=HOUSE_RULES)
def test_house_rules_can_be_solved(rules: Rules, tmp_path: Path) -> None:
    Builder(rules, tmp_path, classes=["LR-T", "DR-R", "T-E"]).run()
    tables = Tablebase.open(folder=tmp_path)
    checked = dict(tables.verify(rules, pieces=2)) | dict(
        tables.verify(rules, pieces=3, classes=["LR-T", "DR-R"], sample=None)
    )
    assert sum(one.positions for one in checked.values()) > 400_000
    assert not any(one.wrong for one in checked.values())


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rules", ["standard", "leiden"])
def test_every_shipped_value_follows_from_the_next_positions(rules: str) -> None:
    checked = dict(Tablebase.open(folder=SHIPPED).verify(RULES[rules], pieces=3))
    assert len(checked) == 52
    assert not any(one.wrong for one in checked.values())


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    classes = material_classes(STANDARD, 2)
    of = next(one for one in classes.classes if one.name == "C-C")
    file = core.TablebaseFile(str(next(SHIPPED.glob("C-C-*"))))
    values = bytearray(file.plane(0) + file.plane(1))
    place = next(index for index, value in enumerate(values) if value == 12)
    values[place] = 14
    data = core.pack_tablebase(
        bytes(values), planes=2, row=file.row, fingerprint=of.fingerprint, description="", deflate=deflate
    )
    (tmp_path / next(SHIPPED.glob("C-C-*")).name).write_bytes(data)
    tables = core.Tablebase(classes, [("C-C", str(next(tmp_path.glob("C-C-*"))))])
    assert tables.verify("C-C").wrong > 0
    assert "is stored" in tables.verify("C-C").first_wrong


def test_statistics_match_the_published_counts() -> None:
    two = {one.name: one for one in Tablebase.open(folder=SHIPPED).statistics(STANDARD, pieces=2)}
    assert two["L-T"].results[0] == (1676, 134, 542)
    assert max(one.longest for one in two.values()) == 34
