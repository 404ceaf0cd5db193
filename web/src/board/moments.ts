// A finished game as moments, at each of which one can stop and look.
import type { Field, GameModule } from "../games/game";
import type { PlayedChoice, History } from "../net/messages";
import { change, changesOf, decode, unpack } from "../net/records";
import type { Change } from "../net/records";
import { toldOf } from "./playback.svelte";
import type { Told } from "./playback.svelte";

export interface Moment {
  choice: PlayedChoice; // that it belongs to
  before: Uint8Array; // the view in which it was chosen
  changes: Change[];
  after: Uint8Array;
  lines: Told[]; // of the log
  isFirst: boolean; // of those that belong to the choice
  isTurn: boolean; // whether a turn begins here,
  isPart: boolean; // or at least a part of one
}

/** The events of a choice, apart where something begins that can be looked at by itself. */
function parts(game: GameModule, changes: Change[]): Change[][] {
  const found: Change[][] = [[]];
  for (const one of changes) {
    if (game.isStop(one.event) && found.at(-1)?.length) found.push([]);
    found.at(-1)?.push(one);
  }
  return found;
}

export function momentsOf(game: GameModule, field: Field, { start, steps }: Pick<History, "start" | "steps">, names: string[]): Moment[] {
  const octets = unpack(start);
  return steps.flatMap((choice) => {
    const before = octets.slice();
    return parts(game, changesOf(choice.events, choice.patch)).map((changes, place) => {
      const lines = changes.map((one) => {
        change(octets, one);
        return toldOf(game, field, one.event, names, () => decode(octets, game.layouts.view));
      });
      const weights = lines.map(({ tell }) => tell()?.weight);
      const isTurn = weights.includes("turn");
      return { choice, before, changes, after: octets.slice(), lines, isFirst: place === 0, isTurn, isPart: isTurn || weights.includes("part") };
    });
  });
}
