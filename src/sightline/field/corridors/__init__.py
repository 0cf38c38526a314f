"""Which pieces of a free table have an open corridor between them, for all pairs at once."""
