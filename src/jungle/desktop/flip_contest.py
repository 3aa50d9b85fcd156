"""The face-down game at the same table."""

from random import Random
from typing import Self

from jungle.desktop.brains import Suggestion
from jungle.desktop.contests import Contest, CourseContest, Deed, Faces, Option
from jungle.errors import IllegalMoveError, Obstacle
from jungle.flip import FLIP, GRID, FlipGame, FlipMove, FlipPosition, dumps, loads, strategy
from jungle.language import Speaker
from jungle.pieces import Animal, Piece, Side

ADVICE = "biggest-first"
"""The strategy that hints come from."""


class FlipContest(CourseContest):
    """The face-down game.

    >>> contest = FlipContest(FlipGame(seed=4))
    >>> contest.do(Option(5, 5)).notation, contest.faces(1)[5] is not None
    ('b2=c', True)
    """

    files = 4
    ranks = 4
    has_direction = False
    game: FlipGame

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Raises RecordError."""
        return cls(loads(text))

    def text(self) -> str:
        """The whole game, with what still lies hidden."""
        return dumps(self.game)

    @property
    def side(self) -> Side:
        """Who is to move; Red's seat while nobody has a colour yet."""
        return Side.RED if self.game.position.side is None else self.game.position.side

    @property
    def is_swapped(self) -> bool:
        """Did the first piece turned up give Red's seat the blue pieces?"""
        return self.game.start.side is None and self.game.first is Side.BLUE

    @property
    def has_colours(self) -> bool:
        return self.game.position.side is not None

    @property
    def number(self) -> int:
        return len(self.game) // 2 + 1

    def rank(self, animal: Animal) -> int:
        return FLIP.rank(animal)

    def options(self) -> list[Option]:
        return [_option(move) for move in self.game.legal_moves()]

    def _play(self, option: Option) -> FlipMove:
        return self.game.play(self.game.position.find_move(option.origin, option.target))

    def faces(self, ply: int) -> Faces:
        position = self.game.positions[ply]
        faces: Faces = dict.fromkeys(position.face_down())
        return faces | {square: piece for side in Side for square, piece in position.pieces(side).items()}

    def refusal(self, origin: int, target: int) -> Obstacle:
        """Why the piece on one square may not go to the other."""
        try:
            self.game.position.find_move(origin, target)
        except IllegalMoveError as error:
            return error.obstacle
        return Obstacle.OVER

    def square_name(self, square: int) -> str:
        return GRID.square_name(square)

    def anew(self) -> Self:
        """A game of the same kind with another deal."""
        start = self.game.start
        return type(self)(FlipGame(first_flip_decides=start.side is None, quiet_limit=self.game.quiet_limit))

    @staticmethod
    def _seen(position: FlipPosition, move: FlipMove) -> Deed:
        if move.is_flip:
            assert move.revealed is not None
            return Deed(origin=move.origin, target=move.origin, piece=move.revealed, is_reveal=True, notation=str(move))
        side = position.side
        assert side is not None
        assert move.animal is not None
        return Deed(
            origin=move.origin,
            target=move.target,
            piece=Piece(side, move.animal),
            captured=None if move.captured is None else Piece(side.opponent, move.captured),
            is_trade=move.is_trade,
            notation=str(move),
        )


def _option(move: FlipMove) -> Option:
    return Option(move.origin, move.target)


class StrategyBrain:
    """A strategy of the face-down game."""

    def __init__(self, name: str) -> None:
        self._strategy = strategy(name)
        self._random = Random()

    def choose(self, contest: Contest) -> Option:
        assert isinstance(contest, FlipContest)
        return _option(self._strategy.choose(contest.game, self._random))

    def stop(self) -> None:
        """It is done before anybody could ask."""

    def close(self) -> None:
        """Nothing to give back."""


class FlipAdviser:
    """Hints for the face-down game. It does not judge: too much lies hidden."""

    judges = False

    def __init__(self) -> None:
        self._brain = StrategyBrain(ADVICE)

    def judge(self, contest: Contest) -> float:
        return 0.5

    def suggest(self, contest: Contest) -> Suggestion:
        option = self._brain.choose(contest)
        faces = contest.faces(len(contest))

        def explain(say: Speaker) -> str:
            square = contest.square_name(option.target)
            if option.origin == option.target:
                return say("desktop.hint.turn", square=square)
            hunter, prey = faces[option.origin], faces.get(option.target)
            assert hunter is not None
            if prey is None:
                return say("desktop.hint.go", animal=say(f"animal.{hunter.animal}"), square=square)
            return say("desktop.hint.take", animal=say(f"animal.{hunter.animal}"), prey=say(f"animal.{prey.animal}"))

        return Suggestion(option, explain)

    def stop_judging(self) -> None:
        """Nothing runs."""

    def stop_suggesting(self) -> None:
        """It is done before anybody could ask."""

    def close(self) -> None:
        """Nothing to give back."""
