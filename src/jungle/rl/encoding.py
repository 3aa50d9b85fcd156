"""Encodes games as arrays: observations as planes, and moves as actions.

Squares are numbered as the player to move sees the board: row 0 is their nearest rank, column 0 their left-hand file.
In a game whose players have no edge of the board, both see the same board.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from jungle.board_game import REPETITIONS, BoardGame
from jungle.errors import IllegalMoveError, IllegalMoveReason, InvalidArgumentError
from jungle.games import GAMES, game_type
from jungle.geometry import DIRECTIONS, squares_in
from jungle.moves import BoardMove
from jungle.pieces import FACE_DOWN, LETTERS, PIECES, Animal, Side
from jungle.rules import BaseRules

COUNT_LIMIT = 255
"""The largest count in a plane."""
DTYPES = ("uint8", "float32")
"""The types of observations that environments show."""


@dataclass(frozen=True)
class Encoding:
    """How a game is encoded as planes and actions.

    >>> jungle, flip = encoding("jungle"), encoding("flip")
    >>> (jungle.actions, jungle.shape()), (flip.actions, flip.shape())
    ((252, (23, 9, 7)), (80, (35, 4, 4)))
    """

    game: type[BoardGame]

    @property
    def flips(self) -> int:
        """The actions that turn a piece up, which come first: one per square, if the game has any."""
        return self.game.grid.squares if self.game.uses_chance else 0

    @property
    def actions(self) -> int:
        """The number of actions: flips, then every square with every direction."""
        return self.flips + self.game.grid.squares * len(DIRECTIONS)

    @cached_property
    def board_planes(self) -> tuple[str, ...]:
        """The planes for the pieces on the board, which the history repeats."""
        pieces = [f"{owner} {animal}" for owner in ("own", "enemy") for animal in Animal]
        return (*pieces, "face down") if self.game.uses_chance else tuple(pieces)

    @cached_property
    def terrain_planes(self) -> dict[str, int]:
        """The planes that never change, with their squares as masks; the same for both players."""
        grid = self.game.grid
        if None in grid.dens:
            return {}
        dens = [1 << den for den in grid.dens if den is not None]
        return {
            "river": grid.water,
            "own traps": grid.traps[0],
            "enemy traps": grid.traps[1],
            "own den": dens[0],
            "enemy den": dens[1],
        }

    @cached_property
    def planes(self) -> tuple[str, ...]:
        """The names of all planes without history."""
        hidden = [f"hidden {owner} {animal}" for owner in ("own", "enemy") for animal in Animal]
        pool = hidden if self.game.uses_chance else []
        return (*self.board_planes, *pool, *self.terrain_planes, "repetitions", "quiet plies")

    def shape(self, history: int = 0) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation that includes this many earlier boards."""
        if type(history) is not int or history < 0:
            raise InvalidArgumentError(f"expected the number of earlier boards, from 0, got {history!r}")
        grid = self.game.grid
        return len(self.planes) + history * len(self.board_planes), grid.ranks, grid.files

    @cached_property
    def terrain(self) -> NDArray[np.uint8]:
        """The planes of the terrain, which come before the two counts."""
        grid = self.game.grid
        planes = np.zeros((len(self.terrain_planes), grid.squares), np.uint8)
        for plane, squares in zip(planes, self.terrain_planes.values(), strict=True):
            plane[list(squares_in(squares))] = 1
        return planes.reshape(-1, grid.ranks, grid.files)

    @cached_property
    def _one_hot(self) -> tuple[NDArray[np.uint8], ...]:
        """For each viewer, the planes of each code on a square."""
        tables = np.zeros((2, FACE_DOWN + 1, len(self.board_planes)), np.uint8)
        for viewer in Side:
            for code, piece in PIECES.items():
                tables[viewer, code, (piece.side ^ viewer) * len(LETTERS) + piece.animal - 1] = 1
            if self.game.uses_chance:
                tables[viewer, FACE_DOWN, len(PIECES)] = 1
        return tuple(tables)

    def observe(self, game: BoardGame, history: int = 0, viewer: Side | None = None) -> NDArray[np.uint8]:
        """The observation of a player, by default the one to move, with this many earlier boards.

        The board is 1s and 0s; counts are capped at 255.
        """
        shape = self.shape(history)
        planes = np.zeros((shape[0], shape[1] * shape[2]), np.uint8)
        if viewer is None:
            viewer = Side.BLUE if game.side is None else game.side
        turned = self.game.uses_directions and viewer is Side.RED
        one_hot, width = self._one_hot[viewer], len(self.board_planes)
        positions = game.positions[-1 - history :] if history else (game.position,)
        for back, position in enumerate(reversed(positions)):
            board = np.frombuffer(position.board, np.uint8)
            start = 0 if back == 0 else len(self.planes) + (back - 1) * width
            planes[start : start + width] = one_hot[board[::-1] if turned else board].T
        for piece in game.hidden_pieces():
            planes[width + (piece.side ^ viewer) * len(LETTERS) + piece.animal - 1] = 1
        counts, terrain = len(self.planes) - 2, len(self.terrain_planes)
        planes[counts - terrain : counts] = self.terrain.reshape(terrain, shape[1] * shape[2])
        planes[counts] = min(game.repetitions() - 1, COUNT_LIMIT)
        planes[counts + 1] = min(game.position.quiet, COUNT_LIMIT)
        return planes.reshape(shape)

    def legal_actions(self, game: BoardGame) -> dict[int, BoardMove]:
        """The legal moves by their actions."""
        actions = self._actions[self._is_turned(game)]
        return {actions[move.origin, move.target]: move for move in game.legal_moves()}

    def mask(self, game: BoardGame) -> NDArray[np.int8]:
        """A 1 for each action that is legal now."""
        mask = np.zeros(self.actions, np.int8)
        mask[list(self.legal_actions(game))] = 1
        return mask

    def _is_turned(self, game: BoardGame) -> bool:
        return self.game.uses_directions and game.side is Side.RED

    @cached_property
    def _actions(self) -> tuple[dict[tuple[int, int], int], ...]:
        """The action of each origin and target in line, for the board as it is and for the rotated board."""
        grid = self.game.grid
        squares = range(grid.squares)
        seen = {(square, square): square for square in squares if self.flips}
        for origin in squares:
            for number, (files, ranks) in enumerate(DIRECTIONS.values()):
                target = grid.step_square(origin, files, ranks)
                while target is not None:
                    seen[origin, target] = self.flips + origin * len(DIRECTIONS) + number
                    target = grid.step_square(target, files, ranks)
        rotate = grid.rotate_square
        return seen, {(rotate(origin), rotate(target)): action for (origin, target), action in seen.items()}

    def move_to_action(self, game: BoardGame, move: BoardMove) -> int:
        """The action of a move for the player to move."""
        return self._actions[self._is_turned(game)][move.origin, move.target]

    def action_to_move(self, game: BoardGame, action: int) -> BoardMove:
        """The legal move of an action. Raises InvalidArgumentError, IllegalMoveError."""
        if not (hasattr(action, "__index__") and 0 <= action < self.actions):
            raise InvalidArgumentError(f"expected an action from 0 to {self.actions - 1}, got {action!r}")
        move = self.legal_actions(game).get(index(action))
        if move is None:
            raise self._illegal(game, index(action))
        return move

    def _illegal(self, game: BoardGame, action: int) -> IllegalMoveError:
        grid = self.game.grid
        square, number = divmod(action - self.flips, len(DIRECTIONS)) if action >= self.flips else (action, None)
        origin = grid.rotate_square(square) if self._is_turned(game) else square
        if number is None:
            text, target = "flip", origin
        else:
            text, (files, ranks) = tuple(DIRECTIONS.items())[number]
            found = grid.step_square(square, files, ranks)
            if found is None:
                message = f"action {action} ({grid.names[origin]} {text}) leaves the board in {game.fen()}"
                return IllegalMoveError(message, IllegalMoveReason.EDGE)
            target = grid.rotate_square(found) if self._is_turned(game) else found
        try:
            game.find_move(origin, target)
        except IllegalMoveError as error:
            return IllegalMoveError(f"action {action} ({grid.names[origin]} {text}): {error}", error.reason)
        raise AssertionError(f"{grid.names[origin]} {text} is legal in {game.fen()}")


class View:
    """What an environment shows of its observations: bytes as they are, or `float32` from 0 to 1.

    As `float32` the counts are divided by the largest they can reach: the repetitions before a draw, and the limit of
    quiet plies, or 255 if the rules have none.
    """

    def __init__(self, encoding: Encoding, rules: BaseRules, history: int = 0, dtype: str = "uint8") -> None:
        """Raises InvalidArgumentError."""
        if dtype not in DTYPES:
            raise InvalidArgumentError(f"dtype: expected {' or '.join(DTYPES)}, got {dtype!r}")
        self.shape, self.actions = encoding.shape(history), encoding.actions
        self.dtype = np.dtype(dtype)
        self.scale = np.ones((self.shape[0], 1, 1), np.float32)
        """The factor of each plane."""
        first = len(encoding.planes) - 2
        limit = COUNT_LIMIT if rules.quiet_limit is None else min(rules.quiet_limit, COUNT_LIMIT)
        self.scale[first : first + 2, 0, 0] = 1 / (REPETITIONS - 1), 1 / limit

    def of(self, planes: NDArray[np.uint8]) -> NDArray[Any]:
        """A new array with the planes of one observation or of many."""
        return planes.copy() if self.dtype == np.uint8 else np.minimum(planes * self.scale, np.float32(1))

    def space(self) -> spaces.Dict:
        """One player's planes and mask."""
        most = COUNT_LIMIT if self.dtype == np.uint8 else 1
        box = spaces.Box(0, most, self.shape, self.dtype.type)
        return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})


@cache
def encoding(kind: str) -> Encoding:
    """The encoding of the game of that name. Raises GameError."""
    return Encoding(game_type(kind))


ACTIONS = {kind: encoding(kind).actions for kind in GAMES}
"""The number of actions of each game."""
PLANES = {kind: encoding(kind).planes for kind in GAMES}
"""The names of the planes of each game, without history."""


def action_to_move(game: BoardGame, action: int) -> BoardMove:
    """The legal move of an action for the player to move. Raises InvalidArgumentError, IllegalMoveError.

    >>> from jungle import Game
    >>> game = Game()
    >>> str(action_to_move(game, 56))
    'a3a4'
    >>> action_to_move(game, 58)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    jungle.errors.IllegalMoveError: action 58 (a3 left) leaves the board in l5t/...
    """
    return encoding(game.kind).action_to_move(game, action)


def move_to_action(game: BoardGame, move: BoardMove | str) -> int:
    """The action of a legal move, given as an object or text. Raises InvalidMoveError, IllegalMoveError.

    >>> from jungle import Game
    >>> game = Game.from_moves(["a3a4"])
    >>> move_to_action(game, "g7g6"), str(action_to_move(game, 56))
    (56, 'g7g6')
    """
    return encoding(game.kind).move_to_action(game, game.parse_move(move) if isinstance(move, str) else move)


def action_mask(game: BoardGame) -> NDArray[np.int8]:
    """A 1 for each action that is legal now; none once the game is over."""
    return encoding(game.kind).mask(game)


def observe(game: BoardGame, history: int = 0) -> NDArray[np.uint8]:
    """The observation of the player to move, as planes."""
    return encoding(game.kind).observe(game, history)
