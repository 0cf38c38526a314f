"""Pictures of boards of cells and of free tables alike: whoever asks for one need not know which it is.

The one place of this package that tells the two apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sightline.board import Zone
from sightline.rules import Place, Position, Reach, ReachOutline, Ruleset, Seen, SeenPieces, Verdict

if TYPE_CHECKING:
    from sightline.render.colours import Colours
    from sightline.render.free_table.scene import TableScene
    from sightline.render.scene import Scene

# What draws boards, and what draws tables, is imported where it is known which of the two it is.


def board_scene(
    rules: Ruleset[Any], position: Position, *, title: str = "", zones: Mapping[str, Zone] | None = None
) -> Scene | TableScene:
    """Show the board or table alone, or with the zones of a board in which sides start.

    Without a title the rule system's name stands above it.
    """
    if position.is_free:
        from sightline.render.free_table import scene as tables

        return tables.board_scene(rules, position, title=title)
    from sightline.render import scene

    return scene.board_scene(rules, position, title=title, zones=zones)


def shot_scene(rules: Ruleset[Any], position: Position, verdict: Verdict, *, title: str = "") -> Scene | TableScene:
    """Show one verdict: its lines, every place that a finding is about, and all findings in words.

    Below the findings stand the changes that would help, or, of a rolled attack, what happened.
    """
    if position.is_free:
        from sightline.render.free_table import scene as tables

        return tables.shot_scene(rules, position, verdict, title=title)
    from sightline.render import scene

    return scene.shot_scene(rules, position, verdict, title=title)


def chart_scene(
    rules: Ruleset[Any], position: Position, verdicts: Sequence[Verdict], *, title: str = ""
) -> Scene | TableScene:
    """Show many verdicts: their lines, and one row of text each."""
    if position.is_free:
        from sightline.render.free_table import scene as tables

        return tables.chart_scene(rules, position, verdicts, title=title)
    from sightline.render import scene

    return scene.chart_scene(rules, position, verdicts, title=title)


def see_scene(
    rules: Ruleset[Any], position: Position, seen: Seen | SeenPieces, *, title: str = ""
) -> Scene | TableScene:
    """Show which cells a piece sees, or on a table which others, and how."""
    if isinstance(seen, SeenPieces):
        from sightline.render.free_table import scene as tables

        return tables.see_scene(rules, position, seen, title=title)
    from sightline.render import scene

    return scene.see_scene(rules, position, seen, title=title)


def reach_scene(
    rules: Ruleset[Any], position: Position, found: Reach[Place] | ReachOutline, *, title: str = ""
) -> Scene | TableScene:
    """Show where a piece can move to."""
    if isinstance(found, ReachOutline):
        from sightline.render.free_table import scene as tables

        return tables.reach_scene(rules, position, found, title=title)
    from sightline.render import cell_areas

    return cell_areas.reach_scene(rules, position, found, title=title)


def svg(
    scene: Scene | TableScene, *, size: float | None = None, colours: Colours = "colour", prefix: str = "sightline"
) -> str:
    """Draw a scene as a complete SVG document.

    `size` is the distance between the two sides of a cell in pixels, or how many an inch measures, else chosen by the
    size of the board. `colours` is "colour" or "print", for black and white. `prefix` begins every id: pictures on one
    page need different ones.
    """
    from sightline.render.scene import Scene

    if isinstance(scene, Scene):
        from sightline.render.svgmap import svg as svg_of_board

        return svg_of_board(scene, size=size, colours=colours, prefix=prefix)
    from sightline.render.free_table.svg import svg as svg_of_table

    return svg_of_table(scene, size=size, colours=colours, prefix=prefix)


def text(scene: Scene | TableScene, *, max_cells: int | None = None) -> str:
    """Draw a scene with characters: the map, a legend of what is on it, the caption and the remarks.

    A map of more than `max_cells` columns or rows is left out, which the text says.
    """
    from sightline.render.scene import Scene

    if isinstance(scene, Scene):
        from sightline.render.textmap import text as text_of_board

        return text_of_board(scene, max_cells=max_cells)
    from sightline.render.free_table.text import text as text_of_table

    return text_of_table(scene, max_cells=max_cells)
