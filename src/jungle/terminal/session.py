"""A session of the game on 7×9 squares: from the choice of a side to the closing lines."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jungle.course import Outcome, Reason
from jungle.errors import IllegalMoveError, InvalidMoveError, Obstacle
from jungle.game import Game
from jungle.geometry import parse_square
from jungle.house_rules import parse_rules, rules_text
from jungle.language import Speaker
from jungle.language.phrases import hint_words, player_name, refusal
from jungle.moves import Move
from jungle.pieces import Animal, Side
from jungle.position import Position
from jungle.rules import STANDARD, Rules
from jungle.terminal.board import Canvas, jungle_rows
from jungle.terminal.commands import (
    OPPOSITES,
    SIDES,
    Command,
    Verb,
    parse_animal,
    parse_direction,
    plain,
    typed_move,
)
from jungle.terminal.computers import Computers
from jungle.terminal.game_files import load_game, save_game
from jungle.terminal.journal import Journal, SavedGame
from jungle.terminal.pages import help_page, welcome
from jungle.terminal.sitting import Sitting
from jungle.terminal.words import history, move_list, move_words

if TYPE_CHECKING:
    from jungle.engine import Hint

KIND = "jungle"
"""What the setting in a journal calls this game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is known of a game before the first question."""

    rules: Rules = STANDARD
    position: Position | None = None
    """Where to start, if not at the beginning; its rules hold."""
    first: Side | None = None
    """Who moves first; by default the side that is chosen, where the rules leave it open."""
    side: Side | None = None
    """The answer to the question for the side, where it need not be asked."""
    versus: str | None = None
    """The level of a computer that plays the other side."""
    watch: tuple[str, str] | None = None
    """The levels of two computers, Blue's and Red's."""


class JungleSession(Sitting):
    """The terminal game without a terminal.

    >>> from jungle.language import Language
    >>> session = JungleSession(Speaker(Language.ENGLISH), Canvas(), Journal(Path("unused")), Computers(), Setup())
    >>> _ = session.open()
    >>> session.prompt
    'Please choose your preferred side (up/down): '
    >>> session.feed("middle")
    "Please input 'up' or 'down'.\\n"
    """

    def __init__(
        self, say: Speaker, canvas: Canvas, journal: Journal, computers: Computers, setup: Setup | SavedGame
    ) -> None:
        super().__init__(say, canvas, journal)
        self.computers = computers
        self.game: Game | None = None
        self.is_turned = False
        self._setup = setup
        self._commands |= {
            Verb.MOVE: self._step,
            Verb.JUMP: self._step,
            Verb.HELP: self._help,
            Verb.HINT: lambda command: self._hint(),
            Verb.MOVES: self._list_moves,
            Verb.HISTORY: lambda command: self._history(),
            Verb.FLIP: self._flip,
        }

    # The beginning.

    def open(self) -> str:
        page = welcome(self.say) + "\n"
        setup = self._setup
        if isinstance(setup, SavedGame):
            return page + self._resume(setup)
        if setup.watch or (setup.position and not setup.versus):
            return page + self._start(setup, None)
        if setup.side is not None:
            return page + self._start(setup, setup.side)
        self._ask(self.say("terminal.ask.side"), self._choose_side)
        return page

    def _choose_side(self, line: str) -> str:
        side = SIDES.get(plain(line))
        if side is None:
            return self.say("terminal.ask.side.wrong") + "\n"
        assert isinstance(self._setup, Setup)
        return self._start(self._setup, side)

    def _start(self, setup: Setup, side: Side | None) -> str:
        """Begin the game; `side` is the side that was chosen."""
        note = ""
        if setup.position is not None:
            self.game = Game(position=setup.position)
        elif setup.rules.first_may_be_chosen or setup.first is not None:
            self.game = Game(setup.rules, first=side if setup.first is None else setup.first)
        else:
            self.game = Game(setup.rules)
            if side not in (None, setup.rules.first):
                first = self._side_name(setup.rules.first)
                note = self.say("terminal.first.fixed", rules=setup.rules.name, side=first) + "\n\n"
        if setup.watch:
            self.levels = dict(zip(Side, setup.watch, strict=True))
        elif side is not None:
            self.levels[side.opponent] = setup.versus
        return note + self._kept(self._begin_journal()) + self._go_on()

    def _resume(self, saved: SavedGame) -> str:
        self.game = saved_game(saved)
        self._seat(saved.setting["levels"])
        problem = self._begin_journal() if len(self.game) < len(saved.moves) else None
        return self.say("terminal.resumed") + "\n\n" + self._kept(problem) + self._go_on()

    def _begin_journal(self) -> str | None:
        game = self._game
        setting = self._setting(kind=KIND, rules=rules_text(game.rules), start=game.start.fen())
        return self.journal.start(setting, [move.uci() for move in game.moves])

    def _go_on(self) -> str:
        """The next round, or the end."""
        outcome = self._game.outcome()
        return self._finish(outcome) if outcome else self._round()

    # What a sitting asks of its game.

    @property
    def _game(self) -> Game:
        assert self.game is not None
        return self.game

    @property
    def plies(self) -> int | None:
        return None if self.game is None else len(self.game)

    @property
    def side(self) -> Side:
        return self._game.position.side

    def _picture(self) -> str:
        return self.canvas.draw(jungle_rows(self._game.position, self.say, turned=self.is_turned))

    def _movers(self) -> Sequence[Side]:
        return [position.side for position in self._game.positions[:-1]]

    def _side_name(self, side: Side | None, *, capital: bool = False) -> str:
        assert side is not None
        return self.say(f"terminal.{'Side' if capital else 'side'}.{side.name.lower()}")

    def _command_question(self) -> str:
        return self.say("terminal.ask.command")

    def _unknown(self) -> str:
        return self.say("terminal.unknown")

    def _let_computer_play(self, level: str) -> None:
        self.thought = self.computers.move(self._game, level, self._computer_plays)

    def _computer_plays(self, move: Move) -> str:
        side = self.side
        level = self.levels[side] or ""
        values = {
            "side": self.canvas.paint(self._side_name(side, capital=True), side),
            "level": player_name(self.say, level),
            "words": move_words(self.say, move, turned=self.is_turned),
        }
        if move.captured is None:
            told = self.say("terminal.plays", **values)
        else:
            told = self.say("terminal.plays.capture", prey=self.say(f"terminal.chess.{move.captured}"), **values)
        return f"\n{told}\n" + self._play(move)

    def _play(self, move: Move) -> str:
        """Play a move, keep it, and go on. Raises IllegalMoveError by the chase rule."""
        self._game.play(move)
        return self._kept(self.journal.move(move.uci())) + self._go_on()

    def _finish(self, outcome: Outcome) -> str:
        # No round begins after the last move.
        why = ""
        if outcome.winner is None:
            why = self.say("terminal.draw", reason=self.say(f"ending.{outcome.reason.value}"))
        elif outcome.reason is Reason.NO_MOVES:
            why = self.say("terminal.no moves", side=self._side_name(self.side, capital=True))
        return f"\n{self._picture()}\n" + self._end(outcome.winner, rounds=max(1, len(self._game)), why=why)

    # Commands.

    def _step(self, command: Command) -> str:
        """`move lion up`, `jump lion up`."""
        if len(command.words) != 2:
            return self.say("terminal.format", verb=command.verb.value) + "\n"
        animal, direction = parse_animal(command.words[0]), parse_direction(command.words[1])
        if animal is None:
            return self.say("terminal.animal") + "\n"
        if direction is None:
            return self.say("terminal.direction") + "\n"
        if self.is_turned:
            direction = OPPOSITES[direction]
        try:
            return self._play(self._game.position.find_step(animal, direction, jump=command.verb is Verb.JUMP))
        except IllegalMoveError as error:
            return self._refusal(error, command.verb.value, animal)

    def _typed(self, line: str) -> str | None:
        """`a3a4`, `8-a4`."""
        text = typed_move(line)
        if text is None:
            return None
        try:
            return self._play(self._game.position.parse_move(text))
        except InvalidMoveError:
            return self.say("terminal.square") + "\n"
        except IllegalMoveError as error:
            if error.obstacle is Obstacle.MISNAMED:
                right = text.replace("x", "-") if "x" in text else text.replace("-", "x")
                return self.say("terminal.misnamed", right=right) + "\n"
            return self._refusal(error, "move", self._meant(text))

    def _refusal(self, error: IllegalMoveError, verb: str, animal: Animal | None) -> str:
        why = refusal(self.say, error.obstacle, self._game.rules, animal)
        return (why if error.obstacle is Obstacle.BLOCKED else self.say(f"terminal.cannot.{verb}", why=why)) + "\n"

    def _meant(self, text: str) -> Animal | None:
        """The animal that a typed move is about."""
        if text[0].isdigit():
            return Animal(int(text[0]))
        piece = self._game.position.piece_at(parse_square(text[:2]))
        return piece.animal if piece and piece.side is self.side else None

    def _help(self, command: Command) -> str:
        if command.words:
            return self._help_option("".join(command.words))
        self._ask(self.say("terminal.help.menu") + "\n", self._help_option)
        return ""

    def _help_option(self, line: str) -> str:
        option = plain(line)
        if option == "4":
            self._ask("\n" + self.say("terminal.help.4") + "\n", self._rule_option)
            return ""
        self._turn()
        if option not in ("1", "2", "3", "4a", "4b", "4c", "5"):
            return self.say("terminal.help.wrong") + "\n"
        return "\n" + help_page(self.say, option, self._game.rules)

    def _rule_option(self, line: str) -> str:
        option = plain(line)
        self._turn()
        if option not in ("a", "b", "c"):
            return self.say("terminal.help.4.wrong") + "\n"
        return "\n" + help_page(self.say, f"4{option}", self._game.rules)

    def _take_back(self, plies: int) -> str:
        undone = [self._game.undo() for _ in range(plies)]
        told = "".join(
            self.say("terminal.undone", words=move_words(self.say, move, turned=self.is_turned)) + "\n"
            for move in undone
            if move is not None
        )
        return told + self._kept(self.journal.undo(plies)) + self._round()

    def _hint(self) -> str:
        self.thought = self.computers.hint(self._game, self._advise)
        return ""

    def _advise(self, hint: "Hint") -> str:
        words = move_words(self.say, hint.move, turned=self.is_turned)
        notation = self._game.position.notation(hint.move)
        return self.say("terminal.hint", words=words, notation=notation, why=hint_words(self.say, hint)) + "\n"

    def _list_moves(self, command: Command) -> str:
        moves = self._game.legal_moves()
        if command.words:
            animal = parse_animal(command.words[0])
            if animal is None or len(command.words) > 1:
                return self.say("terminal.animal") + "\n"
            moves = [move for move in moves if move.animal is animal]
            if not moves:
                return self.say("refusal.stuck", animal=self.say(f"animal.{animal}")) + "\n"
        listed = move_list(self.say, self._game.position, moves, turned=self.is_turned)
        return f"{self.say('terminal.moves')}\n{listed}"

    def _history(self) -> str:
        if not self.plies:
            return self.say("terminal.history.empty") + "\n"
        return f"{self.say('terminal.history')}\n{history(self.say, self._game, turned=self.is_turned)}"

    def _flip(self, command: Command) -> str:
        if command.words:
            return self.say("terminal.alone", verb=command.verb.value) + "\n"
        self.is_turned = not self.is_turned
        return self.say("terminal.flipped") + "\n" + self._board()

    def _save_to(self, path: Path) -> None:
        save_game(path, self._game, self.levels)

    def _load_from(self, path: Path) -> bool:
        game = load_game(path)
        self.game = game or self.game
        return game is not None


def saved_game(saved: SavedGame) -> Game:
    """The game that a journal tells of, as far as its moves can be played. Raises JungleError for a bad setting."""
    position = Position.from_fen(str(saved.setting["start"]), rules=parse_rules(str(saved.setting["rules"])))
    game = Game(position=position)
    with suppress(InvalidMoveError, IllegalMoveError):
        for move in saved.moves:
            game.play(move)
    return game
