"""A session of any game, from the first question to the closing lines. It needs no terminal."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jungle.boardgame import AnyGame
from jungle.language import Speaker
from jungle.language.phrases import hint_words, player_name
from jungle.outcome import Outcome
from jungle.pieces import Side
from jungle.storage import GameJournal, Players, SavedGame, by_colour
from jungle.terminal.board import BoardStyle, board_rows
from jungle.terminal.commands import TypedCommand, Verb, parse_animal, parse_command, plain, typed_move
from jungle.terminal.computers import Computers
from jungle.terminal.dialogue import Dialogue, Task
from jungle.terminal.facts import has_verb, is_dealt_face_down, main_verbs
from jungle.terminal.game_files import GameFileError, exists, file_named, load_game, printable, save_game
from jungle.terminal.moves import RefusedError, flip_move, spoken_move, written_move
from jungle.terminal.opening import Setup, next_question
from jungle.terminal.pages import has_menu, help_page, menu_page, welcome
from jungle.terminal.session_journal import SessionJournal
from jungle.terminal.words import history, move_list, move_words, side_name, told, why_ended

if TYPE_CHECKING:
    from jungle.players import Choice


class Session(Dialogue):
    """The terminal game without a terminal.

    >>> from jungle.language import Language
    >>> session = Session(Speaker(Language.ENGLISH), BoardStyle(), Computers(), Path("unused"), Setup())
    >>> _ = session.open()
    >>> session.prompt
    'Please choose your preferred side (up/down): '
    >>> session.feed("middle")
    "Please input 'up' or 'down'.\\n"
    """

    def __init__(
        self,
        say: Speaker,
        style: BoardStyle,
        computers: Computers,
        folder: Path,
        start: Setup | tuple[GameJournal, SavedGame],
    ) -> None:
        super().__init__(say)
        self.style = style
        self.is_turned = False
        self._computers = computers
        self._journal = SessionJournal(say, folder)
        self._start = start
        self._begun: AnyGame | None = None
        self._places: Players = (None, None)
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
            Verb.MARKS: self._mark,
        }
        """Commands that take no arguments."""

    def open(self) -> str:
        page = welcome(self.say) + "\n"
        if isinstance(self._start, Setup):
            return page + self._next_question(self._start)
        journal, saved = self._start
        self._begun, self._places = saved.game, by_colour(saved.game, saved.players)
        return page + self.say("terminal.resumed") + "\n\n" + self._journal.resume(journal) + self._go_on()

    def feed(self, line: str) -> str:
        # Before the game there is nothing to lose, so it asks for no confirmation.
        if self._begun is None and parse_command(line) == TypedCommand(Verb.EXIT, (), ""):
            return self.leave()
        return super().feed(line)

    def leave(self) -> str:
        self.is_over = True
        text = f"\n{self.say('terminal.goodbye')}\n"
        if self._begun is not None:
            text += self.say("terminal.rounds", round=len(self.game) + 1) + "\n"
            if len(self.game) and self._journal.is_kept:
                text += self.say("terminal.resume") + "\n"
        self._journal.close()
        return text

    # The beginning.

    def _next_question(self, setup: Setup) -> str:
        """Ask the next open question, or begin the game."""
        question = next_question(setup, self.say)
        if question is None:
            return self._begin(setup)

        def answer(line: str) -> str:
            if plain(line) not in question.answers:
                return self.say(f"terminal.ask.{question.key}.wrong", **question.values) + "\n"
            return self._next_question(replace(setup, **{question.field: question.answers[plain(line)]}))

        self._ask(self.say(f"terminal.ask.{question.key}", **question.values), answer)
        return ""

    def _begin(self, setup: Setup) -> str:
        self._begun, self._places = setup.game(), setup.places()
        note = ""
        if setup.side_moves_first and self.game.side is not setup.side:
            first = side_name(self.say, self.game, self.game.side)
            note = self.say("terminal.first.fixed", rules=self.game.rules.name, side=first) + "\n\n"
        return note + self._journal.begin(self.game, self.players) + self._go_on()

    # Who plays.

    @property
    def game(self) -> AnyGame:
        assert self._begun is not None
        return self._begun

    @property
    def players(self) -> Players:
        """The computers that play Blue and Red, by their names; None is a person."""
        return by_colour(self.game, self._places)

    def _player(self, side: Side | None) -> str | None:
        return self.players[Side.RED if side is None else side]

    def _name(self, side: Side | None, *, capital: bool = False) -> str:
        name = side_name(self.say, self.game, side)
        return self.style.paint(name.capitalize() if capital else name, side)

    # Turns.

    def _go_on(self) -> str:
        """The next round, or the end."""
        outcome = self.game.outcome()
        return self._finish(outcome) if outcome else self._round()

    def _round(self) -> str:
        """Begin the next round: heading and board; then it is somebody's turn."""
        self._turn()
        heading = self.say("terminal.round", round=len(self.game) + 1)
        return f"{heading}\n{self.style.gap}{self._picture()}\n"

    def _turn(self) -> None:
        """Ask the person, or let the computer think."""
        self._ask(self._turn_prompt, self._command)
        if name := self._player(self.game.side):
            self.task = Task(self._computers.choice(self.game, name), self._computer_plays, is_move=True)

    def _turn_prompt(self) -> str:
        turn = self.say("terminal.turn", side=self._name(self.game.side))
        return f"{self.style.gap}{turn}\n{self.say('terminal.ask.command', verbs=self._verbs())}"

    def _verbs(self) -> str:
        return "/".join(self.say(f"terminal.verb.{verb.value}") for verb in main_verbs(self.game))

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
        text = told(self.say, self.game, played, self.style.paint)
        return (f"{text}\n" if text else "") + self._journal.moved(played) + self._go_on()

    def _computer_plays(self, choice: "Choice") -> str:
        move, side = choice.move, self.game.side
        values = {
            "side": self._name(side, capital=True),
            "level": player_name(self.say, self._player(side) or ""),
            "words": move_words(self.say, self.game, move, turned=self.is_turned),
        }
        if move.captured is None or not self.game.has_direction:
            text = self.say("terminal.plays", **values)
        else:
            text = self.say("terminal.plays.capture", prey=self.say(f"terminal.chess.{move.captured}"), **values)
        return f"\n{text}\n" + self._play(move)

    def _step(self, command: TypedCommand) -> str:
        """`move lion up`, `jump lion up`, `move b2 b3`; without directions also `move`, which asks for the squares."""
        if command.words or self.game.has_direction:
            return self._try(partial(spoken_move, turned=self.is_turned), command)

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
        self.is_turned = not self.is_turned
        return self.say("terminal.flipped") + "\n" + self._board()

    # Other commands.

    def _help(self, command: TypedCommand) -> str:
        if not has_menu(self.say, self.game):
            return "\n" + help_page(self.say, self.game)
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
        page = menu_page(self.say, option, self.game)
        if page is None:
            kind = self.game.kind
            return self.say(f"help.{kind}.4.wrong" if chapter else f"help.{kind}.wrong") + "\n"
        return f"\n{page}"

    def _hint(self) -> str:
        self.task = Task(self._computers.hint(self.game), self._advise, is_move=False)
        return ""

    def _advise(self, choice: "Choice") -> str:
        from jungle.engine import Hint

        hint = Hint.of(self.game, choice)
        words = move_words(self.say, self.game, hint.move, turned=self.is_turned)
        notation = self.game.notation(hint.move)
        return self.say("terminal.hint", words=words, notation=notation, why=hint_words(self.say, hint)) + "\n"

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
            words = move_words(self.say, game, game.undo(), turned=self.is_turned)
            text += self.say("terminal.undone", words=words) + "\n"
        return text + self._journal.undone(len(moves) - first) + self._round()

    def _list_moves(self, command: TypedCommand) -> str:
        animal = parse_animal(command.rest)
        if command.words and animal is None:
            return self.say("terminal.animal") + "\n"
        return move_list(self.say, self.game, animal, turned=self.is_turned)

    def _history(self) -> str:
        return history(self.say, self.game, self.style.paint, turned=self.is_turned)

    def _picture(self) -> str:
        return self.style.draw(board_rows(self.game, self.say, self.style.size, turned=self.is_turned))

    def _board(self) -> str:
        return f"\n{self._picture()}\n"

    def _mark(self) -> str:
        self.style = replace(self.style, has_marks=not self.style.has_marks)
        return self._board()

    def _save(self, command: TypedCommand) -> str:
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path = file_named(command.rest)
        if exists(path):
            question = self.say("terminal.overwrite", file=printable(path))
            return self._confirm(question, yes=lambda: self._write(path), no=self._not_saved)
        return self._write(path)

    def _write(self, path: Path) -> str:
        self._turn()
        try:
            save_game(path, self.game, {str(side): self._player(side) or "human" for side in Side})
        except GameFileError as error:
            return self.say("terminal.save.failed", why=error) + "\n"
        return self.say("terminal.saved", file=printable(path)) + "\n"

    def _not_saved(self) -> str:
        self._turn()
        return self.say("terminal.not saved") + "\n"

    def _load(self, command: TypedCommand) -> str:
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path = file_named(command.rest)
        try:
            game = load_game(path, self.game.kind)
        except GameFileError as error:
            return self.say("terminal.load.failed", why=error) + "\n"
        if game is None:
            return self.say("terminal.load.none", file=printable(path)) + "\n"
        self._begun = game
        warning = self._journal.begin(self.game, self.players)
        return self.say("terminal.loaded", file=printable(path)) + "\n" + warning + self._round()

    # The end.

    def _exit(self) -> str:
        return self._confirm("\n" + self.say("terminal.exit"), yes=self.leave, no=self._back)

    def _defeat(self) -> str:
        if self.game.side is None:
            return self.say("terminal.no colours") + "\n"
        return self._confirm("\n" + self.say("terminal.defeat"), yes=self._give_up, no=self._back)

    def _give_up(self) -> str:
        return self._end(self.game.resign(), rounds=len(self.game) + 1)

    def _finish(self, outcome: Outcome) -> str:
        """The last move has ended the game: no round begins after it."""
        return self._board() + self._end(outcome, rounds=max(1, len(self.game)))

    def _end(self, outcome: Outcome, *, rounds: int) -> str:
        """End the game: who has won, how long it took, and goodbye."""
        self.is_over = True
        text = why_ended(self.say, self.game, outcome)
        if outcome.winner is not None:
            text += f"\n{self.say('terminal.wins', side=self._name(outcome.winner, capital=True))}\n"
        text += f"\n{self.say('terminal.rounds', round=rounds)}\n{self.say('terminal.goodbye')}\n"
        return self._journal.ended(outcome) + text
