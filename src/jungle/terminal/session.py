"""A terminal session of any game, from the first question to the closing lines. Needs no terminal."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.options import command_name
from jungle.outcome import Outcome
from jungle.phrases import player_name
from jungle.pieces import Side, parse_animal
from jungle.play import LiveGame, Setup, events
from jungle.play.events import Event
from jungle.record import Record, load, save
from jungle.terminal.board import BoardView, Size
from jungle.terminal.commands import (
    AFTERWARDS,
    TypedCommand,
    Verb,
    chosen,
    has_verb,
    is_dealt_face_down,
    is_exit,
    main_verbs,
    next_words,
    parse_command,
    parse_step,
    plain,
)
from jungle.terminal.dialogue import Dialogue, one_of
from jungle.terminal.opening import next_question
from jungle.terminal.pages import has_menu, help_page, menu_page, welcome
from jungle.terminal.text_renderer import draw_rules, side_name

STEPS = {"again": 0, "stronger": 1, "weaker": -1}
"""Answers that start another game, and by how many levels the computer changes."""


class Session(Dialogue):
    """The terminal game without a terminal.

    >>> from jungle.language import Translator
    >>> from jungle.terminal.text_renderer import TextRenderer
    >>> session = Session(BoardView(TextRenderer(Translator("en"))), Path("unused"), Setup())
    >>> _ = session.open()
    >>> session.prompt
    'Please choose your preferred side (up/down): '
    >>> session.feed("middle")
    "Please input 'up' or 'down'.\\n"
    """

    def __init__(
        self, view: BoardView, folder: Path, start: Setup | LiveGame, *, pace: float = 0.0, seed: int | None = None
    ) -> None:
        super().__init__(view)
        self._folder = folder
        self._start = start
        self._pace = pace
        self._seed = seed
        self._live = start if isinstance(start, LiveGame) else None
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
            Verb.DRAW: self._agree_draw,
            Verb.EXIT: self._exit,
            Verb.UNDO: lambda: self._do(self.live.undo),
            Verb.REDO: lambda: self._do(self.live.redo),
            Verb.HINT: lambda: self._do(self.live.hint),
            Verb.REVIEW: lambda: self._do(self.live.review),
            Verb.HISTORY: lambda: self.words.history(self.game),
            Verb.LEVELS: lambda: self.words.levels(self._folder, self.game.kind),
            Verb.BOARD: self.redraw,
            Verb.MARKS: self._mark,
            **{Verb(size.value): partial(self._resize, size) for size in Size},
        }
        """Commands that take no arguments."""

    @property
    def live(self) -> LiveGame:
        assert self._live is not None
        return self._live

    @property
    def game(self) -> BoardGame:
        return self.live.game

    @property
    def shown_game(self) -> BoardGame | None:
        return None if self._live is None else self._live.game

    def open(self) -> str:
        page = welcome(self.say, self.view.columns) + "\n"
        if isinstance(self._start, Setup):
            return page + self._next_question(self._start)
        return f"{page}{self.say('terminal.resumed')}\n{self._who_plays()}\n\n{self._go_on()}"

    def _who_plays(self) -> str:
        """Who plays whom, as a reminder when a game is resumed."""
        names = [name and player_name(self.say, name) for name in map(self.live.player, Side)]
        if not any(names):
            return self.say("terminal.between.people")
        if all(names):
            return self.say("terminal.between.computers", blue=names[Side.BLUE], red=names[Side.RED])
        own = Side(names.index(None))
        return self.say("terminal.between.both", side=self.words.side(self.game, own), level=names[own.opponent])

    def feed(self, line: str) -> str:
        # Before the game there is nothing to lose, so it asks for no confirmation.
        if self._live is None and is_exit(line):
            return self.leave()
        return super().feed(line)

    def leave(self) -> str:
        self._over = True
        text = f"\n{self.say('terminal.goodbye')}\n"
        if self._live is not None and self.live.outcome is None:
            text += self.say("terminal.rounds", round=len(self.game) + 1) + "\n"
            if self.live.can_be_resumed():
                text += self.say("terminal.resume", command=command_name()) + "\n"
        self.close()
        return text

    def close(self) -> None:
        """Stop thinking, and release the game. May be called twice."""
        if self._live is not None:
            self._live.close()

    # Before the game

    def _next_question(self, setup: Setup) -> str:
        """Ask the next question, or start the game if there is none left."""
        question = next_question(setup, self.say)
        if question is None:
            return self._begin(setup)

        def answer(line: str) -> str:
            value = chosen(question.answers, plain(line))
            if value is None:
                return self.say(f"terminal.ask.{question.key}.wrong", **question.values) + "\n"
            return self._next_question(replace(setup, **{question.field: value}))  # type: ignore[arg-type]

        self._ask(self.say(f"terminal.ask.{question.key}", **question.values), answer, one_of(question.answers))
        return ""

    def _begin(self, setup: Setup) -> str:
        game, note = setup.game(), ""
        self._live = LiveGame(game, setup.seats(game), folder=self._folder, pace=self._pace, seed=self._seed)
        if setup.side_moves_first and game.side is not setup.side:
            first = side_name(self.say, game, game.side)
            note = self.say("terminal.first.fixed", rules=game.rules.name, side=first) + "\n\n"
        return note + self._go_on()

    # What happens

    def is_busy(self) -> bool:
        live = self._live
        is_thinking = live is not None and (live.is_computers_turn() or live.is_hinting() or live.reviewing is not None)
        return is_thinking and not self.is_over()

    def wait(self, seconds: float) -> str:
        reported = self.live.wait(seconds)
        return self._tell(reported) if reported else ""

    def _do(self, act: Callable[[], None], verb: Verb = Verb.MOVE) -> str:
        """Carry out a typed action and return a text about the result."""
        if self._answer != self._command:  # The last question was another one.
            self._turn()
        act()
        return self._tell(verb=verb)

    def _tell(self, reported: Sequence[Event] = (), *, verb: Verb = Verb.MOVE) -> str:
        """The text about events, and the next round or the end. `verb` is what a person tried to do."""
        self.live.flush()  # Each move is on the disk before the next question.
        reported = [*reported, *self.live.events()]
        text = "".join(f"{line}\n" for event in reported for line in self._lines(event, verb))
        return text + self._go_on() if any(isinstance(event, events.Changed) for event in reported) else text

    def _lines(self, event: Event, verb: Verb) -> list[str]:
        """The lines about an event. A blank line precedes the computer's moves and reviews."""
        if isinstance(event, events.Reviewed):
            again = [] if self.live.outcome is None else [self.say("terminal.review.again")]
            return ["", *self.words.review(event.review, self.view.columns).splitlines(), *again]
        if isinstance(event, events.Undone | events.Redone) and len(event.moves) > 1:  # a line for each
            return [line for move in event.moves for line in self._lines(replace(event, moves=(move,)), verb)]
        is_apart = isinstance(event, events.Moved) and event.player is not None
        return [""] * is_apart + self.words.event(self.game, event, verb)

    def _go_on(self) -> str:
        """The next round, or the end."""
        return self._round() if self.live.outcome is None else self._end(self.live.outcome)

    def _round(self) -> str:
        """Start the next round: heading and board."""
        self._turn()
        heading = self.say("terminal.round", round=len(self.game) + 1)
        return f"{heading}\n{self.view.gap(self.game.grid)}{self.view.picture(self.game)}\n"

    # A person's turn

    def _turn(self) -> None:
        """Ask for a command or, after the game, for what to do next."""
        if self.live.outcome is None:
            self._ask(self._turn_prompt, self._command, self._command_words)
        else:
            self._ask_again()

    def _turn_prompt(self) -> str:
        turn = self.say("terminal.turn", side=self.words.side(self.game, self.game.side))
        return f"{self.view.gap(self.game.grid)}{turn}\n{self.say('terminal.ask.command', verbs=self._verbs())}"

    def _verbs(self) -> str:
        return "/".join(self.say(f"terminal.verb.{verb.value}") for verb in main_verbs(self.game))

    def _command_words(self, words: Sequence[str]) -> Iterable[str]:
        return next_words(self.game, words, turned=self.words.turned)

    def _back(self) -> str:
        """Continue with the turn."""
        self._turn()
        return ""

    def _command(self, line: str) -> str:
        """Handle a line typed during a turn."""
        if not line.strip():
            return self.say("terminal.empty") + "\n"
        game = self.game
        command = parse_command(line, game)
        if command is None or not has_verb(game, command.verb):
            return self.say("terminal.unknown", verbs=self._verbs()) + "\n"
        if command.verb in self._commands:
            return self._commands[command.verb](command)
        if command.words:
            return self.say("terminal.alone", verb=command.verb.value) + "\n"
        return self._lone_commands[command.verb]()

    # Moves

    def _turn_up(self, square: str) -> str:
        return self._do(lambda: self.live.play_between(plain(square), plain(square)), Verb.FLIP)

    def _step(self, command: TypedCommand) -> str:
        """Handle `a3a4`, `move lion up`, `jump lion up`, and a lone `move`, which asks for squares."""
        live, verb = self.live, command.verb
        if command.squares is not None:
            return self._do(partial(live.play, command.squares))
        uses_directions = live.game.uses_directions
        if not command.words and not uses_directions:
            self._ask(self.say("terminal.ask.from"), self._ask_target)
            return ""
        step = parse_step(command.words, uses_directions=uses_directions)
        if isinstance(step, str):
            return self.say(step, verb=verb.value) + "\n"
        animal, direction = step
        return self._do(partial(live.play_step, animal, self.words.seen(direction), jump=verb is Verb.JUMP), verb)

    def _ask_target(self, origin: str) -> str:
        def answer(target: str) -> str:
            text = plain(origin + target).replace(" ", "")
            return self._do(lambda: self.live.play(text))

        self._ask(self.say("terminal.ask.to"), answer)
        return ""

    def _flip(self, command: TypedCommand) -> str:
        """Turn up a piece or, in games without face-down pieces, turn the board."""
        if is_dealt_face_down(self.game):
            if command.words:
                return self._turn_up(command.rest)
            self._ask(self.say("terminal.ask.flip"), self._turn_up)
            return ""
        if command.words:
            return self.say("terminal.alone", verb=command.verb.value) + "\n"
        self.words.turned = not self.words.turned
        return self.say("terminal.flipped") + "\n" + self.redraw()

    # Other commands

    def _help(self, command: TypedCommand) -> str:
        if not has_menu(self.say, self.game):
            return "\n" + help_page(self.say, self.game, self.view.columns)
        if command.words:
            return self._help_option("".join(command.words))
        self._ask(self.say(f"help.{self.game.kind}.menu") + "\n", self._help_option)
        return ""

    def _help_option(self, line: str, chapter: str = "") -> str:
        """Show a page of the menu, or ask which part of chapter 4 to show."""
        option = chapter + plain(line)
        if option == "4" and not chapter:
            question = self.say(f"help.{self.game.kind}.4")
            self._ask(f"\n{question}\n", lambda line: self._help_option(line, "4"))
            return ""
        self._turn()
        page = menu_page(self.say, option, self.game, self.view.columns)
        if page is None:
            return self.say(f"help.{self.game.kind}.{'4.' if chapter else ''}wrong") + "\n"
        return f"\n{page}"

    def _list_moves(self, command: TypedCommand) -> str:
        animal = parse_animal(" ".join(command.words))
        if command.words and animal is None:
            return self.say("terminal.animal") + "\n"
        draws = [] if animal else draw_rules(self.say, self.game)
        return self.words.move_list(self.game, animal, self.view.columns) + "".join(f"{line}\n" for line in draws)

    def _mark(self) -> str:
        self.view.toggle_marks(self.game)
        return self.redraw()

    def _resize(self, size: Size) -> str:
        self.view.chosen = size
        return self.redraw()

    # Game files

    def _save(self, command: TypedCommand) -> str:
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path = _file_named(command.rest)
        if _exists(path):
            question = self.say("terminal.overwrite", file=_printable(path))
            return self._confirm(question, yes=lambda: self._write(path), no=self._not_saved)
        return self._write(path)

    def _write(self, path: Path) -> str:
        """Write the game to a file atomically, including the face-down pieces."""
        self._turn()
        tags = {str(side): self.live.player(side) or "human" for side in Side}
        try:
            save(path, [Record(self.game, {"Date": time.strftime("%Y.%m.%d")} | tags)], deal=True)
        except (JungleError, ValueError) as error:  # A null character in the name is a ValueError.
            return self.say("terminal.save.failed", why=_printable(error)) + "\n"
        return self.say("terminal.saved", file=_printable(path)) + "\n"

    def _not_saved(self) -> str:
        self._turn()
        return self.say("terminal.not saved") + "\n"

    def _load(self, command: TypedCommand) -> str:
        """Load the first unfinished game of this kind from a file and continue it."""
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path, kind = _file_named(command.rest), self.game.kind
        try:
            games = (record.game for record in load(path))
            game = next((game for game in games if game.kind == kind and not game.is_over()), None)
        except (JungleError, ValueError) as error:
            return self.say("terminal.load.failed", why=_printable(error)) + "\n"
        if game is None:
            return self.say("terminal.load.none", file=_printable(path)) + "\n"
        if game.hidden_pieces() and game.deal is None:
            why = f"{_printable(path)} does not say what lies face down"
            return self.say("terminal.load.failed", why=why) + "\n"
        self.live.begin(game)
        return self.say("terminal.loaded", file=_printable(path)) + "\n" + self._tell()

    # The end

    def _exit(self) -> str:
        kept = self.say("terminal.exit.kept", command=command_name()) + "\n" if self.live.can_be_resumed() else ""
        warning, question = self.say("terminal.exit"), self.say("terminal.exit.confirm")
        return self._confirm(f"\n{warning}\n{kept}{question}", yes=self.leave, no=self._back)

    def _defeat(self) -> str:
        if self.game.side is None:
            return self._do(self.live.resign)
        return self._confirm("\n" + self.say("terminal.defeat"), yes=lambda: self._do(self.live.resign), no=self._back)

    def _agree_draw(self) -> str:
        if self.live.opponent is not None:
            return self._do(self.live.agree_draw)
        question = "\n" + self.say("terminal.agree draw")
        return self._confirm(question, yes=lambda: self._do(self.live.agree_draw), no=self._back)

    def _end(self, outcome: Outcome) -> str:
        """Who won, and how long it took. Two people get a goodbye, as in the manual; against the computer, ask for what
        comes next."""
        is_declared = outcome.reason.is_declared()
        rounds = len(self.game) + 1 if is_declared else max(1, len(self.game))  # No round begins after the last move.
        text = "" if is_declared else self.redraw()
        text += f"\n{self.words.ended(self.game, outcome)}\n\n{self.say('terminal.rounds', round=rounds)}\n"
        if self.live.opponent is None:
            self._over = True
            self.close()
            return f"{text}{self.say('terminal.goodbye')}\n"
        self._ask_again()
        standing = self.words.results(self._folder, self.game, self.live.opponent)
        return f"{text}{standing}\n" if standing else text

    def _ask_again(self) -> None:
        has_level = self.live.level is not None
        answers = {word: key for word, key in AFTERWARDS.items() if has_level or not STEPS.get(key)}
        question = self.say("terminal.ask.again" if has_level else "terminal.ask.again.other")

        def answer(line: str) -> str:
            word = plain(line)
            if word.isdecimal() and 1 <= int(word) <= len(self.game):
                return self._do(lambda: self.live.try_again(int(word) - 1))
            match chosen(answers, word):
                case None:
                    return self.say("terminal.ask.again.wrong") + "\n"
                case "undo":
                    return self._do(self.live.undo)
                case "review":
                    return self._do(self.live.review)
                case "no":
                    return self.leave()
                case action:
                    return self._do(lambda: self.live.again(STEPS[action]))

        self._ask(f"\n{question}", answer, one_of(answers))


def _file_named(text: str) -> Path:
    """The path that was typed, perhaps in quotes; `~` is the home folder."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    try:
        return Path(text).expanduser()
    except RuntimeError:  # no such user, or no home
        return Path(text)


def _exists(path: Path) -> bool:
    """Whether the file exists, as far as can be determined."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # The name is too long or has a null character; saving will report it.
        return False


def _printable(text: object) -> str:
    """Replace control characters, which a terminal would interpret."""
    return "".join(character if character.isprintable() else "?" for character in str(text))
