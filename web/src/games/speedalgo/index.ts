import { atPaceOf, shareOf } from "../game";
import type { LiveTable } from "../../net/live.svelte";
import type { GameModule } from "../game";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { describe, isNotation, readChoice, say } from "./describe";
import Editor from "./Editor.svelte";
import HowTo from "./HowTo.svelte";
import { COLOURS, FIELD_LAYOUT, FINISH, EventKind, Phase, RACE_LAYOUT, TIME_UP, TRAFFIC } from "./names";
import type { Field, Race } from "./names";
import { isLive, isSecretly, variantOf } from "./options";
import { paintOf } from "./paint";
import Panel from "./Panel.svelte";
import Programs from "./Programs.svelte";
import { tell } from "./tell";
import { columnOf } from "./place";
import { maybe, t } from "../../lang/index.svelte";

const SHOWN: Record<number, number> = {
  [EventKind.TRAFFIC_PLACED]: 180, [EventKind.BOLIDE_PLACED]: 250, [EventKind.ROUND_BEGAN]: 150, [EventKind.ROLLED]: 80,
  [EventKind.TURNED_UP]: 25, [EventKind.RUN_BEGAN]: 350, [EventKind.INSTRUCTION]: 200, [EventKind.TESTED]: 450,
  [EventKind.CHOSE]: 180, [EventKind.MOVED]: 320, [EventKind.REMOVED]: 400, [EventKind.COLLIDED]: 800, [EventKind.STOPPED]: 350, [EventKind.SKIPPED]: 450,
  [EventKind.RUN_ENDED]: 120, [EventKind.FLIPPED]: 120, [EventKind.ADVANCED]: 80, [EventKind.ROUND_ENDED]: 100, [EventKind.GAME_OVER]: 900, [EventKind.TIME_UP]: 500, [EventKind.FEWER]: 450,
};
const NOTABLE = new Set<number>([EventKind.REMOVED, EventKind.COLLIDED, EventKind.STOPPED, EventKind.SKIPPED, EventKind.TESTED, EventKind.GAME_OVER]);
const STOPS = new Set<number>([EventKind.ROUND_BEGAN, EventKind.RUN_BEGAN, EventKind.INSTRUCTION, EventKind.TESTED, EventKind.ROUND_ENDED, EventKind.GAME_OVER]);

const SET_UP = new Set<number>([Phase.TRAFFIC, Phase.PLACES]);

const TASKS = {
  [Phase.TRAFFIC]: "speedalgo.task.traffic", [Phase.PLACES]: "speedalgo.task.start", [Phase.PROGRAM]: "speedalgo.task.program", [Phase.TARGET]: "speedalgo.task.target",
} as const;

/** The way to play whose options are just those that are set. */
function variantWords(settings: Record<string, unknown>): string {
  const name = typeof settings["variant"] === "string" ? settings["variant"] : variantOf(settings);
  return name ? maybe(`speedalgo.variant.${name}`, name) : t("own_rules");
}

/** How far each bolide has come. */
function standing(race: Race, field: Field) {
  return race.drivers.slice(0, field.seats).map((_, seat) => {
    const column = Math.max(0, columnOf(race.places[TRAFFIC + seat] ?? 0));
    return { points: column, signs: [], words: t("speedalgo.to_go", { count: String(Math.max(0, field.columns - column)) }) };
  });
}

/** How many cards lie on my holder, or are about to. */
const laid = (table: LiveTable) => Math.max(table.draft.length, (table.playback?.view as Race | undefined)?.drivers[table.viewer]?.length ?? 0);

const isReady = (table: LiveTable) => table.committed.length > 0 || table.hasSeen(EventKind.RUN_BEGAN);

const game: GameModule = {
  name: "speedalgo",
  layouts: { view: RACE_LAYOUT, field: FIELD_LAYOUT },
  tell,
  duration: (event, viewer) => atPaceOf(event, viewer, SHOWN[event[0]] ?? 0, NOTABLE.has(event[0])),
  share: (field, [kind, seat], viewer) => (kind === EventKind.RUN_BEGAN || kind === EventKind.ROUND_ENDED ? shareOf(seat, (field as Field).seats, viewer) : null),
  isNotable: (event) => NOTABLE.has(event[0]),
  isRun: (event) => event[0] === EventKind.RUN_BEGAN,
  isStop: (event) => STOPS.has(event[0]),
  describe,
  readChoice,
  say: (field, action, view) => say(field as Field, action, view as Race),
  final: (action) => action === FINISH || action === TIME_UP,
  finish: (legal) => (legal.includes(FINISH) ? FINISH : null),
  typed: ["speedalgo.help_blocks"],
  isNotation,
  drafts: (view, field) => (view as Race).phase === Phase.PROGRAM && !isLive(field as Field),
  atOnce: (field) => isLive(field as Field),
  points: (view, field) => standing(view as Race, field as Field),
  colour: (field, seat) => COLOURS[(field as Field).colours[seat] ?? 0] ?? "",
  paint: (colour) => paintOf(COLOURS.indexOf(colour as (typeof COLOURS)[number])),
  variant: (settings) => [variantWords(settings), maybe(`speedalgo.track.${String(settings["track"])}`, "")].filter(Boolean).join(" · "),
  goal: (field) => (field as Field).columns,
  counted: { points: "speedalgo.column", goal: "speedalgo.goal" },
  isSecret: (view, field) => (view as Race).phase === Phase.PROGRAM && isSecretly(field as Field),
  isSettingUp: (view) => SET_UP.has((view as Race).phase),
  turnOf: (view) => (view as Race).seat,
  turns: (view) => ({ begun: (view as Race).turn, over: (view as Race).turn - 1 }),
  rounds: (view, field) => ({ now: (view as Race).turn, most: (field as Field).options.round_cap }),
  task: (view) => TASKS[(view as Race).phase as keyof typeof TASKS] ?? "speedalgo.task.program",
  shape: "wide",
  hasSheets: true,
  edits: ["track", "variant", "columns", "runoff"],
  Board,
  Panel,
  Editor,
  HowTo,
  Badge,
  Aside: Programs,
  guide: () => [
    { key: "speedalgo.guide.aim", done: (table) => laid(table) > 0 || isReady(table) },
    { key: "speedalgo.guide.cards", done: (table) => laid(table) > 1 || isReady(table) },
    { key: "speedalgo.guide.ghost", done: (table) => laid(table) > 2 || isReady(table) },
    { key: "speedalgo.guide.ready", done: isReady },
    { key: "speedalgo.guide.targets", done: (table) => table.hasSeen(EventKind.CHOSE) },
  ],
};

export default game;
