"""Lessons over HTTP, without state: the page sends all actions that the learner has taken so far."""
