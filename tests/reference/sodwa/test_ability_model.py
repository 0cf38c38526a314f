"""The SODWA reference of abilities by itself: cases worked out by hand from each sentence of the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reference.sodwa.scenes import Scene


def one(*abilities: str, **more: Any) -> Scene:
    """A with abilities on C3, X on F3, three tiles away."""
    return Scene(A={"at": "C3", "abilities": list(abilities)}, **{"X": {"at": "F3"}, **more})


def of_ability(scene: Scene, key: str) -> list[Any]:
    return [effect for effect in scene.state["effects"] if effect["is"] == key]


# --- using one ---------------------------------------------------------------------------------------------


def test_who_has_it_in_its_turn() -> None:
    scene = one("flood", X={"at": "F3", "abilities": ["ice"]})
    assert scene.against("A flood D3") is None
    assert scene.against("A ice D3") == "no such ability"
    assert scene.against("X ice D3") == "not its turn"
    assert scene.against("A flood") == "not so many targets"
    assert scene.against("A flood Z9") == "no such target"
    assert one("regeneration").against("A regeneration") == "passive"


def test_stasis_leaves_only_the_end_of_the_turn() -> None:
    scene = one("flood", box={"at": "C3", "is": "impeding"})
    scene.put("stasis", "A", 2)
    refused = ("A flood D3", "A move D3", "A attack X", "A turn N", "A pick-up box")
    assert {scene.against(words) for words in refused} == {"in stasis"}
    assert [action["do"] for action in scene.battle.moment.actions()] == ["end"]
    assert scene.battle.moment.moves() == {}


def test_the_immobilized_take_no_action_of_the_type_move() -> None:
    scene = one("teleportation", box={"at": "C3", "is": "impeding"})
    scene.put("immobilize", "A", None, 0)
    assert {scene.against(words) for words in ("A teleportation E3", "A move D3", "A pick-up box")} == {"immobilized"}
    assert scene.against("A attack X") is None
    assert scene.against("A turn N") is None


def test_combining() -> None:
    scene = one("flood", "healing", "teleportation", "mind-control", B={"at": "B3", "health": 9})
    scene.battle.state["pieces"]["B"]["health"] = 5
    scene.do("A flood E4")
    assert scene.against("A healing B") == "special taken already"
    assert scene.against("A attack X") == "does not combine"  # Flood goes together with a move only
    assert scene.against("A move D3") is None
    assert scene.against("A teleportation D1") is None
    scene.do("A teleportation D1")
    assert scene.against("A move D2") == "move taken already"


def test_both_have_to_combine() -> None:
    scene = one("healing", "mind-control", "immolate", B={"at": "B3"}, Y={"at": "F4"})
    scene.battle.state["pieces"]["B"]["health"] = 5
    assert scene.against("A mind-control X Y") is None
    scene.do("A healing B")
    assert scene.against("A attack X") is None
    assert scene.against("A immolate X") == "does not combine"  # its own combines say move only
    scene.do("A move C2")
    assert scene.against("A immolate X") == "does not combine"


def test_mind_control_combines_with_nothing_but_free_actions() -> None:
    scene = one("mind-control", Y={"at": "F4"})
    scene.do("A turn N")
    scene.do("A mind-control X Y", 100)
    assert scene.against("A move C2") == "does not combine"
    assert scene.against("A attack X") == "does not combine"
    scene = one("mind-control", Y={"at": "F4"})
    scene.do("A move C2")
    assert scene.against("A mind-control X Y") == "does not combine"


def test_cost_and_what_is_noted() -> None:
    scene = one("stasis")
    scene.battle.state["pieces"]["A"]["ip"] = 499
    assert scene.against("A stasis X") == "too dear"
    scene.battle.state["pieces"]["A"]["ip"] = 500
    assert scene.do("A stasis X", 1)[0] == "A used stasis: 0"
    assert scene.state["pieces"]["A"]["acted"] == ["stasis"]
    assert scene.state["pieces"]["A"]["facing"] == "E"
    assert not scene.state["pieces"]["A"]["moved"]


def test_range_and_sight() -> None:
    scene = one("immobilize", X={"at": "H3"}, Y={"at": "I3"}, Z={"at": "C5"}, B={"at": "C4"})
    # H3 is five tiles away, I3 six and behind X, C5 behind B.
    assert scene.targets("immobilize") == ["X"]
    assert scene.against("A immobilize Y") == "out of range"
    assert scene.against("A immobilize Z") == "out of sight"
    assert scene.against("A immobilize B") == "no such target"
    walled = Scene(borders={"obstructing": ["D3/E3"]}, A={"at": "C3", "abilities": ["flood"]}, X={"at": "I5"})
    assert walled.against("A flood E3") == "out of sight"
    assert walled.against("A flood D3") is None


def test_a_tile_counts_as_clear_by_itself() -> None:
    scene = Scene(
        ". . . . .\n. . . # .\n. . . . .", A={"at": "A2", "abilities": ["flood"]}, X={"at": "E1", "abilities": []}
    )
    assert scene.against("A flood D2") is None
    assert scene.against("A flood E2") == "out of sight"


def test_the_engaged() -> None:
    rest: Any = {"X": {"at": "D3"}, "Y": {"at": "E1"}, "B": {"at": "A1"}}
    scene = one("immobilize", "bestow-regeneration", "flood", "stasis", **rest)
    assert scene.targets("immobilize") == ["X"]
    assert scene.targets("bestow-regeneration") == ["A", "B"]
    assert scene.targets("stasis") == ["A", "X", "B"]
    assert scene.against("A flood A1") is None
    limited = Scene(
        rulings={"engaged": "all-targets"},
        A={"at": "C3", "abilities": ["bestow-regeneration", "flood", "barrier", "rally"]},
        **rest,
    )
    assert limited.targets("bestow-regeneration") == ["A"]
    assert sorted(limited.targets("flood")) == ["B2", "B3", "B4", "C2", "C3", "C4", "D2", "D3", "D4"]
    assert {place for place in limited.targets("barrier") if "/" in place} == {"B3/C3", "C3/D3", "C2/C3", "C3/C4"}
    assert limited.targets("rally") == ["accuracy", "defense"]


def test_targets_in_stasis_and_invisible_ones() -> None:
    scene = one("immobilize", X={"at": "F3"}, Y={"at": "D3"}, Z={"at": "C1"})
    scene.put("stasis", "Y", 2)
    scene.put("invisibility", "Z")
    scene.put("invisibility", "X")
    scene.battle.state["pieces"]["Z"]["at"] = "C2"
    assert scene.targets("immobilize") == ["Z"]
    assert scene.against("A attack Y") == "target in stasis"
    assert scene.against("A attack X") == "target invisible"
    assert scene.against("A attack Z") is None


def test_the_same_effect_is_not_put_on_twice() -> None:
    scene = one("immobilize", "invisibility", "stasis", "bestow-regeneration")
    for key, on in (("immobilize", "X"), ("invisibility", "A"), ("bestow-regeneration", "A")):
        scene.put(key, on, 3, 0)
    assert {scene.against(words) for words in ("A immobilize X", "A invisibility", "A bestow-regeneration A")} == {
        "has the effect"
    }


# --- passive ones ------------------------------------------------------------------------------------------


def shot(scene: Scene, *rolls: int) -> Any:
    scene.do("A attack X", *rolls)
    return next(event for event in scene.battle.steps[-1]["events"] if event["event"] == "attacked")


def test_homing_attack() -> None:
    """SOD-8.1."""
    walls = {"obstructing": ["D3/E3"]}
    fences = {"impeding": ["D3/E3"]}

    def values(borders: Any, *abilities: str) -> Any:
        scene = Scene(borders=borders, A={"at": "C3", "abilities": list(abilities)}, X={"at": "F3", "evasion": 7})
        if scene.against("A attack X"):
            return scene.against("A attack X")
        return shot(scene, 60)["defense_value"]

    assert values({}) == values({}, "homing-attack") == 107
    assert values(fences) == 127
    assert values(fences, "homing-attack") == 107
    assert values(walls) == "SOD-5.1"
    assert values(walls, "homing-attack") == 110  # and who does not see the attacker is not aware


def test_homing_attack_is_not_for_melee() -> None:
    scene = Scene(
        ". i\n. .",
        A={"at": "A1", "abilities": ["homing-attack"]},
        X={"at": "B1"},
        rulings={"adjacent-fence": "impedes"},
    )
    assert shot(scene, 60)["defense_value"] == 100
    fenced = Scene(
        ". .\n. .",
        {"impeding": ["A1/B1"]},
        {"adjacent-fence": "impedes"},
        A={"at": "A1", "abilities": ["homing-attack"]},
        X={"at": "B1"},
    )
    assert shot(fenced, 60)["defense_value"] == 120


def test_piercing_attack() -> None:
    """SOD-8.2."""
    hard = {"at": "F3", "reduction": {"physical": 2, "energy": 3}}
    assert shot(one(X=hard), 60)["damage"] == 1
    assert shot(one("piercing-attack", X=hard), 60)["damage"] == 3
    assert one("immolate", X=hard).do("A immolate X", 60)[1] == "A hits X: 1"
    assert one("immolate", "piercing-attack", X=hard).do("A immolate X", 60)[1] == "A hits X: 4"


def test_regeneration() -> None:
    """SOD-8.4: as a turn begins, no more than what is missing."""
    scene = one(X={"at": "F3", "abilities": ["regeneration"], "initiative": 500})
    scene.battle.state["pieces"]["X"]["health"] = 7
    assert scene.do("A end")[-2:] == ["X turn-began", "X healed by X: 9"]
    scene.next_turn("A")
    assert scene.health("X") == 10


def test_karmic_might() -> None:
    """SOD-8.21: by full tens and twenties of the own pool."""
    for pool, accuracy, damage in ((9, 50, 3), (10, 55, 3), (19, 55, 3), (20, 60, 4), (45, 70, 5)):
        scene = one("karmic-might")
        scene.battle.state["karma"]["red"] = pool
        attacked = shot(scene, 100)
        assert (attacked["attack_value"], attacked["damage"]) == (accuracy, damage)
    scene = one("karmic-might")
    scene.battle.state["karma"]["blue"] = 45
    assert shot(scene, 100)["attack_value"] == 50


# --- attacks -----------------------------------------------------------------------------------------------


def test_immolate() -> None:
    """SOD-8.3: 4 energy damage, then the fire."""
    scene = one("immolate", X={"at": "F3", "reduction": {"physical": 2, "energy": 1}, "initiative": 500})
    began = "1 began: immolate on X, turns None, strength 0"
    assert scene.do("A immolate X", 60) == ["A used immolate: 250", "A hits X: 3", began]
    assert scene.state["pieces"]["A"]["ip"] == 250
    # 2 energy damage, of which 1 is ignored; then the save: 99 of 100 fails without a bonus.
    assert scene.do("A end") == ["A turn-ended", "X turn-began", "X hurt 1 energy by immolate: 6"]
    assert scene.do("X end", 99)[:2] == ["X turn-ended", "X fails immolate"]
    scene.next_turn("X")
    assert scene.do("X end", 100)[:3] == ["X turn-ended", "X resists immolate", "1 ended: saved"]


def test_immolate_with_doubles() -> None:
    scene = one("immolate")
    events = scene.do("A immolate X", 66)
    assert events[2:] == ["1 began: immolate on X, turns None, strength 20"]
    assert scene.at("X") == "F3"  # nobody is knocked back
    scene.do("A end")
    scene.state["pieces"]["X"]["at"] = "F3"
    scene.next_turn("X")
    scene.battle.table.pieces["X"]["saves"] = {"reflex": 50}
    assert scene.do("X end", 69)[1] == "X fails immolate"
    scene.next_turn("X")
    assert scene.do("X end", 70)[1:3] == ["X resists immolate", "1 ended: saved"]


def test_immolate_fails_and_repeats_without_effect() -> None:
    scene = one("immolate")
    assert scene.do("A immolate X", 31) == ["A used immolate: 250", "A misses X: 0"]
    scene = one("immolate")
    scene.put("immolate", "X", None, 0)
    assert scene.do("A immolate X", 60) == ["A used immolate: 250", "A hits X: 4"]


def test_immolate_in_water() -> None:
    wet = {"at": "F3", "is": "liquid"}
    assert len(one("immolate", pond=wet).do("A immolate X", 60)) == 2
    scene = one("immolate", X={"at": "F3", "initiative": 500})
    scene.do("A immolate X", 60)
    scene.put("flood", ["F3", "F4"], 3, by="A")
    assert scene.do("A end") == ["A turn-ended", "X turn-began", "1 ended: ended"]
    assert scene.health("X") == 6
    scene = one("immolate", X={"at": "F3", "initiative": 500})
    scene.do("A immolate X", 60)
    scene.do("A end")
    scene.put("flood", ["F3", "F4"], 3, by="A")
    assert scene.do("X end")[:2] == ["X turn-ended", "1 ended: ended"]


def test_immolate_defeats() -> None:
    scene = one("immolate", X={"at": "F3", "health": 4}, Y={"at": "F4"})
    assert scene.do("A immolate X", 60)[1:] == ["A hits X: 4", "X defeated"]
    scene = one("immolate", X={"at": "F3", "health": 6, "initiative": 500}, Y={"at": "I5", "initiative": 1})
    scene.do("A immolate X", 60)
    gone = ["X turn-began", "X hurt 2 energy by immolate: 0", "X defeated", "1 ended: defeated", "X turn-ended"]
    assert scene.do("A end")[1:6] == gone


def test_the_burnt_do_not_regenerate() -> None:
    scene = one("immolate", X={"at": "F3", "health": 6, "initiative": 500, "abilities": ["regeneration"]})
    scene.do("A immolate X", 60)
    assert scene.do("A end")[-2:] == ["1 ended: defeated", "over: red by defeat"]


def test_invisibility() -> None:
    """SOD-8.5: it ends with any attack, before karma."""
    scene = one("invisibility", X={"at": "F3", "initiative": 500})
    assert scene.do("A invisibility")[1] == "1 began: invisibility on A, turns None, strength None"
    scene.do("A end")
    assert scene.against("X attack A") == "target invisible"
    scene.next_turn("A")
    assert scene.do("A attack X", 42) == ["A misses X: 0", "1 ended: ended"]
    scene = one("invisibility", X={"at": "F3"})
    scene.put("invisibility", "A", by="A")
    scene.battle.table.pieces["X"]["ranged"] = {"accuracy": 0, "defense": 90, "damage": 0}
    assert scene.do("A attack X", 39) == ["A misses X: 0", "1 ended: ended", "karma red 10 less 0: 10"]


def test_invisibility_and_terrain() -> None:
    scene = Scene(". . # . .", A={"at": "A1", "abilities": []}, X={"at": "E1"})
    scene.put("invisibility", "A", by="A")
    assert scene.do("A attack C1") == ["A hits C1: 3", "C1 destroyed", "1 ended: ended"]


def test_the_invisible_are_named_from_nearby() -> None:
    scene = one(X={"at": "D4"})
    scene.put("invisibility", "X")
    assert scene.against("A attack X") is None


# --- moving ------------------------------------------------------------------------------------------------


def test_teleportation() -> None:
    """SOD-8.7: over walls, onto what is free."""
    cells = ". . # . .\n. . # . .\n. . # . ."
    scene = Scene(
        cells, A={"at": "A1", "abilities": ["teleportation"]}, X={"at": "E1"}, box={"at": "D1", "is": "obstructing"}
    )
    assert scene.targets("teleportation") == ["B1", "A2", "B2", "D2", "E2", "A3", "B3", "D3", "E3"]
    assert scene.do("A teleportation D2") == ["A used teleportation: 250", "A teleported to D2"]
    mine = scene.state["pieces"]["A"]
    assert (mine["at"], mine["facing"], mine["moved"], mine["ip"]) == ("D2", "E", True, 250)


def test_teleportation_after_an_attack() -> None:
    scene = one("teleportation")
    scene.do("A attack X", 42)
    assert sorted(scene.targets("teleportation")) == ["B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4"]


def test_an_attack_ability_shortens_a_move() -> None:
    scene = one("immolate")
    scene.do("A immolate X", 42)
    assert sorted(scene.battle.moment.moves()) == ["B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4"]


# --- support -----------------------------------------------------------------------------------------------


def test_healing() -> None:
    """SOD-8.8: 4 Health, up to what there was at the start."""
    scene = one("healing", B={"at": "B1", "health": 9})
    assert scene.targets("healing") == []
    scene.battle.state["pieces"]["B"]["health"] = 2
    scene.battle.state["pieces"]["A"]["health"] = 9
    assert scene.targets("healing") == ["A", "B"]
    assert scene.do("A healing B")[1] == "B healed by A: 6"
    scene = one("healing")
    scene.battle.state["pieces"]["A"]["health"] = 9
    assert scene.do("A healing A")[1] == "A healed by A: 10"


def test_healing_in_stasis() -> None:
    scene = one("healing", B={"at": "B1"})
    scene.battle.state["pieces"]["B"]["health"] = 2
    scene.put("stasis", "B", 2)
    assert scene.against("A healing B") == "target in stasis"


def test_mind_control() -> None:
    """SOD-8.9: an enemy attacks its own side, with its own numbers."""
    scene = one("mind-control", X={"at": "F3", "saves": {"power": 30}}, Y={"at": "H3", "facing": "E", "evasion": 9})
    assert scene.do("A mind-control X Y", 69, 60) == [
        "A used mind-control: 0",
        "X fails mind-control",
        "X hits Y: 3",
    ]
    assert scene.state["pieces"]["X"]["facing"] == "E"
    assert scene.state["pieces"]["X"]["acted"] == []
    assert scene.state["pieces"]["A"]["facing"] == "E"
    scene = one("mind-control", X={"at": "F3", "saves": {"power": 30}}, Y={"at": "H3"})
    assert scene.do("A mind-control X Y", 70)[1:] == ["X resists mind-control"]
    assert scene.state["pieces"]["X"]["facing"] == "W"


def test_whom_the_controlled_can_attack() -> None:
    scene = one("mind-control", X={"at": "F3", "range": 3}, Y={"at": "I3"}, Z={"at": "I5"}, B={"at": "G5"})
    assert scene.targets("mind-control") == ["X Y", "X Z", "Z X", "Z Y"]  # Y is behind X
    scene.state["pieces"]["Z"]["at"] = "F5"  # next to B, but only an enemy would have to be
    assert scene.targets("mind-control") == ["X Y", "X Z", "Z X"]  # B hides Y from Z
    scene.state["pieces"]["X"]["at"] = "E3"
    assert scene.targets("mind-control") == ["X Z", "Z X"]  # Y is too far from X
    scene.put("invisibility", "Y")
    assert scene.targets("mind-control") == ["X Z", "Z X"]
    scene.put("stasis", "Z", 1)
    assert scene.targets("mind-control") == []


def test_the_engaged_under_control() -> None:
    rest: Any = {"X": {"at": "F3"}, "Y": {"at": "H3"}, "B": {"at": "E4"}}
    assert one("mind-control", **rest).targets("mind-control") == ["X Y"]  # Y is no enemy of X
    there = Scene(rulings={"engaged": "all-targets"}, A={"at": "C3", "abilities": ["mind-control"]}, **rest)
    assert there.targets("mind-control") == []


def test_karma_of_the_controller() -> None:
    scene = one("mind-control", Y={"at": "H3"})
    scene.battle.table.pieces["Y"]["ranged"] = {"accuracy": 0, "defense": 90, "damage": 0}
    assert scene.do("A mind-control X Y", 1, 30)[2:] == ["X misses Y: 0", "karma red 10 less 0: 10"]
    scene = one("mind-control", Y={"at": "H3"})
    scene.state["karma"]["red"] = 20
    assert scene.do("A mind-control X Y", 1, 35)[2:] == ["X hits Y: 3"]
    assert scene.state["karma"] == {"red": 5, "blue": 0}


def test_the_controlled_knock_back_and_are_seen() -> None:
    scene = one("mind-control", X={"at": "D3"}, Y={"at": "F3"})
    scene.put("invisibility", "X")
    events = scene.do("A mind-control X Y", 1, 66)
    assert events[2:] == ["X hits Y: 3", "Y knocked back to G3", "1 ended: ended"]


def test_immobilize() -> None:
    """SOD-8.10: no save at first, one as each turn ends."""
    scene = one("immobilize", X={"at": "F3", "saves": {"fortitude": 40}, "initiative": 500})
    assert scene.do("A immobilize X")[1:] == ["1 began: immobilize on X, turns None, strength 0"]
    scene.do("A end")
    assert scene.against("X move F4") == "immobilized"
    assert scene.do("X end", 59)[1] == "X fails immobilize"
    scene.next_turn("X")
    assert scene.do("X end", 60)[1:3] == ["X resists immobilize", "1 ended: saved"]


def test_the_immobilized_stay() -> None:
    scene = one("telekinesis")
    scene.put("immobilize", "X", None, 0)
    assert scene.against("A telekinesis X N") == "immobilized"
    assert scene.do("A attack X", 66) == ["A hits X: 3"]


def test_bestow_regeneration() -> None:
    """SOD-8.11: the turn in which it is bestowed on oneself counts."""
    scene = one("bestow-regeneration", B={"at": "C4", "abilities": ["regeneration"]}, C={"at": "B3"})
    assert scene.targets("bestow-regeneration") == ["A", "C"]
    scene.state["pieces"]["A"]["health"] = 1
    assert scene.do("A bestow-regeneration A")[1] == "1 began: bestow-regeneration on A, turns 3, strength 2"
    scene.do("A end")
    scene.next_turn("A")
    assert scene.health("A") == 3
    scene.do("A end")
    assert of_ability(scene, "bestow-regeneration")[0]["turns"] == 1
    scene.next_turn("A")
    assert "1 ended: expired" in scene.do("A end")
    scene.next_turn("A")
    assert scene.health("A") == 5


def test_stasis() -> None:
    """SOD-8.12: only an enemy resists, and not so easily."""
    scene = one("stasis", X={"at": "F3", "saves": {"power": 40}}, B={"at": "C4"})
    assert scene.targets("stasis") == ["A", "X", "B"]
    assert scene.do("A stasis X", 70)[1:] == ["X resists stasis"]
    scene = one("stasis", X={"at": "F3", "saves": {"power": 40}}, B={"at": "C4"})
    assert scene.do("A stasis X", 69)[1:] == ["X fails stasis", "1 began: stasis on X, turns 2, strength 10"]
    scene = one("stasis", B={"at": "C4"})
    assert scene.do("A stasis B")[1:] == ["1 began: stasis on B, turns 2, strength 10"]


def test_stasis_holds_other_effects() -> None:
    scene = one("stasis", X={"at": "F3", "initiative": 500})
    scene.put("immolate", "X", None, 0)
    scene.put("rally-accuracy", "X", 2, 10)
    scene.put("corrosion", ["F3"], 9, by="A")
    scene.do("A stasis X", 50)
    assert scene.do("A end") == ["A turn-ended", "X turn-began"]
    assert scene.do("X end") == ["X turn-ended", "X turn-began"]
    assert scene.health("X") == 10
    fire = ["X turn-began", "X hurt 2 energy by immolate: 8"]
    # The turn in which it expires is still one in stasis; the next one is not.
    assert scene.do("X end", 100)[:4] == ["X turn-ended", "4 ended: expired", *fire]
    assert scene.state["effects"][1]["turns"] == 2


def test_stasis_on_oneself() -> None:
    scene = one("stasis")
    scene.do("A stasis A")
    assert scene.against("A turn N") == "in stasis"
    scene.do("A end")
    assert scene.state["effects"][0]["turns"] == 1
    scene.next_turn("A")
    assert scene.against("A move C4") == "in stasis"
    assert "1 ended: expired" in scene.do("A end")


def test_rally() -> None:
    """SOD-8.20: friends within three tiles, without the user and those in stasis."""
    rest: Any = {"B": {"at": "C1"}, "C": {"at": "G1"}}
    scene = one("rally", X={"at": "I5"}, **rest)
    assert scene.do("A rally accuracy")[1:] == ["1 began: rally-accuracy on B, turns 2, strength 10"]
    scene = one("rally", X={"at": "I5"}, **rest)
    scene.put("rally-accuracy", "B", 1, 10)
    assert scene.targets("rally") == ["defense"]
    scene.put("stasis", "B", 1)
    assert scene.targets("rally") == []


def test_rally_changes_the_numbers() -> None:
    scene = one(X={"at": "F3"})
    scene.put("rally-accuracy", "A", 2, 10)
    scene.put("rally-defense", "X", 2, 10)
    attacked = shot(scene, 60)
    assert (attacked["attack_value"], attacked["defense_value"]) == (60, 110)
    assert "1 ended: expired" not in scene.do("A end")
    scene.next_turn("A")
    assert "1 ended: expired" in scene.do("A end")


def test_jinx() -> None:
    """SOD-8.22: up to 15 points, which then cancel or are gained."""
    for pool, taken, left, cancelled, own in (
        (7, 7, 0, 0, 7),
        (15, 15, 0, 0, 15),
        (20, 15, 5, 5, 10),
        (40, 15, 25, 15, 0),
    ):
        scene = one("jinx")
        scene.state["karma"]["blue"] = pool
        told = [f"karma blue -{taken} less 0: {left}", f"karma red {taken} less {cancelled}: {own}"]
        assert scene.do("A jinx")[1:] == told
        assert scene.state["karma"] == {"red": own, "blue": left - cancelled}
    assert one("jinx").against("A jinx") == "no karma"


def test_vigilance() -> None:
    """SOD-8.23: once in each of the opponent's turns."""
    scene = one(X={"at": "F3", "abilities": ["vigilance"]}, Y={"at": "F5"})
    assert [action["targets"][0] for action in scene.battle.moment.actions_meanwhile()] == [
        "N",
        "NE",
        "E",
        "SE",
        "S",
        "SW",
        "NW",
    ]
    told = ["X used vigilance: 0", "X turned N", "1 began: vigilance on X, turns None, strength None"]
    assert scene.do("X vigilance N") == told
    assert scene.state["pieces"]["X"]["acted"] == []
    assert scene.against("X vigilance S") == "has the effect"
    assert scene.do("A end")[:2] == ["A turn-ended", "1 ended: ended"]
    scene.next_turn("Y")
    assert scene.against("X vigilance S") == "not its turn"
    scene.next_turn("A")
    scene.put("stasis", "X", 2)
    assert scene.against("X vigilance S") == "in stasis"


# --- battlefield control -----------------------------------------------------------------------------------


def test_barrier_on_borders() -> None:
    """SOD-8.14: three in a straight line, as far as there is room."""
    scene = one("barrier")
    assert scene.do("A barrier D3/E3")[1] == "1 began: barrier on D2/E2 D3/E3 D4/E4, turns 3, strength None"
    assert scene.state["terrain"] == dict.fromkeys(("D2/E2", "D3/E3", "D4/E4"), "obstructing")
    assert scene.against("A attack X") == "does not combine"
    scene = one("barrier")
    assert scene.do("A barrier D1/D2")[1].startswith("1 began: barrier on C1/C2 D1/D2 E1/E2,")
    assert one("barrier").do("A barrier C1/D1")[1].startswith("1 began: barrier on C1/D1 C2/D2,")


def test_barrier_leaves_out_what_obstructs() -> None:
    scene = Scene(borders={"obstructing": ["D2/E2"]}, A={"at": "C3", "abilities": ["barrier"]}, X={"at": "I5"})
    assert scene.against("A barrier D2/E2") == "no room for a barrier"
    assert scene.do("A barrier D3/E3")[1].startswith("1 began: barrier on D3/E3 D4/E4,")
    holes = Scene(". . . .\n. . . _\n. . . .", A={"at": "A1", "abilities": ["barrier"]}, X={"at": "D3"})
    assert holes.do("A barrier C1/D1")[1].startswith("1 began: barrier on C1/D1,")


def test_barrier_on_a_tile() -> None:
    scene = one("barrier", box={"at": "E4", "is": "impeding"})
    scene.put("flood", ["E2"], 3)
    refused = {scene.against(f"A barrier {tile}") for tile in ("C3", "F3", "E4", "E2")}
    assert refused == {"no room for a barrier"}
    scene.do("A barrier E3")
    assert scene.state["terrain"] == {"E2": "liquid", "E3": "obstructing"}


def test_barrier_expires_in_the_users_turns() -> None:
    scene = one("barrier")
    scene.do("A barrier E3")
    for turns in (2, 1):
        scene.do("A end")
        scene.next_turn("A")
        assert scene.state["effects"][0]["turns"] == turns
    scene.do("A end")
    before = scene.state["active"]
    assert before == "X"
    assert scene.do("X end")[-2:] == ["A turn-began", "1 ended: expired"]
    assert scene.state["terrain"] == {}


def test_barrier_destroyed() -> None:
    scene = one("barrier", X={"at": "F3", "initiative": 500})
    scene.do("A barrier D3/E3")
    scene.do("A end")
    assert scene.do("X attack D3/E3") == ["X hits D3/E3: 3", "D3/E3 destroyed"]
    assert scene.state["effects"][0]["on"] == ["D2/E2", "D4/E4"]
    assert scene.state["terrain"] == dict.fromkeys(("D2/E2", "D4/E4"), "obstructing")
    scene = one("barrier", X={"at": "F3", "initiative": 500})
    scene.do("A barrier D3")
    scene.do("A end")
    assert scene.do("X attack D3") == ["X hits D3: 3", "D3 destroyed", "1 ended: ended"]
    assert scene.state["terrain"] == {}


def test_damage_to_a_barrier_goes_with_it() -> None:
    weak: Any = {"at": "F3", "initiative": 500, "ranged": {"accuracy": 50, "defense": 100, "damage": 2}}
    scene = Scene(rulings={"wall-damage": "cumulative"}, A={"at": "C3", "abilities": ["barrier"]}, X=weak)
    scene.do("A barrier D3")
    scene.do("A end")
    scene.do("X attack D3")
    assert scene.state["damage"] == {"D3": 2}
    while scene.state["effects"]:
        scene.do(f"{scene.state['active']} end")
    assert scene.state["damage"] == {}


def test_portal() -> None:
    """SOD-8.15: from nearby to within range and sight; occupied tiles too, not obstructing ones."""
    scene = Scene(
        ". . . . . .\n. . . . . .\n. # . . . .",
        A={"at": "A1", "abilities": ["portal"]},
        X={"at": "F1"},
        box={"at": "F2", "is": "obstructing"},
    )
    assert scene.against("A portal C1 F1") == "no such portal"
    assert scene.against("A portal B1 B1") == "no such portal"
    assert scene.against("A portal B1 F2") == "no room for a portal"
    assert scene.against("A portal B1 B3") == "no room for a portal"
    assert scene.against("A portal A1 F1") is None
    assert scene.do("A portal A2 F3")[1] == "1 began: portal on A2 F3, turns 4, strength None"
    assert scene.state["terrain"] == {}
    assert scene.do("A move A2 F3 E3") == ["A moved A2 F3 E3"]
    scene.do("A end")
    scene.next_turn("A")
    assert scene.against("A portal E2 D1") == "has a portal"


def test_a_portal_costs_one_and_has_to_be_free() -> None:
    scene = Scene(
        rulings={"pass-through": "friends"}, A={"at": "A1", "abilities": ["portal"], "move": 2}, X={"at": "I5"}
    )
    scene.put("portal", ["A2", "H5"], 4, by="A")
    assert scene.against("A move A2 H5") is None
    assert scene.against("A move A2 H5 H4") == "too far"
    taken = Scene(
        rulings={"pass-through": "friends"},
        A={"at": "A1", "abilities": []},
        B={"at": "H5"},
        X={"at": "I1", "abilities": []},
    )
    taken.put("portal", ["A2", "H5"], 4, by="A")
    assert taken.against("A move A2 H5 H4") == "through a portal that is not free"


def test_the_other_side_of_a_portal_may_end_the_movement() -> None:
    scene = Scene(". . . .\n. . . d1\n. . . .1", A={"at": "A1"}, X={"at": "D1"})
    scene.put("portal", ["A2", "D2"], 4, by="A")
    assert scene.against("A move A2 D2") is None
    assert scene.against("A move A2 D2 D3") == "movement ended before"


@pytest.mark.parametrize(("row", "against"), [("d . . d", "movement ended before"), ("d d d d", None)])
def test_the_other_side_of_a_portal_ends_the_movement_unless_it_is_of_the_same_group(
    row: str, against: str | None
) -> None:
    scene = Scene(f"{row}\n. . . .", A={"at": "A1", "move": 4}, X={"at": "B2"})
    scene.put("portal", ["A1", "D1"], 4, by="A")
    assert scene.against("A move D1") is None
    assert scene.against("A move D1 D2") == against


def test_portal_sight() -> None:
    rest: Any = {"A": {"at": "A1", "range": 3}, "X": {"at": "I5"}}
    for ruling, why in (("none", "SOD-5.1"), ("through", None)):
        scene = Scene(rulings={"portal-sight": ruling}, **rest)
        scene.put("portal", ["A1", "G5"], 4, by="A")
        assert scene.against("A attack X") == why
    scene = Scene(rulings={"portal-sight": "through"}, **rest)
    scene.put("portal", ["I5", "C1"], 4, by="A")
    assert scene.against("A attack X") is None
    away = Scene(
        rulings={"portal-sight": "through"}, A={"at": "A1", "range": 0}, X={"at": "I5", "evasion": 5, "facing": "N"}
    )
    away.put("portal", ["A1", "I5"], 4, by="A")
    assert shot(away, 60)["defense_value"] == 105


def test_rubble_on_a_portal_leaves_it_without_a_tile() -> None:
    scene = Scene(borders={"obstructing": ["B1/C1"]}, A={"at": "A1"}, X={"at": "I5"})
    scene.put("portal", ["A1", "C1"], 4, by="A")
    scene.put("flood", ["B1"], 3, by="A")
    assert scene.do("A attack B1/C1") == ["A hits B1/C1: 3", "B1/C1 destroyed", "2 ended: ended"]
    assert scene.state["effects"][0]["on"] == ["A1"]
    assert scene.state["terrain"] == {"B1/C1": "clear", "B1": "difficult", "C1": "difficult"}
    assert scene.against("A move A2 C1") == "no neighbour"


def test_flood() -> None:
    """SOD-8.16: nine tiles but the obstructing ones; occupied ones too."""
    scene = Scene("w i t # .\n. . . . .\n. . . . .", A={"at": "C2", "abilities": ["flood"]}, X={"at": "E1"})
    assert scene.do("A flood B2")[1] == "1 began: flood on A1 B1 C1 A2 B2 C2 A3 B3 C3, turns 3, strength None"
    shown = dict.fromkeys(("B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"), "liquid")
    assert scene.state["terrain"] == shown
    assert scene.battle.moment.ground.tiles["C1"] == {"liquid", "transition"}
    scene = Scene(". . .\n. # .\n. . .", A={"at": "A1", "abilities": ["flood"]}, X={"at": "C3"})
    assert scene.do("A flood B2")[1].startswith("1 began: flood on A1 B1 C1 A2 C2 A3 B3 C3,")


def test_flood_over_ice() -> None:
    scene = one("flood", X={"at": "I5", "abilities": ["ice"]})
    scene.put("ice", ["D3", "E3"], 5, by="X")
    scene.put("flood", ["D3"], 1, by="A")
    scene.put("portal", ["D3", "A1"], 9, by="X")
    assert scene.battle.moment.ground.tiles["D3"] == {"liquid"}
    scene.do("A end")
    scene.next_turn("A")
    assert scene.battle.moment.ground.tiles["D3"] == {"icy"}
    assert scene.state["terrain"] == {"D3": "icy", "E3": "icy"}


def test_effects_leave_out_rubble() -> None:
    scene = Scene(". . # . .", A={"at": "A1", "abilities": ["flood", "barrier"]}, X={"at": "E1"})
    scene.do("A attack C1")
    scene.next_turn("X")
    scene.next_turn("A")
    assert scene.against("A barrier C1") == "no room for a barrier"
    assert scene.do("A flood C1")[1].startswith("1 began: flood on B1 D1,")
    assert scene.state["terrain"] == {"C1": "difficult", "B1": "liquid", "D1": "liquid"}


def test_ice() -> None:
    """SOD-8.17: a save for each icy tile from which one would go on."""
    scene = Scene(A={"at": "A3", "saves": {"reflex": 30}}, X={"at": "I5"})
    scene.put("ice", ["B3", "C3", "E3"], 5)
    assert scene.do("A move B3 C3 D3 E3", 70, 71) == ["A resists ice", "A resists ice", "A moved B3 C3 D3 E3"]
    scene = Scene(A={"at": "A3", "saves": {"reflex": 30}}, X={"at": "I5"})
    scene.put("ice", ["B3", "C3", "E3"], 5)
    assert scene.do("A move B3 C3 D3", 70, 69) == ["A resists ice", "A fails ice", "A moved B3 C3"]
    assert scene.state["pieces"]["A"]["acted"] == ["move"]


def test_ice_and_who_does_not_slip() -> None:
    flyer = Scene(A={"at": "A3", "abilities": ["flight"]}, X={"at": "I5"})
    flyer.put("ice", ["B3", "C3"], 5)
    assert flyer.do("A move B3 C3 D3") == ["A moved B3 C3 D3"]
    friends = Scene(rulings={"pass-through": "friends"}, A={"at": "A3"}, B={"at": "B3"}, X={"at": "I5"})
    friends.put("ice", ["B3", "C3"], 5)
    assert friends.do("A move B3 C3 D3", 100) == ["A resists ice", "A moved B3 C3 D3"]


def test_corrosion() -> None:
    """SOD-8.18: once after a move through it, and as a turn begins on it."""
    scene = Scene(A={"at": "A3", "reduction": {"bio": 9}, "saves": {"fortitude": 10}}, X={"at": "I5"})
    scene.put("corrosion", ["B3", "C3"], 5)
    assert scene.do("A move B3 C3 D3", 89) == ["A moved B3 C3 D3", "A fails corrosion", "A hurt 3 bio by corrosion: 7"]
    scene = Scene(A={"at": "A3"}, X={"at": "C3", "initiative": 500})
    scene.put("corrosion", ["B3", "C3"], 5, by="A")
    assert scene.do("A end", 100) == [
        "A turn-ended",
        "X turn-began",
        "X resists corrosion",
        "X hurt 1 bio by corrosion: 9",
    ]


def test_flyers_over_corrosion() -> None:
    for to, rolls in (("D3", ()), ("C3", (1,))):
        scene = Scene(A={"at": "A3", "abilities": ["flight"]}, X={"at": "I5"})
        scene.put("corrosion", ["B3", "C3"], 5)
        path = {"D3": "B3 C3 D3", "C3": "B3 C3"}[to]
        assert len(scene.do(f"A move {path}", *rolls)) == 1 + 2 * len(rolls)


def test_corrosion_by_knockback_and_teleportation() -> None:
    scene = one("teleportation")
    scene.put("corrosion", ["G3", "E1"], 5)
    told = ["A hits X: 3", "X knocked back to G3", "X fails corrosion", "X hurt 3 bio by corrosion: 4"]
    assert scene.do("A attack X", 66, 1) == told
    scene = one("teleportation")
    scene.put("corrosion", ["G3", "E1"], 5)
    assert scene.do("A teleportation E1", 100)[2:] == ["A resists corrosion", "A hurt 1 bio by corrosion: 9"]


def test_a_mover_may_be_defeated_in_its_turn() -> None:
    scene = Scene(A={"at": "A3", "health": 3}, B={"at": "A5"}, X={"at": "I5"}, box={"at": "A3", "is": "impeding"})
    scene.put("corrosion", ["B4"], 5)
    scene.put("portal", ["A1", "C1"], 3, by="A")
    scene.do("A pick-up box")
    scene.state["pieces"]["A"].update(acted=[], ip=500)
    told = scene.do("A move B4", 1)
    gone = ["A defeated", "A put down box at B4", "2 ended: defeated", "A turn-ended"]
    assert told[2:7] == ["A hurt 3 bio by corrosion: 0", *gone]
    assert told[7].endswith("turn-began") or scene.state["choosing"]


# --- telekinesis -------------------------------------------------------------------------------------------


def thrown(scene: Scene, words: str, *rolls: int) -> list[str]:
    return scene.do(f"A telekinesis {words}", *rolls)[1:]


def test_telekinesis() -> None:
    """SOD-8.13: four tiles at most, if the save fails."""
    scene = one("telekinesis", X={"at": "D3", "saves": {"power": 20}})
    assert thrown(scene, "X E", 79) == ["X fails telekinesis", "X thrown E3 F3 G3 H3 into None"]
    assert scene.state["pieces"]["X"]["facing"] == "W"
    assert scene.state["pieces"]["A"]["facing"] == "E"
    assert scene.health("X") == 10
    scene = one("telekinesis", X={"at": "D3", "saves": {"power": 20}})
    assert thrown(scene, "X E", 80) == ["X resists telekinesis"]


def test_thrown_to_the_edge() -> None:
    scene = one("telekinesis", X={"at": "D2"})
    assert thrown(scene, "X N", 1)[1] == "X thrown D1 into None"
    scene = one("telekinesis", X={"at": "D1"})
    assert thrown(scene, "X NE", 1)[1] == "X thrown - into None"
    assert scene.state["pieces"]["A"]["facing"] == "NE"


def test_thrown_into_somebody() -> None:
    scene = one("telekinesis", Y={"at": "H3", "reduction": {"physical": 1}})
    told = ["X thrown G3 into Y", "X hurt 3 physical by telekinesis: 7", "Y hurt 2 physical by telekinesis: 8"]
    assert thrown(scene, "X E", 1)[1:] == told
    scene.put("stasis", "Y", 3)
    scene = one("telekinesis", Y={"at": "G3"})
    scene.put("stasis", "Y", 3)
    assert thrown(scene, "X E", 1)[1:] == ["X thrown - into Y", "X hurt 3 physical by telekinesis: 7"]


def test_both_die() -> None:
    scene = one("telekinesis", Y={"at": "G3", "health": 3}, X={"at": "F3", "health": 3})
    assert thrown(scene, "X E", 1)[-3:] == ["X defeated", "Y defeated", "over: red by defeat"]
    scene = Scene(A={"at": "E3", "abilities": ["telekinesis"], "health": 3}, X={"at": "F3", "health": 3})
    assert thrown(scene, "X W", 1)[-3:] == ["A defeated", "X defeated", "over: None by draw"]


def test_thrown_into_walls() -> None:
    cells = ". . . . .\n. . . . #\n. . . . ."
    scene = Scene(cells, {"obstructing": ["B1/C1"]}, A={"at": "A3", "abilities": ["telekinesis"]}, X={"at": "A1"})
    told = ["X thrown B1 into B1/C1", "X hurt 3 physical by telekinesis: 7", "B1/C1 destroyed"]
    assert thrown(scene, "X E", 1)[1:] == told
    assert scene.state["terrain"] == {"B1/C1": "clear", "B1": "difficult", "C1": "difficult"}
    scene = Scene(cells, {"obstructing": ["B1/C1"]}, A={"at": "A3", "abilities": ["telekinesis"]}, X={"at": "C2"})
    assert thrown(scene, "X E", 1)[1:] == ["X thrown D2 into E2", "X hurt 3 physical by telekinesis: 7", "E2 destroyed"]


def test_thrown_into_an_obstructing_object() -> None:
    scene = one("telekinesis", box={"at": "H3", "is": "obstructing"}, bag={"at": "G3", "is": "difficult"})
    assert thrown(scene, "X E", 1)[1:] == ["X thrown G3 into box", "X hurt 3 physical by telekinesis: 7"]


def test_thrown_round_a_closed_corner() -> None:
    cells = ". # .\n# . .\n. . ."
    scene = Scene(cells, A={"at": "C3", "abilities": ["telekinesis"]}, X={"at": "B2"}, B={"at": "C1"})
    assert thrown(scene, "X NW", 1)[1:] == ["X thrown - into A1", "X hurt 3 physical by telekinesis: 7"]
    assert scene.state["terrain"] == {}


def test_thrown_against_a_height_and_off_it() -> None:
    cells = ". . . .1 .1\n. . . . ."
    user: Any = {"at": "E2", "abilities": ["telekinesis"]}
    scene = Scene(cells, A=user, X={"at": "A1"})
    assert thrown(scene, "X E", 1)[1:] == ["X thrown B1 C1 into D1", "X hurt 3 physical by telekinesis: 7"]
    scene = Scene(cells, A=user, X={"at": "E1"})
    assert thrown(scene, "X W", 1)[1:] == ["X thrown D1 C1 into None", "X hurt 2 physical by telekinesis: 8"]
    scene = Scene(cells, A=user, X={"at": "E1", "abilities": ["flight"]})
    assert thrown(scene, "X W", 1)[1:] == ["X thrown D1 C1 into None"]
    scene = Scene(cells, A=user, X={"at": "D1"})
    assert thrown(scene, "X SW", 1)[1:] == ["X thrown C2 into None", "X hurt 2 physical by telekinesis: 8"]
    scene = Scene(cells, A=user, X={"at": "C2"})
    assert thrown(scene, "X NE", 1)[1:] == ["X thrown - into D1", "X hurt 3 physical by telekinesis: 7"]


def test_thrown_up_a_ramp() -> None:
    scene = Scene(". . t .1 .1\n. . . . .", A={"at": "A2", "abilities": ["telekinesis"]}, X={"at": "A1"})
    assert thrown(scene, "X E", 1)[1:] == ["X thrown B1 C1 D1 E1 into None"]


def test_what_ends_movements_does_not_hinder_a_throw() -> None:
    scene = Scene(". i w d t .\n. . . . . .", A={"at": "A2", "abilities": ["telekinesis"]}, X={"at": "A1"})
    assert thrown(scene, "X E", 1)[1:] == ["X thrown B1 C1 D1 E1 into None"]


def test_thrown_into_a_portal() -> None:
    scene = one("telekinesis", X={"at": "D3"})
    scene.put("portal", ["E3", "A1"], 4, by="A")
    assert thrown(scene, "X E", 1)[1:] == ["X thrown E3 A1 into None"]
    assert scene.at("X") == "A1"
    scene = one("telekinesis", X={"at": "D3"}, B={"at": "A1"})
    scene.put("portal", ["E3", "A1"], 4, by="A")
    assert thrown(scene, "X E", 1)[1:] == ["X thrown E3 into None"]


def test_thrown_objects() -> None:
    scene = one("telekinesis", box={"at": "D2", "is": "impeding"}, bag={"at": "E2", "is": "liquid"})
    assert thrown(scene, "box E") == ["box thrown E2 F2 G2 H2 into None"]
    assert scene.at("box") == "H2"
    scene = one("telekinesis", box={"at": "D3", "is": "obstructing"})
    assert thrown(scene, "box E") == ["box thrown E3 into X", "X hurt 3 physical by telekinesis: 7"]
    scene = Scene(
        ". . . #\n. . . .",
        A={"at": "A2", "abilities": ["telekinesis"]},
        X={"at": "D2"},
        box={"at": "A1", "is": "liquid"},
    )
    assert thrown(scene, "box E") == ["box thrown B1 C1 into D1", "D1 destroyed"]


def test_a_carried_object_is_not_thrown() -> None:
    scene = one("telekinesis", box={"at": "C3", "is": "impeding"})
    assert "box N" in scene.targets("telekinesis")
    scene.do("A pick-up box")
    assert scene.against("A telekinesis box N") == "carried"


def test_thrown_onto_what_corrodes() -> None:
    for tiles, count in ((["E3"], 2), (["E3", "H3"], 4)):
        scene = one("telekinesis", X={"at": "D3"})
        scene.put("corrosion", tiles, 5)
        assert len(thrown(scene, "X E", *([1] * (count // 2)))) == count


def test_a_throw_ends_invisibility_before_defeats() -> None:
    scene = one("telekinesis", X={"at": "F3", "health": 2}, Y={"at": "G3"})
    scene.put("invisibility", "A", by="A")
    assert thrown(scene, "X E", 1)[-2:] == ["1 ended: ended", "X defeated"]


def test_a_throw_defeats_a_barrier() -> None:
    scene = one("telekinesis", X={"at": "D3"})
    scene.put("barrier", ["E3"], 3, by="X")
    told = ["X thrown - into E3", "X hurt 3 physical by telekinesis: 7", "E3 destroyed", "1 ended: ended"]
    assert thrown(scene, "X E", 1)[1:] == told
    assert scene.state["terrain"] == {}


# --- saves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("save", "roll", "event"),
    [
        (0, 99, "fails"),
        (0, 100, "resists"),
        (99, 1, "fails"),
        (99, 2, "resists"),
        (1, 98, "fails"),
        (-50, 100, "resists"),
    ],
)
def test_saves(save: int, roll: int, event: str) -> None:
    """SOD-8.19."""
    scene = one("telekinesis", X={"at": "D3", "saves": {"power": save}})
    assert thrown(scene, "X E", roll)[0] == f"X {event} telekinesis"


def test_ids_are_counted_through_the_battle() -> None:
    scene = one("flood", X={"at": "F3"})
    scene.do("A flood A1")
    for _ in range(4):
        scene.do(f"{scene.state['active']} end")
        scene.next_turn("A")
    scene.do("A flood A1")
    assert [effect["id"] for effect in scene.state["effects"]] == [2]


def test_effects_end_with_who_began_them() -> None:
    scene = one(X={"at": "F3", "health": 3}, Y={"at": "I5"})
    scene.put("rally-defense", "Y", 2, 10, by="X")
    scene.put("immobilize", "X", None, 0, by="Y")
    scene.put("flood", ["A1"], 2, by="Y")
    assert scene.do("A attack X", 60)[1:] == ["X defeated", "1 ended: defeated", "2 ended: defeated"]


# --- pairs -------------------------------------------------------------------------------------------------


def test_through_a_portal_onto_what_corrodes() -> None:
    for path, hurt in (("A2 H4", True), ("A2", False)):
        scene = Scene(A={"at": "A1"}, X={"at": "I5"})
        scene.put("portal", ["A2", "H4"], 4)
        scene.put("corrosion", ["H4"], 4)
        events = scene.do(f"A move {path}", *([1] * hurt))
        assert ("A hurt 3 bio by corrosion: 7" in events) == hurt


def test_through_a_portal_onto_ice() -> None:
    scene = Scene(A={"at": "A1"}, X={"at": "I5"})
    scene.put("portal", ["A2", "H4"], 4)
    scene.put("ice", ["H4"], 4)
    assert scene.do("A move A2 H4 H3", 1) == ["A fails ice", "A moved A2 H4"]


def test_slipping_onto_what_corrodes() -> None:
    scene = Scene(A={"at": "A1"}, X={"at": "I5"})
    scene.put("ice", ["B1"], 4)
    scene.put("corrosion", ["C1"], 4)
    assert scene.do("A move B1 C1", 1) == ["A fails ice", "A moved B1"]


def test_a_barrier_at_a_corner_parts_those_beside_it() -> None:
    scene = Scene(borders={"obstructing": ["C2/C3"]}, A={"at": "C3"}, X={"at": "D2"})
    scene.put("barrier", ["C3/D3"], 3, by="A")
    assert scene.against("A attack X") == "SOD-5.1"
    scene = Scene(A={"at": "C3"}, X={"at": "D2"})
    scene.put("barrier", ["C3/D3"], 3, by="A")
    assert scene.against("A attack X") is None


def test_a_flyer_passes_a_barrier() -> None:
    for abilities, why in ((["flight"], None), ([], "over a wall")):
        scene = Scene(A={"at": "C3", "abilities": abilities}, X={"at": "I5"})
        scene.put("barrier", ["C3/D3"], 3, by="A")
        assert scene.against("A move D3") == why


def test_zones_of_who_is_in_stasis_count_down() -> None:
    scene = Scene(A={"at": "C3", "initiative": 500}, X={"at": "I5", "initiative": 1})
    scene.put("flood", ["A1"], 2, by="A")
    scene.put("stasis", "A", 2, 10)
    scene.put("immobilize", "A", None, 0)
    assert scene.do("A end") == ["A turn-ended", "A turn-began"]
    assert [effect["turns"] for effect in scene.state["effects"]] == [1, 1, None]
    assert scene.do("A end") == ["A turn-ended", "2 ended: expired", "A turn-began", "1 ended: expired"]


def test_the_invisible_burn_and_are_seen_when_they_throw() -> None:
    scene = one("telekinesis", "invisibility")
    scene.put("immolate", "A", None, 20)
    scene.do("A invisibility")
    assert scene.against("A telekinesis X N") == "does not combine"
    assert scene.do("A end", 99)[1] == "A fails immolate"


def test_turned_in_time() -> None:
    """Who has turned to the attacker by Vigilance is not attacked from behind."""
    watchful: Any = {"at": "F3", "facing": "E", "evasion": 9, "abilities": ["vigilance"]}
    assert shot(one(X=watchful), 60)["defense_value"] == 100
    scene = one(X=watchful)
    scene.do("X vigilance W")
    assert shot(scene, 60)["defense_value"] == 109


def test_jinx_weakens_karmic_might() -> None:
    scene = one("jinx", X={"at": "F3", "abilities": ["karmic-might"], "initiative": 500})
    scene.state["karma"]["blue"] = 30
    scene.do("A jinx")
    assert scene.state["karma"] == {"red": 0, "blue": 0}
    scene.do("A end")
    scene.do("X attack A", 60)
    assert scene.battle.steps[-1]["events"][0]["attack_value"] == 50


def test_immolate_of_the_mighty() -> None:
    scene = one("immolate", "karmic-might")
    scene.state["karma"]["red"] = 40
    assert scene.do("A immolate X", 60)[1] == "A hits X: 6"


def test_rally_for_the_immobilized_and_for_a_save() -> None:
    scene = one("rally", B={"at": "C1"}, X={"at": "I5"})
    scene.put("immobilize", "B", None, 0)
    assert scene.targets("rally") == ["accuracy", "defense"]


def test_healed_while_burning() -> None:
    scene = one("healing", B={"at": "B3", "initiative": 500})
    scene.put("immolate", "B", None, 0)
    scene.state["pieces"]["B"]["health"] = 1
    scene.do("A healing B")
    assert scene.do("A end")[2] == "B hurt 2 energy by immolate: 3"


def test_thrown_over_what_slips_and_into_water() -> None:
    scene = one("telekinesis", X={"at": "D3"})
    scene.put("ice", ["E3", "F3"], 4)
    scene.put("flood", ["H3"], 4)
    scene.put("immolate", "X", None, 0)
    assert thrown(scene, "X E", 1)[1:] == ["X thrown E3 F3 G3 H3 into None"]
    assert len(of_ability(scene, "immolate")) == 1  # put out only as its turn begins


def test_thrown_off_a_level_into_a_portal() -> None:
    scene = Scene(". . .1\n. . .", A={"at": "C2", "abilities": ["telekinesis"]}, X={"at": "C1"})
    scene.put("portal", ["B1", "A2"], 4, by="A")
    told = ["X thrown B1 A2 into None", "X hurt 2 physical by telekinesis: 8"]
    assert thrown(scene, "X W", 1)[1:] == told


def test_teleported_out_of_water_after_the_fire_was_put_out() -> None:
    scene = one("teleportation")
    scene.put("immolate", "A", None, 0)
    scene.put("flood", ["C3"], 4)
    scene.do("A teleportation C5")
    assert "1 ended: ended" not in scene.do("A end", 1)


def test_mind_control_of_the_immobilized_and_the_rallied() -> None:
    scene = one("mind-control", Y={"at": "H3"})
    scene.put("immobilize", "X", None, 0)
    scene.put("rally-accuracy", "X", 2, 10)
    assert scene.do("A mind-control X Y", 1, 40)[-1] == "X hits Y: 3"


def test_a_border_is_seen_if_one_of_its_tiles_is() -> None:
    """The border and that tile count as clear, what lies before does not."""
    scene = Scene(". # # .\n. . . .", A={"at": "A1", "abilities": ["barrier"]}, X={"at": "D2"})
    assert scene.against("A barrier A1/B1") is None
    assert scene.against("A barrier B1/C1") is None
    assert scene.against("A barrier C1/D1") == "out of sight"
    assert scene.against("A barrier B2/C2") is None
