"""Scenes: the contents of pictures as values, including captions and remarks."""
