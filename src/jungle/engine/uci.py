"""The engine protocol: UCI on two streams, with Blue in the part of White.

The session reads commands in one thread and searches in another, so that `stop`, `isready` and `quit` are
answered at any time. What cannot be understood is answered with an `info string` and changes nothing.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from jungle import __version__
from jungle.counting import DEPTH_LIMIT, perft
from jungle.engine.bench import bench, bench_engine, speed
from jungle.engine.go import ProtocolError, parse_go
from jungle.engine.levels import Level, level
from jungle.engine.limits import Limit
from jungle.engine.options import NO_LEVEL, OPTIONS, find_option
from jungle.engine.result import SearchResult
from jungle.engine.score import Score
from jungle.engine.searcher import slow_notice
from jungle.engine.thinking import Engine, evaluate
from jungle.errors import JungleError
from jungle.game import Game
from jungle.house_rules import rules_text
from jungle.moves import Move
from jungle.native import native_available
from jungle.position import Position

NO_MOVE = "(none)"
FAREWELL = 5.0
"""Seconds that we wait at most for what was stopped: it may be stuck in a pipe that nobody reads."""
STOPPABLE_DEPTH = 5 if native_available() else 2
"""A count so deep takes milliseconds."""


class Session:
    """One conversation with another program.

    >>> import sys
    >>> Session(sys.stdout).run(["isready", "position fen 7/3E3/7/7/7/7/7/r6/7 b", "eval nonsense", "quit"])
    readyok
    info string eval takes nothing more, got 'nonsense'
    """

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._writing = threading.Lock()
        self._values: dict[str, Any] = {name: option.read(option.default) for name, option in OPTIONS.items()}
        self._game = Game()
        self._engine: Engine | None = None
        self._level: Level | None = None
        self._thinking: Engine | Level | None = None
        """Who is to be told to stop."""
        self._worker: threading.Thread | None = None
        self._busy = False
        self._stopped = threading.Event()
        self._hit = threading.Event()
        self._may_answer = threading.Event()
        """Clear while the protocol forbids a `bestmove`: in an endless or pondering search."""
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": self._display,
            "eval": self._eval,
            "perft": lambda words: self._go(["perft", *words]),
            "bench": self._bench,
            "debug": lambda words: None,
            "register": lambda words: None,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer each line until `quit` or the end of the lines."""
        try:
            for line in lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                self.handle(words)
        finally:
            self.close()

    def handle(self, words: list[str]) -> None:
        """Answer one command."""
        if not words:
            return
        command = self._commands.get(words[0])
        try:
            if command is None:
                raise ProtocolError(f"expected one of {', '.join(self._commands)}, quit; got {words[0][:60]!r}")
            command(words[1:])
        except JungleError as error:
            self._say(str(error))

    def wait(self) -> None:
        """Wait for the end of what runs."""
        if self._worker:
            self._worker.join()

    def close(self) -> None:
        """Stop what runs and wait for it."""
        self._stop([])
        if self._worker:
            self._worker.join(FAREWELL)
        if self._engine:
            self._engine.close()
        if self._level:
            self._level.close()

    def _write(self, *lines: str) -> None:
        with self._writing:
            self._output.write("".join(f"{line}\n" for line in lines))
            self._output.flush()

    def _say(self, text: str) -> None:
        self._write("info string " + " ".join(text.split()))

    def _uci(self, words: list[str]) -> None:
        self._write(
            f"id name Jungle {__version__}",
            "id author the Jungle project",
            *(option.declaration() for option in OPTIONS.values()),
            "uciok",
        )
        if notice := slow_notice():
            self._say(notice)

    def _isready(self, words: list[str]) -> None:
        self._write("readyok")

    def _ucinewgame(self, words: list[str]) -> None:
        self._refuse_while_busy("ucinewgame")
        self._game = Game(self._values["rules"])
        if self._engine:
            self._engine.new_game()

    def _setoption(self, words: list[str]) -> None:
        if words[:1] != ["name"]:
            raise ProtocolError("expected setoption name NAME [value VALUE]")
        cut = words.index("value") if "value" in words else len(words)
        option = find_option(" ".join(words[1:cut]))
        self._refuse_while_busy(f"setoption {option.name}")
        name = option.name.lower()
        value = self._values[name] = option.read(" ".join(words[cut + 1 :]))
        if name == "rules":
            self._game = Game(value)
        elif name == "level":
            if self._level:
                self._level.close()
            self._level = None if value == NO_LEVEL else level(value)
        elif self._engine:
            self._configure(self._engine, name)

    def _configure(self, engine: Engine, name: str) -> None:
        """Hand one option's value to the engine."""
        value = self._values[name]
        match name:
            case "hash":
                engine.set_hash(value)
            case "threads":
                engine.set_threads(value)
            case "contempt":
                engine.contempt = value
            case "evaluation":
                engine.evaluation = value
            case "clear hash":
                engine.new_game()

    def _thinker(self) -> Engine:
        """The engine, made when it is first needed, so that the first answer comes at once."""
        if self._engine is None:
            values = self._values
            self._engine = Engine(
                threads=values["threads"],
                hash_mb=values["hash"],
                evaluation=values["evaluation"],
                contempt=values["contempt"],
            )
        return self._engine

    def _position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        match words[:cut]:
            case ["startpos"]:
                start = Position.initial(rules=self._values["rules"])
            case ["fen", *text]:
                start = Position.from_fen(" ".join(text), rules=self._values["rules"])
            case _:
                raise ProtocolError("expected position startpos|fen TEXT [moves MOVES]")
        self._game = Game.from_moves(words[cut + 1 :], position=start)

    def _go(self, words: list[str]) -> None:
        self._refuse_while_busy("go")
        go = parse_go(words)
        game = self._game.copy()
        if "perft" in go.numbers:
            depth = min(go.numbers["perft"], DEPTH_LIMIT)
            self._start(lambda: self._count(game.position, depth))
            return
        limit = go.limit(game.position.side, self._values["move overhead"])
        if not (go.infinite or go.ponder):
            self._may_answer.set()
        if ended := game.outcome():
            self._may_answer.set()
            lost = ended.winner is game.position.side.opponent
            self._write(f"info depth 0 score {'mate 0' if lost else 'cp 0'}")
            self._say(f"the game is over: {ended.result()} ({ended.reason.value})")
            self._write(f"bestmove {NO_MOVE}")
            return
        only = [_searchable(game, move) for move in go.searchmoves] or None
        if self._level and only is None:
            player = self._level
            self._start(lambda: self._answer(player.choose(game, None if limit.is_endless() else limit)), player)
        else:
            engine = self._thinker()
            self._start(lambda: self._search(engine, game, limit, only, go.ponder), engine)

    def _search(self, engine: Engine, game: Game, limit: Limit, only: list[Move] | None, ponder: bool) -> None:
        result = engine.search(
            game,
            limit,
            multipv=self._values["multipv"],
            searchmoves=only,
            ponder=ponder,
            on_result=self._report,
        )
        self._report(result)
        self._answer(result.move, result.ponder)

    def _answer(self, move: Move, ponder: Move | None = None) -> None:
        self._may_answer.wait()
        self._finish(f"bestmove {move.uci()}" + (f" ponder {ponder.uci()}" if ponder else ""))

    def _finish(self, *lines: str) -> None:
        """Write the last lines of something long; the other program may go on before this thread has ended."""
        self._busy = False
        self._write(*lines)

    def _report(self, result: SearchResult) -> None:
        # A hit that came before the search had begun is told again.
        if self._engine and self._hit.is_set():
            self._engine.ponderhit()
        lines = []
        for number, line in enumerate(result.lines, 1):
            lines.append(
                f"info depth {line.depth} seldepth {line.seldepth} multipv {number} score {score_text(line.score)}"
                f"{self._wdl(line.score)} nodes {result.nodes} nps {result.nps} hashfull {result.hashfull}"
                f" time {round(result.time * 1000)} pv {' '.join(move.uci() for move in line.pv)}"
            )
        self._write(*lines)

    def _wdl(self, score: Score) -> str:
        if not self._values["uci_showwdl"]:
            return ""
        chances = score.chances()
        win, loss = round(1000 * chances.win), round(1000 * chances.loss)
        return f" wdl {win} {1000 - win - loss} {loss}"

    def _count(self, position: Position, depth: int) -> None:
        total = 0
        for move in position.legal_moves() if depth > 0 else ():
            count = self._leaves(position.after(move), depth - 1)
            if self._stopped.is_set():
                self._say("stopped")
                return
            total += count
            self._write(f"{move.uci()}: {count}")
        self._finish("", f"Nodes searched: {total if depth > 0 else 1}")

    def _leaves(self, position: Position, depth: int) -> int:
        """The same as `perft`, in parts so small that it can be stopped; then the number means nothing."""
        if depth <= STOPPABLE_DEPTH:
            return perft(position, depth)
        count = 0
        for move in position.legal_moves():
            if self._stopped.is_set():
                break
            count += self._leaves(position.after(move), depth - 1)
        return count

    def _bench(self, words: list[str]) -> None:
        self._refuse_while_busy("bench")
        if words and not (len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 4):
            raise ProtocolError(f"bench: expected a depth, got {' '.join(words)!r}")
        depth = int(words[0]) if words else None
        engine = bench_engine()

        def work() -> None:
            results = []
            for result in bench(engine, depth):
                if self._stopped.is_set():
                    self._say("stopped")
                    return
                results.append(result)
            nodes, nps = speed(results)
            self._finish(f"Nodes searched: {nodes}", f"Nodes/second: {nps}")

        self._start(work, engine)

    def _start(self, work: Callable[[], None], thinking: Engine | Level | None = None) -> None:
        """Run something long in the other thread, in which somebody thinks or which looks at `_stopped`."""

        def guarded() -> None:
            try:
                work()
            except JungleError as error:
                self._say(str(error))
            except BrokenPipeError:
                pass  # Nobody listens any more; the end of the input will tell.
            finally:
                if self._worker is threading.current_thread():
                    self._busy = False

        if self._worker:
            self._worker.join()
        self._stopped.clear()
        self._hit.clear()
        self._busy = True
        self._thinking = thinking
        self._worker = threading.Thread(target=guarded, name="jungle-search", daemon=True)
        self._worker.start()

    def _refuse_while_busy(self, command: str) -> None:
        if self._busy:
            raise ProtocolError(f"{command}: a search is running, stop it first")
        self._may_answer.clear()

    def _stop(self, words: list[str]) -> None:
        self._stopped.set()
        self._may_answer.set()
        patience = time.monotonic() + FAREWELL
        while self._worker and self._worker.is_alive() and time.monotonic() < patience:
            # Again and again: who has not quite begun to think does not hear it.
            if self._thinking:
                self._thinking.stop()
            self._worker.join(0.001)

    def _ponderhit(self, words: list[str]) -> None:
        self._hit.set()
        self._may_answer.set()
        if self._engine:
            self._engine.ponderhit()

    def _display(self, words: list[str]) -> None:
        position = self._game.position
        self._write(
            *str(position).splitlines(),
            "",
            f"Fen: {position.fen()}",
            f"Rules: {rules_text(position.rules)}",
            f"Moves: {' '.join(move.uci() for move in self._game.legal_moves())}",
        )

    def _eval(self, words: list[str]) -> None:
        if words:
            raise ProtocolError(f"eval takes nothing more, got {' '.join(words)!r}")
        position = self._game.position
        worth = evaluate(position, self._values["evaluation"])
        self._write(f"Evaluation: {worth} cats for {position.side}, who is to move ({self._values['evaluation']})")


def _searchable(game: Game, text: str) -> Move:
    move = game.position.parse_move(text)
    if move not in game.legal_moves():
        raise ProtocolError(f"searchmoves: {text} is not legal now")
    return move


def score_text(score: Score) -> str:
    """A score as the protocol has it: wins in moves, not plies."""
    if score.win_in is None:
        return f"cp {score.centi_cats}"
    moves = (abs(score.win_in) + 1) // 2
    return f"mate {moves if score.win_in > 0 else -moves}"
