"""The questions of the command line over HTTP, which keep nothing."""
