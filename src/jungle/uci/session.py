"""A session of the engine protocol: UCI on two streams, with Blue as White.

Long-running commands run under a handle, so that `stop`, `isready` and `quit` are answered at any time. A command
that cannot be parsed is answered with an `info string` and changes nothing.
"""

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TextIO

from jungle import __version__
from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine import (
    EngineError,
    GameEngine,
    Score,
    Search,
    SearchResult,
    engine_for,
    evaluate,
    features_of,
    slow_notice,
)
from jungle.engine.bench import bench, bench_engine, speed
from jungle.engine.errors import IllegalAnswerError
from jungle.engine.external import NO_MOVE
from jungle.errors import JungleError
from jungle.game import Game
from jungle.games import GAMES
from jungle.moves import BoardMove
from jungle.native import native_available
from jungle.perft import DEPTH_LIMIT, perft
from jungle.pieces import Side
from jungle.players import Choice, Player, player
from jungle.position import Position
from jungle.rules_text import rules_text
from jungle.tablebase import Tablebase
from jungle.task import Task
from jungle.uci.go import Go, ProtocolError, parse_go
from jungle.uci.options import NO_LEVEL, all_options, find_option

NULL_MOVE = "0000"
"""Sent if the player answered with an illegal move."""
STOP_PATIENCE = 5.0
"""The most seconds to wait for a stopped task: it may be stuck in a pipe that nobody reads."""
STOPPABLE_DEPTH = 5 if native_available() else 2
"""A count of this depth takes milliseconds."""


class UciSession:
    """A session with another program.

    >>> import sys
    >>> UciSession(sys.stdout).run(["isready", "position fen 7/3E3/7/7/7/7/7/r6/7 b", "eval nonsense", "quit"])
    readyok
    info string eval takes no arguments, got 'nonsense'
    """

    def __init__(self, output: TextIO, played_by: str | None = None, kind: type[BoardGame] = Game) -> None:
        """Play as our engine, or as another player by its description, which may play another game.

        Raises JungleError if the player cannot be started.
        """
        self._output = output
        self._played_by = played_by
        self._kind = kind
        self._options = all_options(kind.kind)
        self._writing = threading.Lock()
        self._values: dict[str, Any] = {name: option.read(option.default) for name, option in self._options.items()}
        self._values["rules"] = None
        self._game: BoardGame = kind()
        self._engine: GameEngine | None = None
        self._level: Player | None = player(played_by, game=kind.kind) if played_by else None
        """The player used instead of the engine: a level, or the requested player."""
        self._running: Task[None] | None = None
        """The task that is running, or ran last."""
        self._told: set[str] = set()
        """Problems with table files, reported once."""
        self._search: Search | None = None
        """The search that is running, if the task is one."""
        self._answered = False
        """Whether the last line of the task has been written."""
        self._may_answer = threading.Event()
        """Not set while the protocol forbids a `bestmove`: during an infinite or pondering search."""
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
        """Wait for the end of the running task."""
        if self._running:
            self._running.wait()

    def close(self) -> None:
        """Stop the running task and wait for it."""
        self._stop([])
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
            f"id name {self._played_by or f'Jungle {__version__}'}",
            "id author the Jungle project",
            *(option.declaration() for option in self._options.values()),
            "uciok",
        )
        if notice := slow_notice():
            self._say(notice)

    def _isready(self, words: list[str]) -> None:
        self._write("readyok")

    def _ucinewgame(self, words: list[str]) -> None:
        self._refuse_while_busy("ucinewgame")
        self._game = self._kind(self._values["rules"])
        if self._engine:
            self._engine.new_game()
        if self._level:
            try:
                self._level.new_game(self._values["seed"] or None)
            except EngineError as error:  # There is nobody left to play.
                self._say(str(error))
                raise SystemExit(1) from None

    def _setoption(self, words: list[str]) -> None:
        if words[:1] != ["name"]:
            raise ProtocolError("expected setoption name NAME [value VALUE]")
        cut = words.index("value") if "value" in words else len(words)
        option = find_option(self._options, " ".join(words[1:cut]))
        self._refuse_while_busy(f"setoption {option.name}")
        name = option.name.lower()
        value = option.read(" ".join(words[cut + 1 :]))
        if name == "rules":
            self._game = self._kind(value)
            value = self._game.rules
        self._values[name] = value
        if name == "level":
            self._open_level()
        elif name == "uci_variant":
            self._play(GAMES[value])
        elif self._engine:
            self._configure(self._engine, name)

    def _play(self, kind: type[BoardGame]) -> None:
        """Play another game from now on, by its usual rules."""
        if kind is self._kind:
            return
        if self._engine:
            self._engine.close()
        self._kind, self._engine, self._values["rules"] = kind, None, None
        self._game = kind()
        self._open_level()

    def _open_level(self) -> None:
        if self._level:
            self._level.close()
        level = self._values["level"]
        chosen = self._played_by if level == NO_LEVEL else level
        self._level = player(chosen, game=self._kind.kind) if chosen else None

    def _configure(self, engine: GameEngine, name: str) -> None:
        """Pass an option's value to the engine."""
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
            case "tablepath" | "tableuse":
                engine.tables = self._tables()
            case "clear hash":
                engine.new_game()

    def _own_engine(self) -> GameEngine:
        """The engine, created on first use, so that the first answer is immediate."""
        if self._engine is None:
            values = self._values
            self._engine = engine_for(
                self._kind.kind,
                threads=values["threads"],
                hash_mb=values["hash"],
                evaluation=values["evaluation"],
                contempt=values["contempt"],
                tables=False,
            )
            self._engine.tables = self._tables()
        return self._engine

    def _tables(self) -> Tablebase | None:
        values, kind = self._values, self._kind.kind
        has_tables = values["tableuse"] and features_of(kind).tables
        return Tablebase.open(kind, folder=values["tablepath"] or None) if has_tables else None

    def _position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        match words[:cut]:
            case ["startpos"]:
                fen = None
            case ["fen", *text]:
                fen = " ".join(text)
            case _:
                raise ProtocolError("expected position startpos|fen TEXT [moves MOVES]")
        self._game = self._kind.from_moves(words[cut + 1 :], self._values["rules"], fen=fen)

    def _go(self, words: list[str]) -> None:
        self._refuse_while_busy("go")
        try:
            self._begin(parse_go(words))
        except JungleError as error:
            # Programs wait for a move after every `go`.
            self._say(str(error))
            if "perft" not in words:
                self._write(f"bestmove {NO_MOVE}")

    def _begin(self, go: Go) -> None:
        game = self._game.copy()
        if "perft" in go.numbers:
            depth = min(go.numbers["perft"], DEPTH_LIMIT)
            self._start(lambda running: self._count(running, game.position, depth))
            return
        limit = go.limit(game.side or Side.BLUE, self._values["move overhead"])
        if ended := game.outcome():
            lost = ended.winner not in (None, game.side)
            self._write(f"info depth 0 score {'mate 0' if lost else 'cp 0'}")
            self._say(f"the game is over: {ended.result()} ({ended.reason.value})")
            self._write(f"bestmove {NO_MOVE}")
            return
        self._may_answer.clear()
        if not (go.infinite or go.ponder):
            self._may_answer.set()
        searchmoves = self._searchmoves(go, game)
        if (level := self._level) and not searchmoves:
            within = None if limit.is_endless() else limit
            choice = level.prepare(game, within)
            self._start(lambda running: self._answer_choice(running.run_child(choice)), is_search=True)
            return
        search = self._search = self._own_engine().prepare(
            game,
            limit,
            multipv=self._values["multipv"],
            searchmoves=searchmoves or None,
            ponder=go.ponder,
        )
        self._start(lambda running: self._report(running, search), is_search=True)

    def _searchmoves(self, go: Go, game: BoardGame) -> list[BoardMove]:
        """The moves that the search is restricted to. Illegal ones are named and left out."""
        moves = []
        for text in go.searchmoves:
            try:
                moves.append(game.parse_move(text))
            except JungleError as error:
                self._say(f"searchmoves: {error}")
        if go.searchmoves and not moves:
            self._say("searchmoves: none is legal, so all moves are searched")
        return moves

    def _report(self, running: Task[None], search: Search) -> None:
        running.on_stop(search.stop)
        with search.start():
            for result in search:
                self._write(*self._infos(result))
        tables = self._engine.tables if self._engine else None
        for fault in tables.faults if tables else ():
            if fault not in self._told:
                self._told.add(fault)
                self._say(f"skipped {fault}")
        self._answer(result.move, result.ponder)

    def _answer_choice(self, choice: Choice) -> None:
        """Answer with a player's choice, and its score and nodes, if known."""
        score = "" if choice.score is None else f" score {score_text(choice.score)}"
        nodes = "" if choice.nodes is None else f" nodes {choice.nodes}"
        if score or nodes:
            self._write(f"info depth 0{score}{nodes} pv {choice.move.uci()}")
        self._answer(choice.move)

    def _answer(self, move: BoardMove, ponder: BoardMove | None = None) -> None:
        self._may_answer.wait()
        self._finish(f"bestmove {move.uci()}" + (f" ponder {ponder.uci()}" if ponder else ""))

    def _finish(self, *lines: str) -> None:
        """Write the last lines of a long-running task; the other program may send the next command immediately."""
        self._answered = True
        self._write(*lines)

    def _infos(self, result: SearchResult) -> Iterable[str]:
        for number, line in enumerate(result.lines, 1):
            yield (
                f"info depth {line.depth} seldepth {line.seldepth} multipv {number} score {score_text(line.score)}"
                f"{self._wdl(line.score)} nodes {result.nodes} nps {result.nps} hashfull {result.hashfull}"
                f" tbhits {result.table_hits} time {round(result.time * 1000)}"
                f" pv {' '.join(move.uci() for move in line.pv)}"
            )

    def _wdl(self, score: Score) -> str:
        if not self._values["uci_showwdl"]:
            return ""
        chances = score.chances()
        win, loss = round(1000 * chances.win), round(1000 * chances.loss)
        return f" wdl {win} {1000 - win - loss} {loss}"

    def _count(self, running: Task[None], position: BoardPosition, depth: int) -> None:
        total = 0
        for move in position.legal_moves() if depth > 0 else ():
            count = sum(_leaves(running, after, depth - 1) for after in position.branches(move))
            if running.stopped:
                self._finish("info string stopped")
                return
            total += count
            self._write(f"{move.uci()}: {count}")
        self._finish("", f"Nodes searched: {total if depth > 0 else 1}")

    def _bench(self, words: list[str]) -> None:
        self._refuse_while_busy("bench")
        if words and not (len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 4):
            raise ProtocolError(f"bench: expected a depth, got {' '.join(words)!r}")
        depth = int(words[0]) if words else None

        def work(running: Task[None]) -> None:
            with bench_engine() as engine:
                results = []
                for result in bench(engine, depth, running):
                    if running.stopped:
                        self._finish("info string stopped")
                        return
                    results.append(result)
            nodes, nps = speed(results)
            self._finish(f"Nodes searched: {nodes}", f"Nodes/second: {nps}")

        self._start(work)

    def _start(self, work: Callable[[Task[None]], None], *, is_search: bool = False) -> None:
        """Start a long-running task."""

        def guarded(running: Task[None]) -> None:
            try:
                with suppress(BrokenPipeError):  # The other program has gone; the end of the input will follow.
                    work(running)
            except JungleError as error:
                self._answered = True
                self._say(str(error))
                if is_search:
                    self._write(f"bestmove {NULL_MOVE if isinstance(error, IllegalAnswerError) else NO_MOVE}")

        self._answered = False
        self._running = Task[None](guarded)
        self._running.on_stop(self._may_answer.set)
        self._running.start()

    def _refuse_while_busy(self, command: str) -> None:
        if self._running and not self._running.done:
            if not self._answered:
                raise ProtocolError(f"{command}: a search is running, stop it first")
            self._running.wait()
        self._search = None

    def _stop(self, words: list[str]) -> None:
        if self._running:
            self._running.stop()
            self._running.wait(STOP_PATIENCE)

    def _ponderhit(self, words: list[str]) -> None:
        if self._search:
            self._search.ponderhit()
        self._may_answer.set()

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
            raise ProtocolError(f"eval takes no arguments, got {' '.join(words)!r}")
        position = self._game.position
        if not isinstance(position, Position):
            raise ProtocolError("eval works only in the 7×9 game")
        worth = evaluate(position, self._values["evaluation"])
        self._write(f"Evaluation: {worth} cats for {position.side}, who is to move ({self._values['evaluation']})")


def _leaves(running: Task[None], position: BoardPosition, depth: int) -> int:
    """Like `perft`, but in small parts, so that it can be stopped; the count is then meaningless."""
    if depth <= STOPPABLE_DEPTH:
        return perft(position, depth)
    count = 0
    for move in position.legal_moves():
        if running.stopped:
            break
        count += sum(_leaves(running, after, depth - 1) for after in position.branches(move))
    return count


def score_text(score: Score) -> str:
    """A score in the protocol's form: wins in moves, not plies."""
    moves = score.moves()
    if moves is None:
        return f"cp {score.centi_cats}"
    return f"mate {moves if score > Score() else -moves}"
