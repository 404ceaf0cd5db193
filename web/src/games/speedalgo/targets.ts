// What can be chosen on the board, and which of it lies in which direction.
import { CARS, LANES, START, TARGET, TRAFFIC, TRAFFIC_AT } from "./names";
import type { Field, Race } from "./names";
import { columnOf } from "./place";

export interface Target {
  action: number;
  square: number;
  car: number; // -1 where a square is chosen
}

/** Squares for a traffic car, places at the start, cars to move. */
export function boardTargets(race: Race, field: Field, legal: number[]): Target[] {
  return legal.flatMap((action): Target[] => {
    if (action >= TRAFFIC_AT && action < TRAFFIC_AT + field.columns * LANES) return [{ action, square: action - TRAFFIC_AT, car: -1 }];
    if (action >= START && action < START + LANES) return [{ action, square: action - START, car: -1 }];
    const car = action - TARGET;
    const square = race.places[car] ?? -1;
    return car >= 0 && car < CARS && square >= 0 ? [{ action, square, car }] : [];
  });
}

/** Cars to move, the nearest to a square first. */
export function byDistance(targets: Target[], from: number): Target[] {
  const far = ({ square }: Target) => Math.abs(columnOf(square) - columnOf(from)) * LANES + Math.abs((square % LANES) - (from % LANES));
  return [...targets].sort((one, other) => far(one) - far(other));
}

export const isTraffic = (car: number) => car < TRAFFIC;

const STEPS: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The target to which an arrow key leads: the nearest that lies more that way than to the side. */
export function towards(targets: Target[], from: Target, key: string): Target | null {
  const step = STEPS[key];
  if (!step) return null;
  let best: Target | null = null;
  let shortest = Infinity;
  for (const one of targets) {
    const columns = columnOf(one.square) - columnOf(from.square);
    const lanes = (one.square % LANES) - (from.square % LANES);
    const ahead = columns * step[0] + lanes * step[1];
    const aside = Math.abs(columns * step[1]) + Math.abs(lanes * step[0]);
    const far = ahead + 3 * aside;
    if (ahead > 0 && far < shortest) [best, shortest] = [one, far];
  }
  return best;
}
