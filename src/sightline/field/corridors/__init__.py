"""Open corridors between the pieces of a free table, for all pairs at once."""
