"""Players whose code is not ours: `python:` and `uci:`, each in a process of its own.

Whatever such a process does, only its own player can lose by it: the worker asks it through a pipe and waits for so
long. What comes back is JSON, never a pickle, and believed as far as it makes sense.
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
from time import monotonic
from types import SimpleNamespace
from typing import Any, BinaryIO

from jungle.arena.games import Termination
from jungle.arena.players import Player, PlayerSpec
from jungle.arena.processes import close_process, how_it_ended, kill_process, serve, start_process
from jungle.arena.seats import Answer, PlayerFailedError

START_SECONDS = 30.0
"""What a player may take to get ready for a game, whatever its time for a move is."""
LOOK_SECONDS = 0.1
"""How often there is a look whether the process is still there: a process that it left behind may hold the pipe."""
LINE_LIMIT = 100_000
"""Bytes of an answer; a real one has about a hundred."""
UNREAD_LIMIT = 10
"""Answers that nobody asked for, after which nothing more is read."""


class GuestSeat:
    """The worker's end: a seat whose player lives in another process."""

    def __init__(self, spec: PlayerSpec, timeout: float, *, flip: bool) -> None:
        self.timeout = timeout
        self._spec = spec
        self._flip = flip
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._asked = 0
        self._plies = 0
        """How much of the game the player knows."""

    def new_game(self, game: Any, seed: str) -> None:
        self._ask(START_SECONDS, "new_game", self._spec.text, self._flip, game, seed)
        self._plies = len(game)

    def choose(self, game: Any) -> Answer:
        news = game.moves[self._plies :]
        self._plies = len(game)
        answer = Answer.of(SimpleNamespace(**self._ask(self.timeout, "choose", news)))
        if not isinstance(answer.move, str):
            raise self._failed(Termination.CRASH, "an answer without a move")
        return answer

    def _ask(self, seconds: float, *request: Any) -> dict[str, Any]:
        """Send a request and return what comes back in time."""
        process = self._process or self._start()
        self._asked += 1
        assert process.stdin is not None
        try:
            # One request at a time fits into the pipe; where it does not, nobody reads at the other end.
            message = pickle.dumps((self._asked, *request))
            if os.write(process.stdin.fileno(), message) < len(message):
                raise BlockingIOError
        except OSError:
            raise self._failed(Termination.CRASH, "it does not read what it is asked") from None
        line = self._receive(seconds)
        try:
            number, answer = json.loads(line)
            failure = answer.pop("failure", None)
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise self._failed(Termination.CRASH, f"rubbish instead of an answer: {line[:50]!r}") from None
        if number != self._asked:
            raise self._failed(Termination.CRASH, "an answer to what it was not asked")
        if failure is not None:
            raise PlayerFailedError(_ENDINGS.get(str(failure), Termination.CRASH), str(answer.get("detail")))
        return dict(answer)

    def _receive(self, seconds: float) -> bytes:
        deadline = monotonic() + seconds
        while (left := deadline - monotonic()) > 0:
            try:
                line = self._answers.get(timeout=min(left, LOOK_SECONDS))
            except queue.Empty:
                assert self._process is not None
                if self._process.poll() is None or not self._answers.empty():
                    continue
                line = b""
            if line:
                return line
            assert self._process is not None
            raise self._failed(Termination.CRASH, how_it_ended(self._process))
        raise self._failed(Termination.TIMEOUT, f"no answer within {seconds:g} s")

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
        """A failure after which the process is of no more use."""
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

    def new_game(self, text: str, flip: bool, game: Any, seed: str) -> dict[str, Any]:
        if not hasattr(self._player, "new_game"):
            self.close()
        if self._player is None:
            self._player = PlayerSpec.parse(text).open(flip=flip)
        if hasattr(self._player, "new_game"):
            self._player.new_game(seed)
        self._game = game
        return {}

    def choose(self, news: Sequence[Any]) -> dict[str, Any]:
        assert self._player is not None
        for move in news:
            self._game.play(move)
        # A copy, with which it may do what it likes.
        answer = Answer.of(self._player.choose(self._game.copy()))
        move = answer.move
        if not isinstance(move, str):
            if not type(move).__module__.startswith("jungle."):
                raise PlayerFailedError(Termination.ILLEGAL, f"expected a move, got {move!r}")
            move = str(move)
        return {"move": move, "nodes": answer.nodes, "score": answer.score}

    def close(self) -> None:
        player, self._player = self._player, None
        with suppress(BaseException):
            if hasattr(player, "close"):
                player.close()


def main() -> None:
    """Answer what the worker asks until it is gone."""
    requests, answers = serve(_end)
    host = _Host()
    for number, method, *arguments in requests:
        try:
            answer = getattr(host, method)(*arguments)
        except BaseException as error:  # whatever it is, it is the player's
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
