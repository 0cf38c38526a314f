"""Scenes for screens: the layers by name, each with a hash, and the places of cells and pieces on them."""
