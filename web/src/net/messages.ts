// Written by web/wire.py; do not edit.

/** kind, seat, a, b, c, secret (-1: hidden) */
export type SeenEvent = [number, number, number, number, number, number];

/** How long players may think; a turn of 0 seconds is as long as they like. */
export interface Clock {
  turn: number;
  reserve: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  taken: "bot" | "free" | "person";
  name: string;
  colour: string;
  bot: string;
  stand_in: string;
  away_since: number | null;
  host: boolean;
  committed: boolean;
  pauses: number;
}

/** How a game stands, or ended. */
export interface Result {
  turns: number;
  winners: number[];
  points: number[];
}

/** One choice of a finished game, and what it caused. */
export interface PlayedChoice {
  seat: number;
  action: number;
  said: string;
  turn: number;
  events: SeenEvent[];
  patch: string;
  told: string[];
  text: string;
}

/** A table as everybody sees it. */
export interface TableInfo {
  id: string;
  game: string;
  rules_version: number;
  settings: Record<string, unknown>;
  clock: Clock;
  grace: number | null;
  listed: boolean;
  created: number;
  stage: "closed" | "open" | "over" | "running";
  paused_since: number | null;
  paused_by: number;
  seats: SeatInfo[];
  version: number;
  result: Result;
  previous: string | null;
  next: string | null;
  set_up: "house" | "players";
  watched: boolean;
  emotes: boolean;
  pauses: number | null;
  hints: boolean;
  takes_back: boolean;
  known_deal: boolean;
  seed: string | null;
  salt: string;
  commitment: string;
  other_rules: boolean;
}

/** Who has to choose now, until when, and what the receiver may choose. */
export interface Now {
  thinking: number[];
  deadlines: Record<number, number>;
  legal: number[];
  step: number;
}

/** A program that is being written: kept for its seat, never shown to others. */
export interface Draft {
  on: number;
  actions: number[];
}

/** Why something was refused. */
export interface Problem {
  code: string;
  words: string;
  rules: string[];
}

/** How the server is. */
export interface Health {
  status: "ok";
  tables: number;
  now: number;
  preparing: string[];
}

/** The server knows you, by the token in its cookie; and what time it is there. */
export interface GuestInfo {
  now: number;
}

/** A code by which you are the same guest on another device: good once, and not for long. */
export interface GuestMove {
  code: string;
  path: string;
}

/** Who somebody is: a code from another device, or the token that a program has kept. */
export interface GuestProof {
  code?: string;
  token?: string;
}

/** A setting of a game: words to choose from, or a range of numbers. */
export interface SettingInfo {
  name: string;
  sentence: string;
  rule: string;
  values: string[];
  lowest: number | null;
  highest: number | null;
  default: string | number;
  only_with: Record<string, string>;
}

/** A ready-made field, and where its picture is. */
export interface FieldInfo {
  name: string;
  kind: string;
  sentence: string;
  settings: Record<string, unknown>;
  picture: string;
}

/** A game. */
export interface GameInfo {
  name: string;
  title: string;
  sentence: string;
  rules_version: number;
  fewest_seats: number;
  most_seats: number;
  colours: string[];
  actions: number;
  events: string[];
  bots: string[];
  settings: SettingInfo[];
  fields: FieldInfo[];
  prepared: number;
}

/** A table to be made; its maker is the host. */
export interface NewTable {
  game: string;
  seats?: number | null;
  settings?: Record<string, string | boolean | number>;
  seed?: number | null;
  clock?: number;
  reserve?: number;
  grace?: number | null;
  listed?: boolean;
  watched?: boolean;
  emotes?: boolean;
  hints?: boolean;
  pauses?: number | null;
  set_up?: "house" | "players";
  name?: string | null;
  colour?: string;
  bots?: string;
  start?: boolean;
}

/** Take a seat, or change name and colour on it. */
export interface Sitting {
  name: string;
  seat?: number | null;
  colour?: string;
  another?: boolean;
}

/** Which bot is to take a seat. */
export interface BotWish {
  level?: string;
  colour?: string;
}

/** Who is to be the host. */
export interface HostWish {
  seat: number;
}

/** Whether players may do what the host switches on and off. */
export interface SwitchWish {
  allowed: boolean;
}

/** Take the seat that a secret link stands for. */
export interface Claim {
  token: string;
  name?: string | null;
}

/** The secret of a seat: whoever has it may play there. */
export interface SeatLink {
  table: string;
  seat: number;
  token: string;
  path: string;
}

/** A table and the seats that are yours. */
export interface Seated {
  table: TableInfo;
  seats: number[];
  host: boolean;
  link: SeatLink | null;
}

/** A replay file to look at. */
export interface ReplayText {
  text: string;
}

/** Choices as action numbers, or as text. */
export interface Program {
  seat?: number | null;
  actions?: number[];
  text?: string;
}

/** What a program would do if nobody else moved, as far as its seat can know. */
export interface Ghost {
  actions: number[];
  said: string[];
  events: SeenEvent[];
  patch: string;
  run: SeenEvent[];
  told: string[];
  legal: number[];
  complete: boolean;
}

/** What a good player might choose now, and how likely it wins. */
export interface Hint {
  actions: number[];
  said: string[];
  chance: number;
}

/** The best that was found for a choice, the best first. */
export interface HintList {
  on: number;
  hints: Hint[];
}

/** A table as a seat, or a spectator, may see it. */
export interface Board {
  table: TableInfo;
  viewer: number;
  field: Record<string, unknown>;
  view: Record<string, unknown>;
  text: string;
  hand: string[];
  choices: Record<string, number>;
  told: string[];
}

/** All that has happened at a table, as a seat, or a spectator, may see it. */
export interface Chronicle {
  viewer: number;
  v: number;
  start: string;
  frames: (Step | Committed | Withdrawn | Emoted | Changed | Bare)[];
  field: string;
  other_rules: OtherRulesInfo | null;
}

/** A member of a record: a number, a record, or a list of one of them. */
export interface MemberInfo {
  name: string;
  place: number;
  length: number;
  size: number;
  members: MemberInfo[];
}

/** What the bytes of a game's records mean. */
export interface RecordInfos {
  state: MemberInfo[];
  field: MemberInfo[];
}

/** Of a game by other rules than the server's: by which ones, and how it can be read. */
export interface OtherRulesInfo {
  rules_version: number;
  in_words: boolean;
  records: RecordInfos;
}

/** A rule of a game's rule book. */
export interface RuleInfo {
  number: string;
  chapter: string;
  kind: string;
  source: string;
  text: string;
}

/** A player's mark sheet, as text and as a page to print. */
export interface SheetInfo {
  seat: number;
  text: string;
  svg: string;
}

/** The mark sheets of a game, one a seat; of a game that has none, none. */
export interface SheetList {
  sheets: SheetInfo[];
}

/** A whole game with everything open: where it began, and all that happened. */
export interface History {
  game: string;
  ground: string;
  names: string[];
  settings: Record<string, unknown>;
  field: string;
  start: string;
  steps: PlayedChoice[];
  result: Result;
  sheets: SheetInfo[];
  text: string;
  other_rules: OtherRulesInfo | null;
}

/** How likely each seat was to win, after a turn; turn 0 is the set-up. */
export interface CurvePoint {
  turn: number;
  choices: number;
  chances: number[];
}

/** What a seat chose in one go, and what that was worth, as far as the seat could see. */
export interface DecisionInfo {
  turn: number;
  seat: number;
  first: number;
  actions: number[];
  said: string[];
  played: number;
  best: number;
  better: number[];
  better_said: string[];
}

/** A finished game as it looks afterwards; all of it is there when the progress is 1. */
export interface AnalysisInfo {
  progress: number;
  curve: CurvePoint[];
  deciding: number[];
  decisions: DecisionInfo[];
}

/** Another program to be played out in place of a decision. */
export interface VariationWish {
  first: number;
  actions: number[];
}

/** The same, of the game in a replay file. */
export interface ReplayVariationWish {
  first: number;
  actions: number[];
  text: string;
}

/** The rest of a turn as it would have been with another program; others do as they did. */
export interface Variation {
  start: string;
  steps: PlayedChoice[];
}

/** A table at which you have seats. */
export interface OwnTable {
  table: TableInfo;
  seats: number[];
  your_turn: boolean;
  broken: boolean;
}

/** Your tables, the newest first. */
export interface OwnTables {
  running: OwnTable[];
  finished: OwnTable[];
}

/** Some tables; the newest first, but in turn from all from whom there are some. */
export interface TableList {
  tables: TableInfo[];
  more: boolean;
}

/** Why a bot of a level chose as it did. */
export interface Reason {
  level: string;
  looked: number;
  aim: string;
  number: number;
}

/** The first frame: who I am, where I look from, and the last number I have. */
export interface Hello {
  kind: "hello";
  last?: number | null;
  seat?: number | null;
  token?: string;
}

/** Choose: actions by number, or as text. */
export interface Commit {
  kind: "choose";
  id: string;
  on: number;
  actions?: number[];
  text?: string;
}

/** Withdraw what I have chosen, while others are still choosing. */
export interface TakeBack {
  kind: "withdraw";
  id: string;
}

/** Keep my unfinished program. */
export interface KeepDraft {
  kind: "draft";
  id: string;
  on: number;
  actions: number[];
}

/** Say something to all, from the list of emotes. */
export interface SayEmote {
  kind: "emote";
  id: string;
  emote: "good_game" | "good_luck" | "hello" | "oops" | "thanks" | "well_done" | "wow";
}

/** Are you there, and what time is it? */
export interface Ping {
  kind: "ping";
}

/** Something happened that the receiver is not entitled to see. */
export interface Bare {
  kind: "bare";
  v: number;
}

/** The game went on. */
export interface Step {
  kind: "step";
  v: number;
  at: number;
  seat: number;
  cause: "bot" | "choice" | "clock";
  events: SeenEvent[];
  patch: string;
  turn: number;
  reasons: Record<number, Reason>;
  now: Now;
}

/** A seat has chosen, and others have not yet. */
export interface Committed {
  kind: "committed";
  v: number;
  at: number;
  seat: number;
  cause: "bot" | "choice" | "clock";
  now: Now;
}

/** A seat chooses again. */
export interface Withdrawn {
  kind: "withdrawn";
  v: number;
  at: number;
  seat: number;
  now: Now;
}

/** A seat said something to all. */
export interface Emoted {
  kind: "emoted";
  v: number;
  at: number;
  seat: number;
  emote: string;
  now: Now;
}

/** Seats, presence, pause or stage changed. */
export interface Changed {
  kind: "table";
  v: number;
  at: number;
  what: "away" | "back" | "begin" | "close" | "emotes" | "fill" | "hints" | "host" | "pause" | "rematch" | "resume" | "rise" | "sit" | "stand_in" | "woke";
  seat: number;
  name: string;
  table: TableInfo;
  now: Now;
}

/** All that the viewer may see of the game. */
export interface Snapshot {
  field: string;
  view: string;
}

/** The answer to hello: where the table stands, and what was missed or a snapshot. */
export interface Welcome {
  kind: "welcome";
  v: number;
  at: number;
  viewer: number;
  seats: number[];
  table: TableInfo;
  now: Now;
  draft: Draft | null;
  committed: number[];
  missed: (Step | Committed | Withdrawn | Emoted | Changed | Bare)[];
  snapshot: Snapshot | null;
}

/** It is stored, as number v; a draft has none. */
export interface Acknowledged {
  kind: "ack";
  id: string;
  v: number | null;
}

/** It was not done, and nothing has changed. */
export interface Refused {
  kind: "refused";
  id: string | null;
  code: string;
  words: string;
  rules: string[];
}

/** The draft of your seat was changed at another of your devices. */
export interface Drafted {
  kind: "draft";
  draft: Draft;
}

/** Your seat was opened on another device as well, by its secret link or by yourself. */
export interface Opened {
  kind: "opened";
  by_link: boolean;
}

/** The server's time, and whether it can save what is sent to it. */
export interface Pong {
  kind: "pong";
  now: number;
  saving: boolean;
}

export type ClientFrame = Hello | Commit | TakeBack | KeepDraft | SayEmote | Ping;

export type ServerFrame = Welcome | Step | Committed | Withdrawn | Emoted | Changed | Bare | Acknowledged | Refused | Drafted | Opened | Pong;

export type TableFrame = Step | Committed | Withdrawn | Emoted | Changed | Bare;
