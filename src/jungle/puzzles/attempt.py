"""A puzzle being solved."""

from collections.abc import Callable
from enum import Enum

from jungle.board_game import BoardGame
from jungle.moves import BoardMove
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

    def __init__(
        self, puzzle: Puzzle, accepts: Callable[[BoardGame, BoardMove, BoardMove], bool] = lambda *_: False
    ) -> None:
        """`accepts` may say that a move of a game is as good as the expected one; then it is the last one."""
        self.puzzle = puzzle
        self._accepts = accepts
        self._is_done = False
        self.game: BoardGame = puzzle.game()
        """The game, at the current position."""
        self.clean = True
        """Whether no wrong move was made and no solution shown."""

    def is_solved(self) -> bool:
        return self._is_done or len(self.game) >= len(self.puzzle.moves)

    @property
    def expected(self) -> BoardMove:
        """The move to find now. Valid only until the puzzle is solved."""
        return self.game.position.parse_move(self.puzzle.moves[len(self.game)])

    def play(self, move: BoardMove | str) -> Answer:
        """Try a move. Raises IllegalMoveError and InvalidMoveError as `Game.play` does."""
        tried, wanted = self.game.position.check(move), self.expected
        if (tried.origin, tried.target) != (wanted.origin, wanted.target):
            if self._accepts(self.game, tried, wanted):
                self.game.push(tried)
                self._is_done = True
                return Answer.SOLVED
            self.clean = False
            return Answer.WRONG
        self.game.push(wanted)
        if self.is_solved():
            return Answer.SOLVED
        self.game.push(self.expected)
        return Answer.RIGHT

    def show(self) -> BoardMove:
        """Play the solution's next move and the reply, for a solver who gives up."""
        move = self.expected
        self.play(move)
        self.clean = False
        return move
