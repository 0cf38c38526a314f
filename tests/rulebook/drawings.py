"""Generator: drawings of boards with pieces in them, as the tests of all systems have them."""

from __future__ import annotations

import re

from sightline.lattice import format_column


def lift_pieces(drawing: str, letters: str = "A-Z") -> tuple[str, dict[str, list[str]]]:
    """Return the rows of a drawing with bare ground under its pieces, and the cells of each piece, by name.

    The letters at the beginning of a token are pieces, whose names are sorted; the rest of it is the ground.
    """
    drawn, found = [], dict[str, list[str]]()
    for row, line in enumerate(filter(str.strip, drawing.splitlines()), start=1):
        tokens = line.split()
        for column, token in enumerate(tokens):
            if match := re.match(f"[{letters}]+", token):
                for name in match[0]:
                    found.setdefault(name, []).append(f"{format_column(column)}{row}")
                ground = token[match.end() :]
                tokens[column] = f".{ground}" if not ground or ground.isdigit() else ground
        drawn.append("    " + " ".join(tokens))
    return "\n".join(drawn), dict(sorted(found.items()))
