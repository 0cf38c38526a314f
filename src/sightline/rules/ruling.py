"""Rulings: named choices for questions that a source leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct, structs

from sightline.i18n import _


class Ruling(Struct, frozen=True):
    """A question that a source leaves open, with the possible choices; the first is the default."""

    name: str
    question: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """The choice in force unless a scenario makes another."""
        return self.choices[0]

    def localized(self) -> Ruling:
        """Return the ruling with its question in the current language; name and choices are keywords of files."""
        return structs.replace(self, question=_(self.question))


@dataclass(frozen=True)
class Rulings(Mapping[str, str]):
    """The choices in force, by name of the ruling."""

    declared: tuple[Ruling, ...]
    chosen: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self._in_force[name]

    @cached_property
    def _in_force(self) -> Mapping[str, str]:
        return {ruling.name: self.chosen.get(ruling.name, ruling.default) for ruling in self.declared}

    def __iter__(self) -> Iterator[str]:
        return (ruling.name for ruling in self.declared)

    def __len__(self) -> int:
        return len(self.declared)

    def with_choice(self, name: str, choice: str) -> Rulings:
        """Return these rulings with another choice of one of them."""
        return Rulings(self.declared, {**self.chosen, name: choice})

    def alternatives(self, name: str) -> tuple[Rulings, ...]:
        """Return these rulings with each of the other choices of one of them."""
        if name not in self._alternatives:
            [ruling] = (ruling for ruling in self.declared if ruling.name == name)
            others = (choice for choice in ruling.choices if choice != self._in_force[name])
            self._alternatives[name] = tuple(self.with_choice(name, choice) for choice in others)
        return self._alternatives[name]

    @cached_property
    def _alternatives(self) -> dict[str, tuple[Rulings, ...]]:
        return {}


class TrackedRulings(Rulings):
    """Rulings that record in `consulted` which names are looked up; the wrapped rulings record them too."""

    consulted: set[str]
    _watching: tuple[set[str], ...]

    def __init__(self, tracked: Rulings) -> None:
        consulted = set[str]()
        watching = (*tracked._watching, consulted) if isinstance(tracked, TrackedRulings) else (consulted,)
        # Must be fast: whole boards create one for every attack. It shares the choices in force of the wrapped rulings.
        self.__dict__.update(tracked.__dict__, consulted=consulted, _watching=watching, _in_force=tracked._in_force)

    def __getitem__(self, name: str) -> str:
        choice = self._in_force[name]
        for consulted in self._watching:
            consulted.add(name)
        return choice
