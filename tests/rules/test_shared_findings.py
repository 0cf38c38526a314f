"""Findings that attacks share are made once, and said once in each language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sightline
from sightline.i18n import use_language
from sightline.rules import Clause, Effect, Finding, Message, shared_findings
from sightline.rules.message_text import say

CLAUSE = Clause("T-1", "Title", "Text", "Source")
TEXTS, OTHER_TEXTS = {"at": "base number"}, {"at": "advantage of {name}"}
BOARD = "sightline: 1\nrules: penance\nmap:\n  grid: hex\n  cells: |\n    . # # .\n    . . f .\n"
PIECES = "pieces:\n  A: {at: A1, facing: SE}\n  B: {at: D1, facing: SW}\n  C: {at: D2, facing: NW}\n"


def finding(name: str = "A") -> Finding:
    return Finding(clause=CLAUSE, effect=Effect.NOTES, message=Message("at", {"name": name}))


def test_findings_of_a_key_are_made_once() -> None:
    shared, made = shared_findings(sightline.parse(BOARD).position), list[Finding]()

    def make() -> Iterator[Finding]:
        made.append(finding())
        yield made[-1]

    [first], [again], [other] = shared.find("one", make), shared.find("one", make), shared.find("other", make)
    assert first is again is made[0]
    assert other is made[1]


def test_they_are_kept_while_the_terrain_stays() -> None:
    scenario = sightline.parse(BOARD + PIECES)
    kept = shared_findings(scenario.position)
    assert shared_findings(scenario.with_piece("A", at="B2").position) is kept
    assert shared_findings(scenario.with_rulings({"hexside": "either"}).position) is kept
    assert shared_findings(sightline.parse(BOARD).position) is not kept


def test_each_language_and_each_system_says_them() -> None:
    shared = shared_findings(sightline.parse(BOARD).position)
    found = shared.find("one", lambda: [finding()])
    for texts in (TEXTS, OTHER_TEXTS) * 2:
        for language in ("en", "fr"):
            with use_language(language):
                [said] = shared.with_texts(found, texts)
                assert said.why == say(said.message, texts)
                assert shared.with_texts(found, texts)[0] is said


def test_others_are_said_each_time() -> None:
    shared = shared_findings(sightline.parse(BOARD).position)
    for name in ("Ann", "Bo"):
        assert [each.why for each in shared.with_texts([finding(name)], OTHER_TEXTS)] == [f"advantage of {name}"]


@pytest.mark.parametrize("language", sightline.LANGUAGES)
def test_a_chart_says_what_single_shots_say(language: str) -> None:
    text = BOARD + PIECES
    chart = sightline.parse(text, language=language).chart()
    for verdict in chart:
        alone = sightline.parse(text, language=language).shot(verdict.from_, verdict.to)
        assert alone.to_json() == verdict.to_json()
    assert any(each.message.id == "blocks-line" for verdict in chart for each in verdict.findings)
