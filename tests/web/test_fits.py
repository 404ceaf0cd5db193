"""The table fits the screen: what one plays with is in sight, and no message moves it."""

import random
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from algorally.games.algoracing.names import COVER, INSERT, MAX_ROW, PASS
from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.moves import COMMAND, cards, lay, until_asked
from tests.web.people import LIKES, Person
from tests.web.positions import COVERING, arrange
from tests.web.racing import (
    GAME,
    QUICKLY,
    be_ready,
    friends,
    place_bolides,
    to_program,
    until_holder,
)
from tests.web.racing import lay as lay_card
from tests.web.test_drafts import to_first_turn

Size = tuple[int, int]
Places = dict[Size, dict[str, str]]  # of things, by their names
DESKS = [
    (1280, 640),
    (1366, 650),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
]
TABLETS = [(768, 1024), (1024, 768), (820, 1180), (1180, 820)]
PHONES = [(360, 640), (360, 740), (390, 844), (412, 915), (740, 360), (844, 390)]
TOUCHED = [*TABLETS, *PHONES]
TIGHT = {(1280, 640), (1024, 768), (768, 1024), (360, 640), (740, 360)}
STEADY = {*TIGHT, (1920, 1080)}  # where it is tried that no message moves anything
LANGUAGES = ("en", "nl", "fr", "nb", "de")
NAMES = ("Maximilianna", "Bartholomeus Vandenbergh", "Christabella", "Wilhelmina-Magdalena IV.")
BEGINNER = {**LIKES, "guided": []}
DEVICES = {"desk": (DESKS, {}), "touched": (TOUCHED, {"has_touch": True, "is_mobile": True})}
either = pytest.mark.parametrize("device", DEVICES)


SPEAK = """async (language) => {
  const languages = document.querySelector("header select");
  languages.value = language;
  languages.dispatchEvent(new Event("change", { bubbles: true }));
  while (document.documentElement.lang !== language) await new Promise(requestAnimationFrame);
}"""


class Screen:
    """A page at many sizes; what is wrong is collected, and told all at once."""

    def __init__(self, person: Person, sizes: list[Size]) -> None:
        self.person = person
        self.sizes = sizes
        self.wrong: list[str] = []

    def look(self, what: str, *, languages: bool = False, steady: bool = False) -> Places:
        """See that all fits, in German and where it is tight in all languages; where things lie."""
        boxes = {}
        page = self.person.page
        for width, height in (size for size in self.sizes if not steady or size in STEADY):
            page.set_viewport_size({"width": width, "height": height})
            size = (width, height)
            for language in LANGUAGES if languages and size in TIGHT else LANGUAGES[-1:]:
                if languages:
                    page.evaluate(SPEAK, language)
                seen = self.person.read("fits")
                at = f"{what}, {language}, {width}x{height}"
                self.wrong += [f"{at}: {complaint}" for complaint in seen["wrong"]]
                boxes[size] = seen["boxes"]
        return boxes

    def look_again(self, what: str, before: Places, *but: str) -> None:
        """See that all fits and is where it was before; some things may be there no longer."""
        for size, boxes in self.look(what, steady=True).items():
            moved = [
                f"{what}, {size[0]}x{size[1]}: {place} is now {boxes[name]}"
                for name, place in before[size].items()
                if name in boxes and boxes[name] != place
            ]
            self.wrong += moved
            gone = {name for name in before[size] if name not in boxes and not name.startswith(but)}
            self.wrong += [f"{what}, {size[0]}x{size[1]}: {name} is gone" for name in gone]

    def complain(self) -> None:
        """Say what was wrong."""
        assert not self.wrong, "\n".join([f"{len(self.wrong)} things:", *self.wrong[:60]])


def screen_of(visit: Visit, device: str, **wishes: object) -> Screen:
    """Somebody who plays for the first time, in German."""
    sizes, kind = DEVICES[device]
    forgiven = "status of 4|WebSocket"
    person = visit(**{"likes": BEGINNER, "locale": "de", "forgiven": forgiven, **kind, **wishes})
    return Screen(person, sizes)


def end_guide(screen: Screen) -> None:
    """The guide was there, and goes."""
    guide = screen.person.the(".guide")
    guide.get_by_role("button").first.click()
    expect(guide).to_have_count(0)
    screen.person.page.evaluate("scrollTo(0, 0)")


class Wire:
    """The line of a page to its table, which can be cut."""

    def __init__(self, person: Person) -> None:
        self.cut = False
        self.open: list[WebSocketRoute] = []
        person.page.route_web_socket(re.compile("/socket$"), self._open)

    def _open(self, route: WebSocketRoute) -> None:
        if self.cut:
            route.close()
            return
        route.connect_to_server()
        self.open.append(route)

    def lose(self) -> None:
        self.cut = True
        for route in self.open:
            route.close()

    def mend(self) -> None:
        self.cut = False


# --- SpeedAlgo -----------------------------------------------------------------------------------


@either
def test_a_race_fits_the_screen(visit: Visit, device: str) -> None:
    screen = screen_of(visit, device)
    ann, wire = screen.person, Wire(screen.person)
    with friends(ann, NAMES, max_body=2) as lines:
        place_bolides(ann, lines, lambda: screen.look("choosing a lane"))
        ann.the(".build .run").wait_for()
        guided = screen.look("with the guide", languages=True)
        end_guide(screen)
        screen.look_again("without the guide", guided)
        say_why_not(screen)
        lose_the_line(screen, wire, guided)
        lay_all(ann)
        full = screen.look("a full program")
        ann.the(".run").click()
        ann.the(".withdraw").wait_for()
        screen.look_again("waiting for the others", full, ".holder button")
        be_ready(lines)
        ann.the(".aiming").wait_for()
        aiming = screen.look("choosing a car", languages=True)
        ann.button("Pause").click()
        ann.the(".play > .primary").wait_for()
        ann.page.evaluate("scrollTo(0, 0)")
        screen.look_again("a pause", aiming, ".aiming", ".programs")
    screen.complain()


def say_why_not(screen: Screen) -> None:
    """A card that does not fit is refused, and nothing moves; the message can be taken away."""
    ann = screen.person
    lay_card(ann, "REP")
    before = screen.look("a repetition", steady=True)
    ann.the('.held[data-explain$=".SA"]').click()
    alert = ann.page.get_by_role("alert")
    expect(alert).to_contain_text("SA-38")
    close = alert.get_by_role("button")
    close.focus()  # so that it stays
    screen.look_again("after a refusal", before)
    close.click()
    expect(alert).to_have_text("")
    screen.look_again("after a refusal was read", before)
    ann.the(".actions .clear").click()
    until_holder(ann, [])


def lose_the_line(screen: Screen, wire: Wire, before: Places) -> None:
    """While the connection is lost everything stays where it was."""
    wire.lose()
    lost = screen.person.the(".notices .lost")
    lost.wait_for()
    screen.look_again("the line is lost", before)
    wire.mend()
    expect(lost).to_have_count(0)


def lay_all(person: Person) -> None:
    """A program that has every card."""
    for code in ("REP", "AB", "AT", "SAS", "P", "ATD", "ABD", "ATG", "ABG"):
        lay_card(person, code)


# --- Algoracing ----------------------------------------------------------------------------------


@either
@pytest.mark.parametrize("level", ["basic", "complete"])
def test_a_ride_fits_the_screen(visit: Visit, device: str, level: str) -> None:
    screen = screen_of(visit, device)
    ann = screen.person
    ann.play(seed=6, seats=4, name=NAMES[0], settings={"level": level})
    until_asked(ann)
    screen.look("choosing a corner", languages=True)
    to_first_turn(ann)
    guided = screen.look("with the guide", languages=True)
    end_guide(screen)
    screen.look_again("without the guide", guided)
    ann.the(".actions button").last.click()
    screen.look("choosing cards to replace", languages=True)
    ann.button("Abbrechen").click()
    for _ in range(3):
        lay(ann, ann.the(COMMAND).first, random.Random(1))
    before = screen.look("three cards are laid")
    cards(ann).first.click()
    ann.the(".refusal button").focus()  # so that it stays
    screen.look_again("why not", before)
    screen.complain()


@either
def test_a_full_row_fits_the_screen(visit: Visit, friend: Guest, device: str) -> None:
    screen = screen_of(visit, device, likes=LIKES)
    ann = screen.person
    arrange(ann, friend, two_are_laid, seed=4)
    for number in (3, 4, 5):
        ann.the(COMMAND).first.click()
        ann.the(".gap").last.wait_for()
        if number == MAX_ROW:
            screen.look("five places for a card")
        ann.the(".gap").last.click()
        expect(ann.the(".row .slot")).to_have_count(number)
    screen.look("a full row")
    screen.complain()


def two_are_laid(legal: set[int]) -> bool:
    """A command can be laid at three places: the row has two."""
    places = {(action - INSERT) % MAX_ROW for action in legal if action in range(INSERT, COVER)}
    return PASS in legal and bool(legal & set(COVERING)) and len(places) == 3


# --- a projector, and a track in small -----------------------------------------------------------


def letters(person: Person, *things: str) -> list[float]:
    """How large the letters are, in pixels."""
    sizes = [
        person.the(thing).first.evaluate("one => getComputedStyle(one).fontSize")
        for thing in things
    ]
    return [float(size.removesuffix("px")) for size in sizes]


READ_FROM_AFAR = 20  # pixels


@pytest.mark.parametrize("game", ["algoracing", GAME])
def test_the_back_row_can_read_it(visit: Visit, game: str) -> None:
    ann = visit()
    ann.play(game=game, seed=6, seats=4, settings=QUICKLY if game == GAME else {})
    if game == GAME:
        to_program(ann)
    else:
        to_first_turn(ann)
    card = ann.the(".held").first.bounding_box()
    ann.page.set_viewport_size({"width": 1920, "height": 1080})
    ann.read("fits")
    sizes = letters(ann, ".task", ".side li .name", ".side li b", ".log li", ".actions button")
    assert min(sizes) >= READ_FROM_AFAR
    larger = ann.the(".held").first.bounding_box()
    assert card
    assert larger
    assert larger["width"] >= 1.3 * card["width"]


def test_a_track_that_scrolls_is_seen_whole_in_small(visit: Visit) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.play(game=GAME, seed=3, seats=4, settings=QUICKLY)
    until_asked(ann)
    overview = ann.the(".overview")
    scrolled = "() => document.querySelector('.track').scrollLeft"
    assert ann.page.evaluate(scrolled) == 0
    box = ann.the(".overview .finish").bounding_box()
    assert box
    ann.page.touchscreen.tap(box["x"], box["y"] + box["height"] / 2)
    ann.page.wait_for_function(f"({scrolled})() > 300")
    finish = ann.the('rect[data-square="C23"]').bounding_box()
    assert finish
    assert 0 < finish["x"] < 390
    ann.page.set_viewport_size({"width": 1366, "height": 768})
    expect(overview).to_have_count(0)
