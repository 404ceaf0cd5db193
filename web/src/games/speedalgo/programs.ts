// A program as people see it: blocks, with what lies on top of what. For drawing only.
import { AB, AT, ATD, ATG, CARDS, ELSE, NEXT, P, REP, SA, SAS, WRITTEN_AT, WRITTEN_ATD, WRITTEN_ATG, WRITTEN_P } from "./names";
import type { Driver, Field, Race } from "./names";
import { hasCondition } from "./options";
import { squareText } from "./place";

export interface Laid {
  card: number;
  place: number; // in the program
}

/** One holder block: what the cards lie on, and its one or two parts. */
export interface Block {
  frames: Laid[]; // REP and the condition card, the lowest first
  parts: Laid[][];
}

const isFrame = (card: number) => card >= REP && card <= SAS;

function blockOf(cards: Laid[]): Block {
  const block: Block = { frames: [], parts: [[]] };
  for (const laid of cards) {
    if (laid.card === ELSE) block.parts.push([]);
    else if (isFrame(laid.card) && block.parts.every((part) => !part.length) && block.parts.length === 1) block.frames.push(laid);
    else block.parts.at(-1)?.push(laid);
  }
  return block;
}

/** The blocks of a program; an empty one stands where the next card would begin it. */
export function blocksOf(cards: number[]): Block[] {
  const blocks: Laid[][] = [[]];
  cards.forEach((card, place) => {
    if (card === NEXT) blocks.push([]);
    else blocks.at(-1)?.push({ card, place });
  });
  return cards.length ? blocks.map(blockOf) : [];
}

export const hasElse = (block: Block) => block.frames.some(({ card }) => card === SAS);
export const frameOf = (block: Block) => block.frames.map(({ card }) => CARDS[card] ?? "").join(" ");
export const isConditional = (block: Block) => block.frames.some(({ card }) => card === SA || card === SAS);

/** The cards that a driver plays with; of a condition card that must be turned over only the other side. */
export const cardsFor = (field: Field, { side }: Driver): number[] =>
  Array.from({ length: SAS }, (_, place) => place + AB).filter((card) => card < SA || (hasCondition(field) && (!side || side === card)));

/** Whether a card lies in the program; the condition card has two sides. */
export function isUsed(driver: Driver, card: number): boolean {
  const laid = cardsOf(driver);
  return laid.includes(card) || (card >= SA && (laid.includes(SA) || laid.includes(SAS)));
}

export const cardsOf = (driver: Driver) => driver.program.slice(0, driver.length);

/** Where the cars are written that a card moves, and the place behind them. */
const WRITTEN: Record<number, [number, number]> = { [AT]: [WRITTEN_AT, WRITTEN_ATD], [ATD]: [WRITTEN_ATD, WRITTEN_ATG], [ATG]: [WRITTEN_ATG, WRITTEN_P], [P]: [WRITTEN_P, WRITTEN_P + 1] };

/** The squares of the cars written beside a card. */
export function writtenBeside(race: Race, driver: Driver, card: number): string[] {
  const cars = driver.written.slice(...(WRITTEN[card] ?? [0, 0])).filter((car) => car > 0);
  return cars.map((car) => squareText(race.places[car - 1] ?? 0));
}

/** A program as the mark sheet has it, and as the server reads it. */
export function programText(race: Race, driver: Driver, without: (place: number) => boolean = () => false): string {
  const words = cardsOf(driver).map((card, place) => {
    if (without(place)) return "";
    const targets = writtenBeside(race, driver, card);
    return `${CARDS[card] ?? ""}${targets.length ? ` [${targets.join(" ")}]` : ""}`;
  });
  const blocks = words.filter(Boolean).join(" ").split("-").map((block) => block.trim());
  return blocks.filter(Boolean).join(" - ");
}
