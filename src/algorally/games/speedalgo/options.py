"""Rule options, each settling a ruling of RULES.md, and the variants as presets of them."""

from collections.abc import Mapping
from typing import Any

from algorally.core.records import I8, I16, Record
from algorally.core.settings import OptionSet, Setting

NO, YES = range(2)
BEHIND, REACH = range(2)
FIRST_SEAT, AT_RANDOM = range(2)
BY_PLAYERS, BY_CHANCE = range(2)
SECRET, OPEN_SEQUENTIAL, OPEN_LIVE = range(3)
FREE, NONE, FLIP = range(3)
DIRECTLY, ANYWHERE = range(2)
EXACTLY, UP_TO = range(2)
RUNNING, WRITTEN_DOWN = range(2)
END_OF_ROUND, STICKY = range(2)
STOP, SKIP = range(2)


class Options(Record):
    """The options of one game, as the rules read them."""

    round_cap: I16
    finish: I8
    first_player: I8
    traffic_placement: I8
    programming: I8
    condition_card: I8
    allow_empty_branch: I8
    max_body: I8
    nest_rep_cond: I8
    in_front: I8
    at_count: I8
    targets_chosen: I8
    crossed: I8
    no_target: I8
    traffic_advances: I8


# The first value is the default unless one is given; their order is that of the constants above.
OPTIONS = (
    Setting("condition_card", ("free", "none", "flip"), "SA-B9", "the card with SA and SAS"),
    Setting("max_body", range(1, 4), "SA-B10", "cards under a repetition or condition"),
    Setting("nest_rep_cond", ("no", "yes"), "SA-B10", "REP of a condition, condition of a REP"),
    Setting("traffic_advances", ("no", "yes"), "SA-54", "traffic advances after each round"),
    Setting("allow_empty_branch", ("no", "yes"), "SA-B9", "SAS with one part left empty"),
    Setting(
        "programming",
        ("secret", "open_sequential", "open_live"),
        "SA-B5",
        "who sees the programs while they are built",
    ),
    Setting("targets_chosen", ("running", "written"), "SA-B16", "when cars to move are chosen"),
    Setting("at_count", ("exactly", "up_to"), "SA-B14", "how many cars AT moves"),
    Setting("in_front", ("next", "any_ahead"), "SA-B11", "which car is in front of a bolide"),
    Setting("no_target", ("stop", "skip"), "SA-B26", "a traffic card when no traffic is left"),
    Setting("finish", ("behind", "reach"), "SA-B1", "crossing the line, or reaching its column"),
    Setting("crossed", ("end_of_round", "sticky"), "SA-B22", "when it counts who has crossed"),
    Setting("first_player", ("first_seat", "random"), "SA-B4", "who begins the first round"),
    Setting("traffic_placement", ("players", "random"), "SA-B34", "who places the traffic"),
    Setting("round_cap", range(1, 101), "SA-B31", "rounds, then the farthest wins", 30),
)

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "base": {},
    "beginners": {"condition_card": "none", "traffic_placement": "random"},
    "flip": {"condition_card": "flip"},
    "expert": {"max_body": 2, "traffic_advances": "yes"},
}
VARIANT = Setting("variant", tuple(VARIANTS), "", "a named set of options: ways to play the game")

OPTION_SET = OptionSet(OPTIONS, VARIANT, VARIANTS, ("track", "columns", "runoff", "colours"))
