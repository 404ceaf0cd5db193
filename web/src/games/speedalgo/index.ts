import type { GameModule } from "../game";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { describe, isNotation, readChoice, say } from "./describe";
import Editor from "./Editor.svelte";
import HowTo from "./HowTo.svelte";
import { COLOURS, Happens, Phase, READY, TIME_UP, TRAFFIC } from "./names";
import type { Field, Race } from "./names";
import { isLive, isSecretly, variantOf } from "./options";
import { paintOf } from "./paint";
import Panel from "./Panel.svelte";
import Programs from "./Programs.svelte";
import { tell } from "./tell";
import { apply, columnOf } from "./view";
import { maybe, t } from "../../lang/index.svelte";

const SHOWN: Record<number, number> = {
  [Happens.TRAFFIC_PLACED]: 250, [Happens.BOLIDE_PLACED]: 350, [Happens.ROUND_BEGAN]: 250, [Happens.ROLLED]: 250,
  [Happens.TURNED_UP]: 70, [Happens.RUN_BEGAN]: 500, [Happens.INSTRUCTION]: 320, [Happens.TESTED]: 700,
  [Happens.CHOSE]: 250, [Happens.MOVED]: 430, [Happens.REMOVED]: 500, [Happens.COLLIDED]: 900, [Happens.STOPPED]: 400, [Happens.SKIPPED]: 500,
  [Happens.RUN_ENDED]: 250, [Happens.FLIPPED]: 200, [Happens.ADVANCED]: 120, [Happens.ROUND_ENDED]: 300, [Happens.GAME_OVER]: 900, [Happens.TIME_UP]: 500, [Happens.FEWER]: 500,
};

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

const game: GameModule = {
  name: "speedalgo",
  apply,
  tell,
  duration: (event) => SHOWN[event[0]] ?? 0,
  describe,
  readChoice,
  say: (field, action, view) => say(field as Field, action, view as Race),
  final: (action) => action === READY || action === TIME_UP,
  finish: (legal) => (legal.includes(READY) ? READY : null),
  isNotation,
  drafts: (view, field) => (view as Race).phase === Phase.PROGRAM && !isLive(field as Field),
  atOnce: (field) => isLive(field as Field),
  points: (view, field) => standing(view as Race, field as Field),
  paint: (colour) => paintOf(COLOURS.indexOf(colour as (typeof COLOURS)[number])),
  variant: (settings) => [variantWords(settings), maybe(`speedalgo.track.${String(settings["track"])}`, "")].filter(Boolean).join(" · "),
  goal: (field) => (field as Field).columns,
  counted: { points: "speedalgo.column", goal: "speedalgo.goal" },
  isSecret: (view, field) => (view as Race).phase === Phase.PROGRAM && isSecretly(field as Field),
  isSettingUp: (view) => SET_UP.has((view as Race).phase),
  turnOf: (view) => (view as Race).seat,
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
    { key: "speedalgo.guide.aim", done: (table) => table.draft.length > 0 },
    { key: "speedalgo.guide.cards", done: (table) => table.draft.length > 1 },
    { key: "speedalgo.guide.ghost", done: (table) => table.committed.length > 0 || Boolean(table.playback?.busy) },
    { key: "speedalgo.guide.ready", done: (table) => table.committed.length > 0 || Boolean(table.playback?.busy) },
    { key: "speedalgo.guide.targets", done: () => false },
  ],
};

export default game;
