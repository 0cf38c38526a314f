"""Between which pieces of a free table a corridor is open, for all pairs at once."""
