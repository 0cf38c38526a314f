"""Computer players. They see what lies on the table, and know no dice to come."""

from sightline.players.simple import PLAYERS, choose, play_out

__all__ = ["PLAYERS", "choose", "play_out"]
