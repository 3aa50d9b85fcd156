"""Conversations: text out, lines in. No terminal is needed to hold one."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jungle.language import Speaker
from jungle.terminal.commands import CONFIRMATIONS, plain


@dataclass(frozen=True, slots=True)
class Thought:
    """Something that takes the computer a while: how to find it, how to stop that, and what comes of it.

    `find` may run in another thread; `conclude` gets what it found and returns text, as `feed` does.
    """

    find: Callable[[], Any]
    stop: Callable[[], None]
    conclude: Callable[[Any], str]
    is_move: bool
    """Does it end in a move of the computer's (and not in advice)?"""


class Conversation(ABC):
    """What is asked now, and what becomes of the answer.

    Show the text of `open`, then, until `is_over`: where there is a `thought`, run it; else show `prompt` and
    `feed` the line that is typed. All texts but prompts end with a line feed.
    """

    def __init__(self, say: Speaker) -> None:
        self.say = say
        self.is_over = False
        self.thought: Thought | None = None
        self._prompt: Callable[[], str] = str
        self._answer: Callable[[str], str] = str

    @abstractmethod
    def open(self) -> str:
        """Begin: the first text."""

    @abstractmethod
    def leave(self) -> str:
        """End at once, as when nothing more can be typed: the closing lines."""

    @property
    def prompt(self) -> str:
        """What is asked now."""
        return self._prompt()

    def feed(self, line: str) -> str:
        """Answer a typed line."""
        assert not self.is_over
        assert self.thought is None
        return self._answer(line)

    def think(self) -> str:
        """Think here and now, and say what comes of it."""
        assert self.thought is not None
        return self.conclude(self.thought.find())

    def conclude(self, found: Any) -> str:
        """Go on with what a thought has found."""
        assert self.thought is not None
        conclude = self.thought.conclude
        self.thought = None
        return conclude(found)

    def _ask(self, prompt: Callable[[], str] | str, answer: Callable[[str], str]) -> None:
        """Ask this from now on."""
        self._prompt = (lambda: prompt) if isinstance(prompt, str) else prompt
        self._answer = answer

    def _confirm(self, question: str, *, yes: Callable[[], str], no: Callable[[], str]) -> str:
        """Ask for yes or no, again until it is one of them, and then go on with either.

        The question may have several lines, of which the last is asked again.
        """

        def answer(line: str) -> str:
            confirmed = CONFIRMATIONS.get(plain(line))
            if confirmed is None:
                self._ask(question.splitlines()[-1] + "\n", answer)
                return self.say("terminal.ask.yes") + "\n"
            return yes() if confirmed else no()

        self._ask(question + "\n", answer)
        return ""
