"""The referee: puts a question to a rule system and folds its findings into an answer. Knows no system by name."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from sightline.board import Piece, Weapon, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules.answer import Effect, Finding, Odds, Seen, Sight, Verdict
from sightline.rules.attack import Attack
from sightline.rules.messages import say
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.sighting import look


def shot(rules: Ruleset, position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Verdict:
    """Judge an attack: all findings, what follows from them, and the rulings that decided."""
    plan = rules.sight()
    first = position.with_rulings(position.rulings.afresh())
    sighting = look(plan, first, attacker, target)

    def judge(at: Position, changed: str | None = None) -> _Judgement:
        seen = look(plan, at, attacker, target) if changed in sighting.rulings else sighting
        return _judge(rules, Attack(at, attacker, target, weapon, rules.distance(at, attacker, target), seen))

    judgement = judge(first)

    def is_decided_by(at: Position, changed: str) -> bool:
        other = judge(at, changed)
        # Findings may come in another order and be the same once sorted, which is seldom worth the sorting.
        return other != judgement and _verdict(rules, other) != _verdict(rules, judgement)

    return structs.replace(_verdict(rules, judgement), rulings=_deciding(first, is_decided_by))


def see(rules: Ruleset, position: Position, piece: Piece) -> Seen:
    """Tell how `piece` would see a plain piece in each cell of the board."""
    first = position.with_rulings(position.rulings.afresh())
    seen = _see(rules, first, piece)
    return structs.replace(seen, rulings=_deciding(first, lambda at, _: _see(rules, at, piece) != seen))


def _deciding(position: Position, is_decided_by: Callable[[Position, str], bool]) -> Mapping[str, str]:
    """Give the rulings of which another choice alone would change an answer, with the choices made.

    Only those can that were consulted in finding it; `is_decided_by` is asked for each with its other choices.
    """
    rulings, deciding = position.rulings, {}
    for ruling in rulings.declared:
        if ruling.name in rulings.consulted:
            chosen = rulings[ruling.name]
            others = (rulings.with_choice(ruling.name, choice) for choice in ruling.choices if choice != chosen)
            if any(is_decided_by(position.with_rulings(other), ruling.name) for other in others):
                deciding[ruling.name] = chosen
    return deciding


@dataclass(frozen=True, slots=True)
class _Judgement:
    """What an attack comes to, findings as they were found; compared without the attack, which differs in rulings."""

    legal: bool
    findings: tuple[Finding, ...]
    to_hit: Struct | None
    odds: Odds | None
    further_keys: Mapping[str, Any]
    attack: Attack = field(compare=False)


def _judge(rules: Ruleset, attack: Attack) -> _Judgement:
    findings = tuple(rules.findings(attack))
    legal = not any(finding.effect in (Effect.BLOCKS, Effect.FORBIDS) for finding in findings)
    if not legal:
        findings = tuple(finding for finding in findings if not _is_about_roll(rules, finding))
    numbers = _totals(findings)
    to_hit, odds = rules.roll(attack, numbers) if legal else (None, None)
    return _Judgement(legal, findings, to_hit, odds, rules.further_keys(attack, numbers, odds), attack)


def _verdict(rules: Ruleset, judgement: _Judgement) -> Verdict:
    attack = judgement.attack
    findings = _sort(rules, attack, judgement.findings)
    return rules.verdict(
        rules=rules.key,
        rules_revision=rules.revision,
        from_=attack.attacker.name,
        to=attack.target.name,
        weapon=attack.weapon.name if attack.weapon else None,
        distance=attack.distance,
        sight=attack.sighting.sight,
        legal=judgement.legal,
        to_hit=judgement.to_hit,
        odds=judgement.odds,
        findings=tuple(structs.replace(f, why=say(f.message, rules.messages)) for f in findings),
        lines=attack.sighting.named_lines(attack.position),
        **judgement.further_keys,
    )


def _is_about_roll(rules: Ruleset, finding: Finding) -> bool:
    return finding.on in rules.roll_numbers or finding.effect is Effect.NOTES


def _totals(findings: Iterable[Finding]) -> Mapping[str, int]:
    """Sum up the findings on each number."""
    numbers: Counter[str] = Counter()
    for finding in findings:
        if finding.on is not None and finding.value is not None:
            numbers[finding.on] += finding.value
    return numbers


def _sort(rules: Ruleset, attack: Attack, found: Sequence[Finding]) -> list[Finding]:
    """Order findings by clause, then first place on the line, then label; bases lead the findings on their number."""
    order = {clause.id: number for number, clause in enumerate(rules.clauses)}
    located = Counter(finding.clause.id for finding in found if finding.at)

    def place(finding: Finding) -> tuple[int, Fraction | int, tuple[str, ...]]:
        is_alone = located[finding.clause.id] < 2
        return order[finding.clause.id], -1 if is_alone else _first_place(attack, finding), finding.at

    ordered = sorted(found, key=place)
    for base in [finding for finding in ordered if finding.message.id in rules.base_messages]:
        first = next(at for at, finding in enumerate(ordered) if finding.on == base.on)
        ordered.insert(first, ordered.pop(ordered.index(base)))
    return ordered


_OFF_THE_LINE = sys.maxsize


def _first_place(attack: Attack, finding: Finding) -> Fraction | int:
    """Give the position on the line of the first site that a finding is about, -1 where it is about none."""
    if not finding.at:
        return -1
    board = attack.position.board
    place = attack.sighting.place_of([parse_cell(board, label) for label in finding.at[0].split("/")])
    return _OFF_THE_LINE if place is None else place


def _see(rules: Ruleset, position: Position, piece: Piece) -> Seen:
    plan, board, seen = rules.sight(), position.board, {}
    for cell in board:
        if cell not in piece.cells:
            sight = look(plan, _with_plain_piece(position, cell), piece, cell).sight
            if sight is not Sight.BLOCKED:
                seen[format_cell(board, cell)] = sight
    return Seen(from_=piece.name, cells=seen)


def _with_plain_piece(position: Position, cell: Cell) -> Position:
    """Give the position with whoever stands in a cell gone from further cells too. (That cell itself is an end.)"""
    wide = [piece for piece in position.board.occupants.get(cell, ()) if len(piece.cells) > 1]
    if not wide:
        return position
    board = position.board
    for piece in wide:
        board = board.without_piece(piece.name)
    return position.with_board(board)
