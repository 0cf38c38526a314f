"""Finding boards from a published chart: sight plans as formulas over an unknown board, solved by constraints."""
