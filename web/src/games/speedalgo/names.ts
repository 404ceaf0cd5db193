// Written by web/wire.py; do not edit.

import type { Layout } from "../../net/records";

export interface Dice {
  a: number;
  b: number;
  c: number;
  counter: number;
}
export const DICE_LAYOUT: Layout = { size: 32, members: [
  ["a", 0, 8, 0],
  ["b", 8, 8, 0],
  ["c", 16, 8, 0],
  ["counter", 24, 8, 0],
] };

export interface Driver {
  roll: number;
  length: number;
  due: number;
  ready: number;
  side: number;
  crossed: number;
  program: number[];
  written: number[];
}
export const DRIVER_LAYOUT: Layout = { size: 29, members: [
  ["roll", 0, 1, 0],
  ["length", 1, 1, 0],
  ["due", 2, 1, 0],
  ["ready", 3, 1, 0],
  ["side", 4, 1, 0],
  ["crossed", 5, 1, 0],
  ["program", 6, 1, 16],
  ["written", 22, 1, 7],
] };

export interface Step {
  card: number;
  place: number;
  leap: number;
}
export const STEP_LAYOUT: Layout = { size: 3, members: [
  ["card", 0, 1, 0],
  ["place", 1, 1, 0],
  ["leap", 2, 1, 0],
] };

export interface Race {
  dice: Dice;
  turn: number;
  places: number[];
  taken: number;
  drivers: Driver[];
  steps: Step[];
  order: number[];
  phase: number;
  seat: number;
  ran: number;
  length: number;
  step: number;
  card: number;
  due: number;
  moved: number;
  winners: number;
}
export const RACE_LAYOUT: Layout = { size: 320, members: [
  ["dice", 0, DICE_LAYOUT, 0],
  ["turn", 32, 4, 0],
  ["places", 36, 2, 16],
  ["taken", 68, 2, 0],
  ["drivers", 70, DRIVER_LAYOUT, 4],
  ["steps", 186, STEP_LAYOUT, 40],
  ["order", 306, 1, 4],
  ["phase", 310, 1, 0],
  ["seat", 311, 1, 0],
  ["ran", 312, 1, 0],
  ["length", 313, 1, 0],
  ["step", 314, 1, 0],
  ["card", 315, 1, 0],
  ["due", 316, 1, 0],
  ["moved", 317, 1, 0],
  ["winners", 318, 1, 0],
] };

export interface Options {
  round_cap: number;
  finish: number;
  first_player: number;
  traffic_placement: number;
  programming: number;
  condition_card: number;
  allow_empty_branch: number;
  max_body: number;
  nest_rep_cond: number;
  in_front: number;
  at_count: number;
  targets_chosen: number;
  crossed: number;
  no_target: number;
  traffic_advances: number;
}
export const OPTIONS_LAYOUT: Layout = { size: 16, members: [
  ["round_cap", 0, 2, 0],
  ["finish", 2, 1, 0],
  ["first_player", 3, 1, 0],
  ["traffic_placement", 4, 1, 0],
  ["programming", 5, 1, 0],
  ["condition_card", 6, 1, 0],
  ["allow_empty_branch", 7, 1, 0],
  ["max_body", 8, 1, 0],
  ["nest_rep_cond", 9, 1, 0],
  ["in_front", 10, 1, 0],
  ["at_count", 11, 1, 0],
  ["targets_chosen", 12, 1, 0],
  ["crossed", 13, 1, 0],
  ["no_target", 14, 1, 0],
  ["traffic_advances", 15, 1, 0],
] };

export interface Field {
  options: Options;
  columns: number;
  runoff: number;
  seats: number;
  traffic: number;
  scenery: number;
  colours: number[];
  throws: number[];
}
export const FIELD_LAYOUT: Layout = { size: 60, members: [
  ["options", 0, OPTIONS_LAYOUT, 0],
  ["columns", 16, 2, 0],
  ["runoff", 18, 2, 0],
  ["seats", 20, 1, 0],
  ["traffic", 21, 1, 0],
  ["scenery", 22, 1, 0],
  ["colours", 23, 1, 4],
  ["throws", 27, 1, 32],
] };

export const MAX_SEATS = 4;
export const LANES = 5;
export const LANE_NAMES = "ABCDE" as const;
export const SHORTEST = 12;
export const LONGEST = 40;
export const MAX_RUNOFF = 40;
export const BLOCKS = 4;
export const SCENERIES = ["meadow", "city", "beach", "mountain", "night"] as const;
export const FACES = [1, 2, 2, 3, 3, 4] as const;
export const HIGHEST = 4;
export const TRAFFIC = 12;
export const CARS = 16;
export const COLOURS = ["red", "blue", "green", "yellow"] as const;
export const UNPLACED = -1;
export const GONE = -2;
export const EMPTY = 0;
export const AB = 1;
export const ABD = 2;
export const ABG = 3;
export const AT = 4;
export const ATD = 5;
export const ATG = 6;
export const P = 7;
export const REP = 8;
export const SA = 9;
export const SAS = 10;
export const ELSE = 11;
export const NEXT = 12;
export const CARDS = ["", "AB", "ABD", "ABG", "AT", "ATD", "ATG", "P", "REP", "SA", "SAS", "/", "-"] as const;
export const MOVEMENTS = 7;
export const LONGEST_PROGRAM = 16;
export const MAX_BODY = 3;
export const MAX_STEPS = 40;
export const WRITTEN = 7;
export const WRITTEN_AT = 0;
export const WRITTEN_ATD = 4;
export const WRITTEN_ATG = 5;
export const WRITTEN_P = 6;
export const NO_FURTHER = 16;
export const PREPARED_ROUNDS = 8;
export const Phase = { TRAFFIC: 0, PLACES: 1, PROGRAM: 2, RUN: 3, TARGET: 4, OVER: 5 } as const;
export const EventKind = { TRAFFIC_PLACED: 0, BOLIDE_PLACED: 1, DECISION: 2, ROUND_BEGAN: 3, ROLLED: 4, LAID: 5, WRITTEN: 6, TAKEN_BACK: 7, READY: 8, TURNED_UP: 9, SHOWN: 10, RUN_BEGAN: 11, INSTRUCTION: 12, TESTED: 13, CHOSE: 14, ENOUGH: 15, MOVED: 16, REMOVED: 17, COLLIDED: 18, STOPPED: 19, SKIPPED: 20, RUN_ENDED: 21, FLIPPED: 22, ADVANCED: 23, ROUND_ENDED: 24, GAME_OVER: 25, TIME_UP: 26, FEWER: 27 } as const;
export const LEFT_BORDER = 16;
export const RIGHT_BORDER = 17;
export const BACK_BORDER = 18;
export const BORDERS = ["left", "right", "back"] as const;
export const BORDER_RULES = ["SA-B18", "SA-B18", "SA-B20"] as const;
export const BY_COLLISION = 0;
export const BY_PUSH = 1;
export const NOTHING_TO_PUSH = 2;
export const NO_TRAFFIC = 3;
export const TARGET_GONE = 4;
export const TARGET_APART = 5;
export const REASONS = ["collision", "push", "nothing_to_push", "no_traffic", "target_gone", "target_apart"] as const;
export const REASON_RULES = ["SA-20", "SA-36", "SA-37", "SA-B26", "SA-B40", "SA-B40"] as const;
export const BY_FINISH = 0;
export const BY_ROUND_CAP = 1;
export const LAY = 0;
export const READY = 12;
export const TAKE_BACK = 13;
export const TARGET = 14;
export const ENOUGH = 30;
export const START = 31;
export const TRAFFIC_AT = 36;
export const TIME_UP = 236;
export const ACTIONS = 237;
export const FINISH = 12;
export const UNIT = 100 as const;
export const MARGIN = 170 as const;
export const PAINT = ["#d81e2c", "#1f5fd6", "#14914a", "#ffc914"] as const;
export const SHADE = ["#8d0f1a", "#123a8c", "#0a5a2c", "#b98700"] as const;
export const TRAFFIC_PAINT = ["#e9e4d8", "#b9a7d1", "#d8b7c4", "#9fb8a6", "#c9a27c", "#b9c3cc", "#a7c4c9", "#e9e4d8", "#a9b3c7", "#d9c99a", "#c4c1b4", "#c58f7d"] as const;
export const GLASS = "#22364a" as const;
export const INK = "#1d2025" as const;
export const LIGHT = "#fffaf0" as const;
export const OPTIONS = {
  condition_card: {"free": 0, "none": 1, "flip": 2},
  nest_rep_cond: {"no": 0, "yes": 1},
  traffic_advances: {"no": 0, "yes": 1},
  allow_empty_branch: {"no": 0, "yes": 1},
  programming: {"secret": 0, "open_sequential": 1, "open_live": 2},
  targets_chosen: {"running": 0, "written": 1},
  at_count: {"exactly": 0, "up_to": 1},
  in_front: {"next": 0, "any_ahead": 1},
  no_target: {"stop": 0, "skip": 1},
  finish: {"behind": 0, "reach": 1},
  crossed: {"end_of_round": 0, "sticky": 1},
  first_player: {"first_seat": 0, "random": 1},
  traffic_placement: {"players": 0, "random": 1},
} as const;
export const VARIANTS: Record<string, Record<string, string>> = {
  "base": {},
  "beginners": {
    "condition_card": "none",
    "traffic_placement": "random"
  },
  "flip": {
    "condition_card": "flip"
  },
  "expert": {
    "max_body": "2",
    "traffic_advances": "yes"
  }
};
