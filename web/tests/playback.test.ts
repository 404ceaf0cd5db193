// How long people wait: what happens is shown within its time, however much it is.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Playback } from "../src/board/playback.svelte";
import { ROUND } from "../src/games/game";
import type { Field, GameModule } from "../src/games/game";
import type { SeenEvent } from "../src/net/messages";
import type { Change, Layout } from "../src/net/records";
import { settings, SPEEDS } from "../src/settings.svelte";

const FIELD = { seats: 3, colours: [0, 1, 2], options: {}, columns: 24 } as unknown as Field;
const EMPTY: Layout = { size: 0, members: [] };
const ME = 0;
const TOLERANCE = 1.02; // clocks tick in whole milliseconds

/** The kinds of events that each game shows, by what they are to its pace. */
const GAMES = [
  { name: "algoracing", part: "TURN_BEGAN", plain: "MOVED", notable: "SCORED" },
  { name: "speedalgo", part: "RUN_BEGAN", plain: "MOVED", notable: "COLLIDED" },
];
const modules = import.meta.glob<{ default: GameModule }>("../src/games/*/index.ts");
const kinds = import.meta.glob<{ EventKind: Record<string, number> }>("../src/games/*/names.ts", { eager: true });

const load = async (name: string): Promise<GameModule> => ({ ...(await modules[`../src/games/${name}/index.ts`]?.())?.default, layouts: { view: EMPTY, field: EMPTY } }) as GameModule;
const event = (name: string, kind: string, seat: number): SeenEvent => [kinds[`../src/games/${name}/names.ts`]?.EventKind[kind] ?? -1, seat, 0, 0, 0, -1];
const shown = (events: SeenEvent[]): Change[] => events.map((one) => ({ event: one, patch: new Uint8Array() }));
const many = (count: number, one: SeenEvent) => Array<SeenEvent>(count).fill(one);

/** Plays to the end; the time it took, and how long each event was shown. */
async function watch(playback: Playback, events: SeenEvent[]) {
  const began = performance.now();
  const seen: { event: SeenEvent; time: number }[] = [];
  let before = began;
  let lit: SeenEvent | null = null;
  const note = () => {
    if (lit) seen.push({ event: lit, time: performance.now() - before });
    before = performance.now();
    lit = playback.lit;
  };
  playback.play(shown(events));
  note();
  while (playback.busy) {
    const last = playback.log.length;
    await vi.advanceTimersByTimeAsync(1);
    if (playback.log.length !== last || !playback.busy) note();
  }
  return { time: performance.now() - began, shown: seen };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  settings.speed = 1;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(GAMES)("$name", ({ name, part, plain, notable }) => {
  const turnOf = (seat: number, moves: number) => [event(name, part, seat), ...many(moves, event(name, plain, seat)), event(name, notable, seat)];
  const start = async (viewer = ME) => new Playback(await load(name), FIELD, new Uint8Array(), false, viewer);

  test("a round takes no longer than its time, however much happens and however many play", async () => {
    const playback = await start();
    const { time } = await watch(playback, [0, 1, 2].flatMap((seat) => turnOf(seat, 60)));
    expect(time).toBeLessThan(ROUND * TOLERANCE);
    expect(time).toBeGreaterThan(ROUND * 0.9);
  });

  test("nothing is squeezed where little happens", async () => {
    const playback = await start();
    const { time } = await watch(playback, turnOf(ME, 1));
    const usual = turnOf(ME, 1).reduce((sum, one) => sum + playback.game.duration(one, ME), 0);
    expect(Math.abs(time - usual)).toBeLessThan(5);
  });

  test("what is notable keeps more of its time, and oneself more than others", async () => {
    const playback = await start();
    const { shown } = await watch(playback, [ME, 1].flatMap((seat) => turnOf(seat, 30)));
    const kept = (kind: string, seat: number) => {
      const wanted = event(name, kind, seat);
      const times = shown.filter(({ event: one }) => one[0] === wanted[0] && one[1] === seat).map(({ time }) => time);
      return times.reduce((sum, time) => sum + time, 0) / times.length / playback.game.duration(wanted, ME);
    };
    for (const seat of [ME, 1]) expect(kept(notable, seat)).toBeGreaterThan(1.5 * kept(plain, seat));
    const [mine, theirs] = [ME, 1].map((seat) => shown.filter(({ event: one }) => one[1] === seat).reduce((sum, { time }) => sum + time, 0));
    expect(mine).toBeGreaterThan(1.5 * (theirs ?? Infinity));
  });

  test("what comes late is shown within the same time", async () => {
    const playback = await start();
    const began = performance.now();
    playback.play(shown([event(name, part, 1)]));
    for (let late = 0; late < 20; late++) {
      await vi.advanceTimersByTimeAsync(50);
      playback.play(shown(many(20, event(name, plain, 1))));
    }
    while (playback.busy) await vi.advanceTimersByTimeAsync(1);
    expect(performance.now() - began).toBeLessThan((ROUND / 4) * 1.1);
  });

  test("moves of others are shorter than one's own", async () => {
    const { game } = await start();
    expect(game.duration(event(name, plain, 1), ME)).toBeLessThan(game.duration(event(name, plain, ME), ME));
    expect(game.duration(event(name, notable, 1), ME)).toBe(game.duration(event(name, notable, ME), ME));
  });

  test("another speed counts at once, also for what is being shown", async () => {
    const playback = await start();
    const one = event(name, notable, ME);
    const time = playback.game.duration(one, ME);
    playback.play(shown([one]));
    await vi.advanceTimersByTimeAsync(time / 2);
    settings.speed = 4;
    playback.repace(1);
    await vi.advanceTimersByTimeAsync(time / 8 + 2);
    expect(playback.busy).toBe(false);
  });

  test("at half the speed everything takes twice as long", async () => {
    const playback = await start();
    const one = event(name, notable, ME);
    settings.speed = Math.min(...SPEEDS);
    const { time } = await watch(playback, [one]);
    expect(time).toBeGreaterThanOrEqual(2 * playback.game.duration(one, ME));
  });

  test("who goes by steps sees each event as long as it takes", async () => {
    const playback = await start();
    playback.hold(true);
    const events = turnOf(1, 100);
    playback.play(shown(events));
    for (const one of events) {
      expect(playback.pace).toBe(playback.game.duration(one, ME));
      playback.step();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(playback.busy).toBe(false);
  });

  test("whose program runs is known until another seat's turn begins", async () => {
    const playback = await start();
    playback.hold(true);
    const events = [event(name, plain, ME), event(name, "RUN_BEGAN", ME), event(name, plain, ME), event(name, part, 1), event(name, "RUN_BEGAN", 1)];
    playback.play(shown(events));
    const running: number[] = [];
    for (const _ of events) {
      running.push(playback.running);
      playback.step();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(running).toEqual([-1, ME, ME, part === "RUN_BEGAN" ? 1 : -1, 1]);
  });

  test("skipping shows all at once, and tells it", async () => {
    const playback = await start();
    playback.play(shown(turnOf(1, 100)));
    playback.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(playback.busy).toBe(false);
    expect(playback.log).toHaveLength(turnOf(1, 100).length);
  });
});

test("nobody has a turn while the floor works, until a robot moves again", async () => {
  const game = { ...(await load("roborally")), turnOf: () => 1 };
  const playback = new Playback(game, { ...FIELD, robots: 3 } as Field, new Uint8Array());
  for (const [kind, turn] of [["MOVES", 1], ["STOPPED", 1], ["BEAM", -1], ["LIFE_LOST", -1], ["REGISTER_BEGAN", 1]] as const) {
    await watch(playback, [event("roborally", kind, 1)]);
    expect(playback.turn, kind).toBe(turn);
  }
});
