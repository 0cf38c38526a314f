"""The English texts of the findings of SODWA, by message id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sightline.i18n import N_, Term, counted

_MARKED = (
    *(Term("difficulty"), Term("melee"), Term("ranged")),
    *(Term("physical"), Term("energy"), Term("magical"), Term("bio")),
)
"""Words of answers that are not marked for translation elsewhere."""

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "tile-blocks": N_("the tile {cell} ({terrain}) blocks the line"),
        "tile-impedes": N_("the tile {cell} ({terrain}) impedes the line"),
        "own-tile-blocks": N_(
            "{target} is on {cell} ({terrain}), which blocks the line: the target's own tile counts, the shooter's not"
        ),
        "own-tile-impedes": N_(
            "{target} is on {cell} ({terrain}), which impedes the line: the target's own tile counts, the shooter's not"
        ),
        "border-blocks": N_("the border {border} ({terrain}) blocks the line"),
        "border-impedes": N_("the border {border} ({terrain}) impedes the line"),
        "object-blocks": N_("{name} at {cell} ({terrain}) blocks the line"),
        "object-impedes": N_("{name} at {cell} ({terrain}) impedes the line"),
        "character-blocks": N_("{name} at {cell} is in the way"),
        "elevated-blocks": N_("elevated ground at {cell} blocks the line, as not both ends are elevated"),
        "corner-blocks": N_("both ways round the corner are closed: {place} ({what}) and {other_place} ({other})"),
        "corner-impedes": N_(
            "the better way round the corner is impeded: {place} ({what}); on the other way is {other_place} ({other})"
        ),
        "without-hill": N_("with {cell} on the ground"),
        "seen-over": N_("{place} ({what}) is on the ground and can be seen over"),
        "beside": N_("{place} ({what}) does not impede: the two are adjacent"),
        "begins-at-portal": N_("the line begins at {there}: a portal leads there from {here}, where {name} stands"),
        "ends-at-portal": N_("the line ends at {there}: a portal leads from there to {here}, where {name} stands"),
        "engaged": N_("{enemy} is adjacent to {attacker}, who can attack only adjacent enemies"),
        "beyond-range": counted(
            "{attacker} reaches {reach} tile, the target is {tiles} away",
            "{attacker} reaches {reach} tiles, the target is {tiles} away",
            "reach",
        ),
        "own-accuracy": N_("Accuracy of {name}"),
        "own-defense": N_("Defense of {name}"),
        "attacker-moved": N_("{name} has moved"),
        "target-moved": N_("{name} has moved"),
        "impeded-sight": N_("sight is impeded"),
        "from-below": N_("{attacker} is below {target}"),
        "from-above": N_("{attacker} is above {target}"),
        "evasion": N_("{name} is aware of the attack"),
        "from-behind": N_("the attack comes from behind: {name} faces {facing}, so Evasion does not count"),
        "unseen": N_("{name} does not see {attacker}, so Evasion does not count"),
        "own-damage": N_("Damage of {name}"),
        "reduction": N_("{name} takes {reduction} less {kind} damage"),
        "always-fails": N_("01 fails, though the difficulty is {difficulty}"),
        "always-succeeds": N_("100 succeeds, though the difficulty is {difficulty}"),
        "knocks-back": N_("doubles on a success knock {target} back to {cell}"),
        "no-knock-back": N_("doubles on a success do not knock {target} back: {cell} cannot be entered"),
        "no-knock-back-defeated": N_("doubles on a success do not knock {target} back: any success defeats it"),
        "no-knock-back-held": N_("doubles on a success do not knock {target} back: an ability holds it in place"),
        "no-knock-back-off": N_("doubles on a success do not knock {target} back: there is no tile behind"),
        "rolled": N_("the dice show {tens} and {ones}: {roll}"),
        "succeeds": N_("{roll} reaches {difficulty}: a success"),
        "fails": N_("{roll} does not reach {difficulty}: a failure"),
        "damage-dealt": N_("{damage} damage dealt, {ignored} ignored: {name} has {health} Health left"),
        "defeated": N_("{name} is defeated and leaves the map"),
        "team-lost": N_("{side} has no characters left and has lost"),
        "doubles-melee": N_("doubles: nothing more, in melee"),
        "knocked-back": N_("doubles: {target} is knocked back to {cell}"),
        "not-knocked-back": N_("doubles: {target} cannot be knocked back"),
        "terrain-beyond-range": counted(
            "{attacker} reaches {reach} tile, the obstacle is {tiles} away",
            "{attacker} reaches {reach} tiles, the obstacle is {tiles} away",
            "reach",
        ),
        "terrain-unseen": N_("no line of sight from {attacker} to {place}"),
        "terrain-engaged": N_("{enemy} is adjacent to {attacker}, who can strike only what is beside it"),
        "battle-over": N_("the battle is over"),
        "no-such-side": N_("{side} is not a side of this battle"),
        "not-to-choose": N_("{who} is not one of those to choose from"),
        "not-its-turn": N_("it is not the turn of {who}"),
        "taken-already": N_("{who} has already taken this kind of action this turn: {action}"),
        "too-little-ip": N_("{who} has {ip} IP, but this costs {cost}"),
        "no-neighbour": N_("{cell} is not next to {before}"),
        "ended-before": N_("the movement ends at {cell}"),
        "no-step": N_("{cell} cannot be entered from the tile before it"),
        "ends-where-it-began": N_("{who} ends on the tile where the move began"),
        "too-far": N_("the path costs {cost}, but {who} can move only {move}"),
        "too-far-from": N_("the path costs {cost}, but {who}, who starts on {terrain} terrain, can move only {move}"),
        "too-far-after-attack": N_("the path costs {cost}, but {who}, who has attacked, can move only {move}"),
        "no-stop": N_("nobody may stop at {cell}"),
        "itself": N_("{who} cannot attack itself"),
        "no-target": N_("{target} is neither a character nor an obstacle"),
        "no-other-facing": N_("{who} cannot turn to {facing}, only to {others}"),
        "no-object": N_("{target} is not an object on the map"),
        "object-not-adjacent": N_("{target} is not adjacent to {who}"),
        "object-stood-on": N_("{other} stands on {target}"),
        "not-carried": N_("{who} does not carry {target}"),
        "tile-not-adjacent": N_("{cell} is not adjacent to {who}"),
        "tile-taken": N_("{cell} is occupied"),
        "tile-obstructing": N_("{cell} is obstructing terrain"),
        "not-combined": N_("{action} does not go together with {other} in one turn"),
        "held": N_("{effect} keeps {who} from doing that"),
        "has-not-the-ability": N_("{who} does not have the ability {ability!r}"),
        "is-passive": N_("{ability} always works and is not used"),
        "only-in-their-turn": N_("{ability} is used only in a turn of the opponent"),
        "wrong-target": N_("{ability} needs one target: {wanted}"),
        "wrong-targets": N_("{ability} needs these targets, in this order: {wanted}"),
        "no-targets": N_("{ability} has no targets"),
        "nothing-in-reach": N_("{ability} has no possible target now"),
        "has-the-effect": N_("{name} has this effect already: {effect}"),
        "destroyed-there": N_("something was destroyed at {place}: nothing can be put there"),
        "ability-range": counted(
            "{who} reaches {reach} tile with this, the target is {tiles} away",
            "{who} reaches {reach} tiles with this, the target is {tiles} away",
            "reach",
        ),
        "not-an-enemy": N_("{name} is not an enemy"),
        "not-a-friend": N_("{name} is not a friend"),
        "no-such-character": N_("there is no character {name!r}"),
        "no-such-tile": N_("there is no tile {cell!r}"),
        "no-such-border": N_("there is no border {border!r}"),
        "no-such-facing": N_("there is no facing {facing!r}"),
        "no-such-word": N_("{word!r} is not one of {words}"),
    }
)
