// What a square of the floor is, in keys of the language files: every element explains itself.
import { GEAR_LEFT, GEAR_RIGHT, HAMMER, OPTIONS, PIT, REGISTERS, VOID, WRENCH } from "./names";
import type { Field, Race } from "./names";
import { letter } from "./paint";
import { away, DX, DY, liesAt, printed, quartersOf } from "./place";

type Turns = Pick<Race, "turns_of">;
const NAMES: Record<number, string> = { [PIT]: "pit", [GEAR_LEFT]: "gear_left", [GEAR_RIGHT]: "gear_right", [WRENCH]: "wrench", [HAMMER]: "hammer" };
const EXPRESS = 4; // belts with a higher number

/** The registers of a bit mask, counted from 1, as in an address. */
const numbers = (bits: number) => Array.from({ length: REGISTERS }, (_, register) => register + 1).filter((register) => (bits >> (register - 1)) & 1).join(",+");

/** The way a belt leads, -1 where there is none. */
function wayOf(race: Turns, field: Field, square: number): number {
  const belt = square < 0 ? 0 : (field.belts[printed(race, field, square)] ?? 0);
  return belt ? (belt - 1 + quartersOf(race, field, square)) & 3 : -1;
}

/** Whether another belt leads onto this one from the side. */
function isCurve(race: Turns, field: Field, square: number, way: number): boolean {
  return [1, 3].some((aside) => {
    const from = (way + aside) & 3;
    return wayOf(race, field, away(field, square, DX[from] ?? 0, DY[from] ?? 0)) === ((from + 2) & 3);
  });
}

function* floorKeys(race: Turns, field: Field, square: number): Generator<string> {
  const source = printed(race, field, square);
  const kind = field.kinds[source] ?? VOID;
  const way = wayOf(race, field, square);
  if (kind in NAMES) yield (kind === WRENCH || kind === HAMMER) && field.options.sites === OPTIONS.sites.options ? "upgrade" : (NAMES[kind] ?? "");
  if (way >= 0) yield (field.belts[source] ?? 0) > EXPRESS ? "express" : "belt";
  if (way >= 0 && isCurve(race, field, square, way)) yield "curve";
  if (field.pushers[source]) yield `pusher?registers=${numbers(field.pushers[source])}`;
  if (field.crushers[source]) yield `crusher?registers=${numbers(field.crushers[source])}`;
  const laser = field.laser_squares.slice(0, field.lasers).some((at) => liesAt(race, field, at) === square);
  if (laser || field.lit[source]) yield laser ? "laser" : "beam";
  if (field.walls[source]) yield "wall";
  const dock = field.docks.slice(0, field.dock_count).indexOf(square);
  if (dock >= 0) yield `dock?number=${dock + 1}`;
}

const joined = (keys: Iterable<string>) => [...keys].map((key) => `roborally.explain.${key}`).join(" ");

/** The keys of everything worth saying of the floor, parted by spaces. */
export const describeFloor = (race: Turns, field: Field, square: number) => (field.kinds[square] === VOID ? "" : joined(floorKeys(race, field, square)));

function* pieceKeys(race: Race, field: Field, square: number): Generator<string> {
  for (const [who, robot] of race.robots.slice(0, field.robots).entries()) {
    if (robot.square !== square) continue;
    yield `robot?letter=${letter(race, who)}&damage=${robot.damage}&lives=${robot.lives}`;
    if (robot.powered_down) yield "asleep";
    if (robot.locked) yield `locked?registers=${numbers(robot.locked)}`;
    if (race.superbot === who) yield "superbot";
  }
  const flag = race.flag_squares.slice(0, field.flag_count).indexOf(square);
  if (flag >= 0) yield `flag?number=${flag + 1}`;
  for (const [who, robot] of race.robots.slice(0, field.robots).entries()) {
    if (robot.archive === square && robot.lives > 0) yield `archive?letter=${letter(race, who)}`;
  }
}

/** The same for what stands on a square. */
export const describePieces = (race: Race, field: Field, square: number) => joined(pieceKeys(race, field, square));
