// Colours and shapes of RoboRally.
import { PAINT } from "./names";

export const paintOf = (colour: number) => PAINT[colour] ?? "#888";
