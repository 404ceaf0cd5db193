// Every visible word, in five languages; English says which keys there are.
import { settings } from "../settings.svelte";
import * as english from "./en";
import { together } from "./words";
import type { Key, Words } from "./words";

export type { Key } from "./words";
export type Parameters = Record<string, string>;

export const LANGUAGES = { en: "English", nl: "Nederlands", de: "Deutsch", fr: "Français", nb: "Norsk bokmål" } as const;
export type Language = keyof typeof LANGUAGES;

const en = together(english);
const loaders: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  nl: async () => together(await import("./nl")),
  de: async () => together(await import("./de")),
  fr: async () => together(await import("./fr")),
  nb: async () => together(await import("./nb")),
};

let current: { language: Language; words: Words } = $state.raw({ language: "en", words: en });

const isLanguage = (name: string): name is Language => name in LANGUAGES;

/** The language of the browser, if we have it. */
function preferred(): Language {
  for (const wish of [settings.language, ...navigator.languages]) {
    const short = wish.toLowerCase().split("-")[0] ?? "";
    const name = short === "no" || short === "nn" ? "nb" : short;
    if (isLanguage(name)) return name;
  }
  return "en";
}

export async function speak(language: Language = preferred()) {
  const words = await loaders[language]();
  current = { language, words };
  document.documentElement.lang = language;
}

export const language = () => current.language;

/** A text with its parameters filled in. */
export function t(key: Key, parameters: Parameters = {}): string {
  const words = current.words[key] ?? en[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => parameters[name] ?? whole);
}

/** A text if there is one of this name, else another. */
export const maybe = (key: string, otherwise: string, parameters: Parameters = {}) => (key in en ? t(key as Key, parameters) : otherwise);

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/** How long ago something was, in words. */
export function ago(time: number): string {
  const seconds = Math.max(0, (Date.now() - time) / 1000);
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(current.language, { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
}

/** A part of a whole in hundredths, written as it is usual. */
export const percent = (part: number, style: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(current.language, { style: "percent", maximumFractionDigits: 0, ...style }).format(part);

/** The name of something whose words on the screen are short: it holds them as words of their own, as whoever speaks to a device says them. */
export const named = (short: string, long: string) => (` ${long} `.toLowerCase().includes(` ${short} `.toLowerCase()) ? long : `${short}: ${long}`);
