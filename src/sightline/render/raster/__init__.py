"""Rasterization of SVG as PNG, and its fonts."""
