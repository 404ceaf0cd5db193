// Taking one card out of a program: the rest stays what it was.
import { describe, expect, test } from "vitest";
import { layingOf, without } from "../src/games/algoracing/choices";
import { COVER, CYCLE_ONE, INSERT, JUMP, LEFT, MAX_ROW, RIGHT, STEP } from "../src/games/algoracing/names";

const insert = (card: number, place: number) => INSERT + card * MAX_ROW + place;
const cover = (card: number, place: number) => COVER + card * MAX_ROW + place;

/** The row that insertions make. */
function row(program: number[]): number[] {
  const cards: number[] = [];
  for (const action of program) cards.splice((action - INSERT) % MAX_ROW, 0, Math.floor((action - INSERT) / MAX_ROW));
  return cards;
}

/** Every program that inserts three different cards. */
const programs = [0, 1].flatMap((second) => [0, 1, 2].map((third) => [insert(STEP, 0), insert(JUMP, second), insert(LEFT, third)]));

describe.each(programs)("a program %i %i %i", (...program) => {
  test.each([0, 1, 2])("without the card at place %i", (place) => {
    const rest = row(program).filter((_, other) => other !== place);
    expect(row(without(program, layingOf(program, place)))).toEqual(rest);
  });
});

test("a card of an earlier turn was not laid by the program", () => {
  expect(layingOf([insert(STEP, 1)], 0)).toBe(-1);
  expect(layingOf([insert(STEP, 0)], 1)).toBe(-1);
});

test("a card that covers another is found", () => {
  expect(layingOf([cover(STEP, 1), insert(RIGHT, 0)], 2)).toBe(0);
});

test("where a cycle came later everything since is taken back", () => {
  expect(without([insert(STEP, 0), insert(JUMP, 1), CYCLE_ONE], 1)).toEqual([insert(STEP, 0)]);
});
