// Choices and positions in words, for the text board and for typed commands.
import { t } from "../../lang/index.svelte";
import type { Key } from "../../lang/index.svelte";
import { CARDS, CARRIED, COLOURS, COMPLETE, CORNER, CORNERS, COVER, CYCLE_ONE, CYCLE_TWO, FACE, FRESH_START, INSERT, KINDS, LAY_SAMPLE, MAX_ROW, PAIRS, PASS, REPLACE_CARD, RIDE, RUN, UNCYCLE, X2 } from "./names";
import type { Field, Race } from "./names";
import { coordinates, squareText } from "./place";

export const cardWords = (kind: number) => t(`algoracing.card.${CARDS[kind] ?? "step"}` as Key);
const heading = (number: number) => t(`heading.${number}` as Key);
const colour = (number: number) => t(`colour.${COLOURS[number] ?? "red"}` as Key);

/** A choice in words. */
export function say(field: Field, action: number): string {
  const laid = (key: Key, from: number, width: number, shift = 0) => {
    const number = action - from;
    return t(key, { card: cardWords(Math.floor(number / width) + shift), place: String((number % width) + 1) });
  };
  if (action < COVER) return laid("algoracing.lay_gap", INSERT, MAX_ROW);
  if (action < CYCLE_ONE) return laid("algoracing.lay_card", COVER, MAX_ROW);
  if (action < CYCLE_TWO) return laid("algoracing.lay_card", CYCLE_ONE, MAX_ROW, X2);
  if (action < UNCYCLE) return laid("algoracing.lay_pair", CYCLE_TWO, PAIRS, X2);
  if (action < RUN) return `${t("algoracing.remove_cycle")}: ${action - UNCYCLE + 1}`;
  if (action === RUN) return t("algoracing.run");
  if (action === FRESH_START) return t("algoracing.fresh_start");
  if (action < REPLACE_CARD + KINDS) return t("algoracing.replace", { card: cardWords(action - REPLACE_CARD) });
  if (action === PASS) return t("algoracing.pass");
  if (action >= RIDE && action < CORNER) return t("algoracing.ride", { heading: heading(action - RIDE) });
  if (action >= CORNER && action < CORNER + CORNERS) return t("algoracing.choose_corner", { square: squareText(field, field.corners[action - CORNER] ?? 0) });
  if (action >= FACE && action < LAY_SAMPLE) return t("algoracing.face", { heading: heading(action - FACE) });
  return t("algoracing.lay_sample", { square: squareText(field, field.mark_squares[action - LAY_SAMPLE] ?? 0) });
}

/** The squares as a grid of signs, a line each row. */
function grid(race: Race, field: Field): string[] {
  const signs = Array.from({ length: field.width * field.height }, (_, square) => {
    const base = race.bases.indexOf(square);
    const seat = race.rovers.findIndex((rover) => rover.square === square);
    const rover = race.rovers[seat];
    const ground = String(field.storeys[square] || ".");
    const letter = (number: number) => (COLOURS[number] ?? " ").charAt(0).toUpperCase();
    return `${ground}${base >= 0 ? letter(base) : " "}${rover ? letter(rover.colour) + ("^>v<"[rover.heading] ?? "") : "  "}${race.places.includes(square) ? "*" : " "}`;
  });
  const head = `   ${Array.from({ length: field.width }, (_, column) => String(column).padEnd(6)).join("")}`;
  const rows = Array.from({ length: field.height }, (_, row) => `${row}  ${signs.slice(row * field.width, (row + 1) * field.width).map((sign) => sign.padEnd(6)).join("")}`);
  return [head, ...rows];
}

/** 2 points for the first sample of a type, 1 for each further one. */
export const points = (delivered: number[]) => delivered.reduce((sum, count) => sum + (count > 0 ? count + 1 : 0), 0);

/** The points for the sample of a type that was delivered last. */
export const worth = (delivered: number[], type: number) => points(delivered) - points(delivered.map((count, one) => (one === type ? count - 1 : count)));

const list = (items: string[]) => items.join("; ") || t("none");

/** All that is to be seen, line by line: what a screen reader reads. */
export function describe(view: object, land: object, names: string[], viewer: number): { grid: string; lines: string[] } {
  const race = view as Race;
  const field = land as Field;
  const where = (square: number) => (square < 0 ? t("algoracing.nowhere") : squareText(field, square));
  const lines = race.rovers.slice(0, field.seats).map((rover, seat) =>
    t("algoracing.seen.rover", {
      who: names[seat] ?? "", colour: colour(rover.colour), square: where(rover.square), heading: heading(rover.heading),
      aboard: String(race.places.filter((place) => place === CARRIED + seat).length), points: String(points(rover.delivered)), cards: String(rover.held),
    }));
  const samples = [...new Set(race.places.filter((place) => place >= 0 && place < field.width * field.height))].sort((one, other) => one - other);
  lines.push(t("algoracing.seen.samples", { squares: list(samples.map(where)) }));
  lines.push(t("algoracing.seen.bases", { bases: list(race.bases.flatMap((square, base) => (square < 0 ? [] : [`${colour(base)} ${where(square)}${field.level === COMPLETE ? ` (${t("algoracing.labs")}: ${COLOURS.flatMap((_, one) => ((field.labs[base] ?? 0) >> one) & 1 ? [colour(one)] : []).join(", ")})` : ""}`]))) }));
  const walls: string[] = [];
  for (let square = 0; square < field.width * field.height; square++) {
    const { column, row } = coordinates(field, square);
    for (let side = 0; side < 4; side++) {
      const twice = (side === 0 && row > 0) || (side === 3 && column > 0); // each wall once
      if (((field.walls[square] ?? 0) >> side) & 1 && !twice) walls.push(`${where(square)} ${heading(side)}`);
    }
  }
  lines.push(t("algoracing.seen.walls", { walls: list(walls) }));
  if (field.lifts.some(Boolean)) lines.push(t("algoracing.seen.elevators", { squares: list(field.lifts.flatMap((bits, square) => (bits ? [where(square)] : []))) }));
  const row = race.row.slice(0, race.length).map((card, place) => `${place + 1} ${cardWords(card)}${race.times[place] ? ` ×${race.times[place]}${(race.span[place] ?? 1) > 1 ? `–${place + 2}` : ""}` : ""}`);
  lines.push(t("algoracing.seen.row", { cards: list(row) }));
  const hand = viewer < 0 ? [] : (race.rovers[viewer]?.hand ?? []).flatMap((count, kind) => Array<string>(count).fill(cardWords(kind)));
  if (viewer >= 0) lines.push(t("algoracing.seen.hand", { cards: list(hand) }));
  return { grid: grid(race, field).join("\n"), lines };
}

const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "");

/** The choice that somebody typed: its number in the list, its words, or the beginning of them. */
export function readChoice(field: object, legal: number[], typed: string): number | null {
  const number = Number(typed);
  if (Number.isInteger(number) && number >= 1 && number <= legal.length) return legal[number - 1] ?? null;
  const wish = plain(typed);
  const said = legal.map((action) => ({ action, words: plain(say(field as Field, action)) }));
  const exact = said.find(({ words }) => words === wish);
  const begun = said.filter(({ words }) => wish && words.startsWith(wish));
  return exact?.action ?? begun.at(-1)?.action ?? null; // of several places the last one, as when tapping
}
