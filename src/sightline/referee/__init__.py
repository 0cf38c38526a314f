"""The referee: asks a rule system and folds what it finds into an answer. It knows no system by name."""

from sightline.referee.advice import advise
from sightline.referee.reach import outline, reach, read_options
from sightline.referee.resolve import resolve
from sightline.referee.see import see, see_pieces
from sightline.referee.shot import shot
from sightline.referee.strike import strike
from sightline.referee.threat import threat
from sightline.referee.why_not import why_not

__all__ = [
    "advise",
    "outline",
    "reach",
    "read_options",
    "resolve",
    "see",
    "see_pieces",
    "shot",
    "strike",
    "threat",
    "why_not",
]
