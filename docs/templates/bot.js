// A bot for Algorally in JavaScript, without anything installed: copy it and change `choose`.
//
// Try it:  algorally check-bot algoracing "run:node bot.js"

const readline = require("node:readline");

class Bot {
  constructor(start) {
    this.game = start.game;
    this.seat = start.seat;
    this.field = start.field; // the board: what does not change in this game
    this.kinds = start.event_kinds;
    this.dice = start.seed % 2147483647 || 1; // the same seed, the same game
    this.seen = 0;
  }

  // Your ideas go here: the actions to play, one by one, as far as they are legal.
  choose({ view, legal, events }) {
    // Each event is [kind, seat, a, b, c, secret]; docs/records.md says what they mean.
    this.seen += events.length;
    // `view` is all that your seat may know, by the names of docs/records.md.
    console.error(`turn ${view.turn}, ${this.seen} events so far`);
    return [legal[this.roll(legal.length)].action];
  }

  // A number from 0 to count - 1.
  roll(count) {
    this.dice = (this.dice * 48271) % 2147483647;
    return this.dice % count;
  }
}

// One JSON object a line; nothing else may be printed to standard output.
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

let bot;
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.kind === "start") {
    bot = new Bot(message);
    say({ kind: "ready", wants: ["view", "events"] });
  } else if (message.kind === "plan") {
    say({ id: message.id, actions: bot.choose(message) });
  } else if (message.kind === "end") {
    console.error(`winners: ${message.winners}`);
  }
});
