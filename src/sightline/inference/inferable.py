"""The capability of a rule system whose boards can be inferred from a published chart."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from sightline.i18n import N_
from sightline.rules.capabilities import Capability

if TYPE_CHECKING:
    from sightline.inference.unknown_board import Inference


class Inferable(Capability):
    """A system that defines how boards are inferred from a chart."""

    refusal: ClassVar[str] = N_("{rules} cannot find boards from a chart")

    @abstractmethod
    def inference(self) -> Inference:
        """Return the definition of the inference."""
