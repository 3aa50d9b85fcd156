"""A dialogue about a game: text out, lines in. Needs no terminal."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence

from jungle.board_game import BoardGame
from jungle.language import ENGLISH
from jungle.terminal.board import BoardView
from jungle.terminal.commands import CONFIRMATIONS, chosen, plain


def _nothing(words: Sequence[str]) -> Iterable[str]:
    return ()


def one_of(answers: Iterable[str]) -> Callable[[Sequence[str]], Iterable[str]]:
    """Completions for a one-word answer."""
    known = tuple(answers)
    return lambda words: () if words else known


class Dialogue(ABC):
    """The current question and the handler of its answer.

    Show the text of `open`. Then, until `is_over`: while it `is_busy`, call `wait` and show what it returns; otherwise
    show `prompt`, and `feed` it the line that was typed. All texts except prompts end with a line feed.
    """

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.words = view.words
        self.say = view.words.say
        self._over = False
        self._prompt: Callable[[], str] = str
        self._answer: Callable[[str], str] = str
        self._completions: Callable[[Sequence[str]], Iterable[str]] = _nothing

    @abstractmethod
    def open(self) -> str:
        """Start the dialogue and return the first text."""

    @abstractmethod
    def leave(self) -> str:
        """End the dialogue immediately, as at the end of input, and return the closing lines."""

    @property
    @abstractmethod
    def shown_game(self) -> BoardGame | None:
        """The game whose board is shown; None before it begins."""

    def is_over(self) -> bool:
        """Whether the dialogue has ended."""
        return self._over

    def is_busy(self) -> bool:
        """Whether the next question has to wait, for example for the computer's move."""
        return False

    def wait(self, seconds: float) -> str:
        """Wait for something to happen, at most this long, and return a text about it."""
        return ""

    @property
    def prompt(self) -> str:
        """The current question."""
        return self._prompt()

    @property
    def shape(self) -> object:
        """What the window's size changes about the picture. If this changes, `redraw`."""
        return None if self.shown_game is None else self.view.size(self.shown_game.grid)

    def redraw(self) -> str:
        """The picture for a window whose size has changed, to show before the prompt."""
        return "" if self.shown_game is None else f"\n{self.view.picture(self.shown_game)}\n"

    def completions(self, words: Sequence[str]) -> list[str]:
        """The words that can follow these in an answer to the current question, in the language of the dialogue."""
        typed = {} if self.say.language.code == ENGLISH else self.say.language.typed
        return [own for word in self._completions(words) for own in typed.get(word, (word,))]

    def feed(self, line: str) -> str:
        """Handle a line that was typed, and return the response."""
        assert not self._over
        return self._answer(line)

    def _ask(
        self,
        prompt: Callable[[], str] | str,
        answer: Callable[[str], str],
        completions: Callable[[Sequence[str]], Iterable[str]] = _nothing,
    ) -> None:
        """Set the current question. `completions` returns what can follow the words typed so far."""
        self._prompt = (lambda: prompt) if isinstance(prompt, str) else prompt
        self._answer = answer
        self._completions = completions

    def _confirm(
        self,
        question: str,
        *,
        yes: Callable[[], str],
        no: Callable[[], str],
        answers: Mapping[str, bool] = CONFIRMATIONS,
    ) -> str:
        """Ask for yes or no, or another of these answers, until the answer is one of them.

        If the question has several lines, only the last one is repeated.
        """

        def answer(line: str) -> str:
            confirmed = chosen(CONFIRMATIONS, plain(line))
            if confirmed is None:
                confirmed = chosen(answers, plain(line))
            if confirmed is None:
                self._ask(question.splitlines()[-1] + "\n", answer, one_of(answers))
                return self.say("terminal.ask.yes") + "\n"
            return yes() if confirmed else no()

        self._ask(question + "\n", answer, one_of(answers))
        return ""
