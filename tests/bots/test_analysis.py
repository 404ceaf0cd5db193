"""A game looked at afterwards: cut into decisions, judged, and played out in another way."""

from itertools import pairwise
from pathlib import Path

import pytest

from algorally.bots import analysis
from algorally.bots.advice import Advice
from algorally.bots.analysis import Analysis, Decision, analyse, cut, judge, play_out
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.transcript import Transcript, make, read_transcript
from tests.bots.saved import SAVED

FILES = [file for files in SAVED.values() for file in files]


def name_of(file: Path) -> str:
    return f"{file.parent.parent.name}-{file.stem}"


def read(file: Path) -> Transcript:
    return read_transcript(file.read_text(encoding="utf-8"))


def tiny() -> Transcript:
    """The beginning of a game of Algoracing, in which somebody passes."""
    transcript = read(SAVED["algoracing"][0])
    return Transcript(transcript.game, 2, transcript.seed, {}, transcript.choices[:12])


# --- cutting -----------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_every_choice_belongs_to_one_decision(file: Path) -> None:
    transcript = read(file)
    decisions = cut(transcript).decisions
    judged = cut(transcript).judged
    places = [place for decision in decisions for place in decision.places]
    assert sorted(places) == [*range(len(transcript.choices))]
    for place, (position, seat, action) in enumerate(transcript.replay()):
        turn = position.standing().turns
        (inside,) = (one for one in decisions if place in one.places)
        assert (inside.seat, inside.turn) == (seat, turn)
        assert action == inside.actions[inside.places.index(place)]
        if len(position.legal(seat)) > 1:
            assert (inside in judged) == bool(turn), place


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_decision_ends_where_its_program_is_run(file: Path) -> None:
    transcript = read(file)
    finish = transcript.game.finish
    decisions = cut(transcript).decisions
    assert any(finish in decision.actions for decision in decisions)
    assert all(finish not in decision.actions[:-1] for decision in decisions)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_decision_is_all_that_a_seat_chooses_while_it_acts(file: Path) -> None:
    transcript = read(file)
    decisions = cut(transcript).decisions
    for one, other in pairwise(decisions):
        if (one.seat, one.turn) == (other.seat, other.turn):
            assert transcript.game.words.final(one.actions[-1]) or not goes_on(transcript, one)


def goes_on(transcript: Transcript, decision: Decision) -> bool:
    """Whether a seat still acts in its turn after a decision."""
    position = analysis.before(transcript, decision.places[-1] + 1)
    return decision.seat in position.acting() and position.standing().turns == decision.turn


def test_programs_that_are_written_at_once_are_told_apart() -> None:
    first, second, *_ = cut(read(SAVED["roborally"][0])).judged
    assert (first.seat, first.places) == (0, [0, 3, 4, 7, 8, 10])
    assert (second.seat, second.places) == (1, [1, 2, 5, 6, 9, 11])


def test_a_car_that_is_chosen_while_programs_run_is_a_decision_of_its_own() -> None:
    transcript = read(SAVED["speedalgo"][0])
    program, _, one, other, *_ = cut(transcript).judged
    assert program.seat == one.seat == other.seat
    assert (program.places, one.places, other.places) == ([*range(14, 21)], [27], [28])


def test_cars_that_are_written_into_a_program_belong_to_it() -> None:
    transcript = read(SAVED["speedalgo"][1])
    said = [[*map(transcript.start().say, one.actions)] for one in cut(transcript).judged]
    programs = [words for words in said if words[-1] == "ready" and len(words) > 1]
    assert any(word.startswith("target") for words in programs for word in words)


def test_of_a_plan_only_the_next_answer_counts() -> None:
    transcript = read(SAVED["roborally"][0])
    position = analysis.before(transcript, 12)
    facing, announcing = (action for _, action in transcript.choices[12:14])
    assert analysis.program_of(position, [facing, announcing]) == [facing]


def test_what_the_clock_decides_is_apart_from_what_is_asked_later() -> None:
    game = find_game("roborally")
    transcript = Transcript(game, 2, 1, {"start_damage": "2"})
    position = transcript.start()
    while position.standing().turns == 1:
        seat = position.acting()[0]
        make(position, seat, game.time_up)
        transcript.choices.append((seat, game.time_up))
    assert len(transcript.choices) > 2
    assert [one.places for one in cut(transcript).decisions] == [
        [place] for place in range(len(transcript.choices))
    ]


def test_turns_end_where_the_next_one_begins() -> None:
    transcript = read(SAVED["speedalgo"][0])
    turns = cut(transcript).turns
    assert [turn for turn, _ in turns] == [0, 1, 2, 3, 4, 5]
    assert turns[-1][1] == len(transcript.choices)
    for turn, choices in turns[:-1]:
        position = analysis.before(transcript, choices)
        assert position.standing().turns == turn + 1
        assert analysis.before(transcript, choices - 1).standing().turns == turn


# --- judging -----------------------------------------------------------------------------------


def test_a_pass_is_told_to_have_been_a_mistake() -> None:
    transcript = tiny()
    first = analyse(transcript, None, 1).verdicts[0]
    position = analysis.before(transcript, first.decision.first)
    assert position.say(first.decision.actions[-1]) == "pass"
    assert first.loss == first.best - first.played > 0.01
    trial = position.clone()
    for action in first.better:
        trial.play(first.decision.seat, action)


def test_what_is_as_good_as_the_best_loses_nothing() -> None:
    transcript = tiny()
    decision = cut(transcript).judged[0]
    position = analysis.before(transcript, decision.first)
    better = judge(position, decision, None, 1)[0].better
    verdict, advices = judge(position, decision._replace(actions=better), None, 1, best=3)
    assert (verdict.better, verdict.loss) == ([], 0)
    assert advices[0].chance == verdict.best


def test_only_the_program_of_a_plan_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    transcript = read(SAVED["speedalgo"][0])
    decision = cut(transcript).judged[0]
    further = Advice([*decision.actions, transcript.game.time_up], 0.9)
    own = Advice(decision.actions, 0.4)
    monkeypatch.setattr(analysis, "advise", lambda *_, **__: [further, own])
    position = analysis.before(transcript, decision.first)
    assert judge(position, decision, None, 1)[0].better == []


def test_without_a_clock_the_same_seed_gives_the_same_analysis() -> None:
    one, other = (analyse(tiny(), None, 3) for _ in range(2))
    assert (one.curve, one.verdicts) == (other.curve, other.verdicts)


def test_the_last_word_is_who_won() -> None:
    found = analyse(read(SAVED["speedalgo"][0]), 0.01)
    winners = found._end.standing().winners
    assert found.curve[-1].chances == [float(seat in winners) for seat in range(2)]
    for point in found.curve:
        assert sum(point.chances) == pytest.approx(1)
    assert [point.turn for point in found.curve] == [0, 1, 2, 3, 4, 5]


def test_an_unfinished_game_has_no_winner() -> None:
    last = analyse(tiny(), None).curve[-1]
    assert last.choices == len(tiny().choices)
    assert 0 < min(last.chances) < max(last.chances) < 1


def test_the_largest_swings_decided_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    foreseen = {0: 0.5, 1: 0.55, 2: 0.8, 3: 0.75, 4: 0.3, 5: 0.4, 6: 0.1}
    transcript = read(SAVED["algoracing"][0])

    def outlook(position: Position, seed: int) -> list[float]:
        own = foreseen.get(position.standing().turns - 1, 0.1)
        return [own, 1 - own]

    monkeypatch.setattr(analysis, "outlook", outlook)
    transcript.choices = transcript.choices[: cut(transcript).turns[7][1] - 1]
    found = analyse(transcript, 0.001)
    assert [found.curve[place].turn for place in found.deciding()] == [2, 4, 6]


def test_it_is_done_in_pieces_and_can_be_left() -> None:
    found, progress = Analysis(tiny(), None), []
    while found.go_on():
        progress.append(found.progress)
        assert len(found.verdicts) + len(found.curve) == len(progress)
    assert progress == sorted({*progress})
    assert 0 < progress[0] < progress[-1] < 1 == found.progress
    assert not found.go_on()


def test_the_average_loss_is_that_of_a_seat() -> None:
    found = analyse(tiny(), None, 1)
    losses = [[one.loss for one in found.verdicts if one.decision.seat == seat] for seat in (0, 1)]
    averages = [sum(own) / len(own) for own in losses]
    assert [found.average_loss(seat) for seat in (0, 1)] == averages
    assert averages[0] != averages[1]


# --- playing out -------------------------------------------------------------------------------


def played_out(transcript: Transcript, decision: Decision, program: list[int]) -> list[Position]:
    """Play a program out; the positions before and after each choice."""
    positions = [analysis.before(transcript, decision.first)]
    for position, seat, action in play_out(transcript, decision, program):
        assert position.states.tobytes() == positions[-1].states.tobytes()
        make(position, seat, action)
        positions.append(position.clone())
    return positions


def test_what_was_played_leads_to_what_happened() -> None:
    transcript = read(SAVED["algoracing"][0])
    parts = cut(transcript)
    ends = dict(parts.turns)
    for decision in parts.judged[:10]:
        *_, last = played_out(transcript, decision, decision.actions)
        really = analysis.before(transcript, ends[decision.turn])
        assert last.states.tobytes() == really.states.tobytes()


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_another_program_is_played_to_the_end_of_the_turn(file: Path) -> None:
    transcript = read(file)
    for decision in cut(transcript).judged[:6]:
        program = [transcript.game.finish]
        *_, last = played_out(transcript, decision, program)
        assert last.over or last.standing().turns == decision.turn + 1


def test_the_others_do_as_they_did() -> None:
    transcript = read(SAVED["roborally"][0])
    first, second, *_ = cut(transcript).judged
    program = list(reversed(first.actions[:-1]))
    made = []
    for position, seat, action in play_out(transcript, first, [*program, first.actions[-1]]):
        make(position, seat, action)
        made.append((seat, action))
    assert [action for seat, action in made if seat == 0][:5] == program
    assert [action for seat, action in made if seat == 1][:6] == second.actions
