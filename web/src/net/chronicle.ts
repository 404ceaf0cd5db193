// What happened before one came: the log of a table from its chronicle.
import { told, toldOf } from "../board/playback.svelte";
import type { Told } from "../board/playback.svelte";
import type { Field, GameModule, Telling } from "../games/game";
import { maybe, t } from "../lang/index.svelte";
import type { Key, Parameters } from "../lang/index.svelte";
import type { Changed, Chronicle, Emoted, Reason, Step, TableFrame } from "./messages";
import { change, changesOf, decode, unpack } from "./records";

const NOTICES: Partial<Record<Changed["what"], Key>> = {
  begin: "noticed.begin", sit: "noticed.sit", rise: "noticed.rise", fill: "noticed.fill", pause: "noticed.pause", resume: "noticed.resume",
  away: "noticed.away", back: "noticed.back", stand_in: "noticed.stand_in", rematch: "noticed.rematch", host: "noticed.host",
};

/** The names at the seats after a frame; who has left a seat is called so until somebody takes it. */
export const namesAfter = (names: string[], frame: TableFrame): string[] =>
  frame.kind === "table" && frame.name ? Object.assign([...names], { [frame.seat]: frame.name }) : names;

/** What changed around the game, in words: who leaves had the seat before, all others have it now. */
export function noticed(frame: Changed, names: string[], before: string[]): Told {
  const isLeft = frame.what === "rise";
  const key = frame.what === "pause" && frame.seat < 0 ? "paused" : isLeft && frame.name ? "noticed.replaced" : NOTICES[frame.what];
  const parameters: Parameters = { who: (isLeft ? before : names)[frame.seat] ?? "", bot: frame.name, names: names.join(", ") };
  return told((): Telling | null => (key ? { key, parameters, weight: "notice" } : null));
}

/** Whether it only tells those at a device of having been away. */
export const isOwnAbsence = ({ what, seat }: Changed, mine: number[]) => (what === "away" || what === "back") && mine.includes(seat);

/** What somebody said to all. */
export const said = (frame: Emoted, names: string[]): Told =>
  told(() => ({ key: "noticed.said", parameters: { who: names[frame.seat] ?? "", words: maybe(`emote.${frame.emote}`, "") }, weight: "notice" }));

/** Why a bot chose as it did, in words. */
export function inWords(game: GameModule, reason: Reason): string {
  const numbers = { looked: String(reason.looked), number: String(reason.number) };
  const way = reason.looked ? t("reason.drew", numbers) : maybe(`reason.${reason.level}`, "");
  return `${way} ${maybe(`${game.name}.reason.${reason.aim}`, "", numbers)}`.trim();
}

/** A bot explains itself. */
export const explained = (game: GameModule, reason: Reason, who: string): Told =>
  told(() => ({ key: "noticed.said", parameters: { who, words: inWords(game, reason) }, weight: "notice" }));

/** Something for each event of a step, with what novices say of their programs before the next turn begins; others only say it when they are asked. */
export function withReasons<One>(game: GameModule, field: Field, { events, reasons }: Step, names: string[], shown: One[]): (One | Told)[] {
  const novices = Object.entries(reasons ?? {}).filter(([, { level }]) => level === "novice");
  if (!novices.length) return shown;
  const next = events.findLastIndex((event) => game.tell(field, event, names, null)?.weight === "turn");
  const lines = novices.map(([seat, reason]) => explained(game, reason, names[Number(seat)] ?? ""));
  const over = next < 0 ? shown.length : next;
  return [...shown.slice(0, over), ...lines, ...shown.slice(over)];
}

/** Why bots chose the last programs that all have seen. */
export const reasonsOf = ({ frames }: Chronicle): Record<number, Reason> =>
  Object.assign({}, ...frames.map((frame) => (frame.kind === "step" ? frame.reasons : {})));

/** What the log says of each frame of a chronicle, one after the other. */
function* followed(game: GameModule, field: Field, { start, frames }: Chronicle): Generator<{ frame: TableFrame; lines: Told[] }> {
  const octets = unpack(start);
  let names: string[] = [];
  for (const frame of frames) {
    const before = names;
    names = namesAfter(names, frame);
    let lines: Told[] = [];
    if (frame.kind === "table") lines.push(noticed(frame, names, before));
    if (frame.kind === "emoted") lines.push(said(frame, names));
    for (const one of frame.kind === "step" ? changesOf(frame.events, frame.patch) : []) {
      change(octets, one);
      lines.push(toldOf(game, field, one.event, names, () => decode(octets, game.layouts.view)));
    }
    if (frame.kind === "step") lines = withReasons(game, field, frame, names, lines);
    yield { frame, lines };
  }
}

/** All that happened in a game up to a certain frame. */
export function pastOf(game: GameModule, field: Field, chronicle: Chronicle, last: number, mine = [chronicle.viewer]): Told[] {
  const past: Told[] = [];
  for (const { frame, lines } of followed(game, field, chronicle)) {
    if (frame.v > last) break;
    if (frame.kind === "table" && frame.what === "begin") past.length = 0; // who came and went before is here, or not
    if (frame.kind !== "table" || !isOwnAbsence(frame, mine)) past.push(...lines);
  }
  return past;
}

/** The view to which all that happened in a game has led. */
export function endOf({ start, frames }: Chronicle): Uint8Array {
  const octets = unpack(start);
  for (const frame of frames) {
    for (const one of frame.kind === "step" ? changesOf(frame.events, frame.patch) : []) change(octets, one);
  }
  return octets;
}

/** What a bot did for a seat whose owner has come back, and has not chosen anything since. */
export function doneFor(game: GameModule, field: Field, chronicle: Chronicle, seat: number): Told[] {
  let done: Told[] = [];
  let isBot = false;
  for (const { frame, lines } of followed(game, field, chronicle)) {
    if (frame.kind === "table" && frame.seat === seat && (frame.what === "stand_in" || frame.what === "back")) {
      isBot = frame.what === "stand_in";
      if (isBot) done = [];
    } else if (frame.kind === "step" && isBot) {
      done.push(...lines.filter(({ of }) => of?.[1] === seat));
    } else if ((frame.kind === "step" || frame.kind === "committed") && frame.seat === seat) done = [];
  }
  return isBot ? [] : done.filter(({ tell }) => (tell()?.weight ?? "detail") !== "detail");
}
