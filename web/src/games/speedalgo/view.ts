// What each event changes in a view; the counterpart of rules/happen.py, and tested against it.
import type { Happening } from "../../net/messages";
import {
  AB, AT, ATD, ATG, CARS, ELSE, EMPTY, GONE, Happens, LANES, NEXT, NO_FURTHER, P, Phase, REP, SA, SAS, TRAFFIC,
  WRITTEN_AT, WRITTEN_ATD, WRITTEN_ATG, WRITTEN_P,
} from "./names";
import type { Driver, Field, Race, Step } from "./names";

const WRITTEN_DOWN = 1;
const REACH = 1;

export const isMovement = (card: number) => card >= AB && card <= P;
export const isCondition = (card: number) => card === SA || card === SAS;

function driverOf(race: Race, seat: number): Driver {
  const driver = race.drivers[seat];
  if (!driver) throw new Error(`no driver ${seat}`);
  return driver;
}

function stepOf(race: Race, step: number): Step {
  const found = race.steps[step];
  if (!found) throw new Error(`no step ${step}`);
  return found;
}

const onTrack = (race: Race, cars: number) => race.places.slice(0, cars).filter((place) => place >= 0).length;

/** How many cars a card moves. */
function targetsOf(race: Race, seat: number, card: number): number {
  if (card === AT) return Math.min(driverOf(race, seat).roll, onTrack(race, TRAFFIC));
  if (card === ATD || card === ATG) return Math.min(1, onTrack(race, TRAFFIC));
  return card === P ? Math.min(1, onTrack(race, CARS) - 1) : 0;
}

// --- holders ---------------------------------------------------------------------------------------

const FIRST_WRITTEN: Record<number, number> = { [AT]: WRITTEN_AT, [ATD]: WRITTEN_ATD, [ATG]: WRITTEN_ATG };
/** Where the cars are written that a card moves, */
export const firstWritten = (card: number) => FIRST_WRITTEN[card] ?? WRITTEN_P;
/** and the place behind them. */
export const lastWritten = (card: number) => (card === AT ? WRITTEN_ATD : firstWritten(card) + (card > AT && card <= P ? 1 : 0));

const lastOf = (driver: Driver) => (driver.length > 0 ? (driver.program[driver.length - 1] ?? EMPTY) : EMPTY);

function lay(race: Race, field: Field, seat: number, card: number) {
  const driver = driverOf(race, seat);
  if (card <= EMPTY) return;
  driver.program[driver.length] = card;
  driver.length += 1;
  if (field.options.targets_chosen === WRITTEN_DOWN && isMovement(card)) driver.due = targetsOf(race, seat, card);
}

function writeTarget(driver: Driver, car: number) {
  if (car === NO_FURTHER) driver.due = 0;
  if (car < 0 || driver.due === 0) return;
  let place = firstWritten(lastOf(driver));
  while ((driver.written[place] ?? 0) > 0) place += 1;
  driver.written[place] = car + 1;
  driver.due -= 1;
}

function shorten(driver: Driver) {
  driver.length -= 1;
  driver.program[driver.length] = EMPTY;
}

function takeBack(driver: Driver) {
  const card = lastOf(driver);
  if (card === EMPTY) return; // a program that the viewer may not see
  driver.written.fill(0, firstWritten(card), lastWritten(card));
  driver.due = 0;
  shorten(driver);
  if (card < ELSE && lastOf(driver) >= ELSE) shorten(driver);
}

function clearProgram(driver: Driver) {
  while (driver.length > 0) shorten(driver);
  driver.written.fill(0);
  driver.due = 0;
  driver.ready = 0;
}

// --- a program as steps; the counterpart of rules/unroll.py ----------------------------------------

function addStep(race: Race, card: number, place: number) {
  Object.assign(stepOf(race, race.length), { card, place, leap: 0 });
  race.length += 1;
}

function partEnd(driver: Driver, place: number): number {
  while (place < driver.length && driver.program[place] !== ELSE && driver.program[place] !== NEXT) place += 1;
  return place;
}

function addMovements(race: Race, driver: Driver, place: number, end: number) {
  for (let one = place; one < end; one++) addStep(race, driver.program[one] ?? EMPTY, one);
}

function addPart(race: Race, driver: Driver, place: number, end: number) {
  if (place < end && driver.program[place] === REP) {
    for (let time = 0; time < driver.roll; time++) addMovements(race, driver, place + 1, end);
  } else addMovements(race, driver, place, end);
}

function addCondition(race: Race, driver: Driver, place: number): number {
  const test = race.length;
  addStep(race, driver.program[place] ?? EMPTY, place);
  const end = partEnd(driver, place);
  addPart(race, driver, place + 1, end);
  if (end < driver.length && driver.program[end] === ELSE) {
    const behind = race.length;
    addStep(race, ELSE, end);
    const last = partEnd(driver, end + 1);
    addPart(race, driver, end + 1, last);
    stepOf(race, behind).leap = race.length - behind - 1;
    stepOf(race, test).leap = behind - test;
    return last;
  }
  stepOf(race, test).leap = race.length - test - 1;
  return end;
}

function addBlock(race: Race, driver: Driver, place: number): number {
  const card = driver.program[place] ?? EMPTY;
  if (isCondition(card)) return addCondition(race, driver, place);
  if (card === REP && isCondition(driver.program[place + 1] ?? EMPTY)) {
    let end = place;
    for (let time = 0; time < driver.roll; time++) end = addCondition(race, driver, place + 1);
    return end;
  }
  const end = partEnd(driver, place);
  addPart(race, driver, place, end);
  return end;
}

function unroll(race: Race, seat: number) {
  const driver = driverOf(race, seat);
  race.length = race.step = 0;
  for (let place = 0; place < driver.length; ) place = addBlock(race, driver, place) + 1;
}

// --- running ---------------------------------------------------------------------------------------

function clearTargets(race: Race) {
  race.card = EMPTY;
  race.due = race.moved = race.taken = 0;
}

function clearSteps(race: Race) {
  for (const step of race.steps) Object.assign(step, { card: EMPTY, place: 0, leap: 0 });
  race.length = race.step = 0;
  clearTargets(race);
}

function pastElse(race: Race, step: number): number {
  const next = race.steps[step];
  return step < race.length && next?.card === ELSE ? step + 1 + next.leap : step;
}

function choose(race: Race, car: number) {
  race.due -= 1;
  race.moved += 1;
  if (car < TRAFFIC) race.taken |= 1 << car;
  race.phase = Phase.RUN;
}

export const columnOf = (square: number) => Math.floor(square / LANES);

function putCar(race: Race, field: Field, car: number, square: number) {
  race.places[car] = square;
  const first = field.options.finish === REACH ? field.columns - 1 : field.columns;
  if (car >= TRAFFIC && columnOf(square) >= first) driverOf(race, car - TRAFFIC).crossed = 1;
}

function endRound(race: Race, field: Field) {
  const order = race.order.slice(0, field.seats);
  race.order.splice(0, field.seats, ...order.slice(-1), ...order.slice(0, -1));
  for (const driver of race.drivers.slice(0, field.seats)) clearProgram(driver);
}

type Change = (race: Race, field: Field, seat: number, a: number, b: number, c: number, secret: number) => void;

const CHANGES: Record<number, Change> = {
  [Happens.TRAFFIC_PLACED]: (race, _, _seat, a, b) => (race.places[a] = b),
  [Happens.BOLIDE_PLACED]: (race, _, _seat, a, b) => (race.places[a] = b),
  [Happens.DECISION]: (race, _, seat, a) => {
    race.seat = seat;
    race.phase = a;
  },
  [Happens.ROUND_BEGAN]: (race, _, seat, a) => {
    race.turn = a;
    race.seat = seat;
    race.ran = 0;
  },
  [Happens.ROLLED]: (race, _, seat, a) => (driverOf(race, seat).roll = a),
  [Happens.LAID]: (race, field, seat, _a, _b, _c, secret) => lay(race, field, seat, secret),
  [Happens.WRITTEN]: (race, _, seat, _a, _b, _c, secret) => writeTarget(driverOf(race, seat), secret),
  [Happens.TAKEN_BACK]: (race, _, seat) => takeBack(driverOf(race, seat)),
  [Happens.READY]: (race, _, seat) => (driverOf(race, seat).ready = 1),
  [Happens.TURNED_UP]: (race, _, seat, a, b) => {
    const driver = driverOf(race, seat);
    driver.program[b] = a;
    driver.length = b + 1;
  },
  [Happens.SHOWN]: (race, _, seat, a, b) => (driverOf(race, seat).written[a] = b + 1),
  [Happens.RUN_BEGAN]: (race, _, seat) => {
    race.phase = Phase.RUN;
    race.seat = seat;
    unroll(race, seat);
  },
  [Happens.INSTRUCTION]: (race, _, seat, a, _b, c) => {
    clearTargets(race);
    race.card = a;
    race.due = targetsOf(race, seat, a);
    race.step = pastElse(race, c + 1);
  },
  [Happens.TESTED]: (race, _, _seat, a, _b, c) => (race.step = a === 0 ? c + 1 + stepOf(race, c).leap : pastElse(race, c + 1)),
  [Happens.CHOSE]: (race, _, _seat, a) => choose(race, a),
  [Happens.ENOUGH]: (race) => {
    race.phase = Phase.RUN;
    clearTargets(race);
  },
  [Happens.MOVED]: (race, field, _seat, a, _b, c) => putCar(race, field, a, c),
  [Happens.REMOVED]: (race, _, _seat, a) => (race.places[a] = GONE),
  [Happens.RUN_ENDED]: (race) => {
    clearSteps(race);
    race.ran += 1;
  },
  [Happens.FLIPPED]: (race, _, seat, a) => (driverOf(race, seat).side = a),
  [Happens.ADVANCED]: (race, _, _seat, a, _b, c) => (race.places[a] = c),
  [Happens.ROUND_ENDED]: (race, field) => endRound(race, field),
  [Happens.GAME_OVER]: (race, _, _seat, a) => {
    race.winners = a;
    race.phase = Phase.OVER;
  },
};

export function apply(view: object, field: object, event: Happening) {
  const [kind, seat, a, b, c, secret] = event;
  CHANGES[kind]?.(view as Race, field as Field, seat, a, b, c, secret);
}
