"""Teams: immutable values that can be read, written, and placed in the zones of a scenario."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from types import MappingProxyType
from typing import Any

from sightline.api.own_language import in_language, in_own_language
from sightline.board import Piece, format_label
from sightline.formats.arguments import check_range, checked
from sightline.formats.files import decode, read_path
from sightline.formats.json_text import MAX_INDENT
from sightline.formats.yaml_tree import Source
from sightline.i18n import current_language
from sightline.rules import Playable, Ruleset, Systems, TeamData, installed_systems, require


@dataclass(frozen=True, eq=False, repr=False)
class Team:
    """An immutable team: characters that enter a battle together, with formations.

    Its texts are in its `language`, one of `sightline.LANGUAGES`. Teams are equal if their YAML and language are.
    """

    rules: Ruleset[Any]
    data: TeamData
    language: str = field(default_factory=current_language)
    original: Source | None = None
    """The text that it was read from, if any."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Team) and (other.to_yaml(), other.language) == (self.to_yaml(), self.language)

    def __hash__(self) -> int:
        return hash(self.to_yaml())

    def __repr__(self) -> str:
        number = len(self.data.characters)
        return f"<Team {self.name!r}: {self.rules.key}, {number} characters, {self.points} of {self.limit} points>"

    def __str__(self) -> str:
        return self.text()

    def __copy__(self) -> Team:
        return self

    def __deepcopy__(self, memo: object) -> Team:
        return self

    def __reduce__(self) -> tuple[Callable[..., Team], tuple[str]]:
        return partial(parse_team, language=self.language), (self.to_yaml(),)

    @property
    def name(self) -> str:
        """The name, which may be empty."""
        return self.data.name

    @property
    def limit(self) -> int:
        """The maximum sum of points."""
        return self.data.limit

    @property
    def points(self) -> int:
        """The sum of points of its characters."""
        return require(self.rules, Playable).game().worth(self.data.characters.values())

    @property
    def characters(self) -> Mapping[str, Piece]:
        """The characters by name, in the order of the file; their places are not meaningful."""
        return MappingProxyType(dict(self.data.characters))

    @property
    def formations(self) -> Mapping[str, Mapping[str, str]]:
        """The formations by name: the tile of each character, such as B1, whose row 1 is the front."""
        return MappingProxyType(
            {
                label: MappingProxyType({name: format_label(*tile) for name, tile in tiles.items()})
                for label, tiles in self.data.formations.items()
            }
        )

    @property
    def source(self) -> Source:
        """The text that it was read from, unchanged; for other teams that of `to_yaml`, without places."""
        return Source("-", self.to_yaml(), has_place=False) if self.original is None else self.original

    @in_own_language
    @checked
    def text(self, *, width: int | None = None) -> str:
        """Return a table of the characters and the formations, in at most `width` columns if there is room."""
        from sightline.render.text_maps.team_text import team_text

        check_range("width", width, 1)
        return team_text(self.rules, self.data, width=width)

    def to_yaml(self) -> str:
        """Return the text of a team file, which `parse_team` reads back to an equal team."""
        from sightline.formats.writer import format_team

        return format_team(self.rules, self.data)

    @checked
    def to_json(self, *, indent: int = 2) -> str:
        """Return the team file as JSON, which `parse_team` also reads, with all fields of the characters, and points.

        An indent of 0 puts it on one line.
        """
        from sightline.formats.json_answers import team_answer

        check_range("indent", indent, 0, MAX_INDENT)
        return json.dumps(team_answer(self.rules, self.data), ensure_ascii=False, indent=indent or None)


@checked
def load_team(path: str | PathLike[str], *, systems: Systems | None = None, language: str | None = None) -> Team:
    """Read a team file. Raise `ScenarioError` with every problem, and OSError if it cannot be read.

    The team and its problems are in `language`, one of `sightline.LANGUAGES`: by default in the current one.
    """
    with in_language(language):
        return _read(read_path(path), systems)


@checked
def parse_team(text: str, *, systems: Systems | None = None, file: str = "-", language: str | None = None) -> Team:
    """Read a team from the text of a team file, YAML or JSON; its problems name it `file`.

    Raise `ScenarioError` with every problem. The team and its problems are in `language`, one of `sightline.LANGUAGES`:
    by default in the current one.
    """
    with in_language(language):
        return _read(decode(text.encode(errors="surrogatepass"), file), systems)


def _read(source: Source, systems: Systems | None) -> Team:
    from sightline.formats.team_file import parse_team_data

    return Team(*parse_team_data(source, installed_systems() if systems is None else systems), original=source)
