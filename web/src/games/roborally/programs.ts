// A program that is being written: what lies in the open registers, and what is kept on options.
import { ADD, DONE, EMPTY, LAY, NO } from "./names";

/** What lies in a register; the second card is EMPTY unless there is one. */
export interface Slot {
  card: number;
  second: number;
}

export interface Program {
  slots: (Slot | null)[]; // of each open register, null while it is empty
  kept: number[]; // choices that follow when all are full: cards for options, or none
}

/** Choices as a program for so many open registers. They fill them in order; what is laid ahead, by its place, is no choice yet. */
export function programOf(actions: number[], open: number, ahead: Map<number, Slot>): Program {
  const laid: Slot[] = [];
  const kept: number[] = [];
  for (const action of actions) {
    const last = laid.at(-1);
    if (action >= ADD && action < DONE) {
      if (last) last.second = action - ADD + 1;
    } else if (action === NO || laid.length === open) kept.push(action);
    else laid.push({ card: action - LAY + 1, second: EMPTY });
  }
  const isLaid = (slot: Slot) => laid.some(({ card, second }) => card === slot.card || second === slot.card); // by another way: typed
  const waiting = new Map([...ahead].filter(([, slot]) => !isLaid(slot)));
  return { slots: Array.from({ length: open }, (_, place) => laid[place] ?? waiting.get(place) ?? null), kept };
}

/** The first empty place, or how many there are. */
export function firstEmpty({ slots }: Program): number {
  const place = slots.indexOf(null);
  return place < 0 ? slots.length : place;
}

/** A program as the choices that make it, up to the first empty register; cards are only kept when there is none. */
export function actionsOf(program: Program): number[] {
  const end = firstEmpty(program);
  const laid = program.slots.slice(0, end).flatMap((slot) => (slot ? [LAY + slot.card - 1, ...(slot.second ? [ADD + slot.second - 1] : [])] : []));
  return end < program.slots.length ? laid : [...laid, ...program.kept];
}

/** What lies behind an empty register, by its place. */
export function aheadOf(program: Program): Map<number, Slot> {
  const end = firstEmpty(program);
  return new Map(program.slots.flatMap((slot, place): [number, Slot][] => (slot && place > end ? [[place, slot]] : [])));
}

/** All cards of a program. */
export const cardsIn = ({ slots, kept }: Program) => [
  ...slots.flatMap((slot) => (slot ? [slot.card, slot.second].filter((card) => card !== EMPTY) : [])),
  ...kept.filter((action) => action < ADD).map((action) => action - LAY + 1),
];

/** Without what lies in one place. */
export const without = (program: Program, place: number): Program => ({ ...program, slots: program.slots.with(place, null) });

/** A card from the hand in a place, instead of what lies there. */
export const put = (program: Program, place: number, card: number): Program => ({ ...program, slots: program.slots.with(place, { card, second: EMPTY }) });

/** What lies in two places changes them. */
export const swap = (program: Program, one: number, other: number): Program => ({
  ...program,
  slots: program.slots.with(one, program.slots[other] ?? null).with(other, program.slots[one] ?? null),
});
