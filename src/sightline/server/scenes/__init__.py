"""Scenes over HTTP: a board in layers, with the answer to a question."""
