// Which card of the row is being carried out.
import type { Happening } from "../../net/messages";
import { Happens } from "./names";
import type { Field, Race } from "./names";
import { apply } from "./view";

const CARRIED_OUT = new Set<number>([
  Happens.COMMAND, Happens.SKIPPED, Happens.FACED, Happens.MOVED, Happens.BUMPED, Happens.PAID, Happens.PICKED_UP, Happens.SCORED,
]);

/** Why cards of the row would be skipped, by their places: what happens when it is run, told to a view that is changed by it. */
export function skippedPlaces(race: Race, field: Field, events: Happening[]): Map<number, Happening> {
  const found = new Map<number, Happening>();
  for (const event of events) {
    apply(race, field, event);
    if (event[0] === Happens.SKIPPED) found.set(runningPlace(race, event), event);
  }
  return found;
}

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
