"""The log tells all that happened at a table, whoever comes and whenever."""

import random
import re

from playwright.sync_api import Route, expect

from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.moves import choose, play_on, until_asked
from tests.web.people import Person
from tests.web.racing import drive_on, race
from tests.web.test_drafts import to_first_turn
from tests.web.test_hot_seat import BUILDING, share, take_over, until_somebody


def lines(person: Person) -> list[str]:
    """What the log says."""
    return person.the(".log li").all_inner_texts()


AT_ONCE = "[...document.querySelectorAll('.task, .log li')].map((one) => one.innerText)"


def until_told(person: Person, expected: list[str]) -> None:
    """Wait until the log says just this."""
    expect(person.the(".log li")).to_have_text(expected, use_inner_text=True)


def test_the_log_of_a_game_comes_back_with_the_page(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    play_on(ann, random.Random(3), 6)
    assert until_asked(ann)
    before = lines(ann)
    assert before[0] == "The game begins: Ann, Bolt"
    assert any("Ann draws" in line for line in before)
    assert sum("Turn of" in line for line in before) > 3
    ann.page.reload()
    until_told(ann, before)


def test_the_log_of_a_race_comes_back_with_its_programs(visit: Visit) -> None:
    ann = visit()
    race(ann, seed=3)
    dice, before, runs = random.Random(3), list[str](), list[str]()
    while len(runs) < 3:
        drive_on(ann, dice, 1)
        assert until_asked(ann)
        before = lines(ann)
        runs = [line for line in before if " runs: " in line]
    card = "(AB|ABD|ABG|AT|ATD|ATG|P|REP|SA|SAS)( [A-Z]?[a-z]+)+"  # its code and its name
    sign = "( [\N{EN DASH}/])?"
    program = rf"The program of (Ann|Bolt) runs: {card}{sign}( {card}{sign})*"
    assert all(re.fullmatch(program, line) for line in runs), runs
    ann.page.reload()
    until_told(ann, before)


def test_who_looks_on_reads_all_but_the_secrets(visit: Visit) -> None:
    ann, cleo = visit(), visit()
    table = ann.play(seed=6)
    play_on(ann, random.Random(3), 6)
    assert until_asked(ann)
    cleo.sit_at(table)
    told = lines(ann)
    until_told(cleo, [line for line in told if not line.startswith("Ann draws")])
    assert len(told) > len(lines(cleo))


def test_the_whole_program_is_told_when_it_runs(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    ann.the('.held[data-explain$=".jump"]').first.click()
    ann.the(".row .slot").wait_for()
    ann.button("Run").click()
    expect(ann.the(".log")).to_contain_text("Ann runs: Jump")


def test_what_comes_late_is_told_once_and_in_order(visit: Visit) -> None:
    ann = visit()
    table = ann.play(seed=6)
    play_on(ann, random.Random(3), 5)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/chronicle*", hold)
    ann.sit_at(table)
    play_on(ann, random.Random(4), 2)
    assert until_asked(ann)
    since = lines(ann)
    assert len(held) == 1
    held[0].continue_()  # with what was told meanwhile, too
    expect(ann.the(".log li").first).to_have_text("The game begins: Ann, Bolt")
    whole = lines(ann)
    assert whole[-len(since) :] == since
    ann.page.unroute("**/chronicle*")
    ann.page.reload()
    until_told(ann, whole)


def test_it_tells_who_was_away_and_came_back(visit: Visit) -> None:
    ann, bob = visit(), visit()
    table = ann.make(seats=2, seed=5, grace=1)
    bob.context.request.post(f"/api/tables/{table}/seats", data={"name": "Bob"})
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    bob.sit_at(table)
    log = ann.the(".log")
    bob.go("/settings")
    expect(log).to_contain_text("A bot plays for Bob, who is away")
    bob.sit_at(table)
    expect(log).to_contain_text("Bob is back")
    ann.button("Pause").click()
    expect(log).to_contain_text("Ann has paused the game")
    ann.button("Go on").first.click()
    expect(log).to_contain_text("The game goes on")
    notices = ann.the(".log .notice").all_inner_texts()
    assert notices == [
        "The game begins: Ann, Bob",
        "Bob is away",
        "A bot plays for Bob, who is away",
        "Bob is back",
        "Ann has paused the game",
        "The game goes on",
    ]
    ann.page.reload()
    expect(ann.the(".log .notice")).to_have_text(notices)


def test_it_is_told_in_another_language_at_once(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    play_on(ann, random.Random(3), 4)
    assert until_asked(ann)
    ann.page.get_by_label("Language").select_option("nl")
    expect(ann.the(".log li").first).to_have_text("Het spel begint: Ann, Bolt")
    assert not any("Turn of" in line or "drives" in line for line in lines(ann))


def test_at_a_shared_device_everybody_reads_their_own_log(visit: Visit) -> None:
    ann, dice = visit(), random.Random(2)
    share(ann)
    read: dict[str, list[str]] = {}
    while len(read) < 2:
        name = until_somebody(ann)
        if name:
            take_over(ann)
        if ann.the(BUILDING).count():
            expect(ann.the(".log li").first).to_have_text("The game begins: Ann, Player 2")
            asked, *told = ann.page.evaluate(AT_ONCE)  # the seat may change any moment
            read[asked.split(" · ")[-2]] = [line for line in told if " draws " in line]
        choose(ann, dice)
    for name, drawn in read.items():
        assert all(line.startswith(f"{name} draws") for line in drawn)
    assert any(read.values())


def test_a_friend_without_a_browser_is_told_of_as_well(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table = ann.make(seats=2, seed=6)
    friend.post(f"tables/{table}/seats", name="Bob")
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    expect(ann.the(".log li").first).to_have_text("The game begins: Ann, Bob")
