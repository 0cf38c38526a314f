"""Pictures in layers: each can be drawn alone, and all together are the document."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec import structs

from sightline.render import Scene, board_scene, draw_layer, layer_hashes, shot_scene, svg
from sightline.systems.penance import PENANCE
from tests.render.boards import across_the_rubble, judged, position
from tests.render.free_table.boards import DRILL, town


def shot() -> Scene:
    there = across_the_rubble()
    return shot_scene(PENANCE, position(there), judged(there, "A", "T"), title="Across")


def table() -> Scene:
    return board_scene(DRILL, town())


SCENES = {"shot": shot, "table": table}


@pytest.mark.parametrize("name", SCENES)
def test_the_document_is_the_concatenation_of_its_layers(name: str) -> None:
    scene = SCENES[name]()
    found = layer_hashes(scene, prefix="one")
    layers = {layer: draw_layer(scene, layer, prefix="one") for layer in found}
    assert {layer: sha256(drawn.encode()).hexdigest() for layer, drawn in layers.items()} == found
    assert svg(scene, prefix="one").endswith("\n".join((*layers.values(), "</svg>\n")))


def test_a_change_shows_in_the_hashes_of_its_layers_alone() -> None:
    before, after = shot(), structs.replace(shot(), rays=())
    ours, theirs = layer_hashes(before), layer_hashes(after)
    assert {name for name in ours if ours[name] != theirs.get(name)} == {"rays", "labels", "legend"}


def test_a_layer_without_anything_is_empty_and_not_listed() -> None:
    assert "rays" not in layer_hashes(board_scene(PENANCE, position(across_the_rubble())))
    assert draw_layer(board_scene(PENANCE, position(across_the_rubble())), "rays") == ""


def test_an_unknown_layer_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"there is no layer 'moon'\. Allowed: definitions, paper, title, ground"):
        draw_layer(shot(), "moon")
