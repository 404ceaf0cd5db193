// The WebSocket of a table: numbered frames without gaps, choices that are kept until they are
// acknowledged, and connecting again by itself whenever the connection is lost.
import type { ClientFrame, Commit, KeepDraft, SayEmote, ServerFrame, TableFrame, TakeBack, Welcome } from "./messages";
import { isPassing, Refusal } from "./http";

export interface Listener {
  welcome(frame: Welcome): void;
  frame(frame: TableFrame): void;
  draft(actions: number[], on: number): void;
  opened(byLink: boolean): void; // the seat is open on another device, too
  saving(works: boolean): void;
  state(state: "connecting" | "open" | "ended", problem?: Refusal): void;
}

type Asking = Commit | TakeBack | KeepDraft | SayEmote;

interface Waiting {
  frame: Asking;
  done: (number: number | null) => void;
  failed: (refusal: Refusal) => void;
}

const SHORTEST_WAIT = 300;
const LONGEST_WAIT = 4000;
const SILENCE = 25_000; // after which the server is asked whether it is still there
const DOUBT = 2000; // and sooner while it cannot save
const AGAIN = 700; // milliseconds until what could not be saved is sent again

let counter = 0;
const newId = () => `${Date.now().toString(36)}-${(counter++).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

export class TableSocket {
  private socket: WebSocket | null = null;
  private last: number | null = null;
  private waiting = new Map<string, Waiting>();
  private wait = SHORTEST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private welcomed = false;
  private saves = true; // as far as we know
  private serverOffset = 0;

  constructor(private readonly table: string, private seat: number | null, private readonly listener: Listener) {
    this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** The server's time, as well as we know it. */
  now = () => Date.now() + this.serverOffset;

  /** Look from another seat, or from wherever we may; what was seen from the old one is forgotten. */
  lookFrom(seat: number | null) {
    this.seat = seat;
    this.last = null;
    this.forgetDrafts();
    this.restart();
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.hangUp();
  }

  choose(on: number, actions: number[]) {
    return this.deliver({ kind: "choose", id: newId(), on, actions });
  }

  emote(emote: SayEmote["emote"]) {
    return this.deliver({ kind: "emote", id: newId(), emote });
  }

  withdraw() {
    return this.deliver({ kind: "withdraw", id: newId() });
  }

  keepDraft(on: number, actions: number[]) {
    this.forgetDrafts();
    return this.deliver({ kind: "draft", id: newId(), on, actions });
  }

  private forgetDrafts() {
    for (const [id, one] of this.waiting) if (one.frame.kind === "draft") this.waiting.delete(id);
  }

  private deliver(frame: Asking): Promise<number | null> {
    return new Promise((done, failed) => {
      this.waiting.set(frame.id, { frame, done, failed });
      if (this.welcomed) this.send(frame);
    });
  }

  private send(frame: ClientFrame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private hurry = () => {
    if (document.visibilityState === "visible" && !this.ended && this.socket?.readyState !== WebSocket.OPEN) {
      this.wait = SHORTEST_WAIT;
      this.restart();
    }
  };

  private restart() {
    clearTimeout(this.timer);
    this.hangUp();
    this.connect();
  }

  /** Close the connection; one that is not open yet, as soon as it is. */
  private hangUp() {
    const old = this.socket;
    this.socket = null;
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close();
    else old?.close();
  }

  private connect() {
    this.welcomed = false;
    this.listener.state("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => this.send({ kind: "hello", last: this.last, seat: this.seat });
    socket.onmessage = (message) => socket === this.socket && this.receive(JSON.parse(String(message.data)) as ServerFrame);
    socket.onclose = () => socket === this.socket && this.lost();
  }

  private lost() {
    clearTimeout(this.timer);
    if (this.ended) return;
    this.welcomed = false;
    this.listener.state("connecting");
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  private watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.send({ kind: "ping" });
      this.timer = setTimeout(() => this.restart(), SILENCE / 3);
    }, this.saves ? SILENCE : DOUBT);
  }

  private receive(frame: ServerFrame) {
    this.watch();
    switch (frame.kind) {
      case "welcome":
        return this.greet(frame);
      case "ack":
        this.waiting.get(frame.id)?.done(frame.v);
        this.waiting.delete(frame.id);
        return this.learn(true);
      case "refused":
        return this.refused(frame.id, new Refusal(frame.code, frame.words, frame.rules));
      case "draft":
        return this.listener.draft(frame.draft.actions, frame.draft.on);
      case "opened":
        return this.listener.opened(frame.by_link);
      case "pong":
        this.serverOffset = frame.now - Date.now();
        return this.learn(frame.saving);
      default:
        return this.follow(frame);
    }
  }

  private greet(frame: Welcome) {
    this.serverOffset = frame.at - Date.now();
    this.wait = SHORTEST_WAIT;
    this.last = frame.v;
    if (frame.viewer >= 0) this.seat = frame.viewer; // should it be lost meanwhile, the server says so
    this.welcomed = true;
    this.listener.welcome(frame);
    this.listener.state("open");
    for (const { frame } of this.waiting.values()) this.send(frame);
    this.send({ kind: "ping" }); // whether the table can go on
  }

  /** Whether the server can save; while it cannot it is asked more often. */
  private learn(saves: boolean) {
    if (saves === this.saves) return;
    this.saves = saves;
    this.listener.saving(saves);
    this.watch();
  }

  private follow(frame: TableFrame) {
    if (this.last === null || frame.v <= this.last) return;
    if (frame.v > this.last + 1) return this.restart();
    this.last = frame.v;
    this.listener.frame(frame);
  }

  private refused(id: string | null, refusal: Refusal) {
    if (id === null) {
      if (this.seat !== null && (refusal.code === "seat_lost" || refusal.code === "foreign_seat")) return this.lookFrom(null);
      if (this.welcomed || isPassing(refusal)) return;
      this.ended = true; // the server will not have us: asking again would not help
      this.listener.state("ended", refusal);
      return;
    }
    const one = this.waiting.get(id);
    if (!one) return;
    if (isPassing(refusal)) {
      setTimeout(() => this.welcomed && this.waiting.has(id) && this.send(one.frame), AGAIN);
      if (refusal.code === "unavailable") this.learn(false);
      return;
    }
    this.waiting.delete(id);
    one.failed(refusal);
  }
}
