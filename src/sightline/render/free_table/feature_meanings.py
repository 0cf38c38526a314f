"""What features mean, read by name from the fields of their kind, whatever system states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from sightline.board import Feature
from sightline.i18n import N_, Term, _, localized, word
from sightline.render.terrain_marks import TERRAINS

_WORDS: Mapping[tuple[str, Any], str] = {
    ("blocks", True): "blocking",
    ("impassable", True): "impassable",
    ("cover", "obscuring"): "obscuring",
    ("cover", "heavy"): "heavy-cover",
    ("cover", "light"): "light-cover",
    ("difficult", True): "difficult",
}
"""Which mark of terrain stands for what a field says, the weightiest first."""

MEANINGS: Mapping[str, str] = {
    "blocking": N_("blocks sight"),
    "impassable": N_("impassable"),
    "obscuring": N_("obscures sight"),
    "heavy-cover": N_("heavy cover"),
    "light-cover": N_("light cover"),
    "difficult": N_("difficult ground"),
}


def meanings(feature: Feature) -> tuple[str, ...]:
    """Give what a feature means as marks of terrain; where nothing is known of it, what its kind is called."""
    stated = structs.asdict(feature.means)
    found = tuple(mark for (name, value), mark in _WORDS.items() if stated.get(name) == value)
    return found or tuple(kind for kind in (feature.kind,) if kind in TERRAINS)


def feature_words(feature: Feature) -> str:
    """Give the name of a feature in the language that is spoken."""
    return word(feature.name)


def meaning_words(feature: Feature) -> Iterator[str]:
    """Yield what a feature means besides what it is called, in words, what no mark stands for among it."""
    yield from (_(MEANINGS[mark]) for mark in meanings(feature) if mark in MEANINGS and mark != feature.kind)
    for name, value in structs.asdict(feature.means).items():
        if name != "letter" and (name, value) not in _WORDS and value not in (None, False, "", "none"):
            what = word(name.replace("_", " "))
            yield what if value is True else f"{what} {localized(Term(value) if isinstance(value, str) else value)}"
