// Where things lie on the factory floor, what is foreseen and chosen there, which courses are found, and how long a turn is shown.
import { describe, expect, test } from "vitest";
import type { SeenEvent } from "../src/net/messages";
import { courses, found, SIZES, specials, unfit, variantOf, withVariant } from "../src/games/roborally/courses";
import { describeFloor, describePieces } from "../src/games/roborally/explain";
import { foresee, stopText } from "../src/games/roborally/ghost";
import { ARM, BOARD, BY_BELT, BY_CARD, BY_EDGE, BY_PIT, EventKind, FACE, FLOOR, GEAR_LEFT, PIT, PLACE, Question, VOID } from "../src/games/roborally/names";
import type { Field, Race } from "../src/games/roborally/names";
import { away, liesAt, printed, ringSquare, wayOff } from "../src/games/roborally/place";
import { boardTargets, towards } from "../src/games/roborally/targets";
import { share, timeOf } from "../src/games/roborally/timing";

const WIDE = 2 * BOARD;
const SQUARES = WIDE * BOARD;
const none = (length: number, value = 0) => Array<number>(length).fill(value);

/** Two boards side by side, with nothing on them but what is given. */
function floor(given: Partial<Field> = {}): Field {
  return {
    width: WIDE, height: BOARD, seats: 2, robots: 2, boards: 2, flag_count: 0, lasers: 0, dock_count: 0, board_corners: [0, BOARD], colours: [0, 1],
    kinds: none(SQUARES, FLOOR), belts: none(SQUARES), walls: none(SQUARES), pushers: none(SQUARES), pushes: none(SQUARES), crushers: none(SQUARES), lit: none(SQUARES),
    on_board: Array.from({ length: SQUARES }, (_, square) => (square % WIDE < BOARD ? 0 : 1)), docks: [], laser_squares: [], flag_squares: [], options: { sites: 0 },
    ...given,
  } as unknown as Field;
}
const at = (x: number, y: number) => y * WIDE + x;
const set = (list: number[], square: number, value: number) => list.map((one, place) => (place === square ? value : one));
const robot = (square: number, given: object = {}) => ({ square, heading: 0, archive: square, lives: 3, damage: 0, locked: 0, powered_down: 0, touched: 0, ...given });
const race = (given: object = {}) => ({ robots: [robot(at(5, 5)), robot(at(5, 3))], order: [1, 0], turns_of: [0, 0], flag_squares: [], superbot: -1, seat: 0, about: 0, question: 0, ...given }) as unknown as Race;

describe("places", () => {
  test("of a ring are counted clockwise from the north-west", () => {
    const ring = Array.from({ length: 8 }, (_, number) => ringSquare(floor(), at(5, 5), 1, number));
    expect(ring).toEqual([at(4, 4), at(5, 4), at(6, 4), at(6, 5), at(6, 6), at(5, 6), at(4, 6), at(4, 5)]);
    expect(ringSquare(floor(), at(5, 5), 2, 15)).toBe(at(3, 4));
    expect(ringSquare(floor(), at(0, 0), 1, 0)).toBe(-1);
  });

  test("of a turned board are found both ways", () => {
    const turned = race({ turns_of: [0, 1] });
    expect(liesAt(turned, floor(), at(BOARD, 0))).toBe(at(WIDE - 1, 0)); // clockwise
    expect(printed(turned, floor(), at(WIDE - 1, 0))).toBe(at(BOARD, 0));
    expect(liesAt(turned, floor(), at(2, 3))).toBe(at(2, 3));
    for (let square = 0; square < SQUARES; square++) expect(printed(turned, floor(), liesAt(turned, floor(), square))).toBe(square);
  });

  test("end where no board lies", () => {
    const field = floor({ kinds: set(none(SQUARES, FLOOR), at(6, 5), VOID) });
    expect(away(field, at(5, 5), 1, 0)).toBe(-1);
    expect(wayOff(field, at(5, 5), 0)).toBe(1);
    expect(wayOff(field, at(5, 0), 0)).toBe(0);
  });
});

const event = (kind: number, who: number, a = 0, b = 0, c = 0): SeenEvent => [kind, who, a, b, c, 0];

describe("the ghost", () => {
  const moves = [
    event(EventKind.REGISTER_BEGAN, 1, 0), event(EventKind.MOVES, 0, 50), event(EventKind.MOVED, 0, at(5, 4), BY_CARD),
    event(EventKind.REGISTER_BEGAN, 1, 1), event(EventKind.MOVES, 0, 7), event(EventKind.TURNED, 0, 3, BY_CARD),
  ];

  test("goes from stop to stop and ends with a heading", () => {
    expect(foresee(race(), floor(), moves, 0)).toEqual([{ who: 0, squares: [at(5, 5), at(5, 4)], heading: 3, stops: new Map([[at(5, 4), { registers: [1], heading: 0 }]]), lost: null }]);
  });

  test("stops after several registers on one square, and they read as such", () => {
    expect([[2], [2, 3, 4], [1, 2], [1, 3], [1, 2, 4]].map(stopText)).toEqual(["2", "2–4", "1–2", "1, 3", "1–2, 4"]);
  });

  test("shows whom it pushes, and where it is lost", () => {
    const more = [...moves, event(EventKind.MOVED, 1, at(5, 2), 1), event(EventKind.MOVED, 0, at(5, 3), BY_CARD), event(EventKind.DESTROYED, 0, BY_PIT), event(EventKind.REENTERED, 0, at(1, 1))];
    const [mine, other] = foresee(race(), floor(), more, 0);
    expect(mine?.lost).toEqual({ square: at(5, 3), way: -1 });
    expect(other?.squares).toEqual([at(5, 3), at(5, 2)]);
    const [off] = foresee(race({ robots: [robot(at(0, 5), { heading: 3 })] }), floor(), [event(EventKind.MOVES, 0), event(EventKind.DESTROYED, 0, BY_EDGE)], 0);
    expect(off?.lost).toEqual({ square: at(0, 5), way: 3 });
  });

  test("says nothing of others that belts move, for they will have programs", () => {
    const ridden = [...moves, event(EventKind.MOVED, 1, at(5, 2), BY_BELT), event(EventKind.TURNED, 1, 2, BY_BELT)];
    expect(foresee(race(), floor(), ridden, 0)).toHaveLength(1);
  });

  test("ends where something is not known, and with the turn", () => {
    expect(foresee(race(), floor(), [...moves, event(EventKind.MOVED, 0, -1), event(EventKind.MOVED, 0, at(9, 9))], 0)[0]?.squares).toHaveLength(2);
    expect(foresee(race(), floor(), [...moves, event(EventKind.WIPED, 0), event(EventKind.MOVED, 0, at(9, 9))], 0)[0]?.squares).toHaveLength(2);
  });
});

describe("what is chosen on the board", () => {
  test("is a square of the ring, a heading, or what an arm reaches", () => {
    const places = boardTargets(race({ question: Question.PLACE, about: 1 }), floor(), [PLACE, PLACE + 4]);
    expect(places.map(({ square }) => square)).toEqual([at(4, 4), at(6, 6)]);
    const faces = boardTargets(race({ question: Question.FACE, about: at(2, 2) }), floor(), [FACE + 1]);
    expect(faces).toEqual([{ action: FACE + 1, square: at(2, 2), heading: 1, squares: 1 }]);
    expect(boardTargets(race({ question: Question.ARM }), floor(), [ARM + 3])[0]?.square).toBe(at(6, 6));
  });

  test("is a row at the back of the team's board, then a square of it", () => {
    const [row] = boardTargets(race({ question: Question.START_ROW }), floor(), [PLACE + 2]);
    expect(row).toMatchObject({ square: at(WIDE - 3, 0), squares: BOARD }); // the second dock is of the right team
    const [square] = boardTargets(race({ question: Question.START_COLUMN, about: 2, seat: 1 }), floor(), [PLACE + 7]);
    expect(square).toMatchObject({ square: at(2, 7), squares: 1 });
  });

  test("is reached by arrow keys", () => {
    const targets = boardTargets(race({ question: Question.FACE, about: at(2, 2) }), floor(), [FACE, FACE + 1, FACE + 2, FACE + 3]);
    const [north, east] = targets;
    expect(north && towards(floor(), targets, north, "ArrowDown")?.action).toBe(FACE + 2);
    expect(east && towards(floor(), targets, east, "ArrowLeft")?.action).toBe(FACE + 3);
    expect(north && towards(floor(), targets, north, "ArrowUp")).toBeNull();
  });
});

describe("a square", () => {
  const keysOf = (text: string) => text.split(" ").filter(Boolean).map((key) => key.replace("roborally.explain.", ""));

  test("says what lies on it, as its board lies now", () => {
    const belts = set(set(none(SQUARES), at(BOARD, 0), 2), at(BOARD + 1, 0), 7); // east, then express to the south
    const field = floor({ belts, kinds: set(set(none(SQUARES, FLOOR), at(0, 0), PIT), at(1, 0), GEAR_LEFT), pushers: set(none(SQUARES), at(2, 0), 0b10101), walls: set(none(SQUARES), at(2, 0), 1) });
    expect(keysOf(describeFloor(race(), field, at(0, 0)))).toEqual(["pit"]);
    expect(keysOf(describeFloor(race(), field, at(1, 0)))).toEqual(["gear_left"]);
    expect(keysOf(describeFloor(race(), field, at(2, 0)))).toEqual(["pusher?registers=1,+3,+5", "wall"]);
    expect(keysOf(describeFloor(race(), field, at(BOARD, 0)))).toEqual(["belt"]);
    expect(keysOf(describeFloor(race(), field, at(BOARD + 1, 0)))).toEqual(["express", "curve"]);
    const turned = race({ turns_of: [0, 1] });
    expect(keysOf(describeFloor(turned, field, at(BOARD, 0)))).toEqual([]);
    expect(keysOf(describeFloor(turned, field, at(WIDE - 1, 1)))).toEqual(["express", "curve"]);
  });

  test("says who stands on it", () => {
    const sleeping = race({ robots: [robot(at(5, 5), { damage: 6, locked: 0b11000, powered_down: 1, archive: at(1, 1) }), robot(at(5, 3))], flag_squares: [at(5, 5)] });
    expect(keysOf(describePieces(sleeping, floor({ flag_count: 1 }), at(5, 5)))).toEqual(["robot?letter=B&damage=6&lives=3", "asleep", "locked?registers=4,+5", "flag?number=1"]);
    expect(keysOf(describePieces(sleeping, floor(), at(1, 1)))).toEqual(["archive?letter=B"]);
  });
});

describe("courses", () => {
  const any = { players: 0, length: "", level: "", boards: 0 };

  test("are found by players, length, level and boards", () => {
    expect(found(any)).toHaveLength(Object.keys(courses).length);
    const short = found({ ...any, players: 3, length: "short", level: "easy" });
    expect(short.map(([name]) => name)).toEqual(["dizzy_dash"]);
    expect(found({ ...any, players: 2 }).every(([, { players }]) => players.startsWith("2"))).toBe(true);
    expect(SIZES).toEqual([1, 2, 4]);
    expect(SIZES.flatMap((boards) => found({ ...any, boards }))).toHaveLength(Object.keys(courses).length);
    expect(found({ ...any, boards: 4 }).map(([name]) => name)).toContain("marathon_madness");
  });

  test("say whom they are for", () => {
    expect(unfit(courses["checkmate"], 3)).toMatch(/5.*8.*3/);
    expect(unfit(courses["checkmate"], 5)).toBe("");
    expect(unfit(courses["all_for_one"], 5)).toMatch(/4, 6.*8/);
    expect(unfit(undefined, 3)).toBe("");
  });

  test("say what is special about them, all of them in words", () => {
    for (const course of Object.values(courses)) for (const words of specials(course)) expect(Object.keys(course.rules)).not.toContain(words);
    expect(specials(courses["ball_lightning"] as never)).toEqual(["Everybody has 30 seconds to program."]);
  });

  test("are played in a way that changes just its own options", () => {
    expect(variantOf({})).toBe("rule_book");
    const family = withVariant({ course: "twister", timer: "60" }, "family");
    expect(family).toMatchObject({ course: "twister", lives: "4", timer: "0" });
    expect(variantOf(family)).toBe("family");
    expect(withVariant(family, "rule_book")).toEqual({ course: "twister" });
    expect(variantOf({ lives: "5" })).toBeUndefined();
  });
});

describe("a turn", () => {
  const REGISTERS = 5;
  const began = event(EventKind.REGISTER_BEGAN, 0);
  const time = (robots: number) => REGISTERS * (share({ robots } as Field, began) ?? 0) + (share({ robots } as Field, event(EventKind.TURN_BEGAN, 0)) ?? 0);

  test("is shown in eight seconds, or twelve where there are eight robots", () => {
    expect(time(4)).toBeLessThanOrEqual(8000);
    expect(time(8)).toBeLessThanOrEqual(12_000);
    expect(share({ robots: 4 } as Field, event(EventKind.MOVED, 0))).toBeNull();
  });

  test("shows what belts do to all at once more quickly than what robots do one by one", () => {
    expect(timeOf(event(EventKind.MOVED, 0, 1, BY_BELT))).toBeLessThan(timeOf(event(EventKind.MOVED, 0, 1, BY_CARD)) / 2);
  });
});
