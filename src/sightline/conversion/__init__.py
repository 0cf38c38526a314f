"""Conversion of maps of other programs into scenarios, and of scenarios into maps of Tiled."""
