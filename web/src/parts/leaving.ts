// What is asked before somebody leaves a game.
import { t } from "../lang/index.svelte";
import type { TableInfo } from "../net/messages";

/** Without its last person a game just stops; else the others go on with a free seat. */
export function leaveQuestion({ seats, stage }: TableInfo, mine: number[]): string {
  const alone = stage !== "open" && seats.every(({ taken }, seat) => taken !== "person" || mine.includes(seat));
  return t(alone ? "leave_alone" : "leave_question");
}
