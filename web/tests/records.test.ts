// What the server says of a view is what this client makes of it: games that the Python tests
// played (tests/web/test_views.py), with what a viewer was sent of them.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SeenEvent } from "../src/net/messages";
import { change, changesOf, decode, unpack } from "../src/net/records";
import type { Layout } from "../src/net/records";

interface Recorded {
  game: string;
  field: string;
  view: string;
  plain: { field: object; view: object };
  steps: { events: SeenEvent[]; patch: string; after: string[]; plain: object }[];
}
interface Layouts {
  RACE_LAYOUT: Layout;
  FIELD_LAYOUT: Layout;
}

const names = import.meta.glob<Layouts>("../src/games/*/names.ts", { eager: true });
const file = String(import.meta.env["ALGORALLY_GAMES"] ?? "");
const games = file ? (JSON.parse(readFileSync(file, "utf-8")) as Recorded[]) : [];

/** Quick where they are the same, and plain where they are not. */
function compare(found: unknown, wanted: unknown, words = "") {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) expect(found, words).toEqual(wanted);
}

describe.skipIf(!file)("games that were played", () => {
  test.each(games.map((game, number) => ({ game, number })))("number $number", ({ game }) => {
    const layouts = names[`../src/games/${game.game}/names.ts`];
    if (!layouts) throw new Error(`there is no names.ts of ${game.game}`);
    const octets = unpack(game.view);
    compare(decode(unpack(game.field), layouts.FIELD_LAYOUT), game.plain.field);
    compare(decode(octets, layouts.RACE_LAYOUT), game.plain.view);
    for (const { events, patch, after, plain } of game.steps) {
      changesOf(events, patch).forEach((one, place) => {
        change(octets, one);
        compare([...octets], [...unpack(after[place] ?? "")], String(one.event));
      });
      compare(decode(octets, layouts.RACE_LAYOUT), plain);
    }
  });
});

test("a ghost may end before its events do", () => {
  const event: SeenEvent = [1, 0, 0, 0, 0, 0];
  const changes = changesOf([event, event], btoa("\x01\x00\x02\x00\x07"));
  const octets = new Uint8Array(4);
  for (const one of changes) change(octets, one);
  expect(changes.map(({ patch }) => patch.length)).toEqual([3, 0]);
  expect([...octets]).toEqual([0, 0, 7, 0]);
});
