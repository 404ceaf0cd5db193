// What is told of commands that are skipped and programs that are interrupted: why, and by which rule.
import { describe, expect, test } from "vitest";
import * as en from "../src/lang/en";
import { together } from "../src/lang/words";
import * as algoracing from "../src/games/algoracing/names";
import { skippedPlaces } from "../src/games/algoracing/running";
import { lastSkipped, tell as tellRun } from "../src/games/algoracing/tell";
import * as speedalgo from "../src/games/speedalgo/names";
import { tell as tellRace } from "../src/games/speedalgo/tell";
import { t } from "../src/lang/index.svelte";
import type { SeenEvent } from "../src/net/messages";
import type { Telling } from "../src/games/game";

const names = ["Ann", "Bob"];
const colours = [0, 1, 2, 3];
const words: Readonly<Record<string, string>> = together(en);
const said = (told: Telling | null) => [told ? t(told.key, told.parameters) : "", told?.rule];

describe("a command that is skipped", () => {
  const { BASE_TAKEN, EventKind, JUMP, REASON_RULES, REASONS, ROVER_AHEAD, STEP, TELEPORT, WALL } = algoracing;
  const skipped = (command: number, reason: number, other = 0): SeenEvent => [EventKind.SKIPPED, 0, command, reason, other, 0];
  const tell = (event: SeenEvent) => said(tellRun({ colours, seats: 2 }, event, names, null));

  test("has words and a rule for every reason", () => {
    expect(REASONS.length).toBe(REASON_RULES.length);
    const reasons = REASONS.slice(1);
    expect(reasons.map((_, place) => tell(skipped(JUMP, place + 1)))).toEqual(
      reasons.map((reason, place) => [`Jump is skipped: ${(words[`algoracing.why.${reason}`] ?? "").replace("{other}", "Ann")}`, REASON_RULES[place + 1]]));
  });

  test("has no words that no reason needs", () => {
    expect(Object.keys(words).filter((key) => key.startsWith("algoracing.why."))).toEqual(REASONS.slice(1).map((reason) => `algoracing.why.${reason}`));
  });

  test("says what was in the way, and whose", () => {
    expect(tell(skipped(STEP, WALL))).toEqual(["Step is skipped: a wall is in the way", "AR-25"]);
    expect(tell(skipped(STEP, ROVER_AHEAD, 1))).toEqual(["Step is skipped: Bob is in the way", "AR-42"]);
    expect(tell(skipped(TELEPORT, BASE_TAKEN, 1))).toEqual(["Teleport is skipped: a rover stands on the base of Bob", "AR-63"]);
  });

  test("names an idle rover by its colour", () => {
    expect(tell(skipped(STEP, ROVER_AHEAD, 2))).toEqual(["Step is skipped: green is in the way", "AR-42"]);
    expect(tell([EventKind.BUMPED, 0, 3, 0, 0, 0])).toEqual(["Ann runs into blue", "AR-42"]);
  });
});

describe("a command that would be skipped", () => {
  const { COMMAND, SKIPPED } = algoracing.EventKind;
  const event = (kind: number): SeenEvent => [kind, 0, 0, 1, 0, 0];

  test("is found at its place in the row, also within a cycle", () => {
    const race = { length: 3, span: [0, 1, 0], times: [0, 2, 0] } as unknown as algoracing.Race;
    const skipped = event(SKIPPED);
    const run = [COMMAND, COMMAND, COMMAND].map(event);
    expect([...skippedPlaces(race, [...run, skipped, event(COMMAND)])]).toEqual([[1, skipped]]);
  });
});

describe("what a rover says of a command that was skipped", () => {
  const { FACED, MOVED, SKIPPED } = algoracing.EventKind;
  const event = (kind: number, seat: number): SeenEvent => [kind, seat, 0, 1, 0, 0];
  const skipped = event(SKIPPED, 0);

  test("stays until that rover moves", () => {
    expect(lastSkipped(null, skipped)).toBe(skipped);
    for (const other of [event(MOVED, 1), event(FACED, 0), null]) expect(lastSkipped(skipped, other)).toBe(skipped);
    expect(lastSkipped(skipped, event(MOVED, 0))).toBe(null);
  });

  test("gives way to what is skipped next", () => {
    const next = event(SKIPPED, 1);
    expect(lastSkipped(skipped, next)).toBe(next);
  });
});

describe("a program that is interrupted", () => {
  const { AT, BACK_BORDER, BORDERS, CARS, EventKind, LEFT_BORDER, REASON_RULES, REASONS, TARGET_APART, TRAFFIC } = speedalgo;
  const tell = (event: SeenEvent) => said(tellRace({ colours, seats: 2 }, event, names, null));
  const collided = (car: number, hit: number): SeenEvent => [EventKind.COLLIDED, 0, car, -1, hit, 0];

  test("has words and a rule for every reason", () => {
    expect(REASONS.length).toBe(REASON_RULES.length);
    expect(REASONS.map((_, reason) => tell([EventKind.STOPPED, 0, reason, TRAFFIC + 1, 0, 0]))).toEqual(
      REASONS.map((reason, place) => [`The program of Ann is interrupted, the rest is not run: ${(words[`speedalgo.why.${reason}`] ?? "").replace("{car}", "Bob")}`, REASON_RULES[place]]));
  });

  test("has no words that no reason needs", () => {
    const told = (start: string) => Object.keys(words).filter((key) => key.startsWith(start));
    expect(told("speedalgo.why.")).toEqual(REASONS.map((reason) => `speedalgo.why.${reason}`));
    expect(told("speedalgo.told.hits_")).toEqual(BORDERS.map((border) => `speedalgo.told.hits_${border}`));
  });

  test("says what was hit", () => {
    expect(tell(collided(TRAFFIC, 2))).toEqual(["Ann hits car 3", "SA-19"]);
    expect(tell(collided(2, TRAFFIC + 1))).toEqual(["car 3 hits Bob", "SA-19"]);
    expect(tell(collided(TRAFFIC, LEFT_BORDER))).toEqual(["Ann hits the left border", "SA-B18"]);
    expect(tell(collided(TRAFFIC + 1, BACK_BORDER))).toEqual(["Bob hits the back border", "SA-B20"]);
    expect(BORDERS.map((_, border) => tell(collided(0, CARS + border))[1])).toEqual(speedalgo.BORDER_RULES);
  });

  test("names the car that was written down", () => {
    expect(tell([EventKind.STOPPED, 1, TARGET_APART, 4, 0, 0])).toEqual(["The program of Bob is interrupted, the rest is not run: car 5 was written down, but does not touch the bolide", "SA-B40"]);
  });

  test("is not the only one that does less than was hoped for", () => {
    expect(tell([EventKind.SKIPPED, 0, AT, 0, 0, 0])).toEqual(["AT Traffic ahead is skipped: no traffic is left", "SA-B26"]);
    expect(tell([EventKind.FEWER, 0, 2, 0, 0, 0])).toEqual(["Fewer traffic cars are left than the die shows: 2", "SA-B14"]);
    expect(tell([EventKind.TESTED, 0, 0, 0, 0, 0])).toEqual(["Ann: no car is in front, so the then part is not run", "SA-B12"]);
    expect(tell([EventKind.RUN_BEGAN, 1, 0, 0, 0, 0])).toEqual(["The program of Bob is empty: nothing is run", "SA-B8"]);
    expect(tell([EventKind.RUN_BEGAN, 1, 3, 0, 0, 0])).toEqual(["The program of Bob runs: ", undefined]);
  });
});
