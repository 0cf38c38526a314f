"""Reading of typed lines: plain ones from a file or pipe; in a terminal with editing, completion and a history."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

Completions = Callable[[str], Iterable[str]]
"""A function from the beginning of a line to its completions."""


class LineReader:
    """A source of typed lines: a terminal, a pipe or a file."""

    def __init__(self) -> None:
        self._session: PromptSession[str] | None = _session() if sys.stdin.isatty() and sys.stdout.isatty() else None
        self._next: str | None = None
        """The line that `read` returns next, if it is already known."""

    def confirm(self, question: str) -> str:
        """Return the answer to a question, without adding it to the history. Raises the same exceptions as `read`."""
        if self._session is None:
            return self.read(question)
        from prompt_toolkit import prompt

        return prompt(question).strip()

    def put_back(self, line: str) -> None:
        """Make `read` return a line next, as if it were typed then."""
        self._next = line
        if self._session is not None:
            self._session.history.append_string(line)

    def read(self, prompt: str, completions: Completions | None = None) -> str:
        """Return the next line, without spaces around it. Raise EOFError at the end of the input.

        Raise KeyboardInterrupt on an interrupt; in a terminal, an interrupt within a line only drops the line.
        """
        if self._next is not None:
            line, self._next = self._next, None
            return line
        if self._session is None:
            return input(prompt).strip()
        try:
            return self._session.prompt(prompt, completer=_completer(completions)).strip()
        except KeyboardInterrupt:
            if self._session.default_buffer.text:
                return ""
            raise


def _session() -> PromptSession[str]:
    """Return a session in which Tab completes as in a shell, and which leaves the terminal below it unchanged."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.shortcuts import CompleteStyle

    from sightline.cli.line_history import LineHistory, history_path

    return PromptSession(
        history=LineHistory(history_path()),
        complete_style=CompleteStyle.READLINE_LIKE,
        complete_while_typing=False,
    )


def _completer(completions: Completions | None) -> Completer:
    """Return completions for prompt_toolkit, which show only the text after the last space."""
    from prompt_toolkit.completion import Completer, Completion, DummyCompleter

    if completions is None:
        return DummyCompleter()
    of_line = completions

    class LineCompleter(Completer):
        """A completer of lines."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            del complete_event
            typed = document.text_before_cursor.lstrip()
            for line in of_line(typed):
                yield Completion(line, start_position=-len(typed), display=line[typed.rfind(" ") + 1 :])

    return LineCompleter()
