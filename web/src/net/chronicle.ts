// What happened before one came: the log of a table from its chronicle.
import { told, toldOf } from "../board/playback.svelte";
import type { Told } from "../board/playback.svelte";
import type { Field, GameModule, Telling } from "../games/game";
import { maybe } from "../lang/index.svelte";
import type { Key, Parameters } from "../lang/index.svelte";
import type { Changed, Chronicle, Emoted, TableFrame } from "./messages";

const NOTICES: Partial<Record<Changed["what"], Key>> = {
  begin: "noticed.begin", sit: "noticed.sit", rise: "noticed.rise", fill: "noticed.fill", pause: "paused", resume: "noticed.resume",
  away: "noticed.away", back: "noticed.back", stand_in: "noticed.stand_in", rematch: "noticed.rematch",
};

/** The names at the seats after a frame; who has left a seat is called so until somebody takes it. */
export const namesAfter = (names: string[], frame: TableFrame): string[] =>
  frame.kind === "table" && frame.name ? Object.assign([...names], { [frame.seat]: frame.name }) : names;

/** What changed around the game, in words. */
export function noticed(frame: Changed, names: string[]): Told {
  const key = NOTICES[frame.what];
  const parameters: Parameters = { who: names[frame.seat] ?? "", names: names.join(", ") };
  return told((): Telling | null => (key ? { key, parameters, weight: "notice" } : null));
}

/** What somebody said to all. */
export const said = (frame: Emoted, names: string[]): Told =>
  told(() => ({ key: "noticed.said", parameters: { who: names[frame.seat] ?? "", words: maybe(`emote.${frame.emote}`, "") }, weight: "notice" }));

/** All that happened in a game up to a certain frame. */
export function pastOf(game: GameModule, field: Field, chronicle: Chronicle, last: number): Told[] {
  const view = structuredClone(chronicle.start);
  const lines: Told[] = [];
  let names: string[] = [];
  for (const frame of chronicle.frames.filter(({ v }) => v <= last)) {
    names = namesAfter(names, frame);
    if (frame.kind === "table" && frame.what === "begin") lines.length = 0; // who came and went before is here, or not
    if (frame.kind === "table") lines.push(noticed(frame, names));
    if (frame.kind === "emoted") lines.push(said(frame, names));
    if (frame.kind !== "step") continue;
    for (const event of frame.events) {
      game.apply(view, field, event);
      lines.push(toldOf(game, field, event, names, view));
    }
  }
  return lines;
}
