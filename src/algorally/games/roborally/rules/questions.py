"""Questions to the seats: the rules stop, all see who is asked what, and the answer goes on."""

from algorally.core.compile import compiled
from algorally.core.events import Log
from algorally.games.roborally.names import EventKind
from algorally.games.roborally.rules.happen import MANY, STAGES, tell
from algorally.games.roborally.state import Field, Race


@compiled
def ask(race: Race, field: Field, log: Log, who: int, question: int, about: int) -> None:
    """A robot's player has to answer before the turn goes on."""
    what = int(question) + STAGES * int(race.stage)
    where = int(race.place) + MANY * int(race.steps)
    tell(race, field, log, EventKind.ASKED, who, what, about, where)
