// What a person sees of a race: cars on squares, dice, programs, and where the own program leads.
() => {
  const squares = [...document.querySelectorAll(".squares rect")].map(({ x, y, dataset }) => ({
    x: x.baseVal.value + 50,
    y: y.baseVal.value + 50,
    name: dataset.square,
  }));
  /** The square whose middle is nearest to where something was moved to. */
  const place = (moved) => {
    const [, x, y] = /translate\((-?[\d.]+)(?:px)?,?\s*(-?[\d.]+)/.exec(moved);
    const far = (square) => Math.hypot(square.x - x, square.y - y);
    return squares.reduce((best, square) => (far(square) < far(best) ? square : best)).name;
  };
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const sign = (car) => car.querySelector("text").textContent;
  const codes = (holder) => all("[data-laid]", holder).map(({ dataset }) => dataset.laid);
  return {
    cars: all("[data-car]").map((car) => [sign(car), place(car.getAttribute("style"))]),
    ghosts: all(".ghost").map((ghost) => [sign(ghost), place(ghost.getAttribute("transform"))]),
    dice: all(".badge [data-pips]").map(({ dataset }) => Number(dataset.pips)),
    columns: all(".side > ul b").map((column) => Number(column.textContent)),
    holder: all(".row .holder").flatMap(codes),
    programs: all("[data-program]").map((row) => [Number(row.dataset.program), codes(row)]),
    hand: all(".held:not(.gone)").map(({ dataset }) => dataset.explain.split(".").at(-1)),
  };
}
