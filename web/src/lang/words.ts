// Which keys there are: English says so, for the house and, in its folder, for each game.
import type { house } from "./en";

/** The words of all games; each of them adds its own. */
export interface GameWords {}

export type HouseWords = Record<keyof typeof house, string>;
export type Key = keyof typeof house | keyof GameWords;
export type Words = Record<Key, string>;

/** The words of the house and of all games in one language. */
export const together = ({ house, games }: { house: HouseWords; games: Record<string, Record<string, string>> }): Words =>
  Object.assign({}, house, ...Object.values(games)) as Words;
