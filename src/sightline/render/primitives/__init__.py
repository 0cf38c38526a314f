"""Primitives of pictures: points, colours, SVG elements, widths of text, places of labels. Knows no scene."""
