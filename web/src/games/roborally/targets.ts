// What can be chosen on the board, and which of it lies in which direction.
import { ARM, BOARD, FACE, PLACE, Question, UNIT, WIDEST_RING } from "./names";
import type { Field, Race } from "./names";
import { away, DX, DY, middle, ringSquare } from "./place";
import type { Point } from "./place";

export interface Target {
  action: number;
  square: number;
  heading: number; // -1 where a square is chosen
  squares: number; // how many it is, downwards
}

const AROUND: [number, number][] = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]]; // clockwise from north

/** A square of the back rows of a team's board: of the left one or the right one. */
function homeSquare(race: Race, field: Field, row: number, column: number): number {
  const team = race.order.indexOf(race.seat) % 2;
  return away(field, field.board_corners[team] ?? 0, team === 0 ? row : BOARD - 1 - row, column);
}

/** The square that a place means, which depends on what is asked. */
function squareOf(race: Race, field: Field, place: number): number {
  if (race.question === Question.START_ROW) return homeSquare(race, field, place, 0);
  if (race.question === Question.START_COLUMN) return homeSquare(race, field, race.about, place);
  return ringSquare(field, race.robots[race.seat]?.archive ?? 0, race.about, place);
}

/** Squares to come to, headings to face, squares that an arm reaches. */
export function boardTargets(race: Race, field: Field, legal: number[]): Target[] {
  return legal.flatMap((action): Target[] => {
    if (action >= PLACE && action < PLACE + WIDEST_RING) return [{ action, square: squareOf(race, field, action - PLACE), heading: -1, squares: race.question === Question.START_ROW ? BOARD : 1 }];
    if (action >= FACE && action < FACE + 4) return [{ action, square: race.about, heading: action - FACE, squares: 1 }];
    const [columns, rows] = AROUND[action - ARM] ?? [];
    if (columns === undefined || rows === undefined) return [];
    return [{ action, square: away(field, race.robots[race.seat]?.square ?? 0, columns, rows), heading: -1, squares: 1 }];
  });
}

const ARROW = 0.92 * UNIT; // from the middle of a robot to an arrow beside it

/** The middle of a target on the paper. */
export function spot(field: Field, { square, heading, squares }: Target): Point {
  const { x, y } = middle(field, square);
  if (heading >= 0) return { x: x + ARROW * (DX[heading] ?? 0), y: y + ARROW * (DY[heading] ?? 0) };
  return { x, y: y + ((squares - 1) * UNIT) / 2 };
}

const STEPS: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The target to which an arrow key leads: the nearest that lies more that way than to the side. */
export function towards(field: Field, targets: Target[], from: Target, key: string): Target | null {
  const step = STEPS[key];
  if (!step) return null;
  const here = spot(field, from);
  let best: Target | null = null;
  let shortest = Infinity;
  for (const one of targets) {
    const there = spot(field, one);
    const ahead = (there.x - here.x) * step[0] + (there.y - here.y) * step[1];
    const aside = Math.abs((there.x - here.x) * step[1]) + Math.abs((there.y - here.y) * step[0]);
    const far = ahead + 3 * aside;
    if (ahead > 0 && far < shortest) [best, shortest] = [one, far];
  }
  return best;
}
