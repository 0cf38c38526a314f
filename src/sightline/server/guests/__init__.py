"""People who play: guests, known by a token."""
