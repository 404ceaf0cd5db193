"""SpeedAlgo: bolides race through traffic by programs of four blocks."""

from algorally.core.game import Facts, Game, Rules, Steps, Words
from algorally.core.planning import Habits, Planning
from algorally.games.speedalgo.aims import AIMS
from algorally.games.speedalgo.boards import SETTINGS, make_field, presets
from algorally.games.speedalgo.choice_text import final, read, say
from algorally.games.speedalgo.choices import acting, allow_legal, decide, legal, play
from algorally.games.speedalgo.event_text import tell
from algorally.games.speedalgo.judgement import judge, redundant
from algorally.games.speedalgo.names import ACTIONS, COLOURS, READY, SEATS, TIME_UP, EventKind
from algorally.games.speedalgo.notation import inventory, read_position, write_position
from algorally.games.speedalgo.observation import OBSERVATION
from algorally.games.speedalgo.options import OPEN_LIVE
from algorally.games.speedalgo.picture import ground, svg, text
from algorally.games.speedalgo.proposals import imagine, vary
from algorally.games.speedalgo.refusals import refuse
from algorally.games.speedalgo.rules.ending import points
from algorally.games.speedalgo.rules.happen import happen
from algorally.games.speedalgo.rules.turn import runs, stage_of, take_step
from algorally.games.speedalgo.scenes import SCENES
from algorally.games.speedalgo.setup import start
from algorally.games.speedalgo.sheet import sheets
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.view import blank, guess
from algorally.games.speedalgo.vocabulary import goal, hand

GAME = Game(
    name="speedalgo",
    title="SpeedAlgo",
    sentence="Program your bolide, weave through the traffic and cross the finish line first.",
    prefix="SA",
    rules_version=1,
    turn_rules=("SA-17", "SA-B4", "SA-B5"),
    end_rules=("SA-45", "SA-B31"),
    seats=SEATS,
    colours=COLOURS,
    facts=Facts(simultaneous=True, chance=True, hidden=True),
    state=Race,
    field=Field,
    actions=ACTIONS,
    finish=READY,
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
    steps=Steps(allow=allow_legal, decide=decide, runs=runs, step=take_step, stage=stage_of),
    settings=SETTINGS,
    make_field=make_field,
    presets=presets,
    field_setting="track",
    at_once=lambda field: bool(field.options.programming == OPEN_LIVE),
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
        sheets=sheets,
    ),
    scenes=SCENES,
    aims=AIMS,
    observation=OBSERVATION,
    planning=Planning(
        judge=judge,
        redundant=redundant,
        imagine=imagine,
        vary=vary,
        habits=Habits(scale=10000.0, glimpses=(20, 60, 500), horizons=(1, 1), samples=20),
    ),
)
