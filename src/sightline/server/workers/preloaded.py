"""Imports everything that a worker process needs, before the process is forked."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

from sightline import api, formats, referee, render
from sightline.server.lessons import lesson_answers
from sightline.server.matches import (
    map_pictures,
    match_play,
    match_queries,
    match_scene,
    match_setup,
    match_words,
    ready_answers,
    team_check,
)
from sightline.server.questions import question_answer
from sightline.server.replays import replay_request
from sightline.server.scenes import scene_request
from sightline.server.systems.system_answers import find_systems
from sightline.server.tables import edited_text, shot_picture

PRELOADED = (
    find_systems(),
    *(edited_text, lesson_answers, question_answer, replay_request, scene_request, shot_picture),
    *(map_pictures, match_play, match_queries, match_scene, match_setup, match_words, ready_answers, team_check),
)
"""The rule systems, and the modules whose functions are tasks; none of them needs the libraries of the server."""

# These packages import most of their modules lazily, which suits a command, but not a worker.
for package in (api, formats, referee, render):
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)

# Kernels for whole boards: importing NumPy and Numba takes longer than most answers.
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a process with threads cannot be forked safely
with suppress(ImportError):  # without the extra `fast`
    import_module("sightline.field.cell_field")
