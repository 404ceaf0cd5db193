// Which choice a card on a place is: the numbers of names.py, read backwards.
import { CARDS, COVER, CYCLE_ONE, CYCLE_TWO, FRESH_START, INSERT, LEFT, MAX_ROW, PAIRS, PASS, REPLACE_CARD, RIGHT, RUN, TURN, UNCYCLE, UTURN, X2 } from "./names";

export type Where = "gap" | "card" | "pair";

/** A place in the row where a card may go. */
export interface Target {
  action: number;
  where: Where;
  position: number;
  command: number; // what the card becomes there; a flexible turn card may become several
}

const commandsOf = (card: number) => (card === TURN ? [LEFT, RIGHT, UTURN] : [card]);

/** Everything that may be done with a card of the hand. */
export function targetsOf(card: number, legal: number[]): Target[] {
  const may = new Set(legal);
  const targets: Target[] = [];
  const offer = (action: number, where: Where, position: number, command: number) => {
    if (may.has(action)) targets.push({ action, where, position, command });
  };
  for (const command of commandsOf(card)) {
    for (let position = 0; position < MAX_ROW; position++) {
      if (command < X2) {
        offer(INSERT + command * MAX_ROW + position, "gap", position, command);
        offer(COVER + command * MAX_ROW + position, "card", position, command);
      } else {
        offer(CYCLE_ONE + (command - X2) * MAX_ROW + position, "card", position, command);
        if (position < PAIRS) offer(CYCLE_TWO + (command - X2) * PAIRS + position, "pair", position, command);
      }
    }
  }
  return targets;
}

/** A card laid behind the row, whether it may be or not. */
export function laidLast(card: number, length: number): number {
  const [command = card] = commandsOf(card);
  const position = Math.min(length, MAX_ROW - 1);
  return command < X2 ? INSERT + command * MAX_ROW + position : CYCLE_ONE + (command - X2) * MAX_ROW + position;
}

/** Where a card goes if nobody says where: to the end of the row, or to the only place there is. */
export function usualTarget(targets: Target[]): Target | null {
  const gaps = targets.filter((target) => target.where === "gap");
  return gaps.at(-1) ?? (targets.length === 1 ? (targets[0] ?? null) : null);
}

const isInsertion = (action: number) => action >= INSERT && action < COVER;
const isCover = (action: number) => action >= COVER && action < CYCLE_ONE;
const placeOf = (action: number) => (action - INSERT) % MAX_ROW;

/** Which choice of a program laid the card that now lies at a place of the row, -1 if none did. */
export function layingOf(program: number[], place: number): number {
  for (let step = program.length - 1; step >= 0; step--) {
    const action = program[step] ?? 0;
    if (isInsertion(action) && placeOf(action) < place) place -= 1;
    else if ((isInsertion(action) || isCover(action)) && placeOf(action) === place) return step;
  }
  return -1;
}

/** A program without one of its cards; what was laid beyond it moves up. */
export function without(program: number[], step: number): number[] {
  const laid = program[step] ?? 0;
  const later = program.slice(step + 1);
  if (!isInsertion(laid) || !later.every(isInsertion)) return program.slice(0, step);
  let place = placeOf(laid);
  const moved = later.map((action) => {
    if (placeOf(action) > place) return action - 1;
    place += 1;
    return action;
  });
  return [...program.slice(0, step), ...moved];
}

export const canRun = (legal: number[]) => legal.includes(RUN);
export const canPass = (legal: number[]) => legal.includes(PASS);
export const canStartAfresh = (legal: number[]) => legal.includes(FRESH_START);
export const replacement = (card: number) => REPLACE_CARD + card;
export const cycleRemoval = (position: number) => UNCYCLE + position;
export const cardName = (kind: number) => CARDS[kind] ?? "step";
export { FRESH_START, PASS, RUN };
