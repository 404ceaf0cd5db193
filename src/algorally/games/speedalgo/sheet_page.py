"""A mark sheet as a page of A4 to print: its head, the codes, the table, the way of the bolide."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import ceil
from textwrap import wrap

from algorally.core.drawing import area, box, circle, group, line
from algorally.games.speedalgo.bodies import bolide
from algorally.games.speedalgo.marks import Entry
from algorally.games.speedalgo.names import AB, CARDS, LANE_NAMES, LANES, SAS
from algorally.games.speedalgo.terrain import column_of, lane_of

WIDE, HIGH = 210, 297  # millimetres: A4
LEFT, RIGHT = 12, 198  # of what is printed
TOP, FOOT = 62, 282  # of the table
CODES, ENOUGH = 30, 141  # where the coded programs begin and end
DIE = 21  # where the throws begin
UNIT = 8.4  # one lane of the drawing of the track
DRAWING = 147  # where the drawing of the track begins
FEWEST, TALLEST = 18, 12  # lines of a table, and how high one is at most
LETTER = 0.6  # width of a letter of the typewriter type, by its height
LARGEST = 3.5  # letters of a program
INK, PALE, GREY = "#16181c", "#eceae4", "#8a8a86"
CELLS = 28  # of the chequered line
DASHES = ("none", "2.2 1.1", "0.1 1.3", "3 1 0.1 1")  # round after round


def _print(text: object, x: float, y: float, size: float, more: str = "") -> str:
    """Text that begins at a point."""
    safe = escape(str(text))
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{INK}"{more}>{safe}</text>'


MIDDLE, BOLD = ' text-anchor="middle"', ' font-weight="bold"'
TYPEWRITER = ' font-family="DejaVu Sans Mono, Liberation Mono, monospace" font-weight="bold"'


def page(title: str, told: str, parts: Iterable[str]) -> str:
    """The whole page, with all that is written on it in words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}mm" height="{HIGH}mm"'
        f' viewBox="0 0 {WIDE} {HIGH}" role="img" fill="none" stroke-linejoin="round"'
        ' stroke-linecap="round" font-family="Verdana, DejaVu Sans, sans-serif">'
        f"<title>{title}</title>"
        f"<desc>{escape(told)}</desc>"
        f"{box(0, 0, WIDE, HIGH, '#fff')}{''.join(parts)}</svg>\n"
    )


def header(words: Mapping[str, str], colour: str, paint: int, player: str) -> Iterator[str]:
    """The game, the bolide and a line for the player's name."""
    cells = "".join(
        f"M{LEFT + 3 * x} {10 + 3 * y}h3v3h-3z" for x in range(62) for y in range(2) if (x + y) % 2
    )
    yield box(LEFT, 10, RIGHT - LEFT, 6, "#fff", f' stroke="{INK}" stroke-width="0.4"')
    yield area(cells, INK)
    yield _print("SpeedAlgo", LEFT, 29, 10, BOLD + ' font-style="italic"')
    yield _print(words["sheet"], RIGHT, 29, 6.4, ' text-anchor="end"')
    yield _print(f"{words['name']}:", LEFT, 40, 4)
    yield _print(player, LEFT + 18, 39.4, 5, BOLD)
    yield line(f"M{LEFT + 17} 41H{ENOUGH - 10}", INK, 0.3)
    sized = f' font-weight="bold" text-anchor="middle">{bolide(paint)}'
    yield f'<g class="bolide" transform="translate({DRAWING - 3} 38.6) scale(0.15)"{sized}</g>'
    yield _print(f"{words['bolide']}:", DRAWING + 8, 40, 4)
    yield _print(colour, DRAWING + 25, 40, 4.4, BOLD)


# --- legend --------------------------------------------------------------------------------------


def _arrow(lanes: int) -> str:
    """One square ahead, or diagonally, upwards."""
    x = 3.2 * lanes
    head = {0: "M-1.1 -2.1L0 -3.4L1.1 -2.1", 1: "M1.5 -2.9H3.2V-1.2", -1: "M-1.5 -2.9H-3.2V-1.2"}
    return line(f"M0 1.4L{x:g} {-3.4 if not lanes else -2.9:g}{head[lanes]}", INK, 0.5)


OWN = circle(0, 1.4, 1.2, INK)
OTHER = box(-1.1, 0.4, 2.2, 2.2, "#fff", f' stroke="{INK}" stroke-width="0.45"')
QUESTION = area("M0 -3.4L3.4 0L0 3.4L-3.4 0Z", "#fff", f' stroke="{INK}" stroke-width="0.45"')
ICONS = {
    "AB": _arrow(0) + OWN,
    "ABD": _arrow(1) + OWN,
    "ABG": _arrow(-1) + OWN,
    "AT": _arrow(0) + OTHER,
    "ATD": _arrow(1) + OTHER,
    "ATG": _arrow(-1) + OTHER,
    "P": group("other", 0, -2.2, OTHER)
    + circle(0, 2.2, 1.2, INK)
    + line("M-2.4 3V-2.6l-0.9 1.2m0.9 -1.2l0.9 1.2", INK, 0.5),
    "REP": line("M2.2 -1.9A2.9 2.9 0 1 0 2.9 0.6M2.5 -3.5V-1.7H0.7", INK, 0.5),
    "SA": QUESTION + _print("?", 0, 1.4, 3.8, MIDDLE + BOLD),
    "SAS": QUESTION
    + _print("?", 0, 1.4, 3.8, MIDDLE + BOLD)
    + line("M-3.4 0H-5M3.4 0H5", INK, 0.5),
}


def legend(words: Mapping[str, str]) -> Iterator[str]:
    """The codes of all cards with a small drawing each."""
    codes = CARDS[AB : SAS + 1]
    step = (ENOUGH - LEFT) / len(codes)
    yield box(LEFT, 45, ENOUGH - LEFT, 14, PALE)
    for number, code in enumerate(codes):
        x = LEFT + step * (number + 0.5)
        yield group("code", x, 50, ICONS[code])
        yield _print(code, x, 57.4, 3.1, MIDDLE + TYPEWRITER)
    yield line(f"M{DRAWING + 2} 47.4l2.4 2.4m0 -2.4l-2.4 2.4", INK, 0.6)
    yield _print(words["interrupted"], DRAWING + 8, 50, 3)
    yield line(f"M{DRAWING} 54.2h5.4", GREY, 0.5, ' stroke-dasharray="0.1 1"')
    yield _print(words["pushed"], DRAWING + 8, 55.2, 3)


# --- table ---------------------------------------------------------------------------------------


def table(words: Mapping[str, str], sheet: Sequence[Entry]) -> Iterator[str]:
    """A numbered line for each round, more of them as there are more rounds."""
    count = max(FEWEST, len(sheet))
    head = TOP + 8
    tall = min(TALLEST, (FOOT - head) / count)
    foot = head + tall * count
    yield box(LEFT, TOP, ENOUGH - LEFT, 8, PALE)
    heads = ((LEFT, DIE, "number"), (DIE, CODES, "die"), (CODES, ENOUGH, "codes"))
    for left, right, key in heads:
        yield _print(words[key], (left + right) / 2, TOP + 5.2, 2.8, MIDDLE + BOLD)
    rules = "".join(f"M{LEFT} {head + tall * row:g}H{ENOUGH}" for row in range(count))
    yield line(rules, INK, 0.2)
    frame = f"M{LEFT} {TOP}H{ENOUGH}V{foot:g}H{LEFT}ZM{DIE} {TOP}V{foot:g}M{CODES} {TOP}V{foot:g}"
    yield line(frame, INK, 0.5)
    for row, entry in enumerate(sheet):
        yield from _row(words, entry, head + tall * row, tall)
    last = sheet[-1].number if sheet else 0
    for row in range(len(sheet), count):
        yield _number(last + row + 1 - len(sheet), head + tall * row, tall)


def _number(number: int, top: float, tall: float) -> str:
    """The number of a round at the beginning of its line."""
    size = min(4, 0.62 * tall)
    base = top + tall / 2 + 0.36 * size
    return _print(number, (LEFT + DIE) / 2, base, size, MIDDLE + BOLD)


def _row(words: Mapping[str, str], entry: Entry, top: float, tall: float) -> Iterator[str]:
    """One line of the table: number, throw, program, and a cross if it was interrupted."""
    size = min(4, 0.62 * tall)
    base = top + tall / 2 + 0.36 * size
    yield _number(entry.number, top, tall)
    yield _print(entry.roll, (DIE + CODES) / 2, base, size, MIDDLE)
    room = ENOUGH - CODES - 11
    lines, size = fitted(entry.coded or words["empty"], room, 0.86 * tall)
    for number, text in enumerate(lines):
        middle = top + tall / 2 + (number - (len(lines) - 1) / 2) * 1.16 * size
        yield _print(text, CODES + 2, middle + 0.36 * size, size, TYPEWRITER)
    if entry.interrupted:
        cross = min(1.3, 0.3 * tall)
        way = (
            f"M{-cross:g} {-cross:g}L{cross:g} {cross:g}M{cross:g} {-cross:g}L{-cross:g} {cross:g}"
        )
        yield group("interrupted", ENOUGH - 4, top + tall / 2, line(way, INK, 0.6))


def fitted(text: str, wide: float, high: float) -> tuple[list[str], float]:
    """Text in as many lines as let its letters be largest, and how large they are."""
    best: tuple[list[str], float] = ([text], 0)
    for count in range(1, 6):
        letters = ceil(len(text) / count) + (8 if count > 1 else 0)
        lines = wrap(text, letters, break_long_words=False, break_on_hyphens=False) or [text]
        longest = max(len(part) for part in lines)
        size = min(LARGEST, wide / (LETTER * longest), high / (1.16 * len(lines)))
        if size > best[1] + 0.01:
            best = lines, size
    return best


# --- drawing of the track ------------------------------------------------------------------------


class Paper:
    """Where the squares of the drawing are: the bolide drives upwards, lane A is on the left."""

    def __init__(self, columns: int, sheet: Sequence[Entry]) -> None:
        farthest = max((square for entry in sheet for square in entry.way), default=0)
        self.columns = columns
        self.seen = max(columns + 2, int(column_of(farthest)) + 1)
        self.tall = min(12, (FOOT - TOP - 10) / self.seen)  # one square
        self.unit = min(UNIT, self.tall)  # by which signs are measured
        self.left = DRAWING + 6
        self.right = self.left + LANES * UNIT
        self.top = TOP + 8
        self.foot = self.top + self.tall * self.seen

    def edge(self, column: int) -> float:
        """The lower edge of a column."""
        return self.foot - self.tall * column

    def middle(self, square: int, number: int = 1) -> tuple[float, float]:
        """The middle of a square, a little aside for each round so that ways stay apart."""
        aside = 0.11 * (number % 3 - 1) * self.unit
        x = self.left + UNIT * (int(lane_of(square)) + 0.5) + aside
        return x, self.edge(int(column_of(square))) - self.tall / 2 + aside / 2


def track(words: Mapping[str, str], sheet: Sequence[Entry], columns: int) -> Iterator[str]:
    """The whole track with the ways of all rounds."""
    paper = Paper(columns, sheet)
    centre = (paper.left + paper.right) / 2
    yield _print(words["way"], centre, TOP + 2, 2.9, MIDDLE + BOLD)
    yield from _grid(paper)
    for lane, name in enumerate(LANE_NAMES):
        x = paper.left + UNIT * (lane + 0.5)
        for y in (paper.top - 1.4, paper.foot + 4):
            yield _print(name, x, y, 3.4, MIDDLE + BOLD)
    yield _print(words["start"], centre, paper.foot + 8, 2.8, MIDDLE)
    yield from _finish(words["finish"], paper)
    yield from _ways(paper, sheet)


def _grid(paper: Paper) -> Iterator[str]:
    """Squares and column numbers."""
    wide, top, foot = LANES * UNIT, paper.top, paper.foot
    yield box(paper.left, paper.edge(paper.columns), wide, paper.tall * paper.columns, "#f4f3ef")
    across = [
        f"M{paper.left:g} {paper.edge(column):g}h{wide:g}" for column in range(paper.seen + 1)
    ]
    along = [f"M{paper.left + UNIT * lane:g} {top:g}V{foot:g}" for lane in range(LANES + 1)]
    yield line("".join(across + along), "#b4b2ab", 0.2)
    yield line(f"M{paper.left:g} {top:g}V{foot:g}H{paper.right:g}V{top:g}", INK, 0.5)
    size = min(2.6, 0.6 * paper.tall)
    for column in range(paper.seen):
        base = paper.edge(column) - paper.tall / 2 + 0.36 * size
        yield _print(column, paper.left - 1.2, base, size, ' text-anchor="end"')


def _finish(word: str, paper: Paper) -> Iterator[str]:
    """The chequered line behind the last column."""
    wide, y = LANES * UNIT, paper.edge(paper.columns)
    cell = wide / CELLS
    step = f"h{cell:g}v{cell:g}h{-cell:g}z"
    cells = "".join(
        f"M{paper.left + cell * x:g} {y - cell * (x % 2):g}{step}" for x in range(CELLS)
    )
    rim = f' stroke="{INK}" stroke-width="0.2"'
    yield box(paper.left, y - cell, wide, 2 * cell, "#fff", rim)
    yield area(cells, INK)
    turned = f' transform="rotate(-90 {paper.right + 3.4:g} {y:g})"{MIDDLE}'
    yield _print(word, paper.right + 3.4, y, 2.8, turned)


def _ways(paper: Paper, sheet: Sequence[Entry]) -> Iterator[str]:
    """A broken line for each round, its number where it ends."""
    played = [entry for entry in sheet if min(entry.way, default=-1) >= 0]
    for before, entry in pairwise(played):
        if before.way[-1] != entry.way[0]:
            way = _polyline(paper, [before.way[-1], entry.way[0]])
            yield line(way, GREY, 0.5, ' stroke-dasharray="0.1 1"')
    if played:
        yield circle(*paper.middle(played[0].way[0]), 0.2 * paper.unit, INK)
    ends: dict[int, list[int]] = {}
    for entry in played:
        dashes = f' stroke-dasharray="{DASHES[entry.number % len(DASHES)]}"'
        yield line(_polyline(paper, entry.way, entry.number), INK, 0.75, dashes)
        for square in entry.way:
            yield circle(*paper.middle(square, entry.number), 0.1 * paper.unit, INK)
        ends.setdefault(entry.way[-1], []).append(entry.number)
    for square, numbers in ends.items():
        yield _label(paper, square, in_ranges(numbers))


def in_ranges(numbers: Sequence[int]) -> str:
    """Rising numbers in short: 1, 2, 3, 5 is "1-3,5"."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ",".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def _polyline(paper: Paper, way: Sequence[int], number: int = 1) -> str:
    """The squares of a way, joined."""
    return "M" + "L".join("{:.4g} {:.4g}".format(*paper.middle(square, number)) for square in way)


def _label(paper: Paper, square: int, text: str) -> str:
    """The numbers of the rounds that end on a square."""
    x, y = paper.middle(square)
    high = min(4.4, 0.72 * paper.unit)
    size = min(0.72 * high, 1.1 * UNIT / (0.7 * len(text) + 0.4))
    wide = max(high, 0.7 * size * len(text) + 0.3 * high)
    rim = f' rx="{high / 2:g}" stroke="{INK}" stroke-width="0.4"'
    plate = box(x - wide / 2, y - high / 2, wide, high, "#fff", rim)
    return plate + _print(text, x, y + 0.36 * size, size, MIDDLE + BOLD)
