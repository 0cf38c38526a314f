"""Driver: the findings of a verdict as rows that tests compare, and the rows that a clause without a number makes."""

from __future__ import annotations

from typing import Any

Row = tuple[str, str, str | None, int | None, list[str]]
"""The clause, the effect, the number that it changes, by how much, and the places of a finding."""


def rows(verdict: Any, *clauses: str) -> list[Row]:
    """Return the findings, in order; of some clauses only, where any are named."""
    return [
        (finding.clause.id, str(finding.effect), finding.on, finding.value, list(finding.at))
        for finding in verdict.findings
        if not clauses or finding.clause.id in clauses
    ]


def why(verdict: Any, *clauses: str) -> list[str]:
    """Return what the findings say in words; of some clauses only, where any are named."""
    return [finding.why for finding in verdict.findings if not clauses or finding.clause.id in clauses]


def blocks(clause: str, *at: str) -> Row:
    """Return the finding of something that blocks sight."""
    return (clause, "blocks", None, None, list(at))


def impedes(clause: str, *at: str) -> Row:
    """Return the finding of something that impedes, conceals or degrades."""
    return (clause, "impedes", None, None, list(at))


def forbids(clause: str, *at: str) -> Row:
    """Return the finding of a clause that forbids an attack."""
    return (clause, "forbids", None, None, list(at))


def permits(clause: str, *at: str) -> Row:
    """Return the finding of a clause that permits what would not be allowed otherwise."""
    return (clause, "permits", None, None, list(at))


def notes(clause: str, *at: str) -> Row:
    """Return the finding of a clause that changes no number."""
    return (clause, "notes", None, None, list(at))
