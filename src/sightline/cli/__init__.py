"""The command line: `sightline COMMAND ...`."""

import gc

gc.disable()  # imported modules never become garbage, but the collector would scan them again and again

from sightline.cli.main import main  # noqa: E402

gc.freeze()
gc.enable()

__all__ = ["main"]
