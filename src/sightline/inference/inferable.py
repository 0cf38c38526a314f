"""The capability of a rule system whose boards can be found from a published chart."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from sightline.i18n import N_
from sightline.rules.capabilities import Capability

if TYPE_CHECKING:
    from sightline.inference.unknown_board import Inference


class Inferable(Capability):
    """A system that says how boards are found on which a chart comes out."""

    refusal: ClassVar[str] = N_("{rules} does not say how boards are found from a chart")

    @abstractmethod
    def inference(self) -> Inference:
        """Return how boards are found."""
