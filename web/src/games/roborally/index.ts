import { atPaceOf } from "../game";
import type { GameModule } from "../game";
import type { Key } from "../../lang/index.svelte";
import { maybe, t } from "../../lang/index.svelte";
import Aside from "./Aside.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { describe, isNotation, readChoice, say } from "./describe";
import Editor from "./Editor.svelte";
import HowTo from "./HowTo.svelte";
import { COLOURS, COURSES, DONE, EventKind, FIELD_LAYOUT, FINISH, Phase, RACE_LAYOUT, TIME_UP } from "./names";
import type { Field, Race } from "./names";
import { paintOf } from "./paint";
import Panel from "./Panel.svelte";
import { tell } from "./tell";
import { NOTABLE, share, STOPS, timeOf } from "./timing";

const courseTitle = (name: string) => (COURSES as Record<string, { title: string }>)[name]?.title ?? name;

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
  typed: [],
  isNotation,
  drafts: (view) => (view as Race).phase === Phase.PROGRAM,
  atOnce: () => false,
  points: (view, field) => (view as Race).robots.slice(0, (field as Field).seats).map((robot) => ({ points: robot.touched, signs: [], words: "" })),
  colour: (field, seat) => COLOURS[(field as Field).colours[seat] ?? 0] ?? "",
  paint: (colour) => paintOf(COLOURS.indexOf(colour as (typeof COLOURS)[number])),
  variant: (settings) => [maybe(`roborally.variant.${String(settings["variant"])}`, ""), courseTitle(String(settings["course"] ?? "risky_exchange"))].filter(Boolean).join(" · "),
  goal: (field) => (field as Field).flag_count,
  counted: { points: "roborally.flags", goal: "roborally.goal" },
  isSecret: (view) => (view as Race).phase === Phase.PROGRAM,
  isSettingUp: () => false,
  turnOf: (view) => (view as Race).seat,
  turns: (view) => ({ begun: (view as Race).turn, over: (view as Race).turn - 1 }),
  rounds: (view, field) => ({ now: (view as Race).turn, most: (field as Field).options.turn_cap }),
  task: () => "roborally.task.program" as Key,
  shape: "square",
  hasSheets: false,
  edits: ["course", "variant"],
  Board,
  Panel,
  Editor,
  HowTo,
  Badge,
  Aside,
  guide: () => [],
};

export default game;
