"""Section 3: cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from sightline.board import Piece
from sightline.i18n import Term
from sightline.lattice import Cell, ContactType
from sightline.rules import Attack, Clause, Finding, Position, Ruling, Sight, rule
from sightline.sight import sighting_of
from sightline.systems.penance.elevation import is_higher
from sightline.systems.penance.pieces import Casket
from sightline.systems.penance.terrain import all_terrain

NEAR = Ruling(
    "near",
    "Does a cover hex count if the line only runs along one of its sides, or must the line cross it?",
    ("along", "crosses"),
)
ATTACKERS_HEX = Ruling(
    "attackers-hex",
    "Does terrain in the hex of an adjacent attacker give the target cover?",
    ("no-cover", "covers"),
)
CASKET_COVER = Ruling(
    "casket-cover",
    "Which Caskets between the two give cover: the target's enemies, any, or the attacker's enemies?",
    ("hostile-to-target", "any", "hostile-to-attacker"),
)
COVER_EFFECT = Ruling(
    "cover-effect",
    "Does light cover change only the number to reach, or the Defense as well?",
    ("to-hit", "to-hit-and-defense"),
)

_TO_HIT_MODIFIERS = {"none": 0, "light": 1, "heavy": 2}


class Cover(NamedTuple):
    """Cover for the target: its to-hit modifier, the terrain or Casket that gives it, the clause and message id."""

    value: int
    cell: Cell
    giver: str
    clause: Clause
    message: str

    @property
    def is_light_terrain(self) -> bool:
        """True if terrain gives it and it is light."""
        return self.clause is terrain_cover.clause and self.value == _TO_HIT_MODIFIERS["light"]


@rule(
    Clause(
        "PEN-3.2",
        "Terrain as cover",
        "Light cover (forest, rubble) adds 1 to the number to reach. Heavy cover (wall, dense forest, building) "
        "adds 2. A wall beside the target can cover it, but only if the line does not cross the wall: it would "
        "block.",
        "Cover Terrain Types; building: ours",
    ),
    off=None,
)
def terrain_cover(position: Position, cell: Cell) -> Cover | None:
    """Return the best cover that the terrain of a hex can give, or None."""
    return position.cached_by_terrain((terrain_cover, cell), lambda: _best_cover(position, cell))


def _best_cover(position: Position, cell: Cell) -> Cover | None:
    kinds = all_terrain(position, position.board.kinds(cell) or ())
    values = ((kind, _TO_HIT_MODIFIERS[terrain.cover]) for kind, terrain in kinds)
    kind, value = max(values, key=itemgetter(1), default=("", 0))
    return Cover(value, cell, kind, terrain_cover.clause, "cover") if value else None


@rule(
    Clause(
        "PEN-3.1",
        "Where cover must be",
        "The target has cover from a cover hex that it stands in or next to, if the line of sight crosses that "
        "hex. Rulings say whether it is enough to run along a side of it, and whether the hex of an adjacent "
        "attacker counts.",
        "Cover Rules",
    ),
    off=(),
)
def terrain_covers(attack: Attack[Casket]) -> Iterable[Cover]:
    """Yield the cover of each hex on the line in or next to which the target stands, in order along the line."""
    position = attack.position
    for kind, cell, _ in sighting_of(attack).passed_cells_near(attack.target.cell):
        cover = terrain_cover(position, cell)
        if cover and _is_passed(position, kind):
            yield cover


def _is_passed(position: Position, kind: ContactType) -> bool:
    """Return whether a line with this kind of contact with a hex passes it in the sense of PEN-3.1."""
    if kind is ContactType.STARTS_IN:
        return position.rulings[ATTACKERS_HEX.name] == "covers"
    return kind is not ContactType.ALONG or position.rulings[NEAR.name] == "along"


@rule(
    Clause(
        "PEN-3.3",
        "Caskets as cover",
        "A Casket between the two adds 1 to the number to reach if the line crosses its hex or runs along it. A "
        "ruling says whose Caskets count.",
        "Cover Terrain Types: Other Caskets",
    ),
    off=(),
)
def casket_covers(attack: Attack[Casket]) -> Iterable[Cover]:
    """Yield the cover of each Casket between attacker and target, in order along the line."""
    occupants = attack.position.board.occupants
    for _, cell, _ in sighting_of(attack).passed_cells_among(occupants):
        for casket in occupants[cell]:
            if casket not in (attack.attacker, attack.target) and _can_cover(attack, casket):
                yield Cover(1, cell, casket.name, casket_covers.clause, "casket-cover")


def _can_cover(attack: Attack[Casket], casket: Piece) -> bool:
    match attack.position.rulings[CASKET_COVER.name]:
        case "hostile-to-target":
            return not casket.is_friend_of(attack.target)
        case "hostile-to-attacker":
            return not casket.is_friend_of(attack.attacker)
        case _:
            return True


@rule(
    Clause(
        "PEN-3.4",
        "Cover does not add up",
        "Only the highest cover counts. Of equal covers the nearest to the target is named, then the first by label.",
        "Cover does NOT stack",
    ),
    off=(),
)
def lower_covers(attack: Attack[Casket], covers: list[Cover]) -> Sequence[Cover]:
    """Return all covers except the one that counts, best first."""
    if len(covers) < 2:
        return ()
    position = attack.position

    def rank(cover: Cover) -> tuple[int, int, str, bool]:
        distance = position.board.grid.distance(cover.cell, attack.target.cell)
        return -cover.value, distance, position.label(cover.cell), cover.clause is casket_covers.clause

    return sorted(covers, key=rank)[1:]


@rule(
    Clause(
        "PEN-3.5",
        "Cover and Defense",
        "If so ruled, light terrain that gives the cover that counts also adds 1 to the Defense.",
        "LOS Diagrams; Terrain Types Summary",
    ),
    off=(),
)
def cover_defense(attack: Attack[Casket]) -> Iterator[Finding]:
    """Yield the Defense modifier of the cover that counts."""
    if is_higher(attack):
        return
    covers = _covers(attack)
    lower = lower_covers(attack, covers) if covers else ()
    for cover in covers:
        is_light = cover.is_light_terrain and cover not in lower
        if is_light and attack.position.rulings[COVER_EFFECT.name] == "to-hit-and-defense":
            args = _message_args(attack, cover)
            yield from attack.modifies(cover_defense.clause, "defense", 1, "cover-defense", [cover.cell], **args)


def cover_findings(attack: Attack[Casket]) -> Iterator[Finding]:
    """Yield the to-hit modifier of the cover that counts, and a note for each other, in order along the line."""
    covers = _covers(attack)
    if covers and is_higher(attack):
        for cover in covers:
            yield attack.notes(
                is_higher.clause, f"overlooked-{cover.message}", [cover.cell], **_message_args(attack, cover)
            )
        return
    lower = lower_covers(attack, covers) if covers else ()
    for cover in covers:
        args = _message_args(attack, cover)
        if cover in lower:
            yield attack.notes(lower_covers.clause, f"lower-{cover.message}", [cover.cell], **args)
        else:
            yield from attack.modifies(cover.clause, "target_number", cover.value, cover.message, [cover.cell], **args)


def _covers(attack: Attack[Casket]) -> list[Cover]:
    """Return all covers that the target may have, in order along the line of each kind; none without sight."""
    if sighting_of(attack).sight is Sight.BLOCKED:
        return []
    return [*terrain_covers(attack), *casket_covers(attack)]


def _message_args(attack: Attack[Casket], cover: Cover) -> dict[str, str | int]:
    giver = {"casket": cover.giver} if cover.clause is casket_covers.clause else {"terrain": Term(cover.giver)}
    return {**giver, "cell": attack.position.label(cover.cell), "target": attack.target.name}
