// The analysis of a finished game, asked for until the server has found out all of it.
import * as http from "./http";
import { Refusal } from "./http";
import type { AnalysisInfo } from "./messages";

const A_WHILE = 2000; // milliseconds until it is asked for again where there was no time for it

const isBusy = (refusal: Refusal) => http.isPassing(refusal) || refusal.code === "too_busy" || refusal.code === "too_fast";

export class Study {
  info: AnalysisInfo = $state.raw({ progress: 0, curve: [], deciding: [], decisions: [] });
  problem: Refusal | null = $state(null);
  private wanted = false;
  private asking = false;

  constructor(private readonly id: string, private readonly text: string) {}

  /** Go on until all is known, or nobody wants to know any more. */
  async run() {
    this.wanted = true;
    if (this.asking) return;
    this.asking = true;
    this.problem = null;
    try {
      while (this.wanted && this.info.progress < 1) await this.ask();
    } catch (error) {
      this.problem = error instanceof Refusal ? error : new Refusal("server", "");
    }
    this.asking = false;
  }

  rest() {
    this.wanted = false;
  }

  private async ask() {
    try {
      this.info = await http.analysis(this.id, this.text);
    } catch (error) {
      if (!(error instanceof Refusal) || !isBusy(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, A_WHILE));
    }
  }
}
