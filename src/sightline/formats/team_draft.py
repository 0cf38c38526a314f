"""Drafts of legal teams from a roster."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from msgspec import structs

from sightline.board import Hint
from sightline.formats.problems import collecting_problems
from sightline.i18n import _
from sightline.rules import Playable, Ruleset, TeamData, require

_MAX_CHARACTERS: Final = 6


def draft_team(rules: Ruleset[Any], limit: int, *, name: str = "", seed: str | None = None) -> TeamData:
    """Return a small team of different roster characters within the limit.

    The most expensive characters are taken first; with a seed the order is random. Raise `ScenarioError` about `limit`
    if no character is within it, and `NotAnswered` if the system has no game.
    """
    game = require(rules, Playable).game()
    points = {key: game.worth([character]) for key, character in game.roster.items()}
    keys = sorted(points, key=lambda key: -points[key])
    if seed is not None:
        Random(seed).shuffle(keys)
    chosen: list[str] = []
    for key in keys:
        if len(chosen) < _MAX_CHARACTERS and sum(points[each] for each in (*chosen, key)) <= limit:
            chosen.append(key)
    with collecting_problems() as problems:
        if not chosen:
            least = min(points.values(), default=0)
            message = _("no character in the roster of {rules} costs so little").format(rules=rules.title)
            allowed = (Hint(_("at least {least}").format(least=least)),) if points else ()
            problems.add(None, "limit", message, found=str(limit), allowed=allowed)
    names = {f"{key[:1].upper()}{key[1:]}": key for key in chosen}
    characters = {name: structs.replace(game.roster[key], name=name) for name, key in names.items()}
    return TeamData(limit, characters, names, _formations([*names]), name)


def _formations(names: list[str]) -> Mapping[str, Mapping[str, tuple[int, int]]]:
    """Return formations: characters side by side, and if there are enough of them in two rows."""
    line = {name: (column, 0) for column, name in enumerate(names)}
    wide = (len(names) + 1) // 2
    rows = {name: (index % wide, index // wide) for index, name in enumerate(names)}
    return {"line": line, "rows": rows} if rows != line else {"line": line}
