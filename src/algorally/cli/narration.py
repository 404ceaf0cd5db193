"""What happened, in words, as a certain seat may see it."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from algorally.bots.reasons import Reason
from algorally.cli.match import Match, Move
from algorally.core.events import seen_by
from algorally.core.position import Standing

WAYS = {  # to find a program
    "drew": "I looked at {looked} programs, drawn by lot, and took the one I liked best.",
    "solid": "I looked at all my programs and took the one I liked best.",
    "expert": "I imagined what the others might do, and compared my best programs.",
    "master": "I thought ahead through many ways the game might go, and compared my best programs.",
}


class Phrase(NamedTuple):
    """Something told, in parts; who it is about may be nobody."""

    who: str
    verb: str
    rest: str


def phrases(match: Match, viewer: int, moves: Iterable[Move]) -> list[Phrase]:
    """All that the choices caused and that is worth telling."""
    view, names = match.position.view(viewer), match.names
    tell = match.setup.game.words.tell
    events = [event for move in moves for event in seen_by(viewer, move.events)]
    told = [tell(view, event) for event in events]
    turns = {f"{name}'s turn" for name in names}  # the prompt says that
    return [parse(text, names) for text in told if text and text not in turns]


def parse(text: str, names: list[str]) -> Phrase:
    """Whom a sentence is about, what they do, and the rest."""
    first, _, rest = text.partition(" ")
    if first not in names:
        return Phrase("", text, "")
    return Phrase(first, *rest.partition(" ")[::2])


def sentences(told: list[Phrase]) -> list[str]:
    """One sentence for each thing done; what is done several times running takes only one."""
    grouped = groupby(told, key=lambda phrase: phrase[:2])
    return [" ".join(filter(None, (*key, joined(group)))) for key, group in grouped]


def joined(group: Iterable[Phrase]) -> str:
    """`step at 0, jump at 1`, `to 1,0 then 2,0`, `a card (3 times)`."""
    runs = [(rest, len(list(same))) for rest, same in groupby(phrase.rest for phrase in group)]
    first = runs[0][0].partition(" ")[0]
    parts = [rest if times == 1 else f"{rest} ({times} times)".strip() for rest, times in runs]
    if not any("," in part for part in parts):
        return ", ".join(parts)
    if all(part.startswith(f"{first} ") for part in parts):
        parts = [parts[0], *(part.removeprefix(f"{first} ") for part in parts[1:])]
    return " then ".join(parts)


def in_short(who: str, told: list[Phrase]) -> str:
    """A whole turn as one line that names its player once."""
    said = sentences(told)
    short = "; ".join(re.sub(f"^{who}(?:'s)? ", "", sentence) for sentence in said)
    return f"{who} {short}" if said and said[0].startswith(f"{who} ") else f"{who}: {short}"


def explained(match: Match, seat: int, reason: Reason) -> str:
    """Why a bot chose its program, in its own words."""
    aims = match.setup.game.aims
    way = "drew" if reason.looked else reason.level
    said = [WAYS[way], aims.sentences.get(reason.aim, "") if aims else ""]
    words = " ".join(filter(None, said)).format(looked=reason.looked, number=reason.number)
    return f'{match.names[seat]} says: "{words}"'


def news(before: str, after: str, names: list[str]) -> list[str]:
    """What else is new in the words below a board: all but the lines about the players."""
    old = set(before.splitlines())
    return [
        line
        for line in after.splitlines()
        if line not in old and line[:1].isalpha() and not line.startswith(tuple(names))
    ]


def results(standing: Standing, names: list[str]) -> list[str]:
    """The points of each player, and who has won."""
    won = "the winner" if len(standing.winners) == 1 else "shares the win"
    return [
        f"{names[seat]}: {points} points{f', {won}' if seat in standing.winners else ''}"
        for seat, points in enumerate(standing.points)
    ]
