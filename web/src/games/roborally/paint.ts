// Colours and letters of RoboRally.
import { COLOURS, DARK_PAINT, INK, LETTERS, LIGHT, PAINT } from "./names";
import type { Field, Race } from "./names";

export const paintOf = (colour: number) => PAINT[colour] ?? "#888";
export const readableOn = (colour: number) => ((DARK_PAINT as readonly string[]).includes(COLOURS[colour] ?? "") ? LIGHT : INK);

/** A robot is called by the letter of its dock. */
export const letter = (race: Race, who: number) => LETTERS.charAt(race.order.indexOf(who));

/** Every robot has a shape of its own, and the colour of its player, who may have two. */
export const shapeOf = (field: Field, who: number) => field.colours[who] ?? 0;
export const colourOf = (field: Field, who: number) => field.colours[who % field.seats] ?? 0;
