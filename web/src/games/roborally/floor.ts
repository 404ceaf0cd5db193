// The factory floor as a grid of signs, and in lines; the counterpart of plain_text.py.
import { t } from "../../lang/index.svelte";
import { BELT_GLYPHS, BOARD, EXPRESS_GLYPHS, GLYPHS, OFF, OPTIONS, REGISTERS, VOID } from "./names";
import type { Field, Race } from "./names";
import { bits, letterOf } from "./robots";

const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;

/** The floor as it lies: boards may have been turned. */
class Floor {
  constructor(readonly race: Race, readonly field: Field) {}

  /** Which square is printed here, and by how many quarters it is turned; null where there is no floor. */
  printed(x: number, y: number): { square: number; quarters: number } | null {
    const { field, race } = this;
    if (x < 0 || y < 0 || x >= field.width || y >= field.height) return null;
    const square = y * field.width + x;
    if (field.kinds[square] === VOID) return null;
    const board = field.on_board[square] ?? -1;
    const quarters = field.options.turning_boards === OPTIONS.turning_boards.yes && board >= 0 ? (race.turns_of[board] ?? 0) : 0;
    const corner = field.board_corners[board] ?? 0;
    const [left, top] = [corner % field.width, Math.floor(corner / field.width)];
    let [column, row] = [x - left, y - top];
    for (let turn = 0; turn < quarters; turn++) [column, row] = [row, BOARD - 1 - column];
    return quarters ? { square: corner + row * field.width + column, quarters } : { square, quarters };
  }

  hasWall(x: number, y: number, side: number): boolean {
    const here = this.printed(x, y);
    return Boolean(here && ((this.field.walls[here.square] ?? 0) >> ((side + 4 - here.quarters) & 3)) & 1);
  }

  /** The sign of what is mounted on a side of a square: a laser, or a pusher that pushes away from it. */
  mounted(x: number, y: number, side: number): string {
    const here = this.printed(x, y);
    if (!here) return "";
    const heading = (side + 2) & 3;
    const laser = this.field.laser_squares.slice(0, this.field.lasers).some((square, number) => square === here.square && (((this.field.laser_headings[number] ?? 0) + here.quarters) & 3) === heading);
    if (laser) return "*";
    const pushes = this.field.pushers[here.square] && (((this.field.pushes[here.square] ?? 0) + here.quarters) & 3) === heading;
    return pushes ? BELT_GLYPHS.charAt(heading) : "";
  }

  ground(x: number, y: number): string {
    const here = this.printed(x, y);
    if (!here) return " ";
    const belt = this.field.belts[here.square] ?? 0;
    if (!belt) return GLYPHS.charAt(this.field.kinds[here.square] ?? 0);
    return (BELT_GLYPHS + EXPRESS_GLYPHS).charAt(((belt - 1) & 4) + (((belt - 1 + here.quarters) & 3)));
  }

  /** What a square is, and what stands on it, in three signs. */
  square(x: number, y: number): string {
    const { field, race } = this;
    const square = y * field.width + x;
    const flag = race.flag_squares.slice(0, field.flag_count).indexOf(square);
    const who = race.robots.slice(0, field.robots).findIndex((robot) => robot.square === square && robot.square !== OFF);
    const dock = field.docks.slice(0, field.dock_count).indexOf(square);
    const here = this.printed(x, y);
    if (who >= 0) return `${flag >= 0 ? flag + 1 : dock >= 0 ? "d" : this.ground(x, y)}${letterOf(race, field, who)}${BELT_GLYPHS.charAt(race.robots[who]?.heading ?? 0)}`;
    if (flag >= 0) return `${this.ground(x, y)}F${flag + 1}`;
    if (dock >= 0) return `d${dock + 1} `;
    if (!here) return "   ";
    return `${this.ground(x, y)}${field.crushers[here.square] ? "C" : field.lit[here.square] ? "=" : " "} `;
  }

  /** The sign of an edge, and what stands in its middle. */
  edge(x: number, y: number, side: number, border: string): [string, string] {
    const [dx, dy] = STEPS[side] ?? [0, 0];
    const other = (side + 2) & 3;
    const [here, there] = [this.printed(x, y), this.printed(x + dx, y + dy)];
    const isWall = this.hasWall(x, y, side) || this.hasWall(x + dx, y + dy, other);
    const boards = [here, there].map((one) => (one ? this.field.on_board[one.square] : undefined));
    const sign = isWall ? "#" : boards[0] !== boards[1] ? border : " ";
    return [sign, this.mounted(x, y, side) || this.mounted(x + dx, y + dy, other) || sign];
  }
}

/** The floor as a drawn grid. */
export function floorGrid(race: Race, field: Field): string {
  const floor = new Floor(race, field);
  const columns = Array.from({ length: field.width }, (_, x) => x);
  const above = (y: number) => `   ${columns.map((x) => floor.edge(x, y, 0, "-")).map(([sign, middle]) => `+${sign}${middle}${sign}`).join("")}+`;
  const row = (y: number) => `${String(y).padStart(2)} ${columns.map((x) => floor.edge(x, y, 3, "|")[1] + floor.square(x, y)).join("")}${floor.edge(field.width, y, 3, "|")[1]}`;
  const head = `   ${columns.map((x) => ` ${String(x).padStart(2)} `).join("")}`;
  const lines = Array.from({ length: field.height }, (_, y) => [above(y), row(y)]).flat();
  return [head, ...lines, above(field.height)].map((line) => line.trimEnd()).join("\n");
}

/** What the signs mean, and what works in certain registers. */
export function floorLines(race: Race, field: Field): string[] {
  const floor = new Floor(race, field);
  const working: Record<string, string[]> = {};
  for (let y = 0; y < field.height; y++) {
    for (let x = 0; x < field.width; x++) {
      const here = floor.printed(x, y);
      if (!here) continue;
      for (const [name, registers] of [["pushers", field.pushers[here.square]], ["crushers", field.crushers[here.square]]] as const) {
        if (registers) (working[`${name} ${bits(registers, REGISTERS).map((register) => register + 1).join(", ")}`] ??= []).push(`${x},${y}`);
      }
    }
  }
  const lines = Object.entries(working).sort().map(([key, squares]) => {
    const [name = "", ...registers] = key.split(" ");
    return t(name === "pushers" ? "roborally.seen.pushers" : "roborally.seen.crushers", { registers: registers.join(" "), squares: squares.join("; ") });
  });
  return [...lines, t("roborally.seen.signs")];
}
