// Events in words, by keys of the language files; the counterpart of telling.py.
import type { SeenEvent } from "../../net/messages";
import type { Key } from "../../lang/index.svelte";
import type { Telling, View } from "../game";
import { t } from "../../lang/index.svelte";
import { carName, signOf } from "./describe";
import { BORDER_RULES, BORDERS, BY_ROUND_CAP, CARS, ELSE, EventKind, NEXT, REASON_RULES, REASONS, TRAFFIC } from "./names";
import type { Field, Race } from "./names";
import { squareText } from "./place";
import { cardsOf, writtenBeside } from "./programs";

const carOf = (field: Field, car: number, names: string[]) => names[car - TRAFFIC] ?? carName(field, car);

/** Why a program is interrupted. */
export const whyStopped = (field: Field, [, , reason, car]: SeenEvent, names: string[]) =>
  t(`speedalgo.why.${REASONS[reason] ?? ""}` as Key, { car: carOf(field, car, names) });

/** A program with the names of its cards, for those who do not know the codes. */
function runText(race: Race | null, seat: number): string {
  const driver = race?.drivers[seat];
  if (!race || !driver) return "";
  const laid = (card: number) => {
    const beside = writtenBeside(race, driver, card);
    return beside.length ? `${signOf(card)} [${beside.join(" ")}]` : signOf(card);
  };
  return cardsOf(driver).map((card) => (card === NEXT ? "–" : card === ELSE ? "/" : laid(card))).join(" ");
}

export function tell(land: object, event: SeenEvent, names: string[], run: View | null): Telling | null {
  const [kind, seat, a, b, c, secret] = event;
  const field = land as Field;
  const who = names[seat] ?? "";
  const line = (key: Key, parameters: Record<string, string> = {}, weight: Telling["weight"] = "event", rule?: string): Telling => ({ key, weight, rule, parameters: { who, ...parameters } });
  const car = (number: number) => carOf(field, number, names);
  switch (kind) {
    case EventKind.TRAFFIC_PLACED: return line("speedalgo.told.places", { car: car(a), square: squareText(b) }, "detail");
    case EventKind.BOLIDE_PLACED: return line("speedalgo.told.starts", { square: squareText(b) });
    case EventKind.ROUND_BEGAN: return line("speedalgo.told.round", { round: String(a) }, "turn");
    case EventKind.ROLLED: return line("speedalgo.told.rolls", { value: String(a) }, "detail");
    case EventKind.LAID: return secret > 0 && secret < ELSE ? line("speedalgo.told.lays", { card: signOf(secret) }, "detail") : null;
    case EventKind.TAKEN_BACK: return line("speedalgo.told.takes_back", {}, "detail");
    case EventKind.READY: return line("speedalgo.told.ready", {}, "detail");
    case EventKind.RUN_BEGAN: return a ? line("speedalgo.told.runs", { program: runText(run as Race | null, seat) }, "turn") : line("speedalgo.told.runs_empty", {}, "turn", "SA-B8");
    case EventKind.INSTRUCTION: return line("speedalgo.told.instruction", { card: signOf(a) });
    case EventKind.TESTED: return a ? line("speedalgo.told.in_front", {}, "event", "SA-41") : line("speedalgo.told.nothing_in_front", {}, "event", "SA-B12");
    case EventKind.CHOSE: return line("speedalgo.told.chooses", { car: car(a) }, "detail");
    case EventKind.ENOUGH: return line("speedalgo.told.enough", {}, "detail");
    case EventKind.MOVED: return line("speedalgo.told.drives", { car: car(a), square: squareText(c) });
    case EventKind.REMOVED: return line("speedalgo.told.leaves", { car: car(a) });
    case EventKind.COLLIDED: return c < CARS ? line("speedalgo.told.hits", { car: car(a), other: car(c) }, "event", "SA-19") : line(`speedalgo.told.hits_${BORDERS[c - CARS] ?? "left"}`, { car: car(a) }, "event", BORDER_RULES[c - CARS]);
    case EventKind.STOPPED: return line("speedalgo.told.stops", { why: whyStopped(field, event, names) }, "event", REASON_RULES[a]);
    case EventKind.SKIPPED: return line("speedalgo.told.skipped", { card: signOf(a), why: t("speedalgo.why.no_traffic") }, "event", "SA-B26");
    case EventKind.FEWER: return line("speedalgo.told.fewer", { count: String(a) }, "event", "SA-B14");
    case EventKind.FLIPPED: return line("speedalgo.told.flips", { card: signOf(a) }, "detail");
    case EventKind.ADVANCED: return c < 0 ? line("speedalgo.told.leaves", { car: car(a) }) : line("speedalgo.told.drives", { car: car(a), square: squareText(c) }, "detail");
    case EventKind.TIME_UP: return line("speedalgo.told.time_up");
    case EventKind.GAME_OVER: return line(b === BY_ROUND_CAP ? "speedalgo.told.last_round" : "speedalgo.told.crossed", { winners: names.filter((_, one) => (a >> one) & 1).join(", ") }, "turn");
    default: return null;
  }
}
