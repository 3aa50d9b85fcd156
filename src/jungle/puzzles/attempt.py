"""A puzzle being solved."""

from enum import Enum

from jungle.game import Game
from jungle.moves import BoardMove, Move
from jungle.puzzles.puzzle import Puzzle


class Answer(Enum):
    """The answer to a move."""

    WRONG = "wrong"
    RIGHT = "right"
    """Correct. The opponent has replied, and the next move is to be found."""
    SOLVED = "solved"


class Attempt:
    """An attempt at a puzzle: call `play` until it is solved. A wrong move changes nothing on the board.

    >>> from jungle.puzzles import puzzles
    >>> attempt = Attempt(puzzles()[0])
    >>> while not attempt.is_solved():
    ...     answer = attempt.play(attempt.expected)
    >>> answer, attempt.clean
    (<Answer.SOLVED: 'solved'>, True)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game: Game = puzzle.game()
        """The game, at the current position."""
        self.clean = True
        """Whether no wrong move was made and no solution shown."""

    def is_solved(self) -> bool:
        return len(self.game) >= len(self.puzzle.moves)

    @property
    def expected(self) -> Move:
        """The move to find now. Valid only until the puzzle is solved."""
        return self.game.position.parse_move(self.puzzle.moves[len(self.game)])

    def play(self, move: BoardMove | str) -> Answer:
        """Try a move. Raises IllegalMoveError and InvalidMoveError as `Game.play` does."""
        if self.game.position.check(move) != (wanted := self.expected):
            self.clean = False
            return Answer.WRONG
        self.game.push(wanted)
        if self.is_solved():
            return Answer.SOLVED
        self.game.push(self.expected)
        return Answer.RIGHT

    def show(self) -> Move:
        """Play the solution's next move and the reply, for a solver who gives up."""
        move = self.expected
        self.play(move)
        self.clean = False
        return move
