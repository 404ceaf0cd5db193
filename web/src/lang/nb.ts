import type { Words } from "./index.svelte";
import { en } from "./en";

export const nb: Words = en;
