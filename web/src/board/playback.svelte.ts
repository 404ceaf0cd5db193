// Shows what happened, one event after the other, at the pace a person wants.
import type { SeenEvent } from "../net/messages";
import { change, decode } from "../net/records";
import type { Change } from "../net/records";
import { ROUND } from "../games/game";
import type { Field, GameModule, Telling, View } from "../games/game";
import { settings } from "../settings.svelte";

/** A line of the log; its words are found when they are read, in the language of then. */
export interface Told {
  number: number;
  tell: () => Telling | null;
  of?: SeenEvent; // the event that it tells of
}

let counter = 0;
export const told = (tell: Told["tell"]): Told => ({ number: counter++, tell });

/** What the log says of an event that has just changed a view. */
export function toldOf(game: GameModule, field: Field, event: SeenEvent, names: string[], view: () => View): Told {
  const run = game.isRun(event) ? view() : null;
  return { ...told(() => game.tell(field, event, names, run)), of: event };
}

interface Shown extends Change {
  names: string[];
}

export class Playback {
  view: View = $state.raw({});
  lit: SeenEvent | null = $state(null);
  busy = $state(false);
  running = $state(-1); // the seat whose program is shown running
  rests = $state(false); // nobody has a turn, though the view still names somebody
  held = $state(false); // only goes on by steps
  past: Told[] = $state.raw([]); // what had happened before,
  log: Told[] = $state.raw([]); // and what was shown since then
  ended = false;
  private octets: Uint8Array; // of the view
  private queue: (Shown | Told)[] = [];
  private wake: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private time = $state(0); // that the event takes which is shown now, in milliseconds at speed 1
  private left = ROUND / 2; // of the time that may be taken by what one seat does
  private until = 0;
  /** Something was shown; the queue may be empty now. */
  onshown: () => void = () => undefined;

  constructor(readonly game: GameModule, readonly field: Field, octets: Uint8Array, private readonly silent = false, private readonly viewer = -1) {
    this.octets = octets.slice();
    this.view = decode(octets, game.layouts.view);
  }

  /** The seat whose turn is shown, -1 for none. */
  get turn() {
    return this.rests ? -1 : this.game.turnOf(this.view, this.field);
  }

  /** Milliseconds that the event which is shown now takes. */
  get pace() {
    return this.lit ? this.time / settings.speed : 0;
  }

  /** Forget what is still to be shown, and show this. */
  jump(octets: Uint8Array, past: Told[] = [], lit: SeenEvent | null = null) {
    this.queue = [];
    this.time = 0;
    this.lit = lit;
    this.rests = (lit && this.game.rests?.(lit)) ?? false;
    this.octets = octets.slice();
    this.view = decode(octets, this.game.layouts.view);
    this.past = past;
    this.log = [];
    this.rouse();
  }

  /** Show what happened, and lines of the log between. */
  play(changes: (Change | Told)[], names: string[] = []) {
    this.queue.push(...changes.map((one) => ("event" in one ? { ...one, names } : one)));
    if (!this.busy) void this.run();
  }

  /** Something to be read in the log, after all that happened before it. */
  note(line: Told) {
    if (this.busy) this.queue.push(line);
    else this.log = [...this.log, line];
  }

  skip() {
    for (const next of this.queue.splice(0)) this.show(next);
    this.rouse();
  }

  hold(on: boolean) {
    this.held = on;
    if (on) clearTimeout(this.timer);
    else this.rouse();
  }

  step() {
    this.held = true;
    this.rouse();
  }

  /** The speed was another one before: what is shown now takes less or more of the time it has left. */
  repace(before: number) {
    if (this.wake && !this.held) this.sleep(((this.until - performance.now()) * before) / settings.speed);
  }

  end() {
    this.ended = true;
    this.queue = [];
    this.rouse();
  }

  private async run() {
    this.busy = true;
    while (this.queue.length && !this.ended) {
      const next = this.queue.shift();
      if (!next) break;
      if ("event" in next) this.time = document.hidden ? 0 : this.timeFor(next.event);
      this.show(next);
      if (!("event" in next) || !this.time) continue;
      const began = performance.now();
      await this.pause();
      this.left -= Math.min(2 * this.time, (performance.now() - began) * settings.speed); // clocks run late, and people hold it
    }
    this.lit = null;
    this.busy = false;
    this.onshown();
  }

  /** How long an event is shown: where a seat does too much it is squeezed, what is notable only half as much. */
  private timeFor(event: SeenEvent): number {
    const { game, viewer } = this;
    const time = game.duration(event, viewer);
    if (this.held || this.silent) return time;
    this.left = game.share(this.field, event, viewer) ?? this.left;
    let notable = 0;
    let plain = 0;
    for (const next of this.untilNextSeat(event)) {
      if (game.isNotable(next)) notable += game.duration(next, viewer);
      else plain += game.duration(next, viewer);
    }
    const left = Math.max(0, this.left);
    if (plain + notable <= left) return time;
    const half = left / (plain + 2 * notable);
    const share = half > 0.5 ? (left - notable) / plain : half;
    return time * (game.isNotable(event) ? Math.min(1, 2 * share) : share);
  }

  private *untilNextSeat(event: SeenEvent) {
    yield event;
    for (const next of this.queue) {
      if (!("event" in next)) continue;
      if (this.game.share(this.field, next.event, this.viewer) !== null) return;
      yield next.event;
    }
  }

  private show(next: Shown | Told) {
    if (!("event" in next)) {
      this.log = [...this.log, next];
      return;
    }
    change(this.octets, next);
    this.view = decode(this.octets, this.game.layouts.view);
    this.lit = next.event;
    this.rests = this.game.rests?.(next.event) ?? this.rests;
    if (this.game.share(this.field, next.event, this.viewer) !== null) this.running = -1;
    if (this.game.isRun(next.event)) this.running = next.event[1];
    if (!this.silent) this.log = [...this.log, toldOf(this.game, this.field, next.event, next.names, () => this.view)];
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = () => {
        clearTimeout(this.timer);
        this.wake = null;
        resolve();
      };
      if (!this.held) this.sleep(this.pace);
    });
  }

  private sleep(time: number) {
    clearTimeout(this.timer);
    this.until = performance.now() + time;
    this.timer = setTimeout(() => this.rouse(), time);
  }

  private rouse() {
    this.wake?.();
  }
}
