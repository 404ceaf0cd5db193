import type { words as english } from "./en";

export const words: Record<keyof typeof english, string> = {
  // --- what it is -----------------------------------------------------------------------------------
  "roborally.sentence": "Programmez votre robot avec cinq cartes, traversez l’usine et touchez les drapeaux dans l’ordre.",
  "roborally.time": "45–120 minutes",
  "roborally.age": "dès 10 ans",

  // --- board, course gallery, how to play ------------------------------------------------------------

  // --- ways to play and rule options ----------------------------------------------------------------

  // --- cards, options, program sheet and questions --------------------------------------------------
  "roborally.flags": "Drapeaux : {count}",
  "roborally.goal": "{count} drapeaux à toucher, dans l’ordre",
  "roborally.task.program": "Programmez votre robot.",

  // --- the text board, the log, the guide ------------------------------------------------------------

  // --- why something is refused ----------------------------------------------------------------------
};
