"""The gallery: one dispute of each rule system, with its answer and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache

from msgspec import Struct

from sightline.api import parse
from sightline.formats.yaml_comments import localized_comments
from sightline.i18n import use_language
from sightline.render import Colours, screen_document
from sightline.rules import Exemplified
from sightline.server.systems.system_answers import find_systems


class GalleryEntry(Struct):
    """A dispute: a scenario, the question that settles it, and the address of a picture of the answer."""

    key: str
    title: str
    rules: str
    scenario: str
    ask: Mapping[str, str]
    picture: str


@cache
def gallery(language: str) -> Sequence[GalleryEntry]:
    """Return the disputes of all systems that have one, in a language."""
    return [_entry(key, text, language) for key, text in _disputes(language).items()]


@cache
def draw_dispute(key: str, language: str, colours: Colours) -> str:
    """Return the board of a dispute with its line as SVG. Raise KeyError for a system without one.

    It has no texts: the picture is too small for them.
    """
    scenario = parse(_disputes(language)[key], language=language)
    screen = scenario.shot(*scenario.pairs[0]).screen(colours=colours, size="small")
    return screen_document(screen, scenario.title, has_texts=False)


@cache
def _disputes(language: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    with use_language(language):
        for key, rules in find_systems().items():
            with suppress(OSError):
                if isinstance(rules, Exemplified):
                    found[key] = localized_comments(rules.dispute())
    return found


def _entry(key: str, text: str, language: str) -> GalleryEntry:
    scenario = parse(text, language=language)
    attacker, target = scenario.pairs[0]
    return GalleryEntry(
        key=key,
        title=scenario.title,
        rules=scenario.rules.title,
        scenario=text,
        ask={"question": "shot", "from": attacker, "to": target},
        picture=f"/api/v1/gallery/{key}/picture?lang={language}",
    )
