"""Gymnasium environments in which the agent plays against our players, the caller's, or policies."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from jungle.board_game import BoardGame
from jungle.errors import InvalidArgumentError
from jungle.games import DEFAULT_GAME
from jungle.rl.batch import NO_WINNER, REASONS, BatchEnv, check_whole
from jungle.rl.encoding import View
from jungle.rl.opponents import RANDOM, Observation, OpponentPool, Opponents, batch_opponent
from jungle.rl.rendering import FRAMES_PER_SECOND, RENDER_MODES, Renderer

MAX_EPISODE_STEPS = "max_episode_steps"
"""Why an episode ended, in addition to `REASONS`."""
_SEEDS = 1 << 63
Infos = dict[str, Any]
"""What Gymnasium calls infos, options and metadata."""


class VersusVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """A batch of games between the agent and its opponents.

    Observations always have the agent to move: opponents have replied, or have opened the game if the agent moves
    second. A reward is 1, 0 or -1 for the agent when a game ends; an illegal action loses. A finished game restarts
    within the same step, and `infos["final_obs"]` has its last observation; with `autoreset=False` it stays until
    `reset(options={"reset_mask": …})`. If an opponent wins with the first move of a game, the agent's next action is
    ignored and brings the reward. Every opponent gets a new seed for every game.
    """

    metadata: Infos = {  # noqa: RUF012 - declared so by Gymnasium
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [mode for mode in RENDER_MODES if mode != "human"],
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponent: Opponents = RANDOM,
        seat: int | None = None,
        game: str = DEFAULT_GAME,
        rules: Any = None,
        start: Any = None,
        history: int = 0,
        dtype: str = "uint8",
        capture_reward: float = 0.0,
        max_plies: int | None = None,
        max_episode_steps: int | None = None,
        threads: int = 1,
        autoreset: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Create the games. `seat` is 0 if the agent always moves first, 1 if second, None to draw it for each game.

        `max_plies` counts the moves of both players, `max_episode_steps` only the agent's. Raises JungleError for
        invalid arguments.
        """
        if seat not in (None, 0, 1):
            raise InvalidArgumentError(f"expected seat 0, 1 or None, got {seat!r}")
        if max_episode_steps is not None:
            check_whole("max_episode_steps", max_episode_steps, 1, (1 << 31) - 1)
        self.pool = OpponentPool(opponent)
        self.batch = BatchEnv(
            num_envs,
            game=game,
            rules=rules,
            start=start,
            history=history,
            threads=threads,
            autoreset=False,
            capture_reward=capture_reward,
            max_plies=max_plies,
        )
        self._view = View(self.batch.encoding, self.batch.rules, history, dtype)
        self.num_envs, self.render_mode = num_envs, render_mode
        self._autoreset, self._max_episode_steps = autoreset, max_episode_steps
        if not autoreset:
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.DISABLED}
        self._renderer = Renderer(render_mode)
        self.single_observation_space = self._view.space()
        self.single_action_space = spaces.Discrete(self.batch.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = seat
        self.seats = np.zeros(num_envs, np.int64)
        """The agent's seat in each game."""
        self.opponents = np.zeros(num_envs, np.int64)
        """The number of the opponent in each game; `pool.names` has their names."""
        self.seeds = np.zeros(num_envs, np.uint64)
        """The seed of the opponent in each game."""
        self._batch_opponents = [batch_opponent(one, self.batch, self._view) for one in self.pool.opponents]
        self._names = np.array(self.pool.names, object)
        self._games: list[BoardGame | None] = [None] * num_envs
        self._steps = np.zeros(num_envs, np.int64)
        self._owed = np.zeros(num_envs)
        """Rewards from an opponent's first move."""
        self._terminated, self._truncated = np.zeros((2, num_envs), np.bool_)
        self._outcomes = np.zeros(num_envs, np.int64)
        self._reasons = np.full(num_envs, "", object)
        self._all = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[Observation, Infos]:
        """Start all games, or those in `options["reset_mask"]`. A seed also restarts a curriculum."""
        super().reset(seed=seed)
        if seed is not None:
            self.pool.reset()
            self.batch.reset(seed=int(self.np_random.integers(_SEEDS)))
        mask = (options or {}).get("reset_mask")
        self._begin(self._all if mask is None else np.flatnonzero(mask))
        return self._observations(), self._infos()

    def _begin(self, where: NDArray[np.int64]) -> None:
        """Start games with new seats, opponents and seeds, and let opponents who move first do so."""
        self.batch.reset(where=where)
        self._terminated[where] = self._truncated[where] = False
        self._owed[where] = self._steps[where] = self._outcomes[where] = 0
        self._reasons[where] = ""
        for i in where:
            self.seats[i] = self.np_random.integers(2) if self._seat is None else self._seat
            self.opponents[i] = self.pool.draw(self.np_random)
            self.seeds[i] = seed = self.np_random.integers(_SEEDS)
            player = self._batch_opponents[self.opponents[i]]
            player.begin(int(i), int(seed))
            self._games[i] = self.batch.game(int(i)) if player.needs_games else None
        second = where[self.seats[where] == 1]
        self._answer(second)
        self._owed[second] = self.batch.rewards[second, 1]

    def _answer(self, where: NDArray[np.int64]) -> None:
        """Let the opponents move in the given games."""
        if not len(where):
            return
        actions = np.empty(len(where), np.int64)
        for number in np.unique(self.opponents[where]):
            rows = np.flatnonzero(self.opponents[where] == number)
            games = where[rows]
            actions[rows] = self._batch_opponents[number].choose(games, self.seeds[games], self._games)
        self._play(actions, where)

    def _play(self, actions: NDArray[np.int64], where: NDArray[np.int64]) -> None:
        for action, i in zip(actions, where, strict=True):
            game = self._games[i]
            if game is not None and 0 <= action < self.batch.masks.shape[1] and self.batch.masks[i, action]:
                game.play(self.batch.encoding.action_to_move(game, int(action)))
        self.batch.step(actions, where)
        self._note_ends(where)

    def _note_ends(self, where: NDArray[np.int64]) -> None:
        ends, truncations = self.batch.ends[where], self.batch.truncations[where]
        self._terminated[where], self._truncated[where] = ends, truncations
        over = where[ends | truncations]
        winners = self.batch.winners[over]
        self._outcomes[over] = np.where(winners == NO_WINNER, 0, np.where(winners == self.seats[over], 1, -1))
        for i in over:
            self._reasons[i] = REASONS[self.batch.reasons[i]]

    def step(self, actions: Any) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Play the agent's actions and the opponents' replies."""
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise InvalidArgumentError(
                f"expected {self.num_envs} actions as whole numbers, got {actions.dtype} {actions.shape}"
            )
        rewards, was_over = self._owed.copy(), self._terminated | self._truncated
        announced = was_over & (self._steps > 0)
        self._owed[:] = 0
        playing = np.flatnonzero(~was_over)
        self._play(actions[playing].astype(np.int64), playing)
        rewards[playing] += self.batch.rewards[playing, self.seats[playing]]
        self._steps += 1
        left = playing[~(self._terminated | self._truncated)[playing]]
        self._answer(left)
        rewards[left] += self.batch.rewards[left, self.seats[left]]
        if self._max_episode_steps is not None:
            late = left[~(self._terminated | self._truncated)[left] & (self._steps[left] >= self._max_episode_steps)]
            self._truncated[late], self._reasons[late] = True, MAX_EPISODE_STEPS
        over = self._terminated | self._truncated
        for i in np.flatnonzero(over & ~announced):
            self.pool.record(int(self.opponents[i]), float(self._outcomes[i]))
        terminations, truncations, infos = self._terminated.copy(), self._truncated.copy(), Infos()
        if self._autoreset and over.any():
            self._restart(np.flatnonzero(over), infos)
        infos.update(self._infos())
        return self._observations(), rewards, terminations, truncations, infos

    def _restart(self, where: NDArray[np.int64], infos: Infos) -> None:
        """Keep the last observations of finished games, and begin new ones."""
        finished = np.zeros(self.num_envs, np.bool_)
        finished[where] = True
        last = self._observations()
        final = np.full(self.num_envs, None, object)
        for i in where:
            final[i] = {name: array[i].copy() for name, array in last.items()}
        infos.update(final_obs=final, _final_obs=finished, final_info=self._infos(), _final_info=finished)
        self._begin(where)

    def _observations(self) -> Observation:
        return {"observation": self._view.of(self.batch.observations), "action_mask": self.batch.masks.astype(np.int8)}

    def _infos(self) -> Infos:
        infos: Infos = {"action_mask": self.batch.masks.astype(np.int8), "seat": self.seats.copy()}
        infos["opponent"] = self._names[self.opponents]
        infos |= {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}
        over = (self._terminated | self._truncated) & (self._steps > 0)
        if over.any():
            infos |= {"outcome": self._outcomes.copy(), "_outcome": over}
            infos |= {"reason": self._reasons.copy(), "_reason": over.copy()}
        return infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each game, as sb3-contrib asks for them."""
        return self.batch.masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each game."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, set when the environment is created.")
            return None
        return tuple(self._renderer.render(self.batch.game(i)) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        for one in self._batch_opponents:
            one.close()
        self._renderer.close()


class VersusEnv(gymnasium.Env[Observation, Any]):
    """One game of the agent against an opponent; the options are those of `VersusVectorEnv`.

    At the end of a game the info has its `outcome` for the agent (1, 0 or -1) and the `reason`.
    """

    metadata: Infos = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        """Create the game. Raises JungleError for invalid arguments."""
        self._renderer = Renderer(render_mode)
        self.render_mode = render_mode
        self._many = VersusVectorEnv(1, autoreset=False, **options)
        self.observation_space = self._many.single_observation_space
        self.action_space = self._many.single_action_space

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[Observation, Infos]:
        super().reset(seed=seed)
        observations, infos = self._many.reset(seed=seed)
        return _only(observations), _info(infos)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Infos]:
        """Play the agent's action and the opponent's reply."""
        observations, rewards, terminations, truncations, infos = self._many.step(np.array([action]))
        if self.render_mode == "human":
            self.render()
        return _only(observations), float(rewards[0]), bool(terminations[0]), bool(truncations[0]), _info(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them."""
        masks: NDArray[np.bool_] = self._many.batch.masks[0].copy()
        return masks

    def render(self) -> Any:
        return self._renderer.render(self._many.batch.game(0))

    def close(self) -> None:
        self._many.close()
        self._renderer.close()


def _only(observations: Observation) -> Observation:
    return {name: array[0] for name, array in observations.items()}


def _info(infos: Infos) -> Infos:
    return {name: array[0] for name, array in infos.items() if not name.startswith("_")}
