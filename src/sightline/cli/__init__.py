"""The command line: `sightline COMMAND ...`."""

import gc

gc.disable()  # nothing that is imported becomes garbage, but the collector would look through it again and again

from sightline.cli.main import main  # noqa: E402

gc.freeze()
gc.enable()

__all__ = ["main"]
