// Robots, their program sheets and cards as people see them. For drawing and telling only.
import { t } from "../../lang/index.svelte";
import type { Key } from "../../lang/index.svelte";
import type { SeenEvent } from "../../net/messages";
import { BACKUP, BY_BELT, BY_CRUSHER, BY_EXPRESS, BY_GEAR, BY_LASER, BY_PUSHER, BY_ROBOT_LASER, BY_WEAPON, CARDS, EMPTY, EventKind, KINDS, LAST_BACKUP, LAST_MOVE1, LAST_MOVE2, LAST_TURN, LAST_UTURN, LEFT, LETTERS, MOVE1, MOVE2, MOVE3, OFF, OPTION_CARDS, OPTION_NAMES, Phase, PLAIN, Question, REGISTERS, RIGHT, UTURN } from "./names";
import type { Field, Race, Robot } from "./names";

export const HIDDEN = -1; // a card that is seen from behind

/** The numbers of the bits that are set. */
export const bits = (mask: number, most = OPTION_CARDS) => Array.from({ length: most }, (_, bit) => bit).filter((bit) => (mask >> bit) & 1);

// --- cards ---------------------------------------------------------------------------------------

export function kindOf(card: number): number {
  if (card >= PLAIN) return card - PLAIN;
  if (card <= LAST_UTURN) return UTURN;
  if (card <= LAST_TURN) return card & 1 ? LEFT : RIGHT;
  if (card <= LAST_BACKUP) return BACKUP;
  if (card <= LAST_MOVE1) return MOVE1;
  return card <= LAST_MOVE2 ? MOVE2 : MOVE3;
}
export const kindName = (card: number) => KINDS[kindOf(card)] ?? "move1";
export const priorityOf = (card: number) => (card > EMPTY && card <= CARDS ? card * 10 : 0);
export const cardWords = (card: number) => t(`roborally.card.${kindName(card)}` as Key);

/** A card as people say it: its priority first. */
export const cardName = (card: number) => (card === HIDDEN ? t("roborally.face_down") : [priorityOf(card) || "", cardWords(card)].filter(Boolean).join(" "));
/** What lies in a register. */
export const registerName = (first: number, second: number) => [first, second].filter((card) => card !== EMPTY).map(cardName).join(" + ");

// --- robots --------------------------------------------------------------------------------------

export const seatOf = (field: Field, who: number) => who % field.seats;
export const robotsOf = (field: Field, seat: number) => Array.from({ length: field.robots }, (_, who) => who).filter((who) => seat >= 0 && seatOf(field, who) === seat);
export const inDockOrder = (race: Race, field: Field) => race.order.slice(0, field.robots);
export const letterOf = (race: Race, field: Field, who: number) => LETTERS.charAt(inDockOrder(race, field).indexOf(who));
export const lettersOf = (race: Race, field: Field, seat: number) => robotsOf(field, seat).map((who) => letterOf(race, field, who)).join("");
export const isAwake = (robot: Robot) => robot.square !== OFF && !robot.powered_down;
export const robotAt = (race: Race, who: number) => race.robots[Math.max(0, who)] as Robot;

/** Whose robot it is; of two it is the second that is told apart. */
export const ownerName = (field: Field, names: string[], who: number) => (who < 0 ? "" : `${names[seatOf(field, who)] ?? ""}${who < field.seats ? "" : " 2"}`);

/** The robot that a seat programs now, -1 if it has finished: one after the other. */
export const programmerOf = (race: Race, field: Field, seat: number) => robotsOf(field, seat).find((who) => isAwake(robotAt(race, who)) && !robotAt(race, who).done) ?? -1;

/** The registers that are to be filled, in their order. */
export const openRegisters = (robot: Robot) => Array.from({ length: REGISTERS }, (_, register) => register).filter((register) => robot.registers[register] === EMPTY && !((robot.locked >> register) & 1));

export const optionsOf = (robot: Robot) => bits(robot.options);
export const optionWords = (option: number) => t(`roborally.named.${OPTION_NAMES[option] ?? "brakes"}` as Key);
export const optionRule = (option: number) => `roborally.explain.${OPTION_NAMES[option] ?? "brakes"}`;

/** A robot that is controlled by radio runs another's program. */
export const writerOf = (robot: Robot, who: number) => (robot.controller >= 0 ? robot.controller : who);

/** The robots in the order in which they move in this register, before it in that of the docks. */
export function inTurn(race: Race, field: Field): number[] {
  const order = inDockOrder(race, field);
  if (race.register < 0) return order;
  const urgency = (who: number) => {
    const robot = robotAt(race, who);
    const writer = writerOf(robot, who);
    const card = isAwake(robot) ? (race.robots[writer]?.registers[race.register] ?? EMPTY) : EMPTY;
    return card > EMPTY ? 2 * priorityOf(card) + Number(writer === who) : 0;
  };
  return [...order].sort((one, other) => urgency(other) - urgency(one));
}

// --- questions -----------------------------------------------------------------------------------

const QUESTIONS = Object.fromEntries(Object.entries(Question).map(([name, number]) => [number, name.toLowerCase()]));
export const questionName = (question: number) => QUESTIONS[question] ?? "nothing";

/** Whether somebody is asked: what is shown after the answer still has the question. */
export const isAsking = (race: Race, lit: SeenEvent | null) => race.phase === Phase.ASK && (!lit || lit[0] === EventKind.ASKED);

/** In which part of a register something happens. */
const PARTS: Record<number, string> = { [BY_EXPRESS]: "belts", [BY_BELT]: "belts", [BY_PUSHER]: "pushers", [BY_GEAR]: "gears", [BY_CRUSHER]: "crushers", [BY_LASER]: "lasers", [BY_ROBOT_LASER]: "lasers", [BY_WEAPON]: "lasers" };
const KIND_PARTS: Record<number, string> = { [EventKind.REVEALED]: "reveal", [EventKind.MOVES]: "moves", [EventKind.FIRED]: "lasers", [EventKind.BEAM]: "lasers", [EventKind.TOUCHED]: "flags", [EventKind.ARCHIVED]: "flags", [EventKind.REPAIRED]: "cleanup", [EventKind.WIPED]: "cleanup", [EventKind.OPTION_DRAWN]: "cleanup", [EventKind.REENTERED]: "cleanup" };
const BY_CAUSE: Record<number, number> = { [EventKind.MOVED]: 3, [EventKind.TURNED]: 3, [EventKind.DESTROYED]: 2, [EventKind.HIT]: 3, [EventKind.DAMAGED]: 3 };
export function partOf(lit: SeenEvent | null): string | null {
  if (!lit) return null;
  const cause = BY_CAUSE[lit[0]];
  return KIND_PARTS[lit[0]] ?? (cause === undefined ? null : (PARTS[lit[cause] ?? -1] ?? null));
}

const BY_ITSELF = new Set(["belts", "pushers", "gears", "crushers", "lasers", "flags", "cleanup"]);
/** Whether the robots have moved and the floor has its turn; null for what happens in both. */
export function rests(lit: SeenEvent): boolean | null {
  if (lit[0] === EventKind.MOVES || lit[0] === EventKind.REGISTER_BEGAN) return false;
  return BY_ITSELF.has(partOf(lit) ?? "") || null;
}
