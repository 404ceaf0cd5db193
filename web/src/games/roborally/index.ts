import { atPaceOf } from "../game";
import type { GameModule } from "../game";
import type { LiveTable } from "../../net/live.svelte";
import { t } from "../../lang/index.svelte";
import Aside from "./Aside.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { describe, isNotation, readChoice, say } from "./describe";
import Editor from "./Editor.svelte";
import HowTo from "./HowTo.svelte";
import { COLOURS, DONE, EventKind, FIELD_LAYOUT, FINISH, NOBODY, Phase, Question, RACE_LAYOUT, TIME_UP } from "./names";
import type { Field, Race } from "./names";
import { settingWords } from "./options";
import { paintOf } from "./paint";
import Panel from "./Panel.svelte";
import { lettersOf, letterOf, rests, robotAt, robotsOf, seatOf } from "./robots";
import { tell } from "./tell";
import { NOTABLE, share, STOPS, timeOf } from "./timing";

/** What is done on the board, and not with the panel. */
const ON_BOARD = new Set<number>([Question.PLACE, Question.START_ROW, Question.START_COLUMN]);
/** Questions about cards that nobody else may see. */
const SECRET = new Set<number>([Question.RECOMPILE, Question.CONDITION]);

function task({ phase, question }: Race) {
  if (phase !== Phase.ASK) return "roborally.task.program" as const;
  return ON_BOARD.has(question) ? ("roborally.task.place" as const) : ("roborally.task.answer" as const);
}

/** How a seat stands: the flags that its best robot has touched, and all of them in words. */
function standing(race: Race, field: Field) {
  return Array.from({ length: field.seats }, (_, seat) => {
    const own = robotsOf(field, seat);
    const words = own.map((who) => {
      const { damage, lives, powered_down } = robotAt(race, who);
      return [t("roborally.robot", { letter: letterOf(race, field, who) }), t("roborally.damage", { count: String(damage) }), t("roborally.lives", { count: String(lives) }), powered_down ? t("roborally.powered_down") : ""].filter(Boolean).join(", ");
    });
    return { points: Math.max(...own.map((who) => robotAt(race, who).touched)), signs: [], words: words.join("; ") };
  });
}

/** The seat whose robot moves. */
function turnOf(race: Race, field: Field): number {
  const isRunning = race.register >= 0 && race.phase !== Phase.PROGRAM && race.phase !== Phase.OVER;
  return isRunning && race.mover >= 0 ? seatOf(field, race.mover) : NOBODY;
}

const isDone = (table: LiveTable) => table.committed.length > 0 || table.hasSeen(EventKind.DONE, EventKind.REVEALED);

const game: GameModule = {
  name: "roborally",
  layouts: { view: RACE_LAYOUT, field: FIELD_LAYOUT },
  tell,
  duration: (event, viewer) => atPaceOf(event, viewer, timeOf(event), NOTABLE.has(event[0])),
  share: (field, event) => share(field as Field, event),
  isNotable: (event) => NOTABLE.has(event[0]),
  isRun: (event) => event[0] === EventKind.REGISTER_BEGAN,
  isStop: (event) => STOPS.has(event[0]),
  describe,
  readChoice,
  say: (field, action, view) => say(field as Field, action, view as Race),
  final: (action) => action === DONE || action === TIME_UP,
  finish: (legal) => (legal.includes(FINISH) ? FINISH : null),
  typed: ["roborally.help_cards", "roborally.help_second"],
  isNotation,
  drafts: (view) => (view as Race).phase === Phase.PROGRAM,
  atOnce: () => false,
  points: (view, field) => standing(view as Race, field as Field),
  colour: (field, seat) => COLOURS[(field as Field).colours[seat] ?? 0] ?? "",
  paint: (colour) => paintOf(COLOURS.indexOf(colour as (typeof COLOURS)[number])),
  variant: settingWords,
  goal: (field) => (field as Field).flag_count,
  counted: { points: "roborally.flags", goal: "roborally.goal" },
  isSecret: (view) => (view as Race).phase === Phase.PROGRAM || ((view as Race).phase === Phase.ASK && SECRET.has((view as Race).question)),
  isSettingUp: (view) => (view as Race).turn === 0,
  turnOf: (view, field) => turnOf(view as Race, field as Field),
  rests,
  letters: (view, field, seat) => lettersOf(view as Race, field as Field, seat),
  turns: (view) => ({ begun: (view as Race).turn, over: (view as Race).turn - 1 }),
  rounds: (view, field) => ({ now: (view as Race).turn, most: (field as Field).options.turn_cap }),
  task: (view) => task(view as Race),
  shape: "square",
  hasSheets: false,
  dealsAnew: true,
  playNow: { variant: "beginners" },
  edits: ["course", "variant"],
  Board,
  Panel,
  Editor,
  HowTo,
  Badge,
  Aside,
  guide: (field, apart) => [
    { key: "roborally.guide.aim", done: (table) => table.draft.length > 0 || isDone(table) },
    { key: "roborally.guide.cards", done: (table) => table.draft.length > 1 || isDone(table) },
    { key: "roborally.guide.ghost", done: (table) => table.draft.length > 3 || isDone(table) },
    { key: apart && (field as Field).options.timer ? "roborally.guide.hurry" : "roborally.guide.done", done: isDone },
    { key: "roborally.guide.run", done: (table) => table.hasSeen(EventKind.REVEALED) && table.asksMe },
    { key: "roborally.guide.damage", done: (table) => table.hasSeen(EventKind.DAMAGED) && table.asksMe },
  ],
};

export default game;
