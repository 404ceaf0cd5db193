import type { words as english } from "./en";

export const words: Record<keyof typeof english, string> = {
  // --- what it is -----------------------------------------------------------------------------------
  "roborally.sentence": "Programmiere deinen Roboter mit fünf Karten, durchquere die Fabrikhalle und berühre die Flaggen der Reihe nach.",
  "roborally.time": "45–120 Minuten",
  "roborally.age": "ab 10",

  // --- board, course gallery, how to play ------------------------------------------------------------

  // --- ways to play and rule options ----------------------------------------------------------------

  // --- cards, options, program sheet and questions --------------------------------------------------
  "roborally.flags": "Flaggen: {count}",
  "roborally.goal": "{count} Flaggen, der Reihe nach",
  "roborally.task.program": "Programmiere deinen Roboter.",

  // --- the text board, the log, the guide ------------------------------------------------------------

  // --- why something is refused ----------------------------------------------------------------------
};
