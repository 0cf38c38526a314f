"""The catalogues hold exactly what the program says, translated, compiled, and in French typography."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.i18n import (
    LANGUAGES,
    FrenchText,
    LocalNumber,
    Term,
    _,
    current_language,
    decimal,
    localized,
    percent,
    use_language,
    word,
)
from tools import catalogues


@pytest.mark.slow
def test_the_catalogues_are_complete_and_compiled() -> None:
    assert catalogues.check() == [], "run python -m tools.catalogues, and translate what is new"


@pytest.fixture
def a_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    said = dict(catalogues.collect())
    said.pop((None, "Nothing would change."))
    said[None, "Something new"] = [catalogues.SourceText("here", "Something new")]
    monkeypatch.setattr(catalogues, "collect", lambda: said)


@pytest.mark.slow
@pytest.mark.usefixtures("a_lack")
def test_what_is_missing_or_unused_is_reported() -> None:
    found = "\n".join(catalogues.check())
    assert "sightline.pot is out of date" in found
    assert "lacks (None, 'Something new')" in found
    assert "has (None, 'Nothing would change.'), which is not used" in found


def test_the_catalogues_of_another_checkout_are_not_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    catalogues.require_own_package()
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path / "locale")
    with pytest.raises(SystemExit, match=r"not from this checkout; set PYTHONPATH=.*src"):
        catalogues.require_own_package()


@pytest.mark.parametrize(("text", "names"), [("{a!r} and {b}", ["a", "b"]), ("%(prog)s", ["prog"]), ("a } alone", [])])
def test_placeholders_are_known(text: str, names: list[str]) -> None:
    assert catalogues.placeholders(text) == names


def _french() -> Iterator[tuple[str, str]]:
    book = catalogues.read_catalog("fr")
    assert book is not None
    for each in book:
        strings = each.string if isinstance(each.string, tuple) else (each.string,)
        yield from ((str(each.id), str(text)) for text in strings if each.id)


def test_high_signs_have_no_breaking_space_before_them() -> None:
    wrong = [text for _, text in _french() if re.search(r" [;:!?%»](?!\()|« ", text)]
    assert wrong == []


def test_high_signs_have_a_space_before_them() -> None:
    signs = re.compile(r"[^\W\d_)}][;!?](?=\s|$)|[^\W\d_)}]:(?=\s|$)|\d%")
    wrong = [text for _, text in _french() if signs.search(re.sub("`[^`]*`|- ", "", text))]
    assert wrong == []


def test_names_may_be_those_of_women() -> None:
    """No participle agrees with the name of a piece or of a person."""
    name, verb = r"\{(?:attacker|name|target|who)\}", "(?:est|sera|a été|n'est plus|ne peut pas être)"
    agreeing = re.compile(rf"{name} (?:{verb} |mieux )(?!du\b)[^\W\d]+(?:é|i|u|is)s?\b|{name}.* il se tient")
    assert [text for _, text in _french() if agreeing.search(text)] == []


def test_numbers_have_the_sign_of_the_language() -> None:
    assert (decimal(27.777), percent(5, 0)) == ("27.78", "5%")
    assert decimal(-0.001) == "0.00"
    with use_language("fr"):
        assert (decimal(27.777), percent(27.777)) == ("27,78", "27,78\N{NO-BREAK SPACE}%")
        assert localized(LocalNumber("0.0125")) == "0,0125"
        assert localized(Term("rubble 2, light-cover, 3")) == "gravats 2, couvert léger, 3"
        assert localized(Term("Stasis")) == "Stase"  # the title of a clause


def test_a_language_ends_with_its_context() -> None:
    with use_language("fr"), use_language("en"):
        assert word("rubble") == "rubble"
    assert current_language() == LANGUAGES[0]


def test_another_language_is_refused() -> None:
    with pytest.raises(ValueError, match="'de' is none of the languages en, fr"), use_language("de"):
        pass


@pytest.mark.parametrize(
    ("text", "name", "elided"),
    [
        ("le tour de {name}", "Ann", "le tour d'Ann"),
        ("le tour de {name}", "Éva", "le tour d'Éva"),
        ("le tour de {name}", "Yves", "le tour d'Yves"),
        ("le tour de {name}", "Yann", "le tour de Yann"),
        ("le tour de {name}", "Bo", "le tour de Bo"),
        ("le tour de {name!r}", "Ann", "le tour de 'Ann'"),
        ("De {name}", "Otto", "D'Otto"),
        ("plus loin que {name}", "Otto", "plus loin qu'Otto"),
        ("le bande {name}", "Ann", "le bande Ann"),
    ],
)
def test_french_words_are_elided_before_vowels(text: str, name: str, elided: str) -> None:
    assert FrenchText(text).format(name=name) == FrenchText(text).format_map({"name": name}) == elided


def test_a_french_message_about_a_piece_is_elided() -> None:
    with use_language("fr"):
        assert _("no line of sight from {attacker} to {target}").format(attacker="Ann", target="Bo") == (
            "pas de ligne de vue d'Ann à Bo"
        )
