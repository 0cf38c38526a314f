"""Changes of pieces and rulings to scenarios that have been read, with the keys of the format."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from sightline.formats import yaml_tree
from sightline.formats.arguments import refuse_argument
from sightline.formats.containers import StructReader
from sightline.formats.context import Context
from sightline.formats.measured import SPOT
from sightline.formats.piece_checks import StatedPiece, check_changed_pieces
from sightline.formats.piece_reader import piece_reader
from sightline.formats.problems import Problems, collecting_problems
from sightline.formats.readers import INVALID
from sightline.formats.rulings import choices_reader, in_order
from sightline.formats.scenario_reader import ScenarioData
from sightline.formats.yaml_tree import Node, Source
from sightline.i18n import _
from sightline.plane import Spot
from sightline.rules import Rulings, Systems, placing_of


def with_pieces(data: ScenarioData, changes: Mapping[str, Mapping[str, Node]]) -> ScenarioData:
    """Return the scenario with other values of some keys of some pieces.

    Raise `ScenarioError` with every problem, at the places of the nodes.
    """
    before = data.position.surface
    with collecting_problems() as problems:
        context = context_of(data, problems)
        reader = piece_reader(context).partial()
        changed = [_change(name, nodes, reader, context) for name, nodes in changes.items() if nodes]
        pieces = [each for each in changed if each is not None]
        surface = before.with_pieces(each.valid for each in pieces if each.valid is not None)
        check_changed_pieces(surface, pieces, context)
    return data.with_position(data.position.with_surface(surface))


def context_of(data: ScenarioData, problems: Problems) -> Context:
    """Return the context of a scenario that has been read."""
    surface = data.position.surface
    context = Context(problems, Systems({}, {}), rules=data.rules)
    context.use_surface(surface)
    context.use_kinds(data.own_kinds)
    context.piece_names = surface.pieces
    return context


def _change(name: str, nodes: Mapping[str, Node], reader: StructReader, context: Context) -> StatedPiece | None:
    """Return a piece with its changes; None for an unknown name."""
    surface, owner, key = context.surface, next(iter(nodes.values())), f"pieces.{name}"
    assert surface is not None
    assert context.rules is not None
    if name not in surface.pieces:
        message = _("there is no piece {name!r}").format(name=name)
        context.problems.add(owner, key, message, found=name, allowed=surface.pieces)
        return None
    node = yaml_tree.mapping_of(owner, nodes)
    values = reader.read(node, key, context, owner)
    if "at" in nodes:
        context.places[key] = nodes["at"]
    if values is INVALID:
        return StatedPiece(name, owner, node, None, None, ("at", nodes["at"]) if "at" in nodes else None)
    piece = context.occupying(structs.replace(surface.pieces[name], **values))
    place = next(((each, nodes[each]) for each in placing_of(context.rules).place_fields if each in nodes), None)
    return StatedPiece(name, owner, node, piece, piece, place)


def with_rulings(data: ScenarioData, choices: Mapping[str, str], file: str = "-") -> ScenarioData:
    """Return the scenario with other choices of rulings. Raise `ScenarioError` with every problem, as of `file`."""
    with collecting_problems(file) as problems:
        node = yaml_tree.node_of(Source(file, "", has_place=False), choices)
        context = context_of(data, problems)
        values = choices_reader(context).read(node, "rulings", context, node)
    rulings = data.position.rulings
    chosen = in_order(data.rules, {**rulings.chosen, **values})
    return data.with_position(data.position.with_rulings(Rulings(rulings.declared, chosen)))


def stated_node(key: str, value: object) -> Node:
    """Return a value as a node, as if it stood in a file. Raise `ArgumentError` if it cannot."""
    try:
        return yaml_tree.node_of(Source("-", "", has_place=False), value)
    except TypeError as error:
        raise refuse_argument(key, value, str(error)) from error


def read_spot(data: ScenarioData, key: str, stated: object) -> Spot:
    """Return a place on the free table of a scenario. Raise `ScenarioError`, naming `key`, if it is invalid."""
    with collecting_problems() as problems:
        node = stated_node(key, stated)
        spot: Spot = SPOT.read(node, key, context_of(data, problems), node)
    return spot
