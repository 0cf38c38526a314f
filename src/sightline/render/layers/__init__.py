"""The layers of pictures: each a function from a view to fragments of SVG."""
