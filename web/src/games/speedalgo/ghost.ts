// What a program would do, as lines on the board.
import type { SeenEvent } from "../../net/messages";
import { EventKind, Phase } from "./names";

export interface Way {
  car: number;
  squares: number[];
  leaves: boolean; // over the finish line, out of the game
}

export interface Foreseen {
  ways: Way[];
  crash: { square: number; car: number } | null;
  asks: boolean; // it ends where a car has to be chosen
}

/** The moves up to where something is not known yet. */
export function foresee(events: SeenEvent[]): Foreseen {
  const ways = new Map<number, Way>();
  const found: Foreseen = { ways: [], crash: null, asks: false };
  const wayOf = (car: number, from: number) => {
    const way = ways.get(car) ?? { car, squares: [from], leaves: false };
    ways.set(car, way);
    return way;
  };
  for (const [kind, , a, b, c] of events) {
    if (kind === EventKind.DECISION && a === Phase.TARGET) found.asks = true;
    if (kind === EventKind.ROUND_ENDED || kind === EventKind.GAME_OVER) break;
    if (kind === EventKind.COLLIDED) found.crash = { square: b, car: a };
    if (kind !== EventKind.MOVED && kind !== EventKind.REMOVED) continue;
    if (a < 0 || b < 0 || (kind === EventKind.MOVED && c < 0)) break;
    const way = wayOf(a, b);
    if (kind === EventKind.MOVED) way.squares.push(c);
    else way.leaves = true;
  }
  found.ways = [...ways.values()];
  return found;
}
