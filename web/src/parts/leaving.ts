// What is asked before somebody leaves a game.
import type { Key } from "../lang/index.svelte";
import type { TableInfo } from "../net/messages";

/** Without the last person a game just stops; else the others go on with a free seat. */
export const leaveQuestion = ({ seats, stage }: TableInfo, mine: number[]): Key =>
  stage !== "open" && seats.every(({ taken }, seat) => taken !== "person" || mine.includes(seat)) ? "leave_alone" : "leave_question";
