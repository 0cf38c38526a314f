"""The names and sizes on which the reader and the writer of maps of Tiled agree."""

HOLE = "hole"
"""The class of tiles that are no cell of the map."""
NESTED = ("[", "{", '"')
"""The beginnings of properties that are read as YAML."""
INCH = 64
"""The pixels of an inch on a free table."""
