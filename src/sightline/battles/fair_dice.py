"""Dice that nobody can choose: each party commits to a part of the seed before any part is revealed.

Each part is a text of hexadecimal digits, and its commitment is its SHA-256. The seed of the battle combines all parts,
so that the dice are fair for every party whose part the others could not know.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sightline.i18n import _

_HASH = re.compile("[0-9a-f]{64}", re.ASCII)
_SEED = re.compile("[0-9A-Fa-f]{32,128}", re.ASCII)


def commitment_of(seed: str) -> str:
    """Return the commitment to a part of the seed: its SHA-256 in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def is_commitment(text: str) -> bool:
    """Return whether a text can be a commitment: 64 hexadecimal digits, in lower case."""
    return _HASH.fullmatch(text) is not None


def is_seed_part(text: str) -> bool:
    """Return whether a text can be a side's part of the seed: 32 to 128 hexadecimal digits."""
    return _SEED.fullmatch(text) is not None


@dataclass(frozen=True, kw_only=True)
class FairDice:
    """The parts of a seed and the commitments to them, by the name of the side.

    `commitments` has the sides in the order of seats. Parts that have not been revealed are missing in `seeds`, and
    `server_seed` is None until then.
    """

    server_commitment: str
    commitments: Mapping[str, str]
    server_seed: str | None = None
    seeds: Mapping[str, str]

    @property
    def seed(self) -> str | None:
        """The seed of the battle, None while a part of it is missing."""
        parts = [self.server_seed, *(self.seeds.get(side) for side in self.commitments)]
        return None if None in parts else commitment_of("/".join(map(str, parts)))

    def faults(self) -> Iterator[str]:
        """Yield a message, in the current language, for each part that does not match its commitment."""
        if self.server_seed is not None and commitment_of(self.server_seed) != self.server_commitment:
            yield _("the server's part of the seed does not have the hash that it committed itself to")
        for side, seed in self.seeds.items():
            if commitment_of(seed) != self.commitments.get(side):
                yield _("the part of the seed of {side} does not have the hash that {side} committed itself to").format(
                    side=side
                )

    def commitments_json(self) -> Mapping[str, Any]:
        """Return what is known before the first roll as JSON."""
        return {"server": self.server_commitment, "sides": dict(self.commitments)}

    def parts_json(self) -> Mapping[str, Any]:
        """Return the parts as JSON, which are secret until the battle is over."""
        return {"server": self.server_seed, "sides": {side: self.seeds.get(side) for side in self.commitments}}


def read_fair_dice(commitments: Any, parts: Any) -> FairDice:
    """Return the dice from their JSON; `parts` is None if they are not revealed. Raise ValueError if it is invalid."""
    server, hashes = _pair(commitments)
    shown, seeds = _pair({"server": None, "sides": {}} if parts is None else parts)
    texts = [server, *hashes.values(), *(() if parts is None else (shown, *seeds.values()))]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(_("the commitments of the dice cannot be read"))
    if parts is not None and seeds.keys() != hashes.keys():
        raise ValueError(_("the parts of the seed cannot be read"))
    return FairDice(server_commitment=server, commitments=hashes, server_seed=shown, seeds=seeds)


def _pair(stated: Any) -> tuple[Any, dict[str, Any]]:
    match stated:
        case {"server": server, "sides": dict(sides)} if len(stated) == 2:
            return server, sides
    raise ValueError(_("the commitments of the dice cannot be read"))
