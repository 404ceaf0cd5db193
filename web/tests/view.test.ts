// Every event changes a view here as it does at the server: games that the Python tests played
// (tests/web/test_views.py), with what a seat saw of them.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Field, View } from "../src/games/game";
import type { Happening } from "../src/net/messages";

interface Recorded {
  game: string;
  field: Field;
  view: View;
  steps: { events: Happening[]; after: View }[];
}
type Apply = (view: View, field: Field, event: Happening) => void;

const modules = import.meta.glob<{ apply: Apply }>("../src/games/*/view.ts", { eager: true });
const file = String(import.meta.env["ALGORALLY_GAMES"] ?? "");
const games = file ? (JSON.parse(readFileSync(file, "utf-8")) as Recorded[]) : [];

/** Quick where they are the same, and plain where they are not. */
function compare(view: View, wanted: View, events: Happening[]) {
  if (JSON.stringify(view) !== JSON.stringify(wanted)) expect(view, JSON.stringify(events)).toEqual(wanted);
}

describe.skipIf(!file)("games that were played", () => {
  test.each(games.map((game, number) => ({ game, number })))("number $number", ({ game }) => {
    const apply = modules[`../src/games/${game.game}/view.ts`]?.apply;
    if (!apply) throw new Error(`there is no view.ts of ${game.game}`);
    const view = structuredClone(game.view);
    for (const { events, after } of game.steps) {
      for (const event of events) apply(view, game.field, event);
      compare(view, after, events);
    }
  });
});
