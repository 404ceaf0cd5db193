// Where things lie on the picture that the server draws (games/speedalgo/picture.py).
import { LANE_NAMES, LANES, MARGIN, UNIT } from "./names";
import type { Field, Race } from "./names";

export const HIGH = 2 * MARGIN + UNIT * LANES;
/** The road with the numbers of its columns: what must be seen of the height. */
export const NEEDED = UNIT * LANES + 116;

export const columnOf = (square: number) => Math.floor(square / LANES);

export interface Point {
  x: number;
  y: number;
}

export const squareText = (square: number) => `${LANE_NAMES[square % LANES] ?? ""}${columnOf(square)}`;

export const middle = (square: number): Point => ({
  x: MARGIN + UNIT * columnOf(square) + UNIT / 2,
  y: MARGIN + UNIT * (square % LANES) + UNIT / 2,
});

/** How many columns are to be seen: those of the track and its run-off, more if somebody drove farther. */
export const columnsSeen = (race: Race, field: Field) => Math.max(field.columns + field.runoff, ...race.places.map((square) => columnOf(square) + 2));
