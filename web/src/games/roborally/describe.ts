// Choices and positions in words, for the text board and for typed commands.
import { t } from "../../lang/index.svelte";
import type { Key } from "../../lang/index.svelte";
import { floorGrid, floorLines } from "./floor";
import { ADD, ARM, COLOURS, DONE, EMPTY, END_TURN, FACE, KINDS, LAY, LOCK, NEXT_REGISTER, NO, NOBODY, OFF, OPTION, OPTION_NAMES, Phase, PLACE, Question, REGISTERS, WEAPON, WEAPONS, YES } from "./names";
import type { Field, Race, Robot } from "./names";
import { bits, cardName, inDockOrder, kindName, letterOf, optionsOf, optionWords, ownerName, priorityOf, programmerOf, questionName, registerName, robotAt, robotsOf, seatOf } from "./robots";

export const HEADINGS = "NESW";
const REACH: [number, number][] = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]]; // clockwise from north

export const squareName = (field: Field, square: number) => (square >= 0 ? `${square % field.width},${Math.floor(square / field.width)}` : t("roborally.destroyed"));
export const headingName = (heading: number) => t(`heading.${heading}` as Key);
const colourName = (field: Field, who: number) => t(`colour.${COLOURS[field.colours[seatOf(field, who)] ?? 0] ?? "red"}` as Key);

// --- choices -------------------------------------------------------------------------------------

/** The square that a choice of whoever is asked is about, -1 if it is about none. */
export function squareOf(field: Field, race: Race, action: number): number {
  const robot = robotAt(race, race.seat);
  if (action >= ARM && action < FACE) return beside(field, robot.square, REACH[action - ARM]);
  if (action >= PLACE && action < NEXT_REGISTER && race.question === Question.PLACE) return beside(field, robot.archive, onRing(race.about, action - PLACE));
  return OFF;
}
const beside = (field: Field, square: number, [x, y]: [number, number] = [0, 0]) => square + x + y * field.width;

/** How far a place on a ring around a square is from it; they are counted clockwise from the north-west. */
function onRing(ring: number, place: number): [number, number] | undefined {
  const steps = place % (2 * ring);
  const sides: [number, number][] = [[steps - ring, -ring], [ring, steps - ring], [ring - steps, ring], [-ring, ring - steps]];
  return sides[Math.floor(place / (2 * ring))];
}

const OPTION_VERBS: Record<number, Key> = { [Question.FIRE_CONTROL]: "roborally.destroy_option", [Question.DAMAGE]: "roborally.discard_option", [Question.LOSE]: "roborally.lose_option", [Question.CHOOSE_OPTION]: "roborally.keep_option" };

/** A choice in words. */
export function say(field: Field, action: number, race: Race): string {
  if (action < ADD) return cardName(action - LAY + 1);
  if (action < DONE) return `+ ${cardName(action - ADD + 1)}`;
  if (action === DONE) return t("roborally.done");
  const isAsked = race.phase === Phase.ASK;
  if (action === NO) return isAsked ? t(`roborally.no.${questionName(race.question)}` as Key) : t("roborally.keep_none");
  if (action === YES) return t(`roborally.yes.${isAsked ? questionName(race.question) : "announce"}` as Key);
  if (action < LOCK) return optionWords(WEAPONS[action - WEAPON] ?? 0);
  if (action < OPTION) return t("roborally.lock_register", { number: String(action - LOCK + 1) });
  if (action < ARM) return t(OPTION_VERBS[race.question] ?? "roborally.discard_option", { option: optionWords(action - OPTION) });
  if (action < FACE) return t("roborally.touch_square", { square: squareName(field, squareOf(field, race, action)) });
  if (action < PLACE) return t("roborally.face_to", { heading: headingName(action - FACE) });
  if (action < NEXT_REGISTER) return sayPlace(field, action, race);
  return action <= END_TURN ? t("roborally.go_on") : t("roborally.told.time_up", { who: "" });
}
function sayPlace(field: Field, action: number, race: Race): string {
  const number = String(action - PLACE + 1);
  if (race.question === Question.START_ROW) return t("roborally.row", { number });
  if (race.question === Question.START_COLUMN) return t("roborally.column", { number });
  return t("roborally.place", { square: squareName(field, squareOf(field, race, action)) });
}

const YES_WORDS: Record<number, string> = {
  [Question.RECOMPILE]: "use recompile", [Question.ANNOUNCE]: "power down", [Question.GYROSCOPE]: "use gyroscopic_stabilizer", [Question.CONDITION]: "use conditional_program", [Question.ABORT]: "use abort_switch", [Question.BRAKES]: "use brakes",
  [Question.FOURTH_GEAR]: "use fourth_gear", [Question.REVERSE_GEAR]: "use reverse_gear", [Question.HIGH_POWER]: "use high_power_laser", [Question.STAY_DOWN]: "stay down", [Question.START_DOWN]: "start down",
};
const OPTION_WORDS: Record<number, string> = { [Question.FIRE_CONTROL]: "use fire_control destroy", [Question.DAMAGE]: "discard", [Question.LOSE]: "lose", [Question.CHOOSE_OPTION]: "keep" };

/** A choice in the notation of the rules, which is the same in all languages. */
export function notation(field: Field, action: number, race: Race): string {
  const spoken = (card: number) => `${priorityOf(card) || ""} ${kindName(card)}`.trim();
  if (action < ADD) return spoken(action - LAY + 1);
  if (action < DONE) return `+ ${spoken(action - ADD + 1)}`;
  if (action === DONE) return "done";
  if (action === NO) return "no";
  if (action === YES) return YES_WORDS[race.question] ?? "power down";
  if (action < LOCK) return `use ${OPTION_NAMES[WEAPONS[action - WEAPON] ?? 0] ?? ""}`;
  if (action < OPTION) return `use fire_control lock ${action - LOCK + 1}`;
  if (action < ARM) return `${OPTION_WORDS[race.question] ?? "discard"} ${OPTION_NAMES[action - OPTION] ?? ""}`;
  if (action < FACE) return `use mechanical_arm ${squareName(field, squareOf(field, race, action))}`;
  if (action < PLACE) return `face ${HEADINGS.charAt(action - FACE)}`;
  if (race.question === Question.START_ROW) return `row ${action - PLACE + 1}`;
  if (race.question === Question.START_COLUMN) return `column ${action - PLACE + 1}`;
  return `place ${squareName(field, squareOf(field, race, action))}`;
}

const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/[^a-z0-9,+]+/g, "");

/** The choice that somebody typed: a card by its priority or kind, its words or its notation, a square, or its number in the list. */
export function readChoice(land: object, legal: number[], typed: string, view: object): number | null {
  const [field, race] = [land as Field, view as Race];
  const wish = plain(typed);
  if (!wish) return null;
  const number = Number(typed);
  if (typed.trim() && Number.isInteger(number)) return legal.find((action) => action < ADD && priorityOf(action - LAY + 1) === number) ?? legal[number - 1] ?? null;
  if (wish === "yes" && legal.includes(YES)) return YES;
  const kind = KINDS.find((one) => one === wish || plain(t(`roborally.card.${one}`)) === wish);
  if (kind) return [...legal].reverse().find((action) => action < ADD && kindName(action - LAY + 1) === kind) ?? null;
  const said = legal.map((action) => ({ action, words: [say(field, action, race), notation(field, action, race)].map(plain), square: squareOf(field, race, action) }));
  const found = said.find(({ words }) => words.includes(wish)) ?? said.find(({ square }) => square >= 0 && squareName(field, square) === typed.replace(/\s/g, ""));
  return (found ?? said.find(({ words }) => wish.length > 2 && words.some((one) => one.startsWith(wish))))?.action ?? null;
}

const WORD = new RegExp(`^(?:\\+|\\d+|\\d+[,:]\\d+|[NESW]|${KINDS.join("|")}|(?:${KINDS.join("|")}):\\d+|done|no|pass|yes|use|discard|lose|keep|store|lock|destroy|power|stay|start|down|face|place|row|column|fire_control|${OPTION_NAMES.join("|")})$`, "i");

/** Whether a text is made of the words of the notation: 790 move3 90 left + 500 move1. */
export const isNotation = (typed: string) => typed.split(/[\s;]+/).filter(Boolean).every((word) => WORD.test(word));

// --- what is to be seen --------------------------------------------------------------------------

/** How a robot is, line by line. */
function robotLine(race: Race, field: Field, names: string[], who: number): string {
  const robot = robotAt(race, who);
  const where = robot.square === OFF ? t(robot.lives ? "roborally.destroyed" : "roborally.out") : t("roborally.seen.at", { square: squareName(field, robot.square), heading: headingName(robot.heading) });
  const facts = [
    t("roborally.seen.robot", { letter: letterOf(race, field, who), who: ownerName(field, names, who), colour: colourName(field, who), where }),
    t("roborally.damage", { count: String(robot.damage) }), t("roborally.lives", { count: String(robot.lives) }),
    robot.touched < field.flag_count ? t("roborally.next_flag", { flag: String(robot.touched + 1) }) : "",
    robot.archive >= 0 && robot.lives ? t("roborally.seen.archive", { square: squareName(field, robot.archive) }) : "",
    robot.options ? t("roborally.seen.options", { options: optionsOf(robot).map(optionWords).join(", ") }) : "",
    robot.locked ? t("roborally.seen.locked", { registers: bits(robot.locked, REGISTERS).map((register) => register + 1).join(", ") }) : "",
    robot.powered_down ? t("roborally.powered_down") : "", robot.announced ? t("roborally.announced") : "",
    race.superbot === who ? t("roborally.superbot") : "", robot.sits_out ? t("roborally.told.sits_out", { who: "", count: String(robot.sits_out) }).trim() : "",
  ];
  return facts.filter(Boolean).join("; ");
}

/** What lies in the registers that may be seen, by number. */
function registersLine(robot: Robot, isOwn: boolean): string {
  const registers = bits(isOwn ? 31 : robot.shown, REGISTERS).filter((register) => robot.registers[register] !== EMPTY);
  return registers.map((register) => `${register + 1}: ${registerName(robot.registers[register] ?? 0, robot.seconds[register] ?? 0)}`).join(", ");
}

/** What is asked, with everything one needs to know to answer. */
export function questionWords(race: Race, field: Field, names: string[]): string {
  const robot = robotAt(race, race.seat);
  const other = race.about >= 0 && race.about < field.robots ? ownerName(field, names, race.about) : "";
  return t(`roborally.ask.${questionName(race.question)}` as Key, { other, count: String(robot.due), left: String(robot.damage), number: String(race.register + 1), card: cardName(robot.conditional), laid: registerName(robot.registers[Math.max(0, race.register)] ?? 0, robot.seconds[Math.max(0, race.register)] ?? 0) });
}

function turnLine(race: Race): string {
  const turn = t("roborally.turn", { turn: String(race.turn) });
  if (race.phase === Phase.PROGRAM) return `${turn}: ${t("roborally.is_programming")}`;
  return race.register >= 0 ? `${turn}, ${t("roborally.register", { number: String(race.register + 1) })}` : turn;
}

/** The hand and the program of the robot that a seat programs. */
function ownLines(race: Race, field: Field, viewer: number): string[] {
  const who = programmerOf(race, field, viewer);
  if (race.phase !== Phase.PROGRAM || who < 0) return [];
  const robot = robotAt(race, who);
  const hand = robot.hand.filter((card) => card > EMPTY).sort((one, other) => other - one);
  return [t("roborally.seen.hand", { letter: letterOf(race, field, who), cards: hand.map(cardName).join(", ") || t("none") }), t("roborally.seen.program", { letter: letterOf(race, field, who), cards: registersLine(robot, true) || t("none") })];
}

/** All that is to be seen, line by line: what a screen reader reads. */
export function describe(view: object, land: object, names: string[], viewer: number): { grid: string; lines: string[] } {
  const [race, field] = [view as Race, land as Field];
  const lines = [turnLine(race), ...ownLines(race, field, viewer)];
  if (race.phase === Phase.ASK && robotsOf(field, viewer).includes(race.seat)) lines.push(questionWords(race, field, names));
  for (const who of inDockOrder(race, field)) {
    lines.push(robotLine(race, field, names, who));
    const lying = race.phase === Phase.PROGRAM && who === programmerOf(race, field, viewer) ? "" : registersLine(robotAt(race, who), false);
    if (lying) lines.push(t("roborally.seen.program", { letter: letterOf(race, field, who), cards: lying }));
  }
  const flags = race.flag_squares.slice(0, field.flag_count).map((square, flag) => `${flag + 1}: ${squareName(field, square)}${race.holders[flag] === NOBODY ? "" : ` (${ownerName(field, names, race.holders[flag] ?? NOBODY)})`}`);
  if (flags.length) lines.push(t("roborally.seen.flags", { flags: flags.join("; ") }));
  return { grid: floorGrid(race, field), lines: [...lines, ...floorLines(race, field)] };
}
