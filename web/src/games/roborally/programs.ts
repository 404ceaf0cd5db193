// A program that is being written: what lies in the open registers, and what is kept on options.
import { ADD, DONE, EMPTY, LAY, NO } from "./names";

/** What lies in a register; the second card is EMPTY unless there is one. */
export interface Slot {
  card: number;
  second: number;
}

export interface Program {
  slots: Slot[]; // in the order of the open registers
  kept: number[]; // choices that follow when all are full: cards for options, or none
}

/** Choices as a program for so many open registers. */
export function programOf(actions: number[], open: number): Program {
  const program: Program = { slots: [], kept: [] };
  for (const action of actions) {
    const last = program.slots.at(-1);
    if (action >= ADD && action < DONE) {
      if (last) last.second = action - ADD + 1;
    } else if (action === NO || program.slots.length === open) program.kept.push(action);
    else program.slots.push({ card: action - LAY + 1, second: EMPTY });
  }
  return program;
}

/** A program as the choices that make it; cards are only kept while all registers are full. */
export function actionsOf({ slots, kept }: Program, open: number): number[] {
  const laid = slots.flatMap(({ card, second }) => (second ? [LAY + card - 1, ADD + second - 1] : [LAY + card - 1]));
  return slots.length < open ? laid : [...laid, ...kept];
}

/** All cards of a program. */
export const cardsIn = ({ slots, kept }: Program) => [...slots.flatMap(({ card, second }) => (second ? [card, second] : [card])), ...kept.filter((action) => action < ADD).map((action) => action - LAY + 1)];

/** Without what lies in one place; what lies behind it moves up. */
export const without = (program: Program, place: number): Program => ({ ...program, slots: program.slots.filter((_, other) => other !== place) });

/** A card from the hand instead of what lies in a place, or behind all others. */
export function put(program: Program, place: number, card: number): Program {
  const slot = { card, second: EMPTY };
  return { ...program, slots: place < program.slots.length ? program.slots.with(place, slot) : [...program.slots, slot] };
}

/** What lies in two places changes them; behind the last card it becomes the last. */
export function move(program: Program, from: number, to: number): Program {
  const slots = [...program.slots];
  const [one, other] = [slots[from], slots[to]];
  if (!one) return program;
  if (other) [slots[from], slots[to]] = [other, one];
  else slots.push(...slots.splice(from, 1));
  return { ...program, slots };
}
