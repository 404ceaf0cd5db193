// Colours and shapes of SpeedAlgo.
import { COLOURS, PAINT, SHADE } from "./names";

export const letter = (colour: number) => (COLOURS[colour] ?? "?").charAt(0).toUpperCase();
export const paintOf = (colour: number) => PAINT[colour] ?? "#888";
export const shadeOf = (colour: number) => SHADE[colour] ?? "#444";

/** Where the pips of a die lie, in a box from -1 to 1. */
export const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
};
