"""Scenes as maps of characters, with lists of what is on them."""
