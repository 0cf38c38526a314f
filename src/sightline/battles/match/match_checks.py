"""Checks of a command that need only the match, not its battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch

from sightline.battles.fair_dice import commitment_of, is_commitment, is_seed_part
from sightline.battles.match.match_commands import (
    AskHint,
    ChooseFormation,
    Command,
    Commit,
    GiveAnswer,
    MakeOffer,
    Preview,
    Query,
    Refused,
    Resign,
    Reveal,
    TakeAction,
)
from sightline.battles.match.match_entries import Offered
from sightline.battles.match.match_state import Match, PhaseName
from sightline.i18n import N_, _

_WITH_HINTS = ("computer", "self")
"""The kinds of matches in which hints are allowed, as they are unfair to nobody."""
_NOW: Mapping[PhaseName, str] = {
    "seats": N_("nobody has taken the other seat yet"),
    "formations": N_("the formations are being chosen now"),
    "dice": N_("the dice are being agreed on now"),
    "battle": N_("the battle has begun"),
    "over": N_("the battle is over"),
}


def side_for(match: Match, sides: Sequence[str], command: Command) -> str:
    """Return the side that a command is for, among the sides of its sender. Raise `Refused`."""
    if not sides:
        raise Refused(_("spectators cannot do this"))
    if command.side is not None:
        if command.side not in sides:
            raise Refused(_("you do not play {side}").format(side=command.side))
        return command.side
    if isinstance(command, GiveAnswer) and match.offer is not None and match.offer.by in sides:
        return next((side for side in sides if side != match.offer.by), sides[0])
    return next((side for side in match.awaited() if side in sides), sides[0])


def check_command(match: Match, side: str, command: Command) -> None:
    """Raise `Refused` if the current state of the match does not allow a command of a side."""
    _check(command, match, side)


def offer_to(match: Match, side: str) -> Offered:
    """Return the offer that a side has to answer. Raise `Refused` if there is none."""
    if match.offer is None or match.offer.by == side:
        raise Refused(_("there is no offer to answer"))
    return match.offer


def steps_since(match: Match, side: str) -> int:
    """Return the number of steps from the latest one of a side to the end. Raise `Refused` if it has none."""
    for steps, mover in enumerate(reversed(match.movers), start=1):
        if mover == side:
            return steps
    raise Refused(_("there is nothing to take back"))


def _require_phase(match: Match, *phases: PhaseName) -> None:
    if match.phase not in phases:
        raise Refused(_("this cannot be done now: {why}").format(why=_(_NOW[match.phase])))


@singledispatch
def _check(command: object, match: Match, side: str) -> None:
    """Raise `Refused` if a command is not allowed; kinds without a check are always allowed."""
    del command, match, side


@_check.register
def _check_formation(command: ChooseFormation, match: Match, side: str) -> None:
    _require_phase(match, "formations")
    if side in match.chosen:
        raise Refused(_("the formation has already been chosen"))
    formations = match.formations[side]
    if command.name not in formations:
        message = _("the team has no formation {name!r}; it has {formations}")
        raise Refused(message.format(name=command.name, formations=", ".join(formations)))


@_check.register
def _check_commit(command: Commit, match: Match, side: str) -> None:
    _require_phase(match, "dice")
    if side in match.commitments:
        raise Refused(_("a hash has already been committed to"))
    if not is_commitment(command.hash):
        raise Refused(_("a hash has 64 hexadecimal digits, in small letters"))
    taken = {match.created.server_commitment, *(each.hash for each in match.commitments.values())}
    if command.hash in taken:
        raise Refused(_("somebody else has committed to this hash"))


@_check.register
def _check_reveal(command: Reveal, match: Match, side: str) -> None:
    _require_phase(match, "dice")
    if len(match.commitments) < len(match.sides):
        raise Refused(_("not everybody has committed to a hash yet"))
    if side in match.seeds:
        raise Refused(_("the seed has already been shown"))
    if not is_seed_part(command.seed):
        raise Refused(_("a seed has 32 to 128 hexadecimal digits"))
    if commitment_of(command.seed) != match.commitments[side].hash:
        raise Refused(_("this seed does not have the hash that was committed to"))


@_check.register(TakeAction)
@_check.register(Resign)
@_check.register(Preview)
@_check.register(Query)
def _check_in_battle(_command: Command, match: Match, _side: str) -> None:
    _require_phase(match, "battle")


@_check.register
def _check_hint(command: AskHint, match: Match, side: str) -> None:
    del command, side
    _require_phase(match, "battle")
    if match.created.against not in _WITH_HINTS:
        raise Refused(_("hints are given only against the computer and in battles of two people at one screen"))


@_check.register
def _check_offer(command: MakeOffer, match: Match, side: str) -> None:
    _require_phase(match, "over" if command.offer == "rematch" else "battle")
    if match.rematch is not None:
        raise Refused(_("the rematch has already begun"))
    if match.offer is not None:
        raise Refused(_("an offer has not been answered yet"))
    if command.offer == "takeback":
        if not match.created.takebacks:
            raise Refused(_("nothing can be taken back in this battle"))
        steps_since(match, side)  # refuses if there is none


@_check.register
def _check_answer(command: GiveAnswer, match: Match, side: str) -> None:
    offer = offer_to(match, side)
    if command.is_yes and offer.offer == "takeback":
        steps_since(match, str(offer.by))  # refuses if there is none
