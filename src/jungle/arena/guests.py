"""Players whose code is not ours: `python:` and `uci:`, each in a process of its own.

Whatever such a process does, it can only harm its own player: the worker asks it through a pipe and waits for a limited
time. What comes back is JSON, never a pickle, and believed as far as it makes sense.
"""

import json
import os
import pickle
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, BinaryIO

from jungle.arena.adjudication import DECIDED, centi_cats
from jungle.arena.games import Conditions, Opening, Termination
from jungle.arena.processes import close_process, how_it_ended, kill_process, serve, start_process
from jungle.arena.seats import PlayerFailedError
from jungle.boardgame import BoardGame
from jungle.engine import Score
from jungle.players import Choice, Player, PlayerSpec

START_SECONDS = 30.0
"""The time a player may take to get ready for a game, whatever its time per move."""
LOOK_SECONDS = 0.1
"""How often to check that the process is still there: a process it left behind may hold the pipe open."""
NODES_LIMIT = 2**63
LINE_LIMIT = 100_000
"""Bytes of an answer; a real one has about a hundred."""
UNREAD_LIMIT = 10
"""Answers that nobody asked for, after which nothing more is read."""


class GuestSeat:
    """The worker's end: a seat whose player lives in another process."""

    def __init__(self, spec: PlayerSpec, conditions: Conditions) -> None:
        self.timeout = spec.timeout or conditions.timeout
        self._spec = spec
        self._conditions = conditions
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._asked = 0
        self._plies = 0
        """How much of the game the player knows."""

    def new_game(self, game: BoardGame, seed: str) -> None:
        # Without a seed for the deal: the guest knows no more than it is shown.
        shown = Opening(game.start.fen(), tuple(map(str, game.moves)))
        self._ask(START_SECONDS, "new_game", self._spec.text, self._conditions, shown, seed)
        self._plies = len(game)

    def choose(self, game: BoardGame) -> Choice:
        news = [str(move) for move in game.moves[self._plies :]]
        self._plies = len(game)
        answer = self._ask(self.timeout, "choose", news)
        move, nodes, score = (answer.get(name) for name in ("move", "nodes", "score"))
        if not isinstance(move, str):
            raise self._failed(Termination.CRASH, "it answered without a move")
        return Choice(
            move,  # type: ignore[arg-type]  # a text, checked when it is played
            nodes if isinstance(nodes, int) and 0 <= nodes < NODES_LIMIT else None,
            Score(score) if isinstance(score, int) and abs(score) <= DECIDED else None,
        )

    def _ask(self, seconds: float, *request: Any) -> dict[str, Any]:
        """Send a request and return what comes back in time."""
        process = self._process or self._start()
        self._asked += 1
        deadline = monotonic() + seconds
        try:
            self._send(process, pickle.dumps((self._asked, *request)), deadline)
            line = self._receive(process, deadline)
        except queue.Empty:
            raise self._failed(Termination.TIMEOUT, f"no answer within {seconds:g} s") from None
        except OSError:
            raise self._failed(Termination.CRASH, how_it_ended(process)) from None
        try:
            number, answer = json.loads(line)
            failure = answer.pop("failure", None)
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise self._failed(Termination.CRASH, f"not an answer: {line[:50]!r}") from None
        if number != self._asked:
            raise self._failed(Termination.CRASH, "an answer to what it was not asked")
        if failure is not None:
            raise PlayerFailedError(_ENDINGS.get(str(failure), Termination.CRASH), str(answer.get("detail")))
        return dict(answer)

    @staticmethod
    def _send(process: "subprocess.Popen[bytes]", message: bytes, deadline: float) -> None:
        """Raises queue.Empty where it is not read in time, OSError where the process is gone."""
        assert process.stdin is not None
        while message:
            try:
                message = message[os.write(process.stdin.fileno(), message) :]
            except BlockingIOError:
                if monotonic() > deadline:
                    raise queue.Empty from None
                sleep(LOOK_SECONDS)

    def _receive(self, process: "subprocess.Popen[bytes]", deadline: float) -> bytes:
        """Raises queue.Empty where nothing comes in time, OSError where nothing more can come."""
        while True:
            left = deadline - monotonic()
            try:
                line = self._answers.get(timeout=max(min(left, LOOK_SECONDS), 0))
            except queue.Empty:
                if left <= 0:
                    raise
                if process.poll() is None or not self._answers.empty():
                    continue
                line = b""
            if not line:
                raise BrokenPipeError
            return line

    def _start(self) -> "subprocess.Popen[bytes]":
        self._process = process = start_process(__name__)
        self._answers = queue.SimpleQueue()
        assert process.stdin is not None
        assert process.stdout is not None
        if hasattr(os, "set_blocking"):
            os.set_blocking(process.stdin.fileno(), False)
        threading.Thread(target=_listen, args=(process.stdout, self._answers), daemon=True).start()
        _seats.add(self)
        return process

    def _failed(self, ending: Termination, detail: str) -> PlayerFailedError:
        """A failure after which the process cannot be used any more."""
        self.kill()
        return PlayerFailedError(ending, detail)

    def kill(self) -> None:
        """End the process with everything that the player started."""
        process, self._process = self._process, None
        if process is not None:
            kill_process(process)
            _seats.discard(self)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            close_process(process)
            _seats.discard(self)


_seats: set[GuestSeat] = set()
"""Those that have a process."""
_ENDINGS = {ending.value: ending for ending in Termination if ending.is_failure}


def kill_guests() -> None:
    """End the processes of all guests, whatever they are doing."""
    for seat in list(_seats):
        seat.kill()


def _listen(stream: BinaryIO, answers: "queue.SimpleQueue[bytes]") -> None:
    """Pass the answers on; an empty one says that no more will come.

    Closes the pipe itself: closing waits for whoever reads, who may wait for a process that a player left behind.
    """
    with stream, suppress(OSError, ValueError):
        while answers.qsize() < UNREAD_LIMIT and (line := stream.readline(LINE_LIMIT)).endswith(b"\n"):
            answers.put(line)
    answers.put(b"")


class _Host:
    """The guest's end: the player, and the game as it is shown to it."""

    def __init__(self) -> None:
        self._player: Player | None = None
        self._game: Any = None

    def new_game(self, text: str, conditions: Conditions, shown: Opening, seed: str) -> dict[str, Any]:
        if self._player is None:
            self._player = PlayerSpec.parse(text).open(conditions.game.kind)
        self._player.new_game(seed)
        self._game = conditions.new_game(shown)
        return {}

    def choose(self, news: Sequence[str]) -> dict[str, Any]:
        assert self._player is not None
        for move in news:
            self._game.play(move)
        choice = self._player.choose(self._game)
        return {"move": str(choice.move), "nodes": choice.nodes, "score": centi_cats(choice.score)}

    def close(self) -> None:
        player, self._player = self._player, None
        with suppress(BaseException):
            if player is not None:
                player.close()


def main() -> None:
    """Answer what the worker asks until it is gone."""
    requests, answers = serve(_end)
    host = _Host()
    for number, method, *arguments in requests:
        try:
            answer = getattr(host, method)(*arguments)
        except BaseException as error:  # any exception is the player's fault
            failure = PlayerFailedError.of(error)
            answer = {"failure": failure.ending.value, "detail": failure.detail}
            host.close()
        answers.write(json.dumps([number, answer]).encode() + b"\n")
        answers.flush()
    host.close()


def _end() -> None:
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main()
