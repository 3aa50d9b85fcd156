"""A playing process and its supervisor, who replaces it when a player hangs or brings it down."""

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from jungle.arena.errors import ArenaError, InvalidPlayerError
from jungle.arena.games import Conditions, Ending, GameJob, GameResult
from jungle.arena.players import PlayerSpec
from jungle.arena.pulse import Beat, Pulse
from jungle.arena.worker import PULSE_FILE
from jungle.pieces import Side

WATCH_INTERVAL = 0.1
"""Seconds between two looks at the pulse."""
GRACE = 0.5
"""Seconds over its time after which a player is taken to hang; one that still answers before has lost as well."""
START_SECONDS = 30.0
"""What a player may take to get ready for a game, whatever its time for a move is."""
RETRIES = 2
"""How often a game is begun again whose process died while no player was thinking."""


class StoppedError(Exception):
    """The supervisor was told to stop."""


class GameProcess:
    """Plays batches of games in a process of its own, one batch at a time; `kill` may come from any thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._folder = Path()
        self._stopped = threading.Event()

    def check(self, players: Sequence[str], conditions: Conditions) -> None:
        """Start every player once. Raises InvalidPlayerError for the first that cannot be started."""
        self._start()
        self._send({"check": True, "conditions": conditions.to_json(), "players": list(players)})
        while True:
            try:
                line = self._answers.get(timeout=WATCH_INTERVAL)
            except queue.Empty:
                beat = self._pulse.beat()
                if beat.thinker is not None and beat.seconds > START_SECONDS:
                    self._discard()
                    raise InvalidPlayerError(f"player {players[beat.game]!r} does not start: it hangs") from None
                continue
            break
        if self._stopped.is_set():
            raise StoppedError
        if not line:
            beat, how = self._pulse.beat(), self._how_it_died()
            self._discard()
            if beat.thinker is None:
                raise ArenaError(f"the playing process does not start: {how}")
            raise InvalidPlayerError(f"player {players[beat.game]!r} does not start: {how}")
        faults = json.loads(line)["faults"]
        if faults:
            raise InvalidPlayerError(faults[0])

    def play(self, players: Sequence[str], conditions: Conditions, jobs: Sequence[GameJob]) -> Iterator[GameResult]:
        """Play the games in order, each result as it comes; a player that hangs or crashes loses its game.

        Raises StoppedError after `kill`, ArenaError where the process keeps dying through nobody's fault.
        """
        specs = [PlayerSpec.parse(text) for text in players]
        waiting, deaths = list(jobs), 0
        while waiting:
            self._start()
            self._send(
                {
                    "conditions": conditions.to_json(),
                    "players": list(players),
                    "games": [job.to_json() for job in waiting],
                }
            )
            batch = waiting
            for number, job in enumerate(batch):
                limits = [specs[player].timeout or conditions.timeout for player in (job.blue, job.red)]
                answer = self._await(number, limits)
                if isinstance(answer, GameResult):
                    yield answer
                    deaths, waiting = 0, batch[number + 1 :]
                    continue
                beat, ending, detail = answer
                self._discard()
                if beat.game == number and beat.thinker is not None:
                    yield _lost(job, beat, ending, detail)
                    deaths, waiting = 0, batch[number + 1 :]
                    break
                deaths, waiting = deaths + 1, batch[number:]
                if deaths > RETRIES:
                    raise ArenaError(f"the playing process died {deaths} times outside a player's turn: {detail}")
                break

    def _await(self, number: int, limits: Sequence[float]) -> GameResult | tuple[Beat, Ending, str]:
        """The next result, or the last pulse and why there is none."""
        suspect: float | None = None
        while True:
            try:
                line = self._answers.get(timeout=WATCH_INTERVAL)
            except queue.Empty:
                beat = self._pulse.beat()
                if beat.game != number or beat.thinker is None:
                    continue
                limit = START_SECONDS if beat.is_starting else limits[beat.thinker]
                if beat.seconds <= limit + GRACE:
                    continue
                # Seen twice at the same thought, for who comes back just now should not be taken to hang.
                if suspect == beat.since:
                    return beat, Ending.TIMEOUT, f"no move within {limit:g} s"
                suspect = beat.since
                continue
            if self._stopped.is_set():
                raise StoppedError
            if line:
                return GameResult.from_json(json.loads(line))
            return self._pulse.beat(), Ending.CRASH, self._how_it_died()

    def _start(self) -> None:
        if self._stopped.is_set():
            raise StoppedError
        if self._process is not None and self._process.poll() is None:
            return
        self._discard()
        self._folder = Path(tempfile.mkdtemp(prefix="jungle-arena-"))
        Pulse.create(self._folder / PULSE_FILE)
        self._pulse = Pulse(self._folder / PULSE_FILE)
        # The present folder comes last, so that what lies there takes no module's place.
        paths = [*filter(None, sys.path), os.getcwd()]  # noqa: PTH109 -- text, as the others are
        with (self._folder / "errors").open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "jungle.arena.worker", str(self._folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
                # A group of its own, so that it goes with all that its players started, and no Ctrl-C reaches it.
                # No session of its own: there `nice` would count for nothing.
                process_group=0,
            )
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()
        if self._stopped.is_set():  # meanwhile
            self._discard()
            raise StoppedError

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        # A process that is gone shows that at the other end.
        with suppress(OSError):
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def _how_it_died(self) -> str:
        assert self._process is not None
        code = self._process.wait()
        if code < 0:
            return f"the process died of {signal.Signals(-code).name}"
        said = (self._folder / "errors").read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return said[-1] if said else f"the process ended with exit code {code}"

    def _discard(self) -> None:
        """End the process and everything its players started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        self._pulse.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def kill(self) -> None:
        """Stop at once; a running `play` raises StoppedError."""
        self._stopped.set()
        process = self._process
        if process is not None:
            with suppress(OSError):
                process.kill()

    def close(self) -> None:
        """End the process. Not while `play` runs in another thread."""
        self._stopped.set()
        self._discard()


def _listen(process: "subprocess.Popen[str]", answers: "queue.SimpleQueue[str]") -> None:
    """Pass the answers on; an empty one says that no more will come.

    Closes the pipe itself: closing waits for whoever reads, who may wait for a process that a player left behind.
    """
    assert process.stdout is not None
    with process.stdout, suppress(OSError, ValueError):
        for line in process.stdout:
            if line.endswith("\n"):
                answers.put(line)
    answers.put("")


def _lost(job: GameJob, beat: Beat, ending: Ending, detail: str) -> GameResult:
    """The result of a game whose player brought the process down. What its moves cost went with it."""
    assert beat.thinker is not None
    slowest = (beat.seconds, 0.0) if beat.thinker is Side.BLUE else (0.0, beat.seconds)
    return GameResult.of(
        job,
        line=" ".join(beat.moves),
        winner=int(beat.thinker.opponent),
        ending=ending,
        detail=detail,
        slowest=slowest if ending is Ending.TIMEOUT else (0.0, 0.0),
    )
