"""Imports everything that a worker process needs, before the process is forked."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

from sightline import api, formats, referee, render
from sightline.server.questions import question_answer
from sightline.server.systems.system_answers import find_systems

PRELOADED = (question_answer, find_systems())
"""The module that imports the others, and the rule systems."""

# These packages import most of their modules lazily, which suits a command, but not a worker.
for package in (api, formats, referee, render):
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)

# Kernels for whole boards: importing NumPy and Numba takes longer than most answers.
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a process with threads cannot be forked safely
with suppress(ImportError):  # without the extra `fast`
    import_module("sightline.field.cell_field")
