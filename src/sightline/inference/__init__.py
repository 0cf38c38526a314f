"""Boards that fit a published chart: sight plans as formulas over an unknown board."""
