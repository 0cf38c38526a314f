"""Problems of a file: each with its place, the text found, the allowed values and the nearest of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice

from msgspec import Struct, field, structs

from sightline.board import Hint
from sightline.formats.yaml_tree import Node
from sightline.i18n import N_, _

NO_FILE = "-"
"""The name of the file in problems without one: of arguments, and of texts without a name."""
MAX_PROBLEMS = 10_000
_MAX_TEXT = 2**22
"""The maximum number of problems of a file, and of characters in them; reading stops there, against hostile files."""
_MAX_COMPARISONS = 200_000
_MAX_WORDS = 100
_MIN_PART = 3
"""The minimum length of a part of a word for which the word is proposed."""
_STOPPED = N_("There may be more problems: reading stopped here.")


class Problem(Struct, frozen=True, kw_only=True):
    """A problem. Line and column count from 1; they are None without a file.

    `key` is the dotted path of the value that it is about, None if the text is not valid YAML; `found` is the text that
    stands there, None if something is missing.
    """

    file: str
    line: int | None
    column: int | None
    key: str | None
    found: str | None
    allowed: tuple[str, ...] = ()
    nearest: str | None = None
    message: str

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number is not None]
        place = "" if self.file == NO_FILE and not numbers else f"{':'.join([self.file, *numbers])}: "
        about = f"{self.key}: " if self.key else ""
        return f"{place}{about}{self.message}"


class ScenarioError(ValueError):
    """Raised for invalid input; `problems` holds all of its problems, sorted by place."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)  # pickled as its problems, not as their text


class TooManyProblems(Exception):
    """Raised to stop reading a file that has more problems than are listed."""


class Problems(Struct):
    """A collector of the problems of one file."""

    file: str
    found: list[Problem] = field(default_factory=list)
    _comparisons: int = 0
    _characters: int = 0
    _is_full: bool = False

    def add(
        self,
        place: Node | None,
        key: str | None,
        message: str,
        *,
        found: str | None = None,
        allowed: Collection[str] = (),
        nearest: str | None = None,
    ) -> None:
        """Add a problem at the place of a node, or without a place. Raise `TooManyProblems` at the limit.

        Unless given, the nearest word is looked up among the allowed ones, without those of type `Hint`.
        """
        if nearest is None and found is not None:
            nearest = self._nearest(found, allowed)
        words = tuple(map(str, islice(allowed, _MAX_WORDS)))
        choice = _format_choice(message, words, is_cut=len(allowed) > _MAX_WORDS)
        hint = " " + _("Did you mean {word!r}?").format(word=nearest) if nearest is not None else ""
        has_place = place is not None and place.source.has_place
        self.found.append(
            Problem(
                file=place.file if place else self.file,
                line=place.line if has_place and place else None,
                column=place.column if has_place and place else None,
                key=key,
                found=found,
                allowed=words,
                nearest=nearest,
                message=f"{message}.{hint}{choice}",
            )
        )
        self._characters += sum(map(len, (key or "", found or "", message, choice, *words)))
        if len(self.found) >= MAX_PROBLEMS or self._characters >= _MAX_TEXT:
            self._is_full = True
            raise TooManyProblems

    def _nearest(self, word: str, allowed: Collection[str]) -> str | None:
        self._comparisons += len(allowed)
        return None if self._comparisons > _MAX_COMPARISONS else find_nearest(word, allowed)

    def sorted(self) -> list[Problem]:
        """Return the problems by place: first those of the file itself, then those of others."""

        def place(problem: Problem) -> tuple[bool, str, int, int]:
            return problem.file != self.file, problem.file, problem.line or 0, problem.column or 0

        problems = sorted(self.found, key=place)
        if self._is_full:
            last = problems[-1]
            problems[-1] = structs.replace(last, message=f"{last.message} {_(_STOPPED)}")
        return problems

    @contextmanager
    def gather(self) -> Iterator[None]:
        """Add the problems of a `ScenarioError` that ends the block, and continue after the block."""
        try:
            yield
        except ScenarioError as error:
            self.found += error.problems

    def raise_if_any(self) -> None:
        """Raise `ScenarioError` with all problems found so far, if there are any."""
        if self.found:
            raise ScenarioError(self.sorted())


def find_nearest(word: str, words: Collection[str]) -> str | None:
    """Return the word, not a `Hint`, that is most similar to a given one; None if none is similar.

    If none is similar, return the only word that contains it, with at least three letters, such as `the-lock` for
    `lock`.
    """
    if len(word) > _MAX_WORDS or len(words) > _MAX_COMPARISONS:
        return None
    import difflib  # imported lazily: most files have no problems

    by_lower = {each.lower(): each for each in reversed(tuple(words)) if not isinstance(each, Hint)}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.7)
    if not close and len(word) >= _MIN_PART:
        close = [each for each in by_lower if word.lower() in each]
    return by_lower[close[0]] if len(close) == 1 else None


def _format_choice(message: str, words: Sequence[str], *, is_cut: bool) -> str:
    """Return the sentence that lists the allowed words, empty if the message does so; `is_cut` if there are more."""
    if all(word in message for word in words):
        return ""
    return " " + _("Allowed: {words}.").format(words=", ".join((*words, "...") if is_cut else words))


@contextmanager
def collecting_problems(file: str = "-") -> Iterator[Problems]:
    """Collect the problems of a file, and raise `ScenarioError` with all of them at the end of the block, if any.

    The block ends early if there are too many.
    """
    problems = Problems(file)
    with suppress(TooManyProblems):
        yield problems
    problems.raise_if_any()
