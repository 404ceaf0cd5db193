// Which card of the row is being carried out.
import type { SeenEvent } from "../../net/messages";
import { EventKind } from "./names";
import type { Race } from "./names";

const CARRIED_OUT = new Set<number>([
  EventKind.COMMAND, EventKind.SKIPPED, EventKind.FACED, EventKind.MOVED, EventKind.BUMPED, EventKind.PAID, EventKind.PICKED_UP, EventKind.SCORED,
]);

/** Why cards of the row would be skipped, by their places, as the run of the row is foreseen. */
export function skippedPlaces(row: Race, run: SeenEvent[]): Map<number, SeenEvent> {
  const found = new Map<number, SeenEvent>();
  let ran = 0;
  for (const event of run) {
    if (event[0] === EventKind.COMMAND) ran += 1;
    if (event[0] === EventKind.SKIPPED) found.set(placeOf(row, ran), event);
  }
  return found;
}

/** The place of the card that what is happening now belongs to, -1 if there is none. */
export const runningPlace = (race: Race, lit: SeenEvent | null): number => (lit && CARRIED_OUT.has(lit[0]) ? placeOf(race, race.ran) : -1);

/** The place of the command that is carried out after so many, cycles unrolled; -1 if there is none. */
function placeOf(race: Race, ran: number): number {
  let left = ran - 1;
  for (let position = 0; left >= 0 && position < race.length; ) {
    const span = Math.max(1, race.span[position] ?? 1);
    const times = Math.max(1, race.times[position] ?? 1);
    if (left < span * times) return position + (left % span);
    left -= span * times;
    position += span;
  }
  return -1;
}
