"""SODWA in play: the clock, turns and their actions, karma, and how battles end."""
