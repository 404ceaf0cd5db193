// Requests to the server; what it refuses becomes a Refusal with a code and words.
import type {
  AnalysisInfo, Board, BotWish, Chronicle, GameInfo, Ghost, GuestInfo, GuestMove, HintList, History, NewTable, OwnTables, Problem, Program, RuleInfo, Seated,
  SeatLink, SheetList, Sitting, TableList, Variation, VariationWish,
} from "./messages";

/** Something the server refused, or that could not be asked. */
export class Refusal extends Error {
  constructor(readonly code: string, readonly words: string, readonly rules: string[] = []) {
    super(words);
  }
}

/** What a player may not do is no error of the page, so refusals come as good answers with a header. */
async function send(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    const headers = new Headers({ "algorally-refusals": "in-body" });
    const init: RequestInit = { method, headers };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      headers.set("content-type", "application/json");
    }
    response = await fetch(path, init);
  } catch {
    throw new Refusal("offline", "");
  }
  if (response.ok && !response.headers.has("algorally-refused")) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.code ?? "server", problem?.words ?? "", problem?.rules ?? []);
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  return (await (await send(method, path, body)).json()) as Answer;
}

const at = (table: string, rest = "") => `/api/tables/${encodeURIComponent(table)}${rest}`;

export const games = () => ask<GameInfo[]>("GET", "/api/games");
/** A refusal of something that can be had in a moment. */
export const isPassing = ({ code }: Refusal) => code === "unavailable" || code === "busy" || code === "preparing";

export const rules = (game: string) => ask<RuleInfo[]>("GET", `/api/games/${game}/rules`);
export const demonstration = (game: string) =>
  ask<History>("GET", `/api/games/${game}/demonstration`);
/** The picture of a field, as SVG. */
export const picture = async (game: string, settings: Record<string, string>) => (await send("GET", `/api/games/${game}/picture.svg?${new URLSearchParams(settings)}`)).text();
export const makeTable = (wish: NewTable) => ask<Seated>("POST", "/api/tables", wish);
export const tables = (stage: "open" | "running", page = 1) => ask<TableList>("GET", `/api/tables?stage=${stage}&page=${page}`);
/** A link that is good once, for another device to be the same guest. */
export const moveGuest = () => ask<GuestMove>("POST", "/api/guest/move");
export const becomeGuest = (code: string) => ask<GuestInfo>("POST", "/api/guest", { code });
export const ownTables = () => ask<OwnTables>("GET", "/api/guest/tables");
export const leave = (id: string) => ask<OwnTables>("DELETE", `/api/guest/tables/${encodeURIComponent(id)}`);
export const table = (id: string) => ask<Seated>("GET", at(id));
export const sit = (id: string, wish: Sitting) => ask<Seated>("POST", at(id, "/seats"), wish);
export const free = (id: string, seat: number) => ask<Seated>("DELETE", at(id, `/seats/${seat}`));
export const fill = (id: string, seat: number, wish: BotWish) =>
  ask<Seated>("PUT", at(id, `/seats/${seat}/bot`), wish);
export const allow = (id: string, what: "emotes" | "hints", allowed: boolean) =>
  ask<Seated>("PUT", at(id, `/${what}`), { allowed });
export const hint = (id: string, seat: number) => ask<HintList>("POST", at(id, `/hint?seat=${seat}`));
export const handOver = (id: string, seat: number) => ask<Seated>("PUT", at(id, "/host"), { seat });
/** Another secret link for a seat: whoever came by an earlier one is out. */
export const relink = (id: string, seat: number) =>
  ask<SeatLink>("POST", at(id, `/seats/${seat}/link?renew=true`));
export const claim = (id: string, token: string) => ask<Seated>("POST", at(id, "/claim"), { token });
export const start = (id: string) => ask<Seated>("POST", at(id, "/start"));
export const pause = (id: string) => ask<Seated>("POST", at(id, "/pause"));
export const resume = (id: string) => ask<Seated>("POST", at(id, "/resume"));
export const rematch = (id: string) => ask<Seated>("POST", at(id, "/rematch"));
export const preview = (id: string, program: Program) =>
  ask<Ghost>("POST", at(id, "/preview"), program);
export const board = (id: string, seat: number) => ask<Board>("GET", at(id, `/board?seat=${seat}`));
export const chronicle = (id: string, seat: number) =>
  ask<Chronicle>("GET", at(id, `/chronicle?seat=${seat}`));
export const history = (id: string, language: string) => ask<History>("GET", at(id, `/history?language=${language}`));
export const readReplay = (text: string, language: string) => ask<History>("POST", `/api/replays?language=${language}`, { text });
/** A finished game as it looks afterwards: of a table, or of the text of a file; to be asked for until it is whole. */
export const analysis = (id: string, text: string) =>
  id ? ask<AnalysisInfo>("GET", at(id, "/analysis")) : ask<AnalysisInfo>("POST", "/api/replays/analysis", { text });
/** A turn of it with another program. */
export const variation = (id: string, text: string, wish: VariationWish) =>
  id ? ask<Variation>("POST", at(id, "/variation"), wish) : ask<Variation>("POST", "/api/replays/variation", { text, ...wish });
export const sheets = (id: string, language: string) =>
  ask<SheetList>("GET", at(id, `/sheets?language=${language}`));
/** Whether the rules allow the field of a picture. */
export const checkPicture = (path: string) => send("GET", path);
export const groundPath = (id: string) => at(id, "/ground.svg");
export const replayPath = (id: string) => at(id, "/replay");
