"""A session of the face-down game on 4×4 squares: from the choice of a play mode to the closing lines."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from jungle.course import Outcome, Reason
from jungle.errors import IllegalMoveError, InvalidMoveError, InvalidSquareError, Obstacle
from jungle.flip import QUIET_LIMIT, STRATEGIES, FlipGame, FlipMove, dumps, loads, strategy
from jungle.language import Speaker
from jungle.language.phrases import player_name
from jungle.pieces import Side
from jungle.terminal.board import Canvas
from jungle.terminal.commands import Command, Verb, parse_animal, parse_direction, plain
from jungle.terminal.conversation import Thought
from jungle.terminal.flip_board import SQUARE, flip_rows, flip_words, neighbour
from jungle.terminal.game_files import load_flip_game, save_text
from jungle.terminal.journal import Journal, SavedGame
from jungle.terminal.pages import welcome
from jungle.terminal.sitting import Sitting

KIND = "flip"
"""What the setting in a journal calls this game."""

MODES = {"friend": False, "朋友": False, "computer": True, "电脑": True}
COLOURS = {"red": Side.RED, "红": Side.RED, "红方": Side.RED, "blue": Side.BLUE, "蓝": Side.BLUE, "蓝方": Side.BLUE}

WHY = {
    Obstacle.ABSENT: "refusal.nothing",
    Obstacle.EDGE: "refusal.edge",
    Obstacle.TOO_FAR: "refusal.too far",
    Obstacle.FACE_DOWN: "refusal.face down",
    Obstacle.OWN_PIECE: "refusal.occupied",
    Obstacle.STRONGER: "refusal.occupied",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipSetup:
    """What is known of a game before the first question."""

    seed: int | None = None
    """Of the shuffle and of the computer's choices."""
    versus: str | None = None
    """The strategy of the computer, where the mode need not be asked."""
    watch: tuple[str, str] | None = None
    """The strategies of two computers, Blue's and Red's."""
    side: Side | None = None
    """The answer to the question for the colour, where it need not be asked."""
    first_flip_decides: bool = False
    """Does whoever turns up the first piece play its colour?"""
    quiet_limit: int | None = QUIET_LIMIT
    """The largest loop number."""


class FlipSession(Sitting):
    """The face-down game without a terminal.

    >>> from jungle.language import Language
    >>> session = FlipSession(Speaker(Language.ENGLISH), Canvas(), Journal(Path("unused")), FlipSetup())
    >>> _ = session.open()
    >>> session.prompt
    'Please choose your play mode (friend/computer): '
    """

    def __init__(self, say: Speaker, canvas: Canvas, journal: Journal, setup: FlipSetup | SavedGame) -> None:
        super().__init__(say, canvas, journal)
        self.game: FlipGame | None = None
        self._setup = setup
        self._versus: str | None = None
        self._random = Random(setup.seed if isinstance(setup, FlipSetup) else None)
        self._commands |= {
            Verb.FLIP: self._flip,
            Verb.MOVE: self._move,
            Verb.HELP: lambda command: self._help(),
            Verb.MOVES: self._list_moves,
            Verb.HISTORY: lambda command: self._history(),
        }

    # The beginning.

    def open(self) -> str:
        page = welcome(self.say) + "\n"
        setup = self._setup
        if isinstance(setup, SavedGame):
            return page + self._resume(setup)
        if setup.watch:
            self._seat(setup.watch)
            return page + self._start(setup)
        self._versus = setup.versus
        if setup.versus is None:
            self._ask(self.say("flip.ask.mode"), self._choose_mode)
            return page
        return page + self._seat_person(setup)

    def _choose_mode(self, line: str) -> str:
        is_computer = MODES.get(plain(line))
        if is_computer is None:
            return self.say("flip.ask.mode.wrong") + "\n"
        assert isinstance(self._setup, FlipSetup)
        if not is_computer:
            return self._start(self._setup)
        self._ask(self.say("flip.ask.strategy", strategies="/".join(STRATEGIES)), self._choose_strategy)
        return ""

    def _choose_strategy(self, line: str) -> str:
        names = {self.say(f"strategy.{name}"): name for name in STRATEGIES} | {name: name for name in STRATEGIES}
        self._versus = names.get(plain(line))
        if self._versus is None:
            return self.say("flip.ask.strategy.wrong", strategies="/".join(STRATEGIES)) + "\n"
        assert isinstance(self._setup, FlipSetup)
        return self._seat_person(self._setup)

    def _seat_person(self, setup: FlipSetup) -> str:
        """Give the person a colour: the one told or asked for, or that of the first piece turned up."""
        if setup.first_flip_decides:
            return self._start(setup)
        if setup.side is None:
            self._ask(self.say("flip.ask.colour"), self._choose_colour)
            return ""
        self.levels[setup.side.opponent] = self._versus
        return self._start(setup)

    def _choose_colour(self, line: str) -> str:
        side = COLOURS.get(plain(line))
        if side is None:
            return self.say("flip.ask.colour.wrong") + "\n"
        assert isinstance(self._setup, FlipSetup)
        self.levels[side.opponent] = self._versus
        return self._start(self._setup)

    def _start(self, setup: FlipSetup) -> str:
        self.game = FlipGame(setup.seed, first_flip_decides=setup.first_flip_decides, quiet_limit=setup.quiet_limit)
        return self._kept(self._begin_journal()) + self._go_on()

    def _resume(self, saved: SavedGame) -> str:
        self.game = saved_flip_game(saved)
        self._versus = saved.setting["versus"]
        self._seat(saved.setting["levels"])
        self._seat_by_first_flip()
        problem = self._begin_journal() if len(self.game) < len(saved.moves) else None
        return self.say("terminal.resumed") + "\n\n" + self._kept(problem) + self._go_on()

    def _begin_journal(self) -> str | None:
        game = self._game
        start = FlipGame.from_moves([], position=game.start, deal=game.deal, quiet_limit=game.quiet_limit)
        setting = self._setting(kind=KIND, start=dumps(start), versus=self._versus)
        return self.journal.start(setting, [str(move) for move in game.moves])

    def _seat_by_first_flip(self) -> None:
        """The person turned up the first piece, so the computer plays the other colour."""
        if self._versus is not None and self._game.start.side is None and (first := self._game.first) is not None:
            self.levels = {first: None, first.opponent: self._versus}

    def _go_on(self) -> str:
        """The next round, or the end."""
        outcome = self._game.outcome()
        return self._finish(outcome) if outcome else self._round()

    def _finish(self, outcome: Outcome) -> str:
        why = ""
        if outcome.reason is Reason.QUIET:
            why = self.say("terminal.draw", reason=self.say("flip.loop", limit=self._game.quiet_limit))
        elif outcome.winner is None:
            why = self.say("terminal.draw", reason=self.say(f"ending.{outcome.reason.value}"))
        elif outcome.reason is Reason.NO_MOVES:
            why = self.say("terminal.no moves", side=self._side_name(self.side, capital=True))
        return self._board() + self._end(outcome.winner, rounds=max(1, len(self._game)), why=why)

    # What a sitting asks of its game.

    @property
    def _game(self) -> FlipGame:
        assert self.game is not None
        return self.game

    @property
    def plies(self) -> int | None:
        return None if self.game is None else len(self.game)

    @property
    def side(self) -> Side | None:
        return self._game.position.side

    def _movers(self) -> Sequence[Side | None]:
        return [position.side for position in self._game.positions[:-1]]

    def _picture(self) -> str:
        return self.canvas.draw(flip_rows(self._game.position, self.say, self.canvas.size))

    def _side_name(self, side: Side | None, *, capital: bool = False) -> str:
        if side is None:
            return self.say("flip.side.first")
        return self.say(f"flip.{'Side' if capital else 'side'}.{side.name.lower()}")

    def _command_question(self) -> str:
        return self.say("flip.ask.command")

    def _unknown(self) -> str:
        return self.say("flip.unknown")

    def _let_computer_play(self, level: str) -> None:
        position, player = self._game.position, strategy(level)
        self.thought = Thought(
            lambda: player.choose(position, self._random), lambda: None, self._computer_plays, is_move=True
        )

    def _computer_plays(self, move: FlipMove) -> str:
        side = self.side
        assert side is not None
        told = self.say(
            "flip.plays",
            side=self.canvas.paint(self._side_name(side, capital=True), side),
            strategy=player_name(self.say, self.levels[side] or ""),
            words=flip_words(self.say, move),
        )
        return f"\n{told}\n" + self._play(move)

    # Commands.

    def _play(self, move: FlipMove) -> str:
        """Play a legal move, tell what came of it, keep it, and go on."""
        played = self._game.play(move)
        self._seat_by_first_flip()
        return self._told(played) + self._kept(self.journal.move(str(played))) + self._go_on()

    def _told(self, move: FlipMove) -> str:
        if move.is_flip:
            assert move.revealed is not None
            side, animal = move.revealed
            chess = self.canvas.paint(self.say(f"terminal.chess.{animal}"), side)
            told = self.say("flip.turned up", square=move.uci(), side=self._side_name(side), animal=chess)
        elif move.captured is None:
            return ""
        else:
            told = self.say(
                "flip.trade" if move.is_trade else "flip.captures",
                animal=self.say(f"terminal.chess.{move.animal}"),
                prey=self.say(f"terminal.chess.{move.captured}"),
            )
        return told + "\n"

    def _typed(self, line: str) -> str | None:
        """`b2`, `b2b3`."""
        squares = SQUARE.findall(plain(line))
        if "".join(squares) != "".join(plain(line).split()) or len(squares) not in (1, 2):
            return None
        return self._flip_at(squares[0]) if len(squares) == 1 else self._step(*squares)

    def _flip(self, command: Command) -> str:
        if not command.words:
            self._ask(self.say("flip.ask.flip"), self._flip_at)
            return ""
        return self._flip_at(command.rest)

    def _flip_at(self, text: str) -> str:
        self._turn()
        try:
            return self._play(self._game.position.find_move(plain(text), plain(text)))
        except InvalidSquareError:
            return self.say("flip.square") + "\n"
        except IllegalMoveError:
            return self.say("flip.cannot.flip", why=self.say("refusal.no face-down")) + "\n"

    def _move(self, command: Command) -> str:
        """`move`, which asks from where and to where, `move b2 b3`, `move lion left`."""
        match command.words:
            case ():
                self._ask(self.say("flip.ask.from"), self._move_from)
                return ""
            case (first, second) if SQUARE.fullmatch(first):
                return self._step(first, second)
            case (first, second):
                return self._step_of(first, second)
            case (both,) if SQUARE.fullmatch(both[:2]) and SQUARE.fullmatch(both[2:]):
                return self._step(both[:2], both[2:])
            case _:
                return self.say("flip.format") + "\n"

    def _move_from(self, line: str) -> str:
        self._ask(self.say("flip.ask.to"), lambda target: self._step(plain(line), target))
        return ""

    def _step(self, origin: str, target: str) -> str:
        self._turn()
        try:
            return self._play(self._game.position.find_move(origin, plain(target)))
        except InvalidSquareError:
            return self.say("flip.square") + "\n"
        except IllegalMoveError as error:
            return self.say("terminal.cannot.move", why=self.say(WHY[error.obstacle])) + "\n"

    def _step_of(self, name: str, way: str) -> str:
        animal, direction = parse_animal(name), parse_direction(way)
        if animal is None:
            return self.say("terminal.animal") + "\n"
        if direction is None:
            return self.say("terminal.direction") + "\n"
        own = {} if self.side is None else self._game.position.pieces(self.side)
        origin = next((square for square, piece in own.items() if piece.animal is animal), None)
        if origin is None:
            why = self.say("refusal.not there", animal=self.say(f"animal.{animal}"))
        elif (squares := neighbour(origin, direction)) is None:
            why = self.say("refusal.edge")
        else:
            return self._step(*squares)
        return self.say("terminal.cannot.move", why=why) + "\n"

    def _help(self) -> str:
        return "\n" + self.say("flip.help", limit=self._game.quiet_limit or "∞") + "\n"

    def _defeat(self) -> str:
        return self.say("flip.no colours") + "\n" if self.side is None else super()._defeat()

    def _take_back(self, plies: int) -> str:
        if any(move.is_flip for move in self._game.moves[-plies:]):
            return self.say("flip.no undo") + "\n"
        undone = [self._game.undo() for _ in range(plies)]
        told = "".join(
            self.say("terminal.undone", words=flip_words(self.say, move)) + "\n" for move in undone if move is not None
        )
        return told + self._kept(self.journal.undo(plies)) + self._round()

    def _list_moves(self, command: Command) -> str:
        moves = self._game.legal_moves()
        if command.words:
            animal = parse_animal(command.words[0])
            if animal is None or len(command.words) > 1:
                return self.say("terminal.animal") + "\n"
            moves = [move for move in moves if move.animal is animal]
            if not moves:
                return self.say("refusal.stuck", animal=self.say(f"animal.{animal}")) + "\n"
        words = [flip_words(self.say, move) for move in moves]
        lines = [", ".join(words[start : start + 6]) for start in range(0, len(words), 6)]
        return self.say("terminal.moves") + "\n" + "".join(f"  {line}\n" for line in lines)

    def _history(self) -> str:
        if not self.plies:
            return self.say("terminal.history.empty") + "\n"
        lines = []
        for round_, (side, move) in enumerate(zip(self._movers(), self._game.moves, strict=True), start=1):
            told = self._told(move).rstrip()
            lines.append(f"{round_:4}. {self._side_name(side)}: {flip_words(self.say, move)}  {told}".rstrip() + "\n")
        return self.say("terminal.history") + "\n" + "".join(lines)

    def _save_to(self, path: Path) -> None:
        save_text(path, dumps(self._game))

    def _load_from(self, path: Path) -> bool:
        game = load_flip_game(path)
        if game.outcome() is not None:
            return False
        self.game = game
        if self._versus is not None and self.side is not None and not any(self.levels.values()):
            self.levels[self.side.opponent] = self._versus  # A first flip was to seat them: the person is to move.
        self._seat_by_first_flip()
        return True


def saved_flip_game(saved: SavedGame) -> FlipGame:
    """The game that a journal tells of, as far as its moves can be played. Raises JungleError for a bad setting."""
    game = loads(str(saved.setting["start"]))
    with suppress(InvalidMoveError, IllegalMoveError):
        for move in saved.moves:
            game.play(move)
    return game
