// Rule options that the page itself has to know of.
import { maybe, t } from "../../lang/index.svelte";
import { COURSES, VARIANTS } from "./names";

/** The options that ways to play differ in, */
export const VARIED = [...new Set(Object.values(VARIANTS).flatMap((options) => Object.keys(options)))];
/** and the way to play whose options are just those that are set; none if some were changed. */
export const variantOf = (settings: Record<string, unknown>): string | undefined =>
  Object.keys(VARIANTS).find((name) => VARIED.every((option) => String(settings[option] ?? "") === (VARIANTS[name]?.[option] ?? "")));

export const variantName = (name: string) => maybe(`roborally.variant.${name}`, name);

/** How a table plays: its variant and its course. */
export function settingWords(settings: Record<string, unknown>): string {
  const name = typeof settings["variant"] === "string" ? settings["variant"] : variantOf(settings);
  const course = String(settings["course"] ?? "risky_exchange");
  return [name ? variantName(name) : t("own_rules"), (COURSES as Record<string, { title: string }>)[course]?.title ?? course].join(" · ");
}
