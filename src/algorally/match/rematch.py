"""The same people once more."""

from algorally.core.commitment import commitment
from algorally.match.entries import AnyEntry, Fill, Header, Sit
from algorally.match.match import Match


def rematch_header(match: Match, table: str, seed: int, salt: str, now: int) -> Header:
    """The header of a rematch: the same game with another seed, which is secret."""
    old = match.header
    return Header(
        id=table,
        game=old.game,
        rules_version=match.game.rules_version,
        seats=old.seats,
        seed=seed,
        settings=old.settings,
        clock=old.clock,
        grace=old.grace,
        listed=False,
        host=match.host,
        created=now,
        previous=old.id,
        set_up=old.set_up,
        watched=old.watched,
        emotes=match.emotes,
        hints=match.hints,
        pauses=old.pauses,
        salt=salt,
        commitment=commitment(seed, salt),
    )


def rematch_seats(match: Match) -> list[AnyEntry]:
    """Everybody sits down again, in the same colour but one seat on, so that another begins."""
    entries: list[AnyEntry] = []
    for number in range(len(match.seats)):
        seat = match.seats[(number + 1) % len(match.seats)]
        if seat.guest:
            entries.append(Sit(number, seat.guest, seat.name, seat.colour))
        elif seat.bot:
            entries.append(Fill(number, seat.bot, seat.name, seat.colour))
    return entries
