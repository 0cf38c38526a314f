"""What players do, and what happens. Fields are the keys of the JSON; places are labels."""

from __future__ import annotations

from sightline.rules.game import Action, Event
from sightline.systems.sodwa.pieces import AttackKind


class Choose(Action, frozen=True, tag="choose"):
    """A side chooses which of its tied characters is next."""

    who: str


class Move(Action, frozen=True, tag="move"):
    """A character goes along tiles, its own left out."""

    who: str
    path: tuple[str, ...]


class Attack(Action, frozen=True, tag="attack"):
    """A character attacks another, or an obstructing tile or border."""

    who: str
    target: str


class Turn(Action, frozen=True, tag="turn"):
    """A character turns to another facing."""

    who: str
    facing: str


class PickUp(Action, frozen=True, tag="pick-up"):
    """A character picks up an object."""

    who: str
    target: str


class PutDown(Action, frozen=True, tag="put-down"):
    """A character puts an object that it carries down on a tile beside it."""

    who: str
    target: str
    at: str


class End(Action, frozen=True, tag="end"):
    """A character ends its turn."""

    who: str


class Resign(Action, frozen=True, tag="resign"):
    """A side gives up."""

    side: str


class Ticked(Event, frozen=True, tag="tick"):
    """The clock has stopped at a tick."""

    tick: int


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A turn has come up, and been paid."""

    who: str
    ip: int


class Moved(Event, frozen=True, tag="moved"):
    """A character has gone along tiles."""

    who: str
    path: tuple[str, ...]
    facing: str


class Turned(Event, frozen=True, tag="turned"):
    """A character has turned."""

    who: str
    facing: str


class PickedUp(Event, frozen=True, tag="picked-up"):
    """A character has picked an object up."""

    who: str
    target: str


class WasPutDown(Event, frozen=True, tag="put-down"):
    """An object has been put down, or has fallen where its carrier was defeated."""

    who: str
    target: str
    at: str


class Attacked(Event, frozen=True, tag="attacked"):
    """An attack and its dice, tens and ones; on terrain there are neither values nor dice."""

    who: str
    target: str
    kind: AttackKind
    damage: int
    attack_value: int | None = None
    defense_value: int | None = None
    difficulty: int | None = None
    dice: tuple[int, int] | None = None
    die: int | None = None
    roll: int | None = None
    karma_spent: int = 0
    success: bool = True
    doubles: bool | None = None
    health: int | None = None


class KnockedBack(Event, frozen=True, tag="knocked-back"):
    """Doubles have thrown a character onto another tile."""

    who: str
    to: str


class Destroyed(Event, frozen=True, tag="destroyed"):
    """Obstructing terrain has fallen, after so much damage in all."""

    at: str
    damage: int


class KarmaGained(Event, frozen=True, tag="karma"):
    """A side has gained karma, some of which cancels the opponent's; `points` are those that it holds now."""

    side: str
    gained: int
    cancelled: int
    points: int


class Defeated(Event, frozen=True, tag="defeated"):
    """A character has left the map."""

    who: str


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """A turn is over."""

    who: str
