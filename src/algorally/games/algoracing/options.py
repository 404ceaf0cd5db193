"""Rule options, each settling a ruling of RULES.md, and the editions as presets of them."""

from collections.abc import Mapping
from typing import Any

from algorally.core.records import I8, I16, Record
from algorally.core.settings import OptionSet, Setting

NO, YES = range(2)  # also off and on
FORBID, ALLOW = range(2)
KEEP, HIDE = range(2)
AT_RANDOM, BY_PLAYERS = range(2)
NO_BORDER_NO_WALL, NO_WALL = range(2)
MUST, ADVISE = range(2)
SEPARATE, FLEXIBLE = range(2)
STOP, PASS_OVER = range(2)
ENTERING, STANDING = range(2)
ON_STATE, ON_ENTERING = range(2)
PASSABLE, OBSTRUCTS = range(2)
WHEN_PAID, EVERY_BUMP = range(2)
IMMEDIATE, FINISH_ROUND = range(2)
SHARED, MORE_TYPES, FEWER_TURNS, LATER_IN_ORDER = range(4)
STAY, DISCARD = range(2)
SAME_LEVEL, OVER_VALLEY = range(2)
AFTER_RUN, ARRIVED, MID_RUN = range(3)
ONE_SQUARE, TO_ROVER = range(2)


class Options(Record):
    """The options of one game, as the rules read them."""

    turn_cap: I16
    block_on_corner: I8
    wall_on_block_edge: I8
    sample_placement: I8
    start_facing: I8
    neutral_rovers: I8
    elevators_in_basic: I8
    low_next_to_high: I8
    turn_cards: I8
    full_rover_at_sample: I8
    pickup_when: I8
    deliver_trigger: I8
    seam_between_blocks: I8
    lock_set: I8
    win_timing: I8
    tie_rule: I8
    covered_cards: I8
    fresh_start: I8
    impulse_path: I8
    ride_when: I8
    sample_pull: I8
    sample_through_walls: I8
    open_hands: I8


BASIC, COMPLETE = ("level", "basic"), ("level", "complete")

# The first value is the default unless one is given; their order is that of the constants above.
OPTIONS = (
    Setting("block_on_corner", ("forbid", "allow"), "AR-A1", "a block may cover a corner"),
    Setting("wall_on_block_edge", ("keep", "hide"), "AR-A3", "walls on the rim of a block"),
    Setting("sample_placement", ("random", "players"), "AR-A4", "who lays the samples"),
    Setting("start_facing", ("no_border_no_wall", "no_wall"), "AR-A5", "where rovers may look"),
    Setting("neutral_rovers", ("off", "on"), "AR-A6", "idle rovers on unused bases"),
    Setting(
        "elevators_in_basic",
        ("off", "on"),
        "AR-A7",
        "elevators at the basic level",
        only_with=BASIC,
    ),
    Setting("low_next_to_high", ("must", "advise"), "AR-A8", "a low block beside the high one"),
    Setting("turn_cards", ("separate", "flexible"), "AR-A9", "a turn card may turn any way"),
    Setting("full_rover_at_sample", ("stop", "pass_over"), "AR-A11", "all the way, when full"),
    Setting("pickup_when", ("entering", "standing"), "AR-A13", "when samples are picked up"),
    Setting("deliver_trigger", ("state", "enter"), "AR-A15", "when samples are delivered"),
    Setting("seam_between_blocks", ("passable", "obstructs"), "AR-A16", "block beside block"),
    Setting("lock_set", ("when_paid", "every_bump"), "AR-A21", "what locks compensation"),
    Setting("win_timing", ("immediate", "finish_round"), "AR-A23", "when enough points win"),
    Setting(
        "tie_rule",
        ("shared", "more_types", "fewer_turns", "later_in_order"),
        "AR-A24",
        "who wins with equal points",
    ),
    Setting("turn_cap", range(1, 1001), "AR-A25", "turns each, then most points win", 60),
    Setting(
        "covered_cards", ("stay", "discard"), "AR-A31", "where covered cards go", only_with=COMPLETE
    ),
    Setting(
        "fresh_start",
        ("no", "yes"),
        "AR-A34",
        "a player may throw the row away",
        only_with=COMPLETE,
    ),
    Setting(
        "impulse_path",
        ("level", "over_valley"),
        "AR-A39",
        "how far the impulse flies",
        only_with=COMPLETE,
    ),
    Setting("ride_when", ("after_run", "arrived", "mid_run"), "AR-A45", "when elevators ride"),
    Setting(
        "sample_pull",
        ("one", "to_rover"),
        "AR-64",
        "how far a hit sample moves",
        only_with=COMPLETE,
    ),
    Setting(
        "sample_through_walls",
        ("no", "yes"),
        "AR-66",
        "samples pulled through walls",
        YES,
        only_with=COMPLETE,
    ),
    Setting("open_hands", ("no", "yes"), "AR-A53", "everybody sees all hands"),
)

EDITIONS: Mapping[str, Mapping[str, Any]] = {
    "en": {},
    "de": {"full_rover_at_sample": "pass_over"},
    "nl": {
        "sample_pull": "to_rover",
        "sample_through_walls": "no",
        "low_next_to_high": "advise",
        "ride_when": "mid_run",
    },
}
EDITION = Setting("edition", tuple(EDITIONS), "", "a named set of options: a rulebook's language")

OPTION_SET = OptionSet(OPTIONS, EDITION, EDITIONS, ("level", "field", "colours"))
