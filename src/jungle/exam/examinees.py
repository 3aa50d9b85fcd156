"""Who is examined: a player of this package, or a model behind an endpoint."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from jungle.board_game import BoardGame
from jungle.exam.endpoint import Endpoint, Reply, message
from jungle.exam.prompts import Prompt
from jungle.exam.questions import Question
from jungle.players import Player, PlayerSpec


class Examinee(ABC):
    """Answers prompts. `identity` says who it is, as far as its answers depend on it."""

    identity: dict[str, Any]
    concurrency = 1

    @abstractmethod
    def ask(
        self, name: str, prompt: Prompt, said: Sequence[str], question: Question | None, game: BoardGame | None
    ) -> Reply | None:
        """The answer to a prompt, after those said before: its own wrong answers and what was replied to them in turn.

        None if it cannot be asked. Raises JungleError if it fails.
        """

    def stop(self) -> None:  # noqa: B027 - what is quick need not stop
        """Make it give up, from any thread."""

    def close(self) -> None:  # noqa: B027 - and may hold nothing
        """Release what it holds."""


class PlayerExaminee(Examinee):
    """A player by name. Its chances come from its scores; a player that gives none says ½."""

    def __init__(self, name: str, seed: int) -> None:
        self._spec, self._seed = PlayerSpec.parse(name), seed
        self.identity = {"player": name}
        self._opened: dict[str, Player] = {}

    def ask(
        self, name: str, prompt: Prompt, said: Sequence[str], question: Question | None, game: BoardGame | None
    ) -> Reply | None:
        if game is None:
            return None
        if game.kind not in self._opened:
            self._opened[game.kind] = self._spec.open(game.kind, seed=self._seed, threads=1)
        player = self._opened[game.kind]
        player.new_game(f"{self._seed}/{name}")  # Each answer stands alone, so that a resumed exam gives the same.
        choice = player.prepare(game.public()).run()
        if question is None or question.world is None:
            chance = 0.5 if choice.score is None else choice.score.win_probability()
            return Reply(f"MOVE: {choice.move.uci()}" if question is None else f"PROBABILITY: {chance:.4f}")
        return Reply(f"MOVE: {question.world.move_name(choice.move.origin, choice.move.target)}")

    def stop(self) -> None:
        for player in list(self._opened.values()):
            player.stop()

    def close(self) -> None:
        for player in self._opened.values():
            player.close()


class EndpointExaminee(Examinee):
    """A model behind an endpoint, asked by several threads."""

    def __init__(self, endpoint: Endpoint, concurrency: int = 4) -> None:
        self._endpoint, self.concurrency = endpoint, concurrency
        self.identity = {"model": endpoint.model, **endpoint.options}

    def ask(
        self, name: str, prompt: Prompt, said: Sequence[str], question: Question | None, game: BoardGame | None
    ) -> Reply | None:
        messages = [message("user", prompt.text, png(prompt.picture) if prompt.picture else b"")]
        messages += [message("user" if number % 2 else "assistant", text) for number, text in enumerate(said)]
        return self._endpoint.ask(messages)

    def stop(self) -> None:
        self._endpoint.stop()


def png(svg: str) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg))
