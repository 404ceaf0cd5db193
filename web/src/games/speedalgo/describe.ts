// Choices and positions in words, for the text board and for typed commands.
import { t } from "../../lang/index.svelte";
import type { Key } from "../../lang/index.svelte";
import { AB, CARDS, COLOURS, ELSE, ENOUGH, LANE_NAMES, LANES, LAY, NEXT, READY, START, TAKE_BACK, TARGET, TIME_UP, TRAFFIC, TRAFFIC_AT } from "./names";
import type { Field, Race } from "./names";
import { letter } from "./paint";
import { squareText } from "./place";
import { cardsFor, isUsed, programText } from "./programs";
import { columnOf } from "./place";

export const colourName = (field: Field, seat: number) => t(`colour.${COLOURS[field.colours[seat] ?? 0] ?? "red"}` as Key);

/** A bolide is called by its colour, a traffic car by its number. */
export const carName = (field: Field, car: number) =>
  car >= TRAFFIC ? t("speedalgo.bolide_of", { colour: colourName(field, car - TRAFFIC) }) : t("speedalgo.car", { number: String(car + 1) });

const where = (square: number) => (square >= 0 ? squareText(square) : t("speedalgo.off_track"));

/** A choice in words; codes of cards are the same in all languages. */
export function say(field: Field, action: number, race: Race): string {
  if (action < READY) return signOf(action - LAY + AB);
  if (action === READY) return t("speedalgo.ready");
  if (action === TAKE_BACK) return t("speedalgo.take_back");
  if (action >= TARGET && action < ENOUGH) return t("speedalgo.target", { car: carName(field, action - TARGET), square: where(race.places[action - TARGET] ?? -1) });
  if (action === ENOUGH) return t("speedalgo.enough");
  if (action < TRAFFIC_AT) return t("speedalgo.start_in", { lane: LANE_NAMES[action - START] ?? "" });
  if (action < TIME_UP) return t("speedalgo.traffic_on", { square: squareText(action - TRAFFIC_AT) });
  return t("speedalgo.told.time_up", { who: "" });
}

/** A card, by its code and its name, or a sign between cards. */
export function signOf(card: number): string {
  if (card === ELSE) return `/ ${t("speedalgo.open_else")}`;
  if (card === NEXT) return `- ${t("speedalgo.open_block")}`;
  const code = CARDS[card] ?? "";
  return `${code} ${t(`speedalgo.card.${code}` as Key)}`;
}

/** The track as a grid of signs, a line each lane. */
function grid(race: Race, field: Field): string {
  const seen = Math.max(field.columns + 2, ...race.places.map((square) => columnOf(square) + 1));
  const sign = (square: number) => {
    const car = race.places.indexOf(square);
    if (car >= TRAFFIC) return letter(field.colours[car - TRAFFIC] ?? 0);
    return car >= 0 ? String(car + 1) : ".";
  };
  const line = (head: string, cell: (column: number) => string) =>
    head + Array.from({ length: seen }, (_, column) => (column === field.columns ? " #" : "") + cell(column).padStart(3)).join("");
  const lanes = Array.from({ length: LANES }, (_, lane) => line(LANE_NAMES[lane] ?? "", (column) => sign(column * LANES + lane)));
  return [line(" ", String), ...lanes].join("\n");
}

/** All that is to be seen, line by line: what a screen reader reads. */
export function describe(view: object, land: object, names: string[], viewer: number): { grid: string; lines: string[] } {
  const race = view as Race;
  const field = land as Field;
  const lines = [t("speedalgo.seen.round", { round: String(race.turn), order: race.order.slice(0, field.seats).map((seat) => names[seat] ?? "").join(", ") })];
  race.drivers.slice(0, field.seats).forEach((driver, seat) => {
    const square = race.places[TRAFFIC + seat] ?? -1;
    lines.push(t("speedalgo.seen.bolide", { who: names[seat] ?? "", colour: colourName(field, seat), square: where(square), left: String(Math.max(0, field.columns - columnOf(square))), roll: String(driver.roll) }));
    const text = programText(race, driver);
    if (text) lines.push(t("speedalgo.seen.program", { who: names[seat] ?? "", program: text }));
  });
  const traffic = race.places.slice(0, TRAFFIC).flatMap((square, car) => (square >= 0 ? [{ square, car }] : [])).sort((one, other) => one.square - other.square);
  lines.push(t("speedalgo.seen.traffic", { cars: traffic.map(({ square, car }) => `${squareText(square)} (${car + 1})`).join(", ") || t("none") }));
  const own = race.drivers[viewer];
  if (own && race.turn > 0) {
    const hand = cardsFor(field, own).filter((card) => !isUsed(own, card));
    lines.push(t("speedalgo.seen.hand", { cards: hand.map((card) => CARDS[card]).join(" ") }));
  }
  return { grid: grid(race, field), lines };
}

const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/[^a-z0-9/-]+/g, "");

/** The squares that a text names. */
const squaresIn = (text: string) => text.toUpperCase().match(new RegExp(`\\b[${LANE_NAMES}]\\d{1,3}\\b`, "g")) ?? [];

/** The choice that somebody typed: its number in the list, its code, its words, or a square alone. */
export function readChoice(field: object, legal: number[], typed: string, view: object): number | null {
  const race = view as Race;
  const wish = plain(typed);
  if (!wish) return null;
  const code = (CARDS as readonly string[]).indexOf(typed.trim().toUpperCase());
  if (code >= AB) return legal.includes(LAY + code - AB) ? LAY + code - AB : null;
  const number = Number(typed);
  if (Number.isInteger(number) && number >= 1 && number <= legal.length) return legal[number - 1] ?? null;
  const said = legal.map((action) => ({ action, words: plain(say(field as Field, action, race)) }));
  const exact = said.find(({ words }) => words === wish);
  if (exact) return exact.action;
  const squares = squaresIn(typed);
  if (squares.length === 1) return legal.find((action) => squareOf(race, action) === squares[0]) ?? null;
  return said.find(({ action, words }) => (action >= READY || wish.length > 3) && words.startsWith(wish))?.action ?? null;
}

const WORD = /^(?:AB[DG]?|AT[DG]?|P|REP|SAS?|READY|BACK|ENOUGH|TRAFFIC|START|TARGET|[A-E]\d{0,3})$/i;

/** Whether a text is made of codes, squares and the words of the notation: REP AB - ATG [C5]; ready. */
export const isNotation = (typed: string) => typed.split(/[\s;,[\]/-]+/).filter(Boolean).every((word) => WORD.test(word));

/** The square that a choice is about. */
function squareOf(race: Race, action: number): string {
  if (action >= TRAFFIC_AT && action < TIME_UP) return squareText(action - TRAFFIC_AT);
  if (action >= START && action < TRAFFIC_AT) return squareText(action - START);
  return action >= TARGET && action < ENOUGH ? squareText(race.places[action - TARGET] ?? 0) : "";
}
