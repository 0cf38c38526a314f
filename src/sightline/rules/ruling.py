"""Rulings: what a source leaves open, as named switches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec import Struct, structs

from sightline.i18n import _


class Ruling(Struct, frozen=True):
    """A question that a source leaves open, with the choices that a table has; the first is the default."""

    name: str
    question: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """The choice that holds unless a scenario makes another."""
        return self.choices[0]

    def localized(self) -> Ruling:
        """Give the ruling with its question in the language that is spoken; name and choices are words of files."""
        return structs.replace(self, question=_(self.question))


@dataclass(frozen=True)
class Rulings(Mapping[str, str]):
    """The choices in force, by name of the ruling."""

    declared: tuple[Ruling, ...]
    chosen: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        ruling = next((ruling for ruling in self.declared if ruling.name == name), None)
        if ruling is None:
            raise KeyError(name)
        return self.chosen.get(name, ruling.default)

    def __iter__(self) -> Iterator[str]:
        return (ruling.name for ruling in self.declared)

    def __len__(self) -> int:
        return len(self.declared)

    def with_choice(self, name: str, choice: str) -> Rulings:
        """Give these rulings with another choice of one of them."""
        return Rulings(self.declared, {**self.chosen, name: choice})


class WatchedRulings(Rulings):
    """Other rulings, with a record of the names that are asked for; who watches those sees them too."""

    def __init__(self, watched: Rulings) -> None:
        super().__init__(watched.declared, watched.chosen)
        object.__setattr__(self, "_watched", watched)
        object.__setattr__(self, "consulted", set())

    consulted: set[str]
    _watched: Rulings

    def __getitem__(self, name: str) -> str:
        choice = self._watched[name]
        self.consulted.add(name)
        return choice
