"""Computer players. They see the public state of the game, and do not know future dice."""

from sightline.players.simple import DESCRIPTIONS, PLAYERS, choose, play_out, react

__all__ = ["DESCRIPTIONS", "PLAYERS", "choose", "play_out", "react"]
