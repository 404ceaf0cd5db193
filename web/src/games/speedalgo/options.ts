// Rule options that the page itself has to know of.
import { OPTIONS, VARIANTS } from "./names";
import type { Field } from "./names";

/** Whether programs are hidden until all are ready, */
export const isSecretly = (field: Field) => field.options.programming === OPTIONS.programming.secret;
/** and whether every card laid is seen by all at once. */
export const isLive = (field: Field) => field.options.programming === OPTIONS.programming.open_live;
export const hasCondition = (field: Field) => field.options.condition_card !== OPTIONS.condition_card.none;

/** The options that ways to play differ in, */
export const VARIED = [...new Set(Object.values(VARIANTS).flatMap((options) => Object.keys(options)))];
/** and the way to play whose options are just those that are set; none if some were changed. */
export const variantOf = (settings: Record<string, unknown>): string | undefined =>
  Object.keys(VARIANTS).find((name) => VARIED.every((option) => (settings[option] ?? "") === (VARIANTS[name]?.[option] ?? "")));
