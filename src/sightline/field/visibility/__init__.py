"""Who sees whom among all cells of a map at once."""
