"""Documents: the layers of a scene in an SVG, with its legend and words, and charts as pages and tables."""
