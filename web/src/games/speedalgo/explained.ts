// Which rule stands behind an explanation, by the key of its text.
export const rules: Record<string, string> = {
  AB: "SA-26", ABD: "SA-27", ABG: "SA-28", AT: "SA-29", ATD: "SA-31", ATG: "SA-32", P: "SA-33", REP: "SA-38", SA: "SA-41", SAS: "SA-44",
  bolide: "SA-4", traffic: "SA-7", start: "SA-10", finish: "SA-45", runoff: "SA-B1", border: "SA-19", order: "SA-25",
};
