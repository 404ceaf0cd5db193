"""Games by older rules in the browser: looked at with their own boards, or in their own words."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from algorally.match.entries import Header
from algorally.server.archive import Archive
from algorally.server.people import COOKIE
from tests.match import toy
from tests.match.tables import SPEEDALGO, Table, make_header, make_toy_findable
from tests.server.ageing import (
    OLDER,
    change_archives,
    forget_archives,
    make_older,
    played,
    sqlite,
    store_table,
    token_of,
)
from tests.server.inside import Inside
from tests.web.conftest import Visit
from tests.web.people import Person
from tests.web.test_accessible import find_serious
from tests.web.test_languages import LANGUAGES, assert_translated

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar and uvicorn
GAMES: dict[str, dict[str, Any]] = {
    "algoracing": {"level": "complete", "turn_cap": 3},
    SPEEDALGO: {"track": "sprint", "round_cap": 2, "traffic_placement": "random"},
    toy.NAME: {},
}
SHOWN = ["algoracing", SPEEDALGO]  # with boards of their own
OPEN, RUNNING, OVER = "aaaabbbbcccc", "bbbbccccdddd", "ccccddddeeee"
QUIET_LINE = f"Played by older rules (version {OLDER})"
Open = Callable[..., Callable[..., Person]]


def header_of(game: str, table: str) -> Header:
    return replace(make_header(game, 2, seed=5, **GAMES[game]), id=table)


@pytest.fixture
def old_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, welcome: Visit) -> Iterator[Open]:
    """Opens a server whose tables were played by older rules, and lets people come to it."""
    make_toy_findable(monkeypatch)
    running: list[Inside] = []

    def open_server(*tables: Table, change: Callable[[Archive], Archive] | None = None) -> Visit:
        url = sqlite(tmp_path)
        for table in tables:
            store_table(url, table)
        make_older(url)
        if change:
            change_archives(url, change)
        running.append(Inside(tmp_path))
        server = running[-1].__enter__()

        def come(seat: int = -1, **wishes: Any) -> Person:
            person = welcome(server.url, **wishes)
            if seat >= 0:
                cookie = {"name": COOKIE, "value": token_of(url, seat), "url": server.url}
                person.context.add_cookies([cookie])  # type: ignore[list-item]
            return person

        return come

    yield open_server
    for server in running:
        server.__exit__()


def finished(game: str) -> Table:
    return played(header_of(game, OVER))


def begun(game: str, choices: int = 12) -> Table:
    return played(header_of(game, RUNNING), choices)


def with_other_numbers(archive: Archive) -> Archive:
    """As if the game had other actions by now."""
    return replace(archive, numbers=replace(archive.numbers, actions=1))


def that_do_not_fit(octets: bytes) -> Callable[[Archive], Archive]:
    """As if the same numbers meant something else by now."""

    def spoil(archive: Archive) -> Archive:
        sights = {
            viewer: replace(sight, chronicle=replace(sight.chronicle, start=octets))
            for viewer, sight in archive.sights.items()
        }
        history = archive.history and replace(archive.history, start=octets)
        return replace(archive, sights=sights, history=history)

    return spoil


def look_through(person: Person) -> str:
    """Go to the end of a replay; what was said there."""
    person.the(".replay").wait_for()
    expect(person.the(".older")).to_have_text(QUIET_LINE)
    person.page.keyboard.press("End")
    expect(person.the(".said")).to_contain_text("Guest")
    return person.the(".said").inner_text()


# --- what is over --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHOWN)
def test_a_finished_game_is_looked_at_with_its_own_board(game: str, old_server: Open) -> None:
    table = finished(game)
    ann = old_server(table)(0)
    ann.go()
    line = ann.page.get_by_role("region", name="Finished games").get_by_role("listitem")
    line.get_by_role("link").click()
    said = look_through(ann)
    assert ("Winner" in said) or ("draw" in said)
    expect(ann.the(".board svg").first).to_be_visible()
    expect(ann.the(".board pre")).to_have_count(0)
    expect(ann.the(".log li").nth(10)).to_be_attached()
    before = int(ann.the(".replay").get_attribute("data-at") or 0)
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.the(f'.replay[data-at="{before - 1}"]')).to_be_visible()


def test_its_mark_sheets_are_there_in_every_language(old_server: Open) -> None:
    come = old_server(finished(SPEEDALGO))
    seen = set()
    for language in LANGUAGES:
        ann = come(locale=language)
        ann.go(f"/sheets/{OVER}")
        expect(ann.the("figure img")).to_have_count(2)
        seen.add(ann.the("figure img").first.get_attribute("src"))
    assert len(seen) == len(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_where_its_numbers_mean_something_else_it_is_read_in_words(
    game: str, old_server: Open
) -> None:
    table = finished(game)
    ann = old_server(table, change=with_other_numbers)()
    assert_read_in_words(ann, table)


@pytest.mark.parametrize("octets", [b"", b"\xff" * 1000])
def test_what_the_pictures_do_not_fit_is_read_in_words(octets: bytes, old_server: Open) -> None:
    table = finished("algoracing")
    ann = old_server(table, change=that_do_not_fit(octets))()
    assert_read_in_words(ann, table)


def assert_read_in_words(person: Person, table: Table) -> None:
    person.go(f"/replay/{OVER}")
    look_through(person)
    position = table.match.transcript().start()
    end = table.match.position.text()
    expect(person.the(".board pre")).to_have_text(end, use_inner_text=True)
    steps = person.get(f"tables/{OVER}/history")["steps"]
    told = [words for step in steps for words in step["told"]]
    expect(person.page.get_by_role("log").get_by_role("listitem")).to_have_text(told)
    person.page.keyboard.press("Home")
    expect(person.the(".board pre")).to_have_text(position.text(), use_inner_text=True)
    person.page.keyboard.press("ArrowRight")
    expect(person.the(".said")).to_contain_text(steps[0]["said"])


def test_the_table_of_a_finished_game_leads_to_its_replay(old_server: Open) -> None:
    ann = old_server(finished("algoracing"))()
    ann.go(f"/table/{OVER}")
    ann.page.wait_for_url(f"**/replay/{OVER}")
    look_through(ann)


# --- what still runs -----------------------------------------------------------------------------


def test_a_running_game_says_so_and_shows_a_seat_its_own_hand(old_server: Open) -> None:
    table = begun("algoracing")
    come = old_server(table)
    ann, cleo = come(0), come()
    ann.go()
    mine = ann.page.get_by_role("region", name="My games").get_by_role("listitem")
    expect(mine).to_contain_text("Older rules: only to look at")
    mine.get_by_role("link").click()
    cleo.go(f"/table/{RUNNING}")
    for person, seats in ((ann, {0}), (cleo, set[int]())):
        expect(person.page.get_by_role("status")).to_contain_text(
            f"older rules (version {OLDER}). You can look at it, but nobody can play on."
        )
        for seat in range(2):
            shown = person.the(f'[data-hand="{seat}"] [data-card]')
            held = table.match.game.words.hand(table.match.position, seat)
            expect(shown).to_have_count(len(held) if seat in seats else 0)
        expect(person.the(".log li").nth(5)).to_be_attached()
        expect(person.the(".board svg").first).to_be_visible()


@pytest.mark.parametrize("change", [with_other_numbers, that_do_not_fit(b"\xff" * 1000)])
def test_it_is_read_in_words_too(change: Callable[[Archive], Archive], old_server: Open) -> None:
    table = begun("algoracing")
    come = old_server(table, change=change)
    for seat in (-1, 1):
        person = come(seat)
        person.go(f"/table/{RUNNING}")
        view = table.match.position.view(seat)
        expect(person.the(".board pre")).to_have_text(view.text(), use_inner_text=True)
        hand = table.match.game.words.hand(view, seat) if seat >= 0 else []
        expect(person.the(".hand li")).to_have_text(hand)


def test_a_game_without_pictures_is_looked_at(old_server: Open) -> None:
    table = begun(toy.NAME, 3)
    ann = old_server(table)(1)
    ann.go(f"/table/{RUNNING}")
    view = table.match.position.view(1)
    expect(ann.the(".board pre")).to_have_text(view.text(), use_inner_text=True)
    expect(ann.the(".hand li")).to_have_text(table.match.game.words.hand(view, 1))


def test_it_is_taken_off_the_list(old_server: Open) -> None:
    ann = old_server(begun("algoracing"))(0)
    ann.go()
    ann.button("Take off the list").click()
    expect(ann.page.get_by_role("region", name="My games")).to_have_count(0)


def test_where_nothing_was_kept_it_says_so(old_server: Open, tmp_path: Path) -> None:
    tables = [Table(header_of("algoracing", OPEN)), begun("algoracing"), finished("algoracing")]
    come = old_server(*tables)
    forget_archives(sqlite(tmp_path))
    ann = come(0)
    ann.go(f"/table/{OPEN}")
    expect(ann.page.get_by_role("status")).to_contain_text("Its game cannot begin any more")
    for path in (f"/table/{RUNNING}", f"/replay/{OVER}"):
        ann.go(path)
        expect(ann.page.get_by_role("alert")).to_contain_text(f"played by rules {OLDER}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_translated_and_accessible(old_server: Open, language: str) -> None:
    come = old_server(begun("algoracing"), finished(SPEEDALGO))
    ann = come(0, locale=language, reduced_motion="reduce")
    for path, content in {
        "/": ".tables",
        f"/table/{RUNNING}": ".old .log",
        f"/replay/{OVER}": ".older",
    }.items():
        ann.go(path)
        ann.the(content).first.wait_for()
        assert_translated(ann)
        assert find_serious(ann) == [], path
