import type { SeenEvent } from "../../net/messages";
import { atPaceOf, shareOf } from "../game";
import type { LiveTable } from "../../net/live.svelte";
import type { GameModule } from "../game";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import { describe, points, readChoice, say } from "./describe";
import Editor from "./Editor.svelte";
import HowTo from "./HowTo.svelte";
import { CARRIED, COLOURS, COMPLETE, FIELD_LAYOUT, FINISH, EventKind, LEVELS, PASS, Phase, RACE_LAYOUT, SAMPLES, TIME_UP } from "./names";
import type { Field, Race } from "./names";
import { paintOf, SAMPLE_PAINT, SAMPLE_SIGNS } from "./paint";
import Panel from "./Panel.svelte";
import { tell } from "./tell";
import { maybe, t } from "../../lang/index.svelte";

const SHOWN: Record<number, number> = {
  [EventKind.BASE_PLACED]: 250, [EventKind.FACED]: 320, [EventKind.LAID_DOWN]: 200, [EventKind.TURN_BEGAN]: 250,
  [EventKind.INSERTED]: 220, [EventKind.COVERED]: 280, [EventKind.CYCLED]: 280, [EventKind.UNCYCLED]: 280,
  [EventKind.RUN_BEGAN]: 200, [EventKind.COMMAND]: 100, [EventKind.SKIPPED]: 450, [EventKind.MOVED]: 350,
  [EventKind.BUMPED]: 450, [EventKind.PAID]: 500, [EventKind.PICKED_UP]: 450, [EventKind.SCORED]: 800,
  [EventKind.WAITS]: 350, [EventKind.REPLACED]: 150, [EventKind.PASSED]: 350, [EventKind.TIME_UP]: 500, [EventKind.GAME_OVER]: 900,
};
const NOTABLE = new Set<number>([EventKind.SKIPPED, EventKind.BUMPED, EventKind.PAID, EventKind.PICKED_UP, EventKind.SCORED, EventKind.GAME_OVER]);
const STOPS = new Set<number>([EventKind.TURN_BEGAN, EventKind.RUN_BEGAN, EventKind.COMMAND, EventKind.GAME_OVER]);

/** What somebody has written is on the table already when it is run. */
const WRITTEN = new Set<number>([EventKind.INSERTED, EventKind.COVERED, EventKind.CYCLED, EventKind.UNCYCLED]);

const SET_UP = new Set<number>([Phase.PLACE_SAMPLES, Phase.CORNERS, Phase.FACINGS]);

const TASKS: Record<number, "algoracing.task.samples" | "algoracing.task.corner" | "algoracing.task.facing" | "algoracing.task.build" | "algoracing.task.replace" | "algoracing.task.ride"> = {
  [Phase.PLACE_SAMPLES]: "algoracing.task.samples", [Phase.CORNERS]: "algoracing.task.corner",
  [Phase.FACINGS]: "algoracing.task.facing", [Phase.BUILD]: "algoracing.task.build", [Phase.REPLACE]: "algoracing.task.replace",
};

function duration(event: SeenEvent, viewer: number): number {
  const [kind, seat] = event;
  if (seat === viewer && WRITTEN.has(kind)) return 0;
  return atPaceOf(event, viewer, SHOWN[kind] ?? 0, NOTABLE.has(kind));
}

/** Points, the delivered samples as signs, and how many are on board. */
function scores(race: Race, field: Field) {
  return race.rovers.slice(0, field.seats).map((rover, seat) => {
    const aboard = race.places.filter((place) => place === CARRIED + seat).length;
    const delivered = rover.delivered.flatMap((count, type) => Array(count).fill({ sign: SAMPLE_SIGNS[type] ?? "", paint: SAMPLE_PAINT[type] ?? "" }));
    const carried = Array(aboard).fill({ sign: "○", paint: "currentcolor" });
    const told = rover.delivered.flatMap((count, type) => (count ? [`${count} ${t(`algoracing.sample.${SAMPLES[type] ?? "yellow"}`)}`] : []));
    const words = [...told, t("algoracing.aboard", { count: String(aboard) })].join(", ");
    return { points: points(rover.delivered), signs: [...delivered, ...carried], words };
  });
}

/** Whether a run or a pass of mine is over. */
const hasRun = (table: LiveTable) => table.hasSeen(EventKind.RUN_BEGAN, EventKind.PASSED) && (table.asksMe || game.turnOf(table.playback?.view ?? {}, table.field ?? {}) !== table.viewer);

const game: GameModule = {
  name: "algoracing",
  layouts: { view: RACE_LAYOUT, field: FIELD_LAYOUT },
  tell,
  duration,
  share: (field, [kind, seat], viewer) => (kind === EventKind.TURN_BEGAN ? shareOf(seat, (field as Field).seats, viewer) : null),
  isNotable: (event) => NOTABLE.has(event[0]),
  isRun: (event) => event[0] === EventKind.RUN_BEGAN,
  isStop: (event) => STOPS.has(event[0]),
  describe,
  readChoice,
  say: (field, action) => say(field as Field, action),
  final: (action) => action === FINISH || action === PASS || action === TIME_UP,
  typed: ["algoracing.help_square"],
  isNotation: () => false,
  drafts: (view) => (view as Race).phase === Phase.BUILD || (view as Race).phase === Phase.REPLACE,
  atOnce: () => false,
  finish: (legal) => (legal.includes(FINISH) ? FINISH : null),
  marks: (actions) => actions.at(-1) === PASS,
  points: (view, field) => scores(view as Race, field as Field),
  colour: (field, seat) => COLOURS[(field as Field).colours[seat] ?? 0] ?? "",
  paint: (colour) => paintOf(COLOURS.indexOf(colour as (typeof COLOURS)[number])),
  variant: ({ level = LEVELS[0], field, colours: _colours, ...options }) =>
    [t(`algoracing.level.${level as (typeof LEVELS)[number]}`), maybe(`algoracing.field.${String(field)}`, ""), Object.keys(options).length ? t("own_rules") : ""].filter(Boolean).join(" · "),
  goal: (field) => (field as Field).goal,
  counted: { points: "algoracing.points", goal: "algoracing.goal" },
  isSecret: (view, field) => !SET_UP.has((view as Race).phase) && !(field as Field).options.open_hands,
  isSettingUp: (view) => SET_UP.has((view as Race).phase),
  turnOf: (view) => (view as Race).seat,
  turns: (view, seat) => {
    const begun = (view as Race).rovers[seat]?.turns ?? 0;
    return { begun, over: (view as Race).seat === seat ? begun - 1 : begun };
  },
  rounds: (view, field) => ({ now: (view as Race).rovers[(view as Race).seat]?.turns ?? 0, most: (field as Field).options.turn_cap }),
  task: (view) => TASKS[(view as Race).phase] ?? "algoracing.task.ride",
  shape: "square",
  hasSheets: false,
  edits: ["level", "open_hands"],
  Board,
  Panel,
  Editor,
  HowTo,
  Badge: null,
  Aside,
  guide: (field) => [
    { key: "algoracing.guide.rover", done: (table) => table.draft.length > 0 || hasRun(table) },
    { key: "algoracing.guide.cards", done: (table) => table.draft.length > 0 || hasRun(table) },
    { key: "algoracing.guide.ghost", done: (table) => table.draft.length > 1 || hasRun(table) },
    { key: "algoracing.guide.run", done: hasRun },
    ...((field as Field).level === COMPLETE ? [{ key: "algoracing.guide.shared" as const, done: (table: LiveTable) => hasRun(table) && table.draft.length > 0 }] : []),
    { key: (field as Field).level === COMPLETE ? "algoracing.guide.labs" : "algoracing.guide.lab", done: (table) => table.hasSeen(EventKind.SCORED) },
  ],
};

export default game;
