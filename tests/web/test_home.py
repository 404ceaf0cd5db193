"""Home: a game at once, one's own games again, and those of others."""

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from algorally.games.algoracing.names import PASS
from tests.server.guests import Guest
from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.moves import ASKED, OVER, play_on, until_asked
from tests.web.people import Person

GAMES = ["Algoracing", "SpeedAlgo"]


def of_game(person: Person, title: str) -> Locator:
    """What the first page shows of a game."""
    return person.the("article").filter(
        has=person.page.get_by_role("heading", name=title, exact=True)
    )


def section(person: Person, name: str) -> Locator:
    """A part of the first page, by its heading."""
    return person.page.get_by_role("region", name=name)


@pytest.mark.parametrize("title", GAMES)
def test_play_now_begins_with_the_first_program(visit: Visit, title: str) -> None:
    ann = visit()
    ann.go()
    of_game(ann, title).get_by_role("button", name="Play now").click()
    expect(ann.the(ASKED)).to_contain_text("Your turn")
    expect(ann.the(".held:enabled, .hand button:enabled").first).to_be_visible()
    assert ann.the(".target").count() == 0
    table = ann.page.url.rsplit("/", 1)[1]
    assert ann.get(f"tables/{table}")["table"]["result"]["turns"] == 1


@pytest.mark.parametrize("title", GAMES)
def test_setting_up_oneself_is_one_click_away(visit: Visit, title: str) -> None:
    ann = visit()
    ann.go()
    of_game(ann, title).get_by_role("button", name="Set up myself").click()
    assert until_asked(ann)
    expect(ann.the(".target").first).to_be_visible()
    table = ann.page.url.rsplit("/", 1)[1]
    assert ann.get(f"tables/{table}")["table"]["result"]["turns"] == 0


def test_where_nothing_is_set_up_a_course_is_chosen_against_bots(visit: Visit) -> None:
    ann = visit()
    ann.go()
    card = of_game(ann, "RoboRally")
    expect(card.get_by_role("button", name="Play now")).to_be_visible()
    expect(card.get_by_role("button", name="Set up myself")).to_have_count(0)
    card.get_by_role("link", name="Choose a course").click()
    expect(ann.page.get_by_label("Me against bots")).to_be_checked()
    expect(ann.the(".course").first).to_be_visible()
    expect(ann.button("Play now")).to_be_enabled()
    ann.go("/new/roborally")
    expect(ann.page.get_by_label("Friends, by a link")).to_be_checked()


def test_my_games_lead_back_to_every_table(visit: Visit) -> None:
    ann = visit()
    ann.go()
    expect(of_game(ann, "SpeedAlgo")).to_be_visible()
    assert section(ann, "My games").count() == 0
    over = ann.play(seed=4, set_up="house", settings={"turn_cap": 1})
    while until_asked(ann):
        play_on(ann, random.Random(1), 1)
    running = ann.make(bots="random", start=True, set_up="house", settings={"level": "complete"})
    ann.make(game="speedalgo", seats=2)
    ann.go()
    lines = section(ann, "My games").get_by_role("link")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text(re.compile("Algoracing.*Complete rules.*Your turn"))
    expect(lines.nth(1)).to_contain_text(re.compile("SpeedAlgo.*Base game.*Waiting for players"))
    finished = section(ann, "Finished games").get_by_role("link")
    expect(finished).to_have_count(1)
    expect(finished).to_contain_text(
        re.compile("Algoracing.*Basic rules.*(You win|Won by|A draw).*Replay")
    )
    finished.click()
    expect(ann.page).to_have_url(re.compile(f"/replay/{over}"))
    ann.go()
    lines.first.click()
    expect(ann.page).to_have_url(re.compile(f"/table/{running}$"))
    expect(ann.the(ASKED)).to_be_visible()


def test_my_games_are_few_lines_and_can_be_taken_away(visit: Visit, served: Server) -> None:
    ann = visit()
    with Guest(served.url) as double:
        tables = [double.make(name="Ann", seats=2) for _ in range(5)]
        running = double.make(name="Ann", bots="random", start=True, set_up="house")
        ann.become(double)
    ann.go()
    mine = section(ann, "My games")
    expect(mine.get_by_role("link")).to_have_count(3)
    expect(ann.button("Play now").first).to_be_in_viewport(ratio=1)
    mine.get_by_role("button", name="Show all (6)").click()
    expect(mine.get_by_role("link")).to_have_count(1 + len(tables))
    leave = mine.get_by_role("button", name="Leave the game: Algoracing").first
    leave.click()
    expect(mine.get_by_role("alert")).to_contain_text("Leave this game?")
    mine.get_by_role("button", name="Cancel").click()
    expect(mine.get_by_role("alert")).to_have_count(0)
    leave.click()
    mine.get_by_role("button", name="Leave the game", exact=True).click()
    expect(mine.get_by_role("link")).to_have_count(len(tables))
    assert ann.get(f"tables/{running}")["seats"] == []


def test_a_draw_is_called_so_everywhere(visit: Visit, served: Server) -> None:
    ann = visit()
    with Guest(served.url) as double:
        wishes = {"seats": 2, "set_up": "house", "settings": {"turn_cap": 1}}
        table = double.make(name="Ann", **wishes)
        double.post(f"tables/{table}/seats", name="Bob", another=True)
        double.post(f"tables/{table}/start")
        for seat in (0, 1):  # nobody scores anything
            assert double.join(table, seat=seat).choose([PASS])["kind"] == "ack"
        ann.become(double)
    ann.sit_at(table)
    expect(ann.the(OVER).get_by_role("heading")).to_have_text("A draw: Ann, Bob")
    ann.go(f"/replay/{table}#999")
    expect(ann.the(".said")).to_have_text("A draw: Ann, Bob")
    ann.go()
    expect(section(ann, "Finished games")).to_contain_text("A draw: Ann, Bob")
    ann.button("Take off the list").click()
    expect(section(ann, "Finished games")).to_have_count(0)


def test_a_lobby_says_what_is_played(visit: Visit) -> None:
    ann = visit()
    settings = {"track": "night", "variant": "expert", "round_cap": 5}
    ann.go(f"/table/{ann.make(game='speedalgo', seats=2, settings=settings)}")
    expect(ann.the(".agreed")).to_have_text(
        re.compile("^Experts · Night · .* · Rounds at most.*: 5$")
    )
    ann.go(f"/table/{ann.make(seats=2, settings={'level': 'complete', 'field': 'summit'})}")
    expect(ann.the(".agreed")).to_have_text(
        "Complete rules · Summit · Time to think: As long as you like"
    )


def test_a_game_that_ends_soon_counts_its_rounds(visit: Visit) -> None:
    ann = visit()
    ann.play(set_up="house", settings={"turn_cap": 3})
    expect(ann.the(ASKED)).to_contain_text("Round 1 of 3")
    ann.play(game="speedalgo", set_up="house", settings={"round_cap": 40})
    expect(ann.the(ASKED)).not_to_contain_text("Round")


def test_a_host_reads_who_may_watch(visit: Visit) -> None:
    ann = visit()
    ann.go("/new/algoracing")
    expect(ann.page.get_by_label("Others may watch, if they have the link")).to_be_checked()
    ann.page.get_by_label("Anybody may join").check()
    expect(ann.page.get_by_label("Others may watch", exact=True)).to_be_checked()


def test_a_personal_link_moves_all_games_to_another_device(visit: Visit) -> None:
    ann, phone = visit(), visit()
    ann.make(bots="random", start=True, set_up="house")
    ann.go()
    ann.page.get_by_role("link", name="Play on another device").click()
    expect(ann.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = ann.page.get_by_label("Your personal link").input_value()
    assert "#code=" in link
    phone.page.goto(link)
    phone.button("Yes, play on here").click()
    expect(section(phone, "My games").get_by_role("link")).to_have_count(1)
    assert "code=" not in phone.page.url
    section(phone, "My games").get_by_role("link").click()
    expect(phone.the(ASKED)).to_be_visible()


def test_a_device_with_games_of_its_own_is_warned_and_can_go_back(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.make(bots="random", start=True, set_up="house")
    bob.make(game="speedalgo", seats=2)
    bob.go(ann.post("guest/move")["path"])
    expect(bob.page.get_by_text("no longer found here")).to_be_visible()
    back = bob.page.get_by_label("Your personal link").input_value()
    bob.button("Yes, play on here").click()
    expect(section(bob, "My games").get_by_role("link")).to_contain_text("Algoracing")
    bob.page.goto(back)
    bob.button("Yes, play on here").click()
    expect(section(bob, "My games").get_by_role("link")).to_contain_text("SpeedAlgo")


def test_a_personal_link_that_is_wrong_says_so(visit: Visit) -> None:
    ann = visit(forgiven=r"status of 4\d\d")
    ann.go("/me#code=nonsense")
    ann.button("Yes, play on here").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("not made by this server")


def test_tables_of_others_tell_game_level_and_variant(visit: Visit, friend: Guest) -> None:
    ann = visit()
    wishes = {"name": "Walter", "listed": True, "seats": 2}
    friend.make(**wishes, settings={"level": "complete"})
    friend.make(**wishes, game="speedalgo", settings={"track": "night", "variant": "expert"})
    friend.make(**wishes, bots="random", start=True)
    friend.make(**wishes, bots="random", start=True, watched=False, game="speedalgo")
    ann.go()
    waiting = section(ann, "Open tables").get_by_role("link").filter(has_text="Walter")
    expect(waiting).to_have_count(2)
    expect(waiting.nth(1)).to_contain_text(re.compile("Algoracing.*Complete rules.*free seats: 1"))
    expect(waiting.nth(0)).to_contain_text(re.compile("SpeedAlgo.*Experts · Night.*free seats: 1"))
    watched = section(ann, "Games to watch").get_by_role("link").filter(has_text="Walter")
    expect(watched).to_have_count(1)
    expect(watched).to_contain_text(re.compile("Algoracing.*Basic rules.*Watch"))
    watched.click()
    expect(ann.the(".task")).to_contain_text("You are watching")
    assert ann.the(OVER).count() == 0


def test_a_game_that_is_not_to_be_watched_says_so(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table = friend.make(name="Walter", bots="random", start=True, watched=False)
    ann.go(f"/table/{table}")
    expect(ann.page.get_by_role("alert")).to_contain_text("only its players see this game")


def test_options_of_the_other_level_are_not_offered(visit: Visit) -> None:
    ann = visit()
    ann.go("/new/algoracing")
    ann.the("details.box > summary").click()
    of_basic, of_complete = (
        ann.the(f'.options label[title="{rule}"]') for rule in ("AR-A7", "AR-A39")
    )
    expect(of_basic).to_be_visible()
    expect(of_complete).to_have_count(0)
    ann.page.get_by_label("Complete", exact=False).first.click()
    expect(of_complete).to_be_visible()
    expect(of_basic).to_have_count(0)
