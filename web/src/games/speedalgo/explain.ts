// What a square of the track is, in keys of the language files: every element explains itself.
import { LANES, TRAFFIC } from "./names";
import type { Field, Race } from "./names";
import { columnOf } from "./place";

/** The keys of everything worth saying of a square, parted by spaces. */
export function describeSquare(race: Race, field: Field, square: number): string {
  const keys: string[] = [];
  const car = race.places.indexOf(square);
  const column = columnOf(square);
  if (car >= TRAFFIC) keys.push("bolide");
  else if (car >= 0) keys.push("traffic");
  if (column === 0) keys.push("start");
  if (column === field.columns - 1) keys.push("finish");
  if (column >= field.columns) keys.push("runoff");
  if (square % LANES === 0 || square % LANES === LANES - 1) keys.push("border");
  return keys.map((key) => `speedalgo.explain.${key}`).join(" ");
}
