"""Line input with prompt_toolkit: editing, history, completion, Ctrl-Z and resizing."""

from collections.abc import Callable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from jungle.terminal.dialogue import Dialogue


class LineEditor:
    """Reads lines from the terminal of this process, with history."""

    def __init__(self) -> None:
        output = create_output()
        if isinstance(output, Vt100_Output):
            output.enable_cpr = False  # The prompt needs no cursor position, and some terminals do not answer.
        self._session: PromptSession[str] = PromptSession(
            output=output,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            enable_suspend=True,
        )

    def line(self, prompt: str, dialogue: Dialogue, redraw: Callable[[], None], *, typed: str = "") -> str:
        """Read a line, after `prompt` and what was typed ahead.

        `redraw` is called whenever the dialogue needs another picture. Raises EOFError at the end of input.
        """
        shape = dialogue.shape

        def follow(application: Application[str]) -> None:
            nonlocal shape
            if dialogue.shape != shape:
                shape = dialogue.shape
                run_in_terminal(redraw)

        self._session.app.before_render += follow
        try:
            return self._session.prompt(ANSI(prompt), default=typed, completer=_Completions(dialogue))
        finally:
            self._session.app.before_render -= follow


class _Completions(Completer):
    """Completes words from a dialogue."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        *before, start = document.text_before_cursor.lower().split(" ")
        for word in self._dialogue.completions([word for word in before if word]):
            if word.startswith(start):
                yield Completion(word + " ", start_position=-len(start))
