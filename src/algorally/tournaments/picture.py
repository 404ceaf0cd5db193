"""A tournament as a picture: ratings with their intervals, and who beats whom how often."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor

from algorally.core.drawing import box, circle, document, line, sign
from algorally.tournaments.statistics import CERTAINTY, Pair, Rate, Row, Statistics

MARGIN, TOP = 24, 84  # around everything; above the first row
ROW = 48  # height of a bot's row, and width of a column of the matrix
NAMES, AXIS = 230, 320  # width of the names and of the ratings
GAP, HEADING = 60, 240  # before the matrix, and the width of what stands over it
LONGEST = 24  # letters of a name
TICKS = 6  # of the axis, at most
INK, GREY, PALE = "#16181c", "#6a6a66", "#dddbd4"
WINS, LOSES, EVEN = (38, 104, 178), (200, 108, 28), (246, 245, 241)  # by how often, as colours
DARK = 0.3  # how far from even a cell is so dark that its ink is white


def draw(statistics: Statistics) -> str:
    """The whole picture, the strongest bot first."""
    rows, pairs = statistics.rows(), statistics.pairs()
    title = f"{statistics.setup.found_game().title}, {len(statistics.outcomes)} games"
    matrix = MARGIN + NAMES + AXIS + GAP
    wide = matrix + max(HEADING, ROW * len(rows)) + MARGIN
    high = TOP + ROW * len(rows) + 40
    shapes = [
        box(0, 0, wide, high, "#fff"),
        _text(title, MARGIN, 36, 18),
        *_ratings(rows),
        *_matrix(rows, pairs, matrix),
    ]
    told = [*(_row_in_words(row) for row in rows), *(_pair_in_words(pair) for pair in pairs)]
    return document(escape(title), map(escape, told), wide, high, shapes)


def _row_in_words(row: Row) -> str:
    return f"{row.bot}: rating {row.rating.mean:.1f} ± {CERTAINTY * row.rating.deviation:.1f}"


def _pair_in_words(pair: Pair) -> str:
    share, low, high = (f"{part:.0%}" for part in pair.rate)
    return f"{pair.one} against {pair.other}: {share}, {low} to {high}, in {pair.games} games"


def _text(words: object, x: float, y: float, size: float, fill: str = INK) -> str:
    """Words that begin at a point."""
    safe = escape(str(words))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="start">'
        f"{safe}</text>"
    )


def _middle(place: int) -> float:
    """How far down the row of a bot is."""
    return TOP + ROW * (place + 0.5)


# --- ratings -------------------------------------------------------------------------------------


class _Scale:
    """Where on the axis a rating lies."""

    def __init__(self, rows: Sequence[Row]) -> None:
        spreads = [CERTAINTY * row.rating.deviation for row in rows]
        means = [row.rating.mean for row in rows]
        self.low = floor(min(mean - spread for mean, spread in zip(means, spreads, strict=True)))
        self.high = ceil(max(mean + spread for mean, spread in zip(means, spreads, strict=True)))

    def place(self, rating: float) -> float:
        """How far to the right."""
        part = (rating - self.low) / max(1, self.high - self.low)
        return MARGIN + NAMES + AXIS * part

    def ticks(self) -> range:
        """Round numbers along the axis."""
        step = next(
            size * ten
            for ten in (1, 10, 100, 1000)
            for size in (1, 2, 5)
            if size * ten * TICKS > self.high - self.low
        )
        return range(ceil(self.low / step) * step, self.high + 1, step)


def _ratings(rows: Sequence[Row]) -> Iterator[str]:
    """A dot for each bot, and a line for what is likely to hold it."""
    scale, foot = _Scale(rows), TOP + ROW * len(rows)
    yield _text("Rating, with 95 % intervals", MARGIN + NAMES, 56, 12, GREY)
    for tick in scale.ticks():
        yield line(f"M{scale.place(tick):g} {TOP}V{foot}", PALE, 1)
        yield sign(tick, 11, GREY, scale.place(tick), foot + 14)
    for place, row in enumerate(rows):
        y, spread = _middle(place), CERTAINTY * row.rating.deviation
        ends = (scale.place(row.rating.mean - spread), scale.place(row.rating.mean + spread))
        yield _text(f"{place + 1}  {_short(row.bot)}", MARGIN, y + 4, 12)
        yield line(f"M{ends[0]:g} {y:g}H{ends[1]:g}", _colour(1.0), 3)
        yield circle(scale.place(row.rating.mean), y, 6, _colour(1.0))


def _short(name: str) -> str:
    """The end of a long name tells more than its beginning."""
    return name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"


# --- who beats whom ------------------------------------------------------------------------------


def _matrix(rows: Sequence[Row], pairs: Sequence[Pair], left: float) -> Iterator[str]:
    """How often the bot of a row wins against that of a column, in per cent."""
    rates = {(pair.one, pair.other): pair.rate for pair in pairs}
    rates |= {(pair.other, pair.one): _turned(pair.rate) for pair in pairs}
    yield _text("Wins of row against column, %", left, 56, 12, GREY)
    for down, row in enumerate(rows):
        yield sign(down + 1, 12, INK, left - 16, _middle(down))
        yield sign(down + 1, 12, INK, left + ROW * (down + 0.5), TOP - 14)
        for right, column in enumerate(rows):
            rate = rates.get((row.bot, column.bot))
            yield from _cell(rate, left + ROW * right, TOP + ROW * down)


def _turned(rate: Rate) -> Rate:
    """The same from the other side."""
    return Rate(1 - rate.share, 1 - rate.high, 1 - rate.low)


def _cell(rate: Rate | None, x: float, y: float) -> Iterator[str]:
    yield box(x + 1, y + 1, ROW - 2, ROW - 2, _colour(rate.share) if rate else PALE)
    if rate:
        ink = "#fff" if abs(rate.share - 0.5) > DARK else INK
        yield sign(f"{100 * rate.share:.0f}", 15, ink, x + ROW / 2, y + 17)
        spread = f"{100 * rate.low:.0f}–{100 * rate.high:.0f}"  # noqa: RUF001 - a range
        yield sign(spread, 9, ink, x + ROW / 2, y + 34)


def _colour(share: float) -> str:
    """Even is pale; the more often one wins or loses, the stronger its colour."""
    end, part = (WINS, 2 * share - 1) if share >= 0.5 else (LOSES, 1 - 2 * share)
    mixed = (round(a + (b - a) * part) for a, b in zip(EVEN, end, strict=True))
    return "#" + "".join(f"{one:02x}" for one in mixed)
