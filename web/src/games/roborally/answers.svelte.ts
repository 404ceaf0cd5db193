// Answers that are given by themselves: for this turn, or until somebody changes them. Only this device knows of them.

interface Given {
  action: number;
  turn: number; // in which it is given, 0 for all
}

export class Answers {
  private given: Record<string, Given> = $state({});
  private readonly place: string;

  constructor(table: string, seat: number) {
    this.place = `algorally.answers.${table}.${seat}`;
    try {
      this.given = JSON.parse(localStorage.getItem(this.place) ?? "{}") as Record<string, Given>;
    } catch {
      // A browser that remembers nothing asks again.
    }
  }

  /** The answer of a robot to a question, null if it is to be asked. */
  to(who: number, question: number, turn: number): number | null {
    const given = this.given[`${who}.${question}`];
    return given && (!given.turn || given.turn === turn) ? given.action : null;
  }

  /** All that are given in a turn. */
  all(turn: number): { who: number; question: number; action: number; always: boolean }[] {
    return Object.entries(this.given).flatMap(([key, { action, turn: only }]) => {
      const [who = 0, question = 0] = key.split(".").map(Number);
      return !only || only === turn ? [{ who, question, action, always: !only }] : [];
    });
  }

  keep(who: number, question: number, action: number, turn: number) {
    this.given = { ...this.given, [`${who}.${question}`]: { action, turn } };
    this.store();
  }

  forget(who: number, question: number) {
    const { [`${who}.${question}`]: _, ...others } = this.given;
    this.given = others;
    this.store();
  }

  private store() {
    try {
      localStorage.setItem(this.place, JSON.stringify(this.given));
    } catch {
      // It lasts as long as the page.
    }
  }
}
