"""The referee: puts a question to a rule system and folds what it says into an answer. Knows no system by name."""

from sightline.rules.referee.advising import advise
from sightline.rules.referee.changes import why_not
from sightline.rules.referee.reaching import outline, reach
from sightline.rules.referee.resolving import resolve
from sightline.rules.referee.seeing import see, see_pieces
from sightline.rules.referee.shots import shot
from sightline.rules.referee.striking import strike
from sightline.rules.referee.threats import threat

__all__ = ["advise", "outline", "reach", "resolve", "see", "see_pieces", "shot", "strike", "threat", "why_not"]
