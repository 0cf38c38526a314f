"""A chart as an HTML page for printing on A4: the map, the table, and the cited clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from sightline.i18n import _, current_language
from sightline.render.pages.chart_table import chart_headings, format_row
from sightline.render.pages.svg_page import svg
from sightline.render.primitives.colours import Colours
from sightline.render.primitives.text_metrics import escape
from sightline.render.scenes.scene import Scene
from sightline.rules import Position, Ruleset, Verdict

_STYLE = """
@page { size: A4; margin: 15mm; }
body { font: 10pt/1.4 "DejaVu Sans", Verdana, sans-serif; color: #111; max-width: 180mm; margin: 1em auto; }
h1 { font-size: 16pt; }
h2 { font-size: 12pt; margin-top: 1.5em; }
figure { margin: 0; text-align: center; break-inside: avoid; }
figcaption { font-size: 9pt; color: #555; }
figure svg { max-width: 100%; max-height: 150mm; height: auto; }
table { border-collapse: collapse; width: 100%; font-size: 9pt; margin-top: 1em; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { text-align: left; padding: 1mm 2mm; border-bottom: 0.2mm solid #999; vertical-align: top; }
th { border-bottom: 0.4mm solid #111; }
dt { font-weight: bold; break-inside: avoid; break-after: avoid; }
dd { margin: 0 0 2mm 0; break-inside: avoid; }
"""


def chart_page(
    rules: Ruleset[Any],
    position: Position,
    title: str,
    verdicts: Sequence[Verdict],
    scene: Scene,
    *,
    size: float | None = None,
    colours: Colours = "colour",
) -> str:
    """Return a chart as HTML; `scene` is its picture, which is put inside, with the note on it below."""
    # The page has its own title and table.
    picture = svg(structs.replace(scene, title="", caption="", note="", remarks=()), size=size, colours=colours)
    title = escape(title or _("A chart of {rules}").format(rules=rules.title))
    caption = f"<figcaption>{escape(scene.note)}</figcaption>" if scene.note else ""
    heading = _("Clauses of {rules}").format(rules=rules.title)
    rows = "\n".join(f"<tr>{_cells('td', format_row(rules, verdict))}</tr>" for verdict in verdicts)
    return f"""<!DOCTYPE html>
<html lang="{current_language()}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{title}</h1>
<figure>{picture}{caption}</figure>
<table>
<thead><tr>{_cells("th", chart_headings(rules, is_free=position.is_free))}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
<h2>{escape(heading)}</h2>
<dl>
{_clauses(rules, verdicts)}
</dl>
</body>
</html>"""


def _cells(tag: str, texts: Sequence[str]) -> str:
    return "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)


def _clauses(rules: Ruleset[Any], verdicts: Sequence[Verdict]) -> str:
    cited = {finding.clause.id for verdict in verdicts for finding in verdict.findings}
    clauses = (clause.localized() for clause in rules.clauses if clause.id in cited)
    return "\n".join(
        f"<dt>{escape(clause.id)} {escape(clause.title)}</dt><dd>{escape(clause.text)}</dd>" for clause in clauses
    )
