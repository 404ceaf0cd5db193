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

export interface Robot {
  options: number;
  square: number;
  archive: number;
  dealt: number;
  heading: number;
  damage: number;
  lives: number;
  touched: number;
  touched_now: number;
  powered_down: number;
  announced: number;
  done: number;
  locked: number;
  shown: number;
  unseen: number;
  crab: number;
  registers: number[];
  seconds: number[];
  hand: number[];
  conditional: number;
  skipped: number;
  howitzer: number;
  coat: number;
  controller: number;
  moved: number;
  stabilised: number;
  aborting: number;
  weapon: number;
  piercing: number;
  aims: number[];
  marks: number[];
  due: number;
  due_cause: number;
  due_by: number;
  shielded: number;
  losing: number;
  fallen: number;
  sits_out: number;
  finished: number;
  goal: number;
  goes: number;
  target: number;
}
export const ROBOT_LAYOUT: Layout = { size: 76, members: [
  ["options", 0, 4, 0],
  ["square", 4, 2, 0],
  ["archive", 6, 2, 0],
  ["dealt", 8, 2, 0],
  ["heading", 10, 1, 0],
  ["damage", 11, 1, 0],
  ["lives", 12, 1, 0],
  ["touched", 13, 1, 0],
  ["touched_now", 14, 1, 0],
  ["powered_down", 15, 1, 0],
  ["announced", 16, 1, 0],
  ["done", 17, 1, 0],
  ["locked", 18, 1, 0],
  ["shown", 19, 1, 0],
  ["unseen", 20, 1, 0],
  ["crab", 21, 1, 0],
  ["registers", 22, 1, 5],
  ["seconds", 27, 1, 5],
  ["hand", 32, 1, 11],
  ["conditional", 43, 1, 0],
  ["skipped", 44, 1, 0],
  ["howitzer", 45, 1, 0],
  ["coat", 46, 1, 0],
  ["controller", 47, 1, 0],
  ["moved", 48, 1, 0],
  ["stabilised", 49, 1, 0],
  ["aborting", 50, 1, 0],
  ["weapon", 51, 1, 0],
  ["piercing", 52, 1, 0],
  ["aims", 53, 1, 4],
  ["marks", 57, 1, 4],
  ["due", 61, 1, 0],
  ["due_cause", 62, 1, 0],
  ["due_by", 63, 1, 0],
  ["shielded", 64, 1, 0],
  ["losing", 65, 1, 0],
  ["fallen", 66, 1, 0],
  ["sits_out", 67, 1, 0],
  ["finished", 68, 1, 0],
  ["goal", 70, 2, 0],
  ["goes", 72, 1, 0],
  ["target", 73, 1, 0],
] };

export interface Pile {
  count: number;
  cards: number[];
}
export const PILE_LAYOUT: Layout = { size: 85, members: [
  ["count", 0, 1, 0],
  ["cards", 1, 1, 84],
] };

export interface OptionPile {
  count: number;
  cards: number[];
}
export const OPTIONPILE_LAYOUT: Layout = { size: 27, members: [
  ["count", 0, 1, 0],
  ["cards", 1, 1, 26],
] };

export interface Race {
  dice: Dice;
  turn: number;
  robots: Robot[];
  deck: Pile;
  discard: Pile;
  aside: Pile;
  option_deck: OptionPile;
  option_discard: OptionPile;
  flag_squares: number[];
  holders: number[];
  turns_of: number[];
  order: number[];
  offered: number;
  place: number;
  about: number;
  phase: number;
  stage: number;
  seat: number;
  question: number;
  register: number;
  stacked: number;
  stacked_options: number;
  buried_options: number;
  mover: number;
  steps: number;
  way: number;
  spin: number;
  falls: number;
  finished: number;
  superbot: number;
  winners: number;
}
export const RACE_LAYOUT: Layout = { size: 1024, members: [
  ["dice", 0, DICE_LAYOUT, 0],
  ["turn", 32, 4, 0],
  ["robots", 36, ROBOT_LAYOUT, 8],
  ["deck", 644, PILE_LAYOUT, 0],
  ["discard", 729, PILE_LAYOUT, 0],
  ["aside", 814, PILE_LAYOUT, 0],
  ["option_deck", 899, OPTIONPILE_LAYOUT, 0],
  ["option_discard", 926, OPTIONPILE_LAYOUT, 0],
  ["flag_squares", 954, 2, 8],
  ["holders", 970, 1, 8],
  ["turns_of", 978, 1, 4],
  ["order", 982, 1, 8],
  ["offered", 992, 4, 0],
  ["place", 996, 2, 0],
  ["about", 998, 2, 0],
  ["phase", 1000, 1, 0],
  ["stage", 1001, 1, 0],
  ["seat", 1002, 1, 0],
  ["question", 1003, 1, 0],
  ["register", 1004, 1, 0],
  ["stacked", 1005, 1, 0],
  ["stacked_options", 1006, 1, 0],
  ["buried_options", 1007, 1, 0],
  ["mover", 1008, 1, 0],
  ["steps", 1009, 1, 0],
  ["way", 1010, 1, 0],
  ["spin", 1011, 1, 0],
  ["falls", 1012, 1, 0],
  ["finished", 1013, 1, 0],
  ["superbot", 1014, 1, 0],
  ["winners", 1016, 2, 0],
] };

export interface Options {
  timer: number;
  programming_time: number;
  turn_cap: number;
  option_cards: number;
  one_flag_per_turn: number;
  last_robot_wins: number;
  play_on: number;
  lives: number;
  first_player: number;
  fire_control: number;
  arm_moves_archive: number;
  pusher_chains: number;
  option_reshuffle: number;
  start_damage: number;
  power_down: number;
  start_options: number;
  option_choice: number;
  sites: number;
  robot_lasers: number;
  moving_flags: number;
  turning_boards: number;
  superbot: number;
  robots_each: number;
  teams: number;
}
export const OPTIONS_LAYOUT: Layout = { size: 28, members: [
  ["timer", 0, 2, 0],
  ["programming_time", 2, 2, 0],
  ["turn_cap", 4, 2, 0],
  ["option_cards", 6, 1, 0],
  ["one_flag_per_turn", 7, 1, 0],
  ["last_robot_wins", 8, 1, 0],
  ["play_on", 9, 1, 0],
  ["lives", 10, 1, 0],
  ["first_player", 11, 1, 0],
  ["fire_control", 12, 1, 0],
  ["arm_moves_archive", 13, 1, 0],
  ["pusher_chains", 14, 1, 0],
  ["option_reshuffle", 15, 1, 0],
  ["start_damage", 16, 1, 0],
  ["power_down", 17, 1, 0],
  ["start_options", 18, 1, 0],
  ["option_choice", 19, 1, 0],
  ["sites", 20, 1, 0],
  ["robot_lasers", 21, 1, 0],
  ["moving_flags", 22, 1, 0],
  ["turning_boards", 23, 1, 0],
  ["superbot", 24, 1, 0],
  ["robots_each", 25, 1, 0],
  ["teams", 26, 1, 0],
] };

export interface Field {
  options: Options;
  width: number;
  height: number;
  seats: number;
  robots: number;
  flag_count: number;
  lasers: number;
  boards: number;
  stepwise: number;
  colours: number[];
  dock_count: number;
  docks: number[];
  dock_facings: number[];
  flag_squares: number[];
  laser_squares: number[];
  laser_headings: number[];
  laser_beams: number[];
  board_corners: number[];
  board_side: number;
  kinds: number[];
  belts: number[];
  walls: number[];
  pushers: number[];
  pushes: number[];
  crushers: number[];
  lit: number[];
  on_board: number[];
  steps: number[];
}
export const FIELD_LAYOUT: Layout = { size: 16738, members: [
  ["options", 0, OPTIONS_LAYOUT, 0],
  ["width", 28, 2, 0],
  ["height", 30, 2, 0],
  ["seats", 32, 1, 0],
  ["robots", 33, 1, 0],
  ["flag_count", 34, 1, 0],
  ["lasers", 35, 1, 0],
  ["boards", 36, 1, 0],
  ["stepwise", 37, 1, 0],
  ["colours", 38, 1, 8],
  ["dock_count", 46, 1, 0],
  ["docks", 48, 2, 8],
  ["dock_facings", 64, 1, 8],
  ["flag_squares", 72, 2, 8],
  ["laser_squares", 88, 2, 64],
  ["laser_headings", 216, 1, 64],
  ["laser_beams", 280, 1, 64],
  ["board_corners", 344, 2, 4],
  ["board_side", 352, 1, 0],
  ["kinds", 353, 1, 1024],
  ["belts", 1377, 1, 1024],
  ["walls", 2401, 1, 1024],
  ["pushers", 3425, 1, 1024],
  ["pushes", 4449, 1, 1024],
  ["crushers", 5473, 1, 1024],
  ["lit", 6497, 1, 1024],
  ["on_board", 7521, 1, 1024],
  ["steps", 8546, 2, 4096],
] };

export const MAX_SEATS = 8;
export const MAX_ROBOTS = 8;
export const LETTERS = "ABCDEFGH" as const;
export const COLOURS = ["red", "blue", "green", "yellow", "orange", "violet", "white", "brown"] as const;
export const LENGTHS = ["short", "medium", "long"] as const;
export const LEVELS = ["easy", "intermediate", "hard", "expert"] as const;
export const BOARD = 12;
export const DOCK_DEPTH = 4;
export const MAX_BOARDS = 4;
export const MAX_SQUARES = 1024;
export const MAX_FLAGS = 8;
export const MAX_LASERS = 64;
export const REGISTERS = 5;
export const ALL_REGISTERS = 31;
export const HAND = 11;
export const USUAL_HAND = 9;
export const DESTROYED_AT = 10;
export const LOCKS_FROM = 5;
export const WIDEST_RING = 32;
export const OFF = -1;
export const BLOCKED = -2;
export const NOBODY = -1;
export const EMPTY = 0;
export const CARDS = 84;
export const LAST_UTURN = 6;
export const LAST_TURN = 42;
export const LAST_BACKUP = 48;
export const LAST_MOVE1 = 66;
export const LAST_MOVE2 = 78;
export const UTURN = 0;
export const LEFT = 1;
export const RIGHT = 2;
export const BACKUP = 3;
export const MOVE1 = 4;
export const MOVE2 = 5;
export const MOVE3 = 6;
export const KINDS = ["uturn", "left", "right", "backup", "move1", "move2", "move3"] as const;
export const PLAIN = 85;
export const LAST_CARD = 91;
export const PLACES = 128;
export const SIDESTEP = 8;
export const OPTION_NAMES = ["ablative_coat", "abort_switch", "brakes", "circuit_breaker", "conditional_program", "crab_legs", "double_barreled_laser", "dual_processor", "extra_memory", "fire_control", "flywheel", "fourth_gear", "gyroscopic_stabilizer", "high_power_laser", "mechanical_arm", "mini_howitzer", "power_down_shield", "pressor_beam", "radio_control", "ramming_gear", "rear_firing_laser", "recompile", "reverse_gear", "scrambler", "superior_archive", "tractor_beam"] as const;
export const ABLATIVE_COAT = 0;
export const ABORT_SWITCH = 1;
export const BRAKES = 2;
export const CIRCUIT_BREAKER = 3;
export const CONDITIONAL_PROGRAM = 4;
export const CRAB_LEGS = 5;
export const DOUBLE_BARRELED_LASER = 6;
export const DUAL_PROCESSOR = 7;
export const EXTRA_MEMORY = 8;
export const FIRE_CONTROL = 9;
export const FLYWHEEL = 10;
export const FOURTH_GEAR = 11;
export const GYROSCOPIC_STABILIZER = 12;
export const HIGH_POWER_LASER = 13;
export const MECHANICAL_ARM = 14;
export const MINI_HOWITZER = 15;
export const POWER_DOWN_SHIELD = 16;
export const PRESSOR_BEAM = 17;
export const RADIO_CONTROL = 18;
export const RAMMING_GEAR = 19;
export const REAR_FIRING_LASER = 20;
export const RECOMPILE = 21;
export const REVERSE_GEAR = 22;
export const SCRAMBLER = 23;
export const SUPERIOR_ARCHIVE = 24;
export const TRACTOR_BEAM = 25;
export const OPTION_CARDS = 26;
export const HOWITZER_SHOTS = 5;
export const COAT_LAYERS = 3;
export const FLOOR = 0;
export const PIT = 1;
export const GEAR_LEFT = 2;
export const GEAR_RIGHT = 3;
export const WRENCH = 4;
export const HAMMER = 5;
export const VOID = 6;
export const GLYPHS = ".OLRrh " as const;
export const BELT_GLYPHS = "^>v<" as const;
export const EXPRESS_GLYPHS = "NESW" as const;
export const Phase = { PROGRAM: 0, ASK: 1, RUN: 2, PAUSE: 3, OVER: 4 } as const;
export const Stage = { SET_UP: 0, DEAL: 1, RECOMPILE: 2, PROGRAM: 3, ANNOUNCE: 4, GYROSCOPES: 5, CONDITIONS: 6, REVEAL: 7, ABORTS: 8, MOVES: 9, EXPRESS: 10, BELTS: 11, PUSHERS: 12, GEARS: 13, CRUSHERS: 14, AIM: 15, FIRE: 16, FLAGS: 17, NEXT_REGISTER: 18, REPAIRS: 19, WIPE: 20, STAY_DOWN: 21, REENTRY: 22, NEXT_TURN: 23 } as const;
export const Question = { NOTHING: 0, RECOMPILE: 1, ANNOUNCE: 2, GYROSCOPE: 3, CONDITION: 4, ABORT: 5, BRAKES: 6, FOURTH_GEAR: 7, REVERSE_GEAR: 8, WEAPON: 9, HIGH_POWER: 10, FIRE_CONTROL: 11, ARM: 12, DAMAGE: 13, LOSE: 14, STAY_DOWN: 15, PLACE: 16, FACE: 17, START_DOWN: 18, CHOOSE_OPTION: 19, START_ROW: 20, START_COLUMN: 21 } as const;
export const EventKind = { DEALT: 0, LAID: 1, KEPT: 2, DONE: 3, REVEALED: 4, WIPED: 5, HAND_RETURNED: 6, SWAPPED: 7, REPLACED: 8, SCRAMBLED: 9, LOCK_FILLED: 10, SHUFFLED: 11, MOVED: 12, TURNED: 13, MOVES: 14, DESTROYED: 15, REENTERED: 16, ARCHIVED: 17, TOUCHED: 18, HIT: 19, DAMAGED: 20, ABSORBED: 21, LIFE_LOST: 22, LOCKED: 23, UNLOCKED: 24, REPAIRED: 25, HEALED: 26, POWERED_DOWN: 27, ANNOUNCED: 28, STAYS_DOWN: 29, STARTS_DOWN: 30, WAKES: 31, STABILISED: 32, ABORTING: 33, SHIELDED: 34, CONTROLLED: 35, AIMED: 36, OPTION_DRAWN: 37, OPTION_OFFERED: 38, OPTION_KEPT: 39, OPTION_LOST: 40, OPTIONS_RETURNED: 41, USES_LEFT: 42, TURN_BEGAN: 43, PROGRAMMING: 44, ASKED: 45, ANSWERED: 46, REGISTER_BEGAN: 47, PAUSED: 48, GAME_OVER: 49, FLAG_MOVED: 50, BOARD_TURNED: 51, SUPERBOT: 52, SITS_OUT: 53, FINISHED: 54, STOPPED: 55, FIRED: 56, BEAM: 57, OUT: 58, TIME_UP: 59 } as const;
export const BY_CARD = 0;
export const BY_PUSH = 1;
export const BY_EXPRESS = 2;
export const BY_BELT = 3;
export const BY_PUSHER = 4;
export const BY_GEAR = 5;
export const BY_CRUSHER = 6;
export const BY_LASER = 7;
export const BY_ROBOT_LASER = 8;
export const BY_WEAPON = 9;
export const BY_RAMMING = 10;
export const BY_RECOMPILE = 11;
export const BY_PIT = 12;
export const BY_EDGE = 13;
export const BY_DAMAGE = 14;
export const BY_CHOICE = 15;
export const BY_RULE = 16;
export const BY_HOME = 17;
export const CAUSES = ["card", "push", "express", "belt", "pusher", "gear", "crusher", "laser", "robot_laser", "weapon", "ramming", "recompile", "pit", "edge", "damage", "choice", "rule", "home"] as const;
export const BY_WALL = 0;
export const BY_BLOCKED_ROBOT = 1;
export const BY_CONFLICT = 2;
export const BY_FLAGS = 0;
export const BY_SURVIVAL = 1;
export const BY_NOBODY = 2;
export const BY_TURN_CAP = 3;
export const BY_TEAM = 4;
export const LAY = 0;
export const ADD = 91;
export const DONE = 182;
export const NO = 183;
export const YES = 184;
export const WEAPON = 185;
export const WEAPONS = [15, 17, 25, 18, 23] as const;
export const LOCK = 190;
export const OPTION = 195;
export const ARM = 221;
export const FACE = 229;
export const PLACE = 233;
export const NEXT_REGISTER = 265;
export const END_TURN = 266;
export const STAND_STILL = 267;
export const TIME_UP = 268;
export const ACTIONS = 269;
export const FINISH = 182;
export const UNIT = 100 as const;
export const MARGIN = 76 as const;
export const PAINT = ["#e02b35", "#2a6df0", "#17924c", "#ffd42a", "#ff7a14", "#8a3fd1", "#f4f4ee", "#8b5a34"] as const;
export const INK = "#14171c" as const;
export const LIGHT = "#fffdf4" as const;
export const OUTLINES = ["M-33 -31H33V37H-33Z", "M0 -37A37 37 0 0 1 0 37A37 37 0 0 1 0 -37Z", "M-23 -32H23L44 3L23 38H-23L-44 3Z", "M0 -46L43 37Q0 27 -43 37Z", "M0 -44L40 2L0 46L-40 2Z", "M0 -42L11 -28L29 -31L28 -13L43 -2L30 10L33 28L15 28L4 42H-4L-15 28L-33 28L-30 10L-43 -2L-28 -13L-29 -31L-11 -28Z", "M-19 -42H19V-20H42V20H19V42H-19V20H-42V-20H-19Z", "M-43 -36H43V-16H29V38H-29V-16H-43Z"] as const;
export const BEAK = "M0 -52L17 -29Q0 -36 -17 -29Z" as const;
export const WAVING = "M-23 -45Q8 -53 44 -43L36 -18L44 8Q8 -2 -23 6Z" as const;
export const CLOTH = "#e5178c" as const;
export const POLE = "#f4e7c8" as const;
export const GOLD = "#ffc400" as const;
export const HURT = "#c40f1f" as const;
export const GLOW = "#fffbd6" as const;
export const DARK_PAINT = ["red", "blue", "green", "violet", "brown"] as const;
export const OPTIONS = {
  option_cards: {"yes": 0, "no": 1},
  one_flag_per_turn: {"yes": 0, "no": 1},
  last_robot_wins: {"yes": 0, "no": 1},
  play_on: {"no": 0, "yes": 1},
  first_player: {"random": 0, "first_seat": 1},
  fire_control: {"errata": 0, "printed": 1},
  arm_moves_archive: {"no": 0, "yes": 1},
  pusher_chains: {"yes": 0, "no": 1},
  option_reshuffle: {"no": 0, "yes": 1},
  power_down: {"yes": 0, "no": 1},
  option_choice: {"no": 0, "yes": 1},
  sites: {"repair": 0, "options": 1},
  robot_lasers: {"single": 0, "double": 1},
  moving_flags: {"no": 0, "yes": 1},
  turning_boards: {"no": 0, "yes": 1},
  superbot: {"no": 0, "yes": 1},
  teams: {"none": 0, "tandem": 1, "all_for_one": 2, "capture": 3, "control": 4, "war": 5},
} as const;
export const VARIANTS: Record<string, Record<string, string>> = {
  "rule_book": {},
  "beginners": {
    "option_cards": "no",
    "timer": "0"
  },
  "family": {
    "option_cards": "no",
    "timer": "0",
    "lives": "4"
  }
};
export const COURSES = {
  "risky_exchange": {
    "title": "Risky Exchange",
    "page": 13,
    "players": "2-8",
    "length": "medium",
    "level": "easy",
    "boards": [
      "exchange@0 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "exchange 7,1",
      "exchange 9,7",
      "exchange 1,4"
    ],
    "rules": {},
    "sentence": "Over the great crossing of belts: a good first course."
  },
  "checkmate": {
    "title": "Checkmate",
    "page": 13,
    "players": "5-8",
    "length": "short",
    "level": "easy",
    "boards": [
      "chess@0 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "chess 7,2",
      "chess 3,8"
    ],
    "rules": {},
    "sentence": "Two flags on a chessboard with a moving frame."
  },
  "dizzy_dash": {
    "title": "Dizzy Dash",
    "page": 14,
    "players": "2-8",
    "length": "short",
    "level": "easy",
    "boards": [
      "spin_zone@0 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "spin_zone 5,4",
      "spin_zone 10,11",
      "spin_zone 1,6"
    ],
    "rules": {},
    "sentence": "A quick race around four spinning rings."
  },
  "island_hop": {
    "title": "Island Hop",
    "page": 14,
    "players": "2-8",
    "length": "medium",
    "level": "intermediate",
    "boards": [
      "island@0 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "island 6,1",
      "island 1,6",
      "island 11,4"
    ],
    "rules": {},
    "sentence": "Around an island between pits."
  },
  "chop_shop_challenge": {
    "title": "Chop Shop Challenge",
    "page": 15,
    "players": "2-4",
    "length": "medium",
    "level": "intermediate",
    "boards": [
      "chop_shop@2 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "chop_shop 4,9",
      "chop_shop 9,11",
      "chop_shop 1,10",
      "chop_shop 11,7"
    ],
    "rules": {},
    "sentence": "Four flags among lasers and short belts."
  },
  "twister": {
    "title": "Twister",
    "page": 15,
    "players": "5-8",
    "length": "medium",
    "level": "intermediate",
    "boards": [
      "spin_zone@0 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "spin_zone 2,9",
      "spin_zone 3,2",
      "spin_zone 9,2",
      "spin_zone 8,9"
    ],
    "rules": {},
    "sentence": "Each flag lies in a ring of its own."
  },
  "bloodbath_chess": {
    "title": "Bloodbath Chess",
    "page": 16,
    "players": "2-4",
    "length": "medium",
    "level": "intermediate",
    "boards": [
      "chess@0 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "chess 6,5",
      "chess 2,9",
      "chess 8,7",
      "chess 3,4"
    ],
    "rules": {},
    "sentence": "Few robots on a narrow board: they will meet."
  },
  "around_the_world": {
    "title": "Around the World",
    "page": 16,
    "players": "5-8",
    "length": "long",
    "level": "hard",
    "boards": [
      "island@1 0,0",
      "spin_zone@0 12,0"
    ],
    "dock": "dock_a@3 24,0",
    "flags": [
      "spin_zone 0,2",
      "island 1,5",
      "spin_zone 10,6"
    ],
    "rules": {},
    "sentence": "To the far end of two boards and back."
  },
  "death_trap": {
    "title": "Death Trap",
    "page": 17,
    "players": "2-4",
    "length": "short",
    "level": "hard",
    "boards": [
      "island@0 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "island 7,7",
      "island 0,4",
      "island 6,5"
    ],
    "rules": {},
    "sentence": "In the middle of the island there is little room."
  },
  "pilgrimage": {
    "title": "Pilgrimage",
    "page": 17,
    "players": "2-8",
    "length": "long",
    "level": "hard",
    "boards": [
      "cross@3 0,0",
      "exchange@1 12,0"
    ],
    "dock": "dock_a@3 24,0",
    "flags": [
      "cross 8,7",
      "exchange 7,2",
      "exchange 2,9"
    ],
    "rules": {},
    "sentence": "A long way over two boards of belts."
  },
  "vault_assault": {
    "title": "Vault Assault",
    "page": 18,
    "players": "2-4",
    "length": "short",
    "level": "expert",
    "boards": [
      "vault@3 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "vault 6,3",
      "vault 4,11",
      "vault 8,5"
    ],
    "rules": {},
    "sentence": "Into the vault, out of it and in again."
  },
  "whirlwind_tour": {
    "title": "Whirlwind Tour",
    "page": 18,
    "players": "5-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "maelstrom@0 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "maelstrom 8,0",
      "maelstrom 3,11",
      "maelstrom 11,6"
    ],
    "rules": {},
    "sentence": "Three flags at the edge of a great whirl."
  },
  "lost_bearings": {
    "title": "Lost Bearings",
    "page": 19,
    "players": "2-4",
    "length": "medium",
    "level": "expert",
    "boards": [
      "cross@2 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "cross 1,2",
      "cross 10,9",
      "cross 2,8"
    ],
    "rules": {},
    "sentence": "Across the crossing, from corner to corner."
  },
  "robot_stew": {
    "title": "Robot Stew",
    "page": 19,
    "players": "2-4",
    "length": "medium",
    "level": "expert",
    "boards": [
      "chop_shop@0 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "chop_shop 0,4",
      "chop_shop 9,7",
      "chop_shop 2,10"
    ],
    "rules": {},
    "sentence": "Belts, lasers and robots, well mixed."
  },
  "oddest_sea": {
    "title": "Oddest Sea",
    "page": 20,
    "players": "5-8",
    "length": "long",
    "level": "expert",
    "boards": [
      "vault@2 0,0",
      "maelstrom@2 0,12"
    ],
    "dock": "dock_a 0,24",
    "flags": [
      "vault 8,6",
      "vault 1,4",
      "vault 5,8",
      "vault 9,2"
    ],
    "rules": {},
    "sentence": "Through the whirl to a vault with four flags."
  },
  "against_the_grain": {
    "title": "Against the Grain",
    "page": 20,
    "players": "2-4",
    "length": "medium",
    "level": "expert",
    "boards": [
      "chop_shop@0 0,0",
      "chess@1 0,12"
    ],
    "dock": "dock_a 0,24",
    "flags": [
      "chop_shop 10,9",
      "chop_shop 3,3",
      "chess 5,5"
    ],
    "rules": {},
    "sentence": "The belts of two boards run the other way."
  },
  "island_king": {
    "title": "Island King",
    "page": 21,
    "players": "5-8",
    "length": "short",
    "level": "expert",
    "boards": [
      "island@2 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "island 5,4",
      "island 7,7",
      "island 5,6"
    ],
    "rules": {},
    "sentence": "All flags stand on the island, and so will all robots."
  },
  "tricksy": {
    "title": "Tricksy",
    "page": 21,
    "players": "2-4",
    "length": "long",
    "level": "expert",
    "boards": [
      "cross@0 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "cross 9,1",
      "cross 0,1",
      "cross 8,11",
      "cross 3,7"
    ],
    "rules": {
      "option_choice": "yes"
    },
    "sentence": "Everybody starts with one of three option cards."
  },
  "moving_targets": {
    "title": "Moving Targets",
    "page": 22,
    "players": "2-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "maelstrom@0 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "maelstrom 1,0",
      "maelstrom 10,11",
      "maelstrom 11,5",
      "maelstrom 0,6"
    ],
    "rules": {
      "moving_flags": "yes"
    },
    "sentence": "The flags ride on the belts."
  },
  "set_to_kill": {
    "title": "Set to Kill",
    "page": 22,
    "players": "5-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "exchange@2 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "exchange 5,0",
      "exchange 2,11",
      "exchange 10,9",
      "exchange 2,4"
    ],
    "rules": {
      "robot_lasers": "double"
    },
    "sentence": "The lasers of all robots do double damage."
  },
  "factory_rejects": {
    "title": "Factory Rejects",
    "page": 23,
    "players": "5-8",
    "length": "short",
    "level": "expert",
    "boards": [
      "chop_shop@2 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "chop_shop 7,1",
      "chop_shop 4,11",
      "chop_shop 2,4"
    ],
    "rules": {
      "start_damage": 2,
      "power_down": "no"
    },
    "sentence": "Robots start damaged and cannot power down."
  },
  "option_world": {
    "title": "Option World",
    "page": 23,
    "players": "2-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "vault@0 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "vault 3,5",
      "vault 9,1",
      "vault 5,8",
      "vault 2,0"
    ],
    "rules": {
      "sites": "options"
    },
    "sentence": "Repair sites give option cards instead of repairs."
  },
  "ball_lightning": {
    "title": "Ball Lightning",
    "page": 24,
    "players": "2-8",
    "length": "short",
    "level": "expert",
    "boards": [
      "spin_zone@3 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "spin_zone 7,5",
      "spin_zone 2,2",
      "spin_zone 5,9",
      "spin_zone 10,0"
    ],
    "rules": {
      "programming_time": 30
    },
    "sentence": "Half a minute for every program."
  },
  "tight_collar": {
    "title": "Tight Collar",
    "page": 25,
    "players": "2-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "chop_shop@2 4,0",
      "cross@3 16,0"
    ],
    "dock": "dock_a@1 0,0",
    "flags": [
      "cross 9,4",
      "chop_shop 4,9"
    ],
    "rules": {
      "programming_time": 60
    },
    "sentence": "A minute for every program, two boards, two flags."
  },
  "day_of_the_superbot": {
    "title": "Day of the SuperBot",
    "page": 25,
    "players": "5-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "maelstrom@2 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "maelstrom 8,0",
      "maelstrom 0,5"
    ],
    "rules": {
      "superbot": "yes"
    },
    "sentence": "Only the SuperBot scores; whoever destroys it takes over."
  },
  "interference": {
    "title": "Interference",
    "page": 26,
    "players": "2-4",
    "length": "medium",
    "level": "expert",
    "boards": [
      "chess@2 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [
      "chess 5,2",
      "chess 7,8",
      "chess 0,0"
    ],
    "rules": {
      "robots_each": 2
    },
    "sentence": "Two robots each: one races, one gets in the way."
  },
  "flag_fry": {
    "title": "Flag Fry",
    "page": 26,
    "players": "2-8",
    "length": "short",
    "level": "expert",
    "boards": [
      "cross@2 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "cross 3,3",
      "cross 9,3",
      "cross 3,10"
    ],
    "rules": {
      "start_options": 1
    },
    "sentence": "Everybody starts with an option card."
  },
  "frenetic_factory": {
    "title": "Frenetic Factory",
    "page": 27,
    "players": "5-8",
    "length": "long",
    "level": "expert",
    "boards": [
      "chess@1 0,0",
      "chop_shop@3 12,0",
      "island@1 0,12",
      "cross@3 12,12"
    ],
    "dock": "dock_a 12,24",
    "flags": [
      "chess 4,6",
      "chop_shop 4,10",
      "island 10,7",
      "chop_shop 9,1"
    ],
    "rules": {
      "turning_boards": "yes"
    },
    "sentence": "Four boards; a touched flag may turn the one it stands on."
  },
  "marathon_madness": {
    "title": "Marathon Madness",
    "page": 28,
    "players": "5-8",
    "length": "long",
    "level": "expert",
    "boards": [
      "vault@2 12,0",
      "spin_zone@3 0,12",
      "exchange@2 12,12",
      "maelstrom@0 12,24"
    ],
    "dock": "dock_a@3 24,12",
    "flags": [
      "maelstrom 11,6",
      "vault 3,6",
      "spin_zone 9,9",
      "exchange 11,5"
    ],
    "rules": {
      "start_options": 1
    },
    "sentence": "Four boards, four flags, and an option card for the way."
  },
  "tandem_carnage": {
    "title": "Tandem Carnage",
    "page": 29,
    "players": "4-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "maelstrom@2 0,0",
      "exchange@0 0,12"
    ],
    "dock": "dock_a 0,24",
    "flags": [
      "exchange 2,2",
      "maelstrom 3,0",
      "maelstrom 11,10",
      "exchange 9,9"
    ],
    "rules": {
      "teams": "tandem"
    },
    "sentence": "Teams of two touch the flags in order, whoever gets there."
  },
  "all_for_one": {
    "title": "All for One",
    "page": 30,
    "players": "4-8",
    "length": "long",
    "level": "expert",
    "boards": [
      "vault@0 0,0",
      "spin_zone@3 0,12"
    ],
    "dock": "dock_b 0,24",
    "flags": [
      "spin_zone 6,6",
      "vault 8,5",
      "vault 2,1",
      "spin_zone 9,9"
    ],
    "rules": {
      "teams": "all_for_one"
    },
    "sentence": "A team wins when one of its robots has touched all flags."
  },
  "capture_the_flag": {
    "title": "Capture the Flag",
    "page": 31,
    "players": "4-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "chop_shop@0 0,0",
      "vault@1 12,0"
    ],
    "dock": "",
    "flags": [
      "chop_shop 2,10",
      "vault 8,1"
    ],
    "rules": {
      "teams": "capture"
    },
    "sentence": "Carry the other team's flag home."
  },
  "toggle_boggle": {
    "title": "Toggle Boggle",
    "page": 32,
    "players": "4-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "exchange@1 0,0"
    ],
    "dock": "dock_a 0,12",
    "flags": [
      "exchange 5,5",
      "exchange 9,2",
      "exchange 9,9"
    ],
    "rules": {
      "teams": "control"
    },
    "sentence": "A team wins when it controls all three flags at once."
  },
  "war_zone": {
    "title": "War Zone",
    "page": 32,
    "players": "4-8",
    "length": "medium",
    "level": "expert",
    "boards": [
      "island@2 0,0"
    ],
    "dock": "dock_b 0,12",
    "flags": [],
    "rules": {
      "teams": "war",
      "start_options": 1
    },
    "sentence": "No flags: the last team that is left wins."
  }
} as const;
