import type { words as english } from "./en";

export const words: Record<keyof typeof english, string> = {
  // --- what it is -----------------------------------------------------------------------------------
  "roborally.sentence": "Programmeer je robot met vijf kaarten, steek de fabrieksvloer over en raak de vlaggen op volgorde aan.",
  "roborally.time": "45–120 minuten",
  "roborally.age": "vanaf 10",

  // --- board, course gallery, how to play ------------------------------------------------------------

  // --- ways to play and rule options ----------------------------------------------------------------

  // --- cards, options, program sheet and questions --------------------------------------------------
  "roborally.flags": "Vlaggen: {count}",
  "roborally.goal": "{count} vlaggen, op volgorde",
  "roborally.task.program": "Programmeer je robot.",

  // --- the text board, the log, the guide ------------------------------------------------------------

  // --- why something is refused ----------------------------------------------------------------------
};
