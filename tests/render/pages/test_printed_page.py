"""The page of a chart: a clause's heading stays with its text."""

from __future__ import annotations

import re

import sightline


def test_a_page_breaks_neither_after_the_heading_of_a_clause_nor_in_its_text() -> None:
    scenario = sightline.parse("sightline: 1\nrules: penance\nmap: {grid: hex, size: 3x3}\n")
    page = scenario.chart().to_html()
    rules = dict(re.findall(r"^(\w+) \{ (.*) \}$", page, re.MULTILINE))
    assert "break-after: avoid" in rules["dt"]
    assert "break-inside: avoid" in rules["dd"]
