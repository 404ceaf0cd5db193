// What each event changes in a view; the counterpart of rules/happen.py, and tested against it.
import type { Happening } from "../../net/messages";
import { CARRIED, DELIVERED, Happens, KINDS, LEFT, MAX_ROW, MAX_SEATS, Phase, TURN, UTURN, X2 } from "./names";
import type { Field, Race } from "./names";

const HIDDEN = -1;
const FLEXIBLE = 1;
const DISCARD = 1;

export const cardInHand = (field: Field, kind: number) =>
  field.options.turn_cards === FLEXIBLE && kind >= LEFT && kind <= UTURN ? TURN : kind;

interface Pile {
  count: number;
  cards: number[];
}

function put(pile: Pile, card: number) {
  pile.cards[pile.count] = card;
  pile.count += 1;
}

function take(pile: Pile): number {
  pile.count -= 1;
  const card = pile.cards[pile.count] ?? HIDDEN;
  pile.cards[pile.count] = 0;
  return card;
}

function roverOf(race: Race, seat: number) {
  const rover = race.rovers[seat];
  if (!rover) throw new Error(`no rover ${seat}`);
  return rover;
}

function leaveHand(race: Race, who: number, kind: number) {
  const rover = roverOf(race, who);
  rover.held -= 1;
  if ((rover.hand[kind] ?? 0) > 0) rover.hand[kind] = (rover.hand[kind] ?? 0) - 1;
}

function openGap(race: Race, position: number) {
  for (const list of [race.row, race.fresh, race.times, race.span]) {
    for (let place = race.length; place > position; place--) list[place] = list[place - 1] ?? 0;
  }
  race.times[position] = 0;
  race.span[position] = 0;
  race.length += 1;
}

function lay(race: Race, position: number, kind: number) {
  race.row[position] = kind;
  race.fresh[position] = 1;
  race.laid += 1;
  race.changed = 1;
}

function cover(race: Race, field: Field, who: number, kind: number, position: number) {
  leaveHand(race, who, cardInHand(field, kind));
  const under = cardInHand(field, race.row[position] ?? 0);
  if (field.options.covered_cards === DISCARD) put(race.discards, under);
  else race.covered[under] = (race.covered[under] ?? 0) + 1;
  lay(race, position, kind);
}

function dropCycle(race: Race, position: number) {
  put(race.discards, X2 + (race.times[position] ?? 2) - 2);
  race.times[position] = 0;
  race.span[position] = 0;
  race.changed = 1;
}

function discardRow(race: Race, field: Field) {
  for (let position = 0; position < race.length; position++) {
    put(race.discards, cardInHand(field, race.row[position] ?? 0));
    if ((race.times[position] ?? 0) > 0) dropCycle(race, position);
    race.row[position] = 0;
    race.fresh[position] = 0;
  }
  for (let kind = 0; kind < KINDS; kind++) {
    for (let left = race.covered[kind] ?? 0; left > 0; left--) put(race.discards, kind);
    race.covered[kind] = 0;
  }
  race.length = 0;
  race.changed = 1;
}

function unroll(race: Race) {
  const program: number[] = [];
  let position = 0;
  while (position < race.length) {
    const span = Math.max(1, race.span[position] ?? 1);
    const times = Math.max(1, race.times[position] ?? 1);
    for (let time = 0; time < times; time++) program.push(...race.row.slice(position, position + span));
    position += span;
  }
  race.commands = program.length;
  race.ran = 0;
  race.program.forEach((_, place) => (race.program[place] = program[place] ?? 0));
}

function beginTurn(race: Race, who: number) {
  race.turn += 1;
  roverOf(race, who).turns += 1;
  race.seat = who;
  race.phase = Phase.BUILD;
  race.laid = race.changed = race.moved = 0;
  for (let position = 0; position < MAX_ROW; position++) race.fresh[position] = 0;
}

function move(race: Race, who: number, there: number) {
  const rover = roverOf(race, who);
  rover.square = there;
  rover.waits = 0;
  if (who === race.seat) race.moved = 1;
  for (let other = 0; other < MAX_SEATS; other++) {
    race.locks[who * MAX_SEATS + other] = 0;
    race.locks[other * MAX_SEATS + who] = 0;
  }
}

function receive(race: Race, who: number, card: number) {
  take(race.draw);
  const rover = roverOf(race, who);
  rover.held += 1;
  if (rover.owed > 0) rover.owed -= 1;
  if (card >= 0) rover.hand[card] = (rover.hand[card] ?? 0) + 1;
}

type Change = (race: Race, field: Field, seat: number, a: number, b: number, c: number, secret: number) => void;

const CHANGES: Record<number, Change> = {
  [Happens.BASE_PLACED]: (race, _, seat, a, b, c) => {
    race.bases[b] = a;
    if (c) roverOf(race, seat).square = a;
  },
  [Happens.FACED]: (race, _, seat, a) => (roverOf(race, seat).heading = a),
  [Happens.LAID_DOWN]: (race, _, _seat, a, b) => (race.places[a] = b),
  [Happens.DECISION]: (race, _, seat, a) => {
    race.phase = a;
    race.seat = seat;
  },
  [Happens.TURN_BEGAN]: (race, _, seat) => beginTurn(race, seat),
  [Happens.INSERTED]: (race, field, seat, a, b) => {
    leaveHand(race, seat, cardInHand(field, a));
    openGap(race, b);
    lay(race, b, a);
  },
  [Happens.COVERED]: (race, field, seat, a, b) => cover(race, field, seat, a, b),
  [Happens.CYCLED]: (race, _, seat, a, b, c) => {
    leaveHand(race, seat, a);
    race.times[b] = a - X2 + 2;
    race.span[b] = c;
    race.laid += 1;
    race.changed = 1;
  },
  [Happens.UNCYCLED]: (race, _, _seat, a) => dropCycle(race, a),
  [Happens.ROW_DISCARDED]: (race, field) => discardRow(race, field),
  [Happens.RUN_BEGAN]: (race) => unroll(race),
  [Happens.COMMAND]: (race) => (race.ran += 1),
  [Happens.MOVED]: (race, _, seat, _a, b) => move(race, seat, b),
  [Happens.PAID]: (race, _, _seat, a, b) => (race.places[a] = CARRIED + b),
  [Happens.LOCKED]: (race, _, seat, a) => {
    race.locks[seat * MAX_SEATS + a] = 1;
    race.locks[a * MAX_SEATS + seat] = 1;
  },
  [Happens.PICKED_UP]: (race, _, seat, a) => (race.places[a] = CARRIED + seat),
  [Happens.SCORED]: (race, _, seat, a, b) => {
    const { delivered } = roverOf(race, seat);
    race.places[a] = DELIVERED + seat;
    race.types[a] = b;
    if (b >= 0) delivered[b] = (delivered[b] ?? 0) + 1;
  },
  [Happens.WAITS]: (race, _, seat) => (roverOf(race, seat).waits = 1),
  [Happens.REPLACED]: (race, _, seat, a) => {
    leaveHand(race, seat, a);
    put(race.discards, a);
    race.laid += 1;
    race.phase = Phase.REPLACE;
  },
  [Happens.RESHUFFLED]: (race) => {
    while (race.discards.count > 0) {
      take(race.discards);
      put(race.draw, HIDDEN);
    }
  },
  [Happens.DREW]: (race, _, seat, _a, _b, _c, secret) => receive(race, seat, secret),
  [Happens.SHORT]: (race, _, seat, a) => (roverOf(race, seat).owed = a),
  [Happens.GAME_OVER]: (race, _, _seat, a) => {
    race.winners = a;
    race.phase = Phase.OVER;
  },
};

export function apply(view: object, field: object, event: Happening) {
  const [kind, seat, a, b, c, secret] = event;
  CHANGES[kind]?.(view as Race, field as Field, seat, a, b, c, secret);
}

/** 2 points for the first sample of a type, 1 for each further one. */
export const points = (delivered: number[]) =>
  delivered.reduce((sum, count) => sum + (count > 0 ? count + 1 : 0), 0);
