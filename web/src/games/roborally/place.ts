// Where things lie on the picture that the server draws (games/roborally/picture.py).
import { BOARD, MARGIN, UNIT, VOID } from "./names";
import type { Field, Race } from "./names";

export const DX = [0, 1, 0, -1] as const; // by heading, from north clockwise
export const DY = [-1, 0, 1, 0] as const;

export interface Point {
  x: number;
  y: number;
}

export const size = (field: Field) => ({ wide: 2 * MARGIN + UNIT * field.width, high: 2 * MARGIN + UNIT * field.height });

export const columnOf = (field: Field, square: number) => square % field.width;
export const rowOf = (field: Field, square: number) => Math.floor(square / field.width);
export const squareText = (field: Field, square: number) => `${columnOf(field, square)},${rowOf(field, square)}`;

export const middle = (field: Field, square: number): Point => ({
  x: MARGIN + UNIT * columnOf(field, square) + UNIT / 2,
  y: MARGIN + UNIT * rowOf(field, square) + UNIT / 2,
});

/** The square so many columns and rows away, -1 where there is no floor. */
export function away(field: Field, square: number, columns: number, rows: number): number {
  const x = columnOf(field, square) + columns;
  const y = rowOf(field, square) + rows;
  if (x < 0 || y < 0 || x >= field.width || y >= field.height) return -1;
  const there = y * field.width + x;
  return field.kinds[there] === VOID ? -1 : there;
}

/** The way that leads over the edge of the floor, straight on if possible. */
export function wayOff(field: Field, square: number, heading: number): number {
  const ways = [heading, (heading + 2) & 3, (heading + 1) & 3, (heading + 3) & 3];
  return ways.find((way) => away(field, square, DX[way] ?? 0, DY[way] ?? 0) < 0) ?? heading;
}

/** How far the board under a square has been turned, in quarters. */
export const quartersOf = (race: Pick<Race, "turns_of">, field: Field, square: number) => {
  const board = field.on_board[square] ?? -1;
  return board < 0 ? 0 : (race.turns_of[board] ?? 0) & 3;
};

/** Where a square of a board as it was laid lies now, or, with a sign, what now lies on a square. */
function turned(race: Pick<Race, "turns_of">, field: Field, square: number, sign: 1 | -1): number {
  const corner = field.board_corners[field.on_board[square] ?? -1] ?? 0;
  let x = columnOf(field, square) - columnOf(field, corner);
  let y = rowOf(field, square) - rowOf(field, corner);
  for (let quarter = (sign * quartersOf(race, field, square)) & 3; quarter > 0; quarter--) [x, y] = [BOARD - 1 - y, x];
  return corner + y * field.width + x;
}
export const liesAt = (race: Pick<Race, "turns_of">, field: Field, square: number) => (quartersOf(race, field, square) ? turned(race, field, square, 1) : square);
export const printed = (race: Pick<Race, "turns_of">, field: Field, square: number) => (quartersOf(race, field, square) ? turned(race, field, square, -1) : square);

/** A square of the ring around another, numbered clockwise from its north-western corner; -1 where there is no floor. */
export function ringSquare(field: Field, centre: number, ring: number, number: number): number {
  const side = 2 * ring;
  const steps = number % side;
  const [x = 0, y = 0] = [[steps, 0], [side, steps], [side - steps, side], [0, side - steps]][Math.floor(number / side)] ?? [];
  return away(field, centre, x - ring, y - ring);
}
