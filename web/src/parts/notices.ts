// Short messages, which Notices shows without moving anything.
import { language, maybe, t } from "../lang/index.svelte";
import type { Refusal } from "../net/http";

export interface Notice {
  kind: string; // how it looks; a "refusal" is told at once, all else when nothing else is being said
  words: string;
  rules?: string[]; // numbers of rules, which lead to their texts
  act?: { words: string; do: () => void }; // what can be done about it
  brief?: boolean; // it is gone as soon as somebody turns to anything else
  close?: () => void; // it can be taken away, and goes by itself once there was time to read it
}

/** The server speaks English; elsewhere the first rule that forbids something says why. */
export function inWords({ code, words, rules }: Refusal): string {
  if (language() === "en" && words) return words;
  const general = maybe(`refused.${code}`, t("refused.other"));
  return code === "illegal_choice" ? maybe(`because.${rules[0]}`, general) : general;
}
