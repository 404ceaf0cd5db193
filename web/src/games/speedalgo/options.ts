// Rule options that the page itself has to know of; the numbers are those of options.py.
import type { Field } from "./names";

const SECRET = 0;
const OPEN_LIVE = 2;
const WITHOUT = 1;

/** Whether programs are hidden until all are ready, */
export const isSecretly = (field: Field) => field.options.programming === SECRET;
/** and whether every card laid is seen by all at once. */
export const isLive = (field: Field) => field.options.programming === OPEN_LIVE;
export const hasCondition = (field: Field) => field.options.condition_card !== WITHOUT;
