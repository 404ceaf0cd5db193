"""The mark sheet of every player, from the events alone: as text, and as a page to print."""

from collections.abc import Iterable, Mapping, Sequence

from algorally.core.errors import SettingError
from algorally.core.events import SeenEvent
from algorally.core.game import Sheet
from algorally.core.position import Position
from algorally.core.seats import seat_name
from algorally.games.speedalgo.marks import Entry, code_program, entries
from algorally.games.speedalgo.names import COLOURS
from algorally.games.speedalgo.sheet_page import header, legend, page, table, track
from algorally.games.speedalgo.vocabulary import at

__all__ = ["LANGUAGES", "Entry", "code_program", "entries", "sheet_svg", "sheet_text", "sheets"]

KEYS = (
    *("sheet", "number", "die", "codes", "way", "name", "bolide", "interrupted", "pushed"),
    *("start", "finish", "empty", *COLOURS),
)
LANGUAGES: Mapping[str, Sequence[str]] = {
    "en": (
        *("Mark sheet", "No.", "die", "coded INSTRUCTIONS", "TRAJECTORY of the BOLIDE"),
        *("Name", "Bolide", "interrupted", "pushed by others", "start", "finish", "empty"),
        *("red", "blue", "green", "yellow"),
    ),
    "fr": (
        *("Feuille de marques", "N°", "dé", "INSTRUCTIONS codées", "TRAJECTOIRE du BOLIDE"),
        *("Nom", "Bolide", "interrompu", "poussé par d'autres", "départ", "arrivée", "vide"),
        *("rouge", "bleu", "vert", "jaune"),
    ),
    "nl": (
        *("Scoreblad", "Nr.", "worp", "INSTRUCTIES in code", "WEG van de BOLIDE"),
        *("Naam", "Bolide", "onderbroken", "door anderen geduwd", "start", "finish", "leeg"),
        *("rood", "blauw", "groen", "geel"),
    ),
    "de": (
        *("Wertungsblatt", "Nr.", "Wurf", "ANWEISUNGEN als Codes", "WEG des BOLIDEN"),
        *("Name", "Bolide", "abgebrochen", "von anderen geschoben", "Start", "Ziel", "leer"),
        *("rot", "blau", "grün", "gelb"),
    ),
    "nb": (
        *("Resultatark", "Nr.", "kast", "INSTRUKSJONER i koder", "BOLIDENS VEI"),
        *("Navn", "Bolide", "avbrutt", "dyttet av andre", "start", "mål", "tomt"),
        *("rød", "blå", "grønn", "gul"),
    ),
}


def _words(language: str) -> dict[str, str]:
    """The words of a sheet."""
    if language not in LANGUAGES:
        raise SettingError(f"a mark sheet can be in {', '.join(LANGUAGES)}, not in {language!r}")
    return dict(zip(KEYS, LANGUAGES[language], strict=True))


def _lines(position: Position, events: Iterable[SeenEvent], seat: int) -> list[Entry]:
    """The lines of one player's sheet."""
    return entries(events, position.seats, position.state.places)[seat]


def sheets(
    position: Position, events: Iterable[SeenEvent], names: Sequence[str], language: str
) -> list[Sheet]:
    """The mark sheets of all players; the events are those that led to the position."""
    told = list(events)
    return [
        Sheet(
            seat,
            sheet_text(position, told, seat, language),
            sheet_svg(position, told, seat, language, player),
        )
        for seat, player in zip(range(position.seats), names, strict=True)
    ]


# --- text ----------------------------------------------------------------------------------------


def sheet_text(
    position: Position, events: Iterable[SeenEvent], seat: int, language: str = "en"
) -> str:
    """A player's mark sheet as a table; the events are those that led to the position."""
    words = _words(language)
    return _table(words, words[seat_name(position, seat)], _lines(position, events, seat))


def _table(words: Mapping[str, str], colour: str, sheet: Sequence[Entry]) -> str:
    rows = [[words[key] for key in ("number", "die", "codes", "interrupted", "way")]]
    for entry in sheet:
        way = " ".join(at(square) for square in entry.way)
        stopped = words["interrupted"] if entry.interrupted else ""
        coded = entry.coded or words["empty"]
        rows.append([str(entry.number), str(entry.roll), coded, stopped, way])
    rows[0][3] = ""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [f"SpeedAlgo, {words['sheet']}: {colour}"]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


# --- page ----------------------------------------------------------------------------------------


def sheet_svg(
    position: Position,
    events: Iterable[SeenEvent],
    seat: int,
    language: str = "en",
    player: str = "",
) -> str:
    """A player's mark sheet as a page of A4; the events are those that led to the position."""
    words, sheet = _words(language), _lines(position, events, seat)
    colour = words[seat_name(position, seat)]
    parts = [
        *header(words, colour, int(position.field.colours[seat]), player),
        *legend(words),
        *table(words, sheet),
        *track(words, sheet, int(position.field.columns)),
    ]
    return page(f"SpeedAlgo, {words['sheet']}: {colour}", _table(words, colour, sheet), parts)
