// What a program would do if nobody else moved, as lines on the board.
import type { SeenEvent } from "../../net/messages";
import { BY_EDGE, BY_PUSH, EventKind } from "./names";
import type { Field, Race } from "./names";
import { wayOff } from "./place";

/** Where a robot stands after some registers, and which way it faces then. */
export interface Stop {
  registers: number[];
  heading: number;
}

export interface Way {
  who: number;
  squares: number[];
  heading: number; // in the end
  stops: Map<number, Stop>; // by square
  lost: { square: number; way: number } | null; // where it is destroyed; over which edge, -1 for none
}

/** Registers as they stand at a stop: those that follow each other are no number of two digits. */
export function stopText(registers: number[]): string {
  const runs: number[][] = [];
  for (const register of registers) {
    const run = runs.at(-1);
    if (run?.at(-1) === register - 1) run.push(register);
    else runs.push([register]);
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : String(run[0]))).join(", ");
}

const ENDS = new Set<number>([EventKind.WIPED, EventKind.TURN_BEGAN, EventKind.GAME_OVER]);

/** The ways of a seat's robots, and of those that they push, up to where something is not known. */
export function foresee(race: Race, field: Field, events: SeenEvent[], viewer: number): Way[] {
  const ways = new Map<number, Way>();
  const isMine = (who: number) => who % field.seats === viewer;
  const wayOf = (who: number) => {
    const robot = race.robots[who];
    if (!robot || robot.square < 0) return null;
    const way = ways.get(who) ?? { who, squares: [robot.square], heading: robot.heading, stops: new Map<number, Stop>(), lost: null };
    ways.set(who, way);
    return way;
  };
  for (const [kind, who, a, b] of events) {
    if (ENDS.has(kind)) break;
    if (kind === EventKind.REGISTER_BEGAN && a > 0) {
      for (const way of ways.values()) {
        const square = way.squares.at(-1) ?? 0;
        if (isMine(way.who) && !way.lost) way.stops.set(square, { registers: [...(way.stops.get(square)?.registers ?? []), a], heading: way.heading });
      }
    }
    if (kind === EventKind.MOVES && isMine(who)) wayOf(who);
    if (kind !== EventKind.MOVED && kind !== EventKind.TURNED && kind !== EventKind.DESTROYED) continue;
    if (a < 0) break;
    if (!isMine(who) && !ways.has(who) && !(kind === EventKind.MOVED && b === BY_PUSH)) continue; // they will have programs of their own
    const way = wayOf(who);
    if (!way || way.lost) continue;
    if (kind === EventKind.MOVED) way.squares.push(a);
    else if (kind === EventKind.TURNED) way.heading = a;
    else {
      const square = way.squares.at(-1) ?? 0;
      way.lost = { square, way: a === BY_EDGE ? wayOff(field, square, way.heading) : -1 };
    }
  }
  return [...ways.values()];
}
