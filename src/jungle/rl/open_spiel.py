"""Our games in OpenSpiel: importing this module registers `python_jungle` and `python_flip`.

    import pyspiel
    import jungle.rl.open_spiel
    game = pyspiel.load_game("python_jungle", {"rules": "leiden"})

The parameter `rules` takes any rules with a quiet limit, `fen` a position to start from. The texts by which OpenSpiel
stores games cannot contain `=` and `,` there, so house rules have `:` and `;` instead, which is also accepted:
`python_jungle(rules=standard:quiet_limit:30)`.

Actions and observations are those of `jungle.rl`. Player 0 moves first. In the face-down game, a flip leads to a
chance node whose outcomes are the hidden pieces, each equally likely.
"""

from typing import Any, ClassVar

import numpy as np

from jungle.board_game import REPETITIONS, BoardGame
from jungle.errors import InvalidArgumentError, InvalidRulesError, JungleError
from jungle.flip import FlipGame
from jungle.flip.moves import FlipMove
from jungle.game import Game
from jungle.pieces import PIECES
from jungle.rl.encoding import encoding

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise JungleError(f"jungle.rl.open_spiel needs {error.name}: pip install open_spiel") from None

PLAYERS = 2


def _game_type(kind: type[BoardGame], long_name: str) -> Any:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"python_{kind.kind}",
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if kind.uses_chance else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": next(iter(kind.rules_type.named)), "fen": ""},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """Base class for our games. The rules must have a quiet limit, since OpenSpiel needs the maximum game length."""

    kind: ClassVar[type[BoardGame]]
    game_type: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raises InvalidRulesError, InvalidPositionError, and InvalidArgumentError for a position that is over."""
        params = {name: value for name, value in (params or {}).items() if value}
        rules = _library_text(params["rules"]) if "rules" in params else None
        self.start = self.kind(rules, fen=params.get("fen")).public()
        limit = self.start.rules.quiet_limit
        if limit is None:
            raise InvalidRulesError(f"expected rules with a quiet limit, got {rules!r}, under which games may not end")
        if self.start.outcome():
            raise InvalidArgumentError(f"the game is already over in {self.start.fen()}")
        if "rules" in params:
            params["rules"] = _spiel_text(params["rules"])
        # Each piece is turned up at most once and captured at most once; in between, nothing happens for `limit` plies.
        turns = (1 + self.kind.uses_chance) * sum(map(bool, self.start.position.board))
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding(self.kind.kind).actions,
            max_chance_outcomes=len(PIECES) if self.kind.uses_chance else 0,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=turns * (limit + 1),
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """The observer. It has no options: both players have the same information."""
        if params:
            raise ValueError(f"expected no options for observations, got {params}")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.kind.kind, self.start.rules.quiet_limit or 0, recalls=recalls)


class JungleGame(SpielGame):
    """The 7×9 game."""

    kind = Game
    game_type = _game_type(Game, "Jungle")


class FlipSpielGame(SpielGame):
    """The face-down 4×4 game."""

    kind = FlipGame
    game_type = _game_type(FlipGame, "Jungle, face down")


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, and the square of a piece that is about to be turned up."""

    def __init__(self, spiel_game: SpielGame) -> None:
        super().__init__(spiel_game)
        self.game = spiel_game.start.copy()
        self.turning_up: int | None = None

    def current_player(self) -> int:
        if self.turning_up is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else len(self.game) % PLAYERS

    def is_terminal(self) -> bool:
        return self.turning_up is None and self.game.outcome() is not None

    def returns(self) -> list[float]:
        outcome = None if self.turning_up is not None else self.game.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner is self.game.first else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(encoding(self.game.kind).legal_actions(self.game))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The hidden pieces by their codes less one."""
        hidden = sorted(piece.code for piece in self.game.hidden_pieces())
        return [(code - 1, 1 / len(hidden)) for code in hidden]

    def _apply_action(self, action: int) -> None:
        if self.turning_up is not None:
            self.game.play(FlipMove.flip(self.turning_up, PIECES[action + 1]))
            self.turning_up = None
            return
        move = encoding(self.game.kind).action_to_move(self.game, action)
        if move.is_flip():
            self.turning_up = move.origin
        else:
            self.game.play(move)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return PIECES[action + 1].letter
        return str(encoding(self.game.kind).action_to_move(self.game, action))

    def __str__(self) -> str:
        flip = "" if self.turning_up is None else f" turning up {self.game.grid.names[self.turning_up]}"
        return self.game.fen() + flip


class SpielObserver:
    """The planes of `jungle.rl` from 0 to 1, as the player to move sees the board, and whether that is the observer."""

    def __init__(self, kind: str, quiet_limit: int, *, recalls: bool = False) -> None:
        self._recalls = recalls
        self._encoding = encoding(kind)
        shape = self._encoding.shape()
        self.tensor = np.zeros(1 + int(np.prod(shape)), np.float32)
        self.dict = {"to_play": self.tensor[:1], "planes": self.tensor[1:].reshape(shape)}
        self._scale = np.ones((shape[0], 1, 1), np.float32)
        self._scale[-2:, 0, 0] = 1 / (REPETITIONS - 1), 1 / quiet_limit

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["to_play"][:] = state.current_player() == player
        self.dict["planes"][:] = self._encoding.observe(state.game) * self._scale

    def string_from(self, state: SpielState, player: int) -> str:
        """The position; with perfect recall the actions so far, since repetitions and the chase rule depend on them."""
        return str(state.history()) if self._recalls else str(state)


def _spiel_text(rules: str) -> str:
    """Rules in a form that OpenSpiel can parse as part of a game's text."""
    return rules.replace("=", ":").replace(",", ";")


def _library_text(rules: str) -> str:
    """Rules in our own form, given in either."""
    name, colon, differences = rules.partition(":")
    return name + colon + (differences if "=" in differences else differences.replace(":", "=").replace(";", ","))


for registered in (JungleGame, FlipSpielGame):
    pyspiel.register_game(registered.game_type, registered)
