// Which card of the row is being carried out.
import type { Happening } from "../../net/messages";
import { Happens } from "./names";
import type { Race } from "./names";

const CARRIED_OUT = new Set<number>([
  Happens.COMMAND, Happens.SKIPPED, Happens.FACED, Happens.MOVED, Happens.BUMPED, Happens.PAID, Happens.PICKED_UP, Happens.SCORED,
]);

/** The place of the card that what is happening now belongs to, -1 if there is none. */
export function runningPlace(race: Race, lit: Happening | null): number {
  if (!lit || race.ran === 0 || !CARRIED_OUT.has(lit[0])) return -1;
  let left = race.ran - 1;
  for (let position = 0; position < race.length; ) {
    const span = Math.max(1, race.span[position] ?? 1);
    const times = Math.max(1, race.times[position] ?? 1);
    if (left < span * times) return position + (left % span);
    left -= span * times;
    position += span;
  }
  return -1;
}
