"""The `jungle` command: finds the requested subcommand and passes it the arguments.

A subcommand is a module with `configure(parser)` and `run(args) -> int`. It is imported only when it is used,
so that it starts fast and needs only its own dependencies.
"""

import argparse
import difflib
import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from jungle import __version__
from jungle.errors import GameError, InvalidRecordError, JungleError, RecordError
from jungle.options import BAD_USAGE, BROKEN_PIPE, FAILED, INTERRUPTED, OK

__all__ = ["COMMANDS", "Command", "CommandParser", "main"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """An entry of COMMANDS: the command's help line, its module, and the extra it needs."""

    help: str
    module: str
    extra: str | None = None


COMMANDS: dict[str, Command] = {
    "play": Command(help="play in the terminal", module="jungle.commands.play"),
    "puzzle": Command(
        help="solve puzzles: find the only move that wins or saves the game", module="jungle.commands.puzzle"
    ),
    "train": Command(help="train what you missed in puzzles and in your games", module="jungle.commands.train"),
    "desktop": Command(help="play in a window", module="jungle.commands.desktop", extra="desktop"),
    "web": Command(help="play in the browser", module="jungle.commands.web"),
    "analyse": Command(help="analyse a position, or review recorded games", module="jungle.commands.analyse"),
    "engine": Command(help="run the engine for other programs (UCI)", module="jungle.commands.engine"),
    "bench": Command(help="measure the engine over fixed positions", module="jungle.commands.bench"),
    "stats": Command(help="compare two computer players over many games", module="jungle.commands.stats"),
    "match": Command(help="play a match until it is clear which player is better", module="jungle.commands.match"),
    "tournament": Command(help="run a tournament and print a rating list", module="jungle.commands.tournament"),
    "exam": Command(help="examine a player or a language model", module="jungle.commands.exam"),
    "serve": Command(help="run a server for browsers, bots and email", module="jungle.commands.serve", extra="server"),
    "bot": Command(help="run a bot on a server", module="jungle.commands.bot"),
    "mail": Command(help="send an email command to a server", module="jungle.commands.mail"),
    "mcp": Command(help="let assistants play and teach (MCP server)", module="jungle.commands.mcp", extra="mcp"),
    "tablebase": Command(help="build endgame tables and look positions up in them", module="jungle.commands.tablebase"),
    "docs": Command(help="read the documentation in the browser", module="jungle.commands.docs"),
    "perft": Command(help="count the move sequences from a position", module="jungle.commands.perft"),
}

DEFAULT_COMMAND = "play"


class CommandParser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line and exits with status 2."""

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse ignores output that cannot be written.
        stream = sys.stderr if file is None else file
        print(message, file=stream, end="", flush=True)

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_closed_streams()
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except JungleError as error:
        return _fail(str(error), _exit_code(error))
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:  # The reader has gone (`jungle perft | head`).
        _drop_unwritable_output()
        return BROKEN_PIPE
    except OSError as error:  # A full disk, a closed terminal: not our bug, so no traceback.
        _drop_unwritable_output()
        return _fail(str(error))


def _open_closed_streams() -> None:
    """Replace closed standard streams (`jungle play >&-`) with the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def _drop_unwritable_output() -> None:
    """Discard output that cannot be written: Python would complain when it flushes it at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(arguments: list[str]) -> int:
    if arguments[:1] in (["--help"], ["-h"], ["--version"]) or DEFAULT_COMMAND not in COMMANDS:
        return _top_level(arguments)
    if not arguments or arguments[0].startswith("-"):
        arguments = [DEFAULT_COMMAND, *arguments]
    name, *rest = arguments
    command = COMMANDS.get(name)
    if command is None:
        return _fail(f"unknown command {name!r}{_suggestion(name)} (see jungle --help)", BAD_USAGE)
    try:
        module = importlib.import_module(command.module)
    except ModuleNotFoundError as error:
        missing = error.name or "?"
        if command.extra is None or missing.partition(".")[0] == "jungle":
            raise
        from jungle.extras import explain_missing

        return _fail(explain_missing(name, missing, command.extra))
    parser = CommandParser(prog=f"jungle {name}", description=_sentence(command.help))
    module.configure(parser)
    return int(module.run(parser.parse_args(rest)))


def _top_level(arguments: list[str]) -> int:
    """Handle `jungle --help` and `jungle --version`, which belong to no subcommand."""
    width = max(map(len, COMMANDS))
    listing = "\n".join(f"  {name:<{width}}  {command.help}" for name, command in COMMANDS.items())
    parser = CommandParser(
        prog="jungle",
        usage="jungle <command> [options]",
        description="Jungle (Dou Shou Qi) in the terminal, and the tools around it.",
        epilog=f"commands:\n{listing}\n\n`jungle <command> --help` lists the options of a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"jungle {__version__}")
    parser.parse_args(arguments)
    parser.print_help()
    return OK


def _exit_code(error: JungleError) -> int:
    """BAD_USAGE if an argument is to blame, FAILED for everything else.

    Errors about values are ValueErrors, those about unknown names are LookupErrors. A bad game file is
    a failure, and so is an action on a game that is over.
    """
    if isinstance(error, RecordError | InvalidRecordError | GameError):
        return FAILED
    return BAD_USAGE if isinstance(error, ValueError | LookupError) else FAILED


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, COMMANDS, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _fail(message: str, code: int = FAILED) -> int:
    one_line = " ".join(message.split())
    print(f"jungle: {one_line}", file=sys.stderr)
    return code
