"""Everything that a worker process needs, loaded with this module, before the process is forked."""

from __future__ import annotations

from sightline import render
from sightline.server.questions import asked_question
from sightline.server.systems.system_answers import find_systems

PRELOADED = (render, asked_question, find_systems())
"""The modules, and the rule systems, which are imported when they are first asked for."""
