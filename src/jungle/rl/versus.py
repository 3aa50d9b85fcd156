"""Gymnasium environments in which the agent plays against one of our players."""

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
from jungle.players import Player, player
from jungle.rl.aec import Observation, observation_space
from jungle.rl.batch import BatchEnv
from jungle.rl.opponents import OpponentPool, Opponents
from jungle.rl.rendering import FRAMES_PER_SECOND, RENDER_MODES, Renderer

RANDOM = "random"
"""The only opponent that needs no `Game` objects: `BatchEnv.sample` plays it."""


Infos = dict[str, Any]
"""What Gymnasium calls infos, options and metadata."""


class VersusVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """A batch of games between the agent and players of `jungle.players`.

    Observations always have the agent to move: opponents have replied, or have opened the game if the agent moves
    second. A reward is 1, 0 or -1 for the agent when a game ends; an illegal action loses. A finished game restarts
    within the same step, and `infos["final_obs"]` has its last observation; with `autoreset=False` it stays until
    `reset(options={"reset_mask": …})`. If an opponent wins with the first move of a game, the agent's next action is
    ignored and brings the reward.
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
        threads: int = 1,
        autoreset: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Create the games. `seat` is 0 if the agent always moves first, 1 if second, None to draw it for each game.

        Raises JungleError for invalid arguments.
        """
        if seat not in (None, 0, 1):
            raise InvalidArgumentError(f"expected seat 0, 1 or None, got {seat!r}")
        self.pool = OpponentPool(opponent)
        self.batch = BatchEnv(
            num_envs, game=game, rules=rules, start=start, history=history, threads=threads, autoreset=False
        )
        self.num_envs, self.render_mode = num_envs, render_mode
        self._autoreset = autoreset
        if not autoreset:
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.DISABLED}
        self._renderer = Renderer(render_mode)
        actions = self.batch.encoding.actions
        self.single_observation_space = observation_space(self.batch.encoding.shape(history), actions)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = seat
        self.seats = np.zeros(num_envs, np.int64)
        """The agent's seat in each game."""
        self.opponents = np.full(num_envs, self.pool.names[0], object)
        """The opponent in each game."""
        self._games: list[BoardGame | None] = [None] * num_envs
        self._lost_at_once = np.zeros(num_envs, np.bool_)
        self._players: dict[str, Player] = {}
        self._all = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[Observation, Infos]:
        """Start all games, or those in `options["reset_mask"]`. A seed also restarts a curriculum."""
        super().reset(seed=seed)
        if seed is not None:
            self.pool.reset()
            self._close_players()
            self.batch.reset(seed=int(self.np_random.integers(1 << 62)))
        mask = (options or {}).get("reset_mask")
        where = self._all if mask is None else np.flatnonzero(mask)
        self.batch.reset(where=where)
        self._begin(where)
        return self._observations(), self._infos()

    def _begin(self, where: NDArray[np.int64]) -> None:
        """Draw seats and opponents for new games, and let opponents who move first do so."""
        for i in where:
            self.seats[i] = self.np_random.integers(2) if self._seat is None else self._seat
            self.opponents[i] = self.pool.draw(self.np_random)
            self._games[i] = None if self.opponents[i] == RANDOM else self.batch.game(int(i))
        self._answer(where[self.seats[where] == 1])
        self._lost_at_once[where] = self.batch.ends[where]

    def _answer(self, where: NDArray[np.int64]) -> None:
        """Let the opponents move in the given games."""
        if not len(where):
            return
        actions = self.batch.sample(where)
        for number, i in enumerate(where):
            game = self._games[i]
            if game is not None:
                move = self._player(self.opponents[i]).choose(game.public()).move
                actions[number] = self.batch.encoding.move_to_action(game, move)
        self._play(actions, where)

    def _play(self, actions: NDArray[np.int64], where: NDArray[np.int64]) -> None:
        for action, i in zip(actions, where, strict=True):
            game = self._games[i]
            if game is not None and 0 <= action < len(self.batch.masks[i]) and self.batch.masks[i, action]:
                game.play(self.batch.encoding.action_to_move(game, int(action)))
        self.batch.step(actions, where)

    def _player(self, name: str) -> Player:
        if name not in self._players:
            seed = int(self.np_random.integers(1 << 62))
            self._players[name] = player(name, game=self.batch.encoding.game.kind, seed=seed, threads=1)
        return self._players[name]

    def step(self, actions: Any) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Play the agent's actions and the opponents' replies."""
        lost, self._lost_at_once = self._lost_at_once, np.zeros(self.num_envs, np.bool_)
        self._play(np.asarray(actions, np.int64), self._all)
        rewards = self.batch.rewards[self._all, self.seats].astype(np.float64)
        rewards[lost] = -1
        ended = self.batch.ends | lost
        playing = np.flatnonzero(self.batch.masks.any(axis=1))
        self._answer(playing)
        rewards[playing] = self.batch.rewards[playing, self.seats[playing]]
        ended[playing] = self.batch.ends[playing]
        for i in np.flatnonzero(ended):
            self.pool.record(self.opponents[i], float(rewards[i]))
        terminations: NDArray[np.bool_] = np.logical_not(self.batch.masks.any(axis=1))
        infos: Infos = {}
        if self._autoreset and terminations.any():
            self._restart(np.flatnonzero(terminations), infos)
        infos.update(self._infos())
        return self._observations(), rewards, terminations, np.zeros(self.num_envs, np.bool_), infos

    def _restart(self, where: NDArray[np.int64], infos: Infos) -> None:
        """Keep the last observations of finished games, and begin new ones."""
        finished = np.zeros(self.num_envs, np.bool_)
        finished[where] = True
        last = self._observations()
        final = np.full(self.num_envs, None, object)
        for i in where:
            final[i] = {name: array[i].copy() for name, array in last.items()}
        infos.update(final_obs=final, _final_obs=finished, final_info=self._infos(), _final_info=finished)
        self.batch.reset(where=where)
        self._begin(where)

    def _observations(self) -> Observation:
        return {"observation": self.batch.observations.copy(), "action_mask": self.batch.masks.astype(np.int8)}

    def _infos(self) -> Infos:
        infos = {"action_mask": self.batch.masks.astype(np.int8), "seat": self.seats.copy()}
        infos |= {"opponent": self.opponents.copy()}
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each game."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, set when the environment is created.")
            return None
        return tuple(self._renderer.render(self.batch.game(i)) for i in range(self.num_envs))

    def _close_players(self) -> None:
        for one in self._players.values():
            one.close()
        self._players.clear()

    def close_extras(self, **_: Any) -> None:
        self._close_players()
        self._renderer.close()


class VersusEnv(gymnasium.Env[Observation, Any]):
    """One game of the agent against a player of `jungle.players`; the options are those of `VersusVectorEnv`."""

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
        observations, rewards, terminations, _, infos = self._many.step(np.array([action]))
        if self.render_mode == "human":
            self.render()
        return _only(observations), float(rewards[0]), bool(terminations[0]), False, _info(infos)

    def render(self) -> Any:
        return self._renderer.render(self._many.batch.game(0))

    def close(self) -> None:
        self._many.close()
        self._renderer.close()


def _only(observations: Observation) -> Observation:
    return {name: array[0] for name, array in observations.items()}


def _info(infos: Infos) -> Infos:
    return {name: infos[name][0] for name in ("action_mask", "seat", "opponent")}
