// A table as this device sees it: what the server said, what is being shown, what is being written.
import { Playback } from "../board/playback.svelte";
import type { Told } from "../board/playback.svelte";
import type { Field, GameModule, View } from "../games/game";
import type { Key } from "../lang/index.svelte";
import type { Notice } from "../parts/notices";
import { doneFor, explained, isOwnAbsence, namesAfter, noticed, pastOf, reasonsOf, said, withReasons } from "./chronicle";
import * as http from "./http";
import { Refusal } from "./http";
import type { Changed, Emoted, Ghost, Hint, HintList, SeenEvent, Now, Reason, SayEmote, Snapshot, TableFrame, TableInfo, Welcome } from "./messages";
import { change, changesOf, decode, unpack } from "./records";
import { TableSocket } from "./socket";

const SAID = 5000; // milliseconds for which an emote is shown
const MOST_TRIES = 8; // to make a choice while others make theirs
const FIRST_WAIT = 300; // milliseconds until what happened before is asked for again,
const LAST_WAIT = 20_000; // each time twice as long
const NOTHING: Now = { thinking: [], deadlines: {}, legal: [], step: 0 };

export class LiveTable {
  info: TableInfo | null = $state(null);
  now: Now = $state(NOTHING);
  viewer = $state(-1);
  seats: number[] = $state([]);
  connection: "connecting" | "open" | "ended" = $state("connecting");
  saving = $state(true); // nothing is lost while it is not: what is sent is sent again
  problem: Refusal | null = $state(null); // the last refusal, until something else is done
  hint: Notice | null = $state(null); // why something cannot be done, as long as the problem would stay
  instead: Key | null = $state(null); // what the panel asks for right now instead of the usual
  playback: Playback | null = $state(null);
  field: Field | null = $state.raw(null);
  draft: number[] = $state([]); // the program that is being written
  laid: Ghost | null = $state.raw(null); // what the program does, and where it would take the piece
  committed: number[] = $state([]);
  advice: HintList | null = $state.raw(null); // what a good player might choose at this step
  seeks = $state(false); // it is being looked for
  followed: Hint | null = $state.raw(null); // the advice that is laid, or looked at
  private tried: Ghost | null = $state.raw(null); // what an answer would do that nobody has given
  private before: number[] | null = null; // the program in whose place one was laid as advised
  news: Told | null = $state.raw(null); // what has just changed around the game and everybody should know
  explanation: Told | null = $state.raw(null); // why a bot did so, if it was just asked
  doneForMe: Told[] = $state.raw([]); // what a bot did on this seat while its owner was away
  elsewhere: "link" | "device" | null = $state(null); // by what my seat was just opened on another device
  sending = $state(false);
  said: Record<number, Emoted> = $state({}); // what seats have just said to all
  reasons: Record<number, Reason> = $state.raw({}); // why bots chose their last programs
  private opened = $state({ turn: -1, seat: -1 }); // whose new cards were asked for last, at a shared device
  private octets: Uint8Array = new Uint8Array(); // of the view as it is, not as it is shown
  private socket: TableSocket;
  private asked = 0;
  private checked: Promise<void> = Promise.resolve(); // the server has said what the program does
  private queue: Promise<void> = Promise.resolve();
  private sent: number[] = [];
  private called: string[] = []; // the names of now, for those who read of it later

  constructor(readonly id: string, readonly game: GameModule, seat: number | null) {
    this.socket = new TableSocket(id, seat, {
      welcome: (frame) => this.welcome(frame),
      frame: (frame) => this.frame(frame),
      draft: (actions, on) => on === this.now.step && this.write(actions, false),
      opened: (byLink) => (this.elsewhere = byLink ? "link" : "device"),
      saving: (works) => (this.saving = works),
      state: (state, problem) => {
        this.connection = state;
        if (problem) this.problem = problem;
      },
    });
  }

  get myTurn() {
    return this.viewer >= 0 && this.now.thinking.includes(this.viewer) && this.info?.paused_since === null;
  }

  /** It is my turn and I have seen everything that led to it. */
  get asksMe() {
    return this.myTurn && !this.playback?.busy;
  }

  /** I have chosen, and can change my mind until the others have chosen too. */
  get waits() {
    return this.viewer >= 0 && this.committed.length > 0 && this.nextHere === null && !this.playback?.busy;
  }

  /** Another seat at this device that has to choose now: the device is to be handed over. */
  get nextHere(): number | null {
    if (this.myTurn || this.playback?.busy) return null;
    return this.now.thinking.find((seat) => seat !== this.viewer && this.seats.includes(seat)) ?? null;
  }

  private get shownRound(): number {
    return this.playback && this.field ? this.game.rounds(this.playback.view, this.field).now : 0;
  }

  /** New cards came while several people look at this device: who may see them has to say so. */
  get isCovered(): boolean {
    if (!this.game.dealsAnew || this.seats.length < 2 || !this.asksMe || !this.playback || !this.field) return false;
    return this.game.isSecret(this.playback.view, this.field) && (this.opened.turn !== this.shownRound || this.opened.seat !== this.viewer);
  }

  /** The person of a seat at this device has it in hand. */
  open(seat: number) {
    this.opened = { turn: this.shownRound, seat };
    if (seat !== this.viewer) this.lookFrom(seat);
  }

  /** The seats whose turn is shown, which may be over already. */
  get shownTurn(): number[] {
    return this.playback?.busy ? [this.playback.turn] : this.now.thinking;
  }

  get names() {
    return (this.info?.seats ?? []).map((seat, number) => seat.name || seat.colour || String(number + 1));
  }

  /** Whether something of this kind has been shown that happened to me. */
  hasSeen(...kinds: number[]) {
    return Boolean(this.playback?.log.some(({ of }) => of && of[1] === this.viewer && kinds.includes(of[0])));
  }

  serverNow = () => this.socket.now();

  end() {
    this.socket.end();
    this.playback?.end();
  }

  lookFrom(seat: number) {
    this.playback?.end(); // what it shows stays until the new view is there, but for what is secret
    if (this.playback) this.playback.past = this.playback.log = [];
    this.doneForMe = [];
    this.now = NOTHING;
    this.viewer = seat;
    this.forgetDraft();
    this.socket.lookFrom(seat);
  }

  // --- what the server says ---------------------------------------------------------------------

  private welcome(frame: Welcome) {
    const before = this.now.step;
    const began = this.info?.stage === "open" && frame.table.stage !== "open";
    if (frame.viewer !== this.viewer) this.forgetDraft();
    this.info = frame.table;
    this.viewer = frame.viewer;
    this.seats = frame.seats;
    this.committed = frame.committed;
    if (frame.snapshot) this.begin(frame.snapshot, frame.v);
    else if (began) return this.lookFrom(frame.viewer);
    for (const missed of frame.missed) this.happen(missed);
    if (frame.missed.some((missed) => missed.kind === "table" && missed.what === "back" && missed.seat === frame.viewer)) void this.recall();
    this.present(frame.now);
    if (frame.now.step !== before || !this.draft.length) {
      this.write(frame.draft?.on === frame.now.step ? frame.draft.actions : [], false);
    }
  }

  private begin(snapshot: Snapshot, v: number) {
    const field = decode(unpack(snapshot.field), this.game.layouts.field);
    this.field = field;
    this.octets = unpack(snapshot.view);
    this.called = this.names;
    this.playback?.end();
    this.playback = new Playback(this.game, field, this.octets, false, this.viewer);
    this.playback.onshown = () => this.refresh();
    if (this.info?.stage !== "open") void this.remember(this.playback, v);
  }

  /** Fill the log with what happened before the snapshot that a playback began with. */
  private async remember(playback: Playback, v: number) {
    for (let wait = FIRST_WAIT; wait < LAST_WAIT && !playback.ended; wait *= 2) {
      const chronicle = await http.chronicle(this.id, this.viewer).catch(() => null);
      if (playback.ended) return; // it may show no more than the seat does that looks now
      if (chronicle && chronicle.v >= v) {
        playback.past = pastOf(this.game, playback.field, chronicle, v, this.seats);
        this.doneForMe = doneFor(this.game, playback.field, chronicle, this.viewer);
        this.reasons = { ...reasonsOf(chronicle), ...this.reasons };
        return;
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  /** Who was away without closing the page has the log, but is to be told. */
  private async recall() {
    const chronicle = await http.chronicle(this.id, this.viewer).catch(() => null);
    if (chronicle?.viewer === this.viewer && this.field) this.doneForMe = doneFor(this.game, this.field, chronicle, this.viewer);
  }

  private frame(frame: TableFrame) {
    this.happen(frame);
    if (frame.kind === "emoted") this.hear(frame);
    if (frame.kind === "table" && this.isNews(frame)) this.news = noticed(frame, this.called, this.called);
    if (frame.kind === "table" && frame.table) {
      const began = this.info?.stage === "open" && frame.table.stage === "running";
      this.info = frame.table;
      if (began) return this.lookFrom(this.viewer); // the game begins anew, in the colours chosen
    }
    if ("now" in frame && frame.now) this.present(frame.now);
  }

  /** A bot plays for somebody, or does no longer. */
  private isNews({ what, seat }: Changed): boolean {
    return what === "stand_in" || (what === "back" && Boolean(this.info?.seats[seat]?.stand_in));
  }

  /** Show an emote for a while. */
  private hear(frame: Emoted) {
    this.said = { ...this.said, [frame.seat]: frame };
    setTimeout(() => {
      if (this.said[frame.seat]?.v !== frame.v) return;
      const { [frame.seat]: _, ...others } = this.said;
      this.said = others;
    }, SAID);
  }

  say(emote: SayEmote["emote"]) {
    return this.ask(() => this.socket.emote(emote));
  }

  pause() {
    return this.ask(() => http.pause(this.id));
  }

  resume() {
    return this.ask(() => http.resume(this.id));
  }

  /** Ask for something beside the game; a refusal is told. */
  private async ask(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal) this.problem = error;
    }
  }

  private happen(frame: TableFrame) {
    if (frame.kind === "bare") return;
    const before = this.called;
    this.called = namesAfter(before, frame);
    if (frame.kind === "table" && this.info?.stage !== "open" && !isOwnAbsence(frame, this.seats)) this.playback?.note(noticed(frame, this.called, before));
    if (frame.kind === "emoted") this.playback?.note(said(frame, this.called));
    if (frame.kind === "committed" || frame.kind === "withdrawn") this.mark(frame.seat, frame.kind === "committed");
    if (frame.kind !== "step") return;
    this.committed = [];
    for (const seat of this.info?.seats ?? []) seat.committed = false;
    const changes = changesOf(frame.events, frame.patch);
    for (const one of changes) change(this.octets, one);
    if (this.field) this.playback?.play(withReasons(this.game, this.field, frame, this.called, changes), this.called);
    this.reasons = { ...this.reasons, ...frame.reasons };
  }

  /** Let a bot say why it chose its last program. */
  explain(seat: number) {
    const reason = this.reasons[seat];
    if (reason) this.explanation = explained(this.game, reason, this.names[seat] ?? "");
  }

  private mark(seat: number, committed: boolean) {
    const info = this.info?.seats[seat];
    if (info) info.committed = committed;
    if (seat !== this.viewer) return;
    const before = this.program;
    this.committed = committed ? this.sent : [];
    if (committed && !this.laid) this.refresh();
    else if (!committed && !this.draft.length) this.write(before, true);
  }

  private present(now: Now) {
    const stepped = now.step !== this.now.step;
    this.now = now;
    if (stepped) this.forgetDraft();
    if (!now.thinking.length && this.info?.stage === "running" && !now.legal.length) void this.reload();
    this.refresh();
  }

  /** Stage and result come with the table, which a step does not send. */
  private async reload() {
    try {
      this.info = (await http.table(this.id)).table;
    } catch {
      // The next frame or connection brings it.
    }
  }

  // --- what is being written --------------------------------------------------------------------

  private forgetDraft() {
    this.asked += 1; // an answer about it comes late
    this.draft = [];
    this.laid = null;
    this.advice = null;
    this.forgetAdvised();
  }

  private forgetAdvised() {
    this.followed = this.tried = this.before = null;
  }

  /** What may come next in the program. */
  get legal(): number[] {
    return this.draft.length ? (this.laid?.legal ?? []) : this.now.legal;
  }

  /** The view with the unfinished program laid out on it. */
  laidOut(): View {
    const octets = this.octets.slice();
    if (this.laid) for (const one of changesOf(this.laid.events, this.laid.patch)) change(octets, one);
    return decode(octets, this.game.layouts.view);
  }

  /** The program that I have written, or have chosen already. */
  private get program(): number[] {
    return this.committed.length ? this.committed.filter((action) => !this.game.final(action)) : [...this.draft];
  }

  get path(): SeenEvent[] {
    return (this.tried ?? this.laid)?.run ?? [];
  }

  /** Do something once all is known of the program so far, however quickly a person is; nothing if there is no more to do by then. */
  soon(work: () => unknown) {
    this.queue = this.queue.then(() => this.checked).then(async () => {
      try {
        if (this.info?.stage === "running") await work();
      } catch (error) {
        reportError(error);
      }
    });
  }

  /** One more choice in the program; done when the server has said what it does. */
  add(action: number): Promise<void> {
    this.write([...this.draft, action], true);
    return this.checked;
  }

  /** Whether a program was laid as advised, and nothing was changed since. */
  get isAdvised(): boolean {
    return this.followed !== null && this.tried === null;
  }

  /** Take back the last choice; what was laid as advised is taken back at once. */
  undo() {
    if (this.isAdvised && this.before) this.write(this.before, true);
    else if (this.draft.length) this.write(this.draft.slice(0, -1), true);
  }

  /** Another program instead. */
  rewrite(actions: number[]): Promise<void> {
    this.write(actions, true);
    return this.checked;
  }

  /** A program in the words of the rules instead; the server finds the choices that it is made of. */
  async rewriteText(text: string) {
    try {
      const actions = text ? (await http.preview(this.id, { seat: this.viewer, text })).actions : [];
      this.write(actions, true);
    } catch (error) {
      if (error instanceof Refusal) this.problem = error;
    }
  }

  private write(actions: number[], keep: boolean) {
    this.problem = this.hint = null;
    this.forgetAdvised();
    this.draft = actions;
    if (keep) this.socket.keepDraft(this.now.step, actions).catch(() => undefined);
    this.refresh();
  }

  /** Ask what the program does; an answer that comes late is not used. */
  private refresh() {
    if (!(this.asksMe || this.waits) || this.sending) return;
    const number = ++this.asked;
    this.checked = this.check(number, this.program);
  }

  private async check(number: number, draft: number[]) {
    try {
      const isKnown = !draft.length && this.game.finish(this.now.legal) === null; // nothing can come of it
      const laid = isKnown ? null : await http.preview(this.id, { seat: this.viewer, actions: draft });
      if (number === this.asked) this.laid = laid;
    } catch (error) {
      if (number !== this.asked || this.committed.length || !(error instanceof Refusal)) return; // what was accepted is not refused: the game went on
      if (error.code === "offline" || error.code === "not_your_turn" || http.isPassing(error)) return;
      this.problem = error;
      this.draft = draft.slice(0, -1);
      if (!draft.length) return;
      this.socket.keepDraft(this.now.step, this.draft).catch(() => undefined);
      this.refresh();
    }
  }

  // --- what a good player would do --------------------------------------------------------------

  /** Whether this seat could ask for advice now. */
  get mayAsk(): boolean {
    return this.asksMe && !this.isCovered && (this.info?.hints ?? false);
  }

  /** Ask what a good player would do; an answer that comes late is not used. */
  async seek() {
    const { viewer, now } = this;
    if (this.seeks || this.advice?.on === now.step) return;
    this.seeks = true;
    try {
      const advice = await http.hint(this.id, viewer);
      if (viewer === this.viewer && advice.on === this.now.step) this.advice = advice;
    } catch (error) {
      if (error instanceof Refusal && this.now.step === now.step) this.problem = error;
    } finally {
      this.seeks = false;
    }
  }

  /** Whether advice is a program, or cards to be marked, which can be laid and taken back. */
  isProgram({ actions }: Hint): boolean {
    const drafts = Boolean(this.playback && this.field && this.game.drafts(this.playback.view, this.field));
    return drafts && (this.game.finish(actions.slice(-1)) !== null || this.isMarked(actions));
  }

  private isMarked = (actions: number[]) => this.game.marks?.(actions) ?? false;

  /** Lay a program as advised, or see what an answer would do; nothing is chosen yet. */
  async follow(hint: Hint) {
    if (this.isProgram(hint)) {
      const before = this.before ?? [...this.draft];
      this.write(this.isMarked(hint.actions) ? [] : hint.actions.slice(0, -1), true);
      [this.followed, this.before] = [hint, before];
      return this.checked;
    }
    this.followed = hint;
    try {
      const tried = await http.preview(this.id, { seat: this.viewer, actions: hint.actions });
      if (this.followed === hint) this.tried = tried;
    } catch (error) {
      if (error instanceof Refusal) this.problem = error;
    }
  }

  /** Choose for good what was advised. */
  obey({ actions }: Hint) {
    const laid = actions.filter((action) => !this.game.final(action));
    return this.commit(this.field && this.game.atOnce(this.field) && laid.length ? laid : actions);
  }

  /** Choose for good. */
  async commit(actions: number[]) {
    const { step } = this.now;
    this.sent = actions;
    await this.deliver(() => this.chooseStill(step, actions));
  }

  /** Where others choose at the same time the game goes on meanwhile; what is still legal is sent again. */
  private async chooseStill(step: number, actions: number[]): Promise<unknown> {
    const [first = -1] = actions;
    for (let left = MOST_TRIES; ; left--) {
      try {
        return await this.socket.choose(step, actions);
      } catch (error) {
        const late = error instanceof Refusal && error.code === "stale" && this.field && this.game.atOnce(this.field);
        if (!late || !left || step === this.now.step || !this.now.legal.includes(first)) throw error;
        step = this.now.step;
      }
    }
  }

  withdraw() {
    return this.deliver(() => this.socket.withdraw());
  }

  private async deliver(send: () => Promise<unknown>) {
    if (this.sending) return;
    this.sending = true;
    this.problem = this.hint = null;
    const { step } = this.now;
    try {
      await this.checked; // a question about this step would be refused after it
      await send();
    } catch (error) {
      if (error instanceof Refusal) this.problem = error;
      else throw error;
    } finally {
      this.sending = false;
      // What was accepted needs no preview any more; the next step, once it is here, does.
      if (this.problem || this.now.step !== step) this.refresh();
    }
  }
}
