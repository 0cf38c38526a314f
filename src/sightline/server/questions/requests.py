"""The requests of all questions: their keys, and how they are answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from sightline.api import Scenario, lenient_questions
from sightline.api.change_parser import with_changes
from sightline.formats.problems import ScenarioError, collecting_problems
from sightline.i18n import _
from sightline.rules.json_values import to_builtins
from sightline.server.questions.scenarios import iter_rulings, open_scenario


class QuestionRequest(Struct, kw_only=True, rename={"from_": "from", "set_": "set"}):
    """The keys that the requests of all questions share.

    `scenario` is the text of a scenario file, or an object with the same keys. `rulings` are other choices, as
    `{"NAME": "choice"}` or a list of texts NAME=choice. `set` are hypothetical changes of pieces: `{"A.at": "C3"}`,
    `{"A": {"at": "C3"}}` or a list of texts A.at=C3. `lang` defaults to the language of the header Accept-Language.
    """

    scenario: str | Mapping[str, Any]
    rulings: Mapping[str, str] | Sequence[str] | None = None
    set_: Mapping[str, Any] | Sequence[str] | None = None
    lang: str | None = None

    def answer(self, language: str) -> Any:
        """Return the answer in a language. Raise `ScenarioError`."""
        return self.ask(open_scenario(self.scenario, self.rulings, self.set_, language=language))

    def ask(self, scenario: Scenario) -> Any:
        """Return the answer about a scenario. Raise `ScenarioError`."""
        raise NotImplementedError


class ShotRequest(QuestionRequest, kw_only=True):
    """The attack of `from` on `to`, by default with its first weapon; `why_not` adds what would allow it."""

    from_: str
    to: str
    weapon: str | None = None
    why_not: bool = False

    def ask(self, scenario: Scenario) -> Any:
        return lenient_questions.shot(scenario, self.from_, self.to, weapon=self.weapon, why_not=self.why_not)


class ResolveRequest(QuestionRequest, kw_only=True):
    """The attack of `from` at `to` with dice: the same `seed` gives the same dice; it is random by default."""

    from_: str
    to: str
    weapon: str | None = None
    seed: int | None = None

    def ask(self, scenario: Scenario) -> Any:
        return lenient_questions.resolve(scenario, self.from_, self.to, weapon=self.weapon, seed=self.seed)


class StrikeRequest(QuestionRequest, kw_only=True):
    """The attack of `from` on the obstacle at `to`, a cell or a border, after `earlier` damage to it."""

    from_: str
    to: str
    earlier: int = 0

    def ask(self, scenario: Scenario) -> Any:
        return lenient_questions.strike(scenario, self.from_, self.to, earlier=self.earlier)


class SeeRequest(QuestionRequest, kw_only=True):
    """Every cell that `from` sees; on a free table every piece."""

    from_: str

    def ask(self, scenario: Scenario) -> Any:
        return lenient_questions.see(scenario, self.from_)


class ReachRequest(QuestionRequest, kw_only=True):
    """Every place that `from` can move to.

    `toward` is a place [x, y] of a free table. Any other key is an option of the rule system, such as `by` and
    `through` of HERO.
    """

    from_: str
    toward: Sequence[float | str] | None = None
    others: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def ask(self, scenario: Scenario) -> Any:
        return lenient_questions.reach(scenario, self.from_, toward=self.toward, **self.others)


class ThreatRequest(QuestionRequest, kw_only=True):
    """Every place where the enemies of a side could hit it; the side is called `side`, or `from`."""

    side: str | None = None
    from_: str | None = None

    def ask(self, scenario: Scenario) -> Any:
        side = self.from_ if self.side is None else self.side
        if side is None:
            with collecting_problems() as problems:
                problems.add(None, "side", _("{key} is missing: {what} needs it").format(key="side", what="threat"))
        return lenient_questions.threat(scenario, str(side))


class AdviseRequest(QuestionRequest, kw_only=True):
    """The places that `from` can reach and attack from, ranked; only the best `top` of them, null for all."""

    from_: str
    top: int | None = None

    def ask(self, scenario: Scenario) -> Any:
        return lenient_questions.advise(scenario, self.from_, top=self.top)


class LineRequest(QuestionRequest, kw_only=True):
    """Every contact of the line between two points, labels of cells or of corners; no rules."""

    from_: str
    to: str

    def ask(self, scenario: Scenario) -> Any:
        return lenient_questions.line(scenario, self.from_, self.to)


class ChartRequest(QuestionRequest, kw_only=True):
    """Every attack that a chart lists, only those by `from` and at `to` if these are given.

    With `compare`, other choices of rulings, the answer lists only what they would change.
    """

    from_: str | None = None
    to: str | None = None
    compare: Mapping[str, str] | Sequence[str] | None = None

    def ask(self, scenario: Scenario) -> Any:
        rows = lenient_questions.iter_chart(scenario, attacker=self.from_, target=self.to)
        if self.compare is None:
            return list(rows)
        other = with_changes(scenario, list(iter_rulings(self.compare)), (), ruling_flag="compare")
        others = lenient_questions.iter_chart(other, attacker=self.from_, target=self.to)
        return list(lenient_questions.iter_chart_changes(rows, others))


class CheckRequest(QuestionRequest, kw_only=True):
    """All problems of a scenario, an empty list if there are none."""

    def answer(self, language: str) -> Any:
        try:
            open_scenario(self.scenario, language=language)
        except ScenarioError as error:
            return to_builtins(error.problems)
        return super().answer(language)

    def ask(self, scenario: Scenario) -> Any:
        return []


class DrawRequest(QuestionRequest, kw_only=True):
    """The board as text."""

    def ask(self, scenario: Scenario) -> Any:
        return {"text": scenario.text()}


class EditRequest(QuestionRequest, kw_only=True):
    """A scenario after `edits`, of which all or none are applied, and the edits that undo them."""

    edits: Sequence[Any]

    def ask(self, scenario: Scenario) -> Any:
        edited, undo = scenario.edited(self.edits)
        return {"scenario": edited.to_yaml(), "undo": undo}


QUESTIONS: Mapping[str, type[QuestionRequest]] = {
    "shot": ShotRequest,
    "chart": ChartRequest,
    "see": SeeRequest,
    "reach": ReachRequest,
    "threat": ThreatRequest,
    "advise": AdviseRequest,
    "line": LineRequest,
    "resolve": ResolveRequest,
    "check": CheckRequest,
    "draw": DrawRequest,
    "strike": StrikeRequest,
    "edit": EditRequest,
}
"""The questions by the names of their commands."""
