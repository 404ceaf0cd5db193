"""Algoracing: rovers on a 3D field collect life samples by programs of command cards."""

from algorally.core import stepping
from algorally.core.game import Facts, Game, Rules, Steps, Words
from algorally.core.planning import Habits, Planning
from algorally.games.algoracing.aims import AIMS
from algorally.games.algoracing.boards import SETTINGS, make_field, presets
from algorally.games.algoracing.choice_text import final, read, say
from algorally.games.algoracing.choices import acting, allow_legal, legal, play, stage_of
from algorally.games.algoracing.event_text import tell
from algorally.games.algoracing.judgement import CHART_SHAPE, draw_chart, judge, redundant
from algorally.games.algoracing.names import ACTIONS, COLOURS, RUN, SEATS, TIME_UP, EventKind
from algorally.games.algoracing.notation import inventory, read_position, write_position
from algorally.games.algoracing.observation import OBSERVATION
from algorally.games.algoracing.picture import ground, svg, text
from algorally.games.algoracing.refusals import refuse
from algorally.games.algoracing.rules.ending import points
from algorally.games.algoracing.rules.happen import happen
from algorally.games.algoracing.scenes import SCENES
from algorally.games.algoracing.setup import start
from algorally.games.algoracing.state import Field, Race
from algorally.games.algoracing.view import blank, guess
from algorally.games.algoracing.vocabulary import goal, hand

GAME = Game(
    name="algoracing",
    title="Algoracing",
    sentence="Program your rover with command cards and bring life samples to the lab.",
    prefix="AR",
    rules_version=1,
    turn_rules=("AR-12", "AR-5", "AR-21"),
    end_rules=("AR-47", "AR-48", "AR-71", "AR-A25"),
    seats=SEATS,
    colours=COLOURS,
    facts=Facts(simultaneous=False, chance=True, hidden=True),
    state=Race,
    field=Field,
    actions=ACTIONS,
    finish=RUN,
    time_up=TIME_UP,
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
    steps=Steps(allow_legal, play, stepping.runs_never, stepping.no_step, stage_of),
    settings=SETTINGS,
    make_field=make_field,
    presets=presets,
    field_setting="field",
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
    ),
    scenes=SCENES,
    aims=AIMS,
    observation=OBSERVATION,
    planning=Planning(
        judge=judge,
        redundant=redundant,
        chart=draw_chart,
        chart_shape=CHART_SHAPE,
        habits=Habits(scale=15000.0, glimpses=(8, 30, 0), horizons=(4, 8)),
    ),
)
