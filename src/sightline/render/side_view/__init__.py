"""Lines of a verdict in profile, with levels and terrain."""
