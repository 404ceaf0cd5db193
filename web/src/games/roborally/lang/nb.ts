import type { words as english } from "./en";

export const words: Record<keyof typeof english, string> = {
  // --- what it is -----------------------------------------------------------------------------------
  "roborally.sentence": "Programmer roboten din med fem kort, kryss fabrikkgulvet og ta flaggene i rekkefølge.",
  "roborally.time": "45–120 minutter",
  "roborally.age": "fra 10 år",

  // --- board, course gallery, how to play ------------------------------------------------------------

  // --- ways to play and rule options ----------------------------------------------------------------

  // --- cards, options, program sheet and questions --------------------------------------------------
  "roborally.flags": "Flagg: {count}",
  "roborally.goal": "{count} flagg, i rekkefølge",
  "roborally.task.program": "Programmer roboten din.",

  // --- the text board, the log, the guide ------------------------------------------------------------

  // --- why something is refused ----------------------------------------------------------------------
};
