// Which rule stands behind an explanation, by the key of its text.
export const rules: Record<string, string> = {
  move1: "RR-30", move2: "RR-30", move3: "RR-30", backup: "RR-31", left: "RR-32", right: "RR-32", uturn: "RR-32",
  damage: "RR-61", lives: "RR-67", flags: "RR-50", lock: "RR-62", power_down: "RR-70", undamaged: "RR-18", no_power_down: "RR-C2",
  ablative_coat: "RR-O1", abort_switch: "RR-O2", brakes: "RR-O3", circuit_breaker: "RR-O4", conditional_program: "RR-O5", crab_legs: "RR-O6", double_barreled_laser: "RR-O7",
  dual_processor: "RR-O8", extra_memory: "RR-O9", fire_control: "RR-O10", flywheel: "RR-O11", fourth_gear: "RR-O12", gyroscopic_stabilizer: "RR-O13", high_power_laser: "RR-O14",
  mechanical_arm: "RR-O15", mini_howitzer: "RR-O16", power_down_shield: "RR-O17", pressor_beam: "RR-O18", radio_control: "RR-O19", ramming_gear: "RR-O20", rear_firing_laser: "RR-O21",
  recompile: "RR-O22", reverse_gear: "RR-O23", scrambler: "RR-O24", superior_archive: "RR-O25", tractor_beam: "RR-O26",
  robot: "RR-44", asleep: "RR-70", locked: "RR-62", superbot: "RR-C10", flag: "RR-50", archive: "RR-56", dock: "RR-5",
  belt: "RR-37", express: "RR-36", curve: "RR-39", gear_left: "RR-41", gear_right: "RR-41", pusher: "RR-40", crusher: "RR-42",
  laser: "RR-43", beam: "RR-43", wall: "RR-33", pit: "RR-35", wrench: "RR-74", hammer: "RR-74", upgrade: "RR-C5",
};
