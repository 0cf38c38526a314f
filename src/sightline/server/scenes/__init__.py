"""Scenes over HTTP: a board in layers, with what is asked about it."""
