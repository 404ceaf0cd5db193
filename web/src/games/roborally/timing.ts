// How long things are shown at speed 1, in milliseconds.
import type { SeenEvent } from "../../net/messages";
import { BY_BELT, BY_EXPRESS, BY_GEAR, BY_PUSHER, EventKind } from "./names";
import type { Field } from "./names";

const SHOWN: Record<number, number> = {
  [EventKind.TURN_BEGAN]: 150, [EventKind.REGISTER_BEGAN]: 120, [EventKind.REVEALED]: 50, [EventKind.MOVES]: 100, [EventKind.MOVED]: 260, [EventKind.TURNED]: 220, [EventKind.STOPPED]: 250,
  [EventKind.BEAM]: 130, [EventKind.FIRED]: 130, [EventKind.HIT]: 150, [EventKind.SHIELDED]: 150, [EventKind.ABSORBED]: 150, [EventKind.DAMAGED]: 30, [EventKind.DESTROYED]: 700, [EventKind.LIFE_LOST]: 60,
  [EventKind.TOUCHED]: 600, [EventKind.ARCHIVED]: 120, [EventKind.REPAIRED]: 300, [EventKind.OPTION_DRAWN]: 400, [EventKind.OPTION_LOST]: 250, [EventKind.REENTERED]: 450,
  [EventKind.POWERED_DOWN]: 200, [EventKind.ANNOUNCED]: 250, [EventKind.WAKES]: 120, [EventKind.FLAG_MOVED]: 130, [EventKind.BOARD_TURNED]: 900, [EventKind.SUPERBOT]: 500,
  [EventKind.CONTROLLED]: 250, [EventKind.SCRAMBLED]: 250, [EventKind.SWAPPED]: 250, [EventKind.REPLACED]: 250, [EventKind.FINISHED]: 500, [EventKind.OUT]: 500, [EventKind.TIME_UP]: 500, [EventKind.GAME_OVER]: 900,
};
export const NOTABLE = new Set<number>([EventKind.DESTROYED, EventKind.TOUCHED, EventKind.BOARD_TURNED, EventKind.OUT, EventKind.FINISHED, EventKind.GAME_OVER]);
export const STOPS = new Set<number>([EventKind.TURN_BEGAN, EventKind.REGISTER_BEGAN, EventKind.MOVES, EventKind.ASKED, EventKind.GAME_OVER]);

const FLOOR = new Set([BY_EXPRESS, BY_BELT, BY_PUSHER, BY_GEAR]);
const AT_ONCE = 110; // what the floor does to all robots at once

export const timeOf = ([kind, , , cause]: SeenEvent) => ((kind === EventKind.MOVED || kind === EventKind.TURNED) && FLOOR.has(cause) ? AT_ONCE : (SHOWN[kind] ?? 0));

const REGISTER = 1450;
const MORE = 180; // for each robot beyond so many
const FEW = 4;
const CLEANUP = 700;

/** A register takes so long at most, and so does what comes between the turns. */
export function share(field: Field, [kind]: SeenEvent): number | null {
  if (kind === EventKind.REGISTER_BEGAN) return REGISTER + MORE * Math.max(0, field.robots - FEW);
  return kind === EventKind.TURN_BEGAN ? CLEANUP : null;
}
