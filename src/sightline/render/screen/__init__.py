"""Scenes for screens: layers by name with their hashes, and the places of cells and pieces on them."""
