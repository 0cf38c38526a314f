"""Scenes: the contents of pictures as values, captions and remarks included."""
