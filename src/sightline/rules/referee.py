"""The referee: puts a question to a rule system and folds its findings into an answer. Knows no system by name."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from msgspec import Struct, structs

from sightline.board import Piece, Weapon, format_cell, parse_cell
from sightline.rules.answer import Effect, Finding, Odds, Seen, Sight, Verdict
from sightline.rules.attack import Attack
from sightline.rules.messages import say
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset
from sightline.rules.sighting import look

Answer = TypeVar("Answer", Verdict, Seen)
Given = TypeVar("Given", Verdict, Seen, covariant=True)


def shot(rules: Ruleset, position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> Verdict:
    """Judge an attack: all findings, what follows from them, and the rulings that decided."""
    plan = rules.sight()
    sighting = look(plan, position, attacker.at, target.at)

    def ask(at: Position, changed: str | None = None) -> Verdict:
        seen = look(plan, at, attacker.at, target.at) if changed in sighting.rulings else sighting
        distance = rules.distance(at, attacker, target)
        return _judge(rules, Attack(at, attacker, target, weapon, distance, seen))

    return _with_rulings(position, ask, sighting.rulings)


def see(rules: Ruleset, position: Position, piece: Piece) -> Seen:
    """Tell how `piece` would see a plain piece in each cell of the board."""
    return _with_rulings(position, lambda at, _=None: _see(rules, at, piece))


class _Ask(Protocol[Given]):
    """Answers in a position; told which ruling alone differs from the first time, if one does."""

    def __call__(self, position: Position, changed: str | None = None, /) -> Given: ...


def _with_rulings(position: Position, ask: _Ask[Answer], consulted: Iterable[str] = ()) -> Answer:
    """Ask, and add the rulings of which another choice alone would change the answer.

    Only those can that were asked for: in finding the answer or, by `consulted`, before.
    """
    rulings = position.rulings.afresh()
    answer = ask(position.with_rulings(rulings))
    asked_for = rulings.consulted | set(consulted)
    decided = {}
    for ruling in rulings.declared:
        if ruling.name in asked_for:
            chosen = rulings[ruling.name]
            others = (position.with_rulings(rulings.with_choice(ruling.name, c)) for c in ruling.choices if c != chosen)
            if any(ask(other, ruling.name) != answer for other in others):
                decided[ruling.name] = chosen
    return structs.replace(answer, rulings=decided)


def _judge(rules: Ruleset, attack: Attack) -> Verdict:
    attacker, target, weapon, sighting = attack.attacker, attack.target, attack.weapon, attack.sighting
    findings = _sort(rules, attack, rules.findings(attack))
    legal = not any(finding.effect in (Effect.BLOCKS, Effect.FORBIDS) for finding in findings)
    if not legal:
        findings = [finding for finding in findings if not _is_about_roll(rules, finding)]
    numbers = _totals(findings)
    to_hit: Struct | None = None
    odds: Odds | None = None
    if legal:
        to_hit, odds = rules.roll(attack, numbers)
    return rules.verdict(
        rules=rules.key,
        rules_revision=rules.revision,
        from_=attacker.name,
        to=target.name,
        weapon=weapon.name if weapon else None,
        distance=attack.distance,
        sight=sighting.sight,
        legal=legal,
        to_hit=to_hit,
        odds=odds,
        findings=tuple(structs.replace(f, why=say(f.message, rules.messages)) for f in findings),
        lines=(sighting.line(attack.position),),
        **rules.further_keys(attack, numbers, odds),
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


def _sort(rules: Ruleset, attack: Attack, findings: Iterable[Finding]) -> list[Finding]:
    """Order findings by clause, then first place on the line, then label; bases lead the findings on their number."""
    found = list(findings)
    order = {clause.id: number for number, clause in enumerate(rules.clauses)}
    located = Counter(finding.clause.id for finding in found if finding.at)

    def place(finding: Finding) -> tuple[int, int, tuple[str, ...]]:
        is_alone = located[finding.clause.id] < 2
        return order[finding.clause.id], -1 if is_alone else _first_place(attack, finding), finding.at

    ordered = sorted(found, key=place)
    for base in [finding for finding in ordered if finding.message.id in rules.base_messages]:
        first = next(at for at, finding in enumerate(ordered) if finding.on == base.on)
        ordered.insert(first, ordered.pop(ordered.index(base)))
    return ordered


_OFF_THE_LINE = sys.maxsize


def _first_place(attack: Attack, finding: Finding) -> int:
    """Give the position on the line of the first site that a finding is about, -1 where it is about none."""
    if not finding.at:
        return -1
    board = attack.position.board
    cells = (parse_cell(board, label) for label in finding.at[0].split("/"))
    places = [attack.sighting.place_of(cell) for cell in cells]
    return max(_OFF_THE_LINE if place is None else place for place in places)  # a border is met with its second cell


def _see(rules: Ruleset, position: Position, piece: Piece) -> Seen:
    plan, board, seen = rules.sight(), position.board, {}
    for cell in board:
        if cell not in piece.cells:
            sight = look(plan, position, piece.at, cell).sight
            if sight is not Sight.BLOCKED:
                seen[format_cell(board, cell)] = sight
    return Seen(from_=piece.name, cells=seen)
