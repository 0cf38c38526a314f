"""The texts of the web client are found in its sources, and written for it in each language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import catalogues, client_texts


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(client_texts, "SOURCES", tmp_path)
    return tmp_path


def test_texts_and_plurals_are_found_in_scripts_and_markup(sources: Path) -> None:
    (sources / "a.ts").write_text('at("no"); say(t("One \\"two\\"", { one: 1 }), tn("a {number}", "b {number}", 3))')
    (sources / "b.svelte").write_text("<p title={t(\n  'x',\n)}></p>".replace("'", '"'))
    found = [text for _, text in client_texts.client_texts()]
    assert found == ['One "two"', ("a {number}", "b {number}"), "x"]


@pytest.mark.parametrize("call", ["t(name)", "t('one')", 'tn("one", more, 2)', "t(`one`)"])
def test_a_text_that_cannot_be_found_is_an_error_with_its_place(sources: Path, call: str) -> None:
    (sources / "a.ts").write_text(f"\n{call}")
    with pytest.raises(client_texts.UnreadableTextError, match=r"a\.ts:2: .*double quotes"):
        list(client_texts.client_texts())


def test_the_client_speaks_french() -> None:
    catalog = catalogues.read_catalog("fr")
    assert catalog is not None
    said, further = map(json.loads, client_texts.as_json(catalog))
    assert said["Share"] == "Partager"
    assert said["{number} edit waits."] == ["{number} modification attend.", "{number} modifications attendent."]
    assert said["word\4rubble"] == "gravats"
    assert said["sight\4clear"] == "dégagée"
    assert catalog.get("Nothing would change.") is not None
    assert "Nothing would change." not in said
    assert further["Offer a draw"] == "Proposer l'égalité"
    assert said.keys().isdisjoint(further)


def test_what_a_page_imports_is_opened_with_it() -> None:
    opened = {file.relative_to(client_texts.SOURCES).as_posix() for file in client_texts.files_opened_first()}
    assert {"App.svelte", "pages/TablePage.svelte", "panels/Rulings.svelte", "table/view.svelte.ts"} <= opened
    assert {"pages/BattlePage.svelte", "battle/Offers.svelte"}.isdisjoint(opened)
