"""Answers as text: the picture in characters, and the rest of the answer. No rule system is named here."""

from __future__ import annotations

import click

from sightline.api import Answer
from sightline.cli.text_options import EFFECT_COLOURS, painted
from sightline.render.scenes.captions import further_remarks
from sightline.render.text_maps.answer_text import further_blocks
from sightline.rules import Effect, Verdict

_MAX_CELLS = 120
"""The greatest number of columns or rows of a map that is shown in a terminal."""


def format_answer(answer: Answer, *, width: int | None = None, has_map: bool = True) -> str:
    """Return an answer as text for a terminal, with colours, which `click.echo` removes elsewhere."""
    from sightline.render import text

    drawn = text(answer.scene, max_cells=_MAX_CELLS, width=width, has_map=has_map, paint=painted)
    picture = drawn.rstrip("\n").split("\n")
    value = answer.value
    if isinstance(value, Verdict):
        picture = _coloured_findings(picture, value)
    return "\n\n".join(["\n".join(picture), *further_blocks(value)])


def _coloured_findings(picture: list[str], verdict: Verdict) -> list[str]:
    """Return the lines of a picture with its findings coloured, which only further remarks follow."""
    first = len(picture) - len(list(further_remarks(verdict))) - len(verdict.findings)
    for row, finding in enumerate(verdict.findings, start=first):
        is_dim = finding.effect is Effect.NOTES or None
        picture[row] = click.style(picture[row], fg=EFFECT_COLOURS.get(finding.effect), dim=is_dim)
    return picture
