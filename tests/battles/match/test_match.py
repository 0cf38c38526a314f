"""Matches of a small game: phases, refusals, offers, clocks, and what who is told."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from sightline.battles import match as matches
from sightline.battles.fair_dice import commitment_of
from sightline.battles.match.match_commands import (
    ChooseFormation,
    Commit,
    GiveAnswer,
    MakeOffer,
    Resign,
    Reveal,
    Say,
    TakeAction,
)
from tests.battles.match.counting_game import PEOPLE, SECRETS, SEEDS, SERVER_SEED, SIDES, Played

PHASES = ["seats", "formations", "dice", "battle", "over"]
LIVE = matches.LiveClock(seconds=10.0, increment=2.0)


def add(side: str) -> TakeAction:
    return TakeAction(action={"do": "add", "side": side})


def seated(clock: matches.ClockSetting | None = None, *, takebacks: bool = True) -> Played:
    played = Played(clock, takebacks=takebacks)
    for side in SIDES:
        played.seat(side)
    return played


def in_dice(clock: matches.ClockSetting | None = None) -> Played:
    played = seated(clock)
    for side in SIDES:
        played.do(side, ChooseFormation(name=f"{side} wedge"))
    return played


def in_battle(clock: matches.ClockSetting | None = None, *, takebacks: bool = True) -> Played:
    played = seated(clock, takebacks=takebacks)
    for side in SIDES:
        played.do(side, ChooseFormation(name=f"{side} wedge"))
    for side in SIDES:
        played.do(side, Commit(hash=commitment_of(SEEDS[side])))
    for side in SIDES:
        played.do(side, Reveal(seed=SEEDS[side]))
    return played


def is_refused(played: Played, sides: str | tuple[str, ...], command: matches.Command, why: str) -> None:
    before = played.match
    with pytest.raises(matches.Refused, match=why):
        played.do(sides, command)
    assert played.match == before


def test_a_match_from_the_first_seat_to_the_last_word() -> None:
    played = in_battle()
    for side in SIDES * 3:
        played.do(side, add(side))
    assert played.whats() == [
        *("created", "seated", "seated", "formation-chosen", "formation-chosen", "formations"),
        *("committed", "committed", "revealed", "revealed", "start", *["step"] * 6, "over", "seed"),
    ]
    assert played.match.over is not None
    assert (played.match.over.winner, played.match.over.how) == (None, "limit")
    assert played.match.fair_dice().seed == commitment_of(f"{SERVER_SEED}/{SEEDS['red']}/{SEEDS['blue']}")


def test_what_is_not_due_is_refused() -> None:
    played = Played()
    played.seat("red")
    is_refused(played, "red", ChooseFormation(name="red line"), "nobody has taken the other seat yet")
    played.seat("blue")
    is_refused(played, "red", add("red"), "formations are being chosen")
    is_refused(played, "red", ChooseFormation(name="blue line"), "has red line, red wedge")
    is_refused(played, (), ChooseFormation(name="red line"), "spectators cannot do this")
    is_refused(played, "red", ChooseFormation(name="blue line", side="blue"), "do not play blue")
    played.do("red", ChooseFormation(name="red line"))
    is_refused(played, "red", ChooseFormation(name="red wedge"), "already been chosen")
    is_refused(played, "red", Commit(hash="0" * 64), "formations are being chosen")
    is_refused(in_battle(), "blue", add("blue"), "not your turn")
    is_refused(in_battle(), "blue", add("red"), "not your turn")


def test_nobody_shows_a_seed_before_both_have_committed_themselves() -> None:
    played = in_dice()
    is_refused(played, "red", Commit(hash="A" * 64), "64 hexadecimal digits")
    played.do("red", Commit(hash=commitment_of(SEEDS["red"])))
    is_refused(played, "red", Reveal(seed=SEEDS["red"]), "not everybody has committed")
    is_refused(played, "red", Commit(hash="0" * 64), "already been committed to")
    is_refused(played, "blue", Commit(hash=commitment_of(SEEDS["red"])), "somebody else")
    is_refused(played, "blue", Commit(hash=commitment_of(SERVER_SEED)), "somebody else")
    played.do("blue", Commit(hash=commitment_of(SEEDS["blue"])))
    is_refused(played, "red", Reveal(seed=SEEDS["blue"]), "does not have the hash")
    is_refused(played, "red", Reveal(seed="xyz"), "32 to 128")


def test_whoever_does_not_show_a_seed_within_a_minute_forfeits() -> None:
    played = in_dice()
    for side in SIDES:
        played.do(side, Commit(hash=commitment_of(SEEDS[side])))
    assert played.pass_time(59_999) == []
    played.do("red", Reveal(seed=SEEDS["red"]))
    assert [matches.view(each, ())["what"] for each in played.pass_time(1)] == ["over", "seed"]
    assert played.match.over is not None
    assert (played.match.over.winner, played.match.over.how) == ("red", "forfeit")


def test_nobody_wins_where_both_forfeit() -> None:
    played = in_dice()
    for side in SIDES:
        played.do(side, Commit(hash=commitment_of(SEEDS[side])))
    played.pass_time(60_000)
    assert played.match.over is not None
    assert (played.match.over.winner, played.match.over.how) == (None, "forfeit")


def test_whoever_chooses_no_formation_in_its_time_forfeits() -> None:
    played = seated(LIVE)
    played.do("blue", ChooseFormation(name="blue line"))
    played.pass_time(10_000)
    assert played.match.over is not None
    assert (played.match.over.winner, played.match.over.how) == ("blue", "forfeit")


def test_a_clock_runs_while_its_side_has_the_turn_and_not_while_the_battle_works() -> None:
    played = in_battle(LIVE)
    played.time += 3000
    [step] = played.do("red", add("red"), waits=400)
    assert matches.view(step, ())["clock"] == {"left": {"red": 9000, "blue": 10_000}, "running": ["blue"]}
    assert played.pass_time(9999) == []
    played.pass_time(1)
    assert played.match.over is not None
    assert (played.match.over.winner, played.match.over.how) == ("red", "time")


def test_a_clock_of_days_begins_anew_with_each_turn() -> None:
    played = in_battle(matches.DaysClock(days=1))
    for _ in range(2):
        for side in SIDES:
            assert played.pass_time(23 * 3600 * 1000) == []
            played.do(side, add(side))
    played.pass_time(24 * 3600 * 1000)
    assert played.match.over is not None
    assert (played.match.over.winner, played.match.over.how) == ("blue", "time")


def test_time_in_which_the_server_was_down_is_given_back() -> None:
    played = in_battle(LIVE)
    played.time += 2000
    stopped, played.time = played.time, played.time + 50_000
    played.keep(matches.decide_resumption(played.match, stopped, played.time))
    assert played.match.clock is not None
    assert played.match.clock.at(played.time).left == {"red": 8000, "blue": 10_000}
    assert played.match.deadline() == played.time + 8000
    assert matches.decide_resumption(in_battle().match, 0, 5) == ()


def test_a_draw_is_agreed_on() -> None:
    played = in_battle()
    played.do("red", MakeOffer(offer="draw"))
    is_refused(played, "red", GiveAnswer(answer="yes"), "no offer")
    is_refused(played, "blue", MakeOffer(offer="draw"), "not been answered yet")
    played.do("blue", GiveAnswer(answer="no"))
    played.do("blue", MakeOffer(offer="draw"))
    played.do("red", add("red"))
    assert played.match.offer is None
    played.do("red", MakeOffer(offer="draw"))
    played.do("blue", GiveAnswer(answer="yes"))
    assert played.match.over is not None
    assert (played.match.over.winner, played.match.over.how) == (None, "draw")


def test_steps_are_taken_back_to_before_the_latest_one_of_whoever_asks() -> None:
    played = in_battle()
    is_refused(played, "blue", MakeOffer(offer="takeback"), "nothing to take back")
    for side in ("red", "blue", "red", "blue"):
        played.do(side, add(side))
    played.do("red", MakeOffer(offer="takeback"))
    _answered, taken = played.do("blue", GiveAnswer(answer=True))
    assert matches.view(taken, ()) == {
        "what": "taken-back",
        "n": played.match.n,
        "time": played.time,
        "by": None,
        "clock": None,
        "steps": 2,
        "state": {"sum": 2},
        "to_act": "red",
        "turn": "the red one",
    }
    assert played.match.movers == ("red", "blue")
    assert len(played.match.moves) == 6
    played.do("red", add("red"))
    is_refused(in_battle(takebacks=False), "red", MakeOffer(offer="takeback"), "nothing can be taken back")


def test_who_plays_both_sides_does_so_in_turn() -> None:
    played = Played()
    for side in SIDES:
        played.seat(side)
    for side in SIDES:
        played.do(SIDES, ChooseFormation(name=f"{side} line"))
    for side in SIDES:
        played.do(SIDES, Commit(hash=commitment_of(SEEDS[side])))
    for side in reversed(SIDES):
        played.do(SIDES, Reveal(seed=SEEDS[side], side=side))
    played.do(SIDES, add("red"))
    played.do(SIDES, Resign())
    assert played.match.over is not None
    assert played.match.over.winner == "red"


def test_a_rematch_is_offered_when_the_battle_is_over() -> None:
    played = in_battle()
    is_refused(played, "red", MakeOffer(offer="rematch"), "the battle has begun")
    played.do("red", Resign())
    is_refused(played, "red", add("red"), "the battle is over")
    played.do("red", MakeOffer(offer="rematch"))
    played.do("blue", GiveAnswer(answer="yes"))
    played.keep(matches.decide_rematch(played.match, "the next", played.time))
    assert played.match.rematch == "the next"
    is_refused(played, "red", MakeOffer(offer="rematch"), "the rematch has already begun")


def test_what_one_side_may_not_know_it_is_not_told() -> None:
    played = seated()
    played.do("red", ChooseFormation(name="red wedge"))
    assert "red wedge" in told(played, "red")
    assert "red wedge" not in told(played, "blue")  # who knows formations of its own
    assert "wedge" not in told(played)
    assert "red ranger" in told(played, "red")
    assert "red ranger" not in told(played, "blue")  # nor who is in the team
    assert "ranger" not in told(played)
    played.do("blue", ChooseFormation(name="blue wedge"))
    assert "red wedge" in told(played, "blue")
    played = in_battle()
    played.do("red", MakeOffer(offer="draw"))
    assert "draw" in told(played, "blue")
    assert "draw" not in told(played)
    for secret in SECRETS:
        assert secret not in told(played, "red") + told(played, "blue") + told(played)
    played.do("red", Resign())
    assert SERVER_SEED in told(played)


def told(played: Played, *sides: str) -> str:
    return json.dumps([matches.view(entry, sides) for entry in played.log])


def random_command(rng: Random, side: str) -> matches.Command:
    return rng.choice(
        [
            ChooseFormation(name=f"{side} {rng.choice(('line', 'wedge', 'ring'))}"),
            Commit(hash=commitment_of(SEEDS[rng.choice((side, *SIDES))])),
            Reveal(seed=SEEDS[rng.choice((side, *SIDES))]),
            *[add(rng.choice((side, side, *SIDES)))] * 3,
            MakeOffer(offer=rng.choice(("draw", "takeback", "takeback", "rematch"))),
            GiveAnswer(answer=rng.choice(("yes", "no", True, False))),
            Say(text="Hello"),
            *[Resign()] * (rng.random() < 0.05),
        ]
    )


def random_event(rng: Random, played: Played) -> Any:
    """Let something happen; return what has been kept."""
    side = rng.choice(SIDES)
    before = len(played.log)
    match rng.randrange(10):
        case 0:
            played.keep(matches.decide_presence(played.match, side, played.time, is_here=rng.random() < 0.5))
        case 1:
            stopped = played.time
            played.time += rng.randrange(100_000)
            played.keep(matches.decide_resumption(played.match, stopped, played.time))
        case 2:
            played.pass_time(rng.randrange(2000))
        case _:
            played.do(side, random_command(rng, side), waits=rng.randrange(200))
    return played.log[before:]


ORDERS = [*range(30), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(30, 150))]


@pytest.mark.parametrize("seed", ORDERS)
def test_whatever_happens_in_whatever_order(seed: int) -> None:
    rng = Random(seed)
    clock = rng.choice([None, LIVE, matches.LiveClock(seconds=2.0), matches.DaysClock(days=0.001)])
    played = seated(clock) if rng.random() < 0.5 else in_battle(clock)
    for _ in range(120):
        before = played.match
        try:
            random_event(rng, played)
        except matches.Refused:
            assert played.match is before
        check_sound(played, before)
    again = matches.fold_all(matches.parse_log_entry(matches.format_log_entry(entry)) for entry in played.log)
    assert msgspec.json.encode(vars(again)) == msgspec.json.encode(vars(played.match))


def check_sound(played: Played, before: matches.Match) -> None:
    match, whats = played.match, played.whats()
    assert [entry.n for entry in played.log] == list(range(1, len(played.log) + 1))
    assert [entry.time for entry in played.log] == sorted(entry.time for entry in played.log)
    assert PHASES.index(match.phase) >= PHASES.index(before.phase)
    assert whats.count("over") == whats.count("seed") == (match.phase == "over")
    if "revealed" in whats:
        assert whats[: whats.index("revealed")].count("committed") == len(SIDES)
    if "over" in whats:
        assert {"step", "taken-back", "start"}.isdisjoint(whats[whats.index("over") :])
        assert match.deadline() is None
    elif match.phase == "battle":
        assert match.state == played.game.situation.state
        assert len(match.movers) == len(played.game.sums) - 1
    if match.clock is not None:
        assert min(match.clock.at(played.time).left.values()) >= 0
        if match.phase not in ("seats", "over"):
            assert sorted(match.clock.running) == sorted(match.awaited())
    everybody = told(played)
    assert not any(person in everybody for person in PEOPLE.values())
    assert (SERVER_SEED in everybody) == (match.phase == "over")
