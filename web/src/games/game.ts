// What the frame needs to know of a game. Games are found by their folders; there is no list, and a game without a folder is played in words.
import type { Component } from "svelte";
import type { GameInfo, SeenEvent } from "../net/messages";
import type { Key, Parameters } from "../lang/index.svelte";
import type { LiveTable } from "../net/live.svelte";
import type { Layout } from "../net/records";
import { plain } from "./plain";

/** A state as it was decoded, never changed again; only the game's own files know its fields. */
export type View = object;
export type Field = object;

export interface BoardProps {
  view: View;
  field: Field;
  ground: string; // address of the picture of the board without its pieces
  lit: SeenEvent | null; // what is happening right now
  ghost: SeenEvent[];
  pace: number; // milliseconds that a move takes
  legal: number[]; // what can be chosen by clicking on the board
  choose: ((action: number) => void) | null;
  viewer?: number; // the seat that looks, -1 for none
  whole?: boolean; // a picture of the game: all of it is seen, however small
}

export interface BadgeProps {
  view: View;
  field: Field;
  seat: number;
}

export interface AsideProps {
  view: View;
  field: Field;
  lit: SeenEvent | null;
  names: string[];
  rests?: boolean; // nobody has a turn
}

export interface PanelProps {
  table: LiveTable;
}

export interface EditorProps {
  game: GameInfo;
  settings: Record<string, string>;
  change: (settings: Record<string, string>) => void;
  seats?: number; // how many will play
  apart?: boolean; // whether people play at devices of their own
}

export interface Telling {
  key: Key;
  parameters: Parameters;
  weight: "turn" | "part" | "event" | "detail" | "notice"; // a part of a turn has a heading of its own
  rule?: string | undefined; // the number of the rule behind it
}

export interface GameModule {
  /** The name of its folder, by which its rule book is found. */
  name: string;
  /** How to read the bytes of its views and fields. */
  layouts: { view: Layout; field: Layout };
  /** How long an event is shown to a seat at speed 1, in milliseconds; */
  duration(event: SeenEvent, viewer: number): number;
  /** what one seat does never takes longer than this; null unless it begins with this event, */
  share(field: Field, event: SeenEvent, viewer: number): number | null;
  /** and where time is short this keeps more of it. */
  isNotable(event: SeenEvent): boolean;
  /** An event in words, null where there is nothing to tell; with the view in which a program begins to run. */
  tell(field: Field, event: SeenEvent, names: string[], run: View | null): Telling | null;
  /** Whether a program begins to run, */
  isRun(event: SeenEvent): boolean;
  /** and whether something begins at which a replay stops: a turn, or a command. */
  isStop(event: SeenEvent): boolean;
  /** A choice in words, */
  say(field: Field, action: number, view: View): string;
  /** and the choice that somebody typed, null if none of the legal ones was meant. */
  readChoice(field: Field, legal: number[], typed: string, view: View): number | null;
  /** What else can be typed in this game, for the help. */
  typed: Key[];
  /** Whether a text looks like several choices in the notation of the rules, which the server reads. */
  isNotation(typed: string): boolean;
  /** Whether choices now go into a program first, where they can still be changed, */
  drafts(view: View, field: Field): boolean;
  /** and whether a choice ends the program. */
  final(action: number): boolean;
  /** Whether seats that choose at once see each other's choices as they are made. */
  atOnce(field: Field): boolean;
  /** The board without pictures: a grid of signs, and lines that say everything. */
  describe(view: View, field: Field, names: string[], viewer: number): { grid: string; lines: string[] };
  /** The colour of a seat, and a colour as CSS. */
  colour(field: Field, seat: number): string;
  paint(colour: string): string;
  /** The action that ends a program which may be run as it stands, null if it may not. */
  finish(legal: number[]): number | null;
  /** Whether these choices are cards to be marked in the hand until somebody confirms them. */
  marks?(actions: number[]): boolean;
  /** How a table with these settings plays, in a few words: its level or variant. */
  variant(settings: Record<string, unknown>): string;
  /** With how many points a game is won, and what they are called; null where nothing is counted. */
  goal(field: Field): number;
  counted: { points: Key; goal: Key } | null;
  /** The score of each seat, what it carries as signs, and that in words. */
  points(view: View, field: Field): { points: number; signs: { sign: string; paint: string }[]; words: string }[];
  /** Whether this view shows what no other seat may see. */
  isSecret(view: View, field: Field): boolean;
  /** Whether each turn brings new cards that others may not see. */
  dealsAnew?: boolean;
  /** Whether the game is still being set up. */
  isSettingUp(view: View): boolean;
  /** The seat whose turn this view shows. */
  turnOf(view: View, field: Field): number;
  /** Whether from this event on nobody has a turn, though the view still names somebody; null where that stays as it was. */
  rests?(event: SeenEvent): boolean | null;
  /** What the pieces of a seat are called on the board, where that is not the colour. */
  letters?(view: View, field: Field, seat: number): string;
  /** The round that this view shows, 0 before the first, and the last one that there can be. */
  rounds(view: View, field: Field): { now: number; most: number };
  /** What a person with this view is asked to do now. */
  task(view: View): Key;
  /** A board that is much wider than high lies above all else. */
  shape: "square" | "wide";
  /** Whether players have mark sheets. */
  hasSheets: boolean;
  /** Settings of a game that somebody plays at once, perhaps for the first time. */
  playNow?: Record<string, string>;
  /** Settings that the editor is there for. */
  edits: string[];
  /** Board and panel; null where the server's words are shown instead. */
  Board: Component<BoardProps> | null;
  Panel: Component<PanelProps> | null;
  Editor: Component<EditorProps> | null;
  HowTo: Component | null;
  /** What lies beside the board for all to see, where nobody plays. */
  Aside: Component<AsideProps> | null;
  /** What is shown beside a player's name. */
  Badge: Component<BadgeProps> | null;
  /** How many turns of a seat have begun, and how many of them are over. */
  turns(view: View, seat: number): { begun: number; over: number };
  /** The steps of the first-game guide, and whether somebody at the table has just done what one is about; people may play at devices of their own. */
  guide(field: Field, apart: boolean): { key: Key; done(table: LiveTable): boolean }[];
}

export const ROUND = 5500; // milliseconds that a round takes at speed 1, at most
const QUICKER = 0.6;

/** The part of a round in which it is shown what a seat does: twice as much is one's own. */
export const shareOf = (seat: number, seats: number, viewer: number) =>
  viewer < 0 ? ROUND / seats : (ROUND * (seat === viewer ? 2 : 1)) / (seats + 1);

/** What others do is shown more quickly to a seat, unless it is notable. */
export const atPaceOf = ([, seat]: SeenEvent, viewer: number, time: number, notable: boolean) =>
  viewer >= 0 && seat >= 0 && seat !== viewer && !notable ? time * QUICKER : time;

const found = import.meta.glob<{ default: GameModule }>("./*/index.ts");

export async function gameModule(name: string): Promise<GameModule> {
  const load = found[`./${name}/index.ts`];
  return load ? (await load()).default : plain(name);
}

/** Whether a game has pages of its own. */
export const isShown = (name: string) => `./${name}/index.ts` in found;
