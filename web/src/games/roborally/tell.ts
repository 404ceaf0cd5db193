// Events in words, by keys of the language files; the counterpart of event_text.py.
import { t } from "../../lang/index.svelte";
import type { Key } from "../../lang/index.svelte";
import type { SeenEvent } from "../../net/messages";
import type { Telling } from "../game";
import { headingName, squareName } from "./describe";
import { BY_CONFLICT, BY_FLAGS, BY_NOBODY, BY_SURVIVAL, BY_TEAM, BY_TURN_CAP, BY_WALL, CAUSES, EventKind, FIRE_CONTROL, NO, REGISTERS, SIDESTEP, YES } from "./names";
import type { Field } from "./names";
import { cardName, optionWords, ownerName, questionName, registerName } from "./robots";

const STAGES = 32; // behind the question that ASKED tells
const SHOTS = 4; // of a robot; what AIMED tells beyond them is no aim
const LOCK_AIM = 1; // + register
const OPTION_AIM = LOCK_AIM + REGISTERS; // + option
const MOVED: Record<string, string | undefined> = { card: "RR-30", push: "RR-34", express: "RR-36", belt: "RR-37", pusher: "RR-40", weapon: "RR-O27", home: "RR-C15" };
const TURNED: Record<string, string | undefined> = { express: "RR-39", belt: "RR-39", gear: "RR-41" };
const DESTROYED: Record<string, string | undefined> = { pit: "RR-35", edge: "RR-35", damage: "RR-65", crusher: "RR-42" };
const HIT: Record<string, string | undefined> = { laser: "RR-43", robot_laser: "RR-44", weapon: "RR-O27", ramming: "RR-O20", recompile: "RR-O22" };
const ENDINGS: Record<number, { key: Key; rule: string }> = {
  [BY_FLAGS]: { key: "roborally.told.over_flags", rule: "RR-52" }, [BY_SURVIVAL]: { key: "roborally.told.over_survival", rule: "RR-S3" }, [BY_NOBODY]: { key: "roborally.told.over_nobody", rule: "RR-S3" },
  [BY_TURN_CAP]: { key: "roborally.told.over_turns", rule: "RR-S12" }, [BY_TEAM]: { key: "roborally.told.over_team", rule: "RR-C12" },
};
/** What only says who, with the rule behind it. */
const PLAIN: Record<number, { key: Key; rule?: string; weight?: Telling["weight"] }> = {
  [EventKind.DONE]: { key: "roborally.told.done", weight: "detail" },
  [EventKind.HAND_RETURNED]: { key: "roborally.told.hand_returned", rule: "RR-O22" },
  [EventKind.SWAPPED]: { key: "roborally.told.swapped", rule: "RR-O5" },
  [EventKind.SCRAMBLED]: { key: "roborally.told.scrambled", rule: "RR-O24" },
  [EventKind.ABSORBED]: { key: "roborally.told.absorbed", rule: "RR-O1" },
  [EventKind.HEALED]: { key: "roborally.told.healed", rule: "RR-C10" },
  [EventKind.POWERED_DOWN]: { key: "roborally.told.powered_down", rule: "RR-11" },
  [EventKind.ANNOUNCED]: { key: "roborally.told.announced", rule: "RR-18" },
  [EventKind.STAYS_DOWN]: { key: "roborally.told.stays_down", rule: "RR-55" },
  [EventKind.STARTS_DOWN]: { key: "roborally.told.starts_down", rule: "RR-76" },
  [EventKind.WAKES]: { key: "roborally.told.wakes" },
  [EventKind.STABILISED]: { key: "roborally.told.stabilised", rule: "RR-O13" },
  [EventKind.ABORTING]: { key: "roborally.told.aborting", rule: "RR-O2" },
  [EventKind.SHIELDED]: { key: "roborally.told.shielded", rule: "RR-O17" },
  [EventKind.OPTIONS_RETURNED]: { key: "roborally.told.options_returned", rule: "RR-S11" },
  [EventKind.BOARD_TURNED]: { key: "roborally.told.board_turned", rule: "RR-C9" },
  [EventKind.SUPERBOT]: { key: "roborally.told.superbot", rule: "RR-C10" },
  [EventKind.OUT]: { key: "roborally.told.out", rule: "RR-67" },
  [EventKind.TIME_UP]: { key: "roborally.told.time_up", rule: "RR-17" },
};

export function tell(land: object, event: SeenEvent, names: string[]): Telling | null {
  const [kind, robot, a, b, c] = event;
  const field = land as Field;
  const line = (key: Key, parameters: Record<string, string> = {}, rule?: string, weight: Telling["weight"] = "event"): Telling => ({ key, weight, rule, parameters: { who: name(robot), ...parameters } });
  const name = (who: number) => ownerName(field, names, who);
  const square = (number: number) => squareName(field, number);
  const cause = (number: number) => CAUSES[number] ?? "rule";
  const number = String(a + 1);
  const count = String(a);
  const plain = PLAIN[kind];
  if (plain) return line(plain.key, {}, plain.rule, plain.weight);
  switch (kind) {
    case EventKind.TURN_BEGAN: return line("roborally.turn", { turn: count }, undefined, "turn");
    case EventKind.REGISTER_BEGAN: return line("roborally.register", { number }, undefined, "part");
    case EventKind.REVEALED: return line("roborally.told.revealed", { card: registerName(b, c), number: String((a % SIDESTEP) + 1) }, undefined, "detail");
    case EventKind.MOVES: return line("roborally.told.moves", { card: registerName(a, b) });
    case EventKind.REPLACED: return line("roborally.told.replaced", { card: cardName(b) }, "RR-O2");
    case EventKind.LOCK_FILLED: return line("roborally.told.lock_filled", { number, card: cardName(b) }, "RR-71");
    case EventKind.MOVED: return tellMove(line, cause(b), square(a), name(c));
    case EventKind.TURNED: return line("roborally.told.turned", { heading: headingName(a) }, TURNED[cause(b)]);
    case EventKind.STOPPED: return tellStop(line, a, name(b));
    case EventKind.HIT: return line(c >= 0 && c !== robot ? "roborally.told.hit_by" : "roborally.told.hit", { count, other: name(c) }, HIT[cause(b)]);
    case EventKind.DAMAGED: return line("roborally.told.damaged", { count }, "RR-61", "detail");
    case EventKind.DESTROYED: return line((cause(a) in DESTROYED ? `roborally.told.destroyed_${cause(a)}` : "roborally.told.destroyed") as Key, {}, DESTROYED[cause(a)]);
    case EventKind.LIFE_LOST: return line("roborally.told.life_lost", { count }, "RR-67");
    case EventKind.LOCKED: return line("roborally.told.locked", { number }, "RR-62");
    case EventKind.UNLOCKED: return line("roborally.told.unlocked", { number }, "RR-63");
    case EventKind.REPAIRED: return line("roborally.told.repaired", { count }, "RR-74");
    case EventKind.REENTERED: return line("roborally.told.reentered", { square: square(a), heading: headingName(b) }, "RR-56");
    case EventKind.ARCHIVED: return line("roborally.told.archived", { square: square(a) }, "RR-51", "detail");
    case EventKind.TOUCHED: return line("roborally.told.touched", { flag: number }, "RR-50");
    case EventKind.CONTROLLED: return line("roborally.told.controlled", { other: name(a) }, "RR-O19");
    case EventKind.AIMED: return tellAim(line, a, b, name(c));
    case EventKind.OPTION_DRAWN: return line("roborally.told.option_drawn", { option: optionWords(a) }, "RR-53");
    case EventKind.OPTION_OFFERED: return line("roborally.told.option_offered", { option: optionWords(a) }, "RR-C4", "detail");
    case EventKind.OPTION_KEPT: return line("roborally.told.option_kept", { option: optionWords(a) }, "RR-C4");
    case EventKind.OPTION_LOST: return line("roborally.told.option_lost", { option: optionWords(a) });
    case EventKind.USES_LEFT: return line("roborally.told.uses_left", { option: optionWords(a), count: String(b) }, undefined, "detail");
    case EventKind.ASKED: return line("roborally.is_asked", { what: t(`roborally.asked.${questionName(a % STAGES)}` as Key) }, undefined, "detail");
    case EventKind.ANSWERED: return b === YES || b === NO ? line(b === YES ? "roborally.told.says_yes" : "roborally.told.says_no", {}, undefined, "detail") : null;
    case EventKind.FIRED: return b >= 0 ? line(c < 0 ? "roborally.told.fired" : "roborally.told.fired_option", { other: name(b), option: c < 0 ? "" : optionWords(c) }, c < 0 ? "RR-44" : undefined) : null;
    case EventKind.BEAM: return robot >= 0 ? line("roborally.told.beam", {}, "RR-43") : null;
    case EventKind.FLAG_MOVED: return line(c >= 0 ? "roborally.told.flag_held" : "roborally.told.flag_moved", { flag: number, square: square(b), other: name(c) }, c >= 0 ? "RR-C15" : "RR-C7");
    case EventKind.SITS_OUT: return a ? line("roborally.told.sits_out", { count }, "RR-C16") : null;
    case EventKind.FINISHED: return line("roborally.told.finished", { place: count }, "RR-S4");
    case EventKind.GAME_OVER: return tellEnd(line, names.filter((_, seat) => (a >> seat) & 1), b);
    default: return null; // what is dealt and laid is seen in the hand, and the rest shows by what follows from it
  }
}

type Line = (key: Key, parameters?: Record<string, string>, rule?: string, weight?: Telling["weight"]) => Telling;

function tellMove(line: Line, cause: string, square: string, other: string): Telling {
  if (cause === "push" && !other) return line("roborally.told.moved_push_off", { square }, MOVED["push"]);
  return line((cause in MOVED ? `roborally.told.moved_${cause}` : "roborally.told.moved_card") as Key, { square, other }, MOVED[cause]);
}

function tellStop(line: Line, why: number, other: string): Telling {
  if (why === BY_CONFLICT) return line("roborally.told.stopped_belt", {}, "RR-38");
  return why === BY_WALL || !other ? line("roborally.told.stopped_wall", {}, "RR-33") : line("roborally.told.stopped_robot", { other }, "RR-34");
}

/** What Fire Control will do instead of damage; which weapon fires is told with the shot. */
function tellAim(line: Line, what: number, aim: number, other: string): Telling | null {
  if (what >= SHOTS || aim < LOCK_AIM) return null;
  const fire = optionWords(FIRE_CONTROL);
  if (aim < OPTION_AIM) return line("roborally.told.aims_lock", { fire, other, number: String(aim - LOCK_AIM + 1) }, "RR-O10");
  return line("roborally.told.aims_option", { fire, other, option: optionWords(aim - OPTION_AIM) }, "RR-O10");
}

function tellEnd(line: Line, winners: string[], reason: number): Telling {
  const { key, rule } = ENDINGS[reason] ?? { key: "game_over", rule: "RR-52" };
  return line(key, { winners: winners.join(", ") || t("none") }, rule, "turn");
}
