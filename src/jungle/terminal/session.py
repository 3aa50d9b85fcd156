"""A session of any game, from the first question to the closing lines. It needs no terminal."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jungle.language import Speaker
from jungle.options import command_name
from jungle.outcome import Outcome
from jungle.pieces import Side
from jungle.storage import GameJournal, SavedGame, by_colour
from jungle.terminal.afterwards import Afterwards
from jungle.terminal.board import Size
from jungle.terminal.commands import (
    EXIT_WORDS,
    TypedCommand,
    Verb,
    chosen,
    parse_animal,
    parse_command,
    plain,
    typed_move,
)
from jungle.terminal.computers import Computers, computer_name
from jungle.terminal.dialogue import Task, one_of
from jungle.terminal.draws import draw_rules, draw_warning
from jungle.terminal.facts import has_verb, is_dealt_face_down
from jungle.terminal.file_commands import FileCommands
from jungle.terminal.moves import RefusedError, flip_move, spoken_move, written_move
from jungle.terminal.opening import Setup, next_question
from jungle.terminal.pages import has_menu, help_page, menu_page, welcome
from jungle.terminal.view import BoardView
from jungle.terminal.words import hint_line, history, move_list, move_words, side_name, told

if TYPE_CHECKING:
    from jungle.players import Choice


class Session(FileCommands, Afterwards):
    """The terminal game without a terminal.

    >>> from jungle.language import Language
    >>> say = Speaker(Language.ENGLISH)
    >>> session = Session(say, BoardView(say), Computers(), Path("unused"), Setup())
    >>> _ = session.open()
    >>> session.prompt
    'Please choose your preferred side (up/down): '
    >>> session.feed("middle")
    "Please input 'up' or 'down'.\\n"
    """

    def __init__(
        self,
        say: Speaker,
        view: BoardView,
        computers: Computers,
        folder: Path,
        start: Setup | tuple[GameJournal, SavedGame],
    ) -> None:
        super().__init__(say, view, computers, folder)
        self._start = start
        self._commands: dict[Verb, Callable[[TypedCommand], str]] = {
            Verb.MOVE: self._step,
            Verb.JUMP: self._step,
            Verb.FLIP: self._flip,
            Verb.HELP: self._help,
            Verb.MOVES: self._list_moves,
            Verb.SAVE: self._save,
            Verb.LOAD: self._load,
        }
        self._lone_commands: dict[Verb, Callable[[], str]] = {
            Verb.DEFEAT: self._defeat,
            Verb.EXIT: self._exit,
            Verb.UNDO: self._undo,
            Verb.HINT: self._hint,
            Verb.HISTORY: self._history,
            Verb.BOARD: self._board,
            Verb.REVIEW: self._review,
            Verb.LEVELS: self._levels,
            Verb.MARKS: self._mark,
            **{Verb(size.value): partial(self._resize, size) for size in Size},
        }
        """Commands that take no arguments."""

    def open(self) -> str:
        page = welcome(self.say, self.view.columns) + "\n"
        if isinstance(self._start, Setup):
            return page + self._next_question(self._start)
        journal, saved = self._start
        self._begun, self._places = saved.game, by_colour(saved.game, saved.players)
        back = f"{self.say('terminal.resumed')}\n{self._who_plays()}\n\n"
        return page + back + self._journal.resume(journal) + self._go_on()

    def _who_plays(self) -> str:
        """Whom one plays, for somebody who may have forgotten."""
        names = [name and computer_name(self.say, name) for name in self.players]
        if not any(names):
            return self.say("terminal.between.people")
        if all(names):
            return self.say("terminal.between.computers", blue=names[Side.BLUE], red=names[Side.RED])
        own = Side(names.index(None))
        return self.say("terminal.between.both", side=self._name(own), level=names[own.opponent])

    def feed(self, line: str) -> str:
        # Before the game there is nothing to lose, so it asks for no confirmation.
        if self._begun is None and plain(line) in EXIT_WORDS:
            return self.leave()
        return super().feed(line)

    def leave(self) -> str:
        self.is_over = True
        text = f"\n{self.say('terminal.goodbye')}\n"
        if self._begun is not None and self.game.outcome() is None:
            text += self.say("terminal.rounds", round=len(self.game) + 1) + "\n"
            if self._can_be_resumed:
                text += self.say("terminal.resume", command=command_name()) + "\n"
        self._journal.close()
        return text

    @property
    def _can_be_resumed(self) -> bool:
        """True if `--resume` would continue this game: it has a move, and the whole game is on the disk."""
        return len(self.game) > 0 and self._journal.is_kept

    # The beginning.

    def _next_question(self, setup: Setup) -> str:
        """Ask the next open question, or begin the game."""
        question = next_question(setup, self.say)
        if question is None:
            return self._begin(setup)

        def answer(line: str) -> str:
            value = chosen(question.answers, plain(line))
            if value is None:
                return self.say(f"terminal.ask.{question.key}.wrong", **question.values) + "\n"
            return self._next_question(replace(setup, **{question.field: value}))

        words = one_of(question.answers)
        self._ask(self.say(f"terminal.ask.{question.key}", **question.values), answer, words)
        return ""

    def _begin(self, setup: Setup) -> str:
        self._setup = setup
        self._begun, self._places = setup.game(), setup.places()
        note = ""
        if setup.side_moves_first and self.game.side is not setup.side:
            first = side_name(self.say, self.game, self.game.side)
            note = self.say("terminal.first.fixed", rules=self.game.rules.name, side=first) + "\n\n"
        return note + self._journal.begin(self.game, self.players) + self._go_on()

    # Turns.

    def _go_on(self) -> str:
        """The next round, or the end."""
        outcome = self.game.outcome()
        return self._finish(outcome) if outcome else self._round()

    def _round(self) -> str:
        """Begin the next round: heading and board; then it is somebody's turn."""
        self._turn()
        heading = self.say("terminal.round", round=len(self.game) + 1)
        return f"{heading}\n{self.view.gap(self.game.grid)}{self.view.picture(self.game)}\n"

    def _turn(self) -> None:
        """Ask the person, or let the computer think."""
        self._ask(self._turn_prompt, self._command, self._command_words)
        if name := self._player(self.game.side):
            self.task = Task(self._computers.choice(self.game, name), self._computer_plays, is_move=True)

    def _back(self) -> str:
        """Continue with the turn."""
        self._turn()
        return ""

    def _command(self, line: str) -> str:
        """Answer a line typed at a turn."""
        if not line.strip():
            return self.say("terminal.empty") + "\n"
        if (text := typed_move(line, self.game.grid)) is not None:
            if text not in self.game.grid.names:
                return self._try(written_move, text)
            if is_dealt_face_down(self.game):
                return self._try(flip_move, text)
        command = parse_command(line)
        if command is None or not has_verb(self.game, command.verb):
            return self.say("terminal.unknown", verbs=self._verbs()) + "\n"
        if command.verb in self._commands:
            return self._commands[command.verb](command)
        if command.words:
            return self.say("terminal.alone", verb=command.verb.value) + "\n"
        return self._lone_commands[command.verb]()

    # Moves.

    def _try(self, find: Callable[..., Any], typed: str | TypedCommand) -> str:
        """Play the move that was typed, or say why it is refused."""
        self._turn()
        try:
            move = find(self.say, self.game, typed)
        except RefusedError as error:
            return f"{error}\n"
        return self._play(move)

    def _play(self, move: Any) -> str:
        """Play a legal move, report what it did, save it, and continue."""
        played = self.game.play(move)
        lines = [told(self.say, self.game, played, self.view.paint), draw_warning(self.say, self.game)]
        text = "".join(f"{line}\n" for line in lines if line)
        return text + self._journal.moved(played) + self._go_on()

    def _computer_plays(self, choice: "Choice") -> str:
        move, side = choice.move, self.game.side
        text = self.say(
            "terminal.plays",
            side=self._name(side, capital=True),
            level=computer_name(self.say, self._player(side) or ""),
            words=move_words(self.say, self.game, move, turned=self.view.is_turned),
        )
        return f"\n{text}\n" + self._play(move)

    def _step(self, command: TypedCommand) -> str:
        """`move lion up`, `jump lion up`, `move b2 b3`; without directions also `move`, which asks for the squares."""
        if command.words or self.game.has_direction:
            return self._try(partial(spoken_move, turned=self.view.is_turned), command)

        def ask_target(origin: str) -> str:
            self._ask(self.say("terminal.ask.to"), lambda target: self._try(written_move, origin + target))
            return ""

        self._ask(self.say("terminal.ask.from"), ask_target)
        return ""

    def _flip(self, command: TypedCommand) -> str:
        """Turn up a piece or, where none lies face down, turn the board."""
        if is_dealt_face_down(self.game):
            if command.words:
                return self._try(flip_move, command.rest)
            self._ask(self.say("terminal.ask.flip"), lambda line: self._try(flip_move, line))
            return ""
        if command.words:
            return self.say("terminal.alone", verb=command.verb.value) + "\n"
        self.view.is_turned = not self.view.is_turned
        return self.say("terminal.flipped") + "\n" + self._board()

    # Other commands.

    def _help(self, command: TypedCommand) -> str:
        if not has_menu(self.say, self.game):
            return "\n" + help_page(self.say, self.game, self.view.columns)
        if command.words:
            return self._help_option("".join(command.words))
        self._ask(self.say(f"help.{self.game.kind}.menu") + "\n", self._help_option)
        return ""

    def _help_option(self, line: str, chapter: str = "") -> str:
        """Show a page of the menu, or ask which one of chapter 4."""
        option = chapter + plain(line)
        if option == "4" and not chapter:
            question = self.say(f"help.{self.game.kind}.4")
            self._ask(f"\n{question}\n", lambda line: self._help_option(line, "4"))
            return ""
        self._turn()
        page = menu_page(self.say, option, self.game, self.view.columns)
        if page is None:
            kind = self.game.kind
            return self.say(f"help.{kind}.4.wrong" if chapter else f"help.{kind}.wrong") + "\n"
        return f"\n{page}"

    def _hint(self) -> str:
        self.task = Task(self._computers.hint(self.game), self._advise, is_move=False)
        return ""

    def _advise(self, choice: "Choice") -> str:
        return hint_line(self.say, self.game, choice, turned=self.view.is_turned) + "\n"

    def _undo(self) -> str:
        """Take back everything since a person's last move, unless a piece was turned up."""
        game, moves = self.game, self.game.moves
        backwards = range(len(game) - 1, -1, -1)
        first = next((ply for ply in backwards if self._player(game.positions[ply].side) is None), None)
        if first is None:
            return self.say("terminal.nothing to undo") + "\n"
        if any(move.is_flip for move in moves[first:]):
            return self.say("terminal.no undo") + "\n"
        text = ""
        for _ in moves[first:]:
            words = move_words(self.say, game, game.undo(), turned=self.view.is_turned)
            text += self.say("terminal.undone", words=words) + "\n"
        return text + self._journal.undone(len(moves) - first) + self._round()

    def _list_moves(self, command: TypedCommand) -> str:
        animal = parse_animal(command.rest)
        if command.words and animal is None:
            return self.say("terminal.animal") + "\n"
        listed = move_list(self.say, self.game, animal, turned=self.view.is_turned, columns=self.view.columns)
        draws = [] if animal else draw_rules(self.say, self.game)
        return listed + "".join(f"{line}\n" for line in draws)

    def _history(self) -> str:
        return history(self.say, self.game, self.view.paint, turned=self.view.is_turned)

    def _mark(self) -> str:
        self.view.toggle_marks(self.game)
        return self._board()

    def _resize(self, size: Size) -> str:
        self.view.chosen = size
        return self._board()

    # The end.

    def _exit(self) -> str:
        kept = self.say("terminal.exit.kept", command=command_name()) + "\n" if self._can_be_resumed else ""
        warning, question = self.say("terminal.exit"), self.say("terminal.exit.confirm")
        return self._confirm(f"\n{warning}\n{kept}{question}", yes=self.leave, no=self._back)

    def _defeat(self) -> str:
        if self.game.side is None:
            return self.say("terminal.no colours") + "\n"
        return self._confirm("\n" + self.say("terminal.defeat"), yes=self._give_up, no=self._back)

    def _give_up(self) -> str:
        return self._end(self.game.resign(), rounds=len(self.game) + 1)

    def _finish(self, outcome: Outcome) -> str:
        """The last move has ended the game: no round begins after it."""
        return self._board() + self._end(outcome, rounds=max(1, len(self.game)))
