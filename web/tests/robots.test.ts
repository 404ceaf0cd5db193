// Programs of robots as they are laid and laid anew, choices that are typed, and what is told.
import { describe, expect, test } from "vitest";
import { t } from "../src/lang/index.svelte";
import { isNotation, notation, readChoice, squareOf } from "../src/games/roborally/describe";
import { ADD, ARM, BY_BELT, BY_PIT, BY_PUSH, DONE, EventKind, FACE, FIRE_CONTROL, LAY, NO, OPTION, Phase, PLACE, Question, YES } from "../src/games/roborally/names";
import type { Field, Race, Robot } from "../src/games/roborally/names";
import { actionsOf, aheadOf, cardsIn, firstEmpty, programOf, put, swap, without } from "../src/games/roborally/programs";
import { inTurn, isAsking, kindName, openRegisters, partOf, priorityOf, rests } from "../src/games/roborally/robots";
import { tell } from "../src/games/roborally/tell";
import type { SeenEvent } from "../src/net/messages";

const lay = (card: number) => LAY + card - 1;
const add = (card: number) => ADD + card - 1;

describe("a program that is being written", () => {
  const actions = [lay(79), lay(50), add(9), lay(70)];
  const program = programOf(actions, 5, new Map());

  test("is what its choices lay, and the other way round", () => {
    expect(program.slots).toEqual([{ card: 79, second: 0 }, { card: 50, second: 9 }, { card: 70, second: 0 }, null, null]);
    expect(actionsOf(program)).toEqual(actions);
    expect(cardsIn(program)).toEqual([79, 50, 9, 70]);
    expect(firstEmpty(program)).toBe(3);
  });

  test("loses both cards of a register, and what lies behind waits until it is filled again", () => {
    const open = without(program, 1);
    expect(actionsOf(open)).toEqual([lay(79)]);
    expect(aheadOf(open)).toEqual(new Map([[2, { card: 70, second: 0 }]]));
    expect(cardsIn(programOf(actionsOf(open), 5, aheadOf(open)))).toEqual([79, 70]);
    expect(actionsOf(put(open, 1, 3))).toEqual([lay(79), lay(3), lay(70)]);
  });

  test("has a card laid in any place", () => {
    expect(actionsOf(put(program, 1, 3))).toEqual([lay(79), lay(3), lay(70)]);
    expect(actionsOf(put(program, 3, 3))).toEqual([...actions, lay(3)]);
    expect(actionsOf(put(program, 4, 3))).toEqual(actions);
    expect(aheadOf(put(program, 4, 3))).toEqual(new Map([[4, { card: 3, second: 0 }]]));
  });

  test("has no card twice, also if one that was laid ahead is typed", () => {
    expect(cardsIn(programOf([lay(3)], 5, new Map([[4, { card: 3, second: 0 }]])))).toEqual([3]);
  });

  test("changes the places of two registers, of which one may be empty", () => {
    expect(actionsOf(swap(program, 0, 1))).toEqual([lay(50), add(9), lay(79), lay(70)]);
    expect(actionsOf(swap(program, 2, 4))).toEqual([lay(79), lay(50), add(9)]);
    expect(aheadOf(swap(program, 2, 4))).toEqual(new Map([[4, { card: 70, second: 0 }]]));
  });

  test("keeps cards on options only while all registers are full", () => {
    const full = programOf([lay(1), lay(2), NO, lay(3)], 2, new Map());
    expect(full.kept).toEqual([NO, lay(3)]);
    expect(actionsOf(full)).toEqual([lay(1), lay(2), NO, lay(3)]);
    expect(actionsOf(without(full, 1))).toEqual([lay(1)]);
    expect(cardsIn(full)).toEqual([1, 2, 3]);
  });
});

const robot = (facts: Partial<Robot>) => ({ square: 0, powered_down: 0, controller: -1, locked: 0, registers: [0, 0, 0, 0, 0], seconds: [0, 0, 0, 0, 0], ...facts }) as Robot;
const field = { width: 12, seats: 2, robots: 2, colours: [0, 1] } as Field;

describe("robots", () => {
  test("have cards of seven kinds", () => {
    expect([1, 7, 8, 43, 49, 67, 79].map(kindName)).toEqual(["uturn", "left", "right", "backup", "move1", "move2", "move3"]);
    expect(priorityOf(84)).toBe(840);
  });

  test("have registers to fill that are neither full nor locked", () => {
    expect(openRegisters(robot({ registers: [0, 5, 0, 0, 9], locked: 0b11000 }))).toEqual([0, 2]);
  });

  test("move in the order of their priorities, and whoever is controlled right after", () => {
    const race = { register: 0, order: [0, 1, 2], robots: [robot({ registers: [10, 0, 0, 0, 0] }), robot({ registers: [80, 0, 0, 0, 0] }), robot({ registers: [70, 0, 0, 0, 0], controller: 1 })] } as unknown as Race;
    expect(inTurn(race, { ...field, robots: 3 })).toEqual([1, 2, 0]);
    expect(inTurn({ ...race, register: -1 }, { ...field, robots: 3 })).toEqual([0, 1, 2]);
  });

  test("are asked until the answer is shown", () => {
    const race = { phase: Phase.ASK } as Race;
    expect([null, [EventKind.ASKED, 0, 0, 0, 0, 0] as SeenEvent, [EventKind.ANSWERED, 0, 0, 0, 0, 0] as SeenEvent].map((lit) => isAsking(race, lit))).toEqual([true, true, false]);
  });

  test("are moved by one part of a register after the other", () => {
    expect([[EventKind.MOVES, 0, 1, 0, 1, 0], [EventKind.MOVED, 0, 5, BY_BELT, -1, 0], [EventKind.FIRED, 0, 5, 1, -1, 0], [EventKind.DONE, 0, 0, 0, 0, 0]].map((event) => partOf(event as SeenEvent))).toEqual(["moves", "belts", "lasers", null]);
  });

  test("have no turn from the first thing the floor does until the next of them moves", () => {
    const events = [[EventKind.MOVES, 0, 1, 0, 1, 0], [EventKind.MOVED, 0, 5, BY_PUSH, -1, 0], [EventKind.BEAM, 0, 0, 5, 0, 0], [EventKind.LIFE_LOST, 0, 1, 0, 0, 0], [EventKind.REGISTER_BEGAN, 0, 1, 0, 0, 0]] as SeenEvent[];
    expect(events.map(rests)).toEqual([false, null, true, null, false]);
  });
});

describe("a choice", () => {
  const race = (question: number, about = 0) => ({ phase: Phase.ASK, question, about, seat: 0, register: 0, order: [0, 1], robots: [robot({ square: 25, archive: 25 }), robot({})] }) as unknown as Race;
  const programming = { ...race(0), phase: Phase.PROGRAM };

  test("is about a square beside the robot, or on the ring around its archive", () => {
    expect([0, 1, 3, 6].map((way) => squareOf(field, race(Question.ARM), ARM + way))).toEqual([13, 14, 38, 24]);
    expect([0, 1, 2, 4, 6, 7].map((place) => squareOf(field, race(Question.PLACE, 1), PLACE + place))).toEqual([12, 13, 14, 38, 36, 24]);
  });

  test("has the notation of the rules", () => {
    expect([lay(79), add(9), DONE].map((action) => notation(field, action, programming))).toEqual(["790 move3", "+ 90 left", "done"]);
    expect(notation(field, YES, race(Question.BRAKES))).toBe("use brakes");
    expect(notation(field, OPTION + 2, race(Question.DAMAGE))).toBe("discard brakes");
    expect(notation(field, FACE + 1, race(Question.FACE))).toBe("face E");
    expect(["790 move3", "move1 left + 90 left", "use fire_control lock 3", "place 3,4"].every(isNotation)).toBe(true);
    expect(isNotation("please move")).toBe(false);
  });

  test("is read by priority, kind, words, square and number", () => {
    const legal = [lay(1), lay(50), lay(52), lay(79), add(9), DONE];
    const read = (typed: string) => readChoice(field, legal, typed, programming);
    expect(["790", "10", "790 move3", "move1", "Move 3", "+ 90 left", "done", "2", "left", "999"].map(read)).toEqual([lay(79), lay(1), lay(79), lay(52), lay(79), add(9), DONE, lay(50), null, null]);
    expect(readChoice(field, [PLACE, PLACE + 1], "1,1", race(Question.PLACE, 1))).toBe(PLACE + 1);
    expect(readChoice(field, [NO, YES], "yes", race(Question.BRAKES))).toBe(YES);
    expect(readChoice(field, [NO, YES], "stand", race(Question.BRAKES))).toBe(YES);
  });
});

describe("what is told", () => {
  const said = (...event: number[]) => {
    const told = tell(field, [...event, 0, 0, 0, 0, 0].slice(0, 6) as SeenEvent, ["Ann", "Bob"]);
    return told ? [t(told.key, told.parameters), told.rule] : null;
  };

  test("names who, where, by whom and the rule", () => {
    expect(said(EventKind.MOVED, 0, 13, BY_PUSH, 1)).toEqual(["Ann is pushed to 1,1 by Bob", "RR-34"]);
    expect(said(EventKind.MOVED, 0, 13, BY_BELT, -1)).toEqual(["Ann rides the belt to 1,1", "RR-37"]);
    expect(said(EventKind.DESTROYED, 1, BY_PIT, -1)).toEqual(["Bob falls into a pit", "RR-35"]);
    expect(said(EventKind.HIT, 0, 2, 8, 1)).toEqual(["Ann is hit by Bob: 2 damage", "RR-44"]);
    expect(said(EventKind.REVEALED, 0, 9, 50, 9)).toEqual(["Ann turns up 500 Move 1 + 90 Left in register 2", undefined]);
    expect(said(EventKind.GAME_OVER, 0, 0b10, 0)).toEqual(["All flags are touched. Winner: Bob", "RR-52"]);
  });

  test("says what Fire Control aims at, and nothing of weapons that only get ready", () => {
    expect(said(EventKind.AIMED, 0, 0, 4, 1)).toEqual(["Ann aims with Fire Control: the hit on Bob will lock register 4", "RR-O10"]);
    expect(said(EventKind.AIMED, 1, 1, 6 + FIRE_CONTROL, 0)).toEqual(["Bob aims with Fire Control: the hit on Ann will destroy Fire Control", "RR-O10"]);
    expect(said(EventKind.AIMED, 0, 4, FIRE_CONTROL, 0)).toBeNull();
  });

  test("has words for every kind of event, but for what is dealt, laid and put away", () => {
    const silent = Object.entries(EventKind).filter(([, kind]) => said(kind, 0, 1, 1, 1) === null).map(([name]) => name);
    expect(silent).toEqual(["DEALT", "LAID", "KEPT", "WIPED", "SHUFFLED", "PROGRAMMING", "ANSWERED", "PAUSED"]);
    expect(said(EventKind.ANSWERED, 0, Question.BRAKES, YES)).toEqual(["Ann says yes", undefined]);
  });
});
