"""`jungle analyse`: the best lines of a position, or a verdict on every move of recorded games."""

import argparse
import errno
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jungle.board_game import BoardGame
from jungle.engine import BaseEngine, Limit, engine_for, slow_notice
from jungle.engine.analysis_data import line_notation, position_data, review_data
from jungle.engine.forced import forced_win, threat
from jungle.engine.review import MoveReview, review
from jungle.engine.review_html import review_chart
from jungle.errors import InvalidPositionError, JungleError
from jungle.games import GAMES
from jungle.language import Translator
from jungle.options import (
    INTERRUPTED,
    OK,
    UsageError,
    add_game_options,
    add_language_option,
    seconds,
    speaker,
    whole_number,
)
from jungle.record import Record, load, read
from jungle.record.movetext import annotated
from jungle.rules_text import rules_text
from jungle.storage import os_error_text, write_atomically
from jungle.terminal.analysis import LiveLines, listing, review_row, review_summary

POSITION_TIME = 5.0
"""The default time for a position, in seconds."""
MOVE_TIME = 0.3
"""The default time for each move of a recorded game, in seconds."""
TIME_LIMIT = 1e6


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle analyse`."""
    add = parser.add_argument
    add(
        "what",
        nargs="*",
        metavar="FEN|FILE",
        help="a position, or a file of recorded games (-: standard input); default: the initial position",
    )
    add_game_options(parser)
    add("--moves", default="", metavar="MOVES", help="moves to play first, such as 'a3a4 g7g6'")
    add(
        "--time",
        type=seconds(least=0.001, most=TIME_LIMIT),
        metavar="S",
        help=f"seconds to search (default: {POSITION_TIME:g}, or {MOVE_TIME:g} per move of a game)",
    )
    positive = whole_number(least=1)
    add("--depth", type=positive, metavar="N", help="search to this depth, in plies, however long it takes")
    add("--nodes", type=positive, metavar="N", help="search this many nodes")
    add("--multipv", type=positive, default=1, metavar="N", help="show the N best lines of a position (default: 1)")
    add("--threads", type=positive, default=1, metavar="N", help="threads to search with (default: 1)")
    add("--hash", type=positive, default=64, metavar="MB", help="size of the hash table (default: 64)")
    add(
        "--plot",
        type=Path,
        metavar="FILE.svg",
        help="draw a chart of each recorded game; names of further files end in -2, -3, …",
    )
    add_language_option(parser)
    add("--json", action="store_true", help="print one JSON object and nothing else")


def run(args: argparse.Namespace) -> int:
    """Search and show results as they are found."""
    what, say = " ".join(args.what), speaker(args.lang)
    kind = args.game if not what else _position_kind(what)
    if kind is None:
        if args.moves and not _is_file(what):
            raise UsageError(f"put several moves in quotes: --moves '{args.moves} {what}'")
        if args.moves or args.multipv != 1:
            raise UsageError("--moves and --multipv apply to one position, not to recorded games")
        if args.plot:
            _check_writable(args.plot)
        return _Review(args, say).run(what)
    if args.plot:
        raise UsageError("--plot needs a file of recorded games")
    game = GAMES[kind].from_moves(args.moves.split(), args.rules, fen=what or None)
    with engine_for(kind, threads=args.threads, hash_mb=args.hash) as engine:
        return _analyse(args, engine, say, game)


def _position_kind(text: str) -> str | None:
    """The game that a position's text belongs to, by its ranks; None if it is not a position."""
    if _is_file(text):
        return None
    return next((kind for kind, game in GAMES.items() if text.count("/") == game.grid.ranks - 1), None)


def _is_file(text: str) -> bool:
    return text == "-" or Path(text).exists()


def _check_writable(path: Path) -> None:
    """Fail early if the plot cannot be written. Raises JungleError."""
    code = None
    if not path.parent.is_dir():
        code = errno.ENOENT
    elif path.is_dir():
        code = errno.EISDIR
    elif not os.access(path.parent, os.W_OK):
        code = errno.EACCES
    if code is not None:
        raise JungleError(f"cannot write {path}: {os.strerror(code)}")


def _limit(args: argparse.Namespace, seconds: float) -> Limit:
    """The limit given by the options, or this many seconds."""
    if args.time is None and args.depth is None and args.nodes is None:
        return Limit(movetime=seconds)
    return Limit(movetime=args.time, depth=args.depth, nodes=args.nodes)


def _warn() -> None:
    if notice := slow_notice():
        print(f"jungle: {notice}", file=sys.stderr)


def _analyse(args: argparse.Namespace, engine: BaseEngine, say: Translator, game: BoardGame) -> int:
    """Show the best lines of one position; Ctrl-C ends it with what was found so far."""
    limit = _limit(args, POSITION_TIME)
    _warn()
    screen, interrupted = LiveLines(sys.stdout), False
    with engine.start(game, limit, multipv=args.multipv) as search:
        try:
            for result in search:
                if not args.json:
                    screen.show(listing(say, game.position, result))
        except KeyboardInterrupt:
            interrupted = True
            search.stop()
    result = search.result()
    forced = threatened = None
    if not result.score.is_decided():
        forced = forced_win(game)
        threatened = None if forced else threat(game)
    if args.json:
        print(json.dumps(position_data(game.position, result, forced, threatened), ensure_ascii=False, indent=2))
    else:
        screen.show(listing(say, game.position, result))
        screen.end()
        if forced:
            line = line_notation(game.position, forced.line)
            print(say("analyse.forced", moves=_moves(forced.plies), line=line))
        if threatened:
            line = line_notation(game.position.passed(), threatened.line)
            print(say("analyse.threat", moves=_moves(threatened.plies), line=line))
    return INTERRUPTED if interrupted else OK


class _Review:
    """The review of recorded games."""

    def __init__(self, args: argparse.Namespace, say: Translator) -> None:
        self.say, self.json, self.plot = say, args.json, args.plot
        self.threads, self.hash_mb = args.threads, args.hash
        self.limit = _limit(args, MOVE_TIME)

    def run(self, name: str) -> int:
        games: list[dict[str, Any]] = []
        complete = True
        for number, record in enumerate(_records(name), 1):
            if number == 1:
                _warn()
            reviews, complete = self._review(number, record)
            games.append(review_data(record, reviews, complete))
            if not complete:
                break
        if not games:
            raise JungleError(f"{name} contains no game")
        if self.json:
            print(json.dumps({"complete": complete, "games": games}, ensure_ascii=False, indent=2))
        return OK if complete else INTERRUPTED

    def _review(self, number: int, record: Record) -> tuple[list[MoveReview], bool]:
        """Review one game. Returns False if interrupted by Ctrl-C, after showing the results so far."""
        players = " – ".join(record.tags.get(side, side) for side in ("Blue", "Red"))
        game: Any = record.game
        rules, result = rules_text(game.rules), record.result
        reviews: list[MoveReview] = []
        complete = True
        try:
            self._print(self.say("analyse.game", number=number, players=players, rules=rules, result=result), "")
            with engine_for(game.kind, threads=self.threads, hash_mb=self.hash_mb) as engine:
                nodes = record.mainline()
                columns = 5 + max((len(" ".join(annotated("", node.nags))) for node in nodes), default=0)
                for ply, judged in enumerate(review(game, engine, self.limit)):
                    reviews.append(judged)
                    of_move = game.number_text(ply)
                    numbered = "…" if ply and of_move.endswith("...") else of_move
                    move = " ".join(annotated(judged.position.notation(judged.move), nodes[ply].nags))
                    self._print(review_row(self.say, f"{numbered:>4} {move:<{columns}}", judged))
        except KeyboardInterrupt:
            complete = False
        self._print("", *review_summary(self.say, reviews), "")
        if self.plot:
            path = self.plot if number == 1 else self.plot.with_stem(f"{self.plot.stem}-{number}")
            try:
                write_atomically(path, review_chart(reviews, players))
            except OSError as error:
                raise JungleError(f"cannot write {path}: {os_error_text(error)}") from error
        return reviews, complete

    def _print(self, *lines: str) -> None:
        if not self.json:
            print(*lines, sep="\n", flush=True)


def _records(name: str) -> Iterable[Record]:
    def report(error: JungleError) -> None:
        print(f"jungle: {error}", file=sys.stderr)

    if name == "-":
        return read(sys.stdin, on_error=report)
    if not Path(name).exists():
        raise InvalidPositionError(f"expected a position or a file of recorded games, got {name!r}")
    return load(name, on_error=report)


def _moves(plies: int) -> int:
    """The winner's moves among a number of plies."""
    return (plies + 1) // 2
