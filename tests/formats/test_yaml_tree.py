# ruff: noqa: E501  (tables of cases read best with one case a line)
"""The tree of a YAML text: what is kept of it, and what is not read."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.formats.yaml_tree import (
    MAX_DEPTH,
    MAX_KEY_LENGTH,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Source,
    UnreadableText,
    Unusable,
    mapping_of,
    node_of,
    read_tree,
    start_of,
)

Told = list[tuple[int, int, str | None, str, str | None]]


def read(text: str) -> tuple[Node, Told]:
    """Return the tree of a text, and what is reported: line, column, key, message up to its first colon, found."""
    reported: Told = []

    def report(node: Node, key: str | None, said: str, found: str | None) -> None:
        reported.append((node.line, node.column, key, said.split(":")[0], found))

    return read_tree(Source("file", text), report), reported


def plain(node: Node) -> Any:
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {key: plain(value) for key, (_, value) in node.entries.items()}
        case _:
            return None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on: [off, no, 1e3, 0o7, ~, null, 2024-01-01, 1:30]", {"on": ["off", "no", "1e3", "0o7", "~", "null", "2024-01-01", "1:30"]}),
        ("1: one\n'1.0': two\nyes: three", {"1": "one", "1.0": "two", "yes": "three"}),
        ("? a\n: b\n? 'c d'\n", {"a": "b", "c d": ""}),
        ("? |\n  a\n  b\n: c", {"a\nb\n": "c"}),
        ("'': a\n", {"": "a"}),
        ("<<: {a: b}\na: c\n", {"<<": {"a": "b"}, "a": "c"}),
        ("a: [b, [], {}]\n", {"a": ["b", [], {}]}),
        ("a: >\n  b\n  c\n", {"a": "b c\n"}),
        ("\ufeffa: b", {"a": "b"}),
        ("%YAML 1.2\n---\na: b\n...\n", {"a": "b"}),
        ("{a: b, c}", {"a": "b", "c": ""}),
        ("", ""),
    ],
)  # fmt: skip
def test_every_scalar_is_the_text_that_it_is(text: str, value: Any) -> None:
    tree, reported = read(text)
    assert plain(tree) == value
    assert reported == []


@pytest.mark.parametrize(
    ("text", "value", "reported"),
    [
        ("a: &b c\n", {"a": "c"}, [(1, 4, "a", "anchors are not supported", "&b")]),
        ("a: &b c\nd: *b\n", {"a": "c", "d": None}, [(1, 4, "a", "anchors are not supported", "&b"), (2, 4, "d", "aliases are not supported", "*b")]),
        ("a: !!int 3\n", {"a": "3"}, [(1, 4, "a", "tags are not supported", "!!int")]),
        ("a: !b &c d\n", {"a": "d"}, [(1, 4, "a", "anchors are not supported", "!b"), (1, 4, "a", "tags are not supported", "!b")]),
        ("a:\n  - &b {c: d}\n", {"a": [{"c": "d"}]}, [(2, 5, "a.0", "anchors are not supported", "&b")]),
        ("&a b: c\n", {"b": "c"}, [(1, 1, "b", "anchors are not supported", "&a")]),
        ("*a : b\n", {}, [(1, 1, "?", "aliases are not supported", "*a")]),
        ("a: 1\nb: 2\na: {c: d}\n", {"a": "1", "b": "2"}, [(3, 1, "a", "'a' is given twice", "a")]),
        ("a: {b: 1, 'b': 2}\n", {"a": {"b": "1"}}, [(1, 11, "a.b", "'b' is given twice", "b")]),
        ("? [a, b]\n: c\nd: e\n", {"d": "e"}, [(1, 3, None, "a key must be a single word", "[a")]),
        ("x: {? {a: b} : c}\n", {"x": {}}, [(1, 7, "x", "a key must be a single word", "{a:")]),
        (f"x: {{? {'k' * (MAX_KEY_LENGTH + 1)} : c, d: e}}\n", {"x": {"d": "e"}}, [(1, 7, "x", "a key has at most 1000 characters", "k" * (MAX_KEY_LENGTH + 1))]),
        ("a: b\n---\nc: d\n", {"a": "b"}, [(2, 1, None, "a second document begins here; a scenario is a single document", "---")]),
        ("--- a\n--- b\n--- c", "a", [(2, 1, None, "a second document begins here; a scenario is a single document", "---")]),
    ],
)  # fmt: skip
def test_what_is_not_read_is_reported_and_left_out(text: str, value: Any, reported: Told) -> None:
    tree, told = read(text)
    assert told == reported
    assert plain(tree) == value


@pytest.mark.parametrize("text", ["- &a x", "a: *b", "&a [" + "x, " * 2000 + "]"])
def test_what_is_found_is_one_word(text: str) -> None:
    _, reported = read(text)
    assert len(str(reported[0][-1])) <= 2


@pytest.mark.parametrize("unit", ["[", "- ", "? ", "{", "{a: ", "[{a: ", "- - a:\n"])
def test_nesting_stops_at_a_bound(unit: str) -> None:
    if not unit.endswith("\n"):
        with pytest.raises(UnreadableText, match=f"nested more than {MAX_DEPTH} levels deep"):
            read(unit * 5000)
    blocks = "".join("  " * depth + "a:\n" for depth in range(MAX_DEPTH))
    assert plain(read(blocks)[0]) != ""
    with pytest.raises(UnreadableText, match=f"nested more than {MAX_DEPTH} levels deep") as refused:
        read(blocks + "  " * MAX_DEPTH + "a: b\n")
    assert (refused.value.place.line, refused.value.place.column) == (MAX_DEPTH + 1, 2 * MAX_DEPTH + 1)
    assert refused.value.key == "a"
    assert refused.value.found == "a:"


@pytest.mark.parametrize(("opening", "closing", "found"), [("[", "]", "["), ("{b: ", "}", "{")])
def test_what_is_nested_too_deep_is_named_by_its_outermost_key(opening: str, closing: str, found: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        read(f"title: x\nmap: {opening * MAX_DEPTH}1{closing * MAX_DEPTH}\n")
    place = refused.value.place
    assert (refused.value.key, refused.value.found) == ("map", found)
    assert (place.line, place.column) == (2, 6 + len(opening) * (MAX_DEPTH - 1))


def test_places_count_characters_from_1() -> None:
    tree, _ = read("é: [🎲, b]\r\nc:\r\n  - d\r\n")
    assert isinstance(tree, Mapping)
    (_, dice), (word, block) = tree.entries.values()
    assert isinstance(dice, Sequence)
    assert [(item.line, item.column) for item in dice.items] == [(1, 5), (1, 8)]
    assert (word.line, word.column, block.line, block.column) == (2, 1, 3, 3)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: [b,  c] # d", "[b,  c]"),
        ("a: {b: c}", "{b: c}"),
        ("a: 'b c'", "b c"),
        ("a: [b,\n  c]", "[b, ..."),
        ("a:\n  - b\n  - c\n", "- b ..."),
        ("a:", ""),
    ],
)
def test_what_is_found_is_the_text_of_the_source(text: str, found: str) -> None:
    tree, _ = read(text)
    assert isinstance(tree, Mapping)
    assert tree.entries["a"][1].found == found


def test_python_values_make_the_tree_that_a_file_would() -> None:
    value = {"a": True, "b": [1, "x", (-2, 2.5, 4e-7)], 3: {"c": False}}
    assert plain(node_of(Source("-", ""), value)) == {
        "a": "true",
        "b": ["1", "x", ["-2", "2.5", "0.0000004"]],
        "3": {"c": "false"},
    }


@pytest.mark.parametrize(("value", "kind"), [(None, "null"), ({1}, "set"), (b"a", "bytes"), (object(), "object")])
def test_other_values_stand_in_no_scenario(value: object, kind: str) -> None:
    with pytest.raises(TypeError, match=f"{kind} cannot be used in a scenario"):
        node_of(Source("-", ""), [value])


def test_a_mapping_of_nodes_has_its_keys_where_the_values_stand() -> None:
    value = Scalar(Source("--set", "3"), 1, 1, 1, 2, "3", None)
    made = mapping_of(start_of(value.source), {"heat": value})
    (word, node) = made.entries["heat"]
    assert (word.text, word.file, node) == ("heat", "--set", value)


def test_the_start_of_a_text_is_its_first_character() -> None:
    start = start_of(Source("file", "a"))
    assert isinstance(start, Unusable)
    assert (start.file, start.line, start.column) == ("file", 1, 1)
