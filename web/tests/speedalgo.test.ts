// Programs as they are drawn and written, ways that are foreseen, and where arrow keys lead.
import { describe, expect, test } from "vitest";
import type { SeenEvent } from "../src/net/messages";
import { AB, ABD, AT, CARDS, ELSE, EventKind, NEXT, OPTIONS, P, Phase, REP, SA, SAS, TRAFFIC } from "../src/games/speedalgo/names";
import type { Driver, Field, Race } from "../src/games/speedalgo/names";
import { foresee } from "../src/games/speedalgo/ghost";
import { blocksOf, cardsFor, isUsed, programText } from "../src/games/speedalgo/programs";
import { byDistance, towards } from "../src/games/speedalgo/targets";

const codes = (cards: { card: number }[]) => cards.map(({ card }) => CARDS[card]);
const drawn = (cards: number[]) => blocksOf(cards).map(({ frames, parts }) => [codes(frames), ...parts.map(codes)]);

describe("the blocks of a program", () => {
  test("are cards, with what lies on top of a repetition or condition", () => {
    expect(drawn([])).toEqual([]);
    expect(drawn([REP, AB, NEXT, ABD, NEXT, SA, P])).toEqual([[["REP"], ["AB"]], [[], ["ABD"]], [["SA"], ["P"]]]);
    expect(drawn([SAS, P, ELSE, AB])).toEqual([[["SAS"], ["P"], ["AB"]]]);
  });

  test("may lie inside one another", () => {
    expect(drawn([REP, SAS, P, ELSE, AB])).toEqual([[["REP", "SAS"], ["P"], ["AB"]]]);
    expect(drawn([SAS, P, ELSE, REP, AB])).toEqual([[["SAS"], ["P"], ["REP", "AB"]]]);
    expect(drawn([SAS, ELSE, AB])).toEqual([[["SAS"], [], ["AB"]]]);
  });

  test("are begun where a sign says so", () => {
    expect(drawn([REP, AB, NEXT])).toEqual([[["REP"], ["AB"]], [[], []]]);
  });
});

describe("the hand", () => {
  const hand = (condition_card: number, side: number, program: number[] = []) => {
    const driver = { side, program, length: program.length } as unknown as Driver;
    const field = { options: { condition_card } } as unknown as Field;
    return cardsFor(field, driver).filter((card) => card >= REP && !isUsed(driver, card));
  };

  test("has a condition card with two sides, of which one is laid", () => {
    expect(hand(OPTIONS.condition_card.free, 0)).toEqual([REP, SA, SAS]);
    expect(hand(OPTIONS.condition_card.free, 0, [SA, AB])).toEqual([REP]);
  });

  test("has only the side that is to be used next, or no such card", () => {
    expect(hand(OPTIONS.condition_card.flip, SAS)).toEqual([REP, SAS]);
    expect(hand(OPTIONS.condition_card.none, 0)).toEqual([REP]);
  });
});

describe("a program as text", () => {
  const race = { places: [27, 33, ...Array<number>(10).fill(-1)] } as unknown as Race;
  const driver = (program: number[], written: number[] = [0, 0, 0, 0, 0, 0, 0]) => ({ program, length: program.length, written }) as unknown as Driver;

  test("has signs between blocks and parts, and squares of the cars written down", () => {
    expect(programText(race, driver([SAS, P, ELSE, AB, NEXT, AT], [2, 1, 0, 0, 0, 0, 1]))).toBe("SAS P [C5] / AB - AT [D6 C5]");
  });

  test("can leave a block out", () => {
    const program = driver([REP, AB, NEXT, SAS, P, ELSE, ABD, NEXT, AT]);
    expect(programText(race, program, (place) => place >= 3 && place < 7)).toBe("REP AB - AT");
    expect(programText(race, program, (place) => place < 2)).toBe("SAS P / ABD - AT");
    expect(programText(race, program, () => true)).toBe("");
  });
});

describe("what is foreseen", () => {
  const own = TRAFFIC;
  const moved = (car: number, from: number, to: number): SeenEvent => [EventKind.MOVED, 0, car, from, to, 0];

  test("is the way of each car", () => {
    const { ways } = foresee([moved(own, 0, 5), moved(3, 10, 15), moved(own, 5, 10)]);
    expect(ways).toEqual([{ car: own, squares: [0, 5, 10], leaves: false }, { car: 3, squares: [10, 15], leaves: false }]);
  });

  test("ends where something is not known", () => {
    expect(foresee([moved(own, 0, 5), moved(own, 5, -1), moved(own, 10, 15)]).ways).toEqual([{ car: own, squares: [0, 5], leaves: false }]);
    expect(foresee([[EventKind.DECISION, 0, Phase.TARGET, 0, 0, 0]]).asks).toBe(true);
  });

  test("tells collisions and who leaves the track", () => {
    const { crash, ways } = foresee([[EventKind.REMOVED, 0, 2, 119, 0, 0], [EventKind.COLLIDED, 0, own, 7, 4, 0]]);
    expect(crash).toEqual({ square: 7, car: own });
    expect(ways).toEqual([{ car: 2, squares: [119], leaves: true }]);
  });
});

describe("cars to choose", () => {
  const targets = [60, 12, 13, 27].map((square, car) => ({ action: square, square, car }));

  test("come by their distance", () => {
    expect(byDistance(targets, 11).map(({ square }) => square)).toEqual([12, 13, 27, 60]);
  });

  test("are reached by arrows: the nearest that lies that way", () => {
    const [, from] = targets;
    if (!from) throw new Error("no target");
    expect(towards(targets, from, "ArrowRight")?.square).toBe(27);
    expect(towards(targets, from, "ArrowDown")?.square).toBe(13);
    expect(towards(targets, from, "ArrowLeft")).toBeNull();
    expect(towards(targets, from, "x")).toBeNull();
  });
});
