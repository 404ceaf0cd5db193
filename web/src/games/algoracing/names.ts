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

export interface Rover {
  square: number;
  turns: number;
  heading: number;
  colour: number;
  waits: number;
  held: number;
  owed: number;
  hand: number[];
  delivered: number[];
}
export const ROVER_LAYOUT: Layout = { size: 24, members: [
  ["square", 0, 2, 0],
  ["turns", 2, 2, 0],
  ["heading", 4, 1, 0],
  ["colour", 5, 1, 0],
  ["waits", 6, 1, 0],
  ["held", 7, 1, 0],
  ["owed", 8, 1, 0],
  ["hand", 9, 1, 10],
  ["delivered", 19, 1, 4],
] };

export interface Pile {
  count: number;
  cards: number[];
}
export const PILE_LAYOUT: Layout = { size: 54, members: [
  ["count", 0, 2, 0],
  ["cards", 2, 1, 52],
] };

export interface Race {
  dice: Dice;
  turn: number;
  rovers: Rover[];
  bases: number[];
  places: number[];
  types: number[];
  draw: Pile;
  discards: Pile;
  phase: number;
  seat: number;
  laid: number;
  changed: number;
  moved: number;
  length: number;
  row: number[];
  fresh: number[];
  times: number[];
  span: number[];
  covered: number[];
  program: number[];
  commands: number;
  ran: number;
  winners: number;
  locks: number[];
}
export const RACE_LAYOUT: Layout = { size: 360, members: [
  ["dice", 0, DICE_LAYOUT, 0],
  ["turn", 32, 4, 0],
  ["rovers", 36, ROVER_LAYOUT, 4],
  ["bases", 132, 2, 4],
  ["places", 140, 1, 20],
  ["types", 160, 1, 20],
  ["draw", 180, PILE_LAYOUT, 0],
  ["discards", 234, PILE_LAYOUT, 0],
  ["phase", 288, 1, 0],
  ["seat", 289, 1, 0],
  ["laid", 290, 1, 0],
  ["changed", 291, 1, 0],
  ["moved", 292, 1, 0],
  ["length", 293, 1, 0],
  ["row", 294, 1, 5],
  ["fresh", 299, 1, 5],
  ["times", 304, 1, 5],
  ["span", 309, 1, 5],
  ["covered", 314, 1, 10],
  ["program", 324, 1, 15],
  ["commands", 339, 1, 0],
  ["ran", 340, 1, 0],
  ["winners", 341, 1, 0],
  ["locks", 342, 1, 16],
] };

export interface Options {
  turn_cap: number;
  block_on_corner: number;
  wall_on_block_edge: number;
  sample_placement: number;
  start_facing: number;
  neutral_rovers: number;
  elevators_in_basic: number;
  low_next_to_high: number;
  turn_cards: number;
  full_rover_at_sample: number;
  pickup_when: number;
  deliver_trigger: number;
  seam_between_blocks: number;
  lock_set: number;
  win_timing: number;
  tie_rule: number;
  covered_cards: number;
  fresh_start: number;
  impulse_path: number;
  ride_when: number;
  sample_pull: number;
  sample_through_walls: number;
  open_hands: number;
}
export const OPTIONS_LAYOUT: Layout = { size: 24, members: [
  ["turn_cap", 0, 2, 0],
  ["block_on_corner", 2, 1, 0],
  ["wall_on_block_edge", 3, 1, 0],
  ["sample_placement", 4, 1, 0],
  ["start_facing", 5, 1, 0],
  ["neutral_rovers", 6, 1, 0],
  ["elevators_in_basic", 7, 1, 0],
  ["low_next_to_high", 8, 1, 0],
  ["turn_cards", 9, 1, 0],
  ["full_rover_at_sample", 10, 1, 0],
  ["pickup_when", 11, 1, 0],
  ["deliver_trigger", 12, 1, 0],
  ["seam_between_blocks", 13, 1, 0],
  ["lock_set", 14, 1, 0],
  ["win_timing", 15, 1, 0],
  ["tie_rule", 16, 1, 0],
  ["covered_cards", 17, 1, 0],
  ["fresh_start", 18, 1, 0],
  ["impulse_path", 19, 1, 0],
  ["ride_when", 20, 1, 0],
  ["sample_pull", 21, 1, 0],
  ["sample_through_walls", 22, 1, 0],
  ["open_hands", 23, 1, 0],
] };

export interface Field {
  options: Options;
  width: number;
  height: number;
  level: number;
  seats: number;
  goal: number;
  marks: number;
  colours: number[];
  labs: number[];
  samples: number[];
  deck: number[];
  storeys: number[];
  blocks: number[];
  walls: number[];
  lifts: number[];
  arrows: number[];
  mark_squares: number[];
  corners: number[];
}
export const FIELD_LAYOUT: Layout = { size: 548, members: [
  ["options", 0, OPTIONS_LAYOUT, 0],
  ["width", 24, 2, 0],
  ["height", 26, 2, 0],
  ["level", 28, 1, 0],
  ["seats", 29, 1, 0],
  ["goal", 30, 1, 0],
  ["marks", 31, 1, 0],
  ["colours", 32, 1, 4],
  ["labs", 36, 1, 4],
  ["samples", 40, 1, 4],
  ["deck", 44, 1, 10],
  ["storeys", 54, 1, 81],
  ["blocks", 135, 1, 81],
  ["walls", 216, 1, 81],
  ["lifts", 297, 1, 81],
  ["arrows", 378, 1, 81],
  ["mark_squares", 460, 2, 40],
  ["corners", 540, 2, 4],
] };

export const MAX_SEATS = 4;
export const MAX_SIDE = 9;
export const MAX_SQUARES = 81;
export const MAX_MARKS = 40;
export const DECK_SIZE = 52;
export const CORNERS = 4;
export const STEP = 0;
export const ALL_THE_WAY = 1;
export const JUMP = 2;
export const LEFT = 3;
export const RIGHT = 4;
export const UTURN = 5;
export const TELEPORT = 6;
export const X2 = 7;
export const X3 = 8;
export const TURN = 9;
export const CARDS = ["step", "all_the_way", "jump", "left", "right", "uturn", "teleport", "x2", "x3", "turn"] as const;
export const COMMANDS = 7;
export const KINDS = 10;
export const HAND_SIZE = 5;
export const MAX_LAID = 3;
export const MAX_ROW = 5;
export const PAIRS = 4;
export const LONGEST_RUN = 15;
export const YELLOW = 0;
export const BLUE = 1;
export const RED = 2;
export const GREEN = 3;
export const SAMPLES = ["yellow", "blue", "red", "green"] as const;
export const TYPES = 4;
export const TOKENS = 20;
export const CAPACITY = 3;
export const CARRIED = 100;
export const DELIVERED = 110;
export const UNPLACED = 120;
export const OUT = 121;
export const COLOURS = ["red", "yellow", "green", "blue"] as const;
export const ALL_COLOURS = 15;
export const BASIC = 0;
export const COMPLETE = 1;
export const LEVELS = ["basic", "complete"] as const;
export const Phase = { PLACE_SAMPLES: 0, CORNERS: 1, FACINGS: 2, BUILD: 3, REPLACE: 4, RIDE_FIRST: 5, RIDE_BETWEEN: 6, RIDE_LAST: 7, OVER: 8 } as const;
export const EventKind = { BASE_PLACED: 0, FACED: 1, LAID_DOWN: 2, DECISION: 3, TURN_BEGAN: 4, INSERTED: 5, COVERED: 6, CYCLED: 7, UNCYCLED: 8, ROW_DISCARDED: 9, RUN_BEGAN: 10, COMMAND: 11, SKIPPED: 12, MOVED: 13, BUMPED: 14, PAID: 15, LOCKED: 16, PICKED_UP: 17, SCORED: 18, WAITS: 19, REPLACED: 20, PASSED: 21, RESHUFFLED: 22, DREW: 23, SHORT: 24, GAME_OVER: 25, TIME_UP: 26 } as const;
export const BY_DRIVING = 0;
export const BY_JUMP = 1;
export const BY_ELEVATOR = 2;
export const BY_TELEPORT = 3;
export const BY_POINTS = 0;
export const BY_LAST_SAMPLE = 1;
export const BY_TURN_CAP = 2;
export const NOTHING = 0;
export const WALL = 1;
export const BORDER = 2;
export const HIGHER = 3;
export const LOWER = 4;
export const SEAM = 5;
export const ROVER_AHEAD = 6;
export const OFF_BOARD = 7;
export const TWO_STOREYS = 8;
export const NOTHING_AHEAD = 9;
export const IMPULSE_ENDS = 10;
export const BASE_TAKEN = 11;
export const AT_HOME = 12;
export const WALL_HOLDS = 13;
export const OF_ROVER = 16;
export const REASONS = ["", "wall", "border", "higher", "lower", "seam", "rover_ahead", "off_board", "two_storeys", "nothing_ahead", "impulse_ends", "base_taken", "at_home", "wall_holds"] as const;
export const REASON_RULES = ["", "AR-25", "AR-25", "AR-25", "AR-25", "AR-A16", "AR-42", "AR-A17", "AR-31", "AR-A44", "AR-59", "AR-63", "AR-A42", "AR-66"] as const;
export const INSERT = 0;
export const COVER = 35;
export const CYCLE_ONE = 70;
export const CYCLE_TWO = 80;
export const UNCYCLE = 88;
export const RUN = 93;
export const FRESH_START = 94;
export const REPLACE_CARD = 95;
export const PASS = 105;
export const RIDE = 106;
export const CORNER = 110;
export const FACE = 114;
export const LAY_SAMPLE = 118;
export const TIME_UP = 158;
export const ACTIONS = 159;
export const FINISH = 93;
export const UNIT = 100 as const;
export const MARGIN = 66 as const;
export const RISE = [-6, -17] as const;
export const PAINT = ["#d3202f", "#ffcf2e", "#1f9a55", "#2b6be0"] as const;
export const INK = "#2a1714" as const;
export const LIGHT = "#fff8e7" as const;
export const VIOLET = "#5b3592" as const;
export const OPTIONS = {
  block_on_corner: {"forbid": 0, "allow": 1},
  wall_on_block_edge: {"keep": 0, "hide": 1},
  sample_placement: {"random": 0, "players": 1},
  start_facing: {"no_border_no_wall": 0, "no_wall": 1},
  neutral_rovers: {"off": 0, "on": 1},
  elevators_in_basic: {"off": 0, "on": 1},
  low_next_to_high: {"must": 0, "advise": 1},
  turn_cards: {"separate": 0, "flexible": 1},
  full_rover_at_sample: {"stop": 0, "pass_over": 1},
  pickup_when: {"entering": 0, "standing": 1},
  deliver_trigger: {"state": 0, "enter": 1},
  seam_between_blocks: {"passable": 0, "obstructs": 1},
  lock_set: {"when_paid": 0, "every_bump": 1},
  win_timing: {"immediate": 0, "finish_round": 1},
  tie_rule: {"shared": 0, "more_types": 1, "fewer_turns": 2, "later_in_order": 3},
  covered_cards: {"stay": 0, "discard": 1},
  fresh_start: {"no": 0, "yes": 1},
  impulse_path: {"level": 0, "over_valley": 1},
  ride_when: {"after_run": 0, "arrived": 1, "mid_run": 2},
  sample_pull: {"one": 0, "to_rover": 1},
  sample_through_walls: {"no": 0, "yes": 1},
  open_hands: {"no": 0, "yes": 1},
} as const;
export const SIZES: Record<string, number> = {"basic": 6, "complete": 9};
export const BLOCKS = {
  "mesa": {
    "level": "basic",
    "storeys": 1,
    "size": "2x2",
    "marks": [
      "0,0",
      "1,1"
    ],
    "elevators": [
      "0,1W",
      "1,0E"
    ]
  },
  "ridge": {
    "level": "basic",
    "storeys": 1,
    "size": "3x2",
    "marks": [
      "0,1",
      "2,0"
    ],
    "elevators": [
      "1,0N",
      "1,1S"
    ]
  },
  "terrace": {
    "level": "complete",
    "storeys": 1,
    "size": "3x2",
    "marks": [
      "0,0",
      "1,1",
      "2,0"
    ],
    "elevators": [
      "0,1W",
      "2,0E"
    ]
  },
  "plateau": {
    "level": "complete",
    "storeys": 1,
    "size": "3x3",
    "marks": [
      "0,0",
      "2,1",
      "1,2"
    ],
    "elevators": [
      "1,0N",
      "2,2E"
    ]
  },
  "tower": {
    "level": "complete",
    "storeys": 2,
    "size": "2x2",
    "marks": [
      "0,0",
      "1,0",
      "1,1"
    ],
    "elevators": [
      "0,0N",
      "1,1S",
      "0,1W"
    ]
  }
} as const;
export const FIELDS = {
  "basic": {
    "canyon": {
      "sentence": "Two hills with a narrow valley between them.",
      "blocks": {
        "mesa": "1,2 1",
        "ridge": "4,1 1"
      }
    },
    "shoulder": {
      "sentence": "The hill leans its shoulder against the ridge.",
      "blocks": {
        "mesa": "4,1 3",
        "ridge": "1,2 0"
      }
    },
    "capes": {
      "sentence": "One hill at the rim, the ridge reaching for the far side.",
      "blocks": {
        "mesa": "4,1 1",
        "ridge": "2,3 1"
      }
    },
    "lookouts": {
      "sentence": "Ridge and hill look at each other across the upper plain.",
      "blocks": {
        "mesa": "4,1 1",
        "ridge": "1,0 1"
      }
    },
    "west_wall": {
      "sentence": "Both hills lean against one side; the other is a wide plain.",
      "blocks": {
        "mesa": "1,0 0",
        "ridge": "0,3 2"
      }
    },
    "stairs": {
      "sentence": "Hill and ridge follow one another like the treads of a staircase.",
      "blocks": {
        "mesa": "0,2 2",
        "ridge": "2,3 2"
      }
    },
    "divide": {
      "sentence": "A long height down the middle divides the field.",
      "blocks": {
        "mesa": "3,4 2",
        "ridge": "2,1 1"
      }
    },
    "bay": {
      "sentence": "Hills on two neighbouring sides, and open ground towards the far corner.",
      "blocks": {
        "mesa": "0,3 2",
        "ridge": "1,0 0"
      }
    }
  },
  "complete": {
    "summit": {
      "sentence": "Plateau, tower and terrace in a line: the highest way leads through the middle.",
      "blocks": {
        "plateau": "3,3 0",
        "tower": "4,1 0",
        "terrace": "3,6 0"
      }
    },
    "citadel": {
      "sentence": "Tower and plateau form a citadel at the rim; the terrace guards the plain.",
      "blocks": {
        "terrace": "5,5 0",
        "plateau": "3,0 3",
        "tower": "1,0 1"
      }
    },
    "serpent": {
      "sentence": "The heights wind from the far side down to a tower at the near rim.",
      "blocks": {
        "terrace": "1,3 1",
        "plateau": "3,1 0",
        "tower": "0,6 2"
      }
    },
    "headland": {
      "sentence": "Tower and plateau reach far into the plain, the terrace lies behind them.",
      "blocks": {
        "terrace": "1,0 2",
        "plateau": "3,4 2",
        "tower": "1,3 3"
      }
    },
    "harbour": {
      "sentence": "The tower stands at the foot of the plateau, the terrace across a wide bay.",
      "blocks": {
        "terrace": "0,4 0",
        "plateau": "5,2 1",
        "tower": "5,5 2"
      }
    },
    "watchtower": {
      "sentence": "A tower before the plateau watches over the plain and a lone terrace.",
      "blocks": {
        "terrace": "0,6 2",
        "plateau": "2,0 0",
        "tower": "2,3 1"
      }
    },
    "cascade": {
      "sentence": "Tower, plateau and terrace step down from corner to corner.",
      "blocks": {
        "terrace": "5,5 2",
        "plateau": "2,2 3",
        "tower": "1,0 0"
      }
    },
    "neighbours": {
      "sentence": "A tower on the shoulder of the terrace faces the plateau across a gap.",
      "blocks": {
        "terrace": "3,0 1",
        "plateau": "2,5 1",
        "tower": "1,2 3"
      }
    }
  }
} as const;
