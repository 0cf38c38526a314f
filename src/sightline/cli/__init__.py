"""The command line: `sightline COMMAND ...`."""

from sightline.cli.main import main

__all__ = ["main"]
