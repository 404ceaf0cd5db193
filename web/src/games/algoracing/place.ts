// Where things lie on the picture that the server draws (games/algoracing/picture.py).
import { MARGIN, RISE, UNIT } from "./names";
import type { Field } from "./names";

export interface Point {
  x: number;
  y: number;
}

export const size = (field: Field) => ({
  wide: 2 * MARGIN + UNIT * field.width,
  high: 2 * MARGIN + UNIT * field.height,
});

export const storey = (field: Field, square: number) => field.storeys[square] ?? 0;

export const coordinates = (field: Field, square: number) => ({
  column: square % field.width,
  row: Math.floor(square / field.width),
});

export const squareText = (field: Field, square: number) => {
  const { column, row } = coordinates(field, square);
  return `${column},${row}`;
};

/** The middle of what can be seen of a square, as higher ones may hide a part of it. */
export function middle(field: Field, square: number): Point {
  const { column, row } = coordinates(field, square);
  const here = storey(field, square);
  const east = column + 1 < field.width ? storey(field, square + 1) : 0;
  const south = row + 1 < field.height ? storey(field, square + field.width) : 0;
  const hidden = [Math.max(0, east - here), Math.max(0, south - here)] as const;
  return {
    x: Math.round(MARGIN + UNIT * (column + 0.5) + (RISE[0] * hidden[0]) / 2 + RISE[0] * here),
    y: Math.round(MARGIN + UNIT * (row + 0.5) + (RISE[1] * hidden[1]) / 2 + RISE[1] * here),
  };
}

/** The upper left corner of the top of a square. */
export function corner(field: Field, square: number): Point {
  const { column, row } = coordinates(field, square);
  const here = storey(field, square);
  return { x: MARGIN + UNIT * column + RISE[0] * here, y: MARGIN + UNIT * row + RISE[1] * here };
}
