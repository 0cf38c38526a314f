"""What pictures of boards and of free tables have in common: who is shown, and the words that stand with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field

from sightline.board import Piece
from sightline.render.captions import Remark
from sightline.rules import PieceDepiction, Sign

_PLAIN = PieceDepiction()


@dataclass(frozen=True)
class Picture(ABC):
    """A board or table with what is to be shown on it.

    Without a `title` none stands above it. `viewer` is the piece that all is about; it and those in `about` are drawn
    even among many. `depictions` are the parts of pieces, by name, that are the system's own. `sign_words` explain the
    signs of shots.

    `caption`, `dice` as they fell, and `remarks` stand under the picture, at most `most_remarks` where it is drawn;
    words alone have room for all of them.
    """

    title: str
    _: KW_ONLY
    viewer: str | None = None
    about: tuple[str, ...] = ()
    depictions: Mapping[str, PieceDepiction] = field(default_factory=dict)
    sign_words: Mapping[Sign, str] = field(default_factory=dict)
    caption: str = ""
    dice: tuple[int, ...] = ()
    remarks: tuple[Remark, ...] = ()
    most_remarks: int = 40

    @property
    @abstractmethod
    def pieces(self) -> Mapping[str, Piece]:
        """All pieces by name."""

    def depiction_of(self, piece: Piece) -> PieceDepiction:
        """Return how a piece is shown besides the fields of `Piece`."""
        return self.depictions.get(piece.name, _PLAIN)
