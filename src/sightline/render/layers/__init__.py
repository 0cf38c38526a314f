"""The layers of pictures: each a function from a canvas to fragments of SVG."""
