// Events in words, by keys of the language files; the counterpart of telling.py.
import type { SeenEvent } from "../../net/messages";
import { t } from "../../lang/index.svelte";
import type { Key } from "../../lang/index.svelte";
import type { Telling, View } from "../game";
import { BY_ELEVATOR, BY_JUMP, BY_LAST_SAMPLE, BY_TELEPORT, BY_TURN_CAP, CARDS, COLOURS, EventKind, REASON_RULES, REASONS, SAMPLES } from "./names";
import type { Field, Race } from "./names";
import { squareText } from "./place";

const WAYS: Record<number, Key> = {
  [BY_JUMP]: "algoracing.told.jumps", [BY_ELEVATOR]: "algoracing.told.rides", [BY_TELEPORT]: "algoracing.told.teleported",
};
const ENDS: Record<number, Key> = {
  [BY_LAST_SAMPLE]: "algoracing.told.last_sample", [BY_TURN_CAP]: "algoracing.told.last_turn",
};

const card = (kind: number) => t(`algoracing.card.${CARDS[kind] ?? "step"}` as Key);
/** A rover by its player's name, an idle one by its colour. */
const rover = (field: Field, seat: number, names: string[]) => names[seat] ?? t(`colour.${COLOURS[field.colours[seat] ?? 0] ?? "red"}` as Key);

/** Why a command is skipped. */
export const whySkipped = (field: Field, [, , , reason, other]: SeenEvent, names: string[]) =>
  t(`algoracing.why.${REASONS[reason] ?? ""}` as Key, { other: rover(field, other, names) });

/** The command that was skipped last, as long as its rover stays where it was. */
export function lastSkipped(before: SeenEvent | null, lit: SeenEvent | null): SeenEvent | null {
  if (lit?.[0] === EventKind.SKIPPED) return lit;
  return lit?.[0] === EventKind.MOVED && lit[1] === before?.[1] ? null : before;
}

/** The row as it lies there, with its cycles. */
function rowWords(race: Race): string {
  const words: string[] = [];
  for (let position = 0; position < race.length; ) {
    const span = Math.max(1, race.span[position] ?? 1);
    const cards = race.row.slice(position, position + span).map(card).join(", ");
    const times = race.times[position] ?? 0;
    words.push(times ? `${span > 1 ? `(${cards})` : cards} ×${times}` : cards);
    position += span;
  }
  return words.join(", ");
}

export function tell(field: object, event: SeenEvent, names: string[], run: View | null): Telling | null {
  const [kind, seat, a, b, c, secret] = event;
  const land = field as Field;
  const who = names[seat] ?? "";
  const line = (key: Key, parameters: Record<string, string> = {}, weight: Telling["weight"] = "event", rule?: string): Telling => ({ key, weight, rule, parameters: { who, ...parameters } });
  const at = (square: number) => squareText(land, square);
  switch (kind) {
    case EventKind.TURN_BEGAN: return line("algoracing.told.turn", {}, "turn");
    case EventKind.BASE_PLACED: return c ? line("algoracing.told.base", { square: at(a) }, "detail") : null;
    case EventKind.FACED: return line("algoracing.told.faces", { heading: t(`heading.${a}` as Key) }, "detail");
    case EventKind.LAID_DOWN: return line("algoracing.told.sample_on", { square: at(b) }, "detail");
    case EventKind.INSERTED: return line("algoracing.told.lays", { card: card(a), place: String(b + 1) }, "detail");
    case EventKind.COVERED: return line("algoracing.told.covers", { card: card(a), place: String(b + 1) }, "detail");
    case EventKind.CYCLED: return line("algoracing.told.cycles", { card: card(a), place: String(b + 1), to: String(b + c) }, "detail");
    case EventKind.UNCYCLED: return line(b ? "algoracing.told.cycle_breaks" : "algoracing.told.uncycles", { place: String(a + 1) }, "detail");
    case EventKind.ROW_DISCARDED: return line("algoracing.told.row_discarded", {}, "detail");
    case EventKind.RUN_BEGAN: return line("algoracing.told.runs", { program: run ? rowWords(run as Race) : "" });
    case EventKind.SKIPPED: return line("algoracing.told.skipped", { card: card(a), why: whySkipped(land, event, names) }, "event", REASON_RULES[b]);
    case EventKind.MOVED: return line(WAYS[c] ?? "algoracing.told.drives", { square: at(b) });
    case EventKind.BUMPED: return line("algoracing.told.bumps", { other: rover(land, a, names) }, "event", "AR-42");
    case EventKind.PAID: return line("algoracing.told.pays", { other: names[b] ?? "" });
    case EventKind.PICKED_UP: return line("algoracing.told.picks_up", { square: at(b) });
    case EventKind.SCORED: return b < 0 ? line("algoracing.told.delivers_any") : line("algoracing.told.delivers", { sample: t(`algoracing.sample.${SAMPLES[b] ?? "yellow"}` as Key) });
    case EventKind.WAITS: return line("algoracing.told.waits", {}, "event", "AR-78");
    case EventKind.REPLACED: return line("algoracing.told.replaces", { card: card(a) });
    case EventKind.PASSED: return line("algoracing.told.passes");
    case EventKind.RESHUFFLED: return line("algoracing.told.reshuffled", {}, "detail");
    case EventKind.DREW: return secret < 0 ? null : line("algoracing.told.draws", { card: card(secret) }, "detail");
    case EventKind.SHORT: return line("algoracing.told.short", { count: String(a) }, "detail");
    case EventKind.TIME_UP: return line("algoracing.told.time_up");
    case EventKind.GAME_OVER: return line(ENDS[b] ?? "algoracing.told.enough_points", { winners: names.filter((_, one) => (a >> one) & 1).join(", ") }, "turn");
    default: return null;
  }
}
