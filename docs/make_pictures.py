"""Draws the pictures of the docs: `.venv/bin/python -m docs.make_pictures`, after any change of what they show.

A test draws them again and compares them byte for byte with those in `docs/pictures`. The screenshot of the web table,
whose fonts are those of the machine, is only taken again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import sightline
from docs.web_table_picture import lacking, take_picture
from sightline import Scenario

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
SCREENSHOT = FOLDER / "web-table.png"

Drawing = Callable[[], str]


def _scenario(name: str, system: str = "penance") -> Scenario:
    return sightline.load(ROOT / "scenarios" / system / f"{name}.yaml")


def _board(name: str, system: str) -> Drawing:
    return lambda: _scenario(name, system).svg()


def _shot(name: str, attacker: str, target: str, system: str = "penance") -> Drawing:
    return lambda: _scenario(name, system).shot(attacker, target).svg()


def _see(name: str, piece: str) -> Drawing:
    return lambda: _scenario(name).see(piece).svg()


def _reach(name: str, piece: str, system: str = "penance") -> Drawing:
    return lambda: _scenario(name, system).reach(piece).svg()


def _way(name: str, piece: str, toward: tuple[float, float], system: str) -> Drawing:
    return lambda: _scenario(name, system).reach(piece, toward=toward).svg()


def _threat(name: str, side: str) -> Drawing:
    return lambda: _scenario(name).threat(side).svg()


def _advice(name: str, piece: str) -> Drawing:
    return lambda: _scenario(name).advise(piece).svg()


def _side_view(name: str, attacker: str, target: str) -> Drawing:
    return lambda: _scenario(name).shot(attacker, target).side_view()


def _chart(name: str, system: str = "penance") -> Drawing:
    def draw() -> str:
        from sightline import render

        scenario = _scenario(name, system)
        return render.svg(scenario.chart_scene(list(scenario.iter_chart())))

    return draw


_AT_THE_RIFT = (
    ("Mirth", "portal", "B6", "I7"),
    ("Vale", "invisibility"),
    ("Sable", "immobilize", "Korr"),
    ("Korr", "bestow-regeneration", "Korr"),
    ("Thorn", "corrosion", "G3"),
    ("Brand", "rally", "defense"),
    ("Mirth", "ice", "D6"),
    ("Vale", "barrier", "F5/F6"),
    ("Sable", "flood", "C4"),
    ("Korr", "stasis", "Thorn"),
)
"""Abilities that are used in this order: who, which, on what."""


def _rift() -> str:
    battle = sightline.battle(_scenario("the-rift", "sodwa"), seed=7)
    for who, ability, *targets in _AT_THE_RIFT:
        while battle.state.active != who:
            battle.apply({"do": "end", "who": battle.state.active})
        battle.apply({"do": "ability", "who": who, "ability": ability, "targets": targets})
        battle.apply({"do": "end", "who": who})
    return battle.svg()


PICTURES: Mapping[str, Drawing] = {
    "across-the-rubble": _shot("across-the-rubble", "A", "T"),
    "along-the-wall": _chart("along-the-wall"),
    "along-the-wall-cover": _shot("along-the-wall", "Cy", "Di"),
    "edge-of-the-forest": _shot("edge-of-the-forest", "Una", "Wen"),
    "tower-and-street": _shot("tower-and-street", "Roy", "Sam"),
    "edge-of-the-forest-seen": _see("edge-of-the-forest", "Ivo"),
    "last-stand": _shot("last-stand", "Gus", "Hal"),
    "the-ford-reach": _reach("the-ford", "Kay"),
    "the-ford-threat": _threat("the-ford", "red"),
    "the-ford-advice": _advice("the-ford", "Kay"),
    "tower-and-street-side": _side_view("tower-and-street", "Roy", "Sam"),
    "ruling-sheet-shot": _shot("ruling-sheet", "F7", "H4", "combat-hex"),
    "broken-bridge": _shot("broken-bridge", "Amy", "Rob"),
    "low-walls": _shot("low-walls", "Ana", "Bo", "hero5"),
    "the-pillars": _shot("the-pillars", "Ada", "Tom", "hero5"),
    "the-maze-reach": _reach("the-maze", "Oaf", "hero5"),
    "the-depot": _board("the-depot", "sodwa"),
    "the-landing-pad": _shot("the-landing-pad", "Gunners", "Walker", "post-galactica"),
    "the-landing-pad-chart": _chart("the-landing-pad", "post-galactica"),
    "the-mill-road": _shot("the-mill-road", "Rifles", "Raiders", "post-galactica"),
    "the-marsh-reach": _way("the-marsh", "Pioneers", (14, 10), "post-galactica"),
    "the-yard": _board("the-yard", "sodwa"),
    "the-mill": _board("the-mill", "sodwa"),
    "the-checkpoint": _shot("the-checkpoint", "Warden", "Ember", "sodwa"),
    "the-orchard": _chart("the-orchard", "sodwa"),
    "the-corners": _chart("the-corners", "sodwa"),
    "elevated-sight": _shot("elevated-sight", "Green", "Orange", "sodwa"),
    "the-roof-reach": _reach("the-roof", "Brand", "sodwa"),
    "the-warehouse-reach": _reach("the-warehouse", "Swift", "sodwa"),
    "the-rift": _rift,
    **{key: scenario.svg for key, scenario in sightline.ready_maps("sodwa").items()},
}
"""The functions that draw the pictures, by name."""


def main() -> None:
    """Write every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_bytes(draw().encode())
    print(retake_screenshot(SCREENSHOT))


def retake_screenshot(file: Path) -> str:
    """Take the screenshot again, if that is possible here; return what was done."""
    reason = lacking()
    if reason is not None:
        return f"{file.name} was left as it was: {reason}"
    file.write_bytes(take_picture())
    return f"{file.name} was taken again: look at it"


if __name__ == "__main__":
    main()
