import type { Words } from "./index.svelte";
import { en } from "./en";

export const fr: Words = en;
