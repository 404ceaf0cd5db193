// A finished game as moments, at each of which one can stop and look.
import type { GameModule, View } from "../games/game";
import type { Happening, Happenings, History } from "../net/messages";
import { toldOf } from "./playback.svelte";
import type { Told } from "./playback.svelte";

export interface Moment {
  choice: Happenings; // that it belongs to
  before: View; // in which it was chosen
  events: Happening[];
  after: View;
  lines: Told[]; // of the log
  isFirst: boolean; // of those that belong to the choice
  isTurn: boolean; // whether a turn begins here
}

/** The events of a choice, apart where something begins that can be looked at by itself. */
function parts(game: GameModule, events: Happening[]): Happening[][] {
  const found: Happening[][] = [[]];
  for (const event of events) {
    if (game.isStop(event) && found.at(-1)?.length) found.push([]);
    found.at(-1)?.push(event);
  }
  return found;
}

export function momentsOf(game: GameModule, { field, start, steps }: History, names: string[]): Moment[] {
  const view: View = structuredClone(start);
  return steps.flatMap((choice) => {
    const before = structuredClone(view);
    return parts(game, choice.events).map((events, place) => {
      const lines = events.map((event) => {
        game.apply(view, field, event);
        return toldOf(game, field, event, names, view);
      });
      const isTurn = lines.some(({ tell }) => tell()?.weight === "turn");
      return { choice, before, events, after: structuredClone(view), lines, isFirst: place === 0, isTurn };
    });
  });
}
