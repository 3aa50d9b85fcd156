"""External engines: drives any program that speaks UCI, with the interface of our own engine.

A misbehaving program does no harm: it has its own process group, has limited time for
everything, and is killed with its child processes if it hangs, floods its output or stops reading.
"""

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from weakref import WeakSet, finalize

from jungle.board_game import BoardGame
from jungle.engine.errors import EngineError, EngineHungError, IllegalAnswerError
from jungle.engine.limits import Limit
from jungle.engine.score import Score
from jungle.engine.search import BaseEngine, Line, Search, SearchResult
from jungle.errors import JungleError
from jungle.game import Game
from jungle.moves import BoardMove
from jungle.rules_text import rules_text

START_TIMEOUT = 10.0
"""Seconds that an engine may take to say `uciok` or `readyok`."""
GRACE = 5.0
"""Seconds past its time after which a search counts as hung."""
STOP_TIMEOUT = 5.0
"""Seconds between `stop` and the answer."""
QUIT_TIMEOUT = 1.0
"""Seconds between `quit` and the kill."""
LATEST = 1.0
"""Seconds after a deadline during which lines are still read: the answer may come after others."""
BACKLOG = 100_000
"""Unread lines after which an engine is killed as out of control."""
LINE_LIMIT = 1_000_000
"""Bytes of a line; an engine that writes a longer one is killed as out of control."""
LOOK_SECONDS = 0.1
"""How often to check that the process is alive: a process it left behind may hold the pipe open."""
VARIANT = "UCI_Variant"
"""The option for the game that is played."""
NO_MOVE = "(none)"
"""The answer of an engine that has no move."""


class UciEngine(BaseEngine):
    """An external engine in its own process. A context manager; leaving it ends the process, by force if necessary.

    `command` is a program with its arguments, as a list or as one line; `options` are set before the first search.
    `game` is the game it plays: any but the 7×9 game must be one of its `UCI_Variant`s. `env` is its environment, and
    `name` its name until it reports one. Raises EngineError if the program cannot be started, does not speak UCI, does
    not play the game, dies or hangs.

    >>> import sys
    >>> from jungle import Game
    >>> with UciEngine([sys.executable, "-m", "jungle", "engine"], options={"Hash": 1}) as engine:
    ...     engine.search(Game(), Limit(depth=2)).depth
    2
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = START_TIMEOUT,
        game: type[BoardGame] = Game,
        env: Mapping[str, str] | None = None,
        name: str = "",
    ) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self._command:
            raise EngineError("expected the command of an engine, got an empty one")
        super().__init__(game)
        self._timeout = timeout
        self._talking = threading.Lock()
        self._running: Search | None = None
        """The search that the engine is working on."""
        self._deadline: float | None = None
        """Its deadline."""
        self._set: dict[str, object] = {}
        self._words = ""
        """The engine's last message, if it was an explanation."""
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=env,
                # Its own process group: it is killed with its child processes, and Ctrl-C does not reach it.
                # Not a new session, in which `nice` would have no effect.
                process_group=0,
            )
        except OSError as error:
            raise EngineError(f"{self._command[0]}: cannot be started: {error.strerror}") from None
        _engines.add(self)
        assert self._process.stdin is not None
        if hasattr(os, "set_blocking"):
            os.set_blocking(self._process.stdin.fileno(), False)
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # Neither thread nor finalizer knows this object, so that an engine that nobody closes ends its process.
        self._flood = threading.Event()
        """Set if the engine was killed because it wrote too much."""
        reading = self._process, self._lines, self._flood
        self._reader = threading.Thread(target=_read, args=reading, name="uci-reader", daemon=True)
        self._reader.start()
        self._end = finalize(self, _end, self._process)
        """Ends the process, once: its number may later be another process's."""
        self._end.atexit = False
        self.name = name or self._command[0]
        self.option_names: list[str] = []
        """The options that the engine declares."""
        self._variants: list[str] = []
        try:
            self._shake_hands()
            self._choose_variant()
            for name, value in (options or {}).items():
                self.set_option(name, value)
            self._wait_ready()
        except BaseException:
            self.close()
            raise

    def _shake_hands(self) -> None:
        self._send("uci")
        deadline = time.monotonic() + self._timeout
        while (line := self._receive(deadline, "uciok")) != "uciok":
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["option", "name"] and "type" in words:
                self.option_names.append(" ".join(words[2 : words.index("type")]))
                if self.option_names[-1] == VARIANT:
                    self._variants = [word for before, word in pairwise(words) if before == "var"]

    def _choose_variant(self) -> None:
        """Tell the engine which game to play. One that offers no choice plays the 7×9 game."""
        if self.game_type.kind in self._variants:
            self.set_option(VARIANT, self.game_type.kind)
        elif self.game_type.kind != Game.kind:
            raise EngineError(f"{self.name}: it does not play the game {self.game_type.kind!r}")

    def _wait_ready(self) -> None:
        self._send("isready")
        deadline = time.monotonic() + self._timeout
        while self._receive(deadline, "readyok") != "readyok":
            pass

    def _send(self, command: str) -> None:
        """Raises EngineError if the engine is gone, or does not read what it is sent."""
        assert self._process.stdin is not None
        message, deadline = f"{command}\n".encode(), time.monotonic() + self._timeout
        while message:
            try:
                message = message[os.write(self._process.stdin.fileno(), message) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    _kill(self._process)
                    raise EngineHungError(f"{self.name}: it did not read its input in time and was killed") from None
                time.sleep(LOOK_SECONDS)
            except (OSError, ValueError):
                raise self._died() from None

    def _receive(self, deadline: float | None, awaited: str) -> str:
        """The next line. Raises EngineError if there is none in time."""
        try:
            line = self._next_line(deadline)
        except queue.Empty:
            _kill(self._process)
            raise EngineHungError(f"{self.name}: no {awaited} in time, so it was killed") from None
        if line is None:
            raise self._died()
        if line.startswith("info string "):
            self._words = line.removeprefix("info string ").removeprefix(f"{self.name}: ")
        return line

    def _next_line(self, deadline: float | None) -> str | None:
        """The next line, or None after the last. Raises queue.Empty if there is none in time."""
        while True:
            left = LOOK_SECONDS if deadline is None else deadline - time.monotonic()
            # An engine that never stops talking is late too, though there is always a line to read.
            if left < -LATEST:
                raise queue.Empty
            with suppress(queue.Empty):
                return self._lines.get(timeout=max(min(left, LOOK_SECONDS), 0))
            if left <= 0:
                raise queue.Empty
            if self._process.poll() is not None:
                with suppress(queue.Empty):
                    return self._lines.get(timeout=LOOK_SECONDS)
                return None

    def _died(self) -> EngineError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_TIMEOUT)
        code = self._process.poll()
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was killed by {signal.Signals(-code).name}"
        else:
            how = f"ended with exit code {code}"
        words = "it wrote too much" if self._flood.is_set() else self._words
        return EngineError(f"{self.name}: the engine {how}{f': {words}' if words else ''}")

    @property
    def last_words(self) -> str:
        """What the engine explained last, in an `info string`; empty if it did not."""
        return self._words

    def set_option(self, name: str, value: object) -> None:
        """Set an option of the engine. Raises EngineError for one that it does not declare."""
        known = {option.lower() for option in self.option_names}
        if name.lower() not in known:
            raise EngineError(f"{self.name}: unknown option {name!r}; expected one of: {', '.join(self.option_names)}")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if "\n" in text or "\r" in text:
            raise EngineError(f"{name}: expected one line, got {text!r}")
        self._send(f"setoption name {name} value {text}")

    def _has_option(self, name: str) -> bool:
        return name.lower() in (option.lower() for option in self.option_names)

    def new_game(self) -> None:
        """Tell the engine that a new game begins."""
        with self._turn:
            self._send("ucinewgame")
            self._wait_ready()

    def _run(self, search: Search) -> SearchResult:
        """Set the option `Rules` if the engine has one. Raises EngineError if the engine fails."""
        game: BoardGame = search.game
        self._set_up("MultiPV", search.multipv, 1)
        if self._has_option("Rules"):
            self._set_up("Rules", rules_text(game.rules), next(iter(game.rules_type.named)))
        self._send(_position(game))
        self._wait_ready()  # By now, all output of earlier searches has been read.
        self._deadline = None
        if not search.pondering:
            self._expect_answer(search.limit)
        self._words = ""
        with self._talking:
            self._send(_go(search))
            self._running = search
        search.on_stop(lambda: self._interject(search, "stop"))
        search.on_ponderhit(lambda: self._interject(search, "ponderhit"))
        try:
            return self._await_move(search)
        finally:
            if self._running is not None:
                self._abandon()

    def _expect_answer(self, limit: Limit) -> None:
        if hard := limit.deadline().hard:
            self._deadline = time.monotonic() + hard / 1000 + GRACE

    def _interject(self, search: Search, command: str) -> None:
        """Send a command about a search to the engine, if that is still working on it."""
        with self._talking:
            if self._running is not search:
                return
            if command == "stop":
                self._deadline = time.monotonic() + STOP_TIMEOUT
            else:
                self._expect_answer(search.limit)
            with suppress(EngineError):  # The thread that waits for the answer finds out.
                self._send(command)
        self._lines.put("")  # Wake that thread: the deadline has changed.

    def _abandon(self) -> None:
        """End an abandoned search, so that its answer is not mistaken for the next one's."""
        with self._talking:
            self._running = None
        with suppress(EngineError):
            self._send("stop")
            deadline = time.monotonic() + STOP_TIMEOUT
            while not self._receive(deadline, "bestmove").startswith("bestmove"):
                pass

    def _set_up(self, name: str, value: object, default: object) -> None:
        """Set an option that a search needs, unless it already has that value."""
        if self._set.get(name, default) != value:
            self.set_option(name, value)
            self._set[name] = value

    def _await_move(self, search: Search) -> SearchResult:
        game, started = search.game, time.monotonic()
        lines: dict[int, Line] = {}
        nodes = hashfull = 0
        while True:
            words = self._receive(self._deadline, "bestmove").split()
            match words[:1]:
                case ["bestmove"]:
                    with self._talking:
                        self._running = None
                    break
                case ["info"] if words[1:2] != ["string"]:
                    report = _parse_info(words[1:])
                    nodes = _number(report, "nodes", nodes)
                    hashfull = _number(report, "hashfull", hashfull)
                    if line := _line(game, report):
                        lines[_number(report, "multipv", 1)] = line
                        search.report(partial(_assembled, lines.copy(), nodes, time.monotonic() - started, hashfull))
        move = self._legal_answer(game, words[1] if len(words) > 1 else "nothing")
        best = next((line for line in lines.values() if line.move == move), None)
        # The lines of a search that was cut short may begin with another move than it chose.
        ordered = [best or Line(Score(side=game.side), (move,), 0, 0)]
        ordered += [lines[number] for number in sorted(lines) if lines[number].move != move]
        return SearchResult(tuple(ordered), nodes, time.monotonic() - started, hashfull)

    def _legal_answer(self, game: BoardGame, text: str) -> BoardMove:
        if text == NO_MOVE:
            raise EngineError(f"{self.name}: {self._words or f'answered {text!r}'}")
        try:
            return game.parse_move(text)
        except JungleError as error:
            raise IllegalAnswerError(f"{self.name}: answered {text!r}: {self._words or error}") from None

    def close(self) -> None:
        """End the process: ask it to quit, then kill it. May be called twice."""
        self._closed = True
        if self._process.poll() is None:
            with suppress(EngineError):
                self._send("quit")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_TIMEOUT)
        self._end()
        self._reader.join(QUIT_TIMEOUT)


def _read(process: "subprocess.Popen[bytes]", lines: "queue.SimpleQueue[str | None]", flood: threading.Event) -> None:
    """Pass on the lines that an engine writes."""
    # It closes the pipe itself: closing waits for the reader, which may wait for a process the engine left behind.
    assert process.stdout is not None
    with suppress(ValueError, OSError), process.stdout as stream:
        while line := stream.readline(LINE_LIMIT):
            lines.put(line.decode("utf-8", "replace").strip())
            if len(line) == LINE_LIMIT or lines.qsize() > BACKLOG:
                flood.set()
                _kill(process)
                break
    lines.put(None)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and everything in its group."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _end(process: "subprocess.Popen[bytes]") -> None:
    _kill(process)
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.close()


_engines: WeakSet[UciEngine] = WeakSet()


def kill_engines() -> None:
    """End the processes of all engines immediately, for a program that is about to exit."""
    for engine in tuple(_engines):
        _kill(engine._process)


def _position(game: BoardGame) -> str:
    """The game so far, from `startpos` if possible, since not every engine reads our form of a position."""
    usual = game.start == type(game)(game.rules).start
    words = ["position", "startpos" if usual else f"fen {game.start.fen()}"]
    if game.moves:
        words += ["moves", *map(str, game.moves)]
    return " ".join(words)


def _go(search: Search) -> str:
    words, limit = ["go"], search.limit
    if search.pondering:
        words.append("ponder")
    if limit.clock is not None:
        clock, increment = round(limit.clock * 1000), round(limit.increment * 1000)
        # Only the mover's clock is known; the other gets the same.
        words += ["wtime", str(clock), "btime", str(clock), "winc", str(increment), "binc", str(increment)]
        if limit.moves_to_go is not None:
            words += ["movestogo", str(limit.moves_to_go)]
    if limit.movetime is not None:
        words += ["movetime", str(max(round(limit.movetime * 1000), 1))]
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    if limit.is_endless():
        words.append("infinite")
    if search.searchmoves is not None:
        words += ["searchmoves", *(move.uci() for move in search.searchmoves)]
    return " ".join(words)


_SCORE_WORDS = ("cp", "mate", "lowerbound", "upperbound")


def _parse_info(words: list[str]) -> dict[str, list[str]]:
    """The values of an `info` line by keyword: only a score has keywords among its values."""
    report: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word.isalpha() and word not in _SCORE_WORDS:
            values = report[word] = []
        else:
            values.append(word)
    return report


def _number(report: dict[str, list[str]], word: str, otherwise: int) -> int:
    try:
        return int(report[word][0])
    except (KeyError, IndexError, ValueError):
        return otherwise


def _line(game: BoardGame, report: dict[str, list[str]]) -> Line | None:
    """The line of a report, as far as its moves can be played; None for a report without one."""
    match report.get("score", [])[:2]:
        case ["cp", text] if _is_number(text):
            score = Score(int(text))
        case ["mate", text] if _is_number(text) and int(text) > 0:
            score = Score.win(2 * int(text) - 1)
        case ["mate", text] if _is_number(text) and int(text) < 0:
            score = Score.loss(2 * -int(text))
        case _:
            return None
    moves: list[BoardMove] = []
    position = game.position
    score = replace(score, side=position.side)
    for text in report.get("pv", []):
        try:
            move = position.parse_move(text)
        except JungleError:
            break
        moves.append(move)
        if move.is_flip():  # The result of a flip is unknown, so a line ends there.
            break
        position = position.after(move)
    if not moves:
        return None
    depth = _number(report, "depth", 0)
    return Line(score, tuple(moves), depth, _number(report, "seldepth", depth))


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 18


def _assembled(lines: dict[int, Line], nodes: int, seconds: float, hashfull: int) -> SearchResult:
    return SearchResult(tuple(lines[number] for number in sorted(lines)), nodes, seconds, hashfull)
