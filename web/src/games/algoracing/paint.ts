// Colours, letters and symbols of Algoracing.
import { COLOURS, INK, PAINT } from "./names";

export const SAMPLE_PAINT = ["#f2b705", "#2b6be0", "#d3202f", "#1f9a55"] as const; // by type
export const SAMPLE_SIGNS = ["▲", "●", "■", "◆"] as const;

export const letter = (colour: number) => (COLOURS[colour] ?? "?").charAt(0).toUpperCase();
export const paintOf = (colour: number) => PAINT[colour] ?? "#888";
export const readableOn = (colour: number) => (COLOURS[colour] === "yellow" ? INK : "#fff");

/** Drawings of the command cards in a box from -50 to 50, by kind of card. */
export const SYMBOLS: Record<string, string> = {
  step: "M0 34V-18M-22 2 0 -24 22 2",
  all_the_way: "M0 40V-12M-20 6 0 -16 20 6M-20 28 0 6 20 28M-26 -34H26",
  jump: "M-28 30C-28 -30 28 -30 28 22M12 8 28 26 42 6M-40 40H-16M16 40H40",
  left: "M24 36V4Q24 -16 4 -16H-24M-8 -34 -28 -16 -8 2",
  right: "M-24 36V4Q-24 -16 -4 -16H24M8 -34 28 -16 8 2",
  uturn: "M22 36V-8Q22 -30 0 -30Q-22 -30 -22 -8V26M-40 10 -22 30 -4 10",
  teleport: "M-30 30A34 34 0 1 1 30 30M-16 20A18 18 0 1 1 16 20M0 36V0M-10 10 0 -2 10 10",
  x2: "M-30 8A30 26 0 0 1 26 -14M30 -8A30 26 0 0 1 -26 14M26 -32V-12H6M-26 32V12H-6",
  x3: "M-30 8A30 26 0 0 1 26 -14M30 -8A30 26 0 0 1 -26 14M26 -32V-12H6M-26 32V12H-6",
  turn: "M0 38V-6M0 -6Q0 -22 -16 -22H-30M-20 -34 -34 -22 -20 -10M0 -6Q0 -22 16 -22H30M20 -34 34 -22 20 -10",
};
