// Shows what happened, one event after the other, at the pace a person wants.
import type { Happening } from "../net/messages";
import type { Field, GameModule, View } from "../games/game";
import { settings } from "../settings.svelte";

export interface Told {
  number: number;
  event: Happening;
  seat: number;
}

const LONGEST_LOG = 400;

export class Playback {
  view: View = $state({});
  lit: Happening | null = $state(null);
  busy = $state(false);
  held = $state(false); // only goes on by steps
  log: Told[] = $state([]);
  private queue: Happening[] = [];
  private wake: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private counter = 0;
  private ended = false;
  /** Something was shown; the queue may be empty now. */
  onshown: () => void = () => undefined;

  constructor(readonly game: GameModule, readonly field: Field, view: View, private readonly silent = false, private readonly viewer = -1) {
    this.view = structuredClone(view);
  }

  /** Milliseconds that the event which is shown now takes. */
  get pace() {
    return this.lit ? this.game.duration(this.lit, this.viewer) / settings.speed : 0;
  }

  /** Forget what is still to be shown, and show this. */
  jump(view: View) {
    this.queue = [];
    this.lit = null;
    this.view = structuredClone(view);
    this.rouse();
  }

  play(events: Happening[]) {
    this.queue.push(...events);
    if (!this.busy) void this.run();
  }

  skip() {
    for (const event of this.queue.splice(0)) this.show(event);
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

  end() {
    this.ended = true;
    this.queue = [];
    this.rouse();
  }

  private async run() {
    this.busy = true;
    while (this.queue.length && !this.ended) {
      const event = this.queue.shift();
      if (!event) break;
      this.show(event);
      const time = document.hidden ? 0 : this.pace;
      if (time > 0) await this.pause(this.held ? Infinity : time);
    }
    this.lit = null;
    this.busy = false;
    this.onshown();
  }

  private show(event: Happening) {
    this.game.apply(this.view, this.field, event);
    this.lit = event;
    if (this.silent) return;
    this.log.push({ number: this.counter++, event, seat: event[1] });
    if (this.log.length > LONGEST_LOG) this.log.shift();
  }

  private pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      if (time !== Infinity) this.timer = setTimeout(() => this.rouse(), time);
      this.wake = () => {
        clearTimeout(this.timer);
        this.wake = null;
        resolve();
      };
    });
  }

  private rouse() {
    this.wake?.();
  }
}
