// Which rule stands behind an explanation, by the key of its text.
export const rules: Record<string, string> = {
  step: "AR-24", all_the_way: "AR-26", jump: "AR-29", left: "AR-32", right: "AR-32", uturn: "AR-32", turn: "AR-32",
  teleport: "AR-56", x2: "AR-52", x3: "AR-52", rover: "AR-36", idle: "AR-A6", sample: "AR-33", base: "AR-35", lab: "AR-74",
  elevator: "AR-75", wall: "AR-25", hill: "AR-30", high: "AR-31",
};
