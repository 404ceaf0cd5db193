// Colours and shapes of SpeedAlgo; colours and cars are those of bodies.py.
import { COLOURS } from "./names";

export const PAINT = ["#d81e2c", "#1f5fd6", "#14914a", "#ffc914"] as const; // by colour
export const SHADE = ["#8d0f1a", "#123a8c", "#0a5a2c", "#b98700"] as const;
export const TRAFFIC_PAINT = [
  "#e9e4d8", "#b9a7d1", "#d8b7c4", "#9fb8a6", "#c9a27c", "#b9c3cc", "#a7c4c9", "#e9e4d8", "#a9b3c7", "#d9c99a", "#c4c1b4", "#c58f7d",
] as const;
export const GLASS = "#22364a";
export const INK = "#1d2025";
export const LIGHT = "#fffaf0";

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
