"""Rule options: the switches of RULES.md, and the course rules, which a course sets by itself."""

from algorally.core.records import I8, I16, Record
from algorally.core.settings import OptionSet, Setting

YES, NO = range(2)  # where the rule is usual
NEVER, ALWAYS = range(2)  # where it is not
AT_RANDOM, FIRST_SEAT = range(2)
ERRATA, PRINTED = range(2)
REPAIR, UPGRADE = range(2)
SINGLE, DOUBLE = range(2)
NO_TEAMS, TANDEM, ALL_FOR_ONE, CAPTURE, CONTROL, WAR = range(6)


class Options(Record):
    """The options of one game, as the rules read them."""

    timer: I16
    programming_time: I16
    turn_cap: I16
    option_cards: I8
    one_flag_per_turn: I8
    last_robot_wins: I8
    play_on: I8
    lives: I8
    first_player: I8
    fire_control: I8
    arm_moves_archive: I8
    pusher_chains: I8
    option_reshuffle: I8
    start_damage: I8
    power_down: I8
    start_options: I8
    option_choice: I8
    sites: I8
    robot_lasers: I8
    moving_flags: I8
    turning_boards: I8
    superbot: I8
    robots_each: I8
    teams: I8


# The first value is the default unless one is given; their order is that of the constants above.
SWITCHES = (
    Setting("option_cards", ("yes", "no"), "RR-S1", "play with option cards"),
    Setting("one_flag_per_turn", ("yes", "no"), "RR-S2", "at most one flag is touched in a turn"),
    Setting("last_robot_wins", ("yes", "no"), "RR-S3", "the last player in the game wins"),
    Setting("play_on", ("no", "yes"), "RR-S4", "go on for the places until one loser is left"),
    Setting("lives", range(1, 6), "RR-S5", "life tokens of each robot", 3),
    Setting("timer", range(301), "RR-S6", "seconds for the last who is not done, 0 for ever", 30),
    Setting("first_player", ("random", "first_seat"), "RR-S7", "who has the first dock"),
    Setting("fire_control", ("errata", "printed"), "RR-S8", "whether a lock is a damage token"),
    Setting("arm_moves_archive", ("no", "yes"), "RR-S9", "the arm moves the archive marker"),
    Setting("pusher_chains", ("yes", "no"), "RR-S10", "pushers push whole lines of robots"),
    Setting(
        "option_reshuffle", ("no", "yes"), "RR-S11", "lost options come back when none is left"
    ),
    Setting("turn_cap", range(1, 1001), "RR-S12", "turns, then the most flags win", 200),
)
COURSE_RULES = (
    Setting("start_damage", range(5), "RR-C1", "damage that all robots start with"),
    Setting("power_down", ("yes", "no"), "RR-C2", "robots may power down"),
    Setting("start_options", range(4), "RR-C3", "option cards that all robots start with"),
    Setting("option_choice", ("no", "yes"), "RR-C4", "start with one of three option cards"),
    Setting("sites", ("repair", "options"), "RR-C5", "what wrenches and flags give"),
    Setting("robot_lasers", ("single", "double"), "RR-C6", "damage of the robots' lasers"),
    Setting("moving_flags", ("no", "yes"), "RR-C7", "flags ride on belts"),
    Setting("programming_time", range(301), "RR-C8", "seconds for all to program, 0 for ever"),
    Setting("turning_boards", ("no", "yes"), "RR-C9", "a touched flag may turn its board"),
    Setting("superbot", ("no", "yes"), "RR-C10", "one robot is the SuperBot"),
    Setting("robots_each", range(1, 3), "RR-C11", "robots of each player"),
    Setting(
        "teams",
        ("none", "tandem", "all_for_one", "capture", "control", "war"),
        "RR-C12",
        "what teams of players have to do",
    ),
)
OPTIONS = (*SWITCHES, *COURSE_RULES)

VARIANTS = {
    "rule_book": {},
    "beginners": {"option_cards": "no", "timer": 0},
    "family": {"option_cards": "no", "timer": 0, "lives": 4},
}
VARIANT = Setting("variant", tuple(VARIANTS), "", "a named set of options: ways to play the game")

OPTION_SET = OptionSet(OPTIONS, VARIANT, VARIANTS, ("course", "colours"))
