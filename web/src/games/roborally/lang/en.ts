// Every word of the game in English; the other languages have the same keys.
export const words = {
  // --- what it is -----------------------------------------------------------------------------------
  "roborally.sentence": "Program your robot with five cards, cross the factory floor and touch the flags in order.",
  "roborally.time": "45–120 minutes",
  "roborally.age": "from 10",

  // --- board, course gallery, how to play ------------------------------------------------------------
  "roborally.floor": "The factory floor",
  "roborally.zoom": "Size of the board",
  "roborally.zoom.in": "Larger (+)",
  "roborally.zoom.out": "Smaller (−)",
  "roborally.zoom.whole": "The whole board (0)",
  "roborally.face": "Face {heading}",
  "roborally.come_to": "Come back on {square}",
  "roborally.start_row": "Start in column {column}",
  "roborally.reach": "Reach to {square}",

  // --- ways to play and rule options ----------------------------------------------------------------

  // --- cards, options, program sheet and questions --------------------------------------------------
  "roborally.flags": "Flags: {count}",
  "roborally.goal": "{count} flags to touch, in order",
  "roborally.task.program": "Program your robot.",

  // --- the text board, the log, the guide ------------------------------------------------------------

  // --- why something is refused ----------------------------------------------------------------------
} as const satisfies Record<string, string>;

type Own = typeof words;
declare module "../../../lang/words" {
  interface GameWords extends Own {}
}
