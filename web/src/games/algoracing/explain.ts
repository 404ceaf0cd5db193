// What a square of the field is, in keys of the language files: every element explains itself.
import { COMPLETE } from "./names";
import type { Field, Race } from "./names";

const bit = (bits: number[], square: number) => (bits[square] ?? 0) !== 0;

/** The keys of everything worth saying of a square, parted by spaces. */
export function describeSquare(race: Race, field: Field, square: number): string {
  const keys: string[] = [];
  if (race.rovers.some((rover, seat) => rover.square === square && seat < field.seats)) keys.push("rover");
  if (race.rovers.some((rover, seat) => rover.square === square && seat >= field.seats)) keys.push("idle");
  if (race.places.includes(square)) keys.push("sample");
  if (race.bases.includes(square)) keys.push(field.level === COMPLETE ? "lab" : "base");
  if (bit(field.lifts, square)) keys.push("elevator");
  if (bit(field.walls, square)) keys.push("wall");
  const storey = field.storeys[square] ?? 0;
  if (storey > 0) keys.push(storey === 1 ? "hill" : "high");
  return keys.map((key) => `algoracing.explain.${key}`).join(" ");
}
