// The language files agree with the English one, and the English one with the sources.
import { describe, expect, test } from "vitest";
import * as de from "../src/lang/de";
import * as en from "../src/lang/en";
import * as fr from "../src/lang/fr";
import * as nb from "../src/lang/nb";
import * as nl from "../src/lang/nl";
import { together } from "../src/lang/words";

type Texts = Readonly<Record<string, string>>;
const english: Texts = together(en);
const others: Record<string, Texts> = { nl: together(nl), de: together(de), fr: together(fr), nb: together(nb) };
const gameOf = (path: string) => path.split("/").at(-3) ?? "";

/** What may read as in English: the same word means the same there. */
const SAME: Record<string, string[]> = {
  nl: [
    "menu", "bot_level", "bot_here", "bot.expert", "start", "algoracing.card.teleport",
    "algoracing.field.citadel", "algoracing.block.plateau", "algoracing.labs", "algoracing.seen.bases",
    "speedalgo.variant.beginners", "speedalgo.variant.expert", "speedalgo.track.circuit", "speedalgo.track.sprint",
    "roborally.option.teams", "roborally.robot", "roborally.superbot", "roborally.register", "roborally.part.lasers", "roborally.told.moves",
  ],
  de: ["bot_level", "bot_here", "tool.pause", "tool.text", "emote.wow", "speedalgo.track.sprint", "colour.orange", "roborally.superbot", "roborally.register", "roborally.told.moves"],
  fr: [
    "menu", "bot_level", "bot_here", "bot.novice", "bot.expert", "guide", "tool.pause", "algoracing.time",
    "algoracing.field.canyon", "algoracing.field.serpent", "algoracing.field.cascade", "algoracing.block.mesa", "algoracing.block.plateau",
    "speedalgo.variant.expert", "speedalgo.track.circuit", "speedalgo.track.sprint", "speedalgo.learn.crash",
    "colour.orange", "colour.violet", "roborally.time", "roborally.robot", "roborally.superbot", "roborally.part.lasers", "roborally.length.long",
  ],
  nb: ["bot_here", "bot.solid", "start", "tool.pause", "send", "algoracing.card.teleport", "algoracing.program", "speedalgo.track.sprint", "roborally.robot", "roborally.superbot", "roborally.register", "roborally.told.moves"],
};

/** Keys that the sources put together; each * stands for one part of a name. */
const TEMPLATES = [
  "*.sentence", "*.time", "*.age", "*.choose_first", "*.option.*", "*.option.*.*", "*.value.*", "*.reason.*",
  "bot.*", "bot.*.words", "reason.*", "set_up.*", "emote.*", "elsewhere.*", "colour.*", "heading.*", "refused.*", "because.*",
  "algoracing.card.*", "algoracing.sample.*", "algoracing.why.*", "algoracing.explain.*", "algoracing.lay_*",
  "algoracing.field.*", "algoracing.block.*",
  "algoracing.level.*", "algoracing.level.*.words", "algoracing.level.*.goal",
  "speedalgo.card.*", "speedalgo.choose.*", "speedalgo.why.*", "speedalgo.told.hits_*", "speedalgo.explain.*", "speedalgo.track.*", "speedalgo.track.*.words",
  "speedalgo.variant.*", "speedalgo.variant.*.words",
  "roborally.variant.*", "roborally.variant.*.words", "roborally.card.*", "roborally.named.*", "roborally.explain.*", "roborally.part.*", "roborally.scope.*",
  "roborally.ask.*", "roborally.asked.*", "roborally.yes.*", "roborally.no.*", "roborally.told.moved_*", "roborally.told.destroyed_*",
  "roborally.course.*.words", "roborally.length.*", "roborally.level.*", "roborally.special.*", "roborally.learn.step.*",
];

const sources: Record<string, string> = import.meta.glob(["../src/**/*.{ts,svelte}", "!../src/**/lang/*"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const source = Object.values(sources).join("\n");

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((found) => found[1] ?? "");
const starred = (template: string) => template.replace(/\$?\{[^{}]*\}/g, "*");

/** The first argument of every call of t and maybe. */
function* asked(text: string): Generator<string> {
  for (const { 0: opening, index } of text.matchAll(/(?<![\w.$])(?:t|maybe)\(/g)) {
    const from = index + opening.length;
    let at = from;
    for (let depth = 0; at < text.length; at++) {
      const sign = text.charAt(at);
      if (depth === 0 && (sign === "," || sign === ")")) break;
      if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign)) depth--;
    }
    yield text.slice(from, at);
  }
}

const families = new Set(Object.keys(english).filter((key) => key.includes(".")).map((key) => key.split(".")[0] ?? ""));
const askedFor = [...asked(source)];
/** Literals in calls of t and maybe, but for what is only compared with. */
const plain = askedFor.flatMap((argument) => all(/(?<![=!]=\s*)["']([\w.]+)["'](?!\])/g, argument.replace(/`[^`]*`/g, "")));
/** Literals anywhere that look like keys with a dot. */
const dotted = all(/["'`]((?:\w+\.)+\w+)["'`]/g, source).filter((key) => families.has(key.split(".")[0] ?? ""));
const literal = new Set([...plain, ...dotted]);
const templates = new Set([...all(/`((?:[\w.]|\$\{[^{}`]*\})+)`/g, source), ...all(/"((?:[\w.]|\{[^{}"]*\})+)"/g, source)].map(starred));
const matches = TEMPLATES.map((template) => new RegExp(`^${template.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`));

describe.each(Object.keys(others))("%s", (name) => {
  const texts = others[name] ?? {};
  const same = SAME[name] ?? [];

  test("has the keys of English, in the same order", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });

  test("says something everywhere, without spaces around it", () => {
    expect(Object.keys(texts).filter((key) => !texts[key] || texts[key] !== texts[key].trim())).toEqual([]);
  });

  test("has the placeholders of English", () => {
    const wrong = Object.keys(english).filter((key) => String(placeholders(texts[key] ?? "")) !== String(placeholders(english[key] ?? "")));
    expect(wrong).toEqual([]);
  });

  test("is translated", () => {
    expect(Object.keys(english).filter((key) => texts[key] === english[key] && !same.includes(key))).toEqual([]);
    expect(same.filter((key) => texts[key] !== english[key])).toEqual([]);
  });

  test("has card names that fit under a symbol", () => {
    const cards = Object.keys(texts).filter((key) => key.includes(".card."));
    expect(cards.filter((key) => (texts[key] ?? "").split(" ").some((word) => word.length > 10) || (texts[key] ?? "").split(" ").length > 2)).toEqual([]);
  });
});

test("English says something everywhere but that the rules are in English", () => {
  expect(Object.keys(english).filter((key) => !english[key])).toEqual(["rules_in_english"]);
});

test("French signs do not begin a line", () => {
  const texts = others["fr"] ?? {};
  expect(Object.keys(texts).filter((key) => / [:;!?»…]|« /.test(texts[key] ?? ""))).toEqual([]);
});

describe("a game", () => {
  const files = Object.entries(en.games);

  test("brings its own words, and no others", () => {
    expect(files.length).toBeGreaterThan(1);
    const foreign = files.flatMap(([path, words]) => Object.keys(words).filter((key) => !key.startsWith(`${gameOf(path)}.`) && !key.startsWith("because.")));
    expect(foreign).toEqual([]);
  });

  test("is not named by the house", () => {
    const names = files.map(([path]) => gameOf(path));
    expect(Object.keys(en.house).filter((key) => names.includes(key.split(".")[0] ?? "") || key.startsWith("because."))).toEqual([]);
  });
});

describe("the sources", () => {
  test("are found", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(20);
    expect(askedFor.length).toBeGreaterThan(100);
  });

  test("use every key", () => {
    expect(Object.keys(english).filter((key) => !literal.has(key) && !matches.some((pattern) => pattern.test(key)))).toEqual([]);
  });

  test("use no key that is missing", () => {
    expect([...literal].filter((key) => !(key in english))).toEqual([]);
  });

  test("put keys together only as listed", () => {
    const used = askedFor.flatMap((argument) => all(/^\s*`([^`]+)`/g, argument)).map(starred);
    expect(used.filter((template) => !TEMPLATES.includes(template))).toEqual([]);
    expect(TEMPLATES.filter((template) => !templates.has(template))).toEqual([]);
  });
});
