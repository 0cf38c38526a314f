"""Primitives of pictures: points, colours, SVG elements, text metrics, label placement. Independent of scenes."""
