"""What comes after a game: who has won, how one fares against the computer, a review, and the next game."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jungle.house_rules import rules_text
from jungle.outcome import Outcome
from jungle.pieces import Side
from jungle.terminal.commands import AFTERWARDS, chosen, plain
from jungle.terminal.dialogue import Task, one_of
from jungle.terminal.game_dialogue import GameDialogue
from jungle.terminal.opening import Setup
from jungle.terminal.results import is_level, level_list, results_line
from jungle.terminal.reviews import can_review, review_text, start_review
from jungle.terminal.words import why_ended


class Afterwards(GameDialogue):
    """The end of a game. Two people say goodbye, as the manual has it; whoever played the computer may play on."""

    _setup: Setup | None = None
    """How the present game was begun, if it was not resumed."""

    @abstractmethod
    def _begin(self, setup: Setup) -> str:
        """Begin a game."""

    def _opponent(self) -> str | None:
        """The computer that a person plays against."""
        names = [name for name in self.players if name is not None]
        return names[0] if len(names) == 1 else None

    def _end(self, outcome: Outcome, *, rounds: int) -> str:
        """End the game: who has won, and how long it took."""
        text = f"\n{why_ended(self.say, self.game, outcome, self._name)}\n"
        text += f"\n{self.say('terminal.rounds', round=rounds)}\n"
        warning = self._journal.ended(outcome)
        opponent = self._opponent()
        if opponent is None:
            self.is_over = True
            return f"{warning}{text}{self.say('terminal.goodbye')}\n"
        self._ask_again(opponent)
        standing = results_line(self.say, self._folder, self.game, opponent)
        return f"{warning}{text}{standing}\n" if standing else f"{warning}{text}"

    def _ask_again(self, opponent: str) -> None:
        answers = (
            AFTERWARDS if is_level(opponent) else {word: key for word, key in AFTERWARDS.items() if key not in STEPS}
        )
        key = "terminal.ask.again" if is_level(opponent) else "terminal.ask.again.other"

        def answer(line: str) -> str:
            word = plain(line)
            if word.isdecimal() and 1 <= int(word) <= len(self.game):
                return self._try_again(int(word) - 1)
            action = chosen(answers, word)
            if action is None:
                return self.say("terminal.ask.again.wrong") + "\n"
            if action in STEPS:
                return self._again(opponent, STEPS[action])
            return ACTIONS[action](self, opponent)

        self._ask(f"\n{self.say(key)}", answer, one_of(answers))

    def _again(self, opponent: str, by: int) -> str:
        """The same game once more, against somebody a bit stronger or weaker."""
        from jungle.engine import stronger

        name = stronger(opponent, by) if by else opponent
        game = self.game
        side = None if game.start.side is None else Side(self.players.index(None))
        setup = self._setup or Setup(kind=game.kind, rules=rules_text(game.rules))
        return self._begin(replace(setup, side=side, versus=name, against_computer=True, seed=None))

    def _try_again(self, ply: int) -> str:
        """Play on from an earlier position of the game, before the move of that ply."""
        from jungle.engine.review import try_again

        self._begun = try_again(self.game, ply)
        return self._journal.begin(self.game, self.players) + self._round()

    def _goodbye(self, opponent: str) -> str:
        self.is_over = True
        return f"\n{self.say('terminal.goodbye')}\n"

    def _review(self) -> str:
        """Look at the game so far, which takes a while."""
        if not len(self.game):
            return self.say("terminal.history.empty") + "\n"
        if not can_review(self.game):
            return self.say("terminal.review.no engine") + "\n"
        self.task = Task(start_review(self.game), self._reviewed, is_move=False)
        return ""

    def _review_afterwards(self, opponent: str) -> str:
        return self._review()

    def _reviewed(self, judged: Any) -> str:
        turned, columns = self.view.is_turned, self.view.columns
        text = review_text(self.say, self.game, judged, turned=turned, columns=columns)
        if self.game.outcome() is not None:
            text += self.say("terminal.review.again") + "\n"
        return f"\n{text}"

    def _levels(self) -> str:
        return level_list(self.say, self._folder, self.game.kind)


STEPS = {"again": 0, "stronger": 1, "weaker": -1}
"""Answers that begin another game, and how much stronger the computer is then."""
ACTIONS: dict[str, Callable[[Afterwards, str], str]] = {
    "review": Afterwards._review_afterwards,
    "no": Afterwards._goodbye,
}
