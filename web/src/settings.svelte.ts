// What a person likes, remembered on this device.
const KEY = "algorally";

export const LONGEST_NAME = 24; // letters that the server takes

export const SPEEDS = [0.5, 1, 2, 4, 8]; // at which things are shown
export const speedName = (speed: number) => `${speed === 0.5 ? "½" : speed}×`; // short: the tools stand beside it

export const LEVELS = ["novice", "casual", "solid", "expert", "master"]; // of bots, the weakest first
const USUAL_LEVEL = "casual";

export type Theme = "auto" | "light" | "dark";

interface Stored {
  name: string;
  theme: Theme;
  speed: number;
  sound: boolean;
  motion: "auto" | "less";
  text: boolean;
  guided: string[];
  language: string;
  level: string; // of the bots, "" until it was chosen
}

const DEFAULTS: Stored = {
  name: "", theme: "auto", speed: 1, sound: false, motion: "auto", text: false, guided: [], language: "", level: "",
};

function read(): Stored {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Stored = $state(read());

export function keepSettings() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that remembers nothing still plays.
  }
}

/** The level that was chosen last, if there is such a bot; else the usual one. */
export const levelFor = (bots: string[]) => [settings.level, USUAL_LEVEL].find((level) => bots.includes(level)) ?? bots.at(-1) ?? "";

export function keepLevel(level: string) {
  settings.level = level;
  keepSettings();
}

export const lessMotion = () =>
  settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

export function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = settings.theme;
  document.documentElement.dataset["motion"] = settings.motion;
}
