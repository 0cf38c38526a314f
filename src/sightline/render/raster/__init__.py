"""SVG as PNG, and the fonts in it."""
