"""Holds an exam: asks every question once, keeps every prompt and answer, and plays the ladder."""

import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from jungle.arena.journal import RunJournal
from jungle.errors import JungleError
from jungle.exam.endpoint import Reply
from jungle.exam.examinees import Examinee
from jungle.exam.prompts import Conditions, Prompt, again, game_prompt, question_prompt, read_chance, read_move
from jungle.exam.questions import EXAM, PARTS, Question, questions
from jungle.game import Game
from jungle.players import LEVELS, player

LADDER = dict(zip(LEVELS, (0.0, 225.0, 420.0, 630.0, 905.0, 1193.0, 1416.0, 1576.0, 1699.0, 1842.0), strict=True))
"""The Elo of each level, with level 1 at 0: the steps measured in docs/measurements/levels.md, added up."""
TOP_LEVEL = "10:nodes=160000"
"""The highest level has as many nodes as when its Elo was measured."""
GAME_LIMIT = 200
"""Plies after which a game counts as drawn."""


class LimitReachedError(JungleError):
    """The exam has used up its time or money; the same command with more of it continues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an exam consists of. Results compare only between equal settings."""

    seed: int = 1
    parts: tuple[str, ...] = PARTS
    count: int = 60
    pieces: int = 3
    conditions: Conditions = field(default_factory=Conditions)

    def identity(self) -> dict[str, Any]:
        return {
            "exam": EXAM,
            **asdict(self),
            "conditions": {**asdict(self.conditions), "view": self.conditions.view.value},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of one run: seconds, and money at prices per million tokens read and written. None is no limit."""

    seconds: float | None = None
    cost: float | None = None
    prices: tuple[float, float] = (0.0, 0.0)


@dataclass(slots=True)
class Answered:
    """A question and its answer: a move or a chance, or None."""

    question: Question
    answer: str | float | None
    illegal: int = 0
    """Answers that were no legal move, or no chance."""
    failed: int = 0
    """Answers that did not come, or could not be read."""


@dataclass(slots=True)
class Played:
    """A game of the ladder."""

    level: str
    first: bool
    """Whether the examinee moved first."""
    points: float
    plies: int
    ending: str
    illegal: int = 0
    failed: int = 0


class ExamJournal(RunJournal):
    """All prompts and answers of an exam."""

    def __init__(self, place: Path, identity: dict[str, Any], *, restart: bool = False) -> None:
        self.answers: dict[str, Reply] = {}
        self._lock = threading.Lock()
        super().__init__(place, identity, restart=restart)

    def _take(self, entry: Any) -> None:
        tokens = entry["tokens"]
        reply = Reply(
            str(entry["answer"]), str(entry["error"]), float(entry["seconds"]), (int(tokens[0]), int(tokens[1]))
        )
        self.answers.setdefault(str(entry["name"]), reply)

    def add_answer(self, name: str, prompt: Prompt, said: list[str], reply: Reply) -> None:
        """Write an answer to the disk. Raises ArenaError if that fails."""
        entry = {"name": name, "prompt": prompt.text, "said": said, "answer": reply.text, "error": reply.error}
        with self._lock:
            self._write(entry | {"picture": prompt.picture, "seconds": round(reply.seconds, 3), "tokens": reply.tokens})
            self.answers[name] = reply


class Exam:
    """An exam in progress. After `run`, `answered` and `played` hold the results, `trouble` why it is incomplete."""

    def __init__(
        self, examinee: Examinee, journal: ExamJournal, settings: Settings, budget: Budget | None = None
    ) -> None:
        self.settings, self.journal = settings, journal
        self.answered: list[Answered] = []
        self.played: list[Played] = []
        self.trouble = ""
        self.total = 0
        """The number of questions; players are not asked what their rules cannot express."""
        self._examinee, self._budget = examinee, budget or Budget()
        self._began = time.monotonic()

    def run(self, report: Callable[[int, int], None] = lambda done, total: None) -> None:
        """Ask everything that has no answer yet. Calls `report` with the number of questions done and all of them."""
        asked = questions(self.settings.seed, self.settings.parts, self.settings.count, self.settings.pieces)
        self.total = len(asked)
        pool = ThreadPoolExecutor(self._examinee.concurrency, "jungle-exam")
        tasks: list[Future[Any]] = [pool.submit(self._answer, question) for question in asked]
        ladder = pool.submit(self._climb) if "play" in self.settings.parts else None
        waiting = {*tasks, ladder} - {None} if ladder else set(tasks)
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=1.0, return_when=FIRST_EXCEPTION)
                report(sum(task.done() for task in tasks), len(tasks))
                for task in done:
                    if task is not None:
                        task.result()
        except JungleError as error:
            self.trouble = str(error)
        finally:
            for task in tasks:
                task.cancel()
            self._examinee.stop() if waiting else None
            pool.shutdown(cancel_futures=True)
        self.answered = [task.result() for task in tasks if _has_result(task) and task.result() is not None]

    def cost(self) -> float:
        """What all answers so far have cost."""
        used = [reply.tokens for reply in list(self.journal.answers.values())]
        return sum(count * price for pair in used for count, price in zip(pair, self._budget.prices, strict=True)) / 1e6

    def _answer(self, question: Question) -> Answered | None:
        prompt, found = question_prompt(question, self.settings.conditions), Answered(question, None)
        if question.expected is not None:
            reply = self._ask(f"{question.name}/1", prompt, [], question, question.game)
            if reply is None:
                return None
            found.answer = read_chance(reply.text)
            found.failed, found.illegal = bool(reply.error), found.answer is None and not reply.error
            return found
        move, is_asked = self._move(question.name, prompt, question.values, found, question, question.game)
        found.answer = move
        return found if is_asked else None

    def _move(
        self,
        name: str,
        prompt: Prompt,
        legal: Collection[str],
        counts: Answered | Played,
        question: Question | None,
        game: Any,
    ) -> tuple[str | None, bool]:
        """A legal move, or None; and whether it was asked for at all."""
        said: list[str] = []
        for attempt in range(1 + self.settings.conditions.retry):
            reply = self._ask(f"{name}/{attempt + 1}", prompt, said, question, game)
            if reply is None:
                return None, False
            if (move := read_move(reply.text, legal)) is not None:
                return move, True
            counts.failed += bool(reply.error)
            counts.illegal += not reply.error
            said = [*said, reply.text, again(question, reply.text)]
        return None, True

    def _ask(self, name: str, prompt: Prompt, said: list[str], question: Question | None, game: Any) -> Reply | None:
        """An answer, from the journal if it was given before. Raises JungleError if the exam cannot go on."""
        if (known := self.journal.answers.get(name)) is not None:
            return known
        if self._budget.seconds is not None and time.monotonic() - self._began >= self._budget.seconds:
            raise LimitReachedError(f"the time limit of {self._budget.seconds:g} s is reached")
        if self._budget.cost is not None and self.cost() >= self._budget.cost:
            raise LimitReachedError(f"the cost limit of {self._budget.cost:g} is reached")
        reply = self._examinee.ask(name, prompt, said, question, game)
        if reply is not None:
            self.journal.add_answer(name, prompt, said, reply)
        return reply

    def _climb(self) -> None:
        """Play two games against each level, from the lowest, until two levels in a row have given no point."""
        lost = 0
        for level in LEVELS:
            points = 0.0
            for first in (True, False):
                game = self._play(level, first)
                self.played.append(game)
                points += game.points
            lost = 0 if points else lost + 1
            if lost == 2:
                return

    def _play(self, level: str, first: bool) -> Played:
        name = f"play-{level}-{'first' if first else 'second'}"
        game, played = Game(), Played(level, first, 0.5, 0, "too long")
        seed = f"{EXAM}/{self.settings.seed}/{name}"
        with player(TOP_LEVEL if level == LEVELS[-1] else level, seed=seed, threads=1) as opponent:
            opponent.new_game(seed)
            while game.outcome() is None and len(game) < GAME_LIMIT:
                if (game.seat == 0) is not first:
                    game.push(opponent.choose(game).move)
                    continue
                legal = [move.uci() for move in game.legal_moves()]
                prompt = game_prompt(game, self.settings.conditions)
                move, _ = self._move(f"{name}/{len(game) + 1}", prompt, legal, played, None, game)
                if move is None:
                    played.points, played.plies, played.ending = 0.0, len(game), "no legal move was given"
                    return played
                game.play(move)
        played.plies = len(game)
        if (outcome := game.outcome()) is not None:
            seat = None if outcome.winner is None else game.seat_of(outcome.winner)
            played.points, played.ending = 0.5 if seat is None else float((seat == 0) is first), outcome.reason.value
        return played


def _has_result(task: "Future[Any]") -> bool:
    return task.done() and not task.cancelled() and task.exception() is None
