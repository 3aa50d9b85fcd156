"""PettingZoo environments, in which agents take turns: a thin adapter over any `BoardGame`."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from jungle.board_game import BoardGame
from jungle.errors import InvalidArgumentError
from jungle.games import DEFAULT_GAME
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.rl.batch import ILLEGAL_ACTION, MAX_PLIES, check_rewards
from jungle.rl.encoding import Encoding, View, encoding
from jungle.rl.opponents import Observation
from jungle.rl.rendering import FRAMES_PER_SECOND, RENDER_MODES, Renderer


class BoardGameEnv(AECEnv[str, Any, Any], EzPickle):
    """One game between `player_0`, who moves first, and `player_1`.

    An observation has the planes of `PLANES` as `observation` and the legal actions as `action_mask`, also in the
    infos. Rewards are 1, 0 and -1 at the end of the game; an illegal action ends it, with -1 for its player and 1
    for the other. `capture_reward` adds a reward for each capture, taken from the other player. A game that reaches
    `max_plies` is cut off, which is a truncation. At the end, each agent's infos have its `outcome` (1 for a win, 0 or
    -1) and the `reason`, one of `REASONS`. With `dtype="float32"` observations go from 0 to 1, see `View`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared so by PettingZoo
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": FRAMES_PER_SECOND,
    }
    kind: ClassVar[str]
    """The name of the game."""

    def __init__(
        self,
        *,
        rules: Any = None,
        fen: str | None = None,
        render_mode: str | None = None,
        history: int = 0,
        capture_reward: float = 0.0,
        max_plies: int | None = None,
        dtype: str = "uint8",
    ) -> None:
        """Create an environment. Raises JungleError for invalid arguments."""
        EzPickle.__init__(
            self,
            rules=rules,
            fen=fen,
            render_mode=render_mode,
            history=history,
            capture_reward=capture_reward,
            max_plies=max_plies,
            dtype=dtype,
        )
        check_rewards(capture_reward, max_plies)
        super().__init__()  # type: ignore[no-untyped-call]
        self.encoding: Encoding = encoding(self.kind)
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode)
        self._rules, self._fen, self._history = rules, fen, history
        self._capture_reward, self._max_plies = capture_reward, max_plies
        self._random = np.random.default_rng()
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self._start()
        self._view = View(self.encoding, self.game.rules, history, dtype)
        self.observation_spaces = {agent: self._view.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}
        if self.game.outcome():
            raise InvalidArgumentError(f"the game is already over in {self.game.fen()}")

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._start()

    def _start(self) -> None:
        kind = self.encoding.game
        seed = int(self._random.integers(1 << 62)) if kind.uses_chance else None
        self.game: BoardGame = kind.new(self._rules, fen=self._fen, seed=seed)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._legal: dict[int, BoardMove] = self.encoding.legal_actions(self.game)
        self._write_masks()

    def _write_masks(self) -> None:
        self._masks = {agent: np.zeros(self.encoding.actions, np.int8) for agent in self.possible_agents}
        self._masks[self.agent_selection][list(self._legal)] = 1
        self.infos = {agent: {"action_mask": self._masks[agent]} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        return {
            "observation": self._view.of(self.encoding.observe(self.game, self._history, self._side(agent))),
            "action_mask": self._masks[agent],
        }

    def _side(self, agent: str) -> Side | None:
        """The side an agent plays; None until the first flip decides it."""
        first = self.game.first
        return first if first is None or agent == self.possible_agents[0] else first.opponent

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        other = self.possible_agents[agent == self.possible_agents[0]]
        self._cumulative_rewards[agent] = 0.0
        move = None if action is None else self._legal.get(int(action))
        self.agent_selection = other
        reward, result, reason = 0.0, 0, ""
        if move is None:
            result, reason, self._legal = -1, ILLEGAL_ACTION, {}
        else:
            move = self.game.play(move)
            reward = self._capture_reward if move.captured and not move.trade else 0.0
            self._legal = self.encoding.legal_actions(self.game)
            if not self._legal:
                result, reason = self._ending(agent)
        reward += result
        if reason:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_plies is not None and len(self.game) >= self._max_plies:
            reason, self._legal = MAX_PLIES, {}
            self.truncations = dict.fromkeys(self.agents, True)
        self._write_masks()
        if reason:
            self.infos[agent] |= {"outcome": result, "reason": reason}
            self.infos[other] |= {"outcome": -result, "reason": reason}
        self.rewards = {agent: reward, other: 0.0 - reward}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ending(self, agent: str) -> tuple[int, str]:
        """The result of a game that is over for an agent, 1, 0 or -1, and the reason."""
        outcome = self.game.outcome()
        assert outcome is not None
        won = 1 if outcome.winner is self._side(agent) else -1
        return (0 if outcome.winner is None else won), outcome.reason.value

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, set when the environment is created.")
        return self._renderer.render(self.game)

    def close(self) -> None:
        self._renderer.close()


def env(game: str = DEFAULT_GAME, **options: Any) -> AECEnv[str, Any, Any]:
    """The environment of any game in `GAMES`, with PettingZoo's checks; for the options see `BoardGameEnv`.

    Raises GameError for an unknown game.
    """
    kind = encoding(game).game.kind
    metadata = {**BoardGameEnv.metadata, "name": f"{kind}_v0"}
    return wrapped(type("raw_env", (BoardGameEnv,), {"kind": kind, "metadata": metadata})(**options))


def wrapped(env: BoardGameEnv) -> AECEnv[str, Any, Any]:
    """Wrap the environment like PettingZoo's own, with checks of actions and of the order of calls."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
