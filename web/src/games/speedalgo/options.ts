// Rule options that the page itself has to know of; the numbers are those of options.py.
import { VARIANTS } from "./names";
import type { Field } from "./names";

const SECRET = 0;
const OPEN_LIVE = 2;
const WITHOUT = 1;

/** Whether programs are hidden until all are ready, */
export const isSecretly = (field: Field) => field.options.programming === SECRET;
/** and whether every card laid is seen by all at once. */
export const isLive = (field: Field) => field.options.programming === OPEN_LIVE;
export const hasCondition = (field: Field) => field.options.condition_card !== WITHOUT;

/** The options that ways to play differ in, */
export const VARIED = [...new Set(Object.values(VARIANTS).flatMap((options) => Object.keys(options)))];
/** and the way to play whose options are just those that are set; none if some were changed. */
export const variantOf = (settings: Record<string, unknown>): string | undefined =>
  Object.keys(VARIANTS).find((name) => VARIED.every((option) => (settings[option] ?? "") === (VARIANTS[name]?.[option] ?? "")));
