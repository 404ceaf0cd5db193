"""RoboRally (2005 edition): robots race over a factory floor by programs of five cards."""

from algorally.core.game import Facts, Game, Rules, Steps, Words
from algorally.core.planning import Habits, Planning
from algorally.games.roborally.aims import AIMS
from algorally.games.roborally.boards import SETTINGS, make_field, presets
from algorally.games.roborally.choice_text import final, read, say
from algorally.games.roborally.choices import acting, allow_legal, decide, legal, play
from algorally.games.roborally.event_text import tell
from algorally.games.roborally.judgement import CHART_SHAPE, draw_chart, judge, redundant
from algorally.games.roborally.names import (
    ACTIONS,
    COLOURS,
    DONE,
    SEATS,
    STAND_STILL,
    TIME_UP,
    EventKind,
)
from algorally.games.roborally.notation import inventory, read_position, write_position
from algorally.games.roborally.observation import OBSERVATION
from algorally.games.roborally.picture import ground, svg, text
from algorally.games.roborally.proposals import habit, imagine, propose
from algorally.games.roborally.refusals import refuse
from algorally.games.roborally.rules.flags import points
from algorally.games.roborally.rules.happen import happen
from algorally.games.roborally.rules.turn import runs, stage_of, take_step
from algorally.games.roborally.scenes import SCENES
from algorally.games.roborally.setup import start
from algorally.games.roborally.state import Field, Race
from algorally.games.roborally.timer import seconds_left
from algorally.games.roborally.view import blank, guess
from algorally.games.roborally.vocabulary import goal, hand, robot_name

GAME = Game(
    name="roborally",
    title="RoboRally",
    sentence="Program your robot in secret and touch the flags before the others push you away.",
    prefix="RR",
    rules_version=1,
    turn_rules=("RR-10", "RR-15", "RR-19"),
    end_rules=("RR-52", "RR-S3", "RR-S12"),
    seats=SEATS,
    colours=COLOURS,
    facts=Facts(simultaneous=True, chance=True, hidden=True),
    state=Race,
    field=Field,
    actions=ACTIONS,
    finish=DONE,
    time_up=TIME_UP,
    stands_still=STAND_STILL,
    most_events=3000,
    events=[kind.name.lower() for kind in EventKind],
    rules=Rules(
        start=start,
        acting=acting,
        legal=legal,
        play=play,
        blank=blank,
        guess=guess,
        happen=happen,
        points=points,
    ),
    steps=Steps(allow_legal, decide, runs, take_step, stage_of),
    short_stages=True,
    settings=SETTINGS,
    make_field=make_field,
    presets=presets,
    field_setting="course",
    timer=seconds_left,
    done_rule="RR-16",
    words=Words(
        read=read,
        say=say,
        refuse=refuse,
        final=final,
        tell=tell,
        hand=hand,
        goal=goal,
        text=text,
        svg=svg,
        ground=ground,
        write_position=write_position,
        read_position=read_position,
        inventory=inventory,
        seat_name=robot_name,
    ),
    scenes=SCENES,
    aims=AIMS,
    observation=OBSERVATION,
    planning=Planning(
        judge=judge,
        redundant=redundant,
        chart=draw_chart,
        chart_shape=CHART_SHAPE,
        propose=propose,
        habit=habit,
        imagine=imagine,
        habits=Habits(
            scale=4500.0, glimpses=(20, 50, 300), compared=128, horizons=(2, 2), tries=40
        ),
    ),
)
