"""Sight among all cells of a map at once."""
