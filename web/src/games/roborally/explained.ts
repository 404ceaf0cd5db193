// Which rule stands behind an explanation, by the key of its text.
export const rules: Record<string, string> = {
  robot: "RR-44", asleep: "RR-70", locked: "RR-62", superbot: "RR-C10", flag: "RR-50", archive: "RR-56", dock: "RR-5",
  belt: "RR-37", express: "RR-36", curve: "RR-39", gear_left: "RR-41", gear_right: "RR-41", pusher: "RR-40", crusher: "RR-42",
  laser: "RR-43", beam: "RR-43", wall: "RR-33", pit: "RR-35", wrench: "RR-74", hammer: "RR-74", upgrade: "RR-C5",
};
