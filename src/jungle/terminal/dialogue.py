"""Questions and answers: text out, lines in. It needs no terminal."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jungle.language import Language, Speaker
from jungle.terminal.commands import CONFIRMATIONS, chosen, plain, traditional

if TYPE_CHECKING:
    from jungle.engine import Handle


def _nothing(words: Sequence[str]) -> Iterable[str]:
    return ()


def one_of(answers: Iterable[str]) -> Callable[[Sequence[str]], Iterable[str]]:
    """Completions of an answer that is a single word."""
    known = tuple(answers)
    return lambda words: () if words else known


@dataclass(frozen=True, slots=True)
class Task:
    """Something that takes the computer a while, not started yet, and what to do with its result."""

    handle: "Handle[Any]"
    conclude: Callable[[Any], str]
    is_move: bool
    """Does it end in a move of the computer's (and not in advice)?"""


class Dialogue(ABC):
    """The present question, and what is done with the answer.

    Show the text of `open`, then, until `is_over`: where there is a `task`, run it and show what `conclude` says to
    its result; else show `prompt` and `feed` the line that is typed. All texts but prompts end with a line feed.
    """

    def __init__(self, say: Speaker) -> None:
        self.say = say
        self.is_over = False
        self.task: Task | None = None
        self._prompt: Callable[[], str] = str
        self._answer: Callable[[str], str] = str
        self._words: Callable[[Sequence[str]], Iterable[str]] = _nothing

    @abstractmethod
    def open(self) -> str:
        """Begin: the first text."""

    @abstractmethod
    def leave(self) -> str:
        """End at once, as at the end of input: the closing lines."""

    @property
    def prompt(self) -> str:
        """What is asked now."""
        return self._prompt()

    @property
    def shape(self) -> object:
        """What of the screen depends on the size of the window: where it changes, `redraw`."""
        return None

    def redraw(self) -> str:
        """What to show again in a window of another size, before the prompt."""
        return ""

    def completions(self, words: Sequence[str]) -> list[str]:
        """The words that may follow these in an answer to the present question, in the language of the dialogue."""
        language = self.say.language
        known = (traditional(word) if language is Language.TRADITIONAL else word for word in self._words(words))
        return [word for word in known if word.isascii() != language.is_chinese or any(map(str.isdigit, word))]

    def feed(self, line: str) -> str:
        """Answer a typed line."""
        assert not self.is_over
        assert self.task is None
        return self._answer(line)

    def conclude(self, result: Any) -> str:
        """Continue with the result of the task."""
        assert self.task is not None
        task, self.task = self.task, None
        return task.conclude(result)

    def _ask(
        self,
        prompt: Callable[[], str] | str,
        answer: Callable[[str], str],
        words: Callable[[Sequence[str]], Iterable[str]] = _nothing,
    ) -> None:
        """Ask this from now on. `words` gives what may follow the words typed so far."""
        self._prompt = (lambda: prompt) if isinstance(prompt, str) else prompt
        self._answer = answer
        self._words = words

    def _confirm(self, question: str, *, yes: Callable[[], str], no: Callable[[], str]) -> str:
        """Ask for yes or no until the answer is one of them.

        If the question has several lines, only the last one is repeated.
        """

        def answer(line: str) -> str:
            confirmed = chosen(CONFIRMATIONS, plain(line))
            if confirmed is None:
                self._ask(question.splitlines()[-1] + "\n", answer, one_of(CONFIRMATIONS))
                return self.say("terminal.ask.yes") + "\n"
            return yes() if confirmed else no()

        self._ask(question + "\n", answer, one_of(CONFIRMATIONS))
        return ""
