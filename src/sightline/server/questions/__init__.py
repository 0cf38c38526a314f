"""The questions of the command line over HTTP, without state."""
