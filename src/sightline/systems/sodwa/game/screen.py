"""Section 9, the screen: what its panels and its bar contain. The page lays them out; `terrain_groups` has SOD-9.4."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.rules import CharacterRow, Clause, SheetGroup, rule
from sightline.rules.game import Json, UpcomingTurn
from sightline.systems.sodwa.game import clock
from sightline.systems.sodwa.game.actions.base import SodwaAction
from sightline.systems.sodwa.game.state import SodwaState


@rule(
    Clause(
        "SOD-9.1",
        "Character panels",
        "Two panels show characters: bottom left the active one, bottom right another one, the last picked. Each has "
        "the name, a picture with Health and damage reduction, and four groups of values: combat, information, "
        "initiative, saves.",
        "The Character Panels",
    ),
    off=(),
)
def panel_groups(
    combat: Iterable[CharacterRow],
    info: Iterable[CharacterRow],
    initiative: Iterable[CharacterRow],
    saves: Iterable[CharacterRow],
    reduction: Iterable[CharacterRow],
) -> tuple[SheetGroup, ...]:
    """Return the groups of a panel, the four in reading order and the reduction that lies over the picture."""
    return (
        SheetGroup("combat", tuple(combat)),
        SheetGroup("info", tuple(info)),
        SheetGroup("initiative", tuple(initiative)),
        SheetGroup("saves", tuple(saves)),
        SheetGroup("reduction", tuple(reduction)),
    )


@rule(
    Clause(
        "SOD-9.2",
        "Battle information",
        "Between the two, a panel shows the preview of an action, to confirm or to cancel, then its result, the log "
        "of the battle, and help on terrain.",
        "The Battle Information Panel",
    ),
    off=(),
)
def preview_lines(action: SodwaAction, preview: Json) -> tuple[str, ...]:
    """Return what the panel says of a previewed action, in the current language."""
    return tuple(action.describe(preview))


@rule(
    Clause(
        "SOD-9.3",
        "Turn sequence",
        "A bar along the top shows the coming turns in the order of the forecast, with the ticks until each. Its "
        "portraits can be picked as targets.",
        "The Turn-Sequence Bar",
    ),
    off=(),
)
def turn_sequence(state: SodwaState, turns: int, spent: int) -> tuple[UpcomingTurn, ...]:
    """Return the turns in the bar, none after the battle, where the active character still spends some IP."""
    return () if state.over else clock.forecast(state, turns, spent)
