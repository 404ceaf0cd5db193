// Which rule stands behind an explanation; each game has its own list.
const lists = import.meta.glob<{ rules: Record<string, string> }>("../games/*/explained.ts", { eager: true });

export function ruleOf(key: string): { game: string; number: string } | null {
  const [game = "", , name = ""] = key.split(".");
  const number = lists[`../games/${game}/explained.ts`]?.rules[name];
  return number ? { game, number } : null;
}
