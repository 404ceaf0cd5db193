// The courses of the manual: which fit a number of players, and what is special about them.
import { maybe, t } from "../../lang/index.svelte";
import { COURSES, VARIANTS } from "./names";

export interface Course {
  title: string;
  players: string; // "2-8"
  length: string;
  level: string;
  boards: readonly string[];
  flags: readonly string[];
  rules: Readonly<Record<string, string | number>>;
  sentence: string;
}

export const courses: Readonly<Record<string, Course>> = COURSES;
const all = Object.values(courses);

export const playersOf = ({ players }: Course) => {
  const [fewest = 2, most = 8] = players.split("-").map(Number);
  return { fewest, most };
};

/** What can be laid: "exchange@1 0,0" is the board "exchange", turned by a quarter. */
export const BOARDS = [...new Set(all.flatMap(({ boards }) => boards.map((board) => board.split("@")[0] ?? "")))].sort();

/** On how many boards there is a course. */
export const SIZES = [...new Set(all.map(({ boards }) => boards.length))].sort();

export interface Wish {
  players: number; // 0: any
  length: string; // "": any
  level: string;
  boards: number; // 0: any
}

/** The courses that somebody looks for, by name. */
export const found = (wish: Wish) =>
  Object.entries(courses).filter(([, course]) => {
    const { fewest, most } = playersOf(course);
    return (!wish.players || (wish.players >= fewest && wish.players <= most)) && (!wish.length || wish.length === course.length) && (!wish.level || wish.level === course.level) && (!wish.boards || wish.boards === course.boards.length);
  });

const TEAMS = [4, 6, 8]; // players

/** Why a course is not for so many players, in words; "" if it is. */
export function unfit(course: Course | undefined, seats: number): string {
  if (!course) return "";
  const { fewest, most } = playersOf(course);
  if (seats < fewest || seats > most) return t("roborally.unfit", { from: String(fewest), to: String(most), count: String(seats) });
  return "teams" in course.rules && !TEAMS.includes(seats) ? t("roborally.unfit.teams", { count: String(seats) }) : "";
}

/** The rules that only this course has, in words. */
export const specials = ({ rules }: Course) =>
  Object.entries(rules).map(([rule, value]) => maybe(`roborally.special.${rule === "teams" ? String(value) : rule}`, rule, { count: String(value) }));

/** The options that ways to play differ in, */
const VARIED = [...new Set(Object.values(VARIANTS).flatMap((options) => Object.keys(options)))];
/** the way to play whose options are just those that are set, none if some were changed, */
export const variantOf = (settings: Record<string, string>) =>
  Object.keys(VARIANTS).find((name) => VARIED.every((option) => (settings[option] ?? "") === (VARIANTS[name]?.[option] ?? "")));
/** and the settings with another one. */
export const withVariant = (settings: Record<string, string>, name: string) => ({
  ...Object.fromEntries(Object.entries(settings).filter(([option]) => !VARIED.includes(option))), ...VARIANTS[name],
});
